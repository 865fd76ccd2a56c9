//! Trump, effective suits and the order of cards.
//!
//! Decides which cards are trumps, which suit a card counts as, and which of two cards is higher.
//! Knows nothing of hands or plays. Source: "Order of cards" in `rules.md`.

use serde::{Deserialize, Serialize};

use super::card::{Card, Rank, Suit};

/// The trumps (主) of a round: the dominant rank, and a trump suit unless it is a no-trump round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trump {
    /// The dominant rank (级牌): the level of the dealer's team.
    pub rank: Rank,
    /// The trump suit; `None` in a no-trump round (无主).
    pub suit: Option<Suit>,
}

/// The suit that a card counts as in a round: trumps are one suit of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EffectiveSuit {
    /// An ordinary suit (副牌), without its card of the dominant rank.
    Side(Suit),
    /// Jokers, the dominant rank and the trump suit (主牌).
    Trumps,
}

impl EffectiveSuit {
    /// `C D H S` or `T`, as in the test data.
    ///
    /// ```
    /// # use tractor_bot::tractor::{card::*, trump::*};
    /// # let card = |text: &str| -> Card { text.parse().unwrap() };
    /// assert_eq!(EffectiveSuit::Side(Suit::Hearts).letter(), 'H');
    /// assert_eq!(EffectiveSuit::Trumps.letter(), 'T');
    /// ```
    pub const fn letter(self) -> char {
        match self {
            EffectiveSuit::Side(suit) => suit.letter(),
            EffectiveSuit::Trumps => 'T',
        }
    }
}

impl Trump {
    /// A no-trump round.
    ///
    /// ```
    /// # use tractor_bot::tractor::{card::*, trump::*};
    /// # let card = |text: &str| -> Card { text.parse().unwrap() };
    /// let trump = Trump::no_trump("9".parse()?);
    /// assert_eq!(trump.effective_suit(card("9H")), EffectiveSuit::Trumps);
    /// assert_eq!(trump.step(card("9C")), trump.step(card("9S")), "all four nines are equal");
    /// # Ok::<(), UnknownCard>(())
    /// ```
    pub const fn no_trump(rank: Rank) -> Self {
        Self { rank, suit: None }
    }

    /// The suit that the card counts as.
    ///
    /// ```
    /// # use tractor_bot::tractor::{card::*, trump::*};
    /// # let card = |text: &str| -> Card { text.parse().unwrap() };
    /// let trump = Trump::suited("9".parse()?, Suit::Clubs);
    /// assert_eq!(trump.effective_suit(card("5H")), EffectiveSuit::Side(Suit::Hearts));
    /// for trumps in ["5C", "9H", "J-"] {
    ///     assert_eq!(trump.effective_suit(card(trumps)), EffectiveSuit::Trumps);
    /// }
    /// # Ok::<(), UnknownCard>(())
    /// ```
    pub fn effective_suit(self, card: Card) -> EffectiveSuit {
        match card.suit() {
            Some(suit) if card.rank() != Some(self.rank) && self.suit != Some(suit) => {
                EffectiveSuit::Side(suit)
            }
            _ => EffectiveSuit::Trumps,
        }
    }

    /// The effective suits of this round, side suits in letter order, trumps last.
    ///
    /// ```
    /// # use tractor_bot::tractor::{card::*, trump::*};
    /// # let card = |text: &str| -> Card { text.parse().unwrap() };
    /// let rank = "9".parse()?;
    /// assert_eq!(Trump::suited(rank, Suit::Clubs).effective_suits().count(), 4);
    /// assert_eq!(Trump::no_trump(rank).effective_suits().count(), 5);
    /// # Ok::<(), UnknownCard>(())
    /// ```
    pub fn effective_suits(self) -> impl Iterator<Item = EffectiveSuit> {
        let sides = Suit::ALL
            .into_iter()
            .filter(move |suit| self.suit != Some(*suit));
        sides
            .map(EffectiveSuit::Side)
            .chain([EffectiveSuit::Trumps])
    }

    /// The step of the card within its effective suit, 0 the lowest. Neighbouring steps are
    /// consecutive; only cards of the dominant rank in different side suits share one.
    ///
    /// ```
    /// # use tractor_bot::tractor::{card::*, trump::*};
    /// # let card = |text: &str| -> Card { text.parse().unwrap() };
    /// let trump = Trump::suited("9".parse()?, Suit::Clubs);
    /// let step = |text| trump.step(card(text));
    /// assert_eq!(step("10H"), step("8H") + 1, "the nine is missing between them");
    /// assert_eq!(step("9D"), step("9S"));
    /// assert_eq!(step("9C"), step("9S") + 1);
    /// assert_eq!(step("J-"), step("9C") + 1);
    /// # Ok::<(), UnknownCard>(())
    /// ```
    pub fn step(self, card: Card) -> u8 {
        // The dominant rank is missing from its place in every suit.
        let plain = |rank: Rank| (rank.index() - usize::from(rank > self.rank)) as u8;
        let ranks_below = if self.suit.is_some() { 12 } else { 0 };
        let dominants = if self.suit.is_some() { 2 } else { 1 };
        match (card.rank(), card.suit()) {
            (Some(rank), suit) if rank == self.rank => {
                ranks_below + u8::from(self.suit.is_some() && suit == self.suit)
            }
            (Some(rank), _) => plain(rank),
            _ => ranks_below + dominants + u8::from(card == Card::BIG_JOKER),
        }
    }
}

#[cfg(feature = "testing")]
impl Trump {
    /// Trump with a suit.
    pub const fn suited(rank: Rank, suit: Suit) -> Self {
        Self {
            rank,
            suit: Some(suit),
        }
    }

    /// All 65 kinds of rounds: every rank with every suit and without one.
    ///
    /// ```
    /// # use tractor_bot::tractor::{card::*, trump::*};
    /// # let card = |text: &str| -> Card { text.parse().unwrap() };
    /// assert_eq!(Trump::all().count(), 65);
    /// ```
    pub fn all() -> impl Iterator<Item = Trump> {
        let suits = Suit::ALL.into_iter().map(Some).chain([None]);
        Rank::all().flat_map(move |rank| suits.clone().map(move |suit| Trump { rank, suit }))
    }
}
