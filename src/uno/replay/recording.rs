//! What is noted of a round while it is played.

use std::collections::BTreeMap;

use super::{Change, LastSeen, Outcome, Replay, SHOWN_RULES, words};
use crate::game::{RuleSet as _, Seat, SeatSet};
use crate::uno::event::{Direction, Event};
use crate::uno::hand::Hand;
use crate::uno::round::{MOST_PLAYERS, Round, Stage};
use crate::uno::{Card, Phase, Uno};

impl Replay {
    /// See [`Game::recording`](crate::game::Game::recording): a change is noted whenever somebody has
    /// something new to decide.
    pub(in crate::uno) fn see(&mut self, game: &Uno) -> Option<u32> {
        match &game.phase {
            Phase::Playing(round) => {
                let number = round.step + 1;
                let last = self.seen.as_ref().map_or(0, |seen| seen.turn_number);
                if self.round != game.number || last == 0 || number < last {
                    *self = Self::begun(game);
                }
                if number != last {
                    self.add(game, round);
                }
                None
            }
            Phase::Ready | Phase::Over { .. } if self.round == 0 => None,
            Phase::Ready | Phase::Over { .. } => self.end(game),
        }
    }

    fn begun(game: &Uno) -> Self {
        let rules = game.rules.entries().into_iter();
        let shown = rules.filter(|entry| SHOWN_RULES.contains(&entry.name));
        Self {
            round: game.number,
            rules: shown
                .map(|entry| (entry.name.to_owned(), entry.value))
                .collect(),
            order: game.order.clone(),
            turns: Vec::new(),
            result: None,
            seen: None,
        }
    }

    fn add(&mut self, game: &Uno, round: &Round) {
        let before = self.seen.take();
        let before = before.as_deref();
        let (kept, new) = news(before, &game.recent);
        let number = round.step + 1;
        let expected = before.map_or(1, |seen| seen.turn_number + 1);
        let laid = new.iter().rev().find_map(laid);
        let top = laid.or(before.map(|seen| seen.top));
        let pile = round.piles.draw.len() as u16;
        let hand = |seat: usize| before.map_or(Hand::EMPTY, |seen| seen.hands[seat]);
        let mut hands = BTreeMap::new();
        for seat in 0..MOST_PLAYERS {
            if hand(seat) != round.hands[seat] {
                let words = words::difference(&hand(seat), &round.hands[seat]);
                hands.insert(seat as u8, words);
            }
        }
        self.turns.push(Change {
            did: new.iter().filter_map(words::told).collect(),
            kept,
            more: number.saturating_sub(expected),
            top: Some(round.piles.top).filter(|card| top != Some(*card)),
            color: round
                .color
                .filter(|color| round.piles.top.color() != Some(*color)),
            turned: round.direction == Direction::Backward,
            turn: Some(round.turn).filter(|turn| before.is_none_or(|seen| seen.turn != *turn)),
            decides: match round.stage {
                Stage::Turn => "",
                Stage::Drawn(_) => "drawn",
                Stage::Color | Stage::StartColor => "color",
                Stage::Swap(_) => "swap",
            }
            .to_owned(),
            owed: round.owed,
            callable: round.bluff.is_some(),
            hands,
            pile: Some(pile).filter(|pile| before.is_none_or(|seen| seen.pile != *pile)),
            said: seats(round.said_uno),
            exposed: round.exposed,
            out: round.out.clone(),
            left: seats(game.left),
        });
        self.seen = Some(Box::new(LastSeen {
            turn_number: number,
            top: round.piles.top,
            turn: round.turn,
            hands: round.hands,
            pile,
            recent: game.recent.clone(),
        }));
    }

    /// Adds the result if the round is over; one that was given up is forgotten.
    fn end(&mut self, game: &Uno) -> Option<u32> {
        let last = game.history.last();
        let Some(result) = last.filter(|result| result.round == self.round) else {
            *self = Self::default();
            return None;
        };
        if self.result.is_none() {
            let (kept, new) = news(self.seen.take().as_deref(), &game.recent);
            self.result = Some(Outcome {
                did: new.iter().filter_map(words::told).collect(),
                kept,
                ..Outcome::of(result)
            });
        }
        Some(self.round)
    }
}

/// How many of the events told before are still told, and those told since.
fn news<'a>(before: Option<&LastSeen>, now: &'a [Event]) -> (u16, &'a [Event]) {
    let old = before.map_or(&[][..], |seen| &seen.recent);
    let begins = |from: &usize| now.starts_with(&old[*from..]);
    let from = (0..=old.len()).find(begins).unwrap_or(old.len());
    let kept = old.len() - from;
    (kept as u16, &now[kept..])
}

/// The card that an event puts on top.
fn laid(event: &Event) -> Option<Card> {
    use crate::uno::OpenEvent::{Dealt, Played};
    match event {
        Event::Open(Played { card, .. } | Dealt { start: card, .. }) => Some(*card),
        _ => None,
    }
}

fn seats(set: SeatSet) -> Vec<Seat> {
    set.iter().collect()
}
