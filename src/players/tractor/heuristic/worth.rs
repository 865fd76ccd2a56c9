//! The worth of cards to the player who keeps them, in points of the round, apart from their own points.
//!
//! Knows the hand and what is still out; knows no trick.

use crate::players::tractor::sight::{Sight, bits};
use crate::tractor::hand::Hand;

/// A card of a side suit that nothing unseen beats.
const BOSS: f32 = 5.0;
/// A card of a side suit that one unseen card beats; half of it if two do.
const SECOND: f32 = 0.8;
/// Every step of a card in its side suit.
const STEP: f32 = 0.08;
/// A pair of a side suit, and more if no unseen pair beats it.
const PAIR: f32 = 1.5;
const BOSS_PAIR: f32 = 3.0;
/// Any trump.
const TRUMP: f32 = 3.0;
/// What a trump that nothing beats is worth beyond that; less the more unseen ones beat it.
const TRUMP_TOP: f32 = 8.0;
/// How fast that falls with every unseen higher trump.
const TRUMP_FALL: f32 = 0.75;
const TRUMP_PAIR: f32 = 3.0;
/// Each pair that stands in a tractor.
const CHAIN: f32 = 2.0;
/// Having no card of a side suit while there are trumps to ruff it with.
const VOID: f32 = 3.0;
/// How much a card of a side suit is worth less the shorter the suit is.
const SHORT: f32 = 0.4;

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
    /// The worth of the cards in the hand of this sight, as far as they are of these suits.
    pub fn of(sight: &Sight<'_>, suits: u64) -> Worth {
        let (hand, trumps) = (sight.hand, sight.trumps());
        let mut worth = Worth {
            single: [0.0; 64],
            pair: [0.0; 64],
            void: if hand.one() & trumps != 0 { VOID } else { 0.0 },
        };
        for suit in sight.suits_of(hand.one() & suits) {
            if suit == trumps {
                worth.weigh_trumps(sight);
            } else {
                worth.weigh_side(sight, suit);
            }
        }
        worth
    }

    fn weigh_side(&mut self, sight: &Sight<'_>, suit: u64) {
        let layout = sight.layout;
        let held = sight.hand.within(suit);
        let out = sight.unseen.within(suit);
        let short = SHORT * (4.0 - held.len() as f32).max(0.0);
        let chained = chained(layout.levels(held.two()));
        for bit in bits(held.one()) {
            let above = layout.above(suit, bit);
            let step = (suit & (bit - 1)).count_ones() as f32;
            let higher = match out.within(above).len() {
                0 if out.is_empty() => BOSS * 0.6,
                0 => BOSS,
                1 => SECOND,
                2 => SECOND * 0.5,
                _ => 0.0,
            };
            let at = bit.trailing_zeros() as usize;
            self.single[at] = higher + STEP * step - short;
            if held.two() & bit != 0 {
                let boss = out.two() & above == 0;
                let chain = chained & bit != 0;
                self.pair[at] =
                    PAIR + if boss { BOSS_PAIR } else { 0.0 } + if chain { CHAIN } else { 0.0 };
            }
        }
    }

    fn weigh_trumps(&mut self, sight: &Sight<'_>) {
        let (layout, trumps) = (sight.layout, sight.trumps());
        let held = sight.hand.within(trumps);
        let out = sight.unseen.within(trumps);
        let chained = chained(layout.levels(held.two()));
        for bit in bits(held.one()) {
            let above = layout.above(trumps, bit);
            let higher = out.within(above).len() as f32;
            let at = bit.trailing_zeros() as usize;
            self.single[at] = TRUMP + TRUMP_TOP / (1.0 + TRUMP_FALL * higher);
            if held.two() & bit != 0 {
                let chain = layout.levels(bit) & chained != 0;
                self.pair[at] = TRUMP_PAIR + if chain { CHAIN } else { 0.0 };
            }
        }
    }

    /// What one copy of the card of a bit is worth.
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
    pub fn cost(&self, sight: &Sight<'_>, play: Hand) -> f32 {
        let mut cost = 0.0;
        for bit in bits(play.one()) {
            let copies = if play.two() & bit != 0 { 2.0 } else { 1.0 };
            cost += copies * self.single(bit);
            if sight.hand.two() & bit != 0 {
                cost += self.pair(bit);
            }
        }
        cost - self.voids(sight, play)
    }

    /// What the side suits are worth that these cards are the last of.
    fn voids(&self, sight: &Sight<'_>, play: Hand) -> f32 {
        let (rest, mut voids) = (sight.hand.minus(play).one(), 0.0);
        for suit in sight.suits_of(play.one() & !sight.trumps()) {
            if rest & suit == 0 && sight.unseen.one() & suit != 0 {
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
