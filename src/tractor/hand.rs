//! Hands as bit sets: where every card lies, and what can be asked of a set of cards at once.
//!
//! Decides how cards are packed; knows nothing of units, plays or rules beyond the order of cards
//! in [`super::trump`], which it turns into positions.
//!
//! # Layout
//! A [`Hand`] is any set of cards out of the two decks (a hand, a play, a kitty) in 16 bytes: `one`
//! has the bit of every card held at least once, `two` of every card held twice. Which bit belongs
//! to which card depends on what is trump, and is written down in a [`Layout`]; there are 65.
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
//! # Invariants
//! * `two` is a subset of `one`; no bit outside the layout is ever set.
//! * Neighbouring bits are consecutive cards of one suit, and only they: bits 12, 25, 38 and 55 are
//!   always empty (51 too without a trump suit), so a shift never carries from suit to suit.
//! * Trumps lie above all side suits: of two bits that may be compared, the higher one is the
//!   higher card. The equal dominants are the one exception, hence bits 56–58, which
//!   [`Layout::levels`] folds into the level of their equals.
//!
//! # Why
//! Pairs are `two`, a suit is a mask, a chain of pairs is a few shifts of the folded `two`, points
//! are three population counts, and "holds these cards" is two comparisons. A hand is `Copy`, so
//! trying a play costs no more than looking at it.

use std::fmt;

use super::card::{Card, Rank, Suit};
use super::trump::{EffectiveSuit, Trump};

/// Distance between the lanes of two side suits: twelve ranks and a gap.
const LANE: u8 = 13;
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

/// Where every card lies when this is trump.
pub struct Layout {
    trump: Trump,
    /// Bit of each card, by the card's index.
    place: [u8; Card::KINDS],
    /// Index of the card of each bit.
    card: [u8; BITS],
    /// The bits of each effective suit: clubs to spades, trumps.
    suits: [u64; 5],
    /// The level of the dominant cards that are equal to each other.
    dominant: u8,
    fives: u64,
    tens: u64,
}

static LAYOUTS: [Layout; 65] = {
    let mut layouts = [const { Layout::new(0, 0) }; 65];
    let mut i = 0;
    while i < 65 {
        layouts[i] = Layout::new(i / 5, i % 5);
        i += 1;
    }
    layouts
};

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Layout").field(&self.trump).finish()
    }
}

