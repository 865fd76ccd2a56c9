//! Whether a Wild Draw Four was a bluff, and whether calling it pays.
//!
//! The odds are those of the hand: how many cards it has, what its seat showed to lack, and how much
//! of the colour nobody has seen yet. How often people bluff is a guess, and the same for everybody.

use crate::game::Seat;
use crate::uno::card::{Card, Color, Kinds};
use crate::uno::legal::fitting;
use crate::uno::rules::{AfterCall, BluffTest, Rules};
use crate::uno::signs::Lacks;

/// How often somebody who could lay something else lays a Wild Draw Four, and how often if whoever
/// has to draw then is about to win.
const BLUFFS: f64 = 0.05;
const BLUFFS_IN_NEED: f64 = 0.3;
/// How often somebody who may lay it honestly does.
const HONEST: f64 = 0.6;

/// A Wild Draw Four on top that may be called.
#[derive(Debug, Clone, Copy)]
pub(super) struct Suspicion<'a> {
    pub(super) rules: &'a Rules,
    /// Who laid it, how many cards are left there, and what that seat showed to lack.
    pub(super) by: Seat,
    pub(super) held: u16,
    pub(super) lacks: &'a Lacks,
    /// What it was laid on.
    pub(super) color: Color,
    pub(super) below: Card,
    /// How many cards the victim holds, and how many are owed.
    pub(super) own: u16,
    pub(super) owed: u16,
    /// How many others play.
    pub(super) others: u16,
}

impl Suspicion<'_> {
    /// The probability of a bluff; `unseen` are the cards that may be in the hand, by kind.
    pub(super) fn guilt(&self, unseen: &[u8; Card::KINDS]) -> f64 {
        let count = |kinds: Kinds| -> u32 {
            kinds
                .iter()
                .map(|card| u32::from(unseen[card.index()]))
                .sum()
        };
        let all: u32 = unseen.iter().map(|count| u32::from(*count)).sum();
        let telling = match self.rules.bluff_test {
            BluffTest::Colour => Kinds::of_color(self.color),
            BluffTest::AnyPlayable => fitting(self.below, self.color) - Kinds::WILD_DRAW_FOUR,
        };
        let slots = self.lacks.most_of(self.color, self.held);
        self.guilt_of(f64::from(count(telling)) / f64::from(all.max(1)), slots)
    }

    /// The same where a share of the cards in each of so many places would tell.
    pub(super) fn guilt_of(&self, share: f64, slots: u16) -> f64 {
        let has = 1.0 - (1.0 - share).powi(i32::from(slots));
        let bluffs = if self.own <= 2 {
            BLUFFS_IN_NEED
        } else {
            BLUFFS
        };
        let (guilty, innocent) = (has * bluffs, (1.0 - has) * HONEST);
        guilty / (guilty + innocent).max(f64::MIN_POSITIVE)
    }

    /// Whether calling is better than drawing, at this probability of a bluff. All is counted in
    /// cards: those owed, two more for a wrong call, those that the bluffer draws (which help the
    /// caller as one of all others, and more if the bluffer is about to win), and a turn.
    pub(super) fn call_pays(&self, guilt: f64) -> bool {
        let owed = f64::from(self.owed);
        let turn = match self.rules.after_call {
            AfterCall::Caller => 1.5,
            AfterCall::Next => 0.0,
        };
        let harm = match self.held {
            0..=1 => 0.8,
            2 => 0.6,
            _ => 1.0 / f64::from(self.others.max(1)),
        };
        guilt * (owed + turn + harm * owed) > (1.0 - guilt) * 2.0
    }
}
