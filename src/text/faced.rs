//! Cards as a reader sees them: faces where there are some, else signs; and pages with faces that have
//! to fit a message.
//!
//! Decides when cards are faces and when they are signs. Knows no game: one whose deck has cards of its
//! own says what they are called.

use super::cards::{FrenchCard, shown};
use super::context::{RenderContext, Surface};
use super::faces::Emoji;
use super::looks::CardLook;
use super::page::Page;
use crate::art::{Icon, picture};
use crate::cards::{Card, Suit};

/// A card of a French deck, which has a face.
pub trait FacedCard: FrenchCard + Into<picture::Card> + PartialEq {
    /// So many of this card without its face: `♠K`, or `KS`.
    fn sign(self, _count: usize, cx: &RenderContext) -> String {
        match cx.looks.cards {
            CardLook::Letters => self.to_string(),
            CardLook::Faces | CardLook::Symbols => shown(self),
        }
    }
}

impl FacedCard for Card {}

fn icon(card: impl Into<picture::Card>, cx: &RenderContext) -> Icon {
    Icon::card(card, cx.looks.suits)
}

pub fn card(card: impl FacedCard, cx: &RenderContext) -> String {
    alike(card, 1, cx)
}

pub fn alike(card: impl FacedCard, count: usize, cx: &RenderContext) -> String {
    match cx.emoji(icon(card, cx)) {
        Some(face) => face.to_string(),
        None => card.sign(count, cx),
    }
}

pub fn face(card: impl FacedCard, cx: &RenderContext) -> Option<Emoji> {
    cx.icon(icon(card, cx))
}

/// Cards as the reader sees them: a row of faces, or signs separated by spaces.
pub fn cards(cards: &[impl FacedCard], cx: &RenderContext) -> String {
    faces(cards, cx).unwrap_or_else(|| signs(cards, cx))
}

/// Cards as a row of faces, if the reader sees such and none is missing.
pub fn faces(cards: &[impl FacedCard], cx: &RenderContext) -> Option<String> {
    row(cards.iter().map(|one| icon(*one, cx)), cx)
}

/// Cards without their faces, separated by spaces: what labels say.
pub fn signs(cards: &[impl FacedCard], cx: &RenderContext) -> String {
    let named: Vec<String> = cards.iter().map(|one| one.sign(1, cx)).collect();
    named.join(" ")
}

/// The icon of a button for these cards, and what its label still has to say: nothing about a single
/// card, and that a pair is two. Anything longer is told by its label alone.
pub fn faced(cards: &[impl FacedCard], cx: &RenderContext) -> (Option<Emoji>, String) {
    let rest = match cards {
        [_] => String::new(),
        [one, two] if one == two => "×2".to_owned(),
        _ => return (None, signs(cards, cx)),
    };
    match face(cards[0], cx) {
        Some(face) => (Some(face), rest),
        None => (None, signs(cards, cx)),
    }
}

/// So many cards of a suit in words: `spades`, `1 club`.
pub fn suit(suit: Suit, count: usize, cx: &RenderContext) -> String {
    match suit {
        Suit::Clubs => say!(cx, "suit-clubs", count),
        Suit::Diamonds => say!(cx, "suit-diamonds", count),
        Suit::Hearts => say!(cx, "suit-hearts", count),
        Suit::Spades => say!(cx, "suit-spades", count),
    }
}

/// A suit as the reader sees it: `♠`, or `spades`.
pub fn suit_sign(shown: Suit, cx: &RenderContext) -> String {
    match cx.looks.cards {
        CardLook::Letters => suit(shown, 2, cx),
        CardLook::Faces | CardLook::Symbols => shown.symbol().to_string(),
    }
}

/// The page that is made, without emojis if it is too long with them for a message.
pub fn fitting(cx: &RenderContext, make: impl Fn(&RenderContext) -> Page) -> Page {
    let page = make(cx);
    match cx.faces.is_none() || cx.face == Surface::Terminal || page.fits() {
        true => page,
        false => make(&cx.without_faces()),
    }
}

/// Emojis side by side; `None` if one of them is missing, so that a row is of one kind.
pub fn row(icons: impl IntoIterator<Item = Icon>, cx: &RenderContext) -> Option<String> {
    let faces = icons
        .into_iter()
        .map(|icon| Some(cx.emoji(icon)?.to_string()));
    faces.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::faces::Faces;
    use crate::text::locale::Locale;
    use std::sync::Arc;

    #[test]
    fn cards_without_jokers_are_shown_like_those_with_them() {
        let queen: Card = "QS".parse().expect("a card");
        let mut cx = RenderContext::new(Locale::ENGLISH, Surface::Discord, "$");
        assert_eq!(cards(&[queen, queen], &cx), "♠Q ♠Q");
        assert_eq!(faced(&[queen, queen], &cx), (None, "♠Q ♠Q".to_owned()));
        cx.looks.cards = CardLook::Letters;
        assert_eq!(card(queen, &cx), "QS");
        assert_eq!(suit_sign(Suit::Spades, &cx), "spades");
        cx.looks.cards = CardLook::Faces;
        let emoji = Emoji {
            name: "q".into(),
            id: 1,
        };
        let known = Faces::new([(icon(queen, &cx), emoji.clone())]);
        cx.faces = Some(Arc::new(known));
        assert_eq!(cards(&[queen, queen], &cx), "<:q:1><:q:1>");
        assert_eq!(faced(&[queen, queen], &cx), (Some(emoji), "×2".to_owned()));
    }
}
