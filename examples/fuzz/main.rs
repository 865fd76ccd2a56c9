//! Hostile inputs for whatever reads what people and Discord send: nothing may panic, and nothing may ask for memory or
//! time without measure.
//!
//! ```text
//! cargo run --features tools --example fuzz -- all --inputs 200000 --seed 7
//! cargo run --features tools --example fuzz -- desk --seed 7 --from 123 --inputs 1
//! ```
//!
//! | target | what it gives |
//! |---|---|
//! | `desk` | what people type, press, choose and have completed, several requests in a row, to a desk with a table in play |
//! | `payloads` | messages and interactions as Discord sends them, and what processes hand to each other |
//!
//! Files of matches are damaged in `tests/table/mangled.rs`. Every input follows from the seed, the name of the target and
//! its number, by which one that breaks something is tried alone.

mod desk;
mod driver;
mod inputs;
mod payloads;
mod scenes;
#[path = "../../tests/browser/stage.rs"]
mod stage;
#[path = "../../tests/allocations/counting.rs"]
mod weight;

use std::process::ExitCode;

use clap::Parser;

use driver::{Target, Wish};
use weight::Weight;

/// Each with the most that one input may ask for: megabytes, and blocks. What a request costs, many of them cost more.
static TARGETS: [Target; 2] = [
    target("desk", desk::kit, desk::run, (256, 2_000_000), 1),
    target("payloads", payloads::kit, payloads::run, (8, 50_000), 4),
];

const fn target(
    name: &'static str,
    kit: fn() -> inputs::Kit,
    run: fn(&[u8]) -> bool,
    (megabytes, blocks): (u64, u64),
    share: u64,
) -> Target {
    let bytes = megabytes << 20;
    Target {
        name,
        kit,
        run,
        most: Weight { bytes, blocks },
        share,
    }
}

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
    /// The number of the first input
    #[arg(long, default_value_t = 0)]
    from: u64,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let all = options.target == "all";
    let wanted = TARGETS
        .iter()
        .filter(|target| all || target.name == options.target);
    let wanted: Vec<&'static Target> = wanted.collect();
    if wanted.is_empty() {
        eprintln!("fuzz: no target {:?}", options.target);
        return ExitCode::from(2);
    }
    let shares: u64 = wanted.iter().map(|target| target.share).sum();
    let mut clean = driver::finds_faults();
    for target in wanted {
        let wish = Wish {
            from: options.from,
            inputs: options.inputs * target.share / shares,
            seed: options.seed,
        };
        clean &= driver::attack(target, wish);
    }
    match clean {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}
