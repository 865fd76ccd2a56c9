//! Throws (甩牌): which units of a lead stand, and what is led when one of them does not.
//!
//! Decides the outcome of a lead of several units from the other hands. Knows no turn, no penalty
//! and no table: seats are counted from the leader.

use super::hand::{Hand, Layout, highest};
use super::rules::ThrowCheckedAgainst;
use super::shape::{Lead, Unit, UnitKind, chain_starts};

/// Which of the three other players, counted in turn order from the leader's right (0) over the
/// partner (1) to the leader's left (2).
pub type Other = usize;

/// The leader's partner among the [`Other`] players.
pub const PARTNER: Other = 1;

/// A throw that did not stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failed {
    /// What is led instead: the lowest unit of the smallest size that can be beaten.
    pub unit: Unit,
    /// The cards that go back to the leader's hand, by then known to all.
    pub taken_back: Hand,
    /// The first player in turn order who can beat that unit.
    pub stopped_by: Other,
}

/// Whether the hand can beat a unit of a lead with a unit of the same size in the same suit.
#[inline]
pub fn beats(layout: &Layout, lead: &Lead, unit: &Unit, hand: Hand) -> bool {
    let hand = hand.in_suit(layout, lead.suit());
    let lowest = match unit.kind {
        UnitKind::Single => layout.levels(hand.one()),
        UnitKind::Pair => layout.levels(hand.two()),
        UnitKind::Tractor { pairs } => chain_starts(layout.levels(hand.two()), u32::from(pairs)),
    };
    // Of two units of one size, the one with the higher lowest card is the higher one.
    highest(lowest).is_some_and(|level| level > unit.lowest)
}

/// Whether the lead stands against the other three hands, given in turn order after the leader.
/// A single unit always stands.
///
/// # Errors
/// [`Failed`] with what is led instead.
pub fn check(
    layout: &Layout,
    rule: ThrowCheckedAgainst,
    lead: &Lead,
    others: &[Hand; 3],
) -> Result<(), Failed> {
    if !lead.is_throw() {
        return Ok(());
    }
    let asked = |other: Other| match rule {
        ThrowCheckedAgainst::All => true,
        ThrowCheckedAgainst::Opponents => other != PARTNER,
    };
    let mut failed = None;
    let mut units = lead.units(layout).peekable();
    while let Some(unit) = units.next() {
        // Units come from the largest to the smallest, so a later failure counts instead of this
        // one; and if any unit of a size is beaten, then the lowest, the last one of its size, is.
        if units.peek().is_some_and(|next| next.kind == unit.kind) {
            continue;
        }
        let stops = |&other: &Other| asked(other) && beats(layout, lead, &unit, others[other]);
        if let Some(stopped_by) = (0..3).find(stops) {
            failed = Some((unit, stopped_by));
        }
    }
    match failed {
        None => Ok(()),
        Some((unit, stopped_by)) => Err(Failed {
            unit,
            taken_back: lead.cards().minus(unit.cards),
            stopped_by,
        }),
    }
}
