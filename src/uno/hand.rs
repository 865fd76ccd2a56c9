//! A hand: a count for each kind of card.
//!
//! Decides what is held and what it is worth. Knows no rules. A fixed 72 bytes without heap memory,
//! cheap to copy; the set of kinds is kept beside the counts, so that the cards that may be laid
//! are the AND of two numbers.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::card::{Card, Color, Kinds};

/// Cards of one player, unordered.
///
/// Invariants: a kind is in `kinds` exactly when its count is not zero, and `len` is the sum of the
/// counts.
///
/// ```
/// use engine::uno::{Color, Hand, card::{cards, notation}};
///
/// let mut hand: Hand = cards("WF R5 G2 R5")?.into_iter().collect();
/// assert_eq!(notation(hand.cards()), "R5 R5 G2 WF", "in the order of the deck");
/// assert_eq!((hand.of_color(Color::Red), hand.points()), (2, 62));
/// assert!(hand.remove("WF".parse()?));
/// assert!(!hand.remove("WF".parse()?));
/// # Ok::<(), engine::uno::card::UnknownCard>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hand {
    kinds: Kinds,
    len: u16,
    counts: [u8; Card::KINDS],
}

impl Hand {
    /// No card at all.
    pub const EMPTY: Hand = Hand {
        kinds: Kinds::NONE,
        len: 0,
        counts: [0; Card::KINDS],
    };

    /// How many cards there are.
    #[inline]
    pub const fn len(&self) -> u16 {
        self.len
    }

    /// Whether there is no card.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The kinds held.
    #[inline]
    pub const fn kinds(&self) -> Kinds {
        self.kinds
    }

    /// How many copies of this kind are held.
    #[inline]
    pub const fn count(&self, card: Card) -> u8 {
        self.counts[card.index()]
    }

    /// Adds a card.
    #[inline]
    pub fn insert(&mut self, card: Card) {
        self.counts[card.index()] += 1;
        self.kinds.insert(card);
        self.len += 1;
    }

    /// Takes one copy of a card out; `false` if there was none.
    #[inline]
    pub fn remove(&mut self, card: Card) -> bool {
        if !self.kinds.contains(card) {
            return false;
        }
        self.counts[card.index()] -= 1;
        if self.counts[card.index()] == 0 {
            self.kinds.remove(card);
        }
        self.len -= 1;
        true
    }

    /// All cards in the order of the deck, copies one after the other.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        let copies = |card| std::iter::repeat_n(card, usize::from(self.count(card)));
        self.kinds.iter().flat_map(copies)
    }

    /// How many cards of this colour are held; the wild cards have none.
    pub fn of_color(&self, color: Color) -> u16 {
        let kinds = self.kinds & Kinds::of_color(color);
        kinds.iter().map(|card| u16::from(self.count(card))).sum()
    }

    /// What the cards are worth to the winner of the round.
    pub fn points(&self) -> u32 {
        let worth = |card: Card| u32::from(self.count(card)) * card.points();
        self.kinds.iter().map(worth).sum()
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut hand = Hand::EMPTY;
        hand.extend(cards);
        hand
    }
}

impl Extend<Card> for Hand {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        cards.into_iter().for_each(|card| self.insert(card));
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.cards()).finish()
    }
}

impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cards())
    }
}

/// A list of cards; more copies of one than can be counted are refused.
impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let mut hand = Hand::EMPTY;
        for card in Vec::<Card>::deserialize(from)? {
            if hand.count(card) == u8::MAX {
                return Err(serde::de::Error::custom("too many copies of a card"));
            }
            hand.insert(card);
        }
        Ok(hand)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uno::card::{cards, notation};

    #[test]
    fn cards_come_out_as_they_went_in() {
        let mut hand: Hand = cards("Y9 R5 WF R5 W B0")
            .expect("cards")
            .into_iter()
            .collect();
        assert_eq!(notation(hand.cards()), "R5 R5 B0 Y9 W WF");
        assert_eq!((hand.len(), hand.points()), (6, 119));
        assert_eq!(hand.of_color(Color::Red), 2);
        let five = cards("R5").expect("a card")[0];
        assert!(hand.remove(five) && hand.kinds().contains(five));
        assert!(hand.remove(five) && !hand.kinds().contains(five));
        assert!(!hand.remove(five));
        assert_eq!(hand.len(), 4);
    }
}
