//! Which eight cards to bury (扣底).

use super::{Weights, Worth};
use crate::players::tractor::sight::Sight;
use crate::tractor::deck::KITTY;
use crate::tractor::hand::Hand;

/// The most kitties that are looked at.
const MOST: usize = 40;

/// Weights of a point, of the length of a suit, and of a trump.
const TASTES: [(f32, f32, f32); 5] = [
    (0.2, 0.6, 5.0),
    (0.7, 0.6, 5.0),
    (-0.3, 0.6, 5.0),
    (0.2, 0.2, 1.5),
    (0.4, 1.2, 8.0),
];

/// Kitties of several tastes: with more points and fewer, from long suits and short ones.
pub fn varied(sight: &Sight<'_>) -> Vec<Hand> {
    let mut found: Vec<Hand> = Vec::new();
    for (bury_point, bury_length, bury_trump) in TASTES {
        let weights = Weights {
            bury_point,
            bury_length,
            bury_trump,
            ..Weights::TUNED
        };
        for (_, kitty) in candidates(sight, &weights).into_iter().take(8) {
            if !found.contains(&kitty) {
                found.push(kitty);
            }
        }
    }
    found.truncate(MOST);
    found
}

/// Candidate kitties with what they gain, the best first: some of the short suits are emptied, and the
/// rest is filled up with the cards that are worth least. `sight` is that of a dealer with all 33 cards.
pub fn candidates(sight: &Sight<'_>, weights: &Weights) -> Vec<(f32, Hand)> {
    let hand = sight.hand;
    let worth = Worth::of(sight, weights, u64::MAX);
    let costs = costs(sight, weights, &worth);
    let sides: Vec<u64> = side_suits(sight);
    let mut found: Vec<(f32, Hand)> = Vec::new();
    for chosen in 0..1_u32 << sides.len() {
        let mut kitty = Hand::EMPTY;
        for (at, suit) in sides.iter().enumerate() {
            if chosen & (1 << at) != 0 {
                kitty = kitty.plus(hand.within(*suit));
            }
        }
        if kitty.len() as usize > KITTY {
            continue;
        }
        let kitty = fill(hand, kitty, &costs);
        if !found.iter().any(|(_, other)| *other == kitty) {
            found.push((-price(sight, weights, &costs, kitty), kitty));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found
}

fn side_suits(sight: &Sight<'_>) -> Vec<u64> {
    let mut sides = Vec::new();
    let mut left = sight.hand.one() & !sight.trumps();
    while left != 0 {
        let suit = sight.layout.suit_of(left & left.wrapping_neg());
        left &= !suit;
        sides.push(suit);
    }
    sides
}

/// What it costs to bury one copy of each card.
fn costs(sight: &Sight<'_>, weights: &Weights, worth: &Worth) -> [f32; 64] {
    let mut costs = [0.0; 64];
    let mut left = sight.hand.one();
    while left != 0 {
        let bit = left & left.wrapping_neg();
        left &= left - 1;
        let suit = sight.layout.suit_of(bit);
        let points = f32::from(Hand::from_words(bit, 0).points(sight.layout));
        let kind = if suit == sight.trumps() {
            weights.bury_trump
        } else {
            weights.bury_length * sight.hand.within(suit).len() as f32
        };
        costs[bit.trailing_zeros() as usize] =
            worth.single(bit) + 0.5 * worth.pair(bit) + kind + weights.bury_point * points;
    }
    costs
}

/// Fills a kitty up to eight cards with those that cost least.
fn fill(hand: Hand, mut kitty: Hand, costs: &[f32; 64]) -> Hand {
    while (kitty.len() as usize) < KITTY {
        let mut left = hand.minus(kitty).one();
        let mut least = (f32::INFINITY, 0);
        while left != 0 {
            let bit = left & left.wrapping_neg();
            left &= left - 1;
            let cost = costs[bit.trailing_zeros() as usize];
            if cost < least.0 {
                least = (cost, bit);
            }
        }
        kitty = kitty.plus(Hand::from_words(least.1, 0));
    }
    kitty
}

/// What a kitty costs, less what its empty suits bring.
fn price(sight: &Sight<'_>, weights: &Weights, costs: &[f32; 64], kitty: Hand) -> f32 {
    let mut price = 0.0;
    for n in 0..kitty.len() {
        let bit = kitty.nth_copy(n).one();
        price += costs[bit.trailing_zeros() as usize];
    }
    let rest = sight.hand.minus(kitty).one();
    for suit in side_suits(sight) {
        if rest & suit == 0 {
            price -= weights.bury_void;
        }
    }
    price
}
