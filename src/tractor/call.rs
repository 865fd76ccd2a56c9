//! Calling trump: which calls are allowed, and which one stands.
//!
//! Decides by the calls made so far and the copies a player holds. When calls are taken at all,
//! and who becomes the dealer, is for [`super::round`]. Source: "Calling trump" in `rules.md`.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::action::{Call, CallKind};
use super::card::{Card, Rank, Suit};
use super::rejection::Rejection;
use super::rules::{CallOrder, NoTrumpCalls, OwnCall, Rules};
use super::seating::PLAYERS;
use crate::game::Seat;

/// The most calls that can stand one over the other: a single card, a joker, a pair of each suit, the
/// pairs of jokers.
const MOST_CALLS: usize = 8;

/// The calls of one deal, each over the one before.
///
/// A call has to be of a stronger kind than the one that stands; by house rule it has to have more cards,
/// or it may be a pair of a higher suit than the pair that stands. So no call is made twice, and nothing follows a pair of big jokers.
/// A pair may override the caller's own single card, unless a house rule says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calls {
    made: [Option<(Seat, Call)>; MOST_CALLS],
    /// How many of them there are; the rest of the list is empty.
    len: u8,
}

impl Serialize for Calls {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Calls {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let list: Vec<(Seat, Call)> = Deserialize::deserialize(from)?;
        if list.len() > MOST_CALLS {
            return Err(D::Error::custom(
                "more calls than can stand one over the other",
            ));
        }
        let mut calls = Calls::NONE;
        list.into_iter()
            .for_each(|(seat, call)| calls.push(seat, call));
        Ok(calls)
    }
}

impl Calls {
    /// No call yet.
    pub const NONE: Calls = Calls {
        made: [None; MOST_CALLS],
        len: 0,
    };

    /// The calls in the order in which they were made.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, Call)> + '_ {
        self.made.iter().filter_map(|call| *call)
    }

    /// How many calls were made.
    pub fn count(&self) -> u8 {
        self.len
    }

    /// The call that stands, with its caller.
    #[inline]
    pub fn standing(&self) -> Option<(Seat, Call)> {
        let last = usize::from(self.len).checked_sub(1)?;
        self.made[last]
    }

    /// The call that was made first, with its caller.
    pub fn first(&self) -> Option<(Seat, Call)> {
        self.made[0]
    }

    /// Whether a call of this seat is allowed. `copies` tells how many copies of a card the caller
    /// holds (0–2), `level` is the dominant rank.
    ///
    /// # Errors
    /// [`Rejection::NoTrumpCallsOff`], [`Rejection::CallTooLow`], [`Rejection::OwnCallStands`] or
    /// [`Rejection::CallNotHeld`].
    ///
    /// # Example
    /// ```
    /// use engine::game::Seat;
    /// use engine::tractor::{action::Call, call::Calls, card::*, rejection::Rejection, rules::Rules};
    ///
    /// let (north, west) = (Seat::new(0), Seat::new(1));
    /// let mut calls = Calls::NONE;
    /// calls.push(north, Call::Weak(Suit::Hearts));
    /// let judge = |call, copies| calls.judge(west, call, Rank::TWO, &Rules::default(), |_| copies);
    /// assert!(judge(Call::Strong(Suit::Spades), 2).is_ok());
    /// assert!(matches!(judge(Call::Weak(Suit::Spades), 1), Err(Rejection::CallTooLow { .. })));
    /// assert!(matches!(judge(Call::BigJokers, 1), Err(Rejection::CallNotHeld { .. })));
    /// ```
    #[inline]
    pub fn judge(
        &self,
        seat: Seat,
        call: Call,
        level: Rank,
        rules: &Rules,
        copies: impl Fn(Card) -> u8,
    ) -> Result<(), Rejection> {
        if !is_known(call, rules.no_trump_calls) {
            return Err(Rejection::NoTrumpCallsOff);
        }
        if let Some((by, standing)) = self.standing() {
            if !overturns(call, standing, rules.call_order) {
                return Err(Rejection::CallTooLow { standing, by });
            }
            if by == seat && !may_follow_own(call, standing, rules.own_call) {
                return Err(Rejection::OwnCallStands { standing });
            }
        }
        let (card, needed) = call.card(level);
        if copies(card) < needed {
            return Err(Rejection::CallNotHeld { call, card });
        }
        Ok(())
    }

    /// Whether no further call is possible, whatever anybody holds.
    ///
    /// ```
    /// use engine::game::{RuleSet, Seat};
    /// use engine::tractor::{action::Call, call::Calls, card::Suit, rules::Rules};
    ///
    /// let mut calls = Calls::NONE;
    /// calls.push(Seat::new(0), Call::Strong(Suit::Hearts));
    /// let mut rules = Rules::default();
    /// assert!(!calls.is_final(&rules), "jokers could still be called");
    /// rules.set("no_trump_calls", "off").expect("a rule");
    /// assert!(calls.is_final(&rules));
    /// ```
    #[inline]
    pub fn is_final(&self, rules: &Rules) -> bool {
        let Some((_, standing)) = self.standing() else {
            return false;
        };
        let higher = |call: &Call| {
            let known = is_known(*call, rules.no_trump_calls);
            known && overturns(*call, standing, rules.call_order)
        };
        !Call::ALL.iter().any(higher)
    }

    /// Whether each of them could be made over the one before, by somebody who holds its cards.
    pub fn fit(&self, rules: &Rules) -> bool {
        let mut made = Calls::NONE;
        self.iter().all(|(seat, call)| {
            let fits = made.judge(seat, call, Rank::TWO, rules, |_| 2).is_ok();
            if fits {
                made.push(seat, call);
            }
            fits && seat.index() < PLAYERS
        })
    }

    /// Adds a call that [`Calls::judge`] has allowed.
    pub fn push(&mut self, seat: Seat, call: Call) {
        let free = self.made.get_mut(usize::from(self.len));
        let place = free.expect("every call is higher than the one before");
        *place = Some((seat, call));
        self.len += 1;
    }

    /// Takes back the call that stands; the one before stands again.
    pub fn pop(&mut self) -> Option<(Seat, Call)> {
        self.len = self.len.checked_sub(1)?;
        self.made[usize::from(self.len)].take()
    }
}

