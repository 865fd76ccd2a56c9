//! A referee for positions: reads JSON Lines on standard input and writes one verdict a line.
//!
//! ```text
//! cargo run --release --example referee -- FAMILY [--rule name=value …]
//! ```
//!
//! Each family names the fields that make up a position; everything else on a line is ignored, so
//! that lines which carry verdicts already can be judged as they are. An answer has the `id` of its
//! line. A line that is no position gets an answer with `error`, and the next one is read.

mod tractor;
mod ttt;
mod uno;

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::ExitCode;

use serde_json::{Map, Value};

/// The verdicts on a position, by name.
pub type Verdicts = Map<String, Value>;
/// Judges a position; the error says what is wrong with it.
pub type Judge = Box<dyn Fn(Value) -> Result<Verdicts, String>>;
/// A house rule and its value, as given on the command line.
pub type RuleValue = (String, String);

/// Makes a judge that follows these house rules.
type MakeJudge = fn(&[RuleValue]) -> Result<Judge, String>;

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
    let judge = match judge(std::env::args().skip(1)) {
        Ok(judge) => judge,
        Err(problem) => {
            let names: Vec<&str> = FAMILIES.iter().map(|(name, _)| *name).collect();
            eprintln!("{problem}");
            eprintln!("usage: referee FAMILY [--rule name=value …]");
            eprintln!("families: {}", names.join(", "));
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

fn judge(args: impl Iterator<Item = String>) -> Result<Judge, String> {
    let (mut family, mut rules) = (None, Vec::new());
    for arg in args {
        let word = arg.strip_prefix("--rule=").unwrap_or(&arg);
        if word == "--rule" {
            continue;
        } else if let Some((name, value)) = word.split_once('=') {
            rules.push((name.to_owned(), value.to_owned()));
        } else if family.replace(arg.clone()).is_some() {
            return Err(format!("one family at a time, not {arg:?} too"));
        }
    }
    let family = family.ok_or("which family?")?;
    let found = FAMILIES.iter().find(|(name, _)| *name == family);
    let (_, make) = found.ok_or_else(|| format!("no family {family:?}"))?;
    make(&rules)
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

fn answer(judge: &Judge, line: &[u8]) -> Verdicts {
    let position: Value = match serde_json::from_slice(line) {
        Ok(position) => position,
        Err(error) => return problem(format!("no JSON: {error}")),
    };
    let id = position.get("id").cloned();
    let mut verdicts = judge(position).unwrap_or_else(problem);
    if let Some(id) = id {
        verdicts.insert("id".to_owned(), id);
    }
    verdicts
}

fn problem(text: String) -> Verdicts {
    Map::from_iter([("error".to_owned(), Value::String(text))])
}
