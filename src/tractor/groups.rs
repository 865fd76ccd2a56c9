//! Groups of pairs: how many tractors of which lengths are asked for, and which a holding of pairs
//! can supply.
//!
//! Knows pairs of one effective suit and nothing else: no leads, no hands, no house rules.
//!
//! Equal dominant cards are one level: `AC AC 9D 9D 9C 9C` (trump clubs, rank 9) is a tractor, and
//! so is it with `9H 9H`, but two of them never stand in one chain, nor make a pair together. A
//! holding with several such pairs has two readings: one chain across the level, or two chains that
//! meet in it. Everything that is asked of groups of pairs is asked of both. Where ranks are always trump
//! there are more such levels, also side by side: then chains are cut out of what is left again and again.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::hand::Layout;

/// How many groups of each length there are: groups of pairs that are a single pair (length 1) or
/// a tractor (length 2 or more).
///
/// Four bits a length: lengths of 1 to 16 pairs, up to 15 groups of each.
///
/// ```
/// use engine::tractor::groups::Groups;
///
/// let groups = Groups::one(3).and(Groups::singles(2));
/// assert!(groups.lengths().eq([3, 1, 1]));
/// assert_eq!((groups.len(), groups.pairs()), (3, 5));
/// assert_eq!(groups.tractors(), Groups::one(3));
/// ```
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

    /// The groups of both. Of each length there may be at most 15.
    #[inline]
    pub const fn and(self, other: Groups) -> Groups {
        Groups(self.0 + other.0)
    }

    /// These groups without `other`, which has to be contained in them.
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

    /// The groups where it takes `least` pairs, 2 or 3, to make a tractor: shorter ones are single
    /// pairs, of which there may be up to 15 then.
    #[inline]
    pub const fn broken(self, least: u32) -> Groups {
        if least <= 2 {
            return self;
        }
        let twos = self.count(2) as u64;
        Groups(self.0 - (twos << 4) + 2 * twos)
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
    pub(super) fn chains(mut levels: u64) -> Groups {
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
    /// Where ranks are always trump and a level has several pairs, in place of both readings: the levels
    /// with at least one, two, three, four pairs.
    heaps: Heaps,
}

/// The levels with at least one pair, two, three, and all four; empty where no level has two.
type Heaps = [u64; 4];

impl Chains {
    /// The chains of a word of pairs of one effective suit.
    #[inline]
    pub(super) fn of(layout: &Layout, pairs: u64) -> Chains {
        let levels = layout.levels(pairs);
        let across = Groups::chains(levels);
        if layout.has_permanent() && pairs.count_ones() > levels.count_ones() {
            return Chains::heaped(layout, pairs);
        }
        let around = 0b101 << (layout.dominant() - 1);
        let equals = pairs & layout.equals(layout.dominant());
        let meet = levels & around == around && equals.count_ones() > 1;
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
            heaps: Heaps::default(),
        }
    }

    #[cold]
    fn heaped(layout: &Layout, pairs: u64) -> Chains {
        Chains {
            pairs: pairs.count_ones(),
            across: Groups::NONE,
            split: Groups::NONE,
            heaps: heaps(layout, pairs),
        }
    }

    /// Whether levels with several pairs leave more than two readings: then [`Chains::best`] knows no
    /// answer.
    #[inline]
    pub(super) const fn is_heaped(&self) -> bool {
        self.heaps[1] != 0
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
        if self.is_heaped() {
            return cuts(self.heaps, asked.tractors(), u64::MAX);
        }
        self.across.supply(asked) || (self.split != self.across && self.split.supply(asked))
    }

    /// The best grouping of `pairs` pairs, at most as many as there are. Not for heaps.
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

/// The levels with at least one of these pairs, with two, three and four.
pub(super) fn heaps(layout: &Layout, mut pairs: u64) -> Heaps {
    let mut heaps = Heaps::default();
    for levels in &mut heaps {
        *levels = layout.levels(pairs);
        pairs &= !one_each(layout, pairs, *levels);
    }
    heaps
}

/// Whether tractors of these lengths can be cut out of such heaps, those of the greatest length below the
/// levels of `bound`, so that no choice is tried twice.
#[cold]
fn cuts(heaps: Heaps, asked: Groups, bound: u64) -> bool {
    let length = asked.longest();
    if length == 0 {
        return true;
    }
    let rest = asked.without(Groups::one(length));
    let mut starts = chain_starts(heaps[0], length) & bound;
    while let Some(low) = starts.checked_ilog2() {
        starts &= !(1 << low);
        let bound = match rest.longest() == length {
            true => (2 << low) - 1,
            false => u64::MAX,
        };
        if cuts(lowered(heaps, chain_at(low, length)), rest, bound) {
            return true;
        }
    }
    false
}

/// The heaps with a pair less at each of these levels.
fn lowered(mut heaps: Heaps, mut levels: u64) -> Heaps {
    for heap in heaps.iter_mut().rev() {
        let here = *heap & levels;
        *heap &= !here;
        levels &= !here;
    }
    heaps
}

/// The levels at which chains of `length` begin.
///
/// ```
/// use engine::tractor::groups::chain_starts;
///
/// // Pairs at the levels 1, 2, 3 and 6: chains of two begin at 1 and at 2.
/// assert_eq!(chain_starts(0b100_1110, 2), 0b000_0110);
/// ```
#[inline]
pub const fn chain_starts(levels: u64, length: u32) -> u64 {
    let (mut starts, mut at) = (levels, 1);
    while at < length {
        starts &= levels >> at;
        at += 1;
    }
    starts
}

/// The levels of the chain of `length` that begins at `low`.
#[inline]
pub const fn chain_at(low: u32, length: u32) -> u64 {
    ((1 << length) - 1) << low
}

/// These pairs of one suit without those of the tractors that are longer than `most` pairs. Of equal
/// cards one pair stands in a tractor.
#[cold]
pub(super) fn without_longer(layout: &Layout, mut pairs: u64, most: u32) -> u64 {
    let length = (most + 1).max(layout.tractor());
    loop {
        let starts = chain_starts(layout.levels(pairs), length);
        if starts == 0 {
            return pairs;
        }
        let longer = (0..length).fold(0, |levels, at| levels | starts << at);
        // Where ranks are always trump there may be another pair at each level.
        pairs &= !one_each(layout, pairs, longer);
    }
}

/// The bits of a chain that begins at `low` among these pairs, one pair for each level.
#[inline]
pub const fn chain_cards(layout: &Layout, pairs: u64, low: u32, length: u32) -> u64 {
    one_each(layout, pairs, chain_at(low, length))
}

/// The bits of one of these pairs at each of the levels.
#[inline]
const fn one_each(layout: &Layout, pairs: u64, levels: u64) -> u64 {
    let mut shared = levels & layout.shared();
    let mut cards = levels & !shared;
    while shared != 0 {
        cards |= layout.at_level(pairs, shared.trailing_zeros() as u8);
        shared &= shared - 1;
    }
    cards
}
