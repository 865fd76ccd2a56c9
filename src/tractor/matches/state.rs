//! A match as it is written and read: whole, but for the results of its rounds.
//!
//! What is read has to fit together, so that nothing fails later. What follows from the rest is not written: the deck
//! of a deal, and what the plays on the table mean.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Fixed, Phase, Tractor};
use crate::tractor::hand::Layout;
use crate::tractor::seating::PLAYERS;

impl Serialize for Tractor {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Tractor::serialize(self, to)
    }
}

impl<'de> Deserialize<'de> for Tractor {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let read = Tractor::deserialize(from)?.read();
        read.ok_or_else(|| {
            D::Error::custom("seats, cards or numbers of this match do not fit together")
        })
    }
}

/// More than rounds, deals or turns are ever counted.
const MOST: u32 = 1 << 30;

impl Tractor {
    /// The same as it was read, complete; `None` where it cannot be.
    fn read(mut self) -> Option<Tractor> {
        let mut seats = self.dealer.into_iter().chain(self.offers.iter());
        let counted = self.round > 0 && self.round.max(self.attempt).max(self.turns) < MOST;
        let parting = self.parting.as_ref();
        let fits = counted
            && seats.all(|seat| seat.index() < PLAYERS)
            && self.contributions.iter().len() == PLAYERS
            && parting.is_none_or(|(trump, trick)| trick.fits(Layout::of(*trump)));
        if !fits {
            return None;
        }
        let (rules, opening, deck) = (self.rules, self.opening(), self.deck());
        let fits = match &mut self.phase {
            Phase::Ready | Phase::Over(_) => true,
            Phase::Dealing(dealing) => {
                *dealing = dealing.read(deck, opening, &rules)?;
                true
            }
            Phase::CallWindow(window) => window.fits(deck, opening, &rules),
            Phase::Burying(burying, record) => burying.fits(&rules) && record.tricks.is_empty(),
            Phase::Overcalls(overcalls, record) => {
                *overcalls = overcalls.read(&rules)?;
                record.tricks.is_empty()
            }
            Phase::Playing(playing, record) => {
                *playing = playing.read(&record.tricks, &rules)?;
                true
            }
        };
        let fits = fits
            && self.phase.fixed().is_none_or(|round| {
                let Fixed { layout, hands, .. } = round;
                round.record.fits(layout, hands, &rules) && self.dealer == Some(round.dealer)
            });
        fits.then_some(self)
    }
}
