//! Pictures beside a page, and icons, the small square pictures of single cards within a line of text:
//! what they show, as data.
//!
//! Decides what a picture is made of. Whoever wants one says what is on it; [`Picture::png`] draws
//! it, which takes some milliseconds: not for a thread that others wait for.

use super::*;
pub use crate::tractor::card::Card;
use crate::tractor::view::TrickView;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Winds {
    /// N, W, S, E.
    #[default]
    Latin,
    /// 北, 西, 南, 东.
    Chinese,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Picture {
    /// The course of a match of tractor.
    Levels(Levels),
    /// The end of a round of tractor.
    Round(RoundPicture),
    /// A trick of tractor.
    Trick(TablePicture),
    /// How often somebody won: played and won in spans of time, the oldest first.
    Course(Vec<(u32, u32)>),
    /// How somebody's rating moved: days since the first of them, and the number in points after each, the oldest first.
    Ratings(Vec<(u32, i32)>),
    /// How the first pairs of a cup came there: the place of each, the best first, and its points after each round.
    Cup(Vec<(usize, Vec<i64>)>),
}

/// The levels of both teams, round by round.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Levels {
    /// The levels before the first round and after each, by team (see [`Team::index`]).
    pub levels: Vec<[Rank; 2]>,
    pub winners: Vec<Team>,
    /// The level that wins the match.
    pub to: Rank,
    pub winds: Winds,
}

/// The end of a round: its last trick, the kitty and the points.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RoundPicture {
    /// The last trick, unless the round ended without one.
    pub trick: Option<TablePicture>,
    /// The kitty, sorted; empty if it is not shown.
    pub kitty: Vec<Card>,
    /// The points that the opponents of the declarers captured, and what they needed.
    pub points: (i32, i32),
    pub winner: Team,
    pub declarers: Team,
    pub colors: SuitColors,
    pub winds: Winds,
}

/// A trick on the table.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TablePicture {
    /// Each play of it sorted.
    pub trick: TrickView,
    pub dealer: Option<Seat>,
    pub colors: SuitColors,
    pub winds: Winds,
}

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
        faces
            .chain([Icon::Back])
            .chain(four.filter(|icon| matches!(icon, Icon::Card(_, SuitColors::Four))))
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
