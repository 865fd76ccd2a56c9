//! Cards of a tractor deck: the plain ones and two jokers.
//!
//! Decides what a card is, how it is written (`2C 10H QS J- J+`) and what points it is worth. Knows
//! no trump: what a card is worth against another is for [`super::trump`].

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::cards;
#[cfg(feature = "testing")]
pub use crate::cards::notation;
pub use crate::cards::{Rank, Suit};

/// One of the 54 different cards; a tractor deck has each of them twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(u8);

impl Card {
    /// How many different cards there are.
    pub const KINDS: usize = cards::Card::KINDS + 2;
    /// 小王, `J-`.
    pub const SMALL_JOKER: Card = Card(52);
    /// 大王, `J+`.
    pub const BIG_JOKER: Card = Card(53);

    /// The natural card of this rank and suit.
    #[inline]
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(cards::Card::new(rank, suit).index() as u8)
    }

    /// All 54 cards by index: the plain ones by suit and rank (see [`cards::Card::all`]), the jokers.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator + Clone {
        (0..Self::KINDS as u8).map(Card)
    }

    /// The place in [`Card::all`], 0–53.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The card at this place of [`Card::all`].
    #[inline]
    pub const fn from_index(index: usize) -> Option<Card> {
        if index < Self::KINDS {
            Some(Card(index as u8))
        } else {
            None
        }
    }

    /// The plain card that this is, unless it is a joker.
    #[inline]
    pub const fn plain(self) -> Option<cards::Card> {
        cards::Card::from_index(self.index())
    }

    /// The suit printed on the card; jokers have none.
    #[inline]
    pub const fn suit(self) -> Option<Suit> {
        match self.plain() {
            Some(card) => Some(card.suit()),
            None => None,
        }
    }

    /// The rank printed on the card; jokers have none.
    #[inline]
    pub const fn rank(self) -> Option<Rank> {
        match self.plain() {
            Some(card) => Some(card.rank()),
            None => None,
        }
    }

    /// Whether this is one of the jokers.
    #[inline]
    pub const fn is_joker(self) -> bool {
        self.plain().is_none()
    }

    /// Points (分) of the card: five 5, ten and king 10, others 0.
    #[inline]
    pub const fn points(self) -> u16 {
        match self.rank() {
            Some(rank) => points(rank),
            None => 0,
        }
    }
}

/// Points (分) of a card of this rank: five 5, ten and king 10, others 0.
#[inline]
pub const fn points(rank: Rank) -> u16 {
    const FIVE: usize = Rank::FIVE.index();
    const TEN: usize = Rank::TEN.index();
    const KING: usize = Rank::KING.index();
    match rank.index() {
        FIVE => 5,
        TEN | KING => 10,
        _ => 0,
    }
}

impl From<cards::Card> for Card {
    fn from(card: cards::Card) -> Card {
        Card(card.index() as u8)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plain() {
            Some(card) => fmt::Display::fmt(&card, f),
            None => f.write_str(if *self == Card::BIG_JOKER { "J+" } else { "J-" }),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}; the jokers are J- and J+")]
pub struct UnknownCard(#[from] pub cards::UnknownCard);

impl FromStr for Card {
    type Err = UnknownCard;

    /// Reads the standard notation alone (any case); what people type is read by `text`.
    fn from_str(text: &str) -> Result<Self, UnknownCard> {
        match text {
            "J-" | "j-" => Ok(Card::SMALL_JOKER),
            "J+" | "j+" => Ok(Card::BIG_JOKER),
            _ => Ok(text.parse::<cards::Card>()?.into()),
        }
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct("Card", &format_args!("{self}"))
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_as_written() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        for wrong in ["", "11H", "5", "J"] {
            let error = wrong.parse::<Card>().expect_err("no card").to_string();
            assert!(error.ends_with("C, D, H, S; the jokers are J- and J+"));
        }
    }

    #[test]
    fn a_deck_holds_a_hundred_points() {
        assert_eq!(Card::all().map(Card::points).sum::<u16>(), 100);
    }
}
