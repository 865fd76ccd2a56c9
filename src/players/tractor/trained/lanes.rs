//! Where the cards of each suit lie in the words of a hand, as the networks are told of them.

use crate::players::tractor::heuristic::RoundScene;

/// The lowest bit of the trumps of a layout.
pub const LOWEST_TRUMP: u32 = 39;
/// The bits between two suits.
const STEP: u32 = 13;

/// How many side suits there are.
fn sides(scene: &RoundScene<'_>) -> u32 {
    match scene.layout.trump().suit {
        Some(_) => 3,
        None => 4,
    }
}

/// The side suits from the first on: which bits they have, and the lowest of them.
pub fn each(scene: &RoundScene<'_>) -> impl Iterator<Item = (u64, u32)> + use<> {
    (0..sides(scene)).map(|lane| (0xFFF << (STEP * lane), STEP * lane))
}

/// Which side suit a bit belongs to, counted from 0.
pub fn lane_of(suit: u64) -> usize {
    (suit.trailing_zeros() / STEP) as usize
}
