//! The [`Journal`] that tables write to, and its [`JournalWriter`] over a store.
//!
//! Decides which tables this process may write: those it opened, and those it claimed with the
//! lease of their shard. Knows neither the contents of a journal nor when leases are renewed.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;

use super::measured::{self, WriteFailure, Writing, timed};
use super::*;
use crate::game::GameKind;
use crate::table::Record;

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
    /// Another process writes this journal now: this one must stop the table.
    #[error("the journal belongs to another process")]
    NotOwner,
}

impl From<StoreError> for JournalError {
    fn from(error: StoreError) -> Self {
        match error {
            // Another process wrote an entry there, or ended the table.
            StoreError::Fenced { .. }
            | StoreError::NotHeld { .. }
            | StoreError::Exists { .. }
            | StoreError::Gap { .. }
            | StoreError::NotOpen { .. } => JournalError::NotOwner,
            StoreError::AlreadyOpen { .. } => JournalError::Taken,
            error => JournalError::Unavailable {
                why: error.to_string(),
            },
        }
    }
}

impl From<&JournalError> for WriteFailure {
    fn from(error: &JournalError) -> Self {
        match error {
            JournalError::Unavailable { .. } => WriteFailure::Unavailable,
            JournalError::Taken => WriteFailure::Taken,
            JournalError::NotOwner => WriteFailure::NotOwner,
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

    /// Appends an entry, counts what it finishes and keeps its snapshot. After an error the entry
    /// must never appear in the journal.
    fn append(&self, table: TableId, entry: NewEntry) -> Pending<'_, (), JournalError>;

    /// How a round or match that an entry finished moved the ratings of its people.
    fn round_ratings(
        &self,
        table: TableId,
        match_number: u32,
        round: Option<u32>,
    ) -> Pending<'_, Vec<RatingChange>, JournalError>;

    /// Ends the journal: the table is closed.
    fn close(&self, table: TableId, at: UnixMillis) -> Pending<'_, (), JournalError>;
}

/// What one renewal of the leases changed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LeaseChanges {
    /// The shards newly taken.
    pub gained: Vec<u32>,
    /// The shards that another process has taken over.
    pub lost: Vec<u32>,
    /// The shards that another process holds.
    pub elsewhere: Vec<ForeignLease>,
    /// The tables that could be written here until now, and cannot any more.
    pub let_go: Vec<TableId>,
}

/// The journals of this process in a store.
pub struct JournalWriter {
    store: Arc<Db>,
    claims: Mutex<BTreeMap<TableId, Claim>>,
}

impl JournalWriter {
    /// A keeper without claims.
    pub fn new(store: Arc<Db>) -> Self {
        JournalWriter {
            store,
            claims: Mutex::default(),
        }
    }

    /// The store.
    pub fn store(&self) -> &Arc<Db> {
        &self.store
    }

    /// Takes free leases and renews held ones. The tables of lost shards can no longer be written.
    ///
    /// # Errors
    /// As [`Db::acquire`].
    pub async fn hold(&self, request: LeaseRequest) -> Result<LeaseChanges, StoreError> {
        let mut changes = self.renew(request.until).await?;
        let leases = self.store.acquire(request).await?;
        changes.gained = leases.taken;
        changes.elsewhere = leases.elsewhere;
        Ok(changes)
    }

    /// Renews held leases, and takes none. The tables of lost shards can no longer be written.
    ///
    /// # Errors
    /// As [`Db::renew`].
    pub async fn renew(&self, until: UnixMillis) -> Result<LeaseChanges, StoreError> {
        let lost = self.store.renew(until).await?;
        let let_go = self.let_go(&lost);
        Ok(LeaseChanges {
            lost,
            let_go,
            ..LeaseChanges::default()
        })
    }

    /// The tables of these shards that can be written here.
    pub fn tables_of(&self, shards: &[u32]) -> Vec<TableId> {
        let claims = self.claims.lock();
        let of_them = claims
            .values()
            .filter(|claim| shards.contains(&claim.shard()));
        of_them.map(|claim| claim.table()).collect()
    }

    /// Drops all claims to the tables of these shards; gives those tables.
    pub fn let_go(&self, shards: &[u32]) -> Vec<TableId> {
        let tables = self.tables_of(shards);
        self.claims
            .lock()
            .retain(|_, claim| !shards.contains(&claim.shard()));
        tables
    }

    /// Adds a claim, so that its table can be written here. The table must be restored from its
    /// journal as read after the claim was made.
    pub fn take(&self, claim: Claim) {
        self.claims.lock().insert(claim.table(), claim);
    }

    /// Sets a journal aside that cannot be continued, with the reason; with `later` it is tried again
    /// at every start.
    ///
    /// # Errors
    /// As [`Journal::close`].
    pub async fn set_aside(
        &self,
        table: TableId,
        at: UnixMillis,
        reason: &str,
        later: bool,
    ) -> Result<(), JournalError> {
        let claim = self.claim(table)?;
        self.store.set_aside(claim, at, reason, later).await?;
        self.claims.lock().remove(&table);
        Ok(())
    }

    fn claim(&self, table: TableId) -> Result<Claim, JournalError> {
        let claim = self.claims.lock().get(&table).copied();
        claim.ok_or(JournalError::NotOwner)
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
        Box::pin(timed(Writing::Open, async move {
            let new = NewTable {
                table,
                guild,
                game,
                header,
            };
            let claim = self.store.open_table(new).await?;
            self.claims.lock().insert(table, claim);
            Ok(())
        }))
    }

    fn append(&self, table: TableId, entry: NewEntry) -> Pending<'_, (), JournalError> {
        Box::pin(timed(Writing::Append, async move {
            let claim = self.claim(table)?;
            let has_snapshot = entry.snapshot.is_some();
            let appended = self.store.append(claim, entry).await;
            let appended = appended.map_err(JournalError::from);
            if has_snapshot && appended.is_ok() {
                measured::snapshot_kept();
            }
            if appended == Err(JournalError::NotOwner) {
                // Not before it is claimed and read again.
                self.claims.lock().remove(&table);
            }
            appended
        }))
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
        Box::pin(timed(Writing::Close, async move {
            let claim = self.claim(table)?;
            self.store.close_table(claim, at).await?;
            self.claims.lock().remove(&table);
            Ok(())
        }))
    }
}
