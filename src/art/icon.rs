//! Icons: the small square pictures of single cards, to be read within a line of text.
//!
//! Decides which there are and their names, which tell a changed drawing from the one before.

use crate::cards::Suit;
use crate::uno;

pub use crate::tractor::card::Card;

/// How many colours the suits of a French deck have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum SuitColors {
    /// Black and red, as printed.
    #[default]
    Two,
    /// A colour for each suit: ♦ blue and ♣ green besides.
    Four,
}

/// The picture of a card, or of what is said about cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Icon {
    /// A card of a French deck, or a joker; see [`Icon::card`].
    Card(Card, SuitColors),
    /// The back of such a card.
    Back,
    Uno(uno::Card),
    /// A colour of UNO, as it is named with a wild card.
    Color(uno::Color),
    UnoBack,
}

impl Icon {
    /// The width and height of the PNG of an icon in pixels.
    pub const SIZE: u32 = 128;
    /// What the names of all icons begin with.
    pub const PREFIX: &'static str = "t_";

    /// The face of a card of any French deck in these colours. A card that looks the same in both is
    /// one icon.
    pub fn card(card: impl Into<Card>, colors: SuitColors) -> Icon {
        let card = card.into();
        match card.suit() {
            Some(Suit::Diamonds | Suit::Clubs) => Icon::Card(card, colors),
            _ => Icon::Card(card, SuitColors::Two),
        }
    }

    /// All icons, each once: 54 faces and a back, the other colours of diamonds and clubs, the cards
    /// of UNO, its colours and its back.
    pub fn all() -> impl Iterator<Item = Icon> {
        let faces = Card::all().map(|card| Icon::card(card, SuitColors::Two));
        let four = Card::all().map(|card| Icon::card(card, SuitColors::Four));
        let four = four.filter(|icon| matches!(icon, Icon::Card(_, SuitColors::Four)));
        faces
            .chain([Icon::Back])
            .chain(four)
            .chain(uno::Card::all().map(Icon::Uno))
            .chain(uno::Color::ALL.into_iter().map(Icon::Color))
            .chain([Icon::UnoBack])
    }

    /// What the icon shows, in letters and digits: `SK`, `D5x`, `uno_B9`.
    pub fn stem(self) -> String {
        let card = |card: Card| match (card.suit(), card.rank()) {
            (Some(suit), Some(rank)) => format!("{}{}", suit.letter(), rank.name()),
            _ if card == Card::BIG_JOKER => "big".to_owned(),
            _ => "small".to_owned(),
        };
        match self {
            Icon::Card(shown, SuitColors::Two) => card(shown),
            Icon::Card(shown, SuitColors::Four) => format!("{}x", card(shown)),
            Icon::Back => "back".to_owned(),
            Icon::Uno(card) => format!("uno_{card}"),
            Icon::Color(color) => format!("uno_{}", color.letter()),
            Icon::UnoBack => "uno_back".to_owned(),
        }
    }
}
