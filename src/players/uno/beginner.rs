//! The beginner: plays by the rules and without a plan.
//!
//! It lays any card that fits, wild cards and all, names a colour without looking twice, takes four
//! cards rather than call a bluff, and often forgets to say UNO, its own and that of others.

use super::sight::Sight;
use crate::chance::Seed;
use crate::players::Player;
use crate::uno::card::{Card, Color};
use crate::uno::view::Decision;
use crate::uno::{Action, Move, Play, Uno, View};

/// Plays as somebody who has just learnt the rules.
#[derive(Debug, Clone, Copy)]
pub struct Beginner {
    seed: Seed,
}

/// One time in so many it forgets to say UNO.
const FORGETS: u32 = 4;
/// One time in so many it notices that somebody else forgot.
const NOTICES: u32 = 4;

impl Beginner {
    pub const fn new(seed: Seed) -> Self {
        Self { seed }
    }
}

impl Player<Uno> for Beginner {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let sight = Sight::of(view, "a beginner at uno", self.seed)?;
        let mut chance = sight.chance();
        if !sight.in_turn() {
            let notices = chance.below(NOTICES) == 0;
            return sight
                .catch()
                .or_else(|| sight.jump_in())
                .filter(|_| notices);
        }
        // A colour of its own, if only by looking at one of its cards.
        let colors: Vec<Color> = sight.hand.cards().filter_map(Card::color).collect();
        let color = match colors.len() {
            0 => Color::ALL[chance.below(4) as usize],
            held => colors[chance.below(held as u32) as usize],
        };
        let round = sight.round;
        let chosen = match round.decision {
            Decision::Color => Move::Color(color),
            Decision::Swap => Move::Swap(sight.fewest_cards()),
            Decision::Turn | Decision::AfterDrawing => {
                let bluff = |card: &Card| round.would_bluff && *card == Card::WILD_DRAW_FOUR;
                let fitting: Vec<Card> = round
                    .playable
                    .iter()
                    .copied()
                    .filter(|card| !bluff(card))
                    .collect();
                match fitting.len() {
                    0 => sight.give_way(color)?,
                    many => Move::Play(Play {
                        uno: chance.below(FORGETS) != 0,
                        ..sight.play(fitting[chance.below(many as u32) as usize], color)
                    }),
                }
            }
        };
        Some(chosen.into())
    }
}
