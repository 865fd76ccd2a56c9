//! The worth of cards to the player who keeps them, apart from their points.
//!
//! Knows the hand and what is still out; knows no trick.

use super::{Scene, Weights};
use crate::tractor::hand::Hand;

/// The worth of every card of a hand.
#[derive(Debug, Clone, Copy)]
pub struct Worth {
    /// Of one copy, by bit.
    single: [f32; 64],
    /// What a pair is worth beyond its two cards.
    pair: [f32; 64],
    /// The side suits of which there are cards, and what it is worth to have none of them left.
    void: f32,
}

impl Worth {
    /// The worth of the cards in the hand of this scene, as far as they are of these suits.
    pub fn of(scene: &Scene<'_>, weights: &Weights, suits: u64) -> Worth {
        let mut worth = Worth {
            single: [0.0; 64],
            pair: [0.0; 64],
            void: 0.0,
        };
        let (layout, hand, trumps) = (scene.layout, scene.hand, scene.trumps());
        let mut left = hand.one() & suits;
        while left != 0 {
            let suit = layout.suit_of(left & left.wrapping_neg());
            if suit == trumps {
                worth.weigh_trumps(scene, weights);
            } else {
                worth.weigh_side(scene, weights, suit);
            }
            left &= !suit;
        }
        if hand.one() & trumps != 0 {
            worth.void = weights.void;
        }
        worth
    }

    fn weigh_side(&mut self, scene: &Scene<'_>, weights: &Weights, suit: u64) {
        let layout = scene.layout;
        let held = scene.hand.within(suit);
        let out = scene.unseen.within(suit);
        let short = weights.short * (4.0 - held.len() as f32).max(0.0);
        let chained = chained(layout.levels(held.two()));
        let mut left = held.one();
        while left != 0 {
            let bit = left & left.wrapping_neg();
            left &= left - 1;
            let above = layout.above(suit, bit);
            let step = (suit & (bit - 1)).count_ones() as f32;
            let higher = match out.within(above).len() {
                0 if out.is_empty() => weights.boss * 0.6,
                0 => weights.boss,
                1 => weights.second,
                2 => weights.second * 0.5,
                _ => 0.0,
            };
            let at = bit.trailing_zeros() as usize;
            self.single[at] = higher + weights.step * step - short;
            if held.two() & bit != 0 {
                let boss = out.two() & above == 0;
                self.pair[at] = weights.pair
                    + if boss { weights.boss_pair } else { 0.0 }
                    + if chained & bit != 0 {
                        weights.chain
                    } else {
                        0.0
                    };
            }
        }
    }

    fn weigh_trumps(&mut self, scene: &Scene<'_>, weights: &Weights) {
        let (layout, trumps) = (scene.layout, scene.trumps());
        let held = scene.hand.within(trumps);
        let out = scene.unseen.within(trumps);
        let chained = chained(layout.levels(held.two()));
        let mut left = held.one();
        while left != 0 {
            let bit = left & left.wrapping_neg();
            left &= left - 1;
            let above = layout.above(trumps, bit);
            let higher = out.within(above).len() as f32;
            let at = bit.trailing_zeros() as usize;
            self.single[at] =
                weights.trump + weights.trump_top / (1.0 + weights.trump_fall * higher);
            if held.two() & bit != 0 {
                let chain = layout.levels(bit) & chained != 0;
                self.pair[at] = weights.trump_pair + if chain { weights.chain } else { 0.0 };
            }
        }
    }

    /// What one copy of the card of a bit is worth, and a pair of it beyond its two cards.
    #[inline]
    pub fn single(&self, bit: u64) -> f32 {
        self.single[bit.trailing_zeros() as usize]
    }

    /// What a pair of this card is worth beyond its two cards.
    #[inline]
    pub fn pair(&self, bit: u64) -> f32 {
        self.pair[bit.trailing_zeros() as usize]
    }

    /// What it costs to part with these cards of the hand.
    pub fn cost(&self, scene: &Scene<'_>, play: Hand) -> f32 {
        let mut cost = 0.0;
        let mut left = play.one();
        while left != 0 {
            let bit = left & left.wrapping_neg();
            left &= left - 1;
            let copies = if play.two() & bit != 0 { 2.0 } else { 1.0 };
            cost += copies * self.single(bit);
            if scene.hand.two() & bit != 0 {
                cost += self.pair(bit);
            }
        }
        cost - self.voids(scene, play)
    }

    /// What the side suits are worth that these cards are the last of.
    fn voids(&self, scene: &Scene<'_>, play: Hand) -> f32 {
        let (layout, mut voids) = (scene.layout, 0.0);
        let rest = scene.hand.minus(play).one();
        let mut left = play.one() & !scene.trumps();
        while left != 0 {
            let suit = layout.suit_of(left & left.wrapping_neg());
            left &= !suit;
            if rest & suit == 0 && scene.unseen.one() & suit != 0 {
                voids += self.void;
            }
        }
        voids
    }
}

/// The levels that have a neighbour.
#[inline]
fn chained(levels: u64) -> u64 {
    levels & (levels << 1 | levels >> 1)
}
