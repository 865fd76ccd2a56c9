//! The core of a round: dealing, calling, burying, playing, and the tally at its end.
//!
//! Each phase is a struct that has only the methods that make sense in it, and turns into the
//! next one:
//!
//! ```text
//! Dealing ──finish──▶ CallWindow ──close──▶ Burying ──bury──▶ Playing ──tally──▶ Tally
//!                         └──▶ dealt again     ▲                 │ ▲
//!                                              └─call─ Overcalls ◀┘ │ by house rule
//!                                                          └──pass──┘
//! ```
//!
//! The phases are plain values without heap memory: a copy is a position in which plays can be
//! tried out. Methods return what happened; matches turn that into events, playouts ignore it, and
//! both use this one engine. It knows no seeds, no levels beyond the present one, no history and no
//! viewers.

mod dealing;
mod playing;

use serde::{Deserialize, Serialize};

use super::action::Call;
use super::call::Calls;
use super::card::Card;
use super::deck::{CARDS, DEALT, KITTY};
use super::hand::{Hand, Layout};
use super::rejection::Rejection;
use super::rules::{KittyOvercalls, Rules};
use super::seating::{PLAYERS, next};
use super::shape::Lead;
use super::trick;
use super::trump::Trump;
use crate::game::Seat;
pub use dealing::{CallWindow, Closed, DealStart, Dealing, DealtHands};
pub use playing::{
    FailedThrow, JudgedPlay, Played, PlayedTrick, Playing, PointTally, Refused, Trick,
};

/// Trump is fixed, and somebody holds 33 cards of which eight are to be buried (扣底): the dealer, or
/// whoever has taken the kitty over.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Burying {
    /// The layout of all hands, which knows what is trump.
    pub layout: &'static Layout,
    /// The dealer.
    pub dealer: Seat,
    /// Who buries.
    pub by: Seat,
    /// All hands, by seat; that of who buries has 33 cards.
    pub hands: [Hand; PLAYERS],
}

impl Burying {
    /// The dealer's hand has the kitty in it already; the other hands are as they were dealt.
    pub fn new(layout: &'static Layout, dealer: Seat, hands: [Hand; PLAYERS]) -> Burying {
        Burying {
            layout,
            dealer,
            by: dealer,
            hands,
        }
    }

    /// Whether it can be, where it is read.
    pub(super) fn fits(&self, rules: &Rules) -> bool {
        let sizes = self.hands.map(|hand| hand.len() as usize);
        let dealt =
            Seat::first(PLAYERS as u8)
                .zip(sizes)
                .all(|(seat, size)| match seat == self.by {
                    true => size == HAND + KITTY,
                    false => size == HAND,
                });
        dealt && self.by.index() < PLAYERS && are_both_decks(self.layout, rules, self.hands)
    }

    /// Buries these cards; the dealer then leads. `None` if they are not eight cards of the hand that buries.
    pub fn bury(&self, kitty: Hand) -> Option<Playing> {
        let mut hands = self.hands;
        let hand = &mut hands[self.by.index()];
        if kitty.len() as usize != KITTY || !hand.holds(kitty) {
            return None;
        }
        *hand = hand.minus(kitty);
        Some(Playing::new(self.layout, self.dealer, hands, kitty))
    }
}

/// The cards of a player before the first trick.
const HAND: usize = DEALT / PLAYERS;

/// Whether these are all cards of both decks, in a layout for these rules.
fn are_both_decks(layout: &Layout, rules: &Rules, cards: impl IntoIterator<Item = Hand>) -> bool {
    let Trump { rank, suit, .. } = layout.trump();
    let (mut all, mut count) = (Hand::EMPTY, 0);
    for some in cards {
        count += some.len() as usize;
        let two = all.two() | some.two() | (all.one() & some.one());
        all = Hand::from_words(all.one() | some.one(), two);
    }
    count == CARDS
        && all == Hand::both_decks(layout)
        && layout == Layout::under(Trump::under(rules, rank, suit), rules.tractor_length)
}

/// A position of the second half of a round, not checked yet. All hands are in the layout of
/// `trump`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundPosition<'a> {
    /// What is trump.
    pub trump: Trump,
    /// The dealer.
    pub dealer: Seat,
    /// The cards in the hands, by seat, those on the table not among them.
    pub hands: [Hand; PLAYERS],
    /// The buried kitty.
    pub kitty: Hand,
    /// Who leads the present trick.
    pub leader: Seat,
    /// The plays on the table in turn order, the lead first; at most three.
    pub plays: &'a [Hand],
    /// Points captured in tricks, by seat.
    pub captured: [u16; PLAYERS],
    /// Points that failed throws brought the opponents.
    pub penalties: i16,
}

impl RoundPosition<'_> {
    /// The round at this position. Not checked is whether it could have been reached: past tricks
    /// are unknown, and the follows on the table count as legal. `None` if play could not go on from here: with seats
    /// beyond the fourth, more than two copies of a card, hands that do not end together, a lead of no cards or of several
    /// suits, or plays that are not as long as it.
    ///
    /// # Example
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// # use engine::tractor::{round::*, rules::Rules, seating::Wind};
    /// let mut position = RoundPosition {
    ///     trump: layout.trump(),
    ///     dealer: Wind::North.seat(),
    ///     hands: ["KD", "AD", "3D", "4D"].map(hand),
    ///     kitty: Hand::EMPTY,
    ///     leader: Wind::North.seat(),
    ///     plays: &[],
    ///     captured: [0; 4],
    ///     penalties: 0,
    /// };
    /// assert!(position.set_up(&Rules::default()).is_some());
    /// position.hands[1] = hand("AD AD");
    /// assert!(position.set_up(&Rules::default()).is_none(), "one hand is longer");
    /// ```
    pub fn set_up(&self, rules: &Rules) -> Option<Playing> {
        let layout = Layout::under(self.trump, rules.tractor_length);
        if self.dealer.index() >= PLAYERS || self.leader.index() >= PLAYERS {
            return None;
        }
        let everything = self.hands.iter().chain(self.plays).chain([&self.kitty]);
        for card in Card::all() {
            let copies: u8 = everything
                .clone()
                .map(|hand| hand.count(layout, card))
                .sum();
            if copies > 2 {
                return None;
            }
        }
        let trick = self.trick(layout, rules)?;
        let led = self.plays.first().map_or(0, |lead| lead.len());
        let size = |steps: usize| {
            let seat = (self.leader.index() + steps) % PLAYERS;
            let played = if steps < self.plays.len() { led } else { 0 };
            self.hands[seat].len() + played
        };
        if (1..PLAYERS).any(|steps| size(steps) != size(0)) {
            return None;
        }
        let mut playing = Playing::new(layout, self.dealer, self.hands, self.kitty);
        playing.resume(trick, self.captured, self.penalties);
        Some(playing)
    }

    fn trick(&self, layout: &Layout, rules: &Rules) -> Option<Trick> {
        let mut trick = Trick::new(self.leader);
        let Some((lead, follows)) = self.plays.split_first() else {
            return Some(trick);
        };
        if follows.len() + 1 >= PLAYERS || follows.iter().any(|play| play.len() != lead.len()) {
            return None;
        }
        let lead = Lead::read(layout, *lead)?;
        let best = trick::winner(layout, rules.throw_winner, &lead, self.plays);
        trick.resume(lead, self.plays, best);
        Some(trick)
    }
}

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
    pub(super) fn read(self, rules: &Rules) -> Option<Overcalls> {
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
        let turn = self.asked;
        (turn == seat)
            .then_some(())
            .ok_or(Rejection::NotYourTurn { turn })
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
