//! What finished rounds are to people who come back: the ratings and honours of those who played them.
//!
//! Decides who is rated for what and how numbers move, and what is an honour; see the page for players in [`crate::desk`].
//! Everything is computed from what a round leaves in its summary and from the numbers before it, in
//! whole thousandths, so that the same rounds lead to the same numbers anywhere. Knows no store, no
//! sentence and no clock.

pub mod cup;
pub mod honour;
mod rating;

pub use honour::Honour;
pub use rating::{
    BeforeRound, BookedStanding, EVERYWHERE, Ledger, PROVISIONAL, RatedEntry, RatedPlayer,
    RatedRound, RatedSide, RatingChange, Standing, StandingKey, anchor, day_of, rated_round,
    weight_after,
};

#[cfg(test)]
mod tests;
