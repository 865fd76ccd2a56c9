//! The draw pile and the discards.
//!
//! Decides the order in which cards come, from seeds alone, so that anybody can check it once the
//! seed is known:
//!
//! * The decks lie one behind the other, each in the order of [`Card::all`] with its copies.
//! * The stream of chance of the round's seed shuffles them; cards are then taken **from the end**.
//! * Cards are dealt one to each player in the order of play, then again, until all have enough.
//! * The next card is turned over. While it may not be the first, it goes to a random place of the
//!   draw pile (a number below its length plus one) and the next one is turned over.
//! * When the draw pile is empty, the discards under the top card, the lowest first, become the new
//!   one, shuffled by the seed derived for "uno reshuffle" and the number of reshuffles before. After
//!   [`MOST_RESHUFFLES`] nothing is left to draw.

use super::card::{Card, Face};
use super::rules::StartCard;
use crate::chance::{Chance, Seed};
use crate::game::is_default;
use serde::{Deserialize, Serialize};

/// How often the discards of a round are shuffled again, at most. Far more than a round needs; a
/// limit is needed because, when nearly all cards are in hands, two players could draw and lay the
/// same two cards without end.
pub const MOST_RESHUFFLES: u64 = 100;

/// The draw pile and the discards of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piles {
    /// The next card to be drawn is the last.
    pub(super) draw: Vec<Card>,
    /// Under the top card, the lowest first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) discards: Vec<Card>,
    /// The card on top of the discards.
    pub top: Card,
    pub(super) seed: Seed,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) reshuffles: u64,
}

impl Piles {
    /// Shuffles so many decks, deals with `deal` and turns the first card over. `deal` takes cards
    /// from the end of the pile and leaves at least one.
    pub(super) fn shuffled(
        decks: u8,
        start: StartCard,
        seed: Seed,
        deal: impl FnOnce(&mut Vec<Card>),
    ) -> Self {
        let mut chance = seed.chance();
        let mut draw = Vec::with_capacity(108 * usize::from(decks));
        for _ in 0..decks {
            draw.extend_from_slice(&DECK);
        }
        chance.shuffle(&mut draw);
        deal(&mut draw);
        let top = turn_over(&mut draw, start, &mut chance);
        Self {
            // Room for all cards: no play ever asks for more.
            discards: Vec::with_capacity(108 * usize::from(decks)),
            draw,
            top,
            seed,
            reshuffles: 0,
        }
    }

    /// Piles in a given order, the next card and the top card last.
    pub(super) fn stacked(draw: Vec<Card>, discards: Vec<Card>, top: Card, seed: Seed) -> Self {
        Self {
            draw,
            discards,
            top,
            seed,
            reshuffles: 0,
        }
    }

    /// Lays a card on top.
    #[inline]
    pub(super) fn lay(&mut self, card: Card) {
        self.discards.push(self.top);
        self.top = card;
    }

    /// How many cards can still be drawn, the discards included.
    #[inline]
    pub(super) fn drawable(&self) -> usize {
        let again = self.reshuffles < MOST_RESHUFFLES;
        self.draw.len() + if again { self.discards.len() } else { 0 }
    }

    /// Shuffles the discards under the top card into a new draw pile; returns its number of cards.
    #[cold]
    pub(super) fn reshuffle(&mut self) -> u16 {
        debug_assert!(
            self.draw.is_empty(),
            "cards left to draw are not shuffled again"
        );
        std::mem::swap(&mut self.draw, &mut self.discards);
        let seed = self.seed.derive("uno reshuffle", self.reshuffles);
        seed.chance().shuffle(&mut self.draw);
        self.reshuffles += 1;
        self.draw.len() as u16
    }

    /// Puts cards under the draw pile.
    pub(super) fn put_under(&mut self, cards: impl Iterator<Item = Card>) {
        self.draw.splice(0..0, cards);
    }
}

/// One deck in the order of [`Card::all`].
static DECK: [Card; 108] = deck();

const fn deck() -> [Card; 108] {
    let mut cards = [Card::WILD; 108];
    let (mut kind, mut filled) = (0, 0);
    while kind < Card::KINDS {
        let card = Card::at(kind);
        let mut copies = card.copies();
        while copies > 0 {
            cards[filled] = card;
            filled += 1;
            copies -= 1;
        }
        kind += 1;
    }
    cards
}

