//! Units and shapes: what a lead consists of.
//!
//! A lead is read as its units: the longest tractor first, again and again, then pairs, then
//! singles. Knows no hands, no players and no house rules but the layout's: how long a tractor is.

use serde::Serialize;

use super::groups::{Groups, chain_cards, chain_starts, heaps};
use super::hand::{Hand, Layout, Level};
use super::trump::EffectiveSuit;

/// The most cards that can be led or held in a trick.
pub const MOST_CARDS: u32 = 25;

/// The kinds of units, smallest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitKind {
    /// One card.
    Single,
    /// Two equal cards (对子).
    Pair,
    /// Consecutive pairs (拖拉机).
    Tractor {
        /// How many, at least two, or three by house rule.
        pairs: u8,
    },
}

impl UnitKind {
    /// How many cards it has.
    ///
    /// ```
    /// use engine::tractor::shape::UnitKind;
    ///
    /// assert_eq!(UnitKind::Pair.cards(), 2);
    /// assert_eq!(UnitKind::Tractor { pairs: 3 }.cards(), 6);
    /// ```
    pub const fn cards(self) -> u32 {
        match self {
            UnitKind::Single => 1,
            UnitKind::Pair => 2,
            UnitKind::Tractor { pairs } => 2 * pairs as u32,
        }
    }

    /// The kind with so many pairs, 0 for a single.
    #[inline]
    const fn of_pairs(pairs: u32) -> UnitKind {
        match pairs {
            0 => UnitKind::Single,
            1 => UnitKind::Pair,
            _ => UnitKind::Tractor { pairs: pairs as u8 },
        }
    }
}

/// A unit of a lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit {
    /// Its kind.
    pub kind: UnitKind,
    /// Its cards.
    pub cards: Hand,
    /// The level of its lowest card.
    pub lowest: Level,
}

/// The sizes of the units that cards are read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shape {
    /// How many singles.
    pub singles: u32,
    /// Pairs and tractors.
    pub groups: Groups,
}

impl Shape {
    /// The shape of cards of one effective suit.
    ///
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// # use engine::tractor::shape::Shape;
    /// let sizes = |text: &str| Shape::of(layout, hand(text)).sizes().collect::<Vec<_>>();
    /// assert_eq!(sizes("5H 5H 4H 4H AH"), [4, 1]);
    /// assert_eq!(sizes("10S 10S 8S 8S"), [4], "ten and eight are neighbours at level nine");
    /// assert_eq!(sizes("6D 6D 4D 4D"), [2, 2]);
    /// assert_eq!(sizes("9H 9H 9D 9D"), [2, 2], "equal pairs do not stand one above the other");
    /// ```
    #[inline]
    pub fn of(layout: &Layout, cards: Hand) -> Shape {
        let levels = layout.levels(cards.two());
        let (pairs, chained) = (cards.two().count_ones(), levels.count_ones());
        let singles = cards.one().count_ones() - pairs;
        if layout.has_permanent() && pairs > chained {
            let groups = heaped(layout, cards.two());
            return Shape { singles, groups };
        }
        let groups = Groups::chains(levels).broken(layout.tractor());
        Shape {
            singles,
            groups: groups.and(Groups::singles(pairs - chained)),
        }
    }

    /// How many units there are.
    #[inline]
    pub const fn units(self) -> u32 {
        self.singles + self.groups.len()
    }

    /// The kind of the largest unit.
    #[inline]
    pub const fn largest(self) -> UnitKind {
        UnitKind::of_pairs(self.groups.longest())
    }
}

/// The groups of pairs where ranks are always trump: the longest chain is taken again and again, which
/// leaves of each level the pairs below the top one.
#[cold]
fn heaped(layout: &Layout, pairs: u64) -> Groups {
    let heaps = heaps(layout, pairs).into_iter();
    let groups = heaps.map(|levels| Groups::chains(levels).broken(layout.tractor()));
    groups.fold(Groups::NONE, Groups::and)
}

/// Cards that are led: cards of one effective suit with their reading.
///
/// A lead is copied with every trick, so that its numbers, 25 at most, are bytes: 32 in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lead {
    cards: Hand,
    groups: Groups,
    suit: EffectiveSuit,
    singles: u8,
    len: u8,
    pairs: u8,
}

impl Lead {
    /// Reads cards as a lead. `None` if there are none, more than [`MOST_CARDS`], or cards of
    /// several effective suits.
    ///
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// # use engine::tractor::shape::Lead;
    /// assert!(Lead::read(layout, hand("9H 5C J+")).is_some(), "all of them are trumps");
    /// assert!(Lead::read(layout, hand("9H 5H")).is_none());
    /// assert!(Lead::read(layout, Hand::EMPTY).is_none());
    /// ```
    #[inline(always)]
    pub fn read(layout: &Layout, cards: Hand) -> Option<Lead> {
        let suit = cards.only_suit(layout)?;
        if cards.is_single() {
            return Some(Lead::single(suit, cards));
        }
        let len = cards.len();
        if len > MOST_CARDS {
            return None;
        }
        let shape = Shape::of(layout, cards);
        Some(Lead {
            cards,
            groups: shape.groups,
            suit,
            singles: shape.singles as u8,
            len: len as u8,
            pairs: cards.pairs() as u8,
        })
    }

