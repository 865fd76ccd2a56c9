//! Looks for hidden cards in everything that the bot sends.

use std::collections::BTreeMap;

use serde_json::Value;
use tractor_bot::tractor::card::Card;
use tractor_bot::tractor::view::{PhaseView, View};

use crate::double::{Payload, Person};
use crate::house::House;

/// How many copies of each card somebody may know of.
type Known = BTreeMap<String, u8>;

/// Looks through payloads as they come.
pub struct Watch {
    looked_at: usize,
    /// What each person has held since the deal began: they know it for good.
    held: Vec<Known>,
    open: Known,
    pub cards_seen: usize,
}

impl Watch {
    pub fn new() -> Self {
        Self {
            looked_at: 0,
            held: vec![Known::new(); 4],
            open: Known::new(),
            cards_seen: 0,
        }
    }

    /// Looks at what is sent from now on.
    pub fn from_now_on(house: &House) -> Self {
        Self {
            looked_at: house.discord.outgoing().len(),
            ..Self::new()
        }
    }

    /// Forgets what was known: the cards are shuffled.
    pub fn shuffled(&mut self) {
        self.held = vec![Known::new(); 4];
        self.open.clear();
    }

    /// Fails if a payload since the last look showed somebody a card that they could not know.
    pub fn look(&mut self, house: &House) {
        let sent = house.discord.outgoing();
        for (person, held) in house.people.iter().zip(&mut self.held) {
            if let Some(view) = house.view(person).stage.game() {
                most(held, view.hand.iter().chain(view.buried.iter().flatten()));
            }
        }
        if let Some(view) = house.public().stage.game() {
            most(&mut self.open, open(view).iter());
        }
        // The commands are told before any cards are, with examples.
        let messages = sent[self.looked_at..].iter();
        for payload in messages.filter(|sent| !sent.request.path.contains("/commands")) {
            self.check(house, payload);
        }
        self.looked_at = sent.len();
    }

    fn check(&mut self, house: &House, payload: &Payload) {
        let shown = shown(&payload.request.body);
        self.cards_seen += shown.len();
        let readers = house.people.iter().zip(&self.held);
        let readers: Vec<_> = readers
            .filter(|(person, _)| payload.seen_by.contains(&person.id))
            .collect();
        for card in shown {
            let public = self.open.contains_key(&card);
            let knows = |(_, held): &(&Person, &Known)| held.contains_key(&card);
            let known = public || (readers.len() == 1 && readers.iter().all(knows));
            let names: Vec<_> = readers.iter().map(|(person, _)| &person.name).collect();
            assert!(
                known || payload.seen_by.is_empty(),
                "{card} was shown to {names:?} by {} {}: {}",
                payload.request.method,
                payload.request.path,
                payload.request.body
            );
        }
    }
}

/// Takes over the highest counts.
fn most<'a>(known: &mut Known, cards: impl Iterator<Item = &'a Card>) {
    let mut counts = Known::new();
    for card in cards {
        *counts.entry(card.to_string()).or_default() += 1;
    }
    for (card, count) in counts {
        let known = known.entry(card).or_default();
        *known = count.max(*known);
    }
}

/// The cards that lie open, or lay open in this round.
fn open(view: &View) -> Vec<Card> {
    let mut cards: Vec<Card> = view.flipped.clone();
    cards.extend(view.known.iter().flatten());
    cards.extend(
        view.calls
            .iter()
            .flat_map(|(_, call)| call.cards(view.level)),
    );
    let tricks = view.tricks.iter().chain(&view.parting);
    cards.extend(tricks.flat_map(|trick| trick.plays.iter().flatten()));
    let failed = |trick: &tractor_bot::tractor::view::TrickView| {
        trick.failed_throw.clone().unwrap_or_default()
    };
    cards.extend(view.tricks.iter().flat_map(failed));
    if let PhaseView::Playing { trick, .. } = &view.phase {
        cards.extend(trick.plays.iter().flatten());
        cards.extend(failed(trick));
    }
    if let Some(result) = view.history.last() {
        cards.extend(&result.kitty);
    }
    cards
}

/// All cards named anywhere in a body: `♠K`, groups such as `♠ A 10 4`, `8S`, `J+`.
fn shown(body: &Value) -> Vec<String> {
    let mut cards = Vec::new();
    match body {
        Value::String(text) => named(text, &mut cards),
        Value::Array(items) => cards.extend(items.iter().flat_map(shown)),
        Value::Object(fields) => cards.extend(fields.values().flat_map(shown)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
    cards
}

const RANKS: [&str; 14] = [
    "10", "A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2",
];

fn rank(text: &str) -> Option<(&'static str, &str)> {
    let rank = RANKS.iter().find(|rank| text.starts_with(**rank))?;
    let rest = &text[rank.len()..];
    Some((if *rank == "T" { "10" } else { rank }, rest))
}

fn named(text: &str, cards: &mut Vec<String>) {
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let suit = match first {
            '♠' => Some("S"),
            '♥' => Some("H"),
            '♣' => Some("C"),
            '♦' => Some("D"),
            _ => None,
        };
        if let Some(suit) = suit {
            rest = &rest[first.len_utf8()..];
            let mut next = rest.trim_start_matches([' ', '*', '`']);
            while let Some((rank, after)) = rank(next) {
                if after.starts_with(|c: char| c.is_alphanumeric() || "+-".contains(c)) {
                    break;
                }
                cards.push(format!("{rank}{suit}"));
                rest = after;
                next = after.trim_start_matches([' ', '`']);
            }
            continue;
        }
        if rest.starts_with("J+") || rest.starts_with("J-") {
            cards.push(rest[..2].to_owned());
            rest = &rest[2..];
            continue;
        }
        match rank(rest) {
            Some((rank, after)) if after.starts_with(['S', 'H', 'C', 'D']) => {
                cards.push(format!("{rank}{}", &after[..1]));
                rest = &after[1..];
            }
            _ => rest = &rest[first.len_utf8()..],
        }
    }
}

#[test]
fn cards_are_found_however_they_are_written() {
    let mut cards = Vec::new();
    named("♠ A 10 4 · `♥K` J+ 8S8STH, trump ♥ level 7", &mut cards);
    assert_eq!(cards, ["AS", "10S", "4S", "KH", "J+", "8S", "8S", "10H"]);
}