/// Whether a call is higher than the one that stands.
fn overturns(call: Call, standing: Call, order: CallOrder) -> bool {
    match (call, standing, order) {
        (Call::Strong(suit), Call::Strong(other), CallOrder::HigherSuit) => {
            height(suit) > height(other)
        }
        (_, _, CallOrder::JokersEqual) => call.kind().copies() > standing.kind().copies(),
        _ => call.kind() > standing.kind(),
    }
}

/// The order of the suits among calls of as many cards.
const fn height(suit: Suit) -> u8 {
    match suit {
        Suit::Diamonds => 0,
        Suit::Clubs => 1,
        Suit::Hearts => 2,
        Suit::Spades => 3,
    }
}

/// Whether somebody whose call stands may make this higher one.
fn may_follow_own(call: Call, own: Call, rule: OwnCall) -> bool {
    match rule {
        OwnCall::Overturn => true,
        // It is the same card at every level.
        OwnCall::Raise => call.card(Rank::TWO).0 == own.card(Rank::TWO).0,
        OwnCall::Stand => false,
    }
}

/// Whether this call can be made at all where this is the rule about no-trump.
pub fn is_known(call: Call, no_trump: NoTrumpCalls) -> bool {
    match call.kind() {
        CallKind::Weak | CallKind::Strong => true,
        CallKind::BigJoker => no_trump == NoTrumpCalls::OneJoker,
        CallKind::SmallJokers | CallKind::BigJokers => no_trump != NoTrumpCalls::Off,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{RuleSet, cases};

    /// Calls in words like `N weak H, W strong S`, made with a hand that may make them all; the last one is
    /// judged with these cards at level 2.
    fn check(case: &[&str]) {
        let rules = Rules::default().with(&cases::settings(case[0]));
        let mut made = Calls::NONE;
        let parsed: Vec<_> = case[1].split(", ").map(parse).collect();
        let (last, before) = parsed.split_last().expect("a call to judge");
        for (seat, call) in before {
            made.judge(*seat, *call, Rank::TWO, &rules, |_| 2)
                .expect("a call that is possible");
            made.push(*seat, *call);
        }
        let held: Vec<Card> = case[2]
            .split_whitespace()
            .map(|card| card.parse().expect("a card"))
            .collect();
        let copies = |card| held.iter().filter(|other| **other == card).count() as u8;
        let verdict = match made.judge(last.0, last.1, Rank::TWO, &rules, copies) {
            Ok(()) => "open",
            Err(Rejection::NoTrumpCallsOff) => "off",
            Err(Rejection::CallTooLow { .. }) => "too low",
            Err(Rejection::OwnCallStands { .. }) => "own",
            Err(Rejection::CallNotHeld { .. }) => "not held",
            Err(_) => "another refusal",
        };
        assert_eq!(verdict, case[3], "{case:?}");
    }

    cases::sections! {
        include_str!("../../fixtures/engine/calling.cases"), cases::each(|case: &[&str]| match case.len() {
            3 => check_final(case),
            _ => check(case),
        });
        a_call_needs_its_cards_and_a_stronger_kind
        over_ones_own_call_as_the_house_has_it
        a_pair_of_a_higher_suit_overturns_a_pair_where_suits_count
        nothing_overturns_a_pair_where_jokers_are_equal_to_others
        one_big_joker_overturns_a_single_card_where_the_house_takes_it
        the_strongest_call_ends_the_calling
    }

    /// Whether a call ends the calling in a house.
    fn check_final(case: &[&str]) {
        let rules = Rules::default().with(&cases::settings(case[0]));
        let mut calls = Calls::NONE;
        assert!(!calls.is_final(&rules));
        let (seat, call) = parse(case[1]);
        calls.push(seat, call);
        assert_eq!(calls.is_final(&rules).to_string(), case[2], "{case:?}");
    }

    fn parse(words: &str) -> (Seat, Call) {
        let mut words = words.split(' ');
        let mut word = || words.next().unwrap_or_default();
        let seat = "NWSE".find(word()).expect("a wind");
        let kind = word();
        let suit = word()
            .chars()
            .next()
            .and_then(super::super::card::Suit::from_letter);
        let call = match (kind, suit) {
            ("weak", Some(suit)) => Call::Weak(suit),
            ("strong", Some(suit)) => Call::Strong(suit),
            ("joker", _) => Call::BigJoker,
            ("small", _) => Call::SmallJokers,
            _ => Call::BigJokers,
        };
        (Seat::new(seat as u8), call)
    }

    #[test]
    fn the_call_before_stands_again_when_one_is_taken_back() {
        let mut calls = Calls::NONE;
        for (seat, call) in ["N weak H", "W strong S"].map(parse) {
            calls.push(seat, call);
        }
        assert_eq!(calls.pop(), Some(parse("W strong S")));
        assert_eq!(calls.standing(), Some(parse("N weak H")));
        assert_eq!(calls.pop(), Some(parse("N weak H")));
        assert_eq!((calls, calls.pop()), (Calls::NONE, None));
    }
}
