//! What the seats of a table hold, and the words of a text in fields.

use serde_json::Value;
use tractor_bot::desk::Served;
use tractor_bot::game::Seat;
use tractor_bot::table::Table;

use crate::hands::held;

/// The cards of every seat, sorted.
pub type Hands = Vec<Vec<String>>;

pub fn hands<G: Served>(table: &Table<G>) -> Hands {
    let seats = table.occupants().count() as u8;
    let hand = |seat| {
        let seen = serde_json::to_value(table.game_view(seat)).expect("a view");
        let mut cards = Vec::new();
        held(&seen, &mut cards);
        cards.sort();
        cards
    };
    Seat::first(seats).map(hand).collect()
}

/// The words of all texts in the fields of a value, in their order.
pub fn words(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.extend(text.split_whitespace().map(str::to_owned)),
        Value::Array(items) => items.iter().for_each(|item| words(item, found)),
        Value::Object(fields) => {
            fields.values().for_each(|field| words(field, found));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
