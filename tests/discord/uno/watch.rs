//! Looks for cards of UNO in everything that the bot sends, and for who could read it.

use serde_json::Value;
use tractor_bot::game::Viewer;
use tractor_bot::table::PersonId;
use tractor_bot::uno::{Card, Uno};

use crate::hidden;
use crate::house::House;

/// Looks through payloads as they come.
#[derive(Default)]
pub struct Watch {
    watch: hidden::Watch,
    round: u32,
}

impl Watch {
    pub fn new() -> Self {
        Self::default()
    }

    pub const fn cards_seen(&self) -> usize {
        self.watch.cards_seen
    }

    /// Fails if a payload since the last look showed somebody a card that they could not know.
    pub fn look(&mut self, house: &House) {
        let sent = house.discord.outgoing();
        let handle = house.handle::<Uno>();
        let public = handle.view(Viewer::Public);
        let Some(game) = public.stage.game() else {
            return;
        };
        if game.round != self.round && game.playing().is_some() {
            self.round = game.round;
            self.watch.dealt();
        }
        let deal = &mut self.watch.deal;
        deal.open
            .extend(game.playing().map(|round| round.top.to_string()));
        // The hands of a round that is over lie open.
        if let Some(last) = game.history.last() {
            let hands = last.hands.iter().flat_map(|hand| hand.cards());
            deal.open.extend(hands.map(|card| card.to_string()));
        }
        for (person, held) in house.people.iter().zip(&mut deal.held) {
            let own = handle.view_of(PersonId(person.id.get()));
            if let Some(round) = own.stage.game().and_then(|game| game.playing()) {
                let shown = round.shown.iter().flat_map(|shown| &shown.cards);
                held.extend(round.hand.iter().chain(shown).map(Card::to_string));
            }
        }
        self.watch.check(house, &sent, named);
    }
}

fn named(body: &Value) -> Vec<String> {
    let mut cards = Vec::new();
    named_in(body, &mut cards);
    cards
}

/// All cards named anywhere in a body: as they are shown, on buttons and in menus.
fn named_in(body: &Value, cards: &mut Vec<String>) {
    match body {
        Value::String(text) => shown_in(text, cards),
        Value::Array(items) => items.iter().for_each(|item| named_in(item, cards)),
        Value::Object(fields) => {
            let code = fields.get("custom_id").and_then(Value::as_str);
            let typed = code.and_then(|code| {
                let mut split = [".play ", ".draft "]
                    .iter()
                    .filter_map(|kind| code.split_once(kind));
                Some(split.next()?.1)
            });
            let chosen = fields.get("value").and_then(Value::as_str);
            for words in typed.into_iter().chain(chosen) {
                let first = words.split(' ').next().unwrap_or_default();
                cards.extend(typed_card(first));
            }
            fields.values().for_each(|value| named_in(value, cards));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// `r5`, `g+2`, `w`: the codes of buttons; a letter alone is a colour.
fn typed_card(word: &str) -> Option<String> {
    let card = match word {
        "w" => "W".to_owned(),
        "+4" => "WF".to_owned(),
        word => word.to_uppercase().replace("+2", "D"),
    };
    card.parse::<Card>().ok().map(|card| card.to_string())
}

/// `🔴R5`, `🟢G ⊘ **7**`: a colour with faces behind it.
fn shown_in(text: &str, cards: &mut Vec<String>) {
    for (sign, letter) in [('🔴', 'R'), ('🟢', 'G'), ('🔵', 'B'), ('🟡', 'Y')] {
        for behind in text.split(sign).skip(1) {
            let Some(mut rest) = behind.strip_prefix(letter) else {
                continue;
            };
            loop {
                rest = rest.trim_start_matches([' ', '*']);
                let faces = [("⊘", 'S'), ("⇄", 'R'), ("+2", 'D')];
                let sign = faces.iter().find(|(sign, _)| rest.starts_with(sign));
                let face = match (sign, rest.chars().next()) {
                    (Some((_, face)), _) => *face,
                    (None, Some(digit)) if digit.is_ascii_digit() => digit,
                    _ => break,
                };
                rest = &rest[sign.map_or(1, |(sign, _)| sign.len())..];
                cards.push(format!("{letter}{face}"));
            }
        }
    }
}

#[test]
fn cards_are_found_however_they_are_written() {
    let body = serde_json::json!({
        "content": "On top: ★ → 🔵B\n🔴R 4 **9** ⇄\n🟡Y+2 (20)",
        "components": [{"custom_id": "a.b.play g+2 uno", "label": "UNO"}, {"custom_id": "a.b.play r"}, {"custom_id": "a.b.draft b7"}],
        "options": [{"value": "w b", "label": "x"}],
    });
    let mut cards = named(&body);
    cards.sort();
    assert_eq!(cards, ["B7", "GD", "R4", "R9", "RR", "W", "YD"]);
}
