//! The bit of every card in the words of a hand, which depends on what is trump.
//!
//! Decides positions alone, from the order of cards in [`super::trump`]; what can be asked of a set
//! of cards is for [`super::hand`]. There are 65 layouts, one for each [`Trump`] of the standard game, as
//! many again for houses where a tractor has at least three pairs, which only [`Layout::tractor`] tells
//! apart, and as many as all these for each of the house rules about ranks that are always trump.
//!
//! | bits | with a trump suit | no trump |
//! |---|---|---|
//! | 0–11, 13–24, 26–37 | three side suits, their 12 ranks low to high | the same |
//! | 39–50 | the trump suit's 12 ranks | the fourth side suit |
//! | 51 | a dominant card of a side suit | empty |
//! | 52 | the dominant card of the trump suit | a dominant card |
//! | 53, 54 | small joker, big joker | the same |
//! | 56–58 | the other dominant cards, equal to the one of bit 51 | … to the one of bit 52 |
//!
//! Ranks that are always trump are missing from their suits, too, and lie between the trump suit and the
//! dominant cards: two bits each with a trump suit, as the dominant cards have, else one. The lane of the
//! trump suit begins as many bits lower as there are such ranks. Their other equal cards take the bits
//! that these ranks leave free at the top of the lanes of their own suits.
//!
//! # Invariants
//! * Neighbouring levels are consecutive cards of one suit, and only they: bits 12, 25, 38 and 55 are
//!   never levels (51 neither without a trump suit), so a shift never carries from suit to suit. Where
//!   ranks are always trump, the bit above each lane is none.
//! * Trumps lie above all side suits: of two bits that may be compared, the higher one is the
//!   higher card. Equal cards of several suits are the one exception: all but one of them lie elsewhere,
//!   and [`Layout::levels`] folds them into the level of that one.
//!
//! States of matches are written with these bits: another place for a card is a new revision of the rules.

use std::fmt;

use super::card::{Card, Rank, Suit};
use super::rules::PermanentTrumps;
use super::trump::{EffectiveSuit, Trump};

/// Distance between the lanes of two side suits: twelve ranks and a gap.
const LANE: u8 = 13;
/// The twelve ranks of a lane that begins at bit 0.
const RANKS: u64 = (1 << 12) - 1;
/// The lowest trump with a trump suit.
const TRUMPS_SUITED: u8 = 39;
/// The lowest trump in a no-trump round.
const TRUMPS_PLAIN: u8 = 52;
/// The small joker; the big joker follows.
const SMALL_JOKER: u8 = 53;
/// The first of the dominant cards that are equal to another one.
const EXTRA: u8 = 56;
/// All bits whose neighbours are consecutive.
const CORE: u64 = (1 << EXTRA) - 1;
/// Marks a bit without a card.
const NO_CARD: u8 = u8::MAX;
/// The most bits a hand can have set in one of its words.
const BITS: usize = 64;
/// The most ranks that are always trump.
const ALWAYS: usize = 3;

/// The bit positions of all cards under one trump.
#[derive(PartialEq)]
pub struct Layout {
    trump: Trump,
    /// How many consecutive pairs make a tractor.
    tractor: u8,
    /// Bit of each card, by the card's index.
    place: [u8; Card::KINDS],
    /// Index of the card of each bit.
    card: [u8; BITS],
    /// The suit that the card of each bit counts as.
    suit_at: [EffectiveSuit; BITS],
    /// The bits of each effective suit: clubs to spades, trumps.
    suits: [u64; 5],
    /// Where the twelve ranks of each printed suit begin.
    lanes: [u8; 4],
    /// The level of the dominant cards that are equal to each other.
    dominant: u8,
    /// The levels at which cards are equal to each other: the dominant ones and those always trump.
    shared: u64,
    /// The cards that are always trump and lie outside their level.
    outside: u64,
    /// The same by rank, with the level: none in the standard game.
    always: [Equals; ALWAYS],
    fives: u64,
    tens: u64,
}

