//! What people type at a table in the terminal, and what they are told: `fixtures/terminal.scripts`.

use std::process::{Command, Stdio};

use crate::console::Terminal;

#[test]
fn what_is_typed_is_answered() {
    let file = include_str!("../../fixtures/terminal.scripts");
    let mut problems = Vec::new();
    for section in file.split("\n== ").skip(1) {
        let (title, lines) = section.split_once('\n').expect("a title");
        let with = |sign: &'static str| {
            let lines = lines.lines();
            let own = lines.filter_map(move |line| line.strip_prefix(sign));
            own.map(|line| line.strip_prefix(' ').unwrap_or(line))
        };
        let arguments: Vec<&str> = with("$").flat_map(|line| line.split(' ')).collect();
        let mut terminal = Terminal::open(&arguments);
        with(">").for_each(|line| terminal.types(line));
        let said = terminal.leave();
        let mut rest = said.as_str();
        for expected in with("<") {
            match rest.split_once(expected) {
                Some((_, after)) => rest = after,
                None => problems.push(format!("{title}: never said {expected:?}\n{said}")),
            }
        }
        problems.extend(
            with("!")
                .filter(|never| said.contains(never))
                .map(|never| format!("{title}: said {never:?}\n{said}")),
        );
    }
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

#[test]
fn wrong_options_are_explained() {
    for (arguments, expected) in [
        ("--seats me", "you,simple"),
        ("--rule no_call", "no_call=redeal"),
        ("--deal-interval 9", "deal_interval"),
        ("--level 99", "at which both teams start, 2 to A"),
        ("ttt --level 6", "0, 1, 2, 3, 4, 5"),
        ("ttt --seats you,9", "0, 1, 2, 3, 4, 5"),
        ("uno --level 3", "random"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_tractor-bot"))
            .args(arguments.split(' '))
            .env("DATABASE_URL", "memory:")
            .env_remove("DISCORD_TOKEN")
            .stdin(Stdio::null())
            .output()
            .expect("the program runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{arguments}");
        assert!(told.contains(expected), "{arguments}: {told}");
    }
}
