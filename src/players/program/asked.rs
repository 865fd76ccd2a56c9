//! What a game has to say so that programs can play it.
//!
//! Decides nothing: it is what the conversation with a program needs from a game.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::game::Game;

/// The version of the protocol. It rises when a field changes its meaning; new fields may come at any
/// time.
pub(super) const PROTOCOL: u32 = 1;

/// A game that programs play.
pub trait Asked: Game {
    /// What a program is asked for.
    type Ask: Copy;

    /// What tells one question that may be declined from another.
    type Moment: PartialEq + Send;

    /// Whether, and for what, a program is asked in this view.
    fn ask_of(view: &Self::View) -> Option<Self::Ask>;

    /// When it is, where it need not do anything: it is not asked again in the same moment.
    fn moment(view: &Self::View, ask: Self::Ask) -> Option<Self::Moment>;

    /// The question. `error` says what was wrong with the last answer.
    fn question(view: &Self::View, ask: Self::Ask, error: Option<&str>) -> AskedLine;

    /// The action that a line means; `None` is: none.
    ///
    /// # Errors
    /// What is wrong with the line.
    fn read(line: &str, view: &Self::View, ask: Self::Ask)
    -> Result<Option<Self::Action>, Useless>;

    /// What is played for a program that fails.
    fn stand_in(view: &Self::View) -> Option<Self::Action>;
}

/// A question as it is sent.
#[derive(Debug)]
pub struct AskedLine {
    /// The question, without the end of its line.
    pub line: String,
    /// A right answer.
    pub example: Value,
}

impl AskedLine {
    pub(super) fn of(question: &impl Serialize, example: Value) -> Self {
        let line = serde_json::to_string(question);
        Self {
            line: line.expect("a question has no map with keys that are no text"),
            example,
        }
    }
}

/// An answer that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Useless {
    /// It is no answer to the question.
    Unreadable(String),
    Illegal(String),
}

/// The longest piece of an answer that is quoted, in characters.
pub(super) const LONGEST_QUOTE: usize = 60;

/// An answer as one object that has this word.
pub(super) fn object(line: &str, word: &str) -> Result<Map<String, Value>, String> {
    let quoted: String = line.chars().take(LONGEST_QUOTE).collect();
    let object: Map<String, Value> = serde_json::from_str(line)
        .map_err(|_| format!("{quoted:?} is not one JSON object on one line"))?;
    match object.contains_key(word) {
        true => Ok(object),
        false => Err(format!("{quoted:?} has no {word:?}, which was asked for")),
    }
}
