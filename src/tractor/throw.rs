//! Throws (甩牌): whether all units of a lead stand, and which unit is led when one can be beaten.
//!
//! Decides the outcome of a lead of several units from the other hands. Knows no turn, no penalty
//! and no table: seats are counted from the leader.

use super::groups::chain_starts;
use super::hand::{Hand, Layout};
use super::layout::highest;
use super::rules::ThrowCheckedAgainst;
use super::shape::{Lead, Unit, UnitKind};

/// Which of the three other players, counted in turn order from the leader's right (0) over the
/// partner (1) to the leader's left (2).
pub type Other = usize;

/// The leader's partner among the [`Other`] players.
pub const PARTNER: Other = 1;

/// Whether the hand can beat a unit of a lead with a unit of the same size in the same suit.
///
/// ```
/// # use engine::tractor::{card::*, hand::*, trump::*};
/// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
/// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
/// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
/// # use engine::tractor::{shape::Lead, throw};
/// let lead = Lead::read(layout, hand("KD")).expect("one suit");
/// let king = lead.units(layout).next().expect("one unit");
/// assert!(throw::beats(layout, &lead, &king, hand("AD 3S")));
/// assert!(!throw::beats(layout, &lead, &king, hand("J+ 2C")), "trumps do not stop a throw");
/// ```
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

/// What keeps the lead from standing against the other three hands, given in turn order after the leader: the unit that
/// is led instead, the lowest of the smallest size that can be beaten, and the first player in turn order who can beat
/// it. A single unit always stands.
///
/// # Example
/// ```
/// # use engine::tractor::{card::*, hand::*, trump::*};
/// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
/// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
/// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
/// # use engine::tractor::{rules::ThrowCheckedAgainst, shape::Lead, throw};
/// let lead = Lead::read(layout, hand("KD QD QD 10D 10D")).expect("one suit");
/// let led_against = |text| {
///     let others = [hand(text), Hand::EMPTY, Hand::EMPTY];
///     let failed = throw::check(layout, ThrowCheckedAgainst::All, &lead, &others);
///     failed.map_or(lead.cards(), |(unit, _)| unit.cards)
/// };
/// assert_eq!(led_against("AD"), hand("KD"));
/// assert_eq!(led_against("JD JD"), hand("10D 10D"));
/// assert_eq!(led_against("8C 8C 5C 5C JC"), lead.cards(), "it stands");
/// ```
pub fn check(
    layout: &Layout,
    rule: ThrowCheckedAgainst,
    lead: &Lead,
    others: &[Hand; 3],
) -> Option<(Unit, Other)> {
    if !lead.is_throw() {
        return None;
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
    failed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::cases;
    use crate::tractor::testing::{read, trump};

    /// What becomes of a throw, rank 9 and trump clubs: against one hand, wherever it sits, or against these under a
    /// rule, with whoever stops it.
    fn check_throw(case: &[&str]) {
        match *case {
            [throw, other, led] => {
                for at in 0..3 {
                    let mut others = ["2S 2S 3S 3S"; 3];
                    others[at] = other;
                    check_under(ThrowCheckedAgainst::All, throw, others, led, at);
                }
            }
            [rule, throw, left, partner, right, led, by] => {
                let mut rules = ThrowCheckedAgainst::ALL.iter();
                let rule = rules.find(|known| format!("{known:?}") == rule);
                let by = by.parse().expect("a number");
                let others = [left, partner, right];
                check_under(*rule.expect("a rule"), throw, others, led, by);
            }
            _ => panic!("{case:?}"),
        }
    }

    fn check_under(
        rule: ThrowCheckedAgainst,
        throw: &str,
        others: [&str; 3],
        led: &str,
        by: Other,
    ) {
        let layout = Layout::of(trump("9C"));
        let lead = Lead::read(layout, read(layout, throw)).expect("a lead");
        let others = others.map(|other| read(layout, other));
        let led = read(layout, led);
        match check(layout, rule, &lead, &others) {
            None => assert_eq!(led, lead.cards(), "{throw} stands"),
            Some((unit, stopped_by)) => {
                assert_eq!(unit.cards, led, "{throw} became another unit");
                assert_eq!(stopped_by, by);
            }
        }
    }

    cases::sections! {
        include_str!("../../fixtures/engine/throws.cases"), cases::each(check_throw);
        the_lowest_unit_of_the_smallest_beaten_size_is_led
        a_longer_tractor_beats_a_shorter_one
        equal_dominants_do_not_beat_each_other
        the_partner_stops_a_throw_unless_the_house_says_no
        one_unit_needs_no_check
    }
}
