//! Trains the networks of the computer players of tractor.
//!
//! ```text
//! T="cargo run --release --no-default-features --example train --"
//! $T plays  p1.labels --seconds 1800 --seed 1                # labels by the rules of thumb
//! $T fit    plays.net plays p1.labels --epochs 4
//! $T plays  p2.labels --seconds 1800 --seed 2 --policy -/-/plays.net
//! $T calls  c1.labels --seconds 600 --seed 3 --policy -/-/plays.net
//! $T kitties k1.labels --seconds 600 --seed 4 --policy -/-/plays.net
//! $T fit    plays.net plays p1.labels p2.labels
//! $T fit    calls.net calls c1.labels
//! $T fit    kitties.net kitties k1.labels
//! $T contest --pairs 4000 calls.net/kitties.net/plays.net -/-/-
//! $T weights src/players/tractor/trained/weights.bin calls.net/kitties.net/plays.net
//! ```
//!
//! Labels are made by a policy, networks are fitted to them, and make the next policy: each round of
//! this is a step of policy iteration. A policy is written as its three networks, `-` for the rules of
//! thumb. `contest` tells what a step was worth; with `:PLAYS` behind it a policy is searched upon.

mod contest;
mod declaring;
mod fit;
mod float;
#[path = "../arena/mean.rs"]
mod mean;
mod playing;
mod rounds;
mod sample;

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum};
use contest::Contestant;
use sample::Sample;
use tractor_bot::players::tractor::policy::Policy;
use tractor_bot::players::tractor::search::SearchEffort;
use tractor_bot::players::tractor::trained::network::Network;
use tractor_bot::players::tractor::trained::{Trained, calls, kitties, plays};

/// Trains the networks of the computer players of tractor.
#[derive(Debug, Parser)]
struct Options {
    #[command(subcommand)]
    step: Step,
}

/// Which network.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Kind {
    Calls,
    Kitties,
    Plays,
}

/// How labels are made.
#[derive(Debug, Args)]
struct Labelling {
    /// The file of labels.
    out: String,
    /// How long.
    #[arg(long, default_value_t = 600)]
    seconds: u64,
    /// The seed of all deals: another one for every file.
    #[arg(long)]
    seed: u64,
    /// CALLS/KITTIES/PLAYS, each the file of a network or `-`.
    #[arg(long, default_value = "-/-/-")]
    policy: String,
}

#[derive(Debug, Subcommand)]
enum Step {
    /// Labels plays by what they bring in sampled worlds.
    Plays(Labelling),
    /// Labels calls by what they bring.
    Calls(Labelling),
    /// Labels kitties by what they bring.
    Kitties(Labelling),
    /// Fits a network, the one of the file if it is there, to labels.
    Fit {
        /// The file of the network, in floating point.
        network: PathBuf,
        kind: Kind,
        #[arg(required = true)]
        labels: Vec<PathBuf>,
        #[arg(long, default_value_t = 3)]
        epochs: u64,
    },
    /// Plays whole rounds between two policies, each deal twice.
    Contest {
        first: String,
        second: String,
        #[arg(long, default_value_t = 1_000)]
        pairs: u64,
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Writes the weights of the program.
    Weights { out: PathBuf, policy: String },
}

impl Kind {
    fn features(self) -> usize {
        match self {
            Kind::Calls => calls::FEATURES,
            Kind::Kitties => kitties::FEATURES,
            Kind::Plays => plays::FEATURES,
        }
    }
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()))
}

fn network(path: &str, kind: Kind) -> Network {
    let network = float::Network::from_bytes(&read(Path::new(path)), kind.features());
    network
        .unwrap_or_else(|| panic!("{path}: no network of this size"))
        .rounded()
}

/// CALLS/KITTIES/PLAYS.
fn policy(names: &str) -> Policy<'static> {
    let mut names = names.split('/');
    let mut load = |kind| -> Option<&'static Network> {
        let name = names.next().expect("CALLS/KITTIES/PLAYS");
        (name != "-").then(|| &*Box::leak(Box::new(network(name, kind))))
    };
    Policy {
        calls: load(Kind::Calls),
        kitties: load(Kind::Kitties),
        plays: load(Kind::Plays),
    }
}

/// POLICY or POLICY:PLAYS.
fn contestant(text: &str) -> Contestant {
    let (names, plays) = text.split_once(':').unzip();
    let effort = |plays: &str| SearchEffort {
        plays: plays.parse().expect("how many simulated plays"),
        ..SearchEffort::default()
    };
    Contestant {
        policy: policy(names.unwrap_or(text)),
        effort: plays.map(effort),
    }
}

fn main() {
    match Options::parse().step {
        Step::Plays(of) => rounds::write(&of, playing::plays),
        Step::Calls(of) => rounds::write(&of, declaring::calls),
        Step::Kitties(of) => rounds::write(&of, declaring::kitties),
        Step::Fit {
            network,
            kind,
            labels,
            epochs,
        } => {
            let samples = labels.iter().flat_map(|path| Sample::read_all(&read(path)));
            fit::fit(&network, epochs, samples.collect(), kind.features());
        }
        Step::Contest {
            first,
            second,
            pairs,
            seed,
        } => {
            contest::play(pairs, seed, &[contestant(&first), contestant(&second)]);
        }
        Step::Weights { out, policy: names } => {
            let of = policy(&names);
            let copy = |network: Option<&Network>| network.expect("a network, not `-`").clone();
            let trained = Trained {
                calls: copy(of.calls),
                kitties: copy(of.kitties),
                plays: copy(of.plays),
            };
            fs::write(out, trained.to_bytes()).expect("a file that can be written");
        }
    }
}
