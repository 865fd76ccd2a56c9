//! Tricks (墩): who wins, and how many points lie in one.
//!
//! Compares plays on a lead under the house rules of throws. Legality, seats and turns are decided
//! elsewhere; plays are counted from the leader's, which is play 0.
//!
//! A play can only win if it has the structure of the lead: all cards of the led suit, or all
//! trumps, and units of the same sizes can be formed from it. Where it can be read in several ways,
//! the reading that serves it best counts.

use super::groups::{Chains, Groups, chain_cards, chain_starts};
use super::hand::{Hand, Layout};
use super::layout::highest;
use super::rules::ThrowWinner;
use super::shape::{Lead, MOST_CARDS};

/// The rank of a play on a lead, for the rules that compare by one card; [`Strength::NONE`] for a
/// play without the structure of the lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Strength(u8);

impl Strength {
    /// Cannot win.
    pub const NONE: Strength = Strength(0);

    fn of_level(levels: u64) -> Strength {
        highest(levels).map_or(Strength::NONE, |level| Strength(level.0 + 1))
    }
}

/// Whether a play has the structure of the lead: all cards of the led suit, or all trumps, and
/// units of the same sizes.
///
/// ```
/// # use engine::tractor::{card::*, hand::*, trump::*};
/// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
/// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
/// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
/// # use engine::tractor::{shape::Lead, trick};
/// let lead = Lead::read(layout, hand("AH AH")).expect("one suit");
/// assert!(trick::matches(layout, &lead, hand("2C 2C")), "a pair of trumps");
/// assert!(!trick::matches(layout, &lead, hand("J+ J-")), "two trumps, but no pair");
/// assert!(!trick::matches(layout, &lead, hand("AS AS")), "another suit");
/// ```
#[inline]
pub fn matches(layout: &Layout, lead: &Lead, play: Hand) -> bool {
    let of_suit = play.one() & !layout.suit(lead.suit()) == 0;
    let ruffs = play.one() & !layout.trumps() == 0;
    if !(of_suit || ruffs) {
        return false;
    }
    if lead.len() == 1 {
        return play.is_single();
    }
    if play.pairs() < lead.pairs() || play.len() != lead.len() {
        return false;
    }
    let groups = lead.shape().groups;
    groups.tractors().is_empty() || Chains::of(layout, play.two()).supply(groups)
}

/// The best unit of the lead's largest size in a play that has the structure of the lead
/// ([`ThrowWinner::TopUnit`]).
#[inline]
fn height_of_top_unit(layout: &Layout, lead: &Lead, play: Hand) -> Strength {
    let groups = lead.shape().groups;
    match groups.longest() {
        0 => Strength::of_level(layout.levels(play.one())),
        1 => Strength::of_level(layout.levels(play.two())),
        length => {
            let rest = groups.without(Groups::one(length));
            // Tractors of one length compare by their lowest cards as well as by their highest.
            Strength::of_level(highest_chain(layout, play.two(), length, rest))
        }
    }
}

