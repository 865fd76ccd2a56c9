//! What the program does that a test starts: this test itself, with the way to act as its first argument, and
//! perhaps an address behind it where it reports its number.

use std::io::{BufRead as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, ExitCode};

use serde_json::{Value, json};
use tractor_bot::players::program::LONGEST_ANSWER;

/// The first argument of the program that is started.
pub const ACTS: &str = "acts-as-a-program";

/// Tells whoever listens there what this process is. The connection ends with the process.
fn report(address: &str) -> TcpStream {
    let mut told = TcpStream::connect(address).expect("somebody listens");
    writeln!(told, "{}", std::process::id()).expect("somebody reads");
    told
}

/// Waits for ever, whatever becomes of standard input.
fn linger(mut told: TcpStream) {
    std::io::copy(&mut told, &mut std::io::sink()).ok();
}

pub fn act(way: &str, rest: &[&str]) -> ExitCode {
    // Who is asked is known to whoever ends what a bot leaves behind.
    if way == "stays" {
        std::io::stdin().lock().fill_buf().expect("a question");
    }
    let told = rest.first().map(|address| report(address));
    match (way, told, rest) {
        ("thinks" | "lingers", Some(told), _) => {
            linger(told);
            ExitCode::SUCCESS
        }
        ("stays", Some(told), [address]) => {
            let program = std::env::current_exe().expect("this program");
            let other = Command::new(program)
                .args([ACTS, "lingers", address])
                .spawn();
            std::mem::drop(other.expect("it runs"));
            let ended = answer_questions(way);
            linger(told);
            ended
        }
        (_, _told, _) => answer_questions(way),
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
        "calls" => {
            let phases = question["view"]["phase"].as_object().into_iter();
            let open = phases.flatten().find_map(|(_, phase)| phase["open"].get(0));
            open.map_or(example, |call| json!({ "call": call }).to_string())
        }
        "complains" => {
            eprintln!("{}", "complaint ".repeat(20_000));
            example
        }
        "secrets" if std::env::vars_os().any(|(name, _)| name != "PATH") => "leak".to_owned(),
        _ => example,
    })
}
