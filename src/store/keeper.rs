//! The [`Journal`] that tables write to, and its [`JournalWriter`] over a store.
//!
//! Does not know the contents of a journal.

use std::sync::Arc;

use super::measured::{self, timed};
use super::*;
use crate::game::GameKind;
use crate::table::{Position, Record};

/// Why a journal could not be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// It failed; a later attempt may succeed.
    #[error("the journal cannot be written: {why}")]
    Unavailable {
        /// The cause, for the operator.
        why: String,
    },
    /// There is or was a table with this id.
    #[error("there is a table of this name already")]
    Taken,
    /// Another process wrote something there, or ended the table: what came between has to be read.
    #[error("another process has gone on with the journal")]
    Conflict,
}

impl From<StoreError> for JournalError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Exists { .. } | StoreError::Gap { .. } | StoreError::NotOpen { .. } => {
                JournalError::Conflict
            }
            StoreError::AlreadyOpen { .. } => JournalError::Taken,
            error => JournalError::Unavailable {
                why: error.to_string(),
            },
        }
    }
}

impl JournalError {
    /// All that [`JournalError::reason`] can be.
    pub(super) const REASONS: [&str; 3] = ["unavailable", "taken", "conflict"];

    /// Why, in a word that is counted.
    pub(super) const fn reason(&self) -> &'static str {
        match self {
            JournalError::Unavailable { .. } => "unavailable",
            JournalError::Taken => "taken",
            JournalError::Conflict => "conflict",
        }
    }
}

/// Keeps journals. `Ok` means that the record is durable.
pub trait Journal: Send + Sync + 'static {
    /// Begins the journal of a table.
    fn open(
        &self,
        table: TableId,
        guild: GuildId,
        game: GameKind,
        header: Record,
    ) -> Pending<'_, (), JournalError>;

    /// Appends an entry, counts what it finishes and keeps its snapshot. After [`JournalError::Unavailable`] it may be
    /// there all the same: before anything else is judged, the journal is read on.
    fn append(&self, table: TableId, entry: NewEntry) -> Pending<'_, (), JournalError>;

    /// What the journal has behind this position, and what became of the table.
    fn read_on(
        &self,
        table: TableId,
        after: Position,
    ) -> Pending<'_, (TableState, Vec<Record>), JournalError>;

    /// How a round or match that an entry finished moved the ratings of its people.
    fn round_ratings(
        &self,
        table: TableId,
        match_number: u32,
        round: Option<u32>,
    ) -> Pending<'_, Vec<RatingChange>, JournalError>;

    /// Ends the journal: the table is closed. Once more it changes nothing.
    fn close(&self, table: TableId, at: UnixMillis) -> Pending<'_, (), JournalError>;

    /// The other processes that write these journals, if there can be some.
    fn notices(&self) -> Option<Arc<dyn Notices>> {
        None
    }
}

/// The journals in a store.
pub struct JournalWriter {
    store: Arc<Db>,
}

impl JournalWriter {
    /// Those of this store.
    pub const fn new(store: Arc<Db>) -> Self {
        JournalWriter { store }
    }

    /// The store.
    pub const fn store(&self) -> &Arc<Db> {
        &self.store
    }
}

impl Journal for JournalWriter {
    fn open(
        &self,
        table: TableId,
        guild: GuildId,
        game: GameKind,
        header: Record,
    ) -> Pending<'_, (), JournalError> {
        Box::pin(timed("open", async move {
            let new = NewTable {
                table,
                guild,
                game,
                header,
            };
            Ok(self.store.open_table(new).await?)
        }))
    }

    fn append(&self, table: TableId, entry: NewEntry) -> Pending<'_, (), JournalError> {
        Box::pin(timed("append", async move {
            let has_snapshot = entry.snapshot.is_some();
            let appended = self.store.append(table, entry).await;
            if has_snapshot && appended.is_ok() {
                measured::snapshot_kept();
            }
            Ok(appended?)
        }))
    }

    fn read_on(
        &self,
        table: TableId,
        after: Position,
    ) -> Pending<'_, (TableState, Vec<Record>), JournalError> {
        Box::pin(async move { Ok(self.store.read_on(table, after).await?) })
    }

    fn round_ratings(
        &self,
        table: TableId,
        match_number: u32,
        round: Option<u32>,
    ) -> Pending<'_, Vec<RatingChange>, JournalError> {
        Box::pin(async move { Ok(self.store.round_ratings(table, match_number, round).await?) })
    }

    fn close(&self, table: TableId, at: UnixMillis) -> Pending<'_, (), JournalError> {
        Box::pin(timed("close", async move {
            match self.store.close_table(table, at).await {
                // Another process did.
                Err(StoreError::NotOpen { .. }) => Ok(()),
                closed => Ok(closed?),
            }
        }))
    }

    fn notices(&self) -> Option<Arc<dyn Notices>> {
        self.store.notices()
    }
}
