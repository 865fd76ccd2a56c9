//! The deal of a day, which is the same for everybody. Which cards a day has is for whoever opens the table.

use serde::{Deserialize, Serialize};

/// The deal of a day, as a table has it from its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DailyDeal {
    /// Days since 1970-01-01 UTC.
    pub day: u32,
    /// Whether the result counts; otherwise the deal is played once more for practice.
    pub counts: bool,
}
