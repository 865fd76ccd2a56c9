//! Cards of a tractor deck and their notation.
//!
//! Decides what a card is and how it is written (`2C 10H QS J- J+`). Knows no trump: what a card
//! is worth against another is for [`super::trump`].

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

/// The thirteen ranks, two low and ace high; also the levels of the teams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rank(u8);

impl Rank {
    /// The lowest rank and the usual first level.
    pub const TWO: Rank = Rank(0);
    /// Worth five points.
    pub const FIVE: Rank = Rank(3);
    /// Worth ten points.
    pub const TEN: Rank = Rank(8);
    /// Worth ten points.
    pub const KING: Rank = Rank(11);
    /// The highest rank and the last level.
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

    /// Points of a card of this rank (分): five 5, ten and king 10, others 0.
    pub const fn points(self) -> u16 {
        match self.0 {
            3 => 5,
            8 | 11 => 10,
            _ => 0,
        }
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

/// One of the 54 different cards; a tractor deck has each of them twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(u8);

impl Card {
    /// How many different cards there are.
    pub const KINDS: usize = 54;
    /// 小王, `J-`.
    pub const SMALL_JOKER: Card = Card(52);
    /// 大王, `J+`.
    pub const BIG_JOKER: Card = Card(53);

    /// The natural card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(suit as u8 * 13 + rank.0)
    }

    /// All 54 cards by index: clubs from two to ace, diamonds, hearts, spades, the jokers.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator + Clone {
        (0..Self::KINDS as u8).map(Card)
    }

    /// The place in [`Card::all`], 0–53.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The card at this place of [`Card::all`].
    pub const fn from_index(index: usize) -> Option<Card> {
        if index < Self::KINDS {
            Some(Card(index as u8))
        } else {
            None
        }
    }

    /// The suit printed on the card; jokers have none.
    pub const fn suit(self) -> Option<Suit> {
        if self.0 < 52 {
            Some(Suit::ALL[(self.0 / 13) as usize])
        } else {
            None
        }
    }

    /// The rank printed on the card; jokers have none.
    pub const fn rank(self) -> Option<Rank> {
        if self.0 < 52 {
            Some(Rank(self.0 % 13))
        } else {
            None
        }
    }

    /// Whether this is one of the jokers.
    pub const fn is_joker(self) -> bool {
        self.0 >= 52
    }

    /// Points (分) of the card: 5, 10 or 0.
    pub const fn points(self) -> u16 {
        match self.rank() {
            Some(rank) => rank.points(),
            None => 0,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.rank(), self.suit()) {
            (Some(rank), Some(suit)) => write!(f, "{}{}", rank.name(), suit.letter()),
            _ => f.write_str(if *self == Card::BIG_JOKER { "J+" } else { "J-" }),
        }
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no card or rank.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no card: ranks are 2–10, J, Q, K, A and suits C, D, H, S; the jokers are J- and J+"
)]
pub struct UnknownCard(pub String);

impl FromStr for Card {
    type Err = UnknownCard;

    /// Reads the standard notation alone (any case); what people type is read by `text`.
    fn from_str(text: &str) -> Result<Self, UnknownCard> {
        let unknown = || UnknownCard(text.to_owned());
        match text {
            "J-" | "j-" => return Ok(Card::SMALL_JOKER),
            "J+" | "j+" => return Ok(Card::BIG_JOKER),
            _ => {}
        }
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

/// Cards in standard notation with spaces between, for tests, fixtures and errors.
pub fn notation(cards: &[Card]) -> String {
    cards
        .iter()
        .map(Card::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_reads_back_as_written() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        assert_eq!(
            "jc".parse(),
            Ok(Card::new(Rank::from_index(9).expect("jack"), Suit::Clubs))
        );
        for wrong in ["", "11H", "H", "5", "5X", "♥5", "J"] {
            assert!(
                wrong.parse::<Card>().is_err(),
                "{wrong:?} was read as a card"
            );
        }
    }

    #[test]
    fn a_deck_holds_a_hundred_points() {
        assert_eq!(Card::all().map(Card::points).sum::<u16>(), 100);
    }
}
