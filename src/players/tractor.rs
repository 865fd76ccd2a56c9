//! Computer players of tractor.
//!
//! They see what their seat sees, a [`View`](crate::tractor::view::View), and nothing of the match behind it. None of them
//! starts a deal: that is left to the people at the table, or to whoever runs a table without any.

pub mod heuristic;
mod levels;
#[cfg(test)]
mod moment;
pub mod policy;
pub mod search;
pub mod sight;
pub mod study;
pub mod trained;

pub use heuristic::Reason;
#[cfg(feature = "testing")]
pub use levels::GivesUp;
pub use levels::{Beginner, Greedy, Lowest, Random, random_kitty, random_lead};
pub use policy::{Heuristic, Policy};
pub use search::{Search, SearchEffort};
pub use sight::Sight;

#[cfg(test)]
mod tests;
