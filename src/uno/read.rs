//! A match as it is read from its serde form.
//!
//! Decides which states make sense: one that play does not lead to, and from which the rules could not go
//! on, is refused.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::card::Card;
use super::hand::Hand;
use super::round::{Circle, MOST_PLAYERS, Round};
use super::score::MOST_ROUNDS;
use super::{Phase, Uno};
use crate::game::{Seat, SeatSet};

/// The most decks of a round.
const MOST_DECKS: usize = 8;
/// The most points of a round: those of all cards.
const MOST_POINTS: u32 = 1_240 * MOST_DECKS as u32;

impl Serialize for Uno {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Uno {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut game = Self::deserialize(from)?;
        if !game.has_its_seats() {
            return Err(D::Error::custom("the seats do not fit"));
        }
        if let Phase::Playing(round) = &mut game.phase {
            round.rules = game.rules;
            round.circle = Circle::new(&game.order);
            // Room for all cards, as after a deal.
            round.piles.discards.reserve(108 * MOST_DECKS);
        }
        let makes_sense = game.makes_sense();
        makes_sense
            .then_some(game)
            .ok_or_else(|| D::Error::custom("play does not lead there"))
    }
}

impl Uno {
    /// Whether every list by seat is about the same seats.
    fn has_its_seats(&self) -> bool {
        let seats = self.scores.len();
        let mut order = self.order.clone();
        order.sort_unstable();
        (2..=MOST_PLAYERS).contains(&seats)
            && order.into_iter().eq(Seat::first(seats as u8))
            && self.contributions.iter().len() == seats
    }

    fn makes_sense(&self) -> bool {
        let seats = self.scores.len();
        let most = MOST_POINTS * MOST_ROUNDS as u32;
        let phase = match &self.phase {
            Phase::Ready => self.playing().len() > 1,
            Phase::Playing(round) => round.makes_sense(self.playing()),
            Phase::Over { places } => places.iter().all(|seat| seat.index() < seats),
        };
        phase
            && (1..=MOST_ROUNDS).contains(&(self.number as usize))
            && self.left.iter().all(|seat| seat.index() < seats)
            && self.scores.iter().all(|score| *score <= most)
    }
}

impl Round {
    /// `playing` are the seats that have not left.
    fn makes_sense(&self, playing: SeatSet) -> bool {
        let named = [self.turn].into_iter().chain(self.exposed);
        let named = named.chain(self.last_play.map(|(seat, _)| seat));
        let named = named.chain(self.said_uno.iter().chain(self.out.iter().copied()));
        let shown = self.shown.map(|shown| [shown.to, shown.bluff.by]);
        let named = named.chain(shown.into_iter().flatten());
        let mut named = named.chain(self.bluff.map(|bluff| bluff.by));
        let mut counted = self.counted.iter().flatten();
        // A few more of anything that is counted do not overflow either.
        let small = self.owed < u16::MAX / 2 && self.step < u32::MAX / 2;
        named.all(|seat| self.circle.seats().contains(&seat))
            && playing.contains(self.turn)
            && self.active.len() > 1
            && self.active.iter().all(|seat| playing.contains(seat))
            && counted.all(|points| *points <= MOST_POINTS)
            && small
            && self.idle.max(self.passed) < u8::MAX
            && self.has_whole_decks()
    }

    fn has_whole_decks(&self) -> bool {
        let piles = &self.piles;
        let piled = piles.draw.iter().chain(&piles.discards).chain([&piles.top]);
        let mut counts = [0; Card::KINDS];
        let held = self.hands.iter().flat_map(Hand::cards);
        for card in held.chain(piled.copied()) {
            counts[card.index()] += 1;
        }
        let decks = counts[Card::WILD.index()] / usize::from(Card::WILD.copies());
        (1..=MOST_DECKS).contains(&decks)
            && Card::all().all(|card| counts[card.index()] == decks * usize::from(card.copies()))
    }
}
