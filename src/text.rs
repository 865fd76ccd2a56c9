//! Words to actions and views to pages, in every language.
//!
//! Decides how input is parsed (`words`, `cards`), what a page shows and in which order, and its
//! sentences (`locales/<locale>/*.ftl`). Receives views and notices for one viewer, never a game;
//! knows no Discord message, no terminal and no clock. A game implements [`voice::Voice`].

#[macro_use]
pub mod locale;
pub mod cards;
pub mod context;
pub mod cups;
pub mod daily;
pub mod draft;
pub mod duel;
pub mod faced;
pub mod faces;
pub mod form;
pub mod glossary;
pub mod help;
pub mod length;
pub mod looks;
pub mod markup;
pub mod page;
pub mod press;
pub mod profile;
pub mod ratings;
pub mod replay;
pub mod rooms;
pub mod scene;
pub mod settings;
pub mod statistics;
pub mod strangers;
pub mod table;
pub mod tell;
pub mod tictactoe;
pub mod topic;
pub mod tractor;
pub mod trouble;
pub mod typed;
pub mod uno;
pub mod voice;
pub mod words;

/// The lines of a file of `fixtures/words`: what somebody writes, as a string of JSON, and what is read or shown for it.
#[cfg(test)]
fn cases(name: &str) -> Vec<(String, String)> {
    let path = format!("{}/fixtures/words/{name}.cases", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a file of cases");
    let case = |line: &str| {
        let (words, expected) = line.split_once(" =>").expect("words and what they mean");
        let words: String = serde_json::from_str(words).expect("a string of JSON");
        (words, expected.trim_start().to_owned())
    };
    let lines = text.lines().filter(|line| line.starts_with('"'));
    lines.map(case).collect()
}