/// The highest card of a play that has the structure of the lead ([`ThrowWinner::HighestCard`]).
#[inline]
fn height_of_highest_card(layout: &Layout, _: &Lead, play: Hand) -> Strength {
    Strength::of_level(layout.levels(play.one()))
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

/// Whether `play` beats `standing`, the play that wins so far (so that it is the lead or has its
/// structure).
///
/// ```
/// # use engine::tractor::{card::*, hand::*, trump::*};
/// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
/// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
/// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
/// # use engine::tractor::{rules::ThrowWinner, shape::Lead, trick};
/// let lead = Lead::read(layout, hand("9D")).expect("one suit");
/// let beats = |play, standing| {
///     trick::beats(layout, ThrowWinner::TopUnit, &lead, hand(play), hand(standing))
/// };
/// assert!(beats("9C", "9D"));
/// assert!(!beats("9S", "9D"), "of equal plays the earlier one wins");
/// ```
#[inline]
pub fn beats(layout: &Layout, rule: ThrowWinner, lead: &Lead, play: Hand, standing: Hand) -> bool {
    if lead.len() == 1 {
        // Most leads are a single card. Of those that can win, the higher bit is the higher card.
        // Not `&&`: a jump on what nobody can foretell costs more than all three comparisons.
        return play.is_single()
            & (play.one() & (layout.suit(lead.suit()) | layout.trumps()) != 0)
            & (layout.levels(play.one()) > layout.levels(standing.one()));
    }
    if !matches(layout, lead, play) {
        return false;
    }
    let height = match rule {
        _ if !lead.is_throw() => height_of_top_unit,
        ThrowWinner::TopUnit => height_of_top_unit,
        ThrowWinner::HighestCard => height_of_highest_card,
        ThrowWinner::AllUnits => return beats_all_units(layout, lead, play, standing),
    };
    height(layout, lead, play) > height(layout, lead, standing)
}

/// Which of the plays, the leader's first, wins. Of equal plays the earlier one does.
///
/// ```
/// # use engine::tractor::{card::*, hand::*, trump::*};
/// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
/// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
/// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
/// # use engine::tractor::{rules::ThrowWinner, shape::Lead, trick};
/// let plays = ["5H", "AH", "2C", "KD"].map(hand);
/// let lead = Lead::read(layout, plays[0]).expect("one suit");
/// assert_eq!(trick::winner(layout, ThrowWinner::TopUnit, &lead, &plays), 2);
/// ```
pub fn winner(layout: &Layout, rule: ThrowWinner, lead: &Lead, plays: &[Hand]) -> usize {
    let mut best = 0;
    for (at, &play) in plays.iter().enumerate().skip(1) {
        if beats(layout, rule, lead, play, plays[best]) {
            best = at;
        }
    }
    best
}

/// The points (分) in the plays of a trick, which come out of the same two decks.
///
/// ```
/// # use engine::tractor::{card::*, hand::*, trump::*};
/// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
/// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
/// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
/// # use engine::tractor::trick;
/// assert_eq!(trick::points(layout, &["5H", "KH", "10H", "AH"].map(hand)), 25);
/// ```
#[inline]
pub fn points(layout: &Layout, plays: &[Hand]) -> u16 {
    let all = plays.iter().fold(Hand::EMPTY, |all, &play| all.plus(play));
    all.points(layout)
}

/// Whether, however the standing play is read, the play (which has the structure of the lead) can be
/// read so that each of its units is higher than its counterpart; a ruff is higher throughout.
fn beats_all_units(layout: &Layout, lead: &Lead, play: Hand, standing: Hand) -> bool {
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
            let card = layout.lowest(rest.one());
            if card == 0 || above(card, low) == 0 {
                return false;
            }
            rest = rest.minus(Hand::from_words(card, 0));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::cases;
    use crate::tractor::card::Card;
    use crate::tractor::testing::{read, trump};
    use crate::tractor::trump::Trump;

    /// Who wins the plays on a lead under each rule, rank 9 and trump clubs.
    fn check(case: &[&str]) {
        let layout = Layout::of(trump("9C"));
        let (winners, plays) = case.split_last().expect("plays and winners");
        let plays: Vec<Hand> = plays.iter().map(|play| read(layout, play)).collect();
        let lead = Lead::read(layout, plays[0]).expect("a lead");
        let judged = [0, 1, 2].map(|rule| winner(layout, ThrowWinner::ALL[rule], &lead, &plays));
        assert_eq!(
            judged.map(|at| at.to_string()).concat(),
            *winners,
            "{case:?}"
        );
    }

    cases::sections! {
        include_str!("../../fixtures/engine/tricks.cases"), cases::each(check);
        the_highest_card_of_the_suit_or_the_highest_trump_wins
        equal_plays_go_to_the_earlier_one
        only_plays_of_the_structure_led_can_win
        a_tractor_may_run_through_the_equal_dominants
        throws_are_compared_as_the_house_says
        a_play_is_read_as_serves_it_best
        tractors_are_cut_out_of_longer_ones_where_that_leaves_the_others
        the_top_tractor_is_one_that_leaves_the_other_units
        a_throw_of_tractors_is_beaten_in_each_of_them_where_all_units_count
    }

    #[test]
    fn single_cards_are_compared_by_the_short_way_as_by_the_long_one() {
        for layout in Trump::all().map(Layout::of) {
            let cards = Card::all().map(|card| Hand::of(layout, &[card]).expect("a card"));
            for led in cards.clone() {
                let lead = Lead::read(layout, led).expect("of one suit");
                for standing in cards.clone().filter(|card| matches(layout, &lead, *card)) {
                    for play in cards.clone() {
                        let height = |play| match matches(layout, &lead, play) {
                            true => height_of_top_unit(layout, &lead, play),
                            false => Strength::NONE,
                        };
                        let short = beats(layout, ThrowWinner::TopUnit, &lead, play, standing);
                        assert_eq!(
                            short,
                            height(play) > height(standing),
                            "{play:?} {standing:?}"
                        );
                    }
                }
            }
        }
    }
}
