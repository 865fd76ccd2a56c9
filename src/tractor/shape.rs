//! Units and shapes: what a lead consists of, and which groups of pairs a set of cards can supply.
//!
//! A lead is read as its units: the longest tractor first, again and again, then pairs, then
//! singles. Knows no hands, no players and no house rules.
//!
//! Equal dominant cards are one level: `AC AC 9D 9D 9C 9C` (trump clubs, rank 9) is a tractor, and
//! so is it with `9H 9H`, but two of them never stand in one chain, nor make a pair together. A
//! holding with several such pairs has two readings: one chain across the level, or two chains that
//! meet in it. Everything that is asked of groups of pairs is asked of both.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::hand::{Hand, Layout, Level};
use super::trump::EffectiveSuit;

/// The most cards that can be led or held in a trick.
pub const MOST_CARDS: u32 = 25;

/// How many groups of each length there are: groups of pairs that are a single pair (length 1) or
/// a tractor (length 2 or more).
///
/// Four bits a length: lengths of 1 to 16 pairs, up to 15 groups of each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Groups(u64);

impl Groups {
    /// No groups.
    pub const NONE: Groups = Groups(0);

    /// One group of `length` pairs, 1 to 16.
    #[inline]
    pub const fn one(length: u32) -> Groups {
        Groups(1 << (4 * (length - 1)))
    }

    /// `count` single pairs, up to 15.
    #[inline]
    pub const fn singles(count: u32) -> Groups {
        Groups(count as u64)
    }

    /// These groups and those.
    #[inline]
    pub const fn and(self, other: Groups) -> Groups {
        Groups(self.0 + other.0)
    }

    /// These groups without those, all of which are among them.
    #[inline]
    pub const fn without(self, other: Groups) -> Groups {
        Groups(self.0 - other.0)
    }

    /// How many groups of this length there are.
    #[inline]
    pub const fn count(self, length: u32) -> u32 {
        (self.0 >> (4 * (length - 1))) as u32 & 15
    }

    /// The length of the longest group; 0 if there is none.
    #[inline]
    pub const fn longest(self) -> u32 {
        (67 - self.0.leading_zeros()) / 4
    }

    /// The groups of two pairs or more.
    #[inline]
    pub const fn tractors(self) -> Groups {
        Groups(self.0 & !15)
    }

    /// Whether there are no groups.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many groups there are.
    #[inline]
    pub const fn len(self) -> u32 {
        let nibbles = (self.0 & 0x0F0F_0F0F_0F0F_0F0F) + (self.0 >> 4 & 0x0F0F_0F0F_0F0F_0F0F);
        (nibbles.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// How many pairs there are in all groups.
    #[inline]
    pub const fn pairs(self) -> u32 {
        let (mut rest, mut pairs) = (self.0, 0);
        while rest != 0 {
            let length = rest.trailing_zeros() / 4;
            pairs += (length + 1) * (rest >> (4 * length) & 15) as u32;
            rest &= !(15 << (4 * length));
        }
        pairs
    }

    /// The lengths in pairs, longest first.
    pub fn lengths(self) -> impl Iterator<Item = u32> + Clone {
        let mut rest = self;
        std::iter::from_fn(move || {
            let length = rest.longest();
            (length > 0).then(|| {
                rest = rest.without(Groups::one(length));
                length
            })
        })
    }

    /// The maximal chains of a word of levels.
    #[inline]
    fn chains(mut levels: u64) -> Groups {
        let mut chains = 0;
        while levels != 0 {
            let low = levels & levels.wrapping_neg();
            let above = levels & levels.wrapping_add(low);
            chains += 1 << (4 * ((levels ^ above).count_ones() - 1));
            levels = above;
        }
        Groups(chains)
    }

    /// These chains after a tractor of `length` pairs is cut out of one of `chain` pairs.
    #[inline]
    const fn cut(self, chain: u32, length: u32) -> Groups {
        let rest = self.without(Groups::one(chain));
        if chain == length {
            rest
        } else {
            rest.and(Groups::one(chain - length))
        }
    }

    /// The length of the shortest chain of at least `length` pairs; 0 if there is none.
    #[inline]
    const fn shortest_from(self, length: u32) -> u32 {
        let long_enough = self.0 >> (4 * (length - 1));
        if long_enough == 0 {
            0
        } else {
            length + long_enough.trailing_zeros() / 4
        }
    }

    /// Whether chains of these lengths can be cut into tractors of the asked lengths.
    ///
    /// Up to three tractors are cut longest first, each out of the shortest chain that is long
    /// enough, which is exact: whatever shares a longer chain with it in some solution fits there
    /// as well beside what the shortest one held.
    #[inline]
    fn supply(self, asked: Groups) -> bool {
        let mut rest = asked.tractors();
        if rest.len() > 3 {
            return self.supply_many(rest);
        }
        let mut chains = self;
        while !rest.is_empty() {
            let length = rest.longest();
            let chain = chains.shortest_from(length);
            if chain == 0 {
                return false;
            }
            chains = chains.cut(chain, length);
            rest = rest.without(Groups::one(length));
        }
        true
    }

    /// The same for any number of tractors: those of three pairs and more in turn out of each
    /// length of chain, then the ones of two pairs by counting. Twelve led pairs leave few cases.
    fn supply_many(self, asked: Groups) -> bool {
        let length = asked.longest();
        if length <= 2 {
            let halves = |chain: u32| self.count(chain) * (chain / 2);
            return (2..=self.longest()).map(halves).sum::<u32>() >= asked.len();
        }
        let rest = asked.without(Groups::one(length));
        let mut chain = self.shortest_from(length);
        while chain != 0 {
            if self.cut(chain, length).supply_many(rest) {
                return true;
            }
            chain = if chain < 16 {
                self.shortest_from(chain + 1)
            } else {
                0
            };
        }
        false
    }

    /// The best grouping of `pairs` pairs out of these chains: longest first, then fewest groups.
    /// What the chains cannot give is single pairs.
    fn best(self, mut pairs: u32) -> Groups {
        let (mut rest, mut best) = (self, Groups::NONE);
        while pairs > 0 && !rest.is_empty() {
            let chain = rest.longest();
            let taken = chain.min(pairs);
            best = best.and(Groups::one(taken));
            rest = rest.without(Groups::one(chain));
            pairs -= taken;
        }
        best.and(Groups::singles(pairs))
    }
}

impl fmt::Debug for Groups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.lengths()).finish()
    }
}

