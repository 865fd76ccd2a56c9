//! Cards of an UNO deck, their notation and sets of their kinds.
//!
//! Decides what a card is, how it is written (`R5 BS GR YD W WF`) and what it is worth. Knows
//! neither hands nor rules: what may be laid on what is for [`super::legal`].

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The four colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Color {
    /// Red.
    Red,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
}

impl Color {
    /// All colours in the order of the deck.
    pub const ALL: [Color; 4] = [Color::Red, Color::Green, Color::Blue, Color::Yellow];

    /// The letter used in card notation.
    pub const fn letter(self) -> char {
        match self {
            Color::Red => 'R',
            Color::Green => 'G',
            Color::Blue => 'B',
            Color::Yellow => 'Y',
        }
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        ["red", "green", "blue", "yellow"][self as usize]
    }

    /// The colour of an upper-case letter.
    #[cfg(any(test, feature = "testing"))]
    pub fn from_letter(letter: char) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|color| color.letter() == letter)
    }

    /// 0 for red to 3 for yellow.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// What is printed on a card besides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Face {
    /// A number, 0–9.
    Number(u8),
    /// The next player is passed over.
    Skip,
    /// The direction turns.
    Reverse,
    /// The next player draws two.
    DrawTwo,
    /// Names a colour.
    Wild,
    /// Names a colour, and the next player draws four.
    WildDrawFour,
}

/// How many faces a colour has: ten numbers, Skip, Reverse, Draw Two.
const FACES: u8 = 13;

/// A kind of card; copies of it are equal.
///
/// ```
/// use engine::uno::{Card, Color, Face};
///
/// let skip: Card = "BS".parse()?;
/// assert_eq!((skip.color(), skip.face()), (Some(Color::Blue), Face::Skip));
/// assert_eq!(skip.to_string(), "BS");
/// assert!("PS".parse::<Card>().is_err(), "there is no purple");
/// # Ok::<(), engine::uno::card::UnknownCard>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(u8);

impl Card {
    /// How many kinds of cards there are.
    pub const KINDS: usize = 54;
    /// The card without colour that names one.
    pub const WILD: Card = Card(4 * FACES);
    /// The card that names a colour and makes the next player draw four.
    pub const WILD_DRAW_FOUR: Card = Card(4 * FACES + 1);

    /// The card of this colour and face; `None` if there is no such card. The wild cards have no
    /// colour of their own, so that any or none is accepted for them.
    pub fn new(color: Option<Color>, face: Face) -> Option<Card> {
        let place = match face {
            Face::Wild => return Some(Card::WILD),
            Face::WildDrawFour => return Some(Card::WILD_DRAW_FOUR),
            Face::Number(number) if number < 10 => number,
            Face::Number(_) => return None,
            Face::Skip => 10,
            Face::Reverse => 11,
            Face::DrawTwo => 12,
        };
        color.map(|color| Card(color as u8 * FACES + place))
    }

    /// All kinds in the order of the deck: by colour, then by face, the wild cards last.
    pub fn all() -> impl DoubleEndedIterator<Item = Card> + ExactSizeIterator + Clone {
        (0..Card::KINDS as u8).map(Card)
    }

    /// The kind at this index of [`Card::all`], 0–53.
    pub(super) const fn at(index: usize) -> Card {
        debug_assert!(index < Card::KINDS, "there are 54 kinds");
        Card(index as u8)
    }

    /// The colour printed on the card; `None` for the wild cards.
    #[inline]
    pub const fn color(self) -> Option<Color> {
        match self.0 / FACES {
            0 => Some(Color::Red),
            1 => Some(Color::Green),
            2 => Some(Color::Blue),
            3 => Some(Color::Yellow),
            _ => None,
        }
    }

    /// What is printed on the card besides its colour.
    #[inline]
    pub const fn face(self) -> Face {
        if self.0 >= Card::WILD.0 {
            return if self.0 == Card::WILD.0 {
                Face::Wild
            } else {
                Face::WildDrawFour
            };
        }
        match self.0 % FACES {
            10 => Face::Skip,
            11 => Face::Reverse,
            12 => Face::DrawTwo,
            number => Face::Number(number),
        }
    }

