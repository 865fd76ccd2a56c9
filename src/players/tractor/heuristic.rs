//! Rules of thumb: counts cards, remembers what follows have revealed, and weighs the expected gain of
//! a play against the worth of its cards.
//!
//! Decides which calls, kitties and plays are worth looking at, and rates them by hand-made weights. The
//! networks of [`super::trained`] rate the same candidates better.

mod bid;
pub mod calling;
mod follow;
pub mod kitty;
mod lead;
mod memory;
mod reason;
mod scene;
mod weights;
mod worth;

pub use bid::Bid;
pub use follow::{Candidates, alike};
pub use memory::Memory;
pub use reason::Reason;
pub use scene::{Odds, Scene, power};
pub use weights::Weights;
use worth::Worth;

#[cfg(test)]
mod tests;

/// The candidate plays of this position, rated.
pub fn candidates(scene: &Scene<'_>, weights: &Weights) -> Candidates {
    match &scene.table {
        Some(table) => follow::candidates(scene, table, weights),
        None => lead::candidates(scene, weights),
    }
}