/// The cards of a rank that are equal to the one at a level.
#[derive(Clone, Copy, PartialEq)]
struct Equals {
    level: u8,
    outside: u64,
}

/// The layouts by what is always trump; of each those where two pairs make a tractor, and those where it
/// takes three.
static LAYOUTS: [[[Layout; 65]; 2]; 3] = [
    of_house(PermanentTrumps::Off),
    of_house(PermanentTrumps::Twos),
    of_house(PermanentTrumps::TwosThreesFives),
];

const fn of_house(always: PermanentTrumps) -> [[Layout; 65]; 2] {
    [layouts(always, 2), layouts(always, 3)]
}

const fn layouts(always: PermanentTrumps, tractor: u8) -> [Layout; 65] {
    let mut layouts = [const { Layout::new(0, 0, PermanentTrumps::Off, 2) }; 65];
    let mut i = 0;
    while i < 65 {
        layouts[i] = Layout::new(i / 5, i % 5, always, tractor);
        i += 1;
    }
    layouts
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Layout").field(&self.trump).finish()
    }
}

impl Layout {
    /// The layout for this trump, in the standard game.
    #[inline]
    pub fn of(trump: Trump) -> &'static Layout {
        Layout::under(trump, 2)
    }

    /// The layout for this trump where a tractor has at least so many pairs, 2 or 3.
    ///
    /// ```
    /// # use engine::tractor::{card::*, hand::*, shape::Shape, trump::*};
    /// let layout = Layout::under(Trump::suited("9".parse().unwrap(), Suit::Clubs), 3);
    /// let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// let sizes = |text: &str| {
    ///     let cards = Hand::of(layout, &cards(text)).unwrap();
    ///     Shape::of(layout, cards).sizes().collect::<Vec<_>>()
    /// };
    /// assert_eq!(sizes("5H 5H 4H 4H"), [2, 2]);
    /// assert_eq!(sizes("5H 5H 4H 4H 3H 3H"), [6]);
    /// ```
    #[inline]
    pub fn under(trump: Trump, tractor: u8) -> &'static Layout {
        let of_length = &LAYOUTS[trump.permanent as usize][usize::from(tractor > 2)];
        &of_length[trump.rank.index() * 5 + trump.suit.map_or(4, Suit::index)]
    }

    /// How many consecutive pairs make a tractor, 2 or 3.
    #[inline]
    pub const fn tractor(&self) -> u32 {
        self.tractor as u32
    }

    /// What is trump.
    #[inline]
    pub const fn trump(&self) -> Trump {
        self.trump
    }

    /// The bits of all cards of an effective suit.
    ///
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// // Twelve ranks, as the nines are trumps; of these there are clubs, the other nines and the jokers.
    /// assert_eq!(layout.suit(EffectiveSuit::Side(Suit::Hearts)).count_ones(), 12);
    /// assert_eq!(layout.suit(EffectiveSuit::Trumps).count_ones(), 13 + 3 + 2);
    /// ```
    #[inline]
    pub const fn suit(&self, suit: EffectiveSuit) -> u64 {
        match suit {
            EffectiveSuit::Side(suit) => self.suits[suit.index()],
            EffectiveSuit::Trumps => self.suits[4],
        }
    }

    /// The bits of all trumps.
    #[inline]
    pub const fn trumps(&self) -> u64 {
        self.suits[4]
    }

    /// The bits of all cards.
    #[inline]
    pub const fn all(&self) -> u64 {
        let sides = self.suits[0] | self.suits[1] | self.suits[2] | self.suits[3];
        sides | self.suits[4]
    }

    /// The bits of the suit that the card of this bit counts as.
    #[inline]
    pub const fn suit_of(&self, bit: u64) -> u64 {
        let mut suit = 0;
        while suit < 4 {
            if bit & self.suits[suit] != 0 {
                return self.suits[suit];
            }
            suit += 1;
        }
        self.suits[4]
    }

    /// The bits of the cards of this suit that are higher than the card of this bit.
    #[inline]
    pub const fn above(&self, suit: u64, bit: u64) -> u64 {
        let level = self.levels(bit);
        let higher = suit & !(level | (level - 1));
        let higher = if level >= 1 << self.dominant {
            higher & CORE
        } else {
            higher
        };
        if suit & self.outside == 0 {
            higher
        } else {
            higher | self.outside_above(level)
        }
    }

    /// The cards outside their level that are higher than a level.
    #[cold]
    const fn outside_above(&self, level: u64) -> u64 {
        let (mut higher, mut at) = (0, 0);
        while at < ALWAYS {
            let equals = self.always[at];
            if 1 << equals.level > level {
                higher |= equals.outside;
            }
            at += 1;
        }
        higher
    }

    /// The bit of a card, as a word with that bit alone.
    #[inline]
    pub const fn bit(&self, card: Card) -> u64 {
        1 << self.place[card.index()]
    }

    /// The card at a bit's position.
    ///
    /// # Panics
    /// If no card lies there, which the invariants of a hand of this layout exclude.
    pub fn card_at(&self, place: u32) -> Card {
        Card::from_index(self.card[place as usize] as usize)
            .expect("only bits of cards are ever set in a hand")
    }

    /// Folds cards that are equal into one bit: the levels that occur in a word.
    #[inline]
    pub const fn levels(&self, word: u64) -> u64 {
        let levels = (word & CORE) | (((word >> EXTRA != 0) as u64) << self.dominant);
        if word & self.outside == 0 {
            levels
        } else {
            self.folded(levels)
        }
    }

    /// Folds the cards outside their level into it.
    #[cold]
    const fn folded(&self, word: u64) -> u64 {
        let (mut levels, mut at) = (word & !self.outside, 0);
        while at < ALWAYS {
            let equals = self.always[at];
            levels |= ((word & equals.outside != 0) as u64) << equals.level;
            at += 1;
        }
        levels
    }

    /// Whether some ranks are always trump.
    #[inline]
    pub const fn has_permanent(&self) -> bool {
        self.outside != 0
    }

    /// The levels at which cards of several suits are equal to each other.
    #[inline]
    pub(super) const fn shared(&self) -> u64 {
        self.shared
    }

    /// The bits of the cards at a level.
    #[inline]
    pub(super) const fn equals(&self, level: u8) -> u64 {
        let mut bits = 1 << level;
        if level == self.dominant {
            return bits | (!CORE & self.suits[4]);
        }
        let mut at = 0;
        while at < ALWAYS {
            if self.always[at].level == level {
                bits |= self.always[at].outside;
            }
            at += 1;
        }
        bits
    }

    /// The level of the dominant cards that are equal to each other.
    #[inline]
    pub(super) const fn dominant(&self) -> u8 {
        self.dominant
    }

    /// The lowest bit of a word at a level, spades first among equal cards.
    #[inline]
    pub(super) const fn at_level(&self, word: u64, level: u8) -> u64 {
        let bit = word & (1 << level);
        if bit != 0 || self.shared & (1 << level) == 0 {
            return bit;
        }
        if level == self.dominant {
            let extra = word & !CORE;
            return extra & extra.wrapping_neg();
        }
        match (word & self.equals(level)).checked_ilog2() {
            Some(at) => 1 << at,
            None => 0,
        }
    }

    /// The bit of a word at a level, spades last among equal cards.
    pub(super) const fn last_at_level(&self, word: u64, level: u8) -> u64 {
        let others = word & self.equals(level) & !(1 << level);
        if others == 0 {
            return word & (1 << level);
        }
        if level == self.dominant {
            return 1 << others.ilog2();
        }
        others & others.wrapping_neg()
    }

    /// The lowest bit of a word in the order of cards, spades first among equal dominants.
    #[inline]
    pub(super) const fn lowest(&self, word: u64) -> u64 {
        let levels = self.levels(word);
        if levels == 0 {
            return 0;
        }
        self.at_level(word, levels.trailing_zeros() as u8)
    }

    /// The bits of all cards worth five points, and of those worth ten.
    #[inline]
    pub(super) const fn points(&self) -> (u64, u64) {
        (self.fives, self.tens)
    }

    /// The effective suit of all cards of a word; `None` if there are none, or of several suits.
    #[inline]
    pub(super) fn only_suit(&self, word: u64) -> Option<EffectiveSuit> {
        if word == 0 {
            return None;
        }
        // That of any of the cards, or of none.
        let suit = self.suit_at[word.trailing_zeros() as usize];
        (word & !self.suit(suit) == 0).then_some(suit)
    }

    /// The bits in `to` of the cards whose bits in this layout are set in a word.
    #[inline]
    pub(super) fn carry(&self, word: u64, to: &Layout) -> u64 {
        if self.trump.rank == to.trump.rank && self.outside | to.outside == 0 {
            self.carry_suits(word, to)
        } else {
            self.carry_cards(word, to)
        }
    }

    /// [`Layout::carry`] between layouts of one dominant rank: the twelve other ranks of a suit lie
    /// side by side in both, and the jokers stay where they are.
    #[inline]
    fn carry_suits(&self, word: u64, to: &Layout) -> u64 {
        let mut moved = word & (0b11 << SMALL_JOKER);
        for suit in Suit::ALL {
            let (from, lane) = (self.lanes[suit.index()], to.lanes[suit.index()]);
            moved |= (word >> from & RANKS) << lane;
            let dominant = Card::new(self.trump.rank, suit).index();
            moved |= (word >> self.place[dominant] & 1) << to.place[dominant];
        }
        moved
    }

    /// [`Layout::carry`] between any two layouts, card by card.
    fn carry_cards(&self, mut word: u64, to: &Layout) -> u64 {
        let mut moved = 0;
        while word != 0 {
            moved |= to.bit(self.card_at(word.trailing_zeros()));
            word &= word - 1;
        }
        moved
    }

    /// The lowest bit of a word of side suits by its place in its suit, clubs before spades.
    pub(super) fn lowest_of_sides(&self, word: u64) -> u64 {
        let lowest = self.suits[..4]
            .iter()
            .filter(|&suit| word & suit != 0)
            .map(|suit| (word & suit).trailing_zeros())
            .min_by_key(|place| place % u32::from(LANE));
        lowest.map_or(0, |place| 1 << place)
    }

    /// Works out a layout: rank index, suit index or 4 for none, what is always trump, and the length of
    /// a tractor.
    const fn new(rank: usize, suit: usize, always: PermanentTrumps, tractor: u8) -> Layout {
        let Some(dominant_rank) = Rank::from_index(rank) else {
            panic!("thirteen ranks");
        };
        let suited = suit < 4;
        let dominant = if suited {
            TRUMPS_SUITED + 12
        } else {
            TRUMPS_PLAIN
        };
        let mut layout = Layout {
            trump: Trump {
                rank: dominant_rank,
                suit: if suited { Some(Suit::ALL[suit]) } else { None },
                permanent: always,
            },
            tractor,
            place: [NO_CARD; Card::KINDS],
            card: [NO_CARD; BITS],
            suit_at: [EffectiveSuit::Trumps; BITS],
            suits: [0; 5],
            lanes: [0; 4],
            dominant,
            shared: 1 << dominant,
            outside: 0,
            always: [Equals {
                level: dominant,
                outside: 0,
            }; ALWAYS],
            fives: 0,
            tens: 0,
        };
        let (missing, gone) = missing(rank, always);
        let mut lane = 0;
        let mut of = 0;
        while of < 4 {
            let base = if of == suit {
                TRUMPS_SUITED + 1 - gone
            } else {
                lane
            };
            layout.lanes[of] = base;
            let (mut at, mut place) = (0, base);
            while at < 13 {
                if !missing[at] {
                    layout.put(of * 13 + at, place, if of == suit { 4 } else { of });
                    place += 1;
                }
                at += 1;
            }
            if of != suit {
                lane += LANE;
            }
            of += 1;
        }
        layout.put_dominants(rank, suit);
        layout.put_permanent(rank, suit, always, gone - 1);
        layout.put(52, SMALL_JOKER, 4);
        layout.put(53, SMALL_JOKER + 1, 4);
        layout
    }

    /// Gives the four cards of the dominant rank their bits, spades first among the equal ones.
    const fn put_dominants(&mut self, rank: usize, suit: usize) {
        let mut place = self.dominant;
        let mut of = 4;
        while of > 0 {
            of -= 1;
            if of == suit {
                self.put(of * 13 + rank, TRUMPS_SUITED + 13, 4);
            } else {
                self.put(of * 13 + rank, place, 4);
                place = if place < EXTRA { EXTRA } else { place + 1 };
            }
        }
    }

    /// Gives the cards of the ranks that are always trump their bits; `count` is how many ranks there are
    /// beside the dominant one.
    const fn put_permanent(
        &mut self,
        rank: usize,
        suit: usize,
        always: PermanentTrumps,
        count: u8,
    ) {
        let of_rank = if suit < 4 { 2 } else { 1 };
        let (mut at, mut from) = (0, 0);
        while from < always.ranks().len() {
            let own = always.ranks()[from].index();
            from += 1;
            if own == rank {
                continue;
            }
            let level = self.dominant - of_rank * (count - at);
            let (mut of, mut outside, mut first) = (4, 0, true);
            while of > 0 {
                of -= 1;
                let place = if of == suit {
                    level + 1
                } else if first {
                    first = false;
                    level
                } else {
                    // The places above the gap that follows the ranks left in the lane.
                    let place = self.lanes[of] + LANE - count + at;
                    outside |= 1 << place;
                    place
                };
                self.put(of * 13 + own, place, 4);
            }
            self.always[at as usize] = Equals { level, outside };
            self.shared |= 1 << level;
            self.outside |= outside;
            at += 1;
        }
    }

    const fn put(&mut self, card: usize, place: u8, suit: usize) {
        self.place[card] = place;
        self.card[place as usize] = card as u8;
        self.suits[suit] |= 1 << place;
        if suit < 4 {
            self.suit_at[place as usize] = EffectiveSuit::Side(Suit::ALL[suit]);
        }
        match Card::from_index(card) {
            Some(card) => match card.points() {
                5 => self.fives |= 1 << place,
                10 => self.tens |= 1 << place,
                _ => {}
            },
            None => panic!("54 cards"),
        }
    }
}