impl Serialize for Groups {
    /// The lengths in pairs, longest first.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.lengths())
    }
}

impl<'de> Deserialize<'de> for Groups {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let lengths = Vec::<u32>::deserialize(deserializer)?;
        if lengths.len() > 15 || lengths.iter().any(|length| !(1..=16).contains(length)) {
            return Err(serde::de::Error::custom("no such groups of pairs"));
        }
        let groups = lengths.into_iter().map(Groups::one);
        Ok(groups.fold(Groups::NONE, Groups::and))
    }
}

/// The chains that pairs of one effective suit form, in both readings (see the module).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chains {
    pairs: u32,
    /// One chain across the level of the equal dominants.
    across: Groups,
    /// Two chains that meet in it; the same as `across` where there is no choice.
    split: Groups,
}

impl Chains {
    /// The chains of a word of pairs of one effective suit.
    #[inline]
    pub(super) fn of(layout: &Layout, pairs: u64) -> Chains {
        let levels = layout.levels(pairs);
        let across = Groups::chains(levels);
        let around = 0b101 << (layout.dominant() - 1);
        let meet = levels & around == around && (pairs & layout.dominants()).count_ones() > 1;
        let split = if meet {
            let below = (2 << layout.dominant()) - 1;
            let above = !(below >> 1);
            Groups::chains(levels & below).and(Groups::chains(levels & above))
        } else {
            across
        };
        Chains {
            pairs: pairs.count_ones(),
            across,
            split,
        }
    }

    /// How many pairs there are.
    #[inline]
    pub(super) const fn pairs(self) -> u32 {
        self.pairs
    }

    /// Whether all these groups can be formed at once.
    #[inline]
    pub(super) fn supply(self, asked: Groups) -> bool {
        self.pairs >= asked.pairs() && self.supply_tractors(asked)
    }

    /// The same where there are pairs enough.
    #[inline]
    pub(super) fn supply_tractors(self, asked: Groups) -> bool {
        self.across.supply(asked) || (self.split != self.across && self.split.supply(asked))
    }

    /// The best grouping of `pairs` pairs, at most as many as there are.
    pub(super) fn best(self, pairs: u32) -> Groups {
        let across = self.across.best(pairs);
        if self.split == self.across {
            return across;
        }
        let split = self.split.best(pairs);
        let rank = |groups: Groups| (groups.longest(), u32::MAX - groups.len(), groups.0);
        std::cmp::max_by_key(across, split, |groups| rank(*groups))
    }
}

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
        /// How many, at least two.
        pairs: u8,
    },
}

impl UnitKind {
    /// How many cards it has.
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
    /// What it is.
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
    #[inline]
    pub fn of(layout: &Layout, cards: Hand) -> Shape {
        let groups = Groups::chains(layout.levels(cards.two()));
        let chained = layout.levels(cards.two()).count_ones();
        Shape {
            singles: cards.one().count_ones() - cards.two().count_ones(),
            groups: groups.and(Groups::singles(cards.two().count_ones() - chained)),
        }
    }

