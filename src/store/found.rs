//! What is wrong with what is kept: rows that cannot be read, tables that cannot be continued.
//!
//! A damaged row concerns nobody but its own table. Decides how such rows are told; what is done
//! about them is the host's and the operator's.

use super::journal::OpenTable;
use super::lease::Fence;
use crate::table::{TableId, UnixMillis};

/// The open tables of some shards.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OpenTables {
    /// Those that can be restored, oldest first.
    pub tables: Vec<OpenTable>,
    /// Those whose row is damaged or of a later version.
    pub damaged: Vec<DamagedRow>,
}

/// The right of this process to set a row of `tables` aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowClaim {
    /// The row's id in the database.
    pub row: i64,
    /// The shard whose lease gives the claim.
    pub(super) shard: u32,
    pub(super) fence: Fence,
}

/// The row of an open table that cannot be restored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedRow {
    /// For setting it aside.
    pub claim: RowClaim,
    /// Whose it is, as far as that can be read.
    pub table: Option<TableId>,
    /// The column, such as `tables.guild`.
    pub place: &'static str,
    /// What is wrong with it, for the operator. Nothing of a game.
    pub what: String,
    /// Whether a later version of the program wrote it so, for example with a game that this one
    /// does not know.
    pub later: bool,
}

/// A damaged row, or one of a later version, anywhere in the store.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The column if it can be told, such as `tables.guild`; otherwise the table of the database.
    pub place: String,
    /// The key of the row in that table of the database, such as `table_id=5 position=17`.
    pub row: String,
    /// The table that it concerns, if it concerns one that can be named.
    pub table: Option<TableId>,
    /// What is wrong with it. Nothing of a game.
    pub what: String,
    /// Whether a later version of the program wrote it so: it is not damaged.
    pub later: bool,
}

/// A table that has been set aside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aside {
    /// The row's id in the database.
    pub row: i64,
    /// Its id, as far as that can be read.
    pub table: Option<TableId>,
    /// The name of the game, as far as that can be read.
    pub game: String,
    /// When it was set aside.
    pub at: Option<UnixMillis>,
    /// Why.
    pub reason: String,
    /// Whether it is tried again at every start.
    pub later: bool,
}
