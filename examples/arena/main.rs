//! The arena: how strong one player is against another, over the same deals, and whether a player
//! keeps the rules.
//!
//! ```text
//! cargo run --release --features tools --example arena -- heuristic greedy --pairs 1000 --seed 77
//! cargo run --release --features tools --example arena -- search:20 'exec:python3 examples/players/simple.py' --pairs 50 --json
//! cargo run --release --features tools --example arena -- search heuristic --matches 20
//! cargo run --release --features tools --example arena -- --game uno heuristic random --pairs 1000
//! cargo run --release --features tools --example arena -- heuristic heuristic --any-rules --pairs 5000 --seed 3
//! ```
//!
//! Every deal of tractor is played twice with the partnerships exchanged, every deal of UNO once for
//! each turn of the seats; the unit of all intervals is the mean over one deal. With `--any-rules` every deal has house rules
//! of its own, and whoever breaks one, is late or missing, or panics, has the arena fail. A player is a level of
//! the table (`random`, `greedy`, …), `search:MS` with a budget in milliseconds a decision, or
//! `exec:COMMAND`, a program of your own.

mod clerk;
mod contestant;
mod figures;
mod matches;
mod mean;
mod options;
mod report;
#[cfg(test)]
mod tests;
mod threads;
mod tractor;
mod uno;

use std::process::ExitCode;

use clap::Parser as _;
use options::{Game, Options};

fn main() -> ExitCode {
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

/// What is printed, and whether the run counts as clean: under drawn house rules nobody may do what they must not.
fn run(options: &Options) -> Result<(String, bool), String> {
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
    let clean = outcome.conduct.iter().all(|conduct| conduct.is_clean());
    Ok((said, clean || !options.common.any_rules))
}
