//! Hands as bit sets, with set operations and queries of constant cost.
//!
//! Knows where cards lie from [`super::layout`], and nothing of units, plays or rules.
//!
//! A [`Hand`] is any set of cards out of the two decks (a hand, a play, a kitty) in 16 bytes: `one`
//! has the bit of every card held at least once, `two` of every card held twice. Which bit belongs
//! to which card depends on what is trump, and is written down in a [`Layout`].
//!
//! # Invariants
//! * `two` is a subset of `one`; no bit outside the layout is ever set.
//!
//! # Why
//! Pairs are `two`, a suit is a mask, a chain of pairs is a few shifts of the folded `two`, points
//! are four population counts, and "holds these cards" is two comparisons. A hand is `Copy`, so
//! trying a play costs no more than looking at it.

use std::fmt;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::card::Card;
use super::layout::highest;
pub use super::layout::{Layout, Level};
use super::trump::EffectiveSuit;
use crate::chance::bits;

/// Fewer copies of a card are held than an operation needs, or all copies are there already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{card} is there {held} times only")]
pub struct NotHeld {
    /// The card.
    pub card: Card,
    /// Copies that are there, 0–2.
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

/// What is trump, and how many pairs make a tractor.
impl Serialize for Layout {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (self.trump(), self.tractor()).serialize(to)
    }
}

impl<'de> Deserialize<'de> for &'static Layout {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let (trump, tractor) = Deserialize::deserialize(from)?;
        Ok(Layout::under(trump, tractor))
    }
}

/// Both words in hexadecimal digits, `1f:0000000000000003`, or the first one alone, or none.
impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut text = [b':'; 33];
        // Quicker than formatting: a state of a late trick has a hundred of them.
        for (word, digits) in [self.one, self.two].iter().zip([0..16, 17..33]) {
            hex::encode_to_slice(word.to_be_bytes(), &mut text[digits])
                .map_err(S::Error::custom)?;
        }
        let begin = self.one.leading_zeros() as usize / 4;
        let end = if self.two == 0 { 16 } else { 33 };
        to.serialize_str(str::from_utf8(&text[begin..end]).map_err(S::Error::custom)?)
    }
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let (one, two) = text.split_once(':').unwrap_or((&text, ""));
        let word = |digits: &str| match digits {
            "" => Some(0),
            _ => u64::from_str_radix(digits, 16).ok(),
        };
        let words = word(one).zip(word(two));
        let words = words.filter(|(one, two)| two & !one == 0);
        let hand = words.map(|(one, two)| Hand { one, two });
        hand.ok_or_else(|| D::Error::custom("these bits are no cards"))
    }
}

impl Hand {
    /// No cards.
    pub const EMPTY: Hand = Hand { one: 0, two: 0 };

    /// The set of these cards, in any order.
    ///
    /// # Errors
    /// [`NotHeld`] with the first card that occurs a third time: two decks have two copies of each.
    ///
    /// # Example
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// assert!(Hand::of(layout, &cards("5H 5H 4H 4H")).is_ok());
    /// let third = Hand::of(layout, &cards("5H 5H 5H"));
    /// assert_eq!(third, Err(NotHeld { card: cards("5H")[0], held: 2 }));
    /// ```
    pub fn of(layout: &Layout, cards: &[Card]) -> Result<Hand, NotHeld> {
        let mut hand = Hand::EMPTY;
        for &card in cards {
            if !hand.insert(layout, card) {
                return Err(NotHeld { card, held: 2 });
            }
        }
        Ok(hand)
    }

    /// The set of these cards, all of which have to be in this hand.
    ///
    /// # Errors
    /// [`NotHeld`] with the first card that is missing.
    ///
    /// # Example
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// let held = hand("5H 5H 4H");
    /// assert_eq!(held.pick(layout, &cards("5H 4H")), Ok(hand("5H 4H")));
    /// assert_eq!(held.pick(layout, &cards("4H 4H")), Err(NotHeld { card: cards("4H")[0], held: 1 }));
    /// ```
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

    /// The hand with these words; `two` has to be a subset of `one`. `from_words(hand.two(), 0)` is
    /// one copy of each pair of `hand`.
    #[inline]
    pub const fn from_words(one: u64, two: u64) -> Hand {
        debug_assert!(two & !one == 0);
        Hand { one, two }
    }

