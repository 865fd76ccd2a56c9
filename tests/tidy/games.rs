//! Games are listed in one place: what goes through all of them takes them from `for_each_game!`, so that the
//! next game is met by it, too.

use tractor_bot::game::GameKind;

use super::{files_below, root};

/// So many games within [`WINDOW`] lines are a list by hand.
const LISTED: usize = 3;
const WINDOW: usize = 6;

/// Lists by hand, and why they are.
const REASONED: &[(&str, &str)] = &[
    ("src/game.rs", "the list"),
    ("src/export/tests.rs", "how the kept matches ended"),
    ("src/text/statistics.rs", "a test of words that people type"),
    (
        "tests/every_game/main.rs",
        "numbers and names that never change",
    ),
    (
        "tests/store/sums.rs",
        "what was counted in matches that are written there",
    ),
];

/// Whether a piece of code names this game as one of several: by its variant, its name, or as a type.
fn names(code: &str, game: GameKind) -> bool {
    let forms = [
        format!("GameKind::{game:?}"),
        format!("AnyTable::{game:?}"),
        format!("{:?}", game.name()),
        format!("::<{game:?}>"),
    ];
    forms.iter().any(|form| {
        let ends =
            |at: usize| !code[at + form.len()..].starts_with(|sign: char| sign.is_alphanumeric());
        code.match_indices(form.as_str()).any(|(at, _)| ends(at))
    })
}

/// The lines of a text where a list of games begins.
fn lists(text: &str) -> Vec<usize> {
    let is_comment = |line: &str| line.trim_start().starts_with("//");
    let lines = text
        .lines()
        .map(|line| if is_comment(line) { "" } else { line });
    let lines: Vec<&str> = lines.collect();
    let begins = |at: &usize| {
        let window = lines[*at..].iter().take(WINDOW).copied();
        let window = window.collect::<Vec<_>>().join("\n");
        let listed = GameKind::ALL
            .into_iter()
            .filter(|game| names(&window, *game));
        listed.count() >= LISTED
    };
    (0..lines.len()).filter(begins).map(|at| at + 1).collect()
}

#[test]
fn games_are_not_listed_by_hand() {
    let list = "for game in [GameKind::Tractor,\n    GameKind::Uno, GameKind::TicTacToe] {";
    assert_eq!(lists(list), [1], "one that is seen");
    let mut found = Vec::new();
    for folder in ["src", "tests", "examples", "benches"] {
        for path in files_below(&root().join(folder)) {
            let name = path.strip_prefix(root()).expect("below it");
            let name = name.display().to_string();
            if REASONED.iter().any(|(known, _)| name == *known) || name == file!() {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a source file");
            found.extend(lists(&text).first().map(|line| format!("{name}:{line}")));
        }
    }
    assert!(
        found.is_empty(),
        "these list games by hand; take them from `for_each_game!` or `GameKind::ALL`, or say in \
         `REASONED` why not:\n{}",
        found.join("\n")
    );
}
