//! The study of a decision: what each candidate brings on average, and by what they differ.
//!
//! It sees what the player on turn sees, a [`View`](crate::tractor::view::View), and deals the hidden cards many times in ways
//! that agree with it. What is said of two candidates comes from worlds that had no part in choosing
//! them, so that the better one is not made out better than it is. The work is counted, not timed:
//! equal seeds and views give equal studies on any machine.

mod finding;
mod review;
mod sampled;
mod trial;

pub use finding::{Finding, Why};
pub use review::{Costly, Decision, Review};
pub use sampled::{Kind, Outcome};
pub use trial::{Effort, Mean, Study};

#[cfg(test)]
mod tests;
