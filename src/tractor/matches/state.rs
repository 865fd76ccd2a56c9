//! A match as it is written and read: whole, but for the results of its rounds.
//!
//! What is read has to fit together, so that nothing fails later. What follows from the rest is not written: the deck
//! of a deal, and what the plays on the table mean.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Phase, Tractor};
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
        let (layout, dealer, hands, record) = match &mut self.phase {
            Phase::Ready | Phase::Over(_) => return Some(self),
            Phase::Dealing(dealing) => {
                *dealing = dealing.read(deck, opening, &rules)?;
                return Some(self);
            }
            Phase::CallWindow(window) => return window.fits(deck, opening, &rules).then_some(self),
            Phase::Burying(burying, record) => {
                let fits = burying.fits(&rules) && record.tricks.is_empty();
                let burying = fits.then_some(*burying)?;
                (burying.layout(), burying.dealer(), *burying.hands(), record)
            }
            Phase::Overcalls(overcalls, record) => {
                *overcalls = overcalls
                    .read(&rules)
                    .filter(|_| record.tricks.is_empty())?;
                let playing = overcalls.playing();
                (playing.layout(), playing.dealer(), *playing.hands(), record)
            }
            Phase::Playing(playing, record) => {
                *playing = playing.read(&record.tricks, &rules)?;
                (playing.layout(), playing.dealer(), *playing.hands(), record)
            }
        };
        let fits = record.fits(layout, &hands, &rules) && self.dealer == Some(dealer);
        fits.then_some(self)
    }
}