    /// One card, which needs no reading.
    #[inline]
    const fn single(suit: EffectiveSuit, cards: Hand) -> Lead {
        Lead {
            cards,
            groups: Groups::NONE,
            suit,
            singles: 1,
            len: 1,
            pairs: 0,
        }
    }

    /// The led effective suit.
    #[inline]
    pub const fn suit(&self) -> EffectiveSuit {
        self.suit
    }

    /// The led cards.
    #[inline]
    pub const fn cards(&self) -> Hand {
        self.cards
    }

    /// The sizes of its units.
    #[inline]
    pub const fn shape(&self) -> Shape {
        Shape {
            singles: self.singles as u32,
            groups: self.groups,
        }
    }

    /// How many cards are led.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "a lead is never empty")]
    pub const fn len(&self) -> u32 {
        self.len as u32
    }

    /// How many pairs its units have.
    #[inline]
    pub const fn pairs(&self) -> u32 {
        self.pairs as u32
    }

    /// Whether it is a throw (甩牌): more than one unit.
    ///
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// # use engine::tractor::shape::Lead;
    /// let is_throw = |text: &str| Lead::read(layout, hand(text)).is_some_and(|lead| lead.is_throw());
    /// assert!(!is_throw("9C 9C 9D 9D AC AC"));
    /// assert!(is_throw("AH KH"));
    /// ```
    #[inline]
    pub const fn is_throw(&self) -> bool {
        self.shape().units() > 1
    }

    /// Its units, largest first, and the higher first among those of one size.
    ///
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// # use engine::tractor::shape::{Lead, UnitKind};
    /// let lead = Lead::read(layout, hand("AH 5H 5H 4H 4H JH JH")).expect("one suit");
    /// let kinds: Vec<UnitKind> = lead.units(layout).map(|unit| unit.kind).collect();
    /// assert_eq!(kinds, [UnitKind::Tractor { pairs: 2 }, UnitKind::Pair, UnitKind::Single]);
    /// ```
    pub fn units<'a>(&self, layout: &'a Layout) -> Units<'a> {
        Units::of(layout, self.cards)
    }
}

/// The units of cards of one effective suit; see [`Lead::units`].
#[derive(Debug, Clone)]
pub struct Units<'a> {
    layout: &'a Layout,
    /// The pairs that are left, those of chains included.
    pairs: u64,
    singles: u64,
    /// Whether no tractor is left.
    short: bool,
}

impl<'a> Units<'a> {
    /// The units of cards of one effective suit.
    pub fn of(layout: &'a Layout, cards: Hand) -> Units<'a> {
        Units {
            layout,
            pairs: cards.two(),
            singles: cards.one() & !cards.two(),
            short: cards.two().count_ones() < 2,
        }
    }

    /// The highest card of a word, spades last among equal ones.
    fn highest(&self, word: u64) -> Option<(u64, u8)> {
        let level = self.layout.levels(word).checked_ilog2()? as u8;
        Some((self.layout.last_at_level(word, level), level))
    }

    fn tractor(&mut self) -> Option<Unit> {
        let levels = self.layout.levels(self.pairs);
        let (mut starts, mut length) = (
            chain_starts(levels, self.layout.tractor()),
            self.layout.tractor(),
        );
        if starts == 0 {
            return None;
        }
        while starts & starts >> 1 != 0 {
            starts &= starts >> 1;
            length += 1;
        }
        let low = starts.ilog2();
        let cards = chain_cards(self.layout, self.pairs, low, length);
        self.pairs &= !cards;
        Some(Unit {
            kind: UnitKind::of_pairs(length),
            cards: Hand::from_words(cards, cards),
            lowest: Level(low as u8),
        })
    }
}

impl Iterator for Units<'_> {
    type Item = Unit;

    fn next(&mut self) -> Option<Unit> {
        if !self.short {
            if let Some(unit) = self.tractor() {
                return Some(unit);
            }
            self.short = true;
        }
        if let Some((bit, level)) = self.highest(self.pairs) {
            self.pairs &= !bit;
            return Some(Unit {
                kind: UnitKind::Pair,
                cards: Hand::from_words(bit, bit),
                lowest: Level(level),
            });
        }
        let (bit, level) = self.highest(self.singles)?;
        self.singles &= !bit;
        Some(Unit {
            kind: UnitKind::Single,
            cards: Hand::from_words(bit, 0),
            lowest: Level(level),
        })
    }
}

#[cfg(feature = "testing")]
impl Shape {
    /// The unit sizes in cards, largest first.
    pub fn sizes(self) -> impl Iterator<Item = u32> {
        let groups = self.groups.lengths().map(|pairs| 2 * pairs);
        groups.chain((0..self.singles).map(|_| 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tractor::testing::{read, trump};

    #[test]
    fn a_lead_is_of_one_suit() {
        let layout = Layout::of(trump("9C"));
        assert!(Lead::read(layout, read(layout, "5D 5D 4S 4S")).is_none());
        assert!(Lead::read(layout, Hand::EMPTY).is_none());
        let trumps = Lead::read(layout, read(layout, "9H 2C J-")).expect("trumps all");
        assert_eq!(trumps.suit(), EffectiveSuit::Trumps);
        assert!(trumps.is_throw());
    }
}
