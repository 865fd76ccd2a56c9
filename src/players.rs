//! Who decides when no person does: players that choose from what their seat may see.
//!
//! Decides how a player is asked. A player receives a view, never the game, and its answer goes
//! through the same judge as a person's. Knows no clock: how long it may take and how long it
//! seems to take is the host's business.
#![doc = ""]
#![doc = include_str!("players/strength.md")]

pub mod tictactoe;
pub mod tractor;
pub mod uno;

use crate::game::Game;

/// Somebody who plays one seat of a game. With equal seeds and equal views the answers are equal.
pub trait Player<G: Game>: Send {
    /// What the player does now. `None` says that there is nothing to do: a player is also asked
    /// where it may speak but need not (calls while cards are dealt). A player whose turn it is
    /// must answer.
    fn choose(&mut self, view: &G::View) -> Option<G::Action>;
}