    /// Whether the card names a colour.
    #[inline]
    pub const fn is_wild(self) -> bool {
        self.0 >= Card::WILD.0
    }

    /// The index in the order of [`Card::all`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// How many copies one deck has: one of each 0, four of each wild card, two of all others.
    ///
    /// ```
    /// # use engine::uno::{card::*, *};
    /// # let card = |text: &str| -> Card { text.parse().unwrap() };
    /// let copies = |text| card(text).copies();
    /// assert_eq!((copies("R0"), copies("R1"), copies("WF")), (1, 2, 4));
    /// assert_eq!(Card::all().map(|card| card.copies()).sum::<u8>(), 108);
    /// ```
    pub const fn copies(self) -> u8 {
        match self.face() {
            Face::Number(0) => 1,
            Face::Wild | Face::WildDrawFour => 4,
            _ => 2,
        }
    }

    /// What the card is worth to the winner while somebody else holds it.
    ///
    /// ```
    /// # use engine::uno::{card::*, *};
    /// # let card = |text: &str| -> Card { text.parse().unwrap() };
    /// let points = |text| card(text).points();
    /// assert_eq!((points("R7"), points("RS"), points("W")), (7, 20, 50));
    /// ```
    pub const fn points(self) -> u32 {
        match self.face() {
            Face::Number(number) => number as u32,
            Face::Skip | Face::Reverse | Face::DrawTwo => 20,
            Face::Wild | Face::WildDrawFour => 50,
        }
    }
}

/// The notation of the cards with a colour, two letters each, in the order of [`Card::all`].
const COLORED: &str = "\
    R0R1R2R3R4R5R6R7R8R9RSRRRDG0G1G2G3G4G5G6G7G8G9GSGRGD\
    B0B1B2B3B4B5B6B7B8B9BSBRBDY0Y1Y2Y3Y4Y5Y6Y7Y8Y9YSYRYD";

impl Card {
    fn notation(self) -> &'static str {
        match self {
            Card::WILD => "W",
            Card::WILD_DRAW_FOUR => "WF",
            colored => &COLORED[2 * colored.index()..][..2],
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.notation())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no card: a colour R, G, B, Y with 0–9, S, R, D, or W, or WF")]
pub struct UnknownCard(pub String);

impl FromStr for Card {
    type Err = UnknownCard;

    /// Reads the standard notation alone (any case); what people type is read by `text`.
    fn from_str(text: &str) -> Result<Self, UnknownCard> {
        let mut all = Card::all();
        let found = all.find(|card| card.notation().eq_ignore_ascii_case(text));
        found.ok_or_else(|| UnknownCard(text.to_owned()))
    }
}

impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct("Card", self.notation())
    }
}

impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

/// A set of kinds of cards: one bit each, in the order of [`Card::all`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Kinds(u64);

impl Kinds {
    /// No kind at all.
    pub const NONE: Kinds = Kinds(0);
    /// Both wild cards.
    pub const WILDS: Kinds = Kinds(3 << (4 * FACES));
    /// The Draw Two of every colour.
    pub const DRAW_TWOS: Kinds = Kinds::same_face(12);
    /// The wild card that makes the next player draw four.
    pub const WILD_DRAW_FOUR: Kinds = Kinds::only(Card::WILD_DRAW_FOUR);

    /// This kind alone.
    #[inline]
    pub const fn only(card: Card) -> Kinds {
        Kinds(1 << card.0)
    }

    /// All cards of a colour.
    #[inline]
    pub const fn of_color(color: Color) -> Kinds {
        Kinds(((1 << FACES) - 1) << (color as u8 * FACES))
    }

    /// The cards of all colours with the same face as `card`; a wild card is alone.
    ///
    /// ```
    /// # use engine::uno::{card::*, *};
    /// # let card = |text: &str| -> Card { text.parse().unwrap() };
    /// let sevens = Kinds::with_face_of(card("R7"));
    /// assert_eq!(notation(sevens.iter()), "R7 G7 B7 Y7");
    /// assert_eq!(Kinds::with_face_of(card("W")), Kinds::only(card("W")));
    /// ```
    #[inline]
    pub const fn with_face_of(card: Card) -> Kinds {
        if card.is_wild() {
            Kinds::only(card)
        } else {
            Kinds::same_face(card.0 % FACES)
        }
    }

