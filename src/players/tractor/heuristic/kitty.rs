//! Which eight cards to bury (扣底).

use super::{Memory, Odds, Scene, Weights, Worth};
use crate::players::tractor::Sight;
use crate::tractor::deck::KITTY;
use crate::tractor::hand::Hand;
use crate::tractor::seating::PLAYERS;

/// The kitty that seems best, from the dealer's 33 cards.
pub fn choose(sight: &Sight<'_>, weights: &Weights) -> Hand {
    let best = candidates(sight, weights).into_iter().next();
    best.map_or(Hand::EMPTY, |(_, kitty)| kitty)
}

/// Candidate kitties with their cost, the cheapest first: some of the short suits are emptied, and
/// the rest is filled up with the cards that are worth least.
pub fn candidates(sight: &Sight<'_>, weights: &Weights) -> Vec<(f32, Hand)> {
    let (layout, hand) = (sight.layout, sight.hand);
    let scene = Scene {
        layout,
        rules: &sight.view.rules,
        memory: &Memory::START,
        seat: sight.seat,
        dealer: sight.dealer,
        hand,
        buried: None,
        sizes: [25; PLAYERS],
        table: None,
        unseen: Hand::both_decks(layout).minus(hand),
        odds: Odds::unknown(),
    };
    let worth = Worth::of(&scene, weights, u64::MAX);
    let costs = costs(&scene, weights, &worth);
    let sides: Vec<u64> = side_suits(&scene);
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
            found.push((price(&scene, weights, &costs, kitty), kitty));
        }
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found
}

fn side_suits(scene: &Scene<'_>) -> Vec<u64> {
    let mut sides = Vec::new();
    let mut left = scene.hand.one() & !scene.trumps();
    while left != 0 {
        let suit = scene.layout.suit_of(left & left.wrapping_neg());
        left &= !suit;
        sides.push(suit);
    }
    sides
}

/// What it costs to bury one copy of each card.
fn costs(scene: &Scene<'_>, weights: &Weights, worth: &Worth) -> [f32; 64] {
    let mut costs = [0.0; 64];
    let mut left = scene.hand.one();
    while left != 0 {
        let bit = left & left.wrapping_neg();
        left &= left - 1;
        let suit = scene.layout.suit_of(bit);
        let points = f32::from(Hand::from_words(bit, 0).points(scene.layout));
        let kind = if suit == scene.trumps() {
            weights.bury_trump
        } else {
            weights.bury_length * scene.hand.within(suit).len() as f32
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
fn price(scene: &Scene<'_>, weights: &Weights, costs: &[f32; 64], kitty: Hand) -> f32 {
    let mut price = 0.0;
    for n in 0..kitty.len() {
        let bit = kitty.nth_copy(n).one();
        price += costs[bit.trailing_zeros() as usize];
    }
    let rest = scene.hand.minus(kitty).one();
    for suit in side_suits(scene) {
        if rest & suit == 0 {
            price -= weights.bury_void;
        }
    }
    price
}
