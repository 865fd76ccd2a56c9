//! Cards of a French deck and their notation: suits, ranks and the 52 plain cards.
//!
//! Decides what a card is and how it is written (`2C 10H QS`). Knows no jokers, no trump and no
//! points: a game that has those builds them on top, as [`crate::tractor::card`] does. What people
//! may type is read by `text`.
//!
//! ```
//! use engine::cards::{Card, Rank, Suit};
//!
//! let queen: Card = "QS".parse()?;
//! assert_eq!((queen.rank(), queen.suit()), (Rank::QUEEN, Suit::Spades));
//! # Ok::<(), engine::cards::UnknownCard>(())
//! ```
#![warn(missing_docs)]

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The four suits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Suit {
    /// ♣ 梅花
    Clubs,
    /// ♦ 方块
    Diamonds,
    /// ♥ 红桃
    Hearts,
    /// ♠ 黑桃
    Spades,
}

impl Suit {
    /// All suits in the order of their letters.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The letter used in card notation.
    pub const fn letter(self) -> char {
        match self {
            Suit::Clubs => 'C',
            Suit::Diamonds => 'D',
            Suit::Hearts => 'H',
            Suit::Spades => 'S',
        }
    }

    /// The word for it, in the plural.
    pub const fn word(self) -> &'static str {
        ["clubs", "diamonds", "hearts", "spades"][self as usize]
    }

    /// The symbol shown to people.
    pub const fn symbol(self) -> char {
        match self {
            Suit::Clubs => '♣',
            Suit::Diamonds => '♦',
            Suit::Hearts => '♥',
            Suit::Spades => '♠',
        }
    }

    /// The suit of an upper-case letter.
    pub fn from_letter(letter: char) -> Option<Suit> {
        Suit::ALL.into_iter().find(|suit| suit.letter() == letter)
    }

    /// 0 for clubs to 3 for spades.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The thirteen ranks, two low and ace high.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rank(u8);

impl Rank {
    /// The lowest rank.
    pub const TWO: Rank = Rank(0);
    /// Three.
    pub const THREE: Rank = Rank(1);
    /// Five.
    pub const FIVE: Rank = Rank(3);
    /// Six.
    pub const SIX: Rank = Rank(4);
    /// Ten.
    pub const TEN: Rank = Rank(8);
    /// Jack.
    pub const JACK: Rank = Rank(9);
    /// Queen.
    pub const QUEEN: Rank = Rank(10);
    /// King.
    pub const KING: Rank = Rank(11);
    /// The highest rank.
    pub const ACE: Rank = Rank(12);

    /// All ranks from two to ace.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> + ExactSizeIterator + Clone {
        (0..13).map(Rank)
    }

    /// 0 for two to 12 for ace.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The rank with this index, 0 for two to 12 for ace.
    pub const fn from_index(index: usize) -> Option<Rank> {
        if index < 13 {
            Some(Rank(index as u8))
        } else {
            None
        }
    }

    /// How the rank is written: `2`–`10`, `J`, `Q`, `K`, `A`.
    pub const fn name(self) -> &'static str {
        [
            "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A",
        ][self.0 as usize]
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rank {
    type Err = UnknownCard;

    fn from_str(text: &str) -> Result<Self, UnknownCard> {
        let known = Rank::all().find(|rank| rank.name().eq_ignore_ascii_case(text));
        known
            .or((text.eq_ignore_ascii_case("t")).then_some(Rank::TEN))
            .ok_or_else(|| UnknownCard(text.to_owned()))
    }
}

impl Serialize for Rank {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Rank {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

impl Serialize for Suit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

impl<'de> Deserialize<'de> for Suit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let letter = char::deserialize(deserializer)?;
        Suit::from_letter(letter)
            .ok_or_else(|| serde::de::Error::custom(format!("unknown suit {letter:?}")))
    }
}

/// One of the 52 plain cards. They are ordered by suit, then by rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(u8);

impl Card {
    /// How many different cards there are.
    pub const KINDS: usize = 52;

    /// The card of this rank and suit.
    #[inline]
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(suit as u8 * 13 + rank.0)
    }

    /// The place among all cards, 0–51: clubs from two to ace, diamonds, hearts, spades.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The card at this place, see [`Card::index`].
    #[inline]
    pub const fn from_index(index: usize) -> Option<Card> {
        if index < Self::KINDS {
            Some(Card(index as u8))
        } else {
            None
        }
    }

    /// The suit.
    #[inline]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 / 13) as usize]
    }

    /// The rank.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 % 13)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank().name(), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no card or rank.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no card: ranks are 2–10, J, Q, K, A and suits C, D, H, S")]
pub struct UnknownCard(pub String);

impl FromStr for Card {
    type Err = UnknownCard;

    /// Reads the standard notation alone, in any case.
    fn from_str(text: &str) -> Result<Self, UnknownCard> {
        let unknown = || UnknownCard(text.to_owned());
        let (at, letter) = text.char_indices().last().ok_or_else(unknown)?;
        let suit = Suit::from_letter(letter.to_ascii_uppercase()).ok_or_else(unknown)?;
        let rank = text[..at].parse().map_err(|_| unknown())?;
        Ok(Card::new(rank, suit))
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

/// Cards of any deck in standard notation with spaces between, for tests and fixtures.
#[cfg(feature = "testing")]
pub fn notation(cards: &[impl fmt::Display]) -> String {
    let words: Vec<String> = cards.iter().map(ToString::to_string).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_as_written_and_as_kept() {
        let all: Vec<Card> = (0..Card::KINDS).filter_map(Card::from_index).collect();
        assert_eq!(all.len(), 52);
        assert!(all.is_sorted(), "by suit, then by rank");
        for card in all {
            assert_eq!(Card::new(card.rank(), card.suit()), card);
            assert_eq!(card.to_string().parse(), Ok(card));
            let kept = serde_json::to_string(&card).expect("a text");
            assert_eq!(kept, format!("\"{card}\""));
            assert_eq!(serde_json::from_str::<Card>(&kept).expect("a card"), card);
        }
        assert_eq!("jc".parse(), Ok(Card::new(Rank::JACK, Suit::Clubs)));
        for wrong in ["", "11H", "H", "5", "5X", "♥5", "J", "J+", "J-"] {
            assert!(
                wrong.parse::<Card>().is_err(),
                "{wrong:?} was read as a card"
            );
        }
    }
}
