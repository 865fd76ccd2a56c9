//! Cards as a reader sees them: faces, the emojis that stand for icons, where there are some, else signs;
//! and pages with faces that have to fit a message.
//!
//! Decides when cards are faces and when they are signs. Which emojis there are is the face's to say.
//! A game whose deck has other cards says what they are called.

use super::cards::shown;
use super::*;
use crate::art::SuitColors;
use crate::tractor::card::Card;
use parking_lot::RwLock;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Emoji {
    pub name: Arc<str>,
    pub id: u64,
}

/// As it is written in a line: `<:t_SK_3fa9:17>`.
impl fmt::Display for Emoji {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<:{}:{}>", self.name, self.id)
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faces {
    emojis: HashMap<Icon, Emoji>,
}

impl Faces {
    pub fn new(emojis: impl IntoIterator<Item = (Icon, Emoji)>) -> Self {
        Self {
            emojis: emojis.into_iter().collect(),
        }
    }

    /// The emoji of an icon. Where a card of four colours is missing, that of two colours stands in,
    /// so that no page mixes emojis and text.
    pub fn emoji(&self, icon: Icon) -> Option<&Emoji> {
        self.emojis.get(&icon).or_else(|| match icon {
            Icon::Card(card, SuitColors::Four) => {
                self.emojis.get(&Icon::Card(card, SuitColors::Two))
            }
            _ => None,
        })
    }

    /// A number that changes with the emojis, to tell pages apart that were made with others.
    pub fn mark(&self) -> u64 {
        let ids = self.emojis.values().map(|emoji| emoji.id);
        ids.fold(self.emojis.len() as u64, u64::wrapping_add)
    }
}

/// Where the emojis are to be read that there are at this moment; clones share it.
#[derive(Debug, Clone, Default)]
pub struct PublishedFaces {
    now: Arc<RwLock<Option<Arc<Faces>>>>,
}

impl PublishedFaces {
    /// From now on there are these, or none.
    pub fn publish(&self, faces: Option<Faces>) {
        *self.now.write() = faces.map(Arc::new);
    }

    /// The emojis that there are, if there are any.
    pub fn now(&self) -> Option<Arc<Faces>> {
        self.now.read().clone()
    }
}

/// So many of a card without its face: `♠K`, or `KS`; `J+`, `大王`, or `big joker`.
fn sign(card: Card, count: usize, cx: &RenderContext) -> String {
    match (card, cx.in_words()) {
        (Card::SMALL_JOKER, true) => say!(cx, "card-small-joker-words", count),
        (Card::BIG_JOKER, true) => say!(cx, "card-big-joker-words", count),
        (Card::SMALL_JOKER, false) => say!(cx, "card-small-joker"),
        (Card::BIG_JOKER, false) => say!(cx, "card-big-joker"),
        (plain, _) if cx.looks.cards == CardLook::Letters => plain.to_string(),
        (plain, _) => shown(plain),
    }
}

fn icon(card: Card, cx: &RenderContext) -> Icon {
    Icon::card(card, cx.looks.suits)
}

pub fn card(card: Card, cx: &RenderContext) -> String {
    alike(card, 1, cx)
}

pub fn alike(card: Card, count: usize, cx: &RenderContext) -> String {
    match cx.emoji(icon(card, cx)) {
        Some(face) => face.to_string(),
        None => sign(card, count, cx),
    }
}

pub fn face(card: Card, cx: &RenderContext) -> Option<Emoji> {
    cx.icon(icon(card, cx))
}

/// Cards as the reader sees them: a row of faces, or signs separated by spaces.
pub fn cards(cards: &[Card], cx: &RenderContext) -> String {
    faces(cards, cx).unwrap_or_else(|| signs(cards, cx))
}

/// Cards as a row of faces, if the reader sees such and none is missing.
pub fn faces(cards: &[Card], cx: &RenderContext) -> Option<String> {
    row(cards.iter().map(|one| icon(*one, cx)), cx)
}

/// Cards without their faces, separated by spaces: what labels say.
pub fn signs(cards: &[Card], cx: &RenderContext) -> String {
    let named: Vec<String> = cards.iter().map(|one| sign(*one, 1, cx)).collect();
    named.join(" ")
}

/// The icon of a button for these cards, and what its label still has to say: nothing about a single
/// card, and that a pair is two. Anything longer is told by its label alone.
pub fn faced(cards: &[Card], cx: &RenderContext) -> (Option<Emoji>, String) {
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
    let key = format!("suit-{}", suit.word());
    cx.said(&key, &[("count", Fact::from(count))])
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

    #[test]
    fn without_four_colors_two_stand_in() {
        let emoji = |id| Emoji {
            name: "t_x_0000".into(),
            id,
        };
        let club = |colors| Icon::Card("5C".parse().expect("a card"), colors);
        let two = Faces::new([(club(SuitColors::Two), emoji(2))]);
        assert_eq!(two.emoji(club(SuitColors::Four)), Some(&emoji(2)));
        let both = [
            (club(SuitColors::Two), emoji(2)),
            (club(SuitColors::Four), emoji(4)),
        ];
        let both = Faces::new(both);
        assert_eq!(both.emoji(club(SuitColors::Four)), Some(&emoji(4)));
        assert_eq!(both.emoji(Icon::Back), None);
    }
}

#[cfg(test)]
mod faced_tests {
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
