//! Icons: the small square pictures of single cards, to be read within a line of text.
//!
//! Decides which there are and their names, which tell a changed drawing from the one before.

use sha2::{Digest as _, Sha256};

use crate::tractor::card::{Card, Suit};
use crate::uno;

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
    /// A card of tractor; see [`Icon::card`].
    Card(Card, SuitColors),
    /// The back of a card of tractor.
    Back,
    /// A card of UNO.
    Uno(uno::Card),
    /// A colour of UNO, as it is named with a wild card.
    Color(uno::Color),
    /// The back of a card of UNO.
    UnoBack,
}

impl Icon {
    /// The width and height of the PNG of an icon in pixels.
    pub const SIZE: u32 = 128;
    /// What the names of all icons begin with.
    pub const PREFIX: &'static str = "t_";

    /// The face of a card in these colours. A card that looks the same in both is one icon.
    pub fn card(card: Card, colors: SuitColors) -> Icon {
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

    /// The name: [`Self::PREFIX`], the stem and a version made of the drawing, e.g. `t_SK_3fa9`. At
    /// most 32 letters, digits and underscores.
    pub fn name(self) -> String {
        let digest = Sha256::digest(self.svg().as_bytes());
        let version = hex::encode(&digest[..2]);
        format!("{}{}_{version}", Self::PREFIX, self.stem())
    }

    /// The drawing: 128 units square, without text and without anything outside of itself.
    pub fn svg(self) -> String {
        let label = self.stem();
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><!-- {label} --><rect x="24" y="4" width="80" height="120" rx="10" fill="#ffffff"/></svg>"##
        )
    }

    /// The drawing as a PNG of [`Self::SIZE`] pixels.
    pub fn png(self) -> Vec<u8> {
        super::raster::png(&self.svg(), Self::SIZE)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_icon_has_a_name_of_its_own_that_discord_takes() {
        let names: Vec<String> = Icon::all().map(Icon::name).collect();
        let distinct: HashSet<&String> = names.iter().collect();
        assert_eq!(distinct.len(), 55 + 26 + 54 + 4 + 1);
        assert_eq!(names.len(), distinct.len());
        for name in names {
            let fine = |c: char| c.is_ascii_alphanumeric() || c == '_';
            assert!(
                (2..=32).contains(&name.len()) && name.chars().all(fine),
                "{name}"
            );
        }
    }
}
