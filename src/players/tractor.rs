//! Computer players of tractor.
//!
//! They see what their seat sees, a [`View`](crate::tractor::view::View), and nothing of the match behind it. None of them
//! starts a deal: that is left to the people at the table, or to whoever runs a table without any.

mod beginner;
mod greedy;
mod heuristic;
mod lowest;
mod random;
mod search;
mod sight;

pub use beginner::Beginner;
pub use greedy::Greedy;
pub use heuristic::{Heuristic, Reason, Weights};
pub use lowest::Lowest;
pub use random::{Random, random_kitty, random_lead};
pub use search::{Effort, Search};
pub use sight::Sight;

#[cfg(test)]
mod tests;
