//! What finished rounds are to people who come back: the ratings and honours of those who played them.
//!
//! Decides who is rated for what and how numbers move, and what is an honour; see the page for players in [`crate::desk`].
//! Everything is computed from what a round leaves in its summary and from the numbers before it, in
//! whole thousandths, so that the same rounds lead to the same numbers anywhere. Knows no store, no
//! sentence and no clock.

pub mod cup;
pub mod honour;
mod ledger;
mod rating;
mod round;

pub use honour::Honour;
pub use ledger::{
    BeforeRound, BookedStanding, EVERYWHERE, Ledger, RatedEntry, StandingKey, day_of,
};
pub use rating::{PROVISIONAL, Standing, anchor, weight_after};
pub use round::{RatedPlayer, RatedRound, RatedSide, RatingChange, rated_round};

#[cfg(test)]
mod tests;
