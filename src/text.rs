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
pub mod duel;
pub mod faces;
pub mod form;
pub mod help;
pub mod looks;
pub mod markup;
pub mod page;
pub mod press;
pub mod profile;
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

use crate::art::Icon;
use crate::cards::Suit;
use crate::command::{Name, Verb};
use crate::game::{GameKind, Seat};
use crate::table::{PersonId, Player, Skill, StageView, TableKey, TableView};
use context::{RenderContext, Surface, TableContext};
use faces::Emoji;
use locale::{Fact, Locale, Sentences};
use looks::CardLook;
use page::{Control, Page, PageKind, Style};
use press::Line;
use serde::Serialize;
use serde_json::{Value, json};
use table::{game_name, who};
use tell::Told;
use topic::Topic;
use voice::Voice;
use words::{ParseError, clean, means, quotable};

/// The lines of a file of `fixtures/words`, or of a section of one: what somebody writes, as a string of JSON, and what is
/// read or shown for it, as it is or as a string.
#[cfg(test)]
pub(crate) fn cases(name: &str) -> Vec<(String, String)> {
    let (file, section) = name.split_once('/').unwrap_or((name, ""));
    let path = format!("{}/fixtures/words/{file}.cases", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a file of cases");
    let named = |part: &&str| section.is_empty() || part.lines().next() == Some(section);
    let lines = text.split("\n== ").find(named).expect("a section").lines();
    let case = |line: &str| {
        let (words, expected) = line.split_once(" =>").expect("words and what they mean");
        let words: String = serde_json::from_str(words).expect("a string of JSON");
        let expected = expected.trim_start();
        let read = serde_json::from_str(expected);
        (words, read.unwrap_or_else(|_| expected.to_owned()))
    };
    let cases: Vec<_> = lines
        .filter(|line| line.starts_with('"'))
        .map(case)
        .collect();
    assert!(!cases.is_empty(), "{name}");
    cases
}
