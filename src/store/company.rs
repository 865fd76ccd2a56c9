//! The processes that serve one bot together: who they are, and which of them should have which shards.
//!
//! Every process reads the same list in the same order and comes to the same result, so that nobody has to
//! lead. Knows neither how the list is kept nor how long a process may be silent.

use crate::table::UnixMillis;

/// A process that serves the bot.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Member {
    /// The id of its life.
    pub life: String,
    /// The name of its owner, for the operator.
    pub owner: String,
    /// When it was last heard of.
    pub seen: UnixMillis,
    /// How many tables are open there.
    pub load: u64,
    /// Whether it is this one.
    pub is_self: bool,
}