    /// Both decks.
    #[inline]
    pub const fn both_decks(layout: &Layout) -> Hand {
        let all = layout.all();
        Hand { one: all, two: all }
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

    /// Copies of the card, 0–2.
    #[inline]
    pub const fn count(self, layout: &Layout, card: Card) -> u8 {
        let bit = layout.bit(card);
        (self.one & bit != 0) as u8 + (self.two & bit != 0) as u8
    }

    /// Whether all cards of `other` are in this hand.
    ///
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// assert!(hand("5H 5H 4H").holds(hand("5H 4H")));
    /// assert!(!hand("5H 5H 4H").holds(hand("4H 4H")));
    /// ```
    #[inline]
    pub const fn holds(self, other: Hand) -> bool {
        other.one & !self.one == 0 && other.two & !self.two == 0
    }

    /// Cards in the set, 0–108; both copies count.
    #[inline]
    pub const fn len(self) -> u32 {
        self.one.count_ones() + self.two.count_ones()
    }

    /// Whether there are no cards.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.one == 0
    }

    /// Whether there is exactly one card.
    #[inline]
    pub const fn is_single(self) -> bool {
        // Whether it is so is hard to foretell: one branch rather than two.
        (self.two == 0) & self.one.is_power_of_two()
    }

    /// Pairs in the set, 0–54.
    ///
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// assert_eq!(hand("5H 5H 4H 9D 9S").pairs(), 1, "equal ranks of two suits are no pair");
    /// ```
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
    ///
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// let held = hand("5H 9H 5C J+");
    /// assert_eq!(held.in_suit(layout, EffectiveSuit::Side(Suit::Hearts)), hand("5H"));
    /// assert_eq!(held.in_suit(layout, EffectiveSuit::Trumps), hand("9H 5C J+"));
    /// ```
    #[inline]
    pub const fn in_suit(self, layout: &Layout, suit: EffectiveSuit) -> Hand {
        self.within(layout.suit(suit))
    }

    /// The effective suit of all cards; `None` if there are none, or of several suits.
    ///
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// assert_eq!(hand("9H 5C").only_suit(layout), Some(EffectiveSuit::Trumps));
    /// assert_eq!(hand("9H 5H").only_suit(layout), None, "one of them is a trump");
    /// ```
    #[inline]
    pub fn only_suit(self, layout: &Layout) -> Option<EffectiveSuit> {
        layout.only_suit(self.one)
    }

    /// This hand without the cards of `other`. `other` has to be held (checked in debug builds).
    ///
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// assert_eq!(hand("5H 5H 4H").minus(hand("5H")), hand("5H 4H"));
    /// ```
    #[inline]
    pub const fn minus(self, other: Hand) -> Hand {
        debug_assert!(self.holds(other));
        Hand {
            one: (self.one & !other.one) | (self.two & !other.two),
            two: self.two & !other.one,
        }
    }

    /// This hand and the cards of `other`. Together they may have at most two copies of a card
    /// (checked in debug builds).
    ///
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// assert_eq!(hand("5H 4H").plus(hand("5H")), hand("5H 5H 4H"));
    /// ```
    #[inline]
    pub const fn plus(self, other: Hand) -> Hand {
        debug_assert!((self.two & other.one) | (self.one & other.two) == 0);
        Hand {
            one: self.one | other.one,
            two: self.two | other.two | (self.one & other.one),
        }
    }

    /// The `n`-th copy as a hand of one card: `n` from 0 to [`Hand::len`] − 1 gives every copy
    /// once, a larger `n` gives the empty hand.
    #[inline]
    pub fn nth_copy(self, n: u32) -> Hand {
        self.any_copy(|_| n)
    }

    /// A copy of a card as a hand of one, that of the number which `choose` makes of [`Hand::len`];
    /// see [`Hand::nth_copy`].
    #[inline]
    pub fn any_copy(self, choose: impl FnOnce(u32) -> u32) -> Hand {
        Hand {
            one: bits::any(self.one, self.two, choose),
            two: 0,
        }
    }

