//! The worth of cards to the player who keeps them, apart from their points, and the weights of the
//! heuristic player.
//!
//! Knows the hand and what is still out; knows no trick.

use crate::players::tractor::sight::Sight;
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
    /// The worth of the cards in the hand of this sight, as far as they are of these suits.
    pub fn of(sight: &Sight<'_>, weights: &Weights, suits: u64) -> Worth {
        let mut worth = Worth {
            single: [0.0; 64],
            pair: [0.0; 64],
            void: 0.0,
        };
        let (layout, hand, trumps) = (sight.layout, sight.hand, sight.trumps());
        let mut left = hand.one() & suits;
        while left != 0 {
            let suit = layout.suit_of(left & left.wrapping_neg());
            if suit == trumps {
                worth.weigh_trumps(sight, weights);
            } else {
                worth.weigh_side(sight, weights, suit);
            }
            left &= !suit;
        }
        if hand.one() & trumps != 0 {
            worth.void = weights.void;
        }
        worth
    }

    fn weigh_side(&mut self, sight: &Sight<'_>, weights: &Weights, suit: u64) {
        let layout = sight.layout;
        let held = sight.hand.within(suit);
        let out = sight.unseen.within(suit);
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

    fn weigh_trumps(&mut self, sight: &Sight<'_>, weights: &Weights) {
        let (layout, trumps) = (sight.layout, sight.trumps());
        let held = sight.hand.within(trumps);
        let out = sight.unseen.within(trumps);
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
    pub fn cost(&self, sight: &Sight<'_>, play: Hand) -> f32 {
        let mut cost = 0.0;
        let mut left = play.one();
        while left != 0 {
            let bit = left & left.wrapping_neg();
            left &= left - 1;
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
        let (layout, mut voids) = (sight.layout, 0.0);
        let rest = sight.hand.minus(play).one();
        let mut left = play.one() & !sight.trumps();
        while left != 0 {
            let suit = layout.suit_of(left & left.wrapping_neg());
            left &= !suit;
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

/// The weights, in points of the round unless a field says otherwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// A card of a side suit that nothing unseen beats.
    pub boss: f32,
    /// A card of a side suit that one unseen card beats; half of it if two do.
    pub second: f32,
    /// Every step of a card in its side suit.
    pub step: f32,
    /// A pair of a side suit, and more if no unseen pair beats it.
    pub pair: f32,
    /// See [`Weights::pair`].
    pub boss_pair: f32,
    /// Any trump.
    pub trump: f32,
    /// What a trump that nothing beats is worth beyond that; less the more unseen ones beat it.
    pub trump_top: f32,
    /// How fast that falls with every unseen higher trump.
    pub trump_fall: f32,
    pub trump_pair: f32,
    /// Each pair that stands in a tractor.
    pub chain: f32,
    /// Having no card of a side suit while there are trumps to ruff it with.
    pub void: f32,
    /// How much a card of a side suit is worth less the shorter the suit is.
    pub short: f32,
    /// The lead of the next trick.
    pub tempo: f32,
    /// The points that each player still to come brings to the trick, for each card.
    pub to_come: f32,
    /// How much of the worth of a card is lost when it is led rather than followed with.
    pub led: f32,
    /// The same for leads that nothing beats.
    pub led_sure: f32,
    /// For each card beyond the first of a lead that stands.
    pub length: f32,
    /// Drawing trumps as a declarer, for each trump more than an even share.
    pub draw: f32,
    /// Leading trumps as an opponent of the declarers.
    pub draw_against: f32,
    /// The probability that the partner takes over a lead that does not stand, 0–1.
    pub takeover: f32,
    /// The probability that the partner ruffs a lead that does not stand, if able to, 0–1.
    pub partner_ruffs: f32,
    /// The share of a kept card's points that the own side wins in the end, 0–1.
    pub kept_points: f32,
    /// What the last trick adds to the points at stake in it, beside the kitty.
    pub last: f32,
    /// The kitty's points as far as they are not known.
    pub kitty: f32,
    /// Burying: what a point in the kitty costs, and an empty side suit brings.
    pub bury_point: f32,
    /// See [`Weights::bury_point`].
    pub bury_void: f32,
    /// Burying: what a trump is worth, beside its worth in play.
    pub bury_trump: f32,
    /// Burying: the worth of every card of a suit for each card of it.
    pub bury_length: f32,
    /// Calling: how strong a suit has to be with no card and with all cards in hand, as dealer's
    /// side and otherwise, and in the first round.
    pub call_low: f32,
    /// See [`Weights::call_low`].
    pub call_high: f32,
    /// How much less it takes in the first round.
    pub call_first: f32,
    /// How much stronger a suit has to be than the one that stands.
    pub call_over: f32,
}

impl Weights {
    /// The weights that the player uses.
    pub const TUNED: Weights = Weights {
        boss: 5.0,
        second: 0.8,
        step: 0.08,
        pair: 1.5,
        boss_pair: 3.0,
        trump: 3.0,
        trump_top: 8.0,
        trump_fall: 0.75,
        trump_pair: 3.0,
        chain: 2.0,
        void: 3.0,
        short: 0.4,
        tempo: 2.0,
        to_come: 2.0,
        led: 1.0,
        led_sure: 0.1,
        length: 2.0,
        draw: 0.7,
        draw_against: -2.0,
        takeover: 0.15,
        partner_ruffs: 0.8,
        kept_points: 0.55,
        last: 5.0,
        kitty: 8.0,
        bury_point: 0.2,
        bury_void: 1.67,
        bury_trump: 5.0,
        bury_length: 0.6,
        call_low: 2.0,
        call_high: 10.0,
        call_first: 3.0,
        call_over: 1.5,
    };
}
