//! What a finished round of UNO looked like: the table after each turn, and the result.
//!
//! Decides how it is kept: as JSON of what changed from turn to turn, some fifty bytes each, with
//! words of its own. Knows no rule: whose turn it was and what they owed stands in it. `recording` writes
//! it, `boards` reads it.

mod boards;
mod recording;
mod words;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::card::{self, Card, Color};
use super::event::Event;
use super::hand::Hand;
use super::round::MOST_PLAYERS;
use super::rules::Rules;
use super::score::{RoundEnd, RoundResult};
use crate::game::{RuleSet as _, Seat};

pub use boards::Board;

/// The house rules without which a page cannot be drawn.
const SHOWN_RULES: [&str; 3] = ["stack", "uno_call", "end"];

/// A round, as far as it was seen. A field that is missing in its JSON means none or 0.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Replay {
    /// The round, counted from 1; 0 while nothing was seen.
    pub round: u32,
    /// Those of the house rules that pages tell of, by name; one that is missing has its usual
    /// value.
    pub rules: BTreeMap<String, String>,
    /// All seats in the order of play.
    pub order: Vec<Seat>,
    /// The table after the deal and after each turn.
    pub turns: Vec<Change>,
    /// The result; none while the round is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Outcome>,
    /// The table as it was seen last, for finding out what changes.
    #[serde(skip)]
    seen: Option<Box<LastSeen>>,
}

/// What is new at the table. A field that is missing in its JSON means none, nobody or 0, unless it
/// says otherwise.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Change {
    /// What happened, in order; see [`words`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub did: Vec<String>,
    /// How many of the events before are still told, the latest of them.
    #[serde(skip_serializing_if = "is_zero")]
    pub kept: u16,
    /// By how much the number of the decision rose beyond one.
    #[serde(skip_serializing_if = "is_none")]
    pub more: u32,
    /// The top card, where it is not the one laid last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<Card>,
    /// The colour in force, where it is not that of the top card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<Color>,
    /// Whether the turn goes round against the order of play.
    #[serde(skip_serializing_if = "is_not")]
    pub turned: bool,
    /// Whose turn it is; missing means: as before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// What they have to decide: `drawn`, `color` or `swap`, else what to do in their turn.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub decides: String,
    /// Cards that they owe.
    #[serde(skip_serializing_if = "is_zero")]
    pub owed: u16,
    /// Whether the Wild Draw Four on top may be called a bluff.
    #[serde(skip_serializing_if = "is_not")]
    pub callable: bool,
    /// What came to hands and what left them, by seat: `-R5 +G2 +W`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hands: BTreeMap<u8, String>,
    /// The cards that can be drawn before the discards are shuffled; missing means: as before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pile: Option<u16>,
    /// Seats with one card that said UNO.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<Seat>,
    /// Who can be caught.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exposed: Option<Seat>,
    /// Who has no cards any more, in the order of places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub out: Vec<Seat>,
    /// Seats that left the match.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Seat>,
}

/// The result of a round, as it is shown.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Outcome {
    /// The round, counted from 1.
    #[serde(skip)]
    pub round: u32,
    /// What happened since the last turn that was noted; see [`words`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub did: Vec<String>,
    /// How many of the events before are still told, the latest of them.
    #[serde(skip_serializing_if = "is_zero")]
    pub kept: u16,
    /// How it ended: `blocked`, `abandoned`, else somebody laid their last card.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub how: String,
    /// Who played to the end, the winner first.
    pub places: Vec<Seat>,
    /// What each seat held at the end.
    pub hands: Vec<String>,
    /// What was added to the score of each seat.
    pub gained: Vec<u32>,
    /// The score of each seat after the round.
    pub scores: Vec<u32>,
}

/// The table as it was seen last.
#[derive(Debug, Clone, PartialEq)]
struct LastSeen {
    /// One more than the number of the decision.
    turn_number: u32,
    top: Card,
    turn: Seat,
    hands: [Hand; MOST_PLAYERS],
    pile: u16,
    recent: Vec<Event>,
}

fn is_zero(number: &u16) -> bool {
    *number == 0
}

fn is_none(number: &u32) -> bool {
    *number == 0
}

fn is_not(set: &bool) -> bool {
    !*set
}

impl Replay {
    /// The house rules as far as pages tell of them.
    pub fn rules(&self) -> Rules {
        let mut rules = Rules::OFFICIAL;
        for name in SHOWN_RULES {
            if let Some(value) = self.rules.get(name) {
                // A value that is not known any more changes little of what is shown.
                rules.set(name, value).ok();
            }
        }
        rules
    }

    /// The result with what the rest of the replay says.
    pub fn outcome(&self) -> Option<Outcome> {
        let outcome = self.result.clone()?;
        let round = self.round;
        Some(Outcome { round, ..outcome })
    }
}

impl Outcome {
    /// What is shown of a result.
    pub fn of(result: &RoundResult) -> Outcome {
        Outcome {
            round: result.round,
            did: Vec::new(),
            kept: 0,
            how: match result.end {
                RoundEnd::Out => "",
                RoundEnd::Blocked => "blocked",
                RoundEnd::Abandoned => "abandoned",
            }
            .to_owned(),
            places: result.places.clone(),
            hands: result
                .hands
                .iter()
                .map(|hand| card::notation(hand.cards()))
                .collect(),
            gained: result.gained.clone(),
            scores: result.scores.clone(),
        }
    }

    /// How it ended.
    pub fn end(&self) -> RoundEnd {
        match self.how.as_str() {
            "blocked" => RoundEnd::Blocked,
            "abandoned" => RoundEnd::Abandoned,
            _ => RoundEnd::Out,
        }
    }

    /// What each seat held at the end.
    pub fn held(&self) -> Vec<Hand> {
        self.hands.iter().map(|hand| words::hand(hand)).collect()
    }
}