impl Layout {
    /// The layout for this trump.
    #[inline]
    pub fn of(trump: Trump) -> &'static Layout {
        &LAYOUTS[trump.rank.index() * 5 + trump.suit.map_or(4, Suit::index)]
    }

    /// What is trump.
    #[inline]
    pub const fn trump(&self) -> Trump {
        self.trump
    }

    /// The bits of all cards of an effective suit.
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

    /// The bit of a card, as a word with that bit alone.
    #[inline]
    pub const fn bit(&self, card: Card) -> u64 {
        1 << self.place[card.index()]
    }

    /// The level of a card: the higher of two cards of one effective suit has the higher level,
    /// consecutive cards have neighbouring levels, equal ones the same, and trumps are above all.
    #[inline]
    pub const fn level(&self, card: Card) -> Level {
        let place = self.place[card.index()];
        Level(if place < EXTRA { place } else { self.dominant })
    }

    /// The card at a bit's position.
    ///
    /// # Panics
    /// If no card lies there, which the invariants of a hand of this layout exclude.
    fn card_at(&self, place: u32) -> Card {
        Card::from_index(self.card[place as usize] as usize)
            .expect("only bits of cards are ever set in a hand")
    }

    /// Folds the dominant cards that are equal into one bit: the levels that occur in a word.
    #[inline]
    pub const fn levels(&self, word: u64) -> u64 {
        (word & CORE) | (((word >> EXTRA != 0) as u64) << self.dominant)
    }

    /// The bits of the dominant cards that are equal to each other.
    #[inline]
    pub(super) const fn dominants(&self) -> u64 {
        (1 << self.dominant) | (!CORE & self.suits[4])
    }

    /// The level of the dominant cards that are equal to each other.
    #[inline]
    pub(super) const fn dominant(&self) -> u8 {
        self.dominant
    }

    /// The lowest bit of a word at a level, spades first among equal dominants.
    #[inline]
    pub(super) const fn at_level(&self, word: u64, level: u8) -> u64 {
        let bit = word & (1 << level);
        if bit != 0 || level != self.dominant {
            return bit;
        }
        let extra = word & !CORE;
        extra & extra.wrapping_neg()
    }

    /// The `n`-th bit of a word from below, in the order of cards; `n` is less than its bits.
    #[inline]
    pub(super) const fn nth(&self, word: u64, n: u32) -> u64 {
        let below = word & ((2 << self.dominant) - 1);
        let equal = word & !CORE;
        if equal == 0 || n < below.count_ones() {
            return nth_bit(word, n);
        }
        let n = n - below.count_ones();
        if n < equal.count_ones() {
            return nth_bit(equal, n);
        }
        nth_bit(word & CORE & !below, n - equal.count_ones())
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

    /// Works out a layout: rank index, and suit index or 4 for none.
    const fn new(rank: usize, suit: usize) -> Layout {
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
            },
            place: [NO_CARD; Card::KINDS],
            card: [NO_CARD; BITS],
            suits: [0; 5],
            dominant,
            fives: 0,
            tens: 0,
        };
        let mut lane = 0;
        let mut of = 0;
        while of < 4 {
            let base = if of == suit { TRUMPS_SUITED } else { lane };
            let mut at = 0;
            while at < 13 {
                if at != rank {
                    // The dominant rank is missing from its place in every suit.
                    let step = if at > rank { at - 1 } else { at } as u8;
                    let effective = if of == suit { 4 } else { of };
                    layout.put(of * 13 + at, base + step, effective);
                }
                at += 1;
            }
            if of != suit {
                lane += LANE;
            }
            of += 1;
        }
        layout.put_dominants(rank, suit);
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

    const fn put(&mut self, card: usize, place: u8, suit: usize) {
        self.place[card] = place;
        self.card[place as usize] = card as u8;
        self.suits[suit] |= 1 << place;
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

/// How high a card is; see [`Layout::level`]. Only cards of one effective suit, or a trump and
/// another card, can be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(pub(super) u8);

/// A card of which fewer are there than were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{card} is there {held} times only")]
pub struct NotHeld {
    /// The card.
    pub card: Card,
    /// How many of it are there.
    pub held: u8,
}

/// Cards out of two decks, in the layout of one trump: a hand, a play, a kitty.
///
/// A hand does not know its layout: all hands of a round use the one of [`Layout::of`], and
/// [`Hand::remapped`] carries them over when trump changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hand {
    one: u64,
    two: u64,
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand({:#x}, {:#x})", self.one, self.two)
    }
}

impl Hand {
    /// No cards.
    pub const EMPTY: Hand = Hand { one: 0, two: 0 };

    /// These cards; a third copy of one is an error.
    ///
    /// # Errors
    /// [`NotHeld`] with the card of which two decks have no third copy.
    pub fn of(layout: &Layout, cards: &[Card]) -> Result<Hand, NotHeld> {
        let mut hand = Hand::EMPTY;
        for &card in cards {
            if !hand.insert(layout, card) {
                return Err(NotHeld { card, held: 2 });
            }
        }
        Ok(hand)
    }

    /// These cards if all of them are in this hand.
    ///
    /// # Errors
    /// [`NotHeld`] with the first card that is missing.
    pub fn pick(self, layout: &Layout, cards: &[Card]) -> Result<Hand, NotHeld> {
        let mut rest = self;
        for &card in cards {
            if !rest.remove(layout, card) {
                let held = self.count(layout, card);
                return Err(NotHeld { card, held });
            }
        }
        Ok(self.minus(rest))
    }

    /// The cards with these bits, one of each: `two` of another hand makes one of each of its
    /// pairs.
    #[inline]
    pub(super) const fn from_words(one: u64, two: u64) -> Hand {
        Hand { one, two }
    }

    /// The bits of the cards held at least once.
    #[inline]
    pub const fn one(self) -> u64 {
        self.one
    }

    /// The bits of the cards held twice: the pairs (对子).
    #[inline]
    pub const fn two(self) -> u64 {
        self.two
    }

    /// Adds a card; `false`, and nothing changes, if both copies are there already.
    #[inline]
    pub const fn insert(&mut self, layout: &Layout, card: Card) -> bool {
        let bit = layout.bit(card);
        let free = self.two & bit == 0;
        self.two |= self.one & bit;
        self.one |= bit;
        free
    }

    /// Takes one copy of a card out; `false`, and nothing changes, if there is none.
    #[inline]
    pub const fn remove(&mut self, layout: &Layout, card: Card) -> bool {
        let bit = layout.bit(card);
        let there = self.one & bit != 0;
        self.one &= !bit | self.two;
        self.two &= !bit;
        there
    }

    /// How many copies of the card there are.
    #[inline]
    pub const fn count(self, layout: &Layout, card: Card) -> u8 {
        let bit = layout.bit(card);
        (self.one & bit != 0) as u8 + (self.two & bit != 0) as u8
    }

    /// Whether there is at least one copy of the card.
    #[inline]
    pub const fn contains(self, layout: &Layout, card: Card) -> bool {
        self.one & layout.bit(card) != 0
    }

    /// Whether all cards of `other` are in this hand.
    #[inline]
    pub const fn holds(self, other: Hand) -> bool {
        other.one & !self.one == 0 && other.two & !self.two == 0
    }

    /// How many cards there are.
    #[inline]
    pub const fn len(self) -> u32 {
        self.one.count_ones() + self.two.count_ones()
    }

    /// Whether there are no cards.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.one == 0
    }

    /// How many pairs there are.
    #[inline]
    pub const fn pairs(self) -> u32 {
        self.two.count_ones()
    }

    /// The cards whose bits are in `mask`, such as [`Layout::suit`].
    #[inline]
    pub const fn within(self, mask: u64) -> Hand {
        Hand {
            one: self.one & mask,
            two: self.two & mask,
        }
    }

    /// The cards of an effective suit.
    #[inline]
    pub const fn in_suit(self, layout: &Layout, suit: EffectiveSuit) -> Hand {
        self.within(layout.suit(suit))
    }

    /// The effective suit of all cards; `None` if there are none, or of several suits.
    pub fn only_suit(self, layout: &Layout) -> Option<EffectiveSuit> {
        if self.one == 0 {
            return None;
        }
        let suit = (0..5).find(|&suit| self.one & !layout.suits[suit] == 0)?;
        Some(match Suit::ALL.get(suit) {
            Some(&suit) => EffectiveSuit::Side(suit),
            None => EffectiveSuit::Trumps,
        })
    }

    /// This hand without the cards of `other`, all of which it holds.
    #[inline]
    pub const fn minus(self, other: Hand) -> Hand {
        debug_assert!(self.holds(other));
        Hand {
            one: (self.one & !other.one) | (self.two & !other.two),
            two: self.two & !other.one,
        }
    }

    /// This hand and the cards of `other`, together never more than two copies of a card.
    #[inline]
    pub const fn plus(self, other: Hand) -> Hand {
        debug_assert!((self.two & other.one) | (self.one & other.two) == 0);
        Hand {
            one: self.one | other.one,
            two: self.two | other.two | (self.one & other.one),
        }
    }

    /// One of the cards alone: every copy for some `n` below [`Hand::len`].
    #[inline]
    pub const fn nth_copy(self, n: u32) -> Hand {
        let firsts = self.one.count_ones();
        let one = if n < firsts {
            nth_bit(self.one, n)
        } else {
            nth_bit(self.two, n - firsts)
        };
        Hand { one, two: 0 }
    }

    /// Points (分) of the cards.
    #[inline]
    pub const fn points(self, layout: &Layout) -> u16 {
        let fives = (self.one & layout.fives).count_ones() + (self.two & layout.fives).count_ones();
        let tens = (self.one & layout.tens).count_ones() + (self.two & layout.tens).count_ones();
        (5 * fives + 10 * tens) as u16
    }

    /// The highest level of the cards, trumps above all others.
    #[inline]
    pub const fn highest(self, layout: &Layout) -> Option<Level> {
        highest(layout.levels(self.one))
    }

    /// The cards, suit by suit and low to high, both copies of a pair one after the other.
    #[inline]
    pub const fn cards(self, layout: &Layout) -> Cards<'_> {
        let below = self.one & ((2 << layout.dominant) - 1);
        Cards {
            layout,
            rest: [
                below,
                self.one & !CORE,
                self.one & CORE & !((2 << layout.dominant) - 1),
            ],
            two: self.two,
            again: None,
        }
    }

    /// The same cards in the layout of another trump.
    pub fn remapped(self, from: &Layout, to: &Layout) -> Hand {
        let carry = |mut word: u64| {
            let mut moved = 0;
            while word != 0 {
                let card = from.card_at(word.trailing_zeros());
                moved |= to.bit(card);
                word &= word - 1;
            }
            moved
        };
        Hand {
            one: carry(self.one),
            two: carry(self.two),
        }
    }
}

