//! Kitties, rated by a network.
//!
//! Decides what the network is told of the cards that are buried and kept.

use super::{Network, lanes};
use crate::players::tractor::heuristic::kitty;
use crate::players::tractor::sight::Sight;
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
pub fn state(sight: &Sight<'_>, tell: &mut impl FnMut(usize)) {
    let trump = sight.layout.trump();
    tell(LEVEL + trump.rank.index());
    if trump.suit.is_none() {
        tell(PLAIN);
    }
    let trumps = sight.hand.within(sight.trumps());
    tell(STRENGTH + (trumps.len() / 3).min(8) as usize);
}

/// Tells of a kitty.
pub fn choice(sight: &Sight<'_>, kitty: Hand, tell: &mut impl FnMut(usize)) {
    let rest = sight.hand.minus(kitty);
    let mut voids = 0;
    for lane in lanes::sides(sight) {
        let suit = lane.0;
        let (left, gone, out) = (
            rest.within(suit),
            kitty.within(suit),
            sight.unseen.within(suit),
        );
        lanes::copies(sight.layout, left, lane, [LEFT1, LEFT2], tell);
        lanes::copies(sight.layout, gone, lane, [GONE1, GONE2], tell);
        tell(LENGTH + left.len().min(13) as usize);
        let above = match out.one() {
            0 => suit,
            cards => suit & !(u64::MAX >> cards.leading_zeros()),
        };
        // Equal to the highest of the others is as good when it is led.
        tell(TOPS + left.within(above).len().min(4) as usize);
        let bare = left.minus(left.within(above)).points(sight.layout) / 5;
        if left.len() <= 3 && bare > 0 {
            tell(BARE + usize::from(bare).min(4) - 1);
        }
        voids += usize::from(left.is_empty());
    }
    let trumps = rest.within(sight.trumps());
    let lane = lanes::trumps(sight.layout);
    lanes::copies(sight.layout, trumps, lane, [TRUMP1, TRUMP2], tell);
    tell(TRUMPS + trumps.len().min(25) as usize);
    tell(POINTS + usize::from(kitty.points(sight.layout) / 5).min(12));
    tell(VOIDS + voids);
    tell(BURIED_TRUMPS + kitty.within(sight.trumps()).len().min(3) as usize);
}

/// Candidate kitties with their ratings, the best first.
pub fn rated(network: &Network, sight: &Sight<'_>) -> Vec<(f32, Hand)> {
    let mut before = network.start();
    state(sight, &mut |feature| network.add(&mut before, feature));
    let mut found: Vec<_> = kitty::varied(sight)
        .into_iter()
        .map(|kitty| {
            let mut sums = before;
            choice(sight, kitty, &mut |feature| network.add(&mut sums, feature));
            (network.rate(sums, 0), kitty)
        })
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found
}
