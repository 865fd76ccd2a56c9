//! The random player: any legal action.

use super::sight::Sight;
use crate::chance::Seed;
use crate::players::Player;
use crate::uno::card::Color;
use crate::uno::view::Decision;
use crate::uno::{Action, Move, Uno, View};

/// Plays any legal action.
#[derive(Debug, Clone, Copy)]
pub struct Random {
    seed: Seed,
}

impl Random {
    pub const fn new(seed: Seed) -> Self {
        Self { seed }
    }
}

impl Player<Uno> for Random {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let sight = Sight::of(view, "a random player of uno", self.seed)?;
        let mut chance = sight.chance();
        if !sight.in_turn() {
            let wants_to = chance.below(2) == 0;
            return sight
                .catch()
                .or_else(|| sight.jump_in())
                .filter(|_| wants_to);
        }
        let color = Color::ALL[chance.below(4) as usize];
        let round = sight.round;
        let chosen = match round.decision {
            Decision::Color => Move::Color(color),
            Decision::Swap => {
                let others: Vec<_> = sight.others().collect();
                Move::Swap(others[chance.below(others.len() as u32) as usize])
            }
            Decision::Turn | Decision::AfterDrawing => {
                let lay = round
                    .playable
                    .iter()
                    .map(|card| Move::Play(sight.play(*card, color)));
                let else_ = [
                    (round.may.draw, Move::Draw),
                    (round.may.pass, Move::Pass),
                    (round.may.call, Move::Call),
                ];
                let else_ = else_
                    .into_iter()
                    .filter(|(may, _)| *may)
                    .map(|(_, chosen)| chosen);
                let moves: Vec<Move> = lay.chain(else_).collect();
                *moves.get(chance.below(moves.len().max(1) as u32) as usize)?
            }
        };
        Some(chosen.into())
    }
}
