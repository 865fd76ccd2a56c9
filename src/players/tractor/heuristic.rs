//! Rules of thumb: counts cards, remembers what follows have revealed, and weighs the expected gain of
//! a play against the worth of its cards.
//!
//! Decides which calls, kitties and plays are worth looking at, and rates them by hand-made weights. The
//! networks of [`super::trained`] rate the same candidates better.

pub mod bid;
pub mod kitty;
mod odds;
mod plays;
mod reason;
mod worth;

pub use bid::Bid;
pub use odds::{Odds, power};
pub use plays::{Candidates, Rated, alike};
pub use reason::{Reason, emptied};
use worth::Worth;

use super::sight::Sight;

#[cfg(test)]
mod tests;

/// The candidate plays of this position, rated.
pub fn candidates(sight: &Sight<'_>) -> Candidates {
    match &sight.table {
        Some(table) => plays::rated_follows(sight, table),
        None => plays::rated_leads(sight),
    }
}
