//! Computer players of UNO.
//!
//! They see what their seat sees, a [`View`](crate::uno::View), and nothing of the match behind it.
//! None of them deals: that is left to the people at the table and the clock. Equal seeds and views
//! give equal answers, whatever was asked before.
//!
//! From the weakest up: [`Random`] does anything that is allowed. [`Beginner`] lays the first card
//! that fits, wild cards early, and often forgets to say UNO. [`Greedy`] keeps its wild cards and
//! stays in the colour it holds most of, but looks at its own hand alone. [`Heuristic`] watches the
//! others: it stops whoever is about to win, remembers who lacks which colour, weighs the odds of a
//! bluff, and gets rid of dear cards in time. [`Search`] deals the hidden cards anew, plays what it
//! could do to the end many times over, and takes what does best. [`Idle`] does as little as it may.

mod heuristic;
mod scene;
mod search;
mod sight;
mod simple;
mod worlds;

pub use heuristic::Heuristic;
pub use search::{Search, SearchSize};
pub use simple::{Beginner, Greedy, Idle, Random};

#[cfg(test)]
mod tests;
