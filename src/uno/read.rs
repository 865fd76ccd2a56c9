//! A match as it is read from its serde form.
//!
//! A match is kept between two rounds, and read from there alone. Decides which states make sense: one that
//! play does not lead to, and from which the rules could not go on, is refused.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::round::MOST_PLAYERS;
use super::score::MOST_ROUNDS;
use super::{Phase, Uno};
use crate::game::Seat;

/// The most points of a round: those of all cards of eight decks.
const MOST_POINTS: u32 = 8 * 1_240;

impl Serialize for Uno {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Uno {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let game = Self::deserialize(from)?;
        if !game.has_its_seats() {
            return Err(D::Error::custom("the seats do not fit"));
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
            Phase::Playing(_) => false,
            Phase::Over { places } => places.iter().all(|seat| seat.index() < seats),
        };
        phase
            && (1..=MOST_ROUNDS).contains(&(self.number as usize))
            && self.left.iter().all(|seat| seat.index() < seats)
            && self.scores.iter().all(|score| *score <= most)
    }
}
