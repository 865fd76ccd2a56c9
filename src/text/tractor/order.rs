//! The order of a hand. [`crate::text::cards`] reads and shows its cards.

use super::*;

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
    let sorted = sorted(hand, trump);
    let group = |suit| {
        let cards = sorted.iter().copied();
        let cards = cards.filter(|card| trump.effective_suit(*card) == suit);
        let cards = cards.collect();
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

/// Takes a card out of these, if it is among them.
pub fn take(cards: &mut Vec<Card>, card: Card) -> Option<Card> {
    let at = cards.iter().position(|other| *other == card)?;
    Some(cards.remove(at))
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
    use crate::text::cards::{list, read};

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