/// The `n`-th set bit of a word from below; `n` is less than its bits.
#[inline]
const fn nth_bit(mut word: u64, n: u32) -> u64 {
    let mut i = 0;
    while i < n {
        word &= word.wrapping_sub(1);
        i += 1;
    }
    word & word.wrapping_neg()
}

/// The highest level of a word of levels.
#[inline]
pub(super) const fn highest(levels: u64) -> Option<Level> {
    match levels.checked_ilog2() {
        Some(level) => Some(Level(level as u8)),
        None => None,
    }
}

/// The cards of a hand in order; see [`Hand::cards`].
#[derive(Debug, Clone)]
pub struct Cards<'a> {
    layout: &'a Layout,
    /// Up to the equal dominant of the core, its equals, everything above.
    rest: [u64; 3],
    two: u64,
    again: Option<Card>,
}

impl Iterator for Cards<'_> {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        if let Some(card) = self.again.take() {
            return Some(card);
        }
        let word = self.rest.iter_mut().find(|word| **word != 0)?;
        let place = word.trailing_zeros();
        *word &= *word - 1;
        let card = self.layout.card_at(place);
        if self.two & (1 << place) != 0 {
            self.again = Some(card);
        }
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let rest = self.rest.iter().fold(0, |all, word| all | word);
        let left = rest.count_ones() + (self.two & rest).count_ones();
        let left = left as usize + usize::from(self.again.is_some());
        (left, Some(left))
    }
}

