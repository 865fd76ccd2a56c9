//! What a program answers: a line of JSON to an action.
//!
//! Decides what is understood, and what is said of an answer that cannot be used. The rules judge it
//! once more; whether a throw holds only they know.

use serde_json::{Map, Value};

use super::question::{Ask, open_calls};
use crate::players::tractor::Sight;
use crate::tractor::action::Action;
use crate::tractor::card::Card;
use crate::tractor::deck::KITTY;
use crate::tractor::follow::{Breach, Due};
use crate::tractor::hand::Hand;
use crate::tractor::shape::Lead;
use crate::tractor::view::View;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Useless {
    /// It is no answer to the question.
    Unreadable(String),
    Illegal(String),
}

/// The longest piece of an answer that is quoted, in characters.
const LONGEST_QUOTE: usize = 60;

/// The action that a line means; `None` is: no call.
pub(super) fn read(line: &str, view: &View, ask: Ask) -> Result<Option<Action>, Useless> {
    let word = match ask {
        Ask::Call => "call",
        Ask::Bury => "bury",
        Ask::Lead | Ask::Follow => "play",
    };
    let cards = cards(line, word).map_err(Useless::Unreadable)?;
    let illegal = |why| Useless::Illegal(why);
    match ask {
        Ask::Call => call(&cards, view).map_err(illegal),
        Ask::Bury => {
            let sight = Sight::of(view).ok_or_else(|| illegal("trump is open".to_owned()))?;
            pick(&sight, &cards).map_err(illegal)?;
            match cards.len() {
                KITTY => Ok(Some(Action::Bury(cards))),
                given => Err(illegal(format!("{KITTY} cards are buried, not {given}"))),
            }
        }
        Ask::Lead | Ask::Follow => {
            let sight = Sight::of(view).ok_or_else(|| illegal("trump is open".to_owned()))?;
            let play = pick(&sight, &cards).map_err(illegal)?;
            judge(&sight, play).map_err(illegal)?;
            Ok(Some(Action::Play(cards)))
        }
    }
}

/// The cards behind this word of an object.
fn cards(line: &str, word: &str) -> Result<Vec<Card>, String> {
    let quoted: String = line.chars().take(LONGEST_QUOTE).collect();
    let object: Map<String, Value> = serde_json::from_str(line)
        .map_err(|_| format!("{quoted:?} is not one JSON object on one line"))?;
    let Some(listed) = object.get(word) else {
        return Err(format!("{quoted:?} has no {word:?}, which was asked for"));
    };
    let Some(listed) = listed.as_array() else {
        return Err(format!("{word:?} is not a list of cards"));
    };
    let card = |card: &Value| {
        let name = card.as_str().unwrap_or_default();
        let named: String = card.to_string().chars().take(LONGEST_QUOTE).collect();
        let wrong =
            |_| format!("{named} is no card: cards are \"2C\" to \"AS\", \"J-\" and \"J+\"");
        name.parse::<Card>().map_err(wrong)
    };
    listed.iter().map(card).collect()
}

fn call(cards: &[Card], view: &View) -> Result<Option<Action>, String> {
    if cards.is_empty() {
        return Ok(None);
    }
    let mut wanted = cards.to_vec();
    wanted.sort_unstable();
    let open = open_calls(view).iter();
    let mut open = open.filter(|call| call.cards(view.level) == wanted);
    match open.next() {
        Some(call) => Ok(Some(Action::Call(*call))),
        None => Err("that call is not open to you: see \"open\"".to_owned()),
    }
}

/// The cards taken from the hand.
fn pick(sight: &Sight<'_>, cards: &[Card]) -> Result<Hand, String> {
    let picked = sight.hand.pick(sight.layout, cards);
    picked.map_err(|lacking| match lacking.held {
        0 => format!("you do not hold {}", lacking.card),
        1 => format!("you hold {} only once", lacking.card),
        _ => format!("you hold {} only twice", lacking.card),
    })
}

/// Whether the rules allow a play, as far as the player can know.
fn judge(sight: &Sight<'_>, play: Hand) -> Result<(), String> {
    if play.is_empty() {
        return Err("no cards are named".to_owned());
    }
    let Some(table) = sight.table() else {
        let one_suit = Lead::read(sight.layout, play).is_some();
        let mixed = || "a lead is of one suit, trumps being one".to_owned();
        return one_suit.then_some(()).ok_or_else(mixed);
    };
    let due = Due::of(sight.layout, sight.follow_rules(), &table.lead, sight.hand);
    due.check(sight.layout, play)
        .map_err(|breach| match breach {
            Breach::Count { due, given } => format!("{due} cards are due, not {given}"),
            Breach::Suit { due, given } => {
                format!("{due} cards of the led suit are due, you gave {given}")
            }
            Breach::Pairs { due, given } => {
                format!("{due} pairs of the led suit are due, you gave {given}")
            }
            Breach::Tractor { due } => format!("a tractor of {due} pairs of the led suit is due"),
        })
}
