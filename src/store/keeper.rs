//! What tables write their journals to, and its keeper over a store.
//!
//! Decides which tables this process may write: those it opened, and those it took over with the
//! lease of their shard. Does not know what a table is made of, nor when leases are to be renewed.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

use super::*;
use crate::game::GameKind;
use crate::table::Record;

/// Why something could not be written down.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// It failed; it may work another time.
    #[error("the journal cannot be written: {why}")]
    Unavailable {
        /// What went wrong, for the operator.
        why: String,
    },
    /// There is a table of this name, or there was one.
    #[error("there is a table of this name already")]
    Taken,
    /// Somebody else writes this journal now: this process must leave the table alone.
    #[error("the journal belongs to another process")]
    NotOwner,
}

impl From<StoreError> for JournalError {
    fn from(error: StoreError) -> Self {
        match error {
            // An entry of somebody else is there, or the table was ended by somebody else.
            StoreError::Fenced { .. }
            | StoreError::NotHeld { .. }
            | StoreError::Exists { .. }
            | StoreError::Gap { .. }
            | StoreError::NotOpen { .. } => JournalError::NotOwner,
            StoreError::AlreadyOpen { .. } => JournalError::Taken,
            StoreError::Failed { .. }
            | StoreError::OtherTotal { .. }
            | StoreError::Missing { .. }
            | StoreError::Damaged { .. }
            | StoreError::Invalid { .. }
            | StoreError::BadUrl
            | StoreError::WithoutPostgres
            | StoreError::Closed => JournalError::Unavailable {
                why: error.to_string(),
            },
        }
    }
}

/// What keeps journals. A future that ends well means that the record is safe.
pub trait Journal: Send + Sync + 'static {
    /// Begins the journal of a table.
    fn open(
        &self,
        table: TableId,
        guild: GuildId,
        game: GameKind,
        header: Record,
    ) -> Pending<'_, (), JournalError>;

    /// Appends an entry, and counts what it finished. After an error the entry must not turn up
    /// in the journal later on.
    fn append(
        &self,
        table: TableId,
        entry: Record,
        finished: Vec<Finish>,
    ) -> Pending<'_, (), JournalError>;

    /// Says that no entry will come any more: the table is closed.
    fn close(&self, table: TableId, at: UnixMillis) -> Pending<'_, (), JournalError>;
}

/// The journals of this process in a store.
pub struct Keeper {
    store: Arc<dyn Store>,
    claims: Mutex<HashMap<TableId, Claim>>,
}

impl Keeper {
    /// A keeper that may not write anything yet.
    pub fn new(store: Arc<dyn Store>) -> Self {
        Keeper {
            store,
            claims: Mutex::default(),
        }
    }

    /// The store itself.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// Takes what leases can be had, keeps those that are held, and answers with the shards that
    /// are new and those that are lost. The tables of lost shards can no longer be written.
    ///
    /// # Errors
    /// As [`Store::acquire`].
    pub async fn hold(&self, request: LeaseRequest) -> Result<(Vec<u32>, Vec<u32>), StoreError> {
        let lost = self.store.renew(request.until).await?;
        self.claims
            .lock()
            .retain(|_, claim| !lost.contains(&claim.shard()));
        let gained = self.store.acquire(request).await?;
        Ok((gained, lost))
    }

    /// From now on, the table of this claim can be written here. It must be brought back from its
    /// journal as read after the claim was made.
    pub fn take(&self, claim: Claim) {
        self.claims.lock().insert(claim.table(), claim);
    }

    /// Puts a journal aside that cannot be continued, with the reason.
    ///
    /// # Errors
    /// As [`Journal::close`].
    pub async fn set_aside(
        &self,
        table: TableId,
        at: UnixMillis,
        reason: &str,
    ) -> Result<(), JournalError> {
        let claim = self.claim(table)?;
        self.store.set_aside(claim, at, reason).await?;
        self.claims.lock().remove(&table);
        Ok(())
    }

    fn claim(&self, table: TableId) -> Result<Claim, JournalError> {
        let claim = self.claims.lock().get(&table).copied();
        claim.ok_or(JournalError::NotOwner)
    }
}

impl Journal for Keeper {
    fn open(
        &self,
        table: TableId,
        guild: GuildId,
        game: GameKind,
        header: Record,
    ) -> Pending<'_, (), JournalError> {
        Box::pin(async move {
            let new = NewTable {
                table,
                guild,
                game,
                header,
            };
            let claim = self.store.open_table(new).await?;
            self.claims.lock().insert(table, claim);
            Ok(())
        })
    }

    fn append(
        &self,
        table: TableId,
        record: Record,
        finished: Vec<Finish>,
    ) -> Pending<'_, (), JournalError> {
        Box::pin(async move {
            let claim = self.claim(table)?;
            let entry = NewEntry { record, finished };
            let appended = self.store.append(claim, entry).await;
            let appended = appended.map_err(JournalError::from);
            if appended == Err(JournalError::NotOwner) {
                // Not before it is taken anew, and read anew by then.
                self.claims.lock().remove(&table);
            }
            appended
        })
    }

    fn close(&self, table: TableId, at: UnixMillis) -> Pending<'_, (), JournalError> {
        Box::pin(async move {
            let claim = self.claim(table)?;
            self.store.close_table(claim, at).await?;
            self.claims.lock().remove(&table);
            Ok(())
        })
    }
}