    /// Points (分) of the cards, 0–200.
    ///
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// assert_eq!(hand("5H 10S KD AD").points(layout), 25);
    /// assert_eq!(Hand::both_decks(layout).points(layout), 200);
    /// ```
    #[inline]
    pub const fn points(self, layout: &Layout) -> u16 {
        let (fives, tens) = layout.points();
        if self.one & (fives | tens) == 0 {
            return 0;
        }
        let fives = [self.one & fives, self.two & fives];
        let tens = [self.one & tens, self.two & tens];
        5 * bits::weigh(fives, tens) as u16
    }

    /// The highest level of the cards, trumps above all others.
    #[inline]
    pub const fn highest(self, layout: &Layout) -> Option<Level> {
        highest(layout.levels(self.one))
    }

    /// The cards, suit by suit and low to high, both copies of a pair one after the other.
    ///
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// let sorted: Vec<Card> = hand("J+ 2C 9C 9D AH 3H 3H").cards(layout).collect();
    /// assert_eq!(notation(&sorted), "3H 3H AH 2C 9D 9C J+");
    /// ```
    #[inline]
    pub const fn cards(self, layout: &Layout) -> HandCards<'_> {
        HandCards {
            layout,
            rest: self.one,
            two: self.two,
            again: None,
        }
    }

    /// The same cards in the layout of another trump.
    ///
    /// ```
    /// # use engine::tractor::{card::*, hand::*, trump::*};
    /// # let layout = Layout::of(Trump::suited("9".parse().unwrap(), Suit::Clubs));
    /// # let cards = |text: &str| text.split(' ').map(|card| card.parse().unwrap()).collect::<Vec<Card>>();
    /// # let hand = |text: &str| Hand::of(layout, &cards(text)).unwrap();
    /// let other = Layout::of(Trump::no_trump(Rank::TWO));
    /// let held = hand("5H 5H 9D J+");
    /// assert_eq!(held.remapped(layout, other).remapped(other, layout), held);
    /// ```
    pub fn remapped(self, from: &Layout, to: &Layout) -> Hand {
        Hand {
            one: from.carry(self.one, to),
            two: from.carry(self.two, to),
        }
    }
}

/// The cards of a hand in order; see [`Hand::cards`].
#[derive(Debug, Clone)]
pub struct HandCards<'a> {
    layout: &'a Layout,
    rest: u64,
    two: u64,
    again: Option<Card>,
}

impl Iterator for HandCards<'_> {
    type Item = Card;

    fn next(&mut self) -> Option<Card> {
        if let Some(card) = self.again.take() {
            return Some(card);
        }
        let bit = self.layout.lowest(self.rest);
        if bit == 0 {
            return None;
        }
        self.rest &= !bit;
        let card = self.layout.card_at(bit.trailing_zeros());
        if self.two & bit != 0 {
            self.again = Some(card);
        }
        Some(card)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.rest.count_ones() + (self.two & self.rest).count_ones();
        let left = left as usize + usize::from(self.again.is_some());
        (left, Some(left))
    }
}

impl ExactSizeIterator for HandCards<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tractor::card::{Rank, Suit};
    use crate::tractor::trump::Trump;

    #[test]
    fn cards_go_in_and_out_one_copy_at_a_time() {
        for trump in Trump::in_every_house() {
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
                assert!(hand.remove(layout, card) && hand.count(layout, card) == 0);
                assert!(!hand.remove(layout, card));
            }
            assert!(hand.is_empty());
        }
    }

    #[test]
    fn cards_are_listed_low_to_high() {
        for trump in Trump::in_every_house() {
            let layout = Layout::of(trump);
            let all = Hand::of(layout, &Card::all().collect::<Vec<_>>()).expect("one of each");
            let listed: Vec<Card> = all.cards(layout).collect();
            assert!(listed.is_sorted_by_key(|&card| layout.level(card)));
        }
    }

    #[test]
    fn every_copy_has_a_number() {
        let two = 0b0110_0001;
        let hand = Hand::from_words(0b1110_0101 | 1 << 40, two);
        assert_eq!(hand.len(), 9);
        let copies: Vec<Hand> = (0..9).map(|n| hand.nth_copy(n)).collect();
        let all = copies.iter().fold(Hand::EMPTY, |all, &copy| all.plus(copy));
        assert_eq!(all, hand);
        assert!(copies.iter().all(|copy| copy.is_single()));
        assert_eq!(hand.nth_copy(9), Hand::EMPTY);
        assert_eq!(hand.any_copy(|len| len - 1), copies[8]);
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
