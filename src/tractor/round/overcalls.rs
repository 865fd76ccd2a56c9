//! Overcalls (炒地皮): the kitty is buried, and the others may take it over, in turn order.

use serde::{Deserialize, Serialize};

use super::{Burying, Playing};
use crate::game::Seat;
use crate::tractor::action::Call;
use crate::tractor::call::Calls;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::rejection::Rejection;
use crate::tractor::rules::{KittyOvercalls, Rules};
use crate::tractor::seating::{PLAYERS, next};
use crate::tractor::trump::Trump;

/// One after the other is asked whether they overturn the call that stands, beginning after who
/// buried. Whoever does takes the kitty up and buries anew; when the three others have passed, the
/// dealer leads. Source: "Taking over the kitty" in `rules.md`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Overcalls {
    /// The round as it goes on if nobody calls.
    pub playing: Playing,
    buried_by: Seat,
    /// Who is asked now.
    pub asked: Seat,
}

impl Overcalls {
    /// The others are asked after somebody has buried; `None` if nobody could overturn the call that
    /// stands, whatever they hold, or if nobody called at all.
    pub fn begin(
        playing: Playing,
        buried_by: Seat,
        calls: &Calls,
        rules: &Rules,
    ) -> Option<Overcalls> {
        let open = calls.standing().is_some() && !calls.is_final(rules);
        (open && rules.kitty_overcalls == KittyOvercalls::On).then_some(Overcalls {
            playing,
            buried_by,
            asked: next(buried_by),
        })
    }

    /// The same as it was read, complete; `None` where it cannot be. No trick is played yet.
    pub(in crate::tractor) fn read(self, rules: &Rules) -> Option<Overcalls> {
        let seated = self.buried_by.index() < PLAYERS && self.asked.index() < PLAYERS;
        let playing = self.playing.read(&[], rules).filter(|_| seated)?;
        Some(Overcalls { playing, ..self })
    }

    /// Whether `seat` may overturn the call that stands with this one.
    ///
    /// # Errors
    /// [`Rejection::NotYourTurn`], or what [`Calls::judge`] finds.
    pub fn judge_call(
        &self,
        seat: Seat,
        call: Call,
        calls: &Calls,
        rules: &Rules,
    ) -> Result<(), Rejection> {
        self.judge_pass(seat)?;
        let (layout, hand) = (self.playing.layout, self.playing.hand(seat));
        let copies = |card| hand.count(layout, card);
        calls.judge(seat, call, layout.trump().rank, rules, copies)
    }

    /// Whether `seat` is the one that is asked.
    ///
    /// # Errors
    /// [`Rejection::NotYourTurn`] if it is not.
    pub fn judge_pass(&self, seat: Seat) -> Result<(), Rejection> {
        match self.asked == seat {
            true => Ok(()),
            false => Err(Rejection::NotYourTurn { turn: self.asked }),
        }
    }

    /// The calls with which who is asked could overturn the one that stands, the weakest first.
    pub fn open_calls<'a>(
        &'a self,
        calls: &'a Calls,
        rules: &'a Rules,
    ) -> impl Iterator<Item = Call> + 'a {
        let possible = |call: &Call| self.judge_call(self.asked, *call, calls, rules).is_ok();
        Call::ALL.into_iter().filter(possible)
    }

    /// Who is asked passes; `false` if nobody is left to be asked.
    pub fn pass(&mut self) -> bool {
        self.asked = next(self.asked);
        self.asked != self.buried_by
    }

    /// Who is asked makes a call that was judged possible, and takes the kitty up.
    pub fn call(&self, call: Call, rules: &Rules) -> Burying {
        self.playing.taken_over(self.asked, call, rules)
    }
}

impl Playing {
    /// Somebody takes the kitty up by a call, before a card is played.
    pub fn taken_over(&self, by: Seat, call: Call, rules: &Rules) -> Burying {
        let from = self.layout;
        let trump = Trump::under(rules, from.trump().rank, call.suit());
        let to = Layout::under(trump, rules.tractor_length);
        let mut hands: [Hand; PLAYERS] = self.hands.map(|hand| hand.remapped(from, to));
        let hand = &mut hands[by.index()];
        *hand = hand.plus(self.kitty.remapped(from, to));
        Burying {
            by,
            ..Burying::new(to, self.dealer, hands)
        }
    }
}
