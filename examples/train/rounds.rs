//! Deals to train from.

use tractor_bot::chance::Seed;
use tractor_bot::game::Seat;
use tractor_bot::tractor::action::Progress;
use tractor_bot::tractor::card::Rank;
use tractor_bot::tractor::deck::Deck;
use tractor_bot::tractor::round::{DealStart, Dealing};

/// A deal before its first card. One in four is the first of a match, in which whoever calls deals.
pub fn deal(seed: Seed) -> Dealing {
    let mut chance = seed.derive("its levels and dealer", 0).chance();
    let level = Rank::from_index(chance.below(13) as usize).expect("thirteen ranks");
    let dealer = match chance.below(16) {
        0..4 => None,
        other => Some(Seat::new((other % 4) as u8)),
    };
    let deck = Deck::shuffled(&mut seed.derive("a deck", 0).chance());
    let start = DealStart {
        level,
        dealer,
        progress: Progress::Climbing,
    };
    Dealing::new(deck, start)
}
