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
    use crate::tractor::card::Card;
    use crate::tractor::testing::{read, trump};
    use crate::tractor::trump::Trump;

    /// Who wins the plays on a lead under each rule, rank 9 and trump clubs.
    fn check(plays: [&str; 4], winners: [usize; 3]) {
        let layout = Layout::of(trump("9C"));
        let plays = plays.map(|play| read(layout, play));
        let lead = Lead::read(layout, plays[0]).expect("a lead");
        let judged = [0, 1, 2].map(|rule| winner(layout, ThrowWinner::ALL[rule], &lead, &plays));
        assert_eq!(judged, winners, "{plays:?}");
    }

    #[test]
    fn the_highest_card_of_the_suit_or_the_highest_trump_wins() {
        check(["5D", "KD", "AD", "AH"], [2; 3]);
        check(["5D", "2C", "AD", "AH"], [1; 3]);
        check(["9H", "9D", "AC", "9C"], [3; 3]);
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

    #[test]
    fn equal_plays_go_to_the_earlier_one() {
        check(["AD", "AD", "KD", "AH"], [0; 3]);
        check(["5D", "9H", "9S", "9D"], [1; 3]);
        check(["5D 5D", "9H 9H", "9S 9S", "KD KD"], [1; 3]);
        check(["AD AD KD", "9H 9H KC", "9S 9S KC", "2S 3S 4S"], [1; 3]);
    }

    #[test]
    fn only_plays_of_the_structure_led_can_win() {
        check(["5D 5D", "AD KD", "2C 3C", "4C 4C"], [3; 3]);
        check(["AD AD KD", "2C 3C J+", "2S 3S 4S", "2H 3H 4H"], [0; 3]);
        let loose = ["QD QD KD KD 2D", "2C 2C 5C 5C J+"];
        check(
            [loose[0], loose[1], "2S 3S 4S 5S 6S", "2H 3H 4H 5H 6H"],
            [0; 3],
        );
        check(
            ["5D 5D 6D 6D", "KD KD JD JD", "2C 2C 4C 4C", "AH AH KH KH"],
            [0; 3],
        );
        check(
            ["5D 5D 6D 6D", "KD KD JD JD", "2C 2C 4C 4C", "8C 8C 10C 10C"],
            [3; 3],
        );
    }

    #[test]
    fn a_tractor_may_run_through_the_equal_dominants() {
        check(
            ["KC KC AC AC", "AC AC 9H 9H", "9S 9S 9C 9C", "2S 2S 3S 3S"],
            [2; 3],
        );
        // It has one pair of that level, two tractors that meet in it have two.
        let (lead, other) = (
            "2D 2D 3D 3D 4D 4D 6D 6D 7D 7D",
            "2S 3S 4S 5S 6S 7S 8S 10S JS QS",
        );
        let one = "KC KC AC AC 9D 9D 9C 9C 2C 2C";
        let two = "KC KC AC AC 9D 9D 9H 9H 9C 9C";
        check([lead, one, other, other], [0; 3]);
        check([lead, one, two, other], [2; 3]);
        // Two pairs of one level are no tractor.
        check(
            ["KC KC AC AC", "9H 9H 9S 9S", "2S 3S 4S 5S", "2S 2S 3S 3S"],
            [0; 3],
        );
    }

    #[test]
    fn throws_are_compared_as_the_house_says() {
        let throw = "KD QD QD 10D 10D";
        let other = "2S 2S 3S 4S 5S";
        let high_pairs = "8C 8C 5C 5C JC";
        check([throw, high_pairs, "JC JC 3C 3C 4C", other], [2, 1, 1]);
        check([throw, high_pairs, "8C 8C 5C 5C AC", other], [1, 1, 2]);
        check([throw, high_pairs, "10C 10C 7C 7C AC", other], [2; 3]);
        check([throw, high_pairs, "10C 10C 7C 7C 4C", other], [2, 1, 1]);
    }

    #[test]
    fn a_play_is_read_as_serves_it_best() {
        // Three pairs in a row, of which a tractor of two was led with two singles.
        check(
            [
                "5D 5D 6D 6D AD KD",
                "2C 2C 3C 3C 4C 4C",
                "3C 3C 4C 4C 5C 6C",
                "2S 3S 4S 5S 6S 7S",
            ],
            [1, 1, 2],
        );
        // Read as a pair of fives and two jacks it withstands the pair of jacks with 7 and 8.
        check(
            ["6D 6D 8D KD", "5C 5C JC JC", "2S 3S 4S 5S", "7C 8C QC QC"],
            [3, 1, 3],
        );
    }

    /// A throw of tractors of three, two and two pairs of diamonds; what is played on it.
    const TRACTORS: &str = "2D 2D 3D 3D 4D 4D 6D 6D 7D 7D 10D 10D JD JD";
    const NONE: &str = "2S 2S 3S 3S 4S 4S 6S 6S 7S 7S 10S 10S JS JS";

    #[test]
    fn tractors_are_cut_out_of_longer_ones_where_that_leaves_the_others() {
        // Chains of four and of three: the four has to give both tractors of two.
        let ruff = "2C 2C 3C 3C 4C 4C 5C 5C 7C 7C 8C 8C 10C 10C";
        check([TRACTORS, NONE, ruff, NONE], [2; 3]);
        let ruff = "2C 2C 3C 3C 4C 4C 6C 6C 7C 7C 8C 8C 10C 10C";
        check([TRACTORS, NONE, ruff, NONE], [2; 3]);
        // Chains of four, two and one do not have them.
        let short = "2C 2C 3C 3C 4C 4C 5C 5C 7C 7C 8C 8C JC JC";
        check([TRACTORS, NONE, short, NONE], [0; 3]);
        // Four tractors, of which the longest goes with one of two.
        let four = "2D 2D 3D 3D 4D 4D 6D 6D 7D 7D 10D 10D JD JD KD KD AD AD";
        let other = "2S 2S 3S 3S 4S 4S 6S 6S 7S 7S 10S 10S JS JS KS KS AS AS";
        let ruff = "2C 2C 3C 3C 4C 4C 5C 5C 6C 6C 8C 8C 10C 10C JC JC QC QC";
        check([four, other, other, ruff], [3; 3]);
        let short = "2C 2C 3C 3C 4C 4C 5C 5C 6C 6C 7C 7C 10C 10C JC JC KC KC";
        check([four, other, short, other], [0; 3]);
    }

    #[test]
    fn the_top_tractor_is_one_that_leaves_the_other_units() {
        // Out of the higher chain come both tractors of two: the tractor of three ends with the four.
        let high = "2C 2C 3C 3C 4C 4C 10C 10C JC JC QC QC KC KC";
        let middle = "6C 6C 7C 7C 8C 8C AC AC 9D 9D J- J- J+ J+";
        check([TRACTORS, high, middle, NONE], [2; 3]);
        check([TRACTORS, middle, high, NONE], [1; 3]);
    }

    #[test]
    fn a_throw_of_tractors_is_beaten_in_each_of_them_where_all_units_count() {
        let low = "2C 2C 3C 3C 4C 4C 6C 6C 7C 7C 10C 10C JC JC";
        let higher = "3C 3C 4C 4C 5C 5C 7C 7C 8C 8C KC KC AC AC";
        check([TRACTORS, low, higher, NONE], [2; 3]);
        // The second tractor of two is lower than its counterpart, whichever that is.
        let mixed = "QC QC KC KC AC AC 2C 2C 3C 3C J- J- J+ J+";
        check([TRACTORS, low, mixed, NONE], [2, 1, 2]);
        check([TRACTORS, mixed, higher, NONE], [1; 3]);
    }
}
