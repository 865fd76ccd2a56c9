//! Tricks (墩): who wins, and how many points lie in one.
//!
//! Compares plays on a lead under the house rules of throws. Legality, seats and turns are decided
//! elsewhere; plays are counted from the leader's, which is play 0.
//!
//! A play can only win if it has the structure of the lead: all cards of the led suit, or all
//! trumps, and units of the same sizes can be formed from it. Where it can be read in several ways,
//! the reading that serves it best counts.

use super::hand::{Hand, Layout, highest};
use super::rules::ThrowWinner;
use super::shape::{Chains, Groups, Lead, MOST_CARDS, chain_cards, chain_starts};

/// How high a play is on a lead, for the rules that compare by one card: nothing at all for a play
/// without the structure of the lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Strength(u8);

impl Strength {
    /// Cannot win.
    pub const NONE: Strength = Strength(0);

    fn of_level(levels: u64) -> Strength {
        highest(levels).map_or(Strength::NONE, |level| Strength(level.0 + 1))
    }
}

/// Whether a play has the structure of the lead: its suit or trumps throughout, and its units.
#[inline]
pub fn matches(layout: &Layout, lead: &Lead, play: Hand) -> bool {
    let of_suit = play.one() & !layout.suit(lead.suit()) == 0;
    let ruffs = play.one() & !layout.trumps() == 0;
    if !(of_suit || ruffs) || play.pairs() < lead.pairs() || play.len() != lead.len() {
        return false;
    }
    let groups = lead.shape().groups;
    groups.tractors().is_empty() || Chains::of(layout, play.two()).supply(groups)
}

/// The best unit of the lead's largest size in a play ([`ThrowWinner::TopUnit`]).
#[inline]
pub fn top_unit(layout: &Layout, lead: &Lead, play: Hand) -> Strength {
    if !matches(layout, lead, play) {
        return Strength::NONE;
    }
    let groups = lead.shape().groups;
    let length = groups.longest();
    match length {
        0 => Strength::of_level(layout.levels(play.one())),
        1 => Strength::of_level(layout.levels(play.two())),
        _ => {
            let rest = groups.without(Groups::one(length));
            let low = highest_chain(layout, play.two(), length, rest);
            // Tractors of one length compare by their lowest cards as well as by their highest.
            Strength::of_level(low)
        }
    }
}

/// The highest card of a play ([`ThrowWinner::HighestCard`]).
#[inline]
pub fn highest_card(layout: &Layout, lead: &Lead, play: Hand) -> Strength {
    if matches(layout, lead, play) {
        Strength::of_level(layout.levels(play.one()))
    } else {
        Strength::NONE
    }
}

/// The level, as a word, at which the highest chain of `length` begins that leaves `rest` possible.
fn highest_chain(layout: &Layout, pairs: u64, length: u32, rest: Groups) -> u64 {
    let mut starts = chain_starts(layout.levels(pairs), length);
    while let Some(low) = starts.checked_ilog2() {
        let start = 1 << low;
        let left = pairs & !chain_cards(layout, pairs, low, length);
        if rest.tractors().is_empty() || Chains::of(layout, left).supply(rest) {
            return start;
        }
        starts &= !start;
    }
    0
}

/// Whether `play` beats `standing`, the play that wins so far.
#[inline]
pub fn beats(layout: &Layout, rule: ThrowWinner, lead: &Lead, play: Hand, standing: Hand) -> bool {
    match strength(rule, lead) {
        Some(strength) => strength(layout, lead, play) > strength(layout, lead, standing),
        None => beats_all_units(layout, lead, play, standing),
    }
}

/// What plays on this lead are compared by, unless that takes all their units.
#[inline]
fn strength(rule: ThrowWinner, lead: &Lead) -> Option<fn(&Layout, &Lead, Hand) -> Strength> {
    match rule {
        _ if !lead.is_throw() => Some(top_unit),
        ThrowWinner::TopUnit => Some(top_unit),
        ThrowWinner::HighestCard => Some(highest_card),
        ThrowWinner::AllUnits => None,
    }
}

/// Which of the plays, the leader's first, wins. Of equal plays the earlier one does.
pub fn winner(layout: &Layout, rule: ThrowWinner, lead: &Lead, plays: &[Hand]) -> usize {
    let later = plays.iter().enumerate().skip(1);
    let Some(strength) = strength(rule, lead) else {
        return later.fold(0, |best, (at, &play)| {
            let wins = beats_all_units(layout, lead, play, plays[best]);
            if wins { at } else { best }
        });
    };
    let mut best = (0, strength(layout, lead, lead.cards()));
    for (at, &play) in later {
        let reached = strength(layout, lead, play);
        if reached > best.1 {
            best = (at, reached);
        }
    }
    best.0
}