/// Takes the first card that may start from the end of the pile. If the house rules leave none,
/// any but a Wild Draw Four may, and in the end any.
fn turn_over(draw: &mut Vec<Card>, start: StartCard, chance: &mut Chance) -> Card {
    let official = |card: &Card| *card != Card::WILD_DRAW_FOUR;
    let allowed = |card: &Card| match start {
        StartCard::Official => official(card),
        StartCard::NoWild => !card.is_wild(),
        StartCard::NumbersOnly => matches!(card.face(), Face::Number(_)),
    };
    let any_allowed = draw.iter().any(allowed);
    let any_official = draw.iter().any(official);
    let may_start = |card: &Card| {
        if any_allowed {
            allowed(card)
        } else {
            !any_official || official(card)
        }
    };
    loop {
        let card = draw
            .pop()
            .expect("a card that may start is left in the pile");
        if may_start(&card) {
            return card;
        }
        let place = chance.below(draw.len() as u32 + 1) as usize;
        draw.insert(place, card);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::uno::card::Color;

    #[test]
    fn the_first_card_is_one_that_may_start() {
        for number in 0..300 {
            let first = |start| {
                let piles = Piles::shuffled(1, start, Seed::from_number(number), |_| {});
                assert_eq!(piles.draw.len(), 107);
                piles.top
            };
            assert_ne!(first(StartCard::Official), Card::WILD_DRAW_FOUR);
            assert!(!first(StartCard::NoWild).is_wild());
            assert!(matches!(
                first(StartCard::NumbersOnly).face(),
                Face::Number(_)
            ));
        }
    }

    #[test]
    fn a_pile_without_a_card_that_may_start_still_starts() {
        let keep = |kept: Card| move |draw: &mut Vec<Card>| draw.retain(|card| *card == kept);
        let seed = Seed::from_number(1);
        for card in [Card::WILD, Card::WILD_DRAW_FOUR] {
            let piles = Piles::shuffled(1, StartCard::NumbersOnly, seed, keep(card));
            assert_eq!(piles.top, card);
        }
        for number in 0..20 {
            let wild = |draw: &mut Vec<Card>| draw.retain(|card| card.is_wild());
            let piles = Piles::shuffled(1, StartCard::NumbersOnly, Seed::from_number(number), wild);
            assert_eq!(piles.top, Card::WILD, "a Wild Draw Four is the last choice");
        }
    }

    #[test]
    fn a_card_that_may_not_start_goes_to_any_place() {
        let places = (0..100).map(|number| {
            let mut draw = vec![Card::new(Some(Color::Red), Face::Number(1)).expect("a card"); 3];
            draw.push(Card::WILD_DRAW_FOUR);
            let mut chance = Seed::from_number(number).chance();
            turn_over(&mut draw, StartCard::Official, &mut chance);
            draw.iter().position(|card| *card == Card::WILD_DRAW_FOUR)
        });
        let places: BTreeSet<_> = places.collect();
        // At the end it is turned over once more.
        assert!(places.into_iter().eq([0, 1, 2].map(Some)));
    }

    #[test]
    fn all_discards_but_the_top_card_are_shuffled_into_a_new_pile() {
        let mut piles = Piles::shuffled(1, StartCard::Official, Seed::from_number(1), |_| {});
        while let Some(card) = piles.draw.pop() {
            piles.lay(card);
        }
        let top = piles.top;
        assert_eq!((piles.drawable(), piles.reshuffle()), (107, 107));
        assert_eq!((piles.top, piles.discards.len()), (top, 0));
    }

    #[test]
    fn equal_discards_are_shuffled_otherwise_each_time() {
        let mut piles = Piles::shuffled(1, StartCard::Official, Seed::from_number(1), |_| {});
        let discards = std::mem::take(&mut piles.draw);
        let mut orders = BTreeSet::new();
        for _ in 0..5 {
            piles.discards.clone_from(&discards);
            piles.reshuffle();
            orders.insert(std::mem::take(&mut piles.draw));
        }
        assert_eq!(orders.len(), 5);
    }
}