    /// How many units there are.
    #[inline]
    pub const fn units(self) -> u32 {
        self.singles + self.groups.len()
    }

    /// How many cards there are.
    pub const fn cards(self) -> u32 {
        self.singles + 2 * self.groups.pairs()
    }

    /// The kind of the largest unit.
    #[inline]
    pub const fn largest(self) -> UnitKind {
        UnitKind::of_pairs(self.groups.longest())
    }

    /// The unit sizes in cards, largest first.
    pub fn sizes(self) -> impl Iterator<Item = u32> {
        let groups = self.groups.lengths().map(|pairs| 2 * pairs);
        groups.chain((0..self.singles).map(|_| 1))
    }
}

/// Cards that are led: cards of one effective suit with their reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lead {
    suit: EffectiveSuit,
    cards: Hand,
    shape: Shape,
    len: u32,
    pairs: u32,
}

impl Lead {
    /// Reads cards as a lead. `None` if there are none, more than [`MOST_CARDS`], or cards of
    /// several effective suits.
    #[inline]
    pub fn read(layout: &Layout, cards: Hand) -> Option<Lead> {
        let len = cards.len();
        let suit = cards.only_suit(layout)?;
        (len <= MOST_CARDS).then(|| Lead {
            suit,
            cards,
            shape: Shape::of(layout, cards),
            len,
            pairs: cards.pairs(),
        })
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
        self.shape
    }

    /// How many cards are led.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "a lead is never empty")]
    pub const fn len(&self) -> u32 {
        self.len
    }

    /// How many pairs its units have.
    #[inline]
    pub const fn pairs(&self) -> u32 {
        self.pairs
    }

    /// Whether it is a throw (甩牌): more than one unit.
    #[inline]
    pub const fn is_throw(&self) -> bool {
        self.shape.units() > 1
    }

    /// Its units, largest first, and the higher first among those of one size.
    pub fn units<'a>(&self, layout: &'a Layout) -> Units<'a> {
        Units::of(layout, self.cards)
    }
}

/// The units of cards of one effective suit; see [`Lead::units`].
#[derive(Debug, Clone)]
pub struct Units<'a> {
    layout: &'a Layout,
    /// The levels of the chains that are left.
    chained: u64,
    /// The pairs that are left, those of chains included.
    pairs: u64,
    singles: u64,
}

impl<'a> Units<'a> {
    /// The units of cards of one effective suit.
    pub fn of(layout: &'a Layout, cards: Hand) -> Units<'a> {
        let levels = layout.levels(cards.two());
        Units {
            layout,
            chained: levels & (levels << 1 | levels >> 1),
            pairs: cards.two(),
            singles: cards.one() & !cards.two(),
        }
    }

    /// The highest card of a word, spades last among equal dominants.
    fn highest(&self, word: u64) -> Option<(u64, u8)> {
        let level = self.layout.levels(word).checked_ilog2()? as u8;
        let extra = word & self.layout.dominants();
        let bit = if level == self.layout.dominant() {
            1 << extra.ilog2()
        } else {
            1 << level
        };
        Some((bit, level))
    }

    fn tractor(&mut self) -> Option<Unit> {
        if self.chained == 0 {
            return None;
        }
        let (mut starts, mut length) = (self.chained, 1);
        while starts & starts >> 1 != 0 {
            starts &= starts >> 1;
            length += 1;
        }
        let low = starts.ilog2();
        let levels = chain_at(low, length);
        self.chained &= !levels;
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
        if let Some(unit) = self.tractor() {
            return Some(unit);
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

/// The levels at which chains of `length` begin.
#[inline]
pub(super) const fn chain_starts(levels: u64, length: u32) -> u64 {
    let (mut starts, mut at) = (levels, 1);
    while at < length {
        starts &= levels >> at;
        at += 1;
    }
    starts
}

/// The levels of the chain of `length` that begins at `low`.
#[inline]
const fn chain_at(low: u32, length: u32) -> u64 {
    ((1 << length) - 1) << low
}

/// The bits of a chain that begins at `low` among these pairs, one pair for each level.
#[inline]
pub(super) const fn chain_cards(layout: &Layout, pairs: u64, low: u32, length: u32) -> u64 {
    let levels = chain_at(low, length);
    let dominant = 1 << layout.dominant();
    if levels & dominant == 0 {
        levels
    } else {
        (levels & !dominant) | layout.at_level(pairs, layout.dominant())
    }
}
