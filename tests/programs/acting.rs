//! What the program does that a test starts: this test itself, with the way to act as its first argument, and
//! perhaps an address behind it where it reports its number and its folder.

use std::io::{BufRead as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, ExitCode};

use serde_json::{Value, json};
use tractor_bot::players::program::LONGEST_ANSWER;

/// The first argument of the program that is started.
pub const ACTS: &str = "acts-as-a-program";

/// The argument of this test as a process that cannot be a guard.
pub const UNGUARDED: &str = "without-a-guard";

/// Tells whoever listens there what this process is. The connection ends with the process.
fn report(address: &str) -> TcpStream {
    let mut told = TcpStream::connect(address).expect("somebody listens");
    let folder = std::env::var("TMPDIR").unwrap_or_default();
    writeln!(told, "{} {folder}", std::process::id()).expect("somebody reads");
    told
}

/// Waits for ever, whatever becomes of standard input.
fn linger(mut told: TcpStream) {
    std::io::copy(&mut told, &mut std::io::sink()).ok();
}

/// Starts this program once more, which reports and lingers, and is not waited for.
fn leave(way: &str, address: &str, own_group: bool) {
    let program = std::env::current_exe().expect("this program");
    let mut other = Command::new(program);
    other.args([ACTS, way, address]);
    #[cfg(unix)]
    if own_group {
        std::os::unix::process::CommandExt::process_group(&mut other, 0);
    }
    let other = other.spawn();
    std::mem::drop(other.expect("it runs"));
}

/// How often a program that goes on in another process does so: for longer than it is let, and not for ever.
const GENERATIONS: u32 = 3_000;

/// Goes on in another process, in a group of its own, and ends itself.
fn go_on(mark: &str, left: u32) {
    let program = std::env::current_exe().expect("this program");
    let mut next = Command::new(program);
    next.args([ACTS, "goes-on", mark, &left.to_string()]);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut next, 0);
    next.spawn().ok();
}

pub fn act(way: &str, rest: &[&str]) -> ExitCode {
    if let ("goes-on", [mark, left]) = (way, rest) {
        let left: u32 = left.parse().expect("a number");
        if left > 0 {
            go_on(mark, left - 1);
        }
        return ExitCode::SUCCESS;
    }
    if let ("multiplies", [mark]) = (way, rest) {
        go_on(mark, GENERATIONS);
        return answer_questions(way);
    }
    let told = rest.first().map(|address| report(address));
    match (way, told, rest) {
        ("thinks" | "lingers", Some(told), _) => {
            linger(told);
            ExitCode::SUCCESS
        }
        // It ends at once, so that the other has no parent.
        ("parts", Some(_), [address]) => {
            leave("lingers", address, true);
            ExitCode::SUCCESS
        }
        #[cfg(target_os = "linux")]
        ("peeks", Some(told), _) => {
            crate::held::peek(told);
            ExitCode::SUCCESS
        }
        (_, told, _) => {
            if let ("leaves" | "stays", [address]) = (way, rest) {
                leave("lingers", address, false);
                if way == "leaves" {
                    leave("lingers", address, true);
                    leave("parts", address, true);
                }
            }
            let ended = answer_questions(way);
            if let ("leaves" | "stays", Some(told)) = (way, told) {
                linger(told);
            }
            ended
        }
    }
}

fn answer_questions(way: &str) -> ExitCode {
    let (input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    for (number, line) in input.lines().enumerate() {
        let question: Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
        if way == "ends" && number == 3 {
            eprintln!("a last word");
            return ExitCode::from(3);
        }
        let Some(answer) = answer(way, &question) else {
            continue;
        };
        let said = writeln!(output, "{answer}").and_then(|()| output.flush());
        if said.is_err() {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn answer(way: &str, question: &Value) -> Option<String> {
    let example = question["example"].to_string();
    let plays = matches!(question["ask"].as_str(), Some("lead" | "follow"));
    // The question tells what was wrong with the answer before, if anything was.
    let told = !question["error"].is_null();
    Some(match way {
        "silent" => return None,
        "nonsense" if !told => "I don't know".to_owned(),
        "illegal" if plays && !told => json!({ "play": ["J+", "J+", "J+"] }).to_string(),
        "endless" => "x".repeat(2 * LONGEST_ANSWER),
        "calls" => match &question["open"][0] {
            Value::Null => example,
            open => json!({ "call": open }).to_string(),
        },
        "complains" => {
            eprintln!("{}", "complaint ".repeat(20_000));
            example
        }
        "secrets"
            if ["DISCORD_TOKEN", "DATABASE_URL"]
                .map(std::env::var)
                .iter()
                .any(Result::is_ok) =>
        {
            "leak".to_owned()
        }
        #[cfg(target_os = "linux")]
        "takes" => crate::held::took_more_than_its_share().unwrap_or(example),
        _ => example,
    })
}
