//! Which eight cards to bury (扣底).

use super::Worth;
use crate::players::tractor::sight::{Sight, bits};
use crate::tractor::deck::KITTY;
use crate::tractor::hand::Hand;

/// The most kitties that are looked at.
const MOST: usize = 40;

/// What counts beside the worth of a card in play.
#[derive(Debug, Clone, Copy)]
pub struct Taste {
    /// What a point in the kitty costs.
    point: f32,
    /// The worth of every card of a suit for each card of it.
    length: f32,
    /// What a trump is worth.
    trump: f32,
}

const fn taste(point: f32, length: f32, trump: f32) -> Taste {
    Taste {
        point,
        length,
        trump,
    }
}

/// What an empty side suit brings.
const VOID: f32 = 1.67;

/// The usual taste first, then those for more points and fewer, and for long suits and short ones.
pub const TASTES: [Taste; 5] = [
    taste(0.2, 0.6, 5.0),
    taste(0.7, 0.6, 5.0),
    taste(-0.3, 0.6, 5.0),
    taste(0.2, 0.2, 1.5),
    taste(0.4, 1.2, 8.0),
];

/// Kitties of all tastes.
pub fn varied(sight: &Sight<'_>) -> Vec<Hand> {
    let mut found: Vec<Hand> = Vec::new();
    for taste in TASTES {
        for (_, kitty) in candidates(sight, taste).into_iter().take(8) {
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
pub fn candidates(sight: &Sight<'_>, taste: Taste) -> Vec<(f32, Hand)> {
    let hand = sight.hand;
    let costs = costs(sight, taste);
    let sides: Vec<u64> = sight.suits_of(hand.one() & !sight.trumps()).collect();
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
            found.push((-price(hand, &sides, &costs, kitty), kitty));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found
}

/// What it costs to bury one copy of each card.
fn costs(sight: &Sight<'_>, taste: Taste) -> [f32; 64] {
    let worth = Worth::of(sight, u64::MAX);
    let mut costs = [0.0; 64];
    for bit in bits(sight.hand.one()) {
        let suit = sight.layout.suit_of(bit);
        let points = f32::from(Hand::from_words(bit, 0).points(sight.layout));
        let kind = if suit == sight.trumps() {
            taste.trump
        } else {
            taste.length * sight.hand.within(suit).len() as f32
        };
        costs[bit.trailing_zeros() as usize] =
            worth.single(bit) + 0.5 * worth.pair(bit) + kind + taste.point * points;
    }
    costs
}

/// Fills a kitty up to eight cards with those that cost least.
fn fill(hand: Hand, mut kitty: Hand, costs: &[f32; 64]) -> Hand {
    while (kitty.len() as usize) < KITTY {
        let mut least = (f32::INFINITY, 0);
        for bit in bits(hand.minus(kitty).one()) {
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
fn price(hand: Hand, sides: &[u64], costs: &[f32; 64], kitty: Hand) -> f32 {
    let mut price = 0.0;
    for n in 0..kitty.len() {
        let bit = kitty.nth_copy(n).one();
        price += costs[bit.trailing_zeros() as usize];
    }
    let rest = hand.minus(kitty).one();
    for _ in sides.iter().filter(|suit| rest & **suit == 0) {
        price -= VOID;
    }
    price
}
