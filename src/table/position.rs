//! Places in the journal of a table, and moments that were shown.

use serde::{Deserialize, Serialize};

/// What tells two states of a table apart that were shown: its position, and how many of the clock's
/// ticks came since, which are not written down.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
pub struct Moment {
    /// The position after the last accepted input.
    pub position: Position,
    /// Ticks since that input.
    pub ticks: u32,
}

/// A place in a table's journal: the opening position plus the number of accepted inputs.
///
/// The host starts every table at another position, so that a control which was offered at one
/// table of a channel can never be taken for one of a later table there.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Position(pub u64);

impl Position {
    /// The position after the next accepted input.
    ///
    /// ```
    /// use engine::table::Position;
    ///
    /// assert_eq!(Position(41).next(), Position(42));
    /// ```
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}
