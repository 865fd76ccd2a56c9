//! Trump, effective suits and the order of cards.
//!
//! Decides which cards are trumps, which suit a card counts as, and which of two cards is higher.
//! Knows nothing of hands or plays. Source: "Order of cards" in `rules.md`.

use serde::{Deserialize, Serialize};

use super::card::{Card, Rank, Suit};
use super::rules::{PermanentTrumps, Rules};
use crate::game::is_default;

/// The trumps (主) of a round: the dominant rank, a trump suit unless it is a no-trump round, and the
/// ranks that are trumps in every round, if the house has any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trump {
    /// The dominant rank (级牌): the level of the dealer's team.
    pub rank: Rank,
    /// The trump suit; `None` in a no-trump round (无主).
    pub suit: Option<Suit>,
    /// The ranks that are trumps in every round (常主).
    #[serde(default, skip_serializing_if = "is_default")]
    pub permanent: PermanentTrumps,
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
    /// # use engine::tractor::{card::*, trump::*};
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
    /// # use engine::tractor::{card::*, trump::*};
    /// # let card = |text: &str| -> Card { text.parse().unwrap() };
    /// let trump = Trump::no_trump("9".parse()?);
    /// assert_eq!(trump.effective_suit(card("9H")), EffectiveSuit::Trumps);
    /// assert_eq!(trump.step(card("9C")), trump.step(card("9S")), "all four nines are equal");
    /// # Ok::<(), UnknownCard>(())
    /// ```
    pub const fn no_trump(rank: Rank) -> Self {
        Self {
            rank,
            suit: None,
            permanent: PermanentTrumps::Off,
        }
    }

    /// The trumps under these house rules.
    pub fn under(rules: &Rules, rank: Rank, suit: Option<Suit>) -> Self {
        Self {
            rank,
            suit,
            permanent: rules.permanent_trumps,
        }
    }

    /// The ranks below the dominant one whose cards are trumps in every round, the lowest first.
    fn permanent_ranks(self) -> impl Iterator<Item = Rank> {
        let ranks = self.permanent.ranks().iter().copied();
        ranks.filter(move |rank| *rank != self.rank)
    }

    /// The suit that the card counts as.
    ///
    /// ```
    /// # use engine::tractor::{card::*, trump::*};
    /// # let card = |text: &str| -> Card { text.parse().unwrap() };
    /// let trump = Trump::suited("9".parse()?, Suit::Clubs);
    /// assert_eq!(trump.effective_suit(card("5H")), EffectiveSuit::Side(Suit::Hearts));
    /// for trumps in ["5C", "9H", "J-"] {
    ///     assert_eq!(trump.effective_suit(card(trumps)), EffectiveSuit::Trumps);
    /// }
    /// # Ok::<(), UnknownCard>(())
    /// ```
    pub fn effective_suit(self, card: Card) -> EffectiveSuit {
        let (Some(rank), Some(suit)) = (card.rank(), card.suit()) else {
            return EffectiveSuit::Trumps;
        };
        let trump =
            rank == self.rank || self.suit == Some(suit) || self.permanent.ranks().contains(&rank);
        match trump {
            true => EffectiveSuit::Trumps,
            false => EffectiveSuit::Side(suit),
        }
    }

    /// The effective suits of this round, side suits in letter order, trumps last.
    ///
    /// ```
    /// # use engine::tractor::{card::*, trump::*};
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
    /// consecutive; only cards of the dominant rank, or of a rank that is always trump, share one in
    /// different side suits.
    ///
    /// ```
    /// # use engine::tractor::{card::*, trump::*};
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
        let always = self.permanent_ranks().count();
        let (side_ranks, of_rank) = match self.suit {
            Some(_) => (12 - always, 2),
            None => (0, 1),
        };
        // Where the cards of a rank lie above the trump suit, if they do.
        let place = |rank: Rank| match rank == self.rank {
            true => Some(always),
            false => self.permanent_ranks().position(|other| other == rank),
        };
        let step = match (card.rank(), card.suit()) {
            (Some(rank), suit) => match place(rank) {
                Some(place) => {
                    let own = self.suit.is_some() && suit == self.suit;
                    side_ranks + of_rank * place + usize::from(own)
                }
                None => {
                    // The ranks above the trump suit are missing from their places in every suit.
                    let missing = self.permanent_ranks().chain([self.rank]);
                    rank.index() - missing.filter(|other| *other < rank).count()
                }
            },
            _ => side_ranks + of_rank * (always + 1) + usize::from(card == Card::BIG_JOKER),
        };
        step as u8
    }
}

#[cfg(feature = "testing")]
impl Trump {
    /// Trump with a suit.
    pub const fn suited(rank: Rank, suit: Suit) -> Self {
        Self {
            rank,
            suit: Some(suit),
            permanent: PermanentTrumps::Off,
        }
    }

    /// All 65 kinds of rounds of the standard game: every rank with every suit and without one.
    ///
    /// ```
    /// # use engine::tractor::{card::*, trump::*};
    /// # let card = |text: &str| -> Card { text.parse().unwrap() };
    /// assert_eq!(Trump::all().count(), 65);
    /// ```
    pub fn all() -> impl Iterator<Item = Trump> {
        let suits = Suit::ALL.into_iter().map(Some).chain([None]);
        Rank::all().flat_map(move |rank| {
            suits.clone().map(move |suit| Trump {
                suit,
                ..Trump::no_trump(rank)
            })
        })
    }

    /// All kinds of rounds in every house: those of [`Trump::all`] with each of the rules about ranks that
    /// are always trump.
    pub fn in_every_house() -> impl Iterator<Item = Trump> {
        let houses = PermanentTrumps::ALL.iter().copied();
        houses.flat_map(|permanent| Trump::all().map(move |trump| Trump { permanent, ..trump }))
    }
}
