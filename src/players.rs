//! Computer players: they choose actions from what their seat may see.
//!
//! Decides how a player is asked. A player receives a view, never the game, and its answer is
//! judged like a person's. Knows no clock: time limits and pauses are the host's.
#![doc = ""]
#![doc = include_str!("players/strength.md")]

pub mod program;
pub mod tictactoe;
pub mod tractor;
pub mod uno;

use crate::game::Game;

/// How much work goes into studies of decisions, in percent of the usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StudyEffort(pub u32);

impl StudyEffort {
    pub const USUAL: StudyEffort = StudyEffort(100);
}

/// A player of one seat. Equal seeds and equal views give equal answers.
pub trait Player<G: Game>: Send {
    /// The player's action now. `None` means none: a player is also asked when it may act but need
    /// not (calls while cards are dealt). A player whose turn it is must answer.
    fn choose(&mut self, view: &G::View) -> Option<G::Action>;

    /// The last answer was refused, for this reason, and the lowest action was played instead.
    fn refused(&mut self, _why: &str) {}
}
