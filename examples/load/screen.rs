//! What is on a person's screen, as far as the crowd reads it: which state of the table a message
//! shows, and which control comes next towards a play.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde_json::{Value, json};
use tractor_bot::command::Verb;
use tractor_bot::text::press::{PageKind, Press, Tap};
use tractor_bot::tractor::card::Card;

use crate::double::Seen;

/// The kinds of components.
const CONTAINER: u64 = 17;
const BUTTON: u64 = 2;
const MENU: u64 = 3;
/// The style of a button whose card is chosen.
const GREEN: u64 = 3;

fn inner(part: &Value) -> &[Value] {
    part["components"].as_array().map_or(&[], Vec::as_slice)
}

/// Buttons and menus, in rows, also where those lie in a container.
fn controls(components: &[Value]) -> impl Iterator<Item = &Value> {
    let rows = components.iter();
    let rows = rows.flat_map(|part| match part["type"] == CONTAINER {
        true => inner(part),
        false => std::slice::from_ref(part),
    });
    rows.flat_map(inner)
}

fn press(control: &Value) -> Option<Press> {
    Press::of_code(control["custom_id"].as_str()?)
}

/// What a message says of the table it is about.
#[derive(Clone, Copy)]
pub struct Shows {
    /// The position at which it was drawn.
    pub position: u64,
    /// It is the public message of the table: it offers everybody their own hand.
    pub is_board: bool,
    /// It is somebody's hand: it can be sorted, or has a button for every card.
    pub is_hand: bool,
}

/// Reads a message; `None` if it offers nothing for this table.
pub fn shows(components: &[Value], table: u64) -> Option<Shows> {
    let mut shows: Option<Shows> = None;
    let own = controls(components).filter_map(press);
    for Press { at, tap, .. } in own.filter(|press| press.table.0 == table) {
        let known = shows.get_or_insert(Shows {
            position: at.0,
            is_board: false,
            is_hand: false,
        });
        known.position = known.position.max(at.0);
        known.is_board |= matches!(tap, Tap::Show(PageKind::Hand | PageKind::More));
        known.is_hand |= matches!(tap, Tap::Sort | Tap::Select { .. });
    }
    shows
}

/// The id of the button that does this.
pub fn button(seen: &Seen, does: impl Fn(&Tap) -> bool) -> Option<String> {
    let on = controls(&seen.components).filter(|control| control["disabled"] != true);
    let mut buttons = on.filter(|control| control["type"] == BUTTON);
    let button = buttons.find(|control| press(control).is_some_and(|press| does(&press.tap)));
    Some(button?["custom_id"].as_str()?.to_owned())
}

/// A tap towards a play.
pub enum Step {
    /// The button with this id carries the cards.
    Press(String),
    /// The button with this id chooses a card.
    Tap(String),
    /// A choice in a menu, as the data of its interaction.
    Choose(Value),
}

/// The next tap towards playing or burying these cards from a hand; `None` if the hand offers none.
pub fn towards(hand: &Seen, verb: Verb, cards: &[Card]) -> Option<Step> {
    let mut wanted: Vec<String> = cards.iter().map(ToString::to_string).collect();
    wanted.sort();
    let carries = |tap: &Tap| matches!(tap, Tap::Act { verb: own, words } if *own == verb && unpacked(words) == wanted);
    if let Some(id) = button(hand, carries) {
        return Some(Step::Press(id));
    }
    if let Some(id) = choice(hand, &wanted) {
        return Some(Step::Tap(id));
    }
    let mut left = wanted.clone();
    for menu in controls(&hand.components).filter(|control| control["type"] == MENU) {
        let options = menu["options"].as_array().map_or(&[][..], Vec::as_slice);
        let mut values = Vec::new();
        for option in options {
            let value = option["value"].as_str().unwrap_or_default();
            let card = value.split('#').next().unwrap_or_default();
            if let Some(at) = left.iter().position(|own| own == card) {
                left.remove(at);
                values.push(value);
            }
        }
        let is_chosen = |option: &&Value| option["default"] == true;
        let chosen = options.iter().filter(is_chosen);
        let chosen: Vec<_> = chosen
            .filter_map(|option| option["value"].as_str())
            .collect();
        if chosen != values {
            return Some(Step::Choose(json!({
                "custom_id": menu["custom_id"], "component_type": MENU, "values": values, "id": menu["id"],
            })));
        }
    }
    None
}

/// The button of a card that is still to be chosen, or of one that is chosen and not wanted.
fn choice(hand: &Seen, wanted: &[String]) -> Option<String> {
    let buttons = controls(&hand.components).filter(|control| control["type"] == BUTTON);
    let mut chosen = BTreeMap::<String, usize>::new();
    let mut cards = Vec::new();
    for control in buttons {
        let Some(Tap::Select { card, more }) = press(control).map(|press| press.tap) else {
            continue;
        };
        let card = unpacked(&card).swap_remove(0);
        let is_chosen = control["style"] == GREEN;
        // Of both copies on one button the first is chosen while the second can be.
        let copies = match (is_chosen, more) {
            (false, _) => 0,
            (true, ..=-2) => 2,
            (true, _) => 1,
        };
        *chosen.entry(card.clone()).or_default() += copies;
        let id = control["custom_id"].as_str()?.to_owned();
        cards.push((card, is_chosen, more, id, control["disabled"] != true));
    }
    let asks = |card: &String| {
        let all = wanted.iter().filter(|other| *other == card);
        all.count().cmp(&chosen[card])
    };
    let mut on = cards.iter().filter(|(.., is_on)| *is_on);
    let next = on.find(|(card, is_chosen, more, ..)| match asks(card) {
        Ordering::Greater => *more > 0,
        Ordering::Less => *is_chosen,
        Ordering::Equal => false,
    });
    next.map(|(.., id, _)| id.clone())
}

/// The cards in the words of a press, two letters each; of a second copy they are small.
fn unpacked(words: &str) -> Vec<String> {
    let letters: Vec<char> = words.to_uppercase().chars().collect();
    let cards = letters
        .chunks(2)
        .map(|card| card.iter().collect::<String>());
    let mut cards: Vec<_> = cards.map(|card| card.replace('T', "10")).collect();
    cards.sort();
    cards
}
