//! The heuristic player: counts cards, remembers what follows have revealed, and weighs the
//! expected gain of a play against the worth of its cards.
//!
//! It decides within microseconds and is deterministic: equal views give equal answers.

mod calling;
mod follow;
pub mod kitty;
mod lead;
mod memory;
mod reason;
mod scene;
mod weights;
mod worth;

pub use follow::{Candidates, does_the_same};
pub use memory::Memory;
pub use reason::Reason;
pub use scene::{Odds, Scene};
pub use weights::Weights;
use worth::Worth;

#[cfg(test)]
mod tests;

use super::Sight;
use crate::players::Player;
use crate::tractor::Tractor;
use crate::tractor::action::Action;
use crate::tractor::hand::Hand;
use crate::tractor::view::{PhaseView, View};

/// Plays what is best by estimated odds. Deterministic: equal views give equal answers.
#[derive(Debug, Clone, Copy)]
pub struct Heuristic {
    weights: Weights,
}

impl Default for Heuristic {
    fn default() -> Self {
        Self::with(Weights::TUNED)
    }
}

impl Heuristic {
    /// A player with these weights.
    pub const fn with(weights: Weights) -> Self {
        Self { weights }
    }
}

impl Player<Tractor> for Heuristic {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let seat = view.seat()?;
        match &view.phase {
            PhaseView::Ready { .. } | PhaseView::Over { .. } => None,
            PhaseView::Dealing { open, .. } => {
                calling::choose(view, seat, open, &self.weights).map(Action::Call)
            }
            PhaseView::CallWindow { passed, .. } if passed.contains(seat) => None,
            PhaseView::CallWindow { open, .. } => Some(
                calling::choose(view, seat, open, &self.weights)
                    .map_or(Action::PassCall, Action::Call),
            ),
            PhaseView::Burying | PhaseView::Playing { .. } => self.act(&Sight::of(view)?),
        }
    }
}

impl Heuristic {
    fn act(&self, sight: &Sight<'_>) -> Option<Action> {
        if sight.partner_gives_up() {
            return Some(Action::Surrender);
        }
        if !sight.on_turn() {
            return None;
        }
        if let PhaseView::Burying = sight.view.phase {
            return Some(sight.bury(kitty::choose(sight, &self.weights)));
        }
        let memory = Memory::of(sight);
        let scene = Scene::of(sight, &memory);
        Some(sight.play(play(&scene, &self.weights)?))
    }
}

/// The candidate plays of this position, rated.
pub fn candidates(scene: &Scene<'_>, weights: &Weights) -> Candidates {
    match &scene.table {
        Some(table) => follow::candidates(scene, table, weights),
        None => lead::candidates(scene, weights),
    }
}

/// The play with the highest rating; `None` only for an empty hand.
pub fn play(scene: &Scene<'_>, weights: &Weights) -> Option<Hand> {
    candidates(scene, weights).best()
}
