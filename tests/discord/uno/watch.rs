//! Looks for cards of UNO in everything that the bot sends, and for who could read it.

use std::collections::BTreeSet;

use serde_json::Value;
use tractor_bot::game::Viewer;
use tractor_bot::table::PersonId;
use tractor_bot::uno::{Card, Uno};

use crate::double::Payload;
use crate::house::House;

/// Kinds of cards that somebody may know of.
type Known = BTreeSet<String>;

/// Looks through payloads as they come.
pub struct Watch {
    looked_at: usize,
    /// What each person has held, or was shown, since the deal.
    held: Vec<Known>,
    open: Known,
    /// The same for the round before: answers keep to the pace that Discord allows, so that the last
    /// ones may come when the next is dealt.
    before: (Vec<Known>, Known),
    round: u32,
    pub cards_seen: usize,
}

impl Watch {
    pub fn new() -> Self {
        Self {
            looked_at: 0,
            held: vec![Known::new(); 4],
            open: Known::new(),
            before: (vec![Known::new(); 4], Known::new()),
            round: 0,
            cards_seen: 0,
        }
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
            let held = std::mem::replace(&mut self.held, vec![Known::new(); 4]);
            self.before = (held, std::mem::take(&mut self.open));
        }
        self.open
            .extend(game.playing().map(|round| round.top.to_string()));
        // The hands of a round that is over lie open.
        if let Some(last) = game.history.last() {
            let hands = last.hands.iter().flat_map(|hand| hand.cards());
            self.open.extend(hands.map(|card| card.to_string()));
        }
        for (person, held) in house.people.iter().zip(&mut self.held) {
            let own = handle.view_of(PersonId(person.id.get()));
            if let Some(round) = own.stage.game().and_then(|game| game.playing()) {
                let shown = round.shown.iter().flat_map(|shown| &shown.cards);
                held.extend(round.hand.iter().chain(shown).map(Card::to_string));
            }
        }
        let messages = sent[self.looked_at..].iter();
        for payload in messages.filter(|sent| !sent.request.path.contains("/commands")) {
            self.check(house, payload);
        }
        self.looked_at = sent.len();
    }

    fn check(&mut self, house: &House, payload: &Payload) {
        let mut shown = Vec::new();
        named_in(&payload.request.body, &mut shown);
        self.cards_seen += shown.len();
        let people = house.people.iter().enumerate();
        let readers: Vec<_> = people
            .filter(|(_, person)| payload.seen_by.contains(&person.id))
            .collect();
        for card in shown {
            let knows = |held: &[Known], open: &Known| {
                let alone = readers.len() == 1 && held[readers[0].0].contains(&card);
                alone || open.contains(&card)
            };
            let late = knows(&self.before.0, &self.before.1);
            let names: Vec<_> = readers.iter().map(|(_, person)| &person.name).collect();
            assert!(
                knows(&self.held, &self.open) || late || payload.seen_by.is_empty(),
                "{card} was shown to {names:?} by {} {}: {}",
                payload.request.method,
                payload.request.path,
                payload.request.body
            );
        }
    }
}

/// All cards named anywhere in a body: as they are shown, on buttons and in menus.
fn named_in(body: &Value, cards: &mut Vec<String>) {
    match body {
        Value::String(text) => shown_in(text, cards),
        Value::Array(items) => items.iter().for_each(|item| named_in(item, cards)),
        Value::Object(fields) => {
            let code = fields.get("custom_id").and_then(Value::as_str);
            let typed = code.and_then(|code| Some(code.split_once(".aD")?.1));
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
        "components": [{"custom_id": "a.b.aDg+2 uno", "label": "UNO"}, {"custom_id": "a.b.aDr"}],
        "options": [{"value": "w b", "label": "x"}],
    });
    let mut cards = Vec::new();
    named_in(&body, &mut cards);
    cards.sort();
    assert_eq!(cards, ["GD", "R4", "R9", "RR", "W", "YD"]);
}