impl ExactSizeIterator for Cards<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(trump: Trump) {
        let layout = Layout::of(trump);
        assert_eq!(layout.trump(), trump);
        for card in Card::all() {
            let suit = trump.effective_suit(card);
            assert_eq!(layout.card_at(layout.bit(card).trailing_zeros()), card);
            assert_ne!(layout.suit(suit) & layout.bit(card), 0, "{card} {trump:?}");
            for other in Card::all().filter(|other| trump.effective_suit(*other) == suit) {
                let steps = i16::from(trump.step(card)) - i16::from(trump.step(other));
                let levels = i16::from(layout.level(card).0) - i16::from(layout.level(other).0);
                assert_eq!(steps, levels, "{card} {other} {trump:?}");
            }
        }
        let lanes: u64 = (0..5).fold(0, |all, suit| all | layout.suits[suit]);
        assert_eq!(lanes.count_ones(), 54);
        // No two suits touch.
        for (i, a) in layout.suits.iter().enumerate() {
            for b in &layout.suits[i + 1..] {
                assert_eq!((a & CORE) & ((b & CORE) << 1 | (b & CORE) >> 1), 0);
            }
        }
    }

    #[test]
    fn every_layout_follows_the_order_of_cards() {
        Trump::all().for_each(check);
    }

    #[test]
    fn cards_go_in_and_out_one_copy_at_a_time() {
        for trump in Trump::all() {
            let layout = Layout::of(trump);
            let mut hand = Hand::EMPTY;
            for card in Card::all().chain(Card::all()) {
                assert!(hand.insert(layout, card));
            }
            assert!(Card::all().all(|card| !hand.insert(layout, card)));
            assert_eq!((hand.len(), hand.pairs()), (108, 54));
            assert_eq!(hand.points(layout), 200);
            assert_eq!(hand.cards(layout).count(), 108);
            let other = Layout::of(Trump::no_trump(Rank::KING));
            assert_eq!(hand.remapped(layout, other).remapped(other, layout), hand);
            for card in Card::all() {
                assert!(hand.remove(layout, card) && hand.count(layout, card) == 1);
                assert!(hand.remove(layout, card) && !hand.contains(layout, card));
                assert!(!hand.remove(layout, card));
            }
            assert!(hand.is_empty());
        }
    }

    #[test]
    fn cards_are_listed_low_to_high() {
        for trump in Trump::all() {
            let layout = Layout::of(trump);
            let all = Hand::of(layout, &Card::all().collect::<Vec<_>>()).expect("one of each");
            let listed: Vec<Card> = all.cards(layout).collect();
            assert!(listed.is_sorted_by_key(|&card| layout.level(card)));
        }
    }

    #[test]
    fn sums_and_differences_count_copies() {
        let layout = Layout::of(Trump::suited(Rank::TWO, Suit::Clubs));
        let read = |text: &str| {
            let cards: Vec<Card> = text
                .split_whitespace()
                .map(|card| card.parse().expect("a card"))
                .collect();
            Hand::of(layout, &cards).expect("two copies")
        };
        let hand = read("5H 5H 6H 7S J+ J+");
        assert_eq!(hand.minus(read("5H J+ J+")), read("5H 6H 7S"));
        assert_eq!(read("5H 6H 7S").plus(read("5H J+ J+")), hand);
        assert!(hand.holds(read("5H 5H")) && !hand.holds(read("6H 6H")));
        let missing = "6H".parse().expect("a card");
        assert_eq!(
            hand.pick(layout, &[missing, missing]),
            Err(NotHeld {
                card: missing,
                held: 1
            })
        );
    }
}
