//! How likely it is that somebody holds a card, is out of a suit, or beats a play: from what the player on turn knows.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::game::Seat;
use crate::players::tractor::sight::Sight;
use crate::tractor::deck::KITTY;
use crate::tractor::groups::chain_starts;
use crate::tractor::hand::Hand;
use crate::tractor::rules::ThrowCheckedAgainst;
use crate::tractor::seating::{PLAYERS, Team};
use crate::tractor::shape::{Lead, Unit};
use crate::tractor::throw;

/// How much of the kitty is likely to be of a side suit and of trumps, as a share of an ordinary
/// place for a card.
const KITTY_SIDE: f32 = 1.2;
const KITTY_TRUMPS: f32 = 0.15;

/// A cache of probabilities of a position, by seat and suit.
#[derive(Debug)]
pub struct Odds {
    share: [[Known; LANES]; PLAYERS],
    void: [[Known; LANES]; PLAYERS],
    trump: [Known; PLAYERS],
}

/// The suits of a layout, by the highest bit of each in steps of thirteen.
const LANES: usize = 5;

impl Odds {
    /// An empty cache.
    pub const fn unknown() -> Odds {
        Odds {
            share: [const { [const { Known::nothing() }; LANES] }; PLAYERS],
            void: [const { [const { Known::nothing() }; LANES] }; PLAYERS],
            trump: [const { Known::nothing() }; PLAYERS],
        }
    }
}

/// A probability, if it was worked out. Threads that share it may do so twice.
#[derive(Debug)]
struct Known(AtomicU32);

impl Known {
    /// None yet: the bits are those of no number.
    const fn nothing() -> Known {
        Known(AtomicU32::new(u32::MAX))
    }

    /// It, worked out if it was not.
    #[inline]
    fn or(&self, work_out: impl FnOnce() -> f32) -> f32 {
        let known = self.0.load(Ordering::Relaxed);
        if known != u32::MAX {
            return f32::from_bits(known);
        }
        let value = work_out();
        self.0.store(value.to_bits(), Ordering::Relaxed);
        value
    }
}

/// The place of a suit in [`Odds`].
#[inline]
const fn lane(suit: u64) -> usize {
    (63 - (suit | 1).leading_zeros()) as usize / 13
}

