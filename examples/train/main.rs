//! Trains the networks of the computer players of tractor.
//!
//! ```text
//! T="cargo run --release --no-default-features --features tools --example train --"
//! $T learn plays plays.net --seconds 1800 --seed 1                             # labels by the rules of thumb
//! $T learn plays plays.net --seconds 1800 --seed 2 --policy -/-/plays.net
//! $T learn calls calls.net --seconds 600 --seed 3 --policy -/-/plays.net
//! $T learn kitties kitties.net --seconds 600 --seed 4 --policy -/-/plays.net
//! $T contest --pairs 4000 calls.net/kitties.net/plays.net -/-/-
//! $T weights src/players/tractor/trained/weights.bin calls.net/kitties.net/plays.net
//! ```
//!
//! Labels are made by a policy, and a network is fitted to them, which goes on from the one of its file: each round of this is
//! a step of policy iteration. A policy is written as its three networks, `-` for the rules of thumb. `contest` tells what a
//! step was worth.

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

use clap::{Parser, Subcommand, ValueEnum};
use tractor_bot::players::tractor::policy::Policy;
use tractor_bot::players::tractor::trained::Network;
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

#[derive(Debug, Subcommand)]
enum Step {
    /// Labels decisions by what they bring, and fits the network of a file, or a new one, to that.
    Learn {
        kind: Kind,
        /// The file of the network, in floating point.
        network: PathBuf,
        /// How long labels are made.
        #[arg(long, default_value_t = 600)]
        seconds: u64,
        /// The seed of all deals: another one for every step.
        #[arg(long)]
        seed: u64,
        /// CALLS/KITTIES/PLAYS, each the file of a network or `-`.
        #[arg(long, default_value = "-/-/-", allow_hyphen_values = true)]
        policy: String,
        #[arg(long, default_value_t = 3)]
        epochs: u64,
    },
    /// Plays whole rounds between two policies, each deal twice.
    Contest {
        #[arg(allow_hyphen_values = true)]
        first: String,
        #[arg(allow_hyphen_values = true)]
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

fn main() {
    match Options::parse().step {
        Step::Learn {
            kind,
            network,
            seconds,
            seed,
            policy: names,
            epochs,
        } => {
            let label = match kind {
                Kind::Calls => declaring::calls,
                Kind::Kitties => declaring::kitties,
                Kind::Plays => playing::plays,
            };
            let samples = rounds::labels((seconds, seed), policy(&names), label);
            fit::fit(&network, epochs, samples, kind.features());
        }
        Step::Contest {
            first,
            second,
            pairs,
            seed,
        } => {
            contest::play(pairs, seed, [policy(&first), policy(&second)]);
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
