//! Calling trump: which calls are allowed, and which one stands.
//!
//! Decides by the calls made so far and the copies a player holds. When calls are taken at all,
//! and who becomes the dealer, is for [`super::round`]. Source: "Calling trump" in `rules.md`.

use super::action::{Call, CallKind};
use super::card::{Card, Rank};
use super::rejection::Rejection;
use super::rules::NoTrumpCalls;
use crate::game::Seat;

/// The calls of one deal, each over the one before.
///
/// A call has to be of a stronger kind than the one that stands. So each kind is called at most
/// once, a strong call may override the caller's own weak one, and nothing follows a pair of big
/// jokers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Calls {
    made: [Option<(Seat, Call)>; 4],
}

impl Calls {
    /// No call yet.
    pub const NONE: Calls = Calls { made: [None; 4] };

    /// The calls in the order in which they were made.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, Call)> + '_ {
        self.made.iter().filter_map(|call| *call)
    }

    /// How many calls were made.
    pub fn len(&self) -> u8 {
        self.iter().count() as u8
    }

    /// Whether nobody has called.
    pub fn is_empty(&self) -> bool {
        self.made[0].is_none()
    }

    /// The call that stands, with its caller.
    #[inline]
    pub fn standing(&self) -> Option<(Seat, Call)> {
        let [a, b, c, d] = self.made;
        d.or(c).or(b).or(a)
    }

    /// The call that was made first, with its caller.
    pub fn first(&self) -> Option<(Seat, Call)> {
        self.made[0]
    }

    /// Whether a call is allowed. `copies` tells how many copies of a card the caller holds (0–2),
    /// `level` is the dominant rank.
    ///
    /// # Errors
    /// [`Rejection::NoTrumpCallsOff`], [`Rejection::CallTooLow`] or [`Rejection::CallNotHeld`].
    ///
    /// # Example
    /// ```
    /// use tractor_bot::game::Seat;
    /// use tractor_bot::tractor::{action::Call, call::Calls, card::*, rejection::Rejection, rules::NoTrumpCalls};
    ///
    /// let mut calls = Calls::NONE;
    /// calls.push(Seat::new(0), Call::Weak(Suit::Hearts));
    /// let judge = |call, copies| calls.judge(call, Rank::TWO, NoTrumpCalls::On, |_| copies);
    /// assert!(judge(Call::Strong(Suit::Spades), 2).is_ok());
    /// assert!(matches!(judge(Call::Weak(Suit::Spades), 1), Err(Rejection::CallTooLow { .. })));
    /// assert!(matches!(judge(Call::BigJokers, 1), Err(Rejection::CallNotHeld { .. })));
    /// ```
    #[inline]
    pub fn judge(
        &self,
        call: Call,
        level: Rank,
        no_trump: NoTrumpCalls,
        copies: impl Fn(Card) -> u8,
    ) -> Result<(), Rejection> {
        if call.kind() > strongest(no_trump) {
            return Err(Rejection::NoTrumpCallsOff);
        }
        if let Some((by, standing)) = self.standing()
            && call.kind() <= standing.kind()
        {
            return Err(Rejection::CallTooLow { standing, by });
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
    /// use tractor_bot::game::Seat;
    /// use tractor_bot::tractor::{action::Call, call::Calls, card::Suit, rules::NoTrumpCalls};
    ///
    /// let mut calls = Calls::NONE;
    /// calls.push(Seat::new(0), Call::Strong(Suit::Hearts));
    /// assert!(!calls.is_final(NoTrumpCalls::On), "jokers could still be called");
    /// assert!(calls.is_final(NoTrumpCalls::Off));
    /// ```
    #[inline]
    pub fn is_final(&self, no_trump: NoTrumpCalls) -> bool {
        self.standing()
            .is_some_and(|(_, call)| call.kind() >= strongest(no_trump))
    }

    /// Adds a call that [`Calls::judge`] has allowed.
    pub fn push(&mut self, seat: Seat, call: Call) {
        let free = self.made.iter_mut().find(|made| made.is_none());
        let place = free.expect("there are four kinds of calls, and each is made once");
        *place = Some((seat, call));
    }
}

/// The strongest kind of call that the rules know.
fn strongest(no_trump: NoTrumpCalls) -> CallKind {
    match no_trump {
        NoTrumpCalls::On => CallKind::BigJokers,
        NoTrumpCalls::Off => CallKind::Strong,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `calls` in words like `"N weak H, W strong S"`, made with a hand that may make them all;
    /// the last one is judged with `hand` at level 2.
    #[track_caller]
    fn check(calls: &str, hand: &str, no_trump: NoTrumpCalls, expected: &str) {
        let mut made = Calls::NONE;
        let parsed: Vec<_> = calls.split(", ").map(parse).collect();
        let (last, before) = parsed.split_last().expect("a call to judge");
        for (seat, call) in before {
            made.judge(*call, Rank::TWO, no_trump, |_| 2)
                .expect("a call that is possible");
            made.push(*seat, *call);
        }
        let held: Vec<Card> = hand
            .split_whitespace()
            .map(|card| card.parse().expect("a card"))
            .collect();
        let copies = |card| held.iter().filter(|other| **other == card).count() as u8;
        let verdict = match made.judge(last.1, Rank::TWO, no_trump, copies) {
            Ok(()) => "open",
            Err(Rejection::NoTrumpCallsOff) => "off",
            Err(Rejection::CallTooLow { .. }) => "too low",
            Err(Rejection::CallNotHeld { .. }) => "not held",
            Err(_) => "another refusal",
        };
        assert_eq!(verdict, expected, "{calls}");
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
            ("small", _) => Call::SmallJokers,
            _ => Call::BigJokers,
        };
        (Seat::new(seat as u8), call)
    }

    #[test]
    fn a_call_needs_its_cards_and_a_stronger_kind() {
        let on = NoTrumpCalls::On;
        check("N weak H", "2H 3H", on, "open");
        check("N weak H", "2S 3H", on, "not held");
        check("N strong H", "2H 2H", on, "open");
        check("N strong H", "2H 2S", on, "not held");
        check("N weak H, W weak S", "2S", on, "too low");
        check("N weak H, W strong S", "2S 2S", on, "open");
        check("N weak H, N strong H", "2H 2H", on, "open");
        check("N weak H, N strong S", "2S 2S", on, "open");
        check("N strong H, W strong S", "2S 2S", on, "too low");
        check("N strong H, W weak S", "2S 2S", on, "too low");
        check("N strong H, W small", "J- J-", on, "open");
        check("N small", "J- J-", on, "open");
        check("N small", "J- J+", on, "not held");
        check("N small, W strong H", "2H 2H", on, "too low");
        check("N small, W big", "J+ J+", on, "open");
        check("N big, W small", "J- J-", on, "too low");
        check("N weak H, W strong S, N small, E big", "J+ J+", on, "open");
        check("N small", "J- J-", NoTrumpCalls::Off, "off");
        check("N strong S, W big", "J+ J+", NoTrumpCalls::Off, "off");
    }

    #[test]
    fn the_strongest_kind_ends_the_calling() {
        for (call, on, off) in [
            ("N weak H", false, false),
            ("N strong H", false, true),
            ("N small", false, true),
            ("N big", true, true),
        ] {
            let mut calls = Calls::NONE;
            let (seat, call) = parse(call);
            calls.push(seat, call);
            assert_eq!(calls.is_final(NoTrumpCalls::On), on);
            assert_eq!(calls.is_final(NoTrumpCalls::Off), off);
        }
        assert!(!Calls::NONE.is_final(NoTrumpCalls::Off));
    }
}