/// Which ranks are missing from their suits, the dominant one and those that are always trump, and how
/// many.
const fn missing(dominant: usize, always: PermanentTrumps) -> ([bool; 13], u8) {
    let (mut missing, mut count) = ([false; 13], 1);
    missing[dominant] = true;
    let mut at = 0;
    while at < always.ranks().len() {
        let rank = always.ranks()[at].index();
        count += !missing[rank] as u8;
        missing[rank] = true;
        at += 1;
    }
    (missing, count)
}

/// The height of a card; see [`Layout::level`]. The order means something only between cards of one
/// effective suit, and between a trump and any other card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(pub(super) u8);

/// The highest level of a word of levels.
#[inline]
pub(super) const fn highest(levels: u64) -> Option<Level> {
    match levels.checked_ilog2() {
        Some(level) => Some(Level(level as u8)),
        None => None,
    }
}

#[cfg(feature = "testing")]
impl Layout {
    /// The level of a card: the higher of two cards of one effective suit has the higher level,
    /// consecutive cards have neighbouring levels, equal ones the same, and trumps are above all.
    ///
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// let level = |text: &str| layout.level(cards(text)[0]);
    /// assert!(level("AH") > level("KH"));
    /// assert!(level("2C") > level("AH"), "a trump is above all side suits");
    /// assert_eq!(level("9D"), level("9S"));
    /// ```
    #[inline]
    pub const fn level(&self, card: Card) -> Level {
        Level(self.levels(self.bit(card)).trailing_zeros() as u8)
    }
}

#[cfg(test)]
mod tests;
