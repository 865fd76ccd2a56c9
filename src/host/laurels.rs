//! What a round that is over brought to those who played it, beside its result.

use crate::club::RatingChange;
use crate::club::honour::Earned;

/// Told as long as the result of the round is shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Laurels {
    /// How it moved their ratings everywhere.
    pub ratings: Vec<RatingChange>,
    /// What they earned.
    pub honours: Vec<Earned>,
}
