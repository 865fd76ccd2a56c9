//! Hostile inputs for everything that reads what somebody else has written: nothing may panic, and
//! nothing may ask for memory or time without measure.
//!
//! ```text
//! cargo run --release --example fuzz -- codes --inputs 1000000 --seed 7 --threads 2
//! cargo run --release --example fuzz -- all --inputs 100000000
//! cargo run --release --example fuzz -- codes --file /tmp/fuzz-codes-7-123
//! ```
//!
//! | target | what it gives |
//! |---|---|
//! | `codes` | the code of a button or menu and the values chosen in it, to the tap and what it does at a table |
//! | `words` | what can be typed, given to a slash command or completed, to tables of every game and phase |
//! | `payloads` | messages and interactions as Discord sends them, and what processes hand to each other |
//! | `replay` | the file of a finished match: pages, page for a browser, export |
//! | `restore` | journals, snapshots, archives, packed entries |
//! | `desk` | several requests in a row, to a desk with a table in play |
//!
//! Every input follows from the seed, the name of the target and its number; how many threads there
//! are changes nothing. Those that break something are written into files, which `--file` repeats.
//! `cargo test --example fuzz` tries a few thousand.

mod dice;
mod driver;
#[allow(dead_code, reason = "tests use the rest of it")]
#[path = "../../tests/store/files.rs"]
mod files;
mod inputs;
mod kept;
#[path = "../../tests/table/nowhere.rs"]
mod nowhere;
mod scenes;
mod targets;
#[cfg(test)]
mod tests;
mod trial;
#[path = "../../tests/allocations/counting.rs"]
mod weight;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use driver::Wish;
use targets::TARGETS;
use trial::{Target, give};

/// Tries hostile inputs.
#[derive(Debug, Parser)]
struct Options {
    /// Which target, or all
    target: String,
    /// How many inputs; all targets share them
    #[arg(long, default_value_t = 100_000)]
    inputs: u64,
    /// What the inputs follow from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// On how many threads
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=64))]
    threads: u64,
    /// Repeats the input of this file instead
    #[arg(long)]
    file: Option<PathBuf>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let all = options.target == "all";
    let wanted = TARGETS
        .iter()
        .filter(|target| all || target.name == options.target);
    let wanted: Vec<&Target> = wanted.collect();
    if wanted.is_empty() {
        eprintln!("fuzz: no target {:?}", options.target);
        return ExitCode::from(2);
    }
    let mut clean = true;
    for target in wanted {
        clean &= match &options.file {
            Some(file) => repeat(target, file),
            None => attack(target, &options, all),
        };
    }
    match clean {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Tries so many inputs, and tells what came of it; whether none broke anything.
fn attack(target: &Target, options: &Options, all: bool) -> bool {
    let wish = Wish {
        inputs: match all {
            true => options.inputs * target.share / 1_000,
            false => options.inputs,
        },
        seed: options.seed,
        threads: options.threads,
    };
    let report = driver::run(target, wish);
    println!("{:<9}{report}", target.name);
    if report.faults == 0 {
        return true;
    }
    let kit = (target.kit)();
    for (number, fault) in &report.kept {
        let file = driver::write(target, &kit, options.seed, *number);
        println!("  {}: {fault}", file.display());
    }
    false
}

fn repeat(target: &Target, file: &PathBuf) -> bool {
    let input = match std::fs::read(file) {
        Ok(input) => input,
        Err(error) => {
            eprintln!("{}: {error}", file.display());
            return false;
        }
    };
    let tried = give(target, &input);
    let fault = tried
        .fault
        .as_ref()
        .map_or_else(|| "no fault".to_owned(), ToString::to_string);
    println!("{}: accepted {}, {fault}", target.name, tried.accepted);
    println!(
        "{} bytes in {} blocks",
        tried.weight.bytes, tried.weight.blocks
    );
    tried.fault.is_none()
}
