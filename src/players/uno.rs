//! Computer players of UNO.
//!
//! They see what their seat sees, a [`View`](crate::uno::View), and nothing of the match behind it.
//! None of them deals: that is left to the people at the table and the clock. Equal seeds and views
//! give equal answers, whatever was asked before.
//!
//! From the weakest up: [`Level::Random`] does anything that is allowed. [`Level::Beginner`] lays the first card
//! that fits, wild cards early, and often forgets to say UNO. [`Level::Greedy`] keeps its wild cards and
//! stays in the colour it holds most of, but looks at its own hand alone. [`Level::Heuristic`] watches the
//! others: it stops whoever is about to win, remembers who lacks which colour, weighs the odds of a
//! bluff, and gets rid of dear cards in time. [`Search`] deals the hidden cards anew, plays what it
//! could do to the end many times over, and takes what does best. [`Level::Idle`] does as little as it may.

mod levels;
mod scene;
mod search;

pub use levels::{Level, Quick};
pub use search::{Search, SearchSize};

#[cfg(test)]
mod tests;