    const fn same_face(place: u8) -> Kinds {
        Kinds((1 | 1 << FACES | 1 << (2 * FACES) | 1 << (3 * FACES)) << place)
    }

    /// Whether the kind is in the set.
    #[inline]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 != 0
    }

    /// Whether no kind is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in the order of the deck.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let place = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
            rest &= rest - 1;
            Some(Card(place))
        })
    }

    /// The `n`-th kind of the set, counted from 0.
    #[inline]
    pub fn nth(self, n: usize) -> Option<Card> {
        let mut rest = self.0;
        for _ in 0..n {
            rest &= rest.wrapping_sub(1);
        }
        (rest != 0).then(|| Card(rest.trailing_zeros() as u8))
    }

    /// Adds a kind.
    #[inline]
    pub fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    /// Takes a kind out.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }
}

impl BitAnd for Kinds {
    type Output = Kinds;
    #[inline]
    fn bitand(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }
}

impl BitOr for Kinds {
    type Output = Kinds;
    #[inline]
    fn bitor(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }
}

impl Sub for Kinds {
    type Output = Kinds;
    /// The kinds of the first set that are not in the second.
    #[inline]
    fn sub(self, other: Kinds) -> Kinds {
        Kinds(self.0 & !other.0)
    }
}

impl fmt::Debug for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Cards in standard notation with spaces between, for tests and fixtures.
#[cfg(feature = "testing")]
pub fn notation(cards: impl IntoIterator<Item = Card>) -> String {
    let words: Vec<_> = cards.into_iter().map(|card| card.to_string()).collect();
    words.join(" ")
}

/// Reads cards in standard notation with spaces between.
///
/// # Errors
/// [`UnknownCard`] for the first word that is no card.
///
/// # Example
/// ```
/// # use engine::uno::{card::*, *};
/// # let card = |text: &str| -> Card { text.parse().unwrap() };
/// assert_eq!(cards("R5 BS WF")?.len(), 3);
/// assert_eq!(cards("R5 XX").map_err(|unknown| unknown.0), Err("XX".to_owned()));
/// # Ok::<(), UnknownCard>(())
/// ```
#[cfg(feature = "testing")]
pub fn cards(text: &str) -> Result<Vec<Card>, UnknownCard> {
    text.split_whitespace().map(str::parse).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_reads_back_from_its_notation_and_from_its_parts() {
        for card in Card::all() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(card.to_string().to_lowercase().parse(), Ok(card));
            assert_eq!(Card::new(card.color(), card.face()), Some(card));
        }
        for text in ["", "R", "R10", "X5", "RX", "WW", "5R", "é5"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_deck_has_108_cards_worth_1240_points() {
        let deck = Card::all().map(|card| u32::from(card.copies()));
        assert_eq!(deck.clone().sum::<u32>(), 108);
        let points = Card::all().zip(deck).map(|(card, n)| n * card.points());
        assert_eq!(points.sum::<u32>(), 1_240);
    }

    #[test]
    fn sets_hold_what_their_names_say() {
        for card in Card::all() {
            for other in Card::all() {
                let same = card.face() == other.face();
                assert_eq!(Kinds::with_face_of(card).contains(other), same);
            }
            for color in Color::ALL {
                let has = card.color() == Some(color);
                assert_eq!(Kinds::of_color(color).contains(card), has);
            }
            assert_eq!(Kinds::WILDS.contains(card), card.is_wild());
            let draws = card.face() == Face::DrawTwo;
            assert_eq!(Kinds::DRAW_TWOS.contains(card), draws);
        }
        let some = cards("R5 WF B0")
            .expect("cards")
            .into_iter()
            .map(Kinds::only);
        let some = some.fold(Kinds::NONE, Kinds::bitor);
        assert_eq!(notation(some.iter()), "R5 B0 WF");
        assert_eq!(some.nth(1), "B0".parse().ok());
        assert_eq!(some.nth(3), None);
    }
}