/// The points (分) in the plays.
#[inline]
pub fn points(layout: &Layout, plays: &[Hand]) -> u16 {
    plays.iter().map(|play| play.points(layout)).sum()
}

/// Whether, however the standing play is read, the play can be read so that each of its units is
/// higher than its counterpart; a ruff is higher throughout.
fn beats_all_units(layout: &Layout, lead: &Lead, play: Hand, standing: Hand) -> bool {
    if !matches(layout, lead, play) {
        return false;
    }
    let ruffs = |play: Hand| play.one() & !layout.trumps() == 0;
    match (ruffs(play), ruffs(standing)) {
        (true, false) => true,
        (false, true) => false,
        _ => {
            let reading = Reading::empty();
            !reading.withstands(layout, lead.shape().groups, standing, standing.two(), play)
        }
    }
}

/// A play read as units of the lead's sizes.
#[derive(Clone, Copy)]
struct Reading {
    /// The pairs of each unit (0 for a single) and its lowest level: the largest first, the higher
    /// first among those of one size.
    units: [(u8, u8); MOST_CARDS as usize],
    len: usize,
}

impl Reading {
    const fn empty() -> Reading {
        Reading {
            units: [(0, 0); MOST_CARDS as usize],
            len: 0,
        }
    }

    const fn with(mut self, pairs: u8, low: u8) -> Reading {
        self.units[self.len] = (pairs, low);
        self.len += 1;
        self
    }

    /// Whether there is a way to read the rest of a standing play, these units of it being settled,
    /// that no reading of `play` beats throughout. `groups` are the pairs and tractors to come,
    /// made of `pairs`.
    fn withstands(
        self,
        layout: &Layout,
        groups: Groups,
        mut rest: Hand,
        pairs: u64,
        play: Hand,
    ) -> bool {
        let length = groups.longest();
        if length == 0 {
            let mut reading = self;
            while let Some(level) = rest.highest(layout) {
                let bit = layout.at_level(rest.one(), level.0);
                rest = rest.minus(Hand::from_words(bit, 0));
                reading = reading.with(0, level.0);
            }
            return !reading.is_beaten(layout, 0, play, play.two());
        }
        let groups = groups.without(Groups::one(length));
        // Units of one size are taken from high to low, so that no reading comes twice.
        let bound = match self.units[..self.len].last() {
            Some(&(last, low)) if u32::from(last) == length => (2 << low) - 1,
            _ => u64::MAX,
        };
        let mut starts = chain_starts(layout.levels(pairs), length) & bound;
        while let Some(low) = starts.checked_ilog2() {
            starts &= !(1 << low);
            let cards = chain_cards(layout, pairs, low, length);
            let pairs = pairs & !cards;
            if !Chains::of(layout, pairs).supply(groups) {
                continue;
            }
            let reading = self.with(length as u8, low as u8);
            let rest = rest.minus(Hand::from_words(cards, cards));
            if reading.withstands(layout, groups, rest, pairs, play) {
                return true;
            }
        }
        false
    }

    /// Whether the rest of a play, from unit `at` on, can be read as higher units throughout.
    fn is_beaten(&self, layout: &Layout, at: usize, rest: Hand, pairs: u64) -> bool {
        let (length, low) = self.units[at];
        if length < 2 {
            return self.are_smaller_beaten(layout, at, rest);
        }
        let mut starts = chain_starts(layout.levels(pairs), u32::from(length)) & (!0 << low) << 1;
        while starts != 0 {
            let start = starts.trailing_zeros();
            starts &= starts - 1;
            let cards = chain_cards(layout, pairs, start, u32::from(length));
            let left = rest.minus(Hand::from_words(cards, cards));
            if at + 1 == self.len || self.is_beaten(layout, at + 1, left, pairs & !cards) {
                return true;
            }
        }
        false
    }

    /// The same for the pairs and singles: each pair is beaten by the lowest pair that can, which
    /// leaves the highest cards for the singles.
    fn are_smaller_beaten(&self, layout: &Layout, at: usize, mut rest: Hand) -> bool {
        let above = |word: u64, low: u8| layout.levels(word) & (!0 << low) << 1;
        for &(pairs, low) in self.units[at..self.len].iter().rev() {
            if pairs == 0 {
                continue;
            }
            let able = above(rest.two(), low);
            if able == 0 {
                return false;
            }
            let pair = layout.at_level(rest.two(), able.trailing_zeros() as u8);
            rest = rest.minus(Hand::from_words(pair, pair));
        }
        for &(pairs, low) in self.units[at..self.len].iter().rev() {
            if pairs > 0 {
                break;
            }
            // The lowest card left has to beat the lowest single left.
            let card = layout.nth(rest.one(), 0);
            if card == 0 || above(card, low) == 0 {
                return false;
            }
            rest = rest.minus(Hand::from_words(card, 0));
        }
        true
    }
}
