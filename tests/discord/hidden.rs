//! Looks for hidden cards in everything that the bot sends.

use std::collections::BTreeSet;
use std::mem::take;

use serde_json::Value;
use tractor_bot::tractor::card::Card;
use tractor_bot::tractor::view::{PhaseView, View};

use crate::double::Payload;
use crate::house::House;

/// Kinds of cards that somebody may know of.
pub type Known = BTreeSet<String>;

/// What is known of one deal.
#[derive(Default)]
pub struct Deal {
    /// What each person has held, or was shown: they know it for good.
    pub held: [Known; 4],
    pub open: Known,
}

impl Deal {
    /// Whether a card may be shown to these people.
    fn may_be_shown(&self, card: &str, readers: &[usize]) -> bool {
        let alone = matches!(readers, [one] if self.held[*one].contains(card));
        alone || self.open.contains(card)
    }
}

/// Looks through payloads as they come.
#[derive(Default)]
pub struct Watch {
    looked_at: usize,
    pub deal: Deal,
    /// The one before, where its last messages may come when the next is dealt.
    before: Deal,
    pub cards_seen: usize,
}

impl Watch {
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets what was known: the cards are shuffled.
    pub fn shuffled(&mut self) {
        self.deal = Deal::default();
    }

    /// The same, but answers keep to the pace that Discord allows: the last ones are still to come.
    pub fn dealt(&mut self) {
        self.before = take(&mut self.deal);
    }

    /// Fails if a payload since the last look showed somebody a card of tractor that they could not know.
    pub fn look(&mut self, house: &House) {
        let sent = house.discord.outgoing();
        for (person, held) in house.people.iter().zip(&mut self.deal.held) {
            if let Some(view) = house.view(person).stage.game() {
                let own = view.hand.iter().chain(view.buried.iter().flatten());
                held.extend(own.map(Card::to_string));
            }
        }
        if let Some(view) = house.public().stage.game() {
            self.deal
                .open
                .extend(open(view).iter().map(Card::to_string));
        }
        self.check(house, &sent, shown);
    }

    /// Fails if one of these payloads, but for those that were looked at, names somebody a card that they could not
    /// know. `named` finds the cards in a body.
    pub fn check(&mut self, house: &House, sent: &[Payload], named: fn(&Value) -> Vec<String>) {
        // The commands are told before any cards are, with examples.
        let messages = sent[self.looked_at..].iter();
        for payload in messages.filter(|sent| !sent.request.path.contains("/commands")) {
            let shown = named(&payload.request.body);
            self.cards_seen += shown.len();
            let reads = |at: &usize| payload.seen_by.contains(&house.people[*at].id);
            let readers: Vec<usize> = (0..house.people.len()).filter(reads).collect();
            for card in shown {
                let known =
                    [&self.deal, &self.before].map(|deal| deal.may_be_shown(&card, &readers));
                assert!(
                    known.contains(&true) || payload.seen_by.is_empty(),
                    "{card} was shown to {readers:?} by {} {}: {}",
                    payload.request.method,
                    payload.request.path,
                    payload.request.body
                );
            }
        }
        self.looked_at = sent.len();
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
