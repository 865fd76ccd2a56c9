//! The arena: how strong one player is against another, over the same deals, and whether a player
//! keeps the rules.
//!
//! ```text
//! cargo run --release --example arena -- heuristic greedy --pairs 1000 --seed 77
//! cargo run --release --example arena -- search:20 'exec:python3 examples/players/simple.py' --pairs 50 --json
//! cargo run --release --example arena -- search heuristic --matches 20
//! cargo run --release --example arena -- --game uno heuristic random --pairs 1000
//! cargo run --release --example arena -- soak heuristic --decisions 1000000 --seed 3
//! cargo run --release --example arena -- soak search --game uno --decisions 100000
//! ```
//!
//! Every deal of tractor is played twice with the partnerships exchanged, every deal of UNO once for
//! each turn of the seats; the unit of all intervals is the mean over one deal. A player is a level of
//! the table (`random`, `greedy`, …), `search:MS` with a budget in milliseconds a decision, or
//! `exec:COMMAND`, a program of your own.

mod clerk;
mod contestant;
mod figures;
mod matches;
mod mean;
mod options;
mod report;
mod soak;
#[cfg(test)]
mod tests;
mod threads;
mod tractor;
mod uno;

use std::process::ExitCode;

use clap::Parser as _;
use options::{Game, Mode, Options};
use tractor_bot::players::program::stand_guard;

fn main() -> ExitCode {
    if let Some(ended) = stand_guard() {
        return ended;
    }
    match run(&Options::parse()) {
        Ok((said, clean)) => {
            println!("{said}");
            if clean {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(problem) => {
            eprintln!("arena: {problem}");
            ExitCode::from(2)
        }
    }
}

/// What is printed, and whether a soak was without faults; other runs count faults and go on.
fn run(options: &Options) -> Result<(String, bool), String> {
    if let Some(Mode::Soak(soak)) = &options.mode {
        let soaked = soak::soak(soak)?;
        return Ok((soaked.to_string(), soaked.conduct.is_clean()));
    }
    let duel = options.duel()?;
    let outcome = match (options.game, options.matches) {
        (Game::Tractor, None) => tractor::duel(&duel)?,
        (Game::Tractor, Some(matches)) => matches::duel(&duel, matches)?,
        (Game::Uno, None) => uno::duel(&duel, options.seats)?,
        (Game::Uno, Some(_)) => return Err("--matches is for tractor".to_owned()),
    };
    let said = match options.json {
        true => report::json(&duel, &outcome),
        false => report::text(&duel, &outcome),
    };
    Ok((said, true))
}
