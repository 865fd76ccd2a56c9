//! Kitties, rated by a network.
//!
//! Decides what the network is told of the cards that are buried and kept.

use super::lanes;
use super::network::Network;
use crate::players::tractor::heuristic::{RoundScene, kitty};
use crate::tractor::hand::Hand;

// Of each side suit: cards kept and buried, one and both copies; its length, winners, lone points.
const LEFT1: usize = 0;
const LEFT2: usize = LEFT1 + 13;
const GONE1: usize = LEFT2 + 13;
const GONE2: usize = GONE1 + 13;
const LENGTH: usize = GONE2 + 13;
const TOPS: usize = LENGTH + 14;
const BARE: usize = TOPS + 5;
// Trumps kept, points and trumps buried, empty suits.
const TRUMP1: usize = BARE + 4;
const TRUMP2: usize = TRUMP1 + 20;
const TRUMPS: usize = TRUMP2 + 20;
const POINTS: usize = TRUMPS + 26;
const VOIDS: usize = POINTS + 13;
const BURIED_TRUMPS: usize = VOIDS + 5;
// Whatever is buried: whether there is a trump suit, the level, trumps in hand.
const PLAIN: usize = BURIED_TRUMPS + 4;
const LEVEL: usize = PLAIN + 1;
const STRENGTH: usize = LEVEL + 13;
pub const FEATURES: usize = STRENGTH + 9;

/// Tells of the whole hand.
pub fn state(scene: &RoundScene<'_>, tell: &mut impl FnMut(usize)) {
    let trump = scene.layout.trump();
    tell(LEVEL + trump.rank.index());
    if trump.suit.is_none() {
        tell(PLAIN);
    }
    let trumps = scene.hand.within(scene.trumps());
    tell(STRENGTH + (trumps.len() / 3).min(8) as usize);
}

/// Tells of a kitty.
pub fn choice(scene: &RoundScene<'_>, kitty: Hand, tell: &mut impl FnMut(usize)) {
    let rest = scene.hand.minus(kitty);
    let mut voids = 0;
    for (suit, shift) in lanes::each(scene) {
        let (left, gone, out) = (
            rest.within(suit),
            kitty.within(suit),
            scene.unseen.within(suit),
        );
        lanes::side(scene.layout, left.one(), shift, LEFT1, tell);
        lanes::side(scene.layout, left.two(), shift, LEFT2, tell);
        lanes::side(scene.layout, gone.one(), shift, GONE1, tell);
        lanes::side(scene.layout, gone.two(), shift, GONE2, tell);
        tell(LENGTH + left.len().min(13) as usize);
        let above = match out.one() {
            0 => suit,
            cards => suit & !(u64::MAX >> cards.leading_zeros()),
        };
        // Equal to the highest of the others is as good when it is led.
        tell(TOPS + left.within(above).len().min(4) as usize);
        let bare = left.minus(left.within(above)).points(scene.layout) / 5;
        if left.len() <= 3 && bare > 0 {
            tell(BARE + usize::from(bare).min(4) - 1);
        }
        voids += usize::from(left.is_empty());
    }
    let trumps = rest.within(scene.trumps());
    lanes::trumps(scene.layout, trumps.one(), TRUMP1, tell);
    lanes::trumps(scene.layout, trumps.two(), TRUMP2, tell);
    tell(TRUMPS + trumps.len().min(25) as usize);
    tell(POINTS + usize::from(kitty.points(scene.layout) / 5).min(12));
    tell(VOIDS + voids);
    tell(BURIED_TRUMPS + kitty.within(scene.trumps()).len().min(3) as usize);
}

/// Candidate kitties with their ratings, the best first.
pub fn rated(network: &Network, scene: &RoundScene<'_>) -> Vec<(f32, Hand)> {
    let mut before = network.start();
    state(scene, &mut |feature| network.add(&mut before, feature));
    let mut found: Vec<_> = kitty::varied(scene)
        .into_iter()
        .map(|kitty| {
            let mut sums = before;
            choice(scene, kitty, &mut |feature| network.add(&mut sums, feature));
            (network.rate(sums, 0), kitty)
        })
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found
}
