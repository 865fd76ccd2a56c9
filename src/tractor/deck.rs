//! The two decks: their shuffle and who is dealt which card.
//!
//! Decides the order in which cards leave the pile; the timing, the calls and what becomes of the
//! kitty are decided elsewhere.
//!
//! Before the shuffle the 108 cards lie in the order of [`Card::all`], the first deck before the
//! second; they are shuffled as [`Chance::shuffle`] specifies. The first 100 are dealt one by one in
//! turn order, the last eight are the kitty, to be turned over in the order in which they lie.

use super::card::Card;
#[cfg(feature = "testing")]
use super::hand::{Hand, Layout};
use super::seating::PLAYERS;
use crate::chance::Chance;
use crate::game::Seat;

/// Cards in both decks.
pub const CARDS: usize = 2 * Card::KINDS;
/// Cards of the kitty (底牌).
pub const KITTY: usize = 8;
/// Cards dealt to the players.
pub const DEALT: usize = CARDS - KITTY;

/// The two decks in the order in which they are dealt.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Deck([Card; CARDS]);

impl std::fmt::Debug for Deck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Deck(hidden)")
    }
}

/// The decks as they lie before the shuffle.
impl Default for Deck {
    fn default() -> Deck {
        Deck(ORDERED)
    }
}

impl Deck {
    /// The decks shuffled.
    ///
    /// ```
    /// use engine::chance::Seed;
    /// use engine::tractor::deck::Deck;
    /// use engine::tractor::seating::Wind;
    ///
    /// let deck = Deck::shuffled(&mut Seed::from_number(7).chance());
    /// let (first, _) = deck.dealt(0, Wind::South.seat()).expect("a hundred cards are dealt");
    /// assert_eq!(first, Wind::South.seat());
    /// assert!(deck.dealt(100, Wind::South.seat()).is_none(), "the rest is the kitty");
    /// ```
    #[inline]
    pub fn shuffled(chance: &mut Chance) -> Deck {
        let mut cards = ORDERED;
        chance.shuffle(&mut cards);
        Deck(cards)
    }

    /// The decks in this order; `None` unless each of the 54 cards is there twice.
    ///
    /// ```
    /// use engine::tractor::card::Card;
    /// use engine::tractor::deck::{CARDS, Deck};
    ///
    /// assert!(Deck::stacked([Card::BIG_JOKER; CARDS]).is_none());
    /// ```
    pub fn stacked(cards: [Card; CARDS]) -> Option<Deck> {
        let mut sorted = cards;
        sorted.sort_unstable();
        let (pairs, _) = sorted.as_chunks();
        let twice = |(pair, card): (&[Card; 2], Card)| *pair == [card; 2];
        let complete = pairs.iter().zip(Card::all()).all(twice);
        complete.then_some(Deck(cards))
    }

    /// All cards in the order of the pile, the kitty last.
    pub const fn cards(&self) -> &[Card; CARDS] {
        &self.0
    }

    /// The `at`-th dealt card and who gets it when `first` draws first; `None` from the kitty on.
    pub fn dealt(&self, at: usize, first: Seat) -> Option<(Seat, Card)> {
        let card = self.0[..DEALT].get(at)?;
        let seat = (first.index() + at) % PLAYERS;
        Some((Seat::new(seat as u8), *card))
    }

    /// The kitty, in the order in which it would be turned over.
    pub const fn kitty(&self) -> [Card; KITTY] {
        let mut kitty = [Card::BIG_JOKER; KITTY];
        kitty.copy_from_slice(self.0.split_at(DEALT).1);
        kitty
    }
}

/// The decks as they lie before the shuffle.
const ORDERED: [Card; CARDS] = {
    let mut cards = [Card::BIG_JOKER; CARDS];
    let mut at = 0;
    while at < CARDS {
        if let Some(card) = Card::from_index(at % Card::KINDS) {
            cards[at] = card;
        }
        at += 1;
    }
    cards
};

#[cfg(feature = "testing")]
impl Deck {
    /// The four hands by seat when `first` draws first.
    #[inline]
    pub fn hands(&self, layout: &Layout, first: Seat) -> [Hand; PLAYERS] {
        let mut hands = [Hand::EMPTY; PLAYERS];
        for round in self.0[..DEALT].chunks_exact(PLAYERS) {
            for (at, card) in round.iter().enumerate() {
                hands[at].insert(layout, *card);
            }
        }
        hands.rotate_right(first.index() % PLAYERS);
        hands
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Seed;
    use crate::tractor::card::Rank;
    use crate::tractor::trump::Trump;

    #[test]
    fn a_deal_gives_every_card_to_one_place() {
        let layout = Layout::of(Trump::no_trump(Rank::TWO));
        for number in 0..100 {
            let deck = Deck::shuffled(&mut Seed::from_number(number).chance());
            let first = Seat::new((number % 4) as u8);
            let hands = deck.hands(layout, first);
            assert!(hands.iter().all(|hand| hand.len() == 25));
            assert_eq!(Deck::stacked(*deck.cards()), Some(deck));
            let mut one_by_one = [Hand::EMPTY; PLAYERS];
            for at in 0..DEALT {
                let (seat, card) = deck.dealt(at, first).expect("a hundred cards");
                assert!(one_by_one[seat.index()].insert(layout, card));
            }
            assert_eq!(one_by_one, hands);
            assert_eq!(deck.dealt(DEALT, first), None);
            let kitty = Hand::of(layout, &deck.kitty()).expect("two copies");
            let all = hands.into_iter().fold(kitty, Hand::plus);
            assert_eq!((all.len(), all.pairs()), (108, 54));
        }
    }
}
