//! The idle player: what is played for people who are absent.

use super::greedy::best_color;
use super::sight::Sight;
use crate::chance::Seed;
use crate::players::Player;
use crate::uno::card::Card;
use crate::uno::rules::Draw;
use crate::uno::view::Decision;
use crate::uno::{Action, Move, Uno, View};

/// Passes or draws where it may and lays the first card where it must, or under `time_out=play`
/// where it can: for people who are absent.
#[derive(Debug, Clone, Copy)]
pub struct Idle;

impl Player<Uno> for Idle {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let sight = Sight::of(view, "an idle player of uno", Seed::from_number(0))?;
        if !sight.in_turn() {
            return None;
        }
        let round = sight.round;
        let lay = |card| Move::Play(sight.play(card, best_color(&sight.hand, Some(card))));
        let honest = |card: &&Card| !(round.would_bluff && **card == Card::WILD_DRAW_FOUR);
        let honest = round.playable.iter().find(honest).copied();
        if let (Decision::Turn | Decision::AfterDrawing, Some(card)) =
            (round.decision, honest.filter(|_| sight.lays_for_absent()))
        {
            return Some(lay(card).into());
        }
        let may_end = sight.rules.draw != Draw::ManyNoPass || round.owed > 0;
        let chosen = match round.decision {
            Decision::Color => Move::Color(best_color(&sight.hand, None)),
            Decision::Swap => Move::Swap(sight.fewest_cards()),
            Decision::Turn | Decision::AfterDrawing if round.may.pass => Move::Pass,
            // Where nobody may pass, drawing on would only end with the pile.
            Decision::Turn | Decision::AfterDrawing
                if round.may.draw && (may_end || round.playable.is_empty()) =>
            {
                Move::Draw
            }
            Decision::Turn | Decision::AfterDrawing => lay(*round.playable.first()?),
        };
        Some(chosen.into())
    }
}
