//! How the tests of the core write positions: `9C` is rank 9 with trump clubs, `9N` no trump, and
//! cards are in standard notation with spaces between.

use super::card::{Card, Suit};
use super::hand::{Hand, Layout};
use super::trump::Trump;

/// Reads what is trump.
pub fn trump(text: &str) -> Trump {
    let (rank, suit) = text.split_at(text.len() - 1);
    Trump {
        suit: suit.chars().next().and_then(Suit::from_letter),
        ..Trump::no_trump(rank.parse().expect("a rank"))
    }
}

/// Reads cards as a set.
pub fn read(layout: &Layout, text: &str) -> Hand {
    let cards: Vec<Card> = text
        .split_whitespace()
        .map(|card| card.parse().expect("a card"))
        .collect();
    Hand::of(layout, &cards).expect("at most two copies of a card")
}
