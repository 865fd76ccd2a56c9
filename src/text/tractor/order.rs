//! Notation of tractor's cards, and the order of a hand.
//!
//! Decides the notations of jokers and how a hand is sorted. [`crate::text::cards`] reads and shows
//! plain cards.

use super::*;
use crate::text::cards::FrenchCard;

/// The most cards of one command: the dealer's hand with the kitty.
const MOST_CARDS: usize = 33;

/// Notations of jokers. `SJ` is the jack of spades.
const JOKERS: &[(Card, &str)] = &[
    (
        Card::SMALL_JOKER,
        "small joker|smalljoker|joker-|小王|小鬼|j-|j−|j–|bj|🃏-",
    ),
    (Card::BIG_JOKER, "big joker|bigjoker|joker+|大王|大鬼|j+|rj"),
];

impl FrenchCard for Card {
    const MOST: usize = MOST_CARDS;
    const OTHERS: &'static [(Card, &'static str)] = JOKERS;

    fn plain(self) -> Option<crate::cards::Card> {
        Card::plain(self)
    }
}

/// One effective suit of a hand, its cards high to low.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    pub suit: EffectiveSuit,
    /// The cards, highest first.
    pub cards: Vec<Card>,
}

/// The four suits, black and red in turn, also where the last is followed by the first.
const AROUND: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Clubs, Suit::Diamonds];

/// The effective suits in the order of a hand: trumps, then those of ♠ ♥ ♣ ♦ that come after the
/// trump suit and then those before it, so that black and red alternate.
fn suits(trump: Trump) -> impl Iterator<Item = EffectiveSuit> {
    let own = AROUND.iter().position(|suit| trump.suit == Some(*suit));
    let (first, count) = own.map_or((0, 4), |own| (own + 1, 3));
    let sides = AROUND.into_iter().cycle().skip(first).take(count);
    std::iter::once(EffectiveSuit::Trumps).chain(sides.map(EffectiveSuit::Side))
}

/// The hand by effective suit: trumps first, then the others, black and red in turn. A suit that
/// the hand lacks is an empty group.
pub fn grouped(hand: &[Card], trump: Trump) -> Vec<Group> {
    let group = |suit| {
        let cards = hand
            .iter()
            .copied()
            .filter(|card| trump.effective_suit(*card) == suit);
        let mut cards: Vec<Card> = cards.collect();
        sort(&mut cards, trump);
        Group { suit, cards }
    };
    suits(trump).map(group).collect()
}

/// Sorts cards as in a hand: suit after suit, each high to low; copies of a card are adjacent.
pub fn sort(cards: &mut [Card], trump: Trump) {
    let place = |card: Card| {
        let suit = trump.effective_suit(card);
        suits(trump).position(|other| other == suit)
    };
    cards.sort_by_cached_key(|card| (place(*card), std::cmp::Reverse((trump.step(*card), *card))));
}

/// The cards sorted as in a hand.
pub fn sorted(cards: &[Card], trump: Trump) -> Vec<Card> {
    let mut cards = cards.to_vec();
    sort(&mut cards, trump);
    cards
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::notation;
    use crate::text::cards::{list, packed, read, shown};
    use crate::text::cases;
    use crate::text::words::ParseError;

    #[test]
    fn jokers_are_read_in_every_usual_writing() {
        for (words, cards) in cases("jokers") {
            let read = read::<Card>(&words).expect("cards");
            assert_eq!(notation(&read), cards, "{words:?}");
        }
        let many = ParseError::TooManyCards { most: MOST_CARDS };
        assert_eq!(read::<Card>("9x5H 9x5H 9x5H 9xJ+"), Err(many));
    }

    #[test]
    fn every_card_reads_back_as_shown_typed_and_packed() {
        for card in Card::all() {
            for written in [shown(card), card.to_string(), packed(&[card])] {
                assert_eq!(read(&written), Ok(vec![card]), "{written}");
            }
        }
        let all: Vec<Card> = Card::all().skip(21).collect();
        assert_eq!(packed(&all).len(), 66);
        assert_eq!(read(&packed(&all)), Ok(all));
    }

    proptest::proptest! {
        #[test]
        fn no_input_panics(words in "\\PC*") {
            let _ = read::<Card>(&words);
        }

        #[test]
        fn no_input_made_of_card_signs_panics(words in "[0-9JQKATCDHSBRjqkx×+♥♠♦♣小大王黑桃 ,*-]{0,60}") {
            if let Ok(cards) = read::<Card>(&words) {
                proptest::prop_assert!(cards.len() <= MOST_CARDS);
            }
        }
    }

    fn check(suit: Option<Suit>, expected: &str) {
        let hand = read("2C AC 7S 7H J- J+ QD QD 10S 4S AS 7H AH");
        let hand: Vec<Card> = hand.expect("cards");
        let rank = "7".parse().expect("a rank");
        let trump = Trump {
            suit,
            ..Trump::no_trump(rank)
        };
        let groups = grouped(&hand, trump);
        let shown: Vec<_> = groups
            .iter()
            .map(|g| format!("{}: {}", g.suit.letter(), list(&g.cards)))
            .collect();
        assert_eq!(shown.join(" | "), expected);
        let together: Vec<Card> = groups.into_iter().flat_map(|group| group.cards).collect();
        assert_eq!(sorted(&hand, trump), together, "a play is sorted as a hand");
    }

    #[test]
    fn hands_are_grouped_by_what_cards_count_as_and_colours_alternate() {
        check(
            Some(Suit::Hearts),
            "T: J+ J- ♥7 ♥7 ♠7 ♥A | C: ♣A ♣2 | D: ♦Q ♦Q | S: ♠A ♠10 ♠4",
        );
        check(
            Some(Suit::Spades),
            "T: J+ J- ♠7 ♥7 ♥7 ♠A ♠10 ♠4 | H: ♥A | C: ♣A ♣2 | D: ♦Q ♦Q",
        );
        check(
            None,
            "T: J+ J- ♠7 ♥7 ♥7 | S: ♠A ♠10 ♠4 | H: ♥A | C: ♣A ♣2 | D: ♦Q ♦Q",
        );
    }
}
