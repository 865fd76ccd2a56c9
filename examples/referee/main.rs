//! A referee for positions: reads JSON Lines on standard input and writes one verdict a line.
//!
//! ```text
//! cargo run --release --features tools --example referee -- FAMILY [--rule NAME=VALUE …]
//! ```
//!
//! Each family names the fields that make up a position; everything else on a line is ignored, so
//! that lines which carry verdicts already can be judged as they are. An answer has the `id` of its
//! line. A line that is no position gets an answer with `error`, and the next one is read. The recorded verdicts of other
//! engines are put to it in `tests/rules`.

mod tractor;
mod ttt;
mod uno;

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tractor_bot::game::RuleSet;

/// Judges a position: its verdicts by name; the error says what is wrong with it.
pub type Judge = Box<dyn Fn(&Value) -> Result<Value, String>>;

/// Makes a judge that follows these house rules.
type MakeJudge = fn(&HouseRules) -> Result<Judge, String>;

/// Judges positions, a line of JSON each, from standard input.
#[derive(Parser)]
struct Options {
    /// What is judged
    family: String,
    #[command(flatten)]
    rules: HouseRules,
}

/// What is changed of the usual rules.
#[derive(Default, clap::Args)]
pub struct HouseRules {
    /// A house rule, such as follow_throw=pairs_only; may be given several times
    #[arg(long = "rule", value_name = "NAME=VALUE")]
    pub named: Vec<String>,
}

impl HouseRules {
    /// These rules with those that were named.
    fn of<R: RuleSet>(&self, mut rules: R) -> Result<R, String> {
        for rule in &self.named {
            let (name, value) = rule.split_once('=').ok_or(format!("{rule}: NAME=VALUE"))?;
            rules.set(name, value).map_err(|error| error.to_string())?;
        }
        Ok(rules)
    }
}

const FAMILIES: &[(&str, MakeJudge)] = &[
    ("order", tractor::order),
    ("decompose", tractor::decompose),
    ("follow", tractor::follow),
    ("winner", tractor::winner),
    ("throw", tractor::throw),
    ("uno-legal", uno::legal),
    ("uno-effects", uno::effects),
    ("uno-scores", uno::scores),
    ("uno-stacking", uno::stacking),
    ("uno-trace", uno::trace),
    ("ttt", ttt::ttt),
];

fn main() -> ExitCode {
    let Options { family, rules } = Options::parse();
    let judge = match judge(&family, &rules) {
        Ok(judge) => judge,
        Err(problem) => {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
    };
    match run(&judge, io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads the verdicts has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// The field of this name on a line; one that may be missing is an [`Option`].
fn field<T: DeserializeOwned>(line: &Value, name: &str) -> Result<T, String> {
    let value = line.get(name).unwrap_or(&Value::Null);
    T::deserialize(value).map_err(|error| format!("{name}: {error}"))
}

/// What stands for a suit or a colour on a line: one letter.
fn letter<T>(text: &str, read: fn(char) -> Option<T>, what: &str) -> Result<T, String> {
    let mut letters = text.chars();
    let found = match (letters.next(), letters.next()) {
        (Some(letter), None) => read(letter.to_ascii_uppercase()),
        _ => None,
    };
    found.ok_or_else(|| format!("{text:?} is no {what}"))
}

/// The judge of a family under these house rules.
///
/// # Errors
/// There is no such family, or a rule is not as its own.
pub fn judge(family: &str, rules: &HouseRules) -> Result<Judge, String> {
    let found = FAMILIES.iter().find(|(name, _)| *name == family);
    let (_, make) = found.ok_or_else(|| {
        let names: Vec<&str> = FAMILIES.iter().map(|(name, _)| *name).collect();
        format!("no family {family:?}: {}", names.join(", "))
    })?;
    make(rules)
}

/// Judges line after line. What is written is flushed whenever no further input waits.
fn run(judge: &Judge, input: impl io::Read, output: impl Write) -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut output = BufWriter::with_capacity(1 << 16, output);
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        serde_json::to_writer(&mut output, &answer(judge, &line))?;
        output.write_all(b"\n")?;
        if input.buffer().is_empty() {
            output.flush()?;
        }
        line.clear();
    }
    output.flush()
}

fn answer(judge: &Judge, line: &[u8]) -> Value {
    let position: Value = match serde_json::from_slice(line) {
        Ok(position) => position,
        Err(error) => return json!({"error": format!("no JSON: {error}")}),
    };
    let mut verdicts = judge(&position).unwrap_or_else(|problem| json!({"error": problem}));
    if let Some(id) = position.get("id") {
        verdicts["id"] = id.clone();
    }
    verdicts
}
