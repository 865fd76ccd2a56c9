//! How much stronger one kind of computer player is than another, in levels a round.
//!
//! ```text
//! cargo run --release --example strength -- heuristic greedy 300
//! cargo run --release --example strength -- search heuristic 300 --seed 7
//! ```
//!
//! Every deal is played twice with the partnerships exchanged; the unit is the mean of both rounds.

mod duplicate;

use std::process::ExitCode;

use clap::Parser;
use duplicate::{Duel, Maker, mean};
use tractor_bot::chance::Seed;
use tractor_bot::game::RuleSet;
use tractor_bot::players::tractor::{Greedy, Heuristic, Lowest, Random, Search};
use tractor_bot::tractor::rules::Rules;

/// Two kinds of players and how many deals they play.
#[derive(Debug, Parser)]
struct Options {
    /// random, lowest, greedy, heuristic or search
    first: String,
    /// The other kind of player.
    second: String,
    /// How many deals, each of them played twice.
    #[arg(default_value_t = 300)]
    pairs: u32,
    /// The seed of all deals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A house rule, such as `throw_winner=all_units`; may be given several times.
    #[arg(long = "rule")]
    rules: Vec<String>,
}

fn main() -> ExitCode {
    match measure(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn measure(options: &Options) -> Result<(), String> {
    let mut rules = Rules::default();
    for rule in &options.rules {
        let (name, value) = rule.split_once('=').ok_or(format!("{rule}: NAME=VALUE"))?;
        rules.set(name, value).map_err(|error| error.to_string())?;
    }
    let kinds = [maker(&options.first)?, maker(&options.second)?];
    let mut duel = Duel::new(rules, Seed::from_number(options.seed), kinds);
    let (mut levels, mut points) = (Vec::new(), Vec::new());
    for number in 0..u64::from(options.pairs) {
        let pair = duel.pair(number);
        levels.push(pair.levels);
        points.extend(pair.points);
    }
    let (Options { first, second, .. }, pairs) = (options, options.pairs);
    println!("{first} against {second}, {pairs} deals played twice");
    let (level, around) = mean(&levels);
    println!("levels a round {level:+.3} ± {around:.3}");
    let (point, around) = mean(&points);
    println!("points a round {point:+.2} ± {around:.2}");
    for (name, pace) in [first, second].iter().zip(duel.paces) {
        let longest = pace.longest.as_secs_f64() * 1e3;
        println!(
            "{name}: {:.1} µs a play, {longest:.1} ms at most",
            pace.mean_us()
        );
    }
    Ok(())
}

fn maker(name: &str) -> Result<Maker, String> {
    Ok(match name {
        "random" => Box::new(|seed| Box::new(Random::new(seed))),
        "lowest" => Box::new(|_| Box::new(Lowest)),
        "greedy" => Box::new(|_| Box::new(Greedy)),
        "heuristic" => Box::new(|_| Box::new(Heuristic::default())),
        "search" => Box::new(|seed| Box::new(Search::new(seed))),
        _ => {
            return Err(format!(
                "{name} is no player: random, lowest, greedy, heuristic, search"
            ));
        }
    })
}