impl Sight<'_> {
    /// The probability that a given unseen card of a suit is in the hand of a seat, 0–1.
    #[inline]
    pub fn share(&self, seat: Seat, suit: u64) -> f32 {
        self.odds.share[seat.index()][lane(suit)].or(|| self.share_of(seat, suit))
    }

    fn share_of(&self, seat: Seat, suit: u64) -> f32 {
        if self.memory.without[seat.index()] & suit != 0 {
            return 0.0;
        }
        let mut places = match self.buried {
            Some(_) => 0.0,
            None if suit == self.trumps() => KITTY as f32 * KITTY_TRUMPS,
            None => KITTY as f32 * KITTY_SIDE,
        };
        for other in Seat::first(PLAYERS as u8) {
            if other != self.seat && self.memory.without[other.index()] & suit == 0 {
                places += f32::from(self.sizes[other.index()]);
            }
        }
        f32::from(self.sizes[seat.index()]) / places.max(1.0)
    }

    /// The probability that a seat has no card of a suit, 0–1.
    #[inline]
    pub fn void(&self, seat: Seat, suit: u64) -> f32 {
        self.odds.void[seat.index()][lane(suit)].or(|| self.void_of(seat, suit))
    }

    fn void_of(&self, seat: Seat, suit: u64) -> f32 {
        if self.memory.without[seat.index()] & suit != 0 {
            return 1.0;
        }
        if self.memory.known[seat.index()].one() & suit != 0 {
            return 0.0;
        }
        power(1.0 - self.share(seat, suit), self.unseen.within(suit).len())
    }

    /// The probability that a seat that has yet to play can beat the standing play on this lead,
    /// 0–1.
    pub fn beaten_by(&self, seat: Seat, lead: &Lead, standing: Hand) -> f32 {
        let (suit, trumps) = (self.layout.suit(lead.suit()), self.trumps());
        let led_trumps = suit == trumps;
        let ruffed = !led_trumps && standing.one() & trumps != 0;
        let followed = if ruffed || lead.is_throw() {
            0.0
        } else {
            self.higher_in(seat, suit, lead, standing)
        };
        if led_trumps || followed >= 1.0 {
            return followed;
        }
        let void = self.void(seat, suit);
        if void < 0.002 || self.memory.without[seat.index()] & trumps != 0 {
            return followed;
        }
        let over = if ruffed { standing } else { Hand::EMPTY };
        let ruffs = if lead.is_throw() {
            self.ruffs_throw(seat, lead, over)
        } else if lead.len() == 1 && !ruffed {
            self.odds.trump[seat.index()].or(|| self.higher_in(seat, trumps, lead, over))
        } else {
            self.higher_in(seat, trumps, lead, over)
        };
        (followed + void * ruffs).min(1.0)
    }

    /// The probability that a seat can ruff this lead, 0–1.
    pub fn ruffed_by(&self, seat: Seat, lead: &Lead) -> f32 {
        let (suit, trumps) = (self.layout.suit(lead.suit()), self.trumps());
        if suit == trumps || lead.is_throw() || self.memory.without[seat.index()] & trumps != 0 {
            return 0.0;
        }
        self.void(seat, suit) * self.higher_in(seat, trumps, lead, Hand::EMPTY)
    }

    /// How likely a seat has a unit like the lead in this suit that is higher than `standing` (any
    /// at all over no cards).
    fn higher_in(&self, seat: Seat, suit: u64, lead: &Lead, standing: Hand) -> f32 {
        let possible = self.memory.possible(seat, self.unseen.within(suit));
        if possible.is_empty() {
            return 0.0;
        }
        let share = self.share(seat, suit);
        let length = lead.shape().groups.longest();
        let above = match self.lowest_of(standing) {
            0 => suit,
            bit => self.layout.above(suit, bit),
        };
        let known = self.memory.known[seat.index()];
        match length {
            0 => {
                if known.one() & above != 0 {
                    return 1.0;
                }
                let higher = possible.within(above);
                let copies =
                    higher.one().count_ones() + (self.unseen.two() & higher.one()).count_ones();
                1.0 - power(1.0 - share, copies)
            }
            1 => {
                if known.two() & above != 0 {
                    return 1.0;
                }
                let pairs = (possible.two() & above).count_ones();
                1.0 - power(1.0 - share * share, pairs)
            }
            _ => {
                let starts = chain_starts(self.layout.levels(possible.two()), length);
                let starts = match self.lowest_of(standing) {
                    0 => starts,
                    bit => starts & self.layout.levels(self.layout.above(suit, bit)),
                };
                let pairs = power(share * share, length);
                1.0 - power(1.0 - pairs, starts.count_ones())
            }
        }
    }

    /// The lowest bit of the play's units; 0 for no cards.
    #[inline]
    fn lowest_of(&self, standing: Hand) -> u64 {
        let levels = self.layout.levels(standing.one());
        levels & levels.wrapping_neg()
    }

    /// How likely a seat without the led suit has trumps that beat a throw.
    fn ruffs_throw(&self, seat: Seat, lead: &Lead, over: Hand) -> f32 {
        let trumps = self.trumps();
        let possible = self.memory.possible(seat, self.unseen.within(trumps));
        let share = self.share(seat, trumps);
        let expected = share * possible.len() as f32;
        let length = lead.len() as f32;
        let enough = ((expected - length) / 4.0 + 0.45).clamp(0.0, 1.0);
        let pairs = lead.pairs();
        let structure = match pairs {
            0 => 1.0,
            _ if possible.pairs() < pairs => 0.0,
            _ => (share * share * possible.pairs() as f32).min(1.0) / pairs as f32,
        };
        let higher = if over.is_empty() { 1.0 } else { 0.4 };
        enough * structure * higher
    }

    /// Whether no unseen card in the hands that a throw is checked against can beat a unit of a
    /// lead in its suit.
    pub fn is_safe(&self, lead: &Lead, unit: &Unit) -> bool {
        let asked = |seat: Seat| match self.rules.throw_checked_against {
            ThrowCheckedAgainst::All => seat != self.seat,
            ThrowCheckedAgainst::Opponents => Team::of(seat) != Team::of(self.seat),
        };
        Seat::first(PLAYERS as u8)
            .filter(|seat| asked(*seat))
            .all(|seat| {
                let possible = self.memory.possible(seat, self.unseen);
                !throw::beats(self.layout, lead, unit, possible)
            })
    }
}

/// `base` to a power, by multiplications alone: the same on every machine.
#[inline]
pub fn power(base: f32, exponent: u32) -> f32 {
    let (mut result, mut square, mut left) = (1.0, base, exponent);
    while left > 0 {
        if left & 1 != 0 {
            result *= square;
        }
        square *= square;
        left >>= 1;
    }
    result
}
