//! Rules of thumb: counts cards, remembers what follows have revealed, and weighs the expected gain of
//! a play against the worth of its cards.
//!
//! Decides which calls, kitties and plays are worth looking at, and rates them by hand-made weights. The
//! networks of [`super::trained`] rate the same candidates better.

pub mod bid;
pub mod kitty;
mod plays;
mod reason;
mod scene;
mod worth;

pub use bid::Bid;
pub use plays::{Candidates, alike};
pub use reason::Reason;
pub use scene::{Memory, Odds, RoundScene, power};
pub use worth::Weights;
use worth::Worth;

#[cfg(test)]
mod tests;

/// The candidate plays of this position, rated.
pub fn candidates(scene: &RoundScene<'_>, weights: &Weights) -> Candidates {
    match &scene.table {
        Some(table) => plays::rated_follows(scene, table, weights),
        None => plays::rated_leads(scene, weights),
    }
}
