//! What the tables of a program live in that is not Discord's: a host, and a store that keeps them for the
//! next time.
//!
//! Decides when another program's tables are waited for, and what is to end before the store is closed.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::ending::EndRequest;
use super::{Host, KeepingFailed, Packer, TableKeeper};
use crate::club::RatingChange;
use crate::game::GameKind;
use crate::players::program::Programs;
use crate::store;
use crate::store::{
    Db, Journal, JournalError, JournalWriter, NewEntry, Pending, StoreError, TableState,
};
use crate::table::{GuildId, Position, Record, TableId, UnixMillis};

/// How often tables are asked for that another program has.
const PATIENCE: Duration = Duration::from_millis(300);

/// What a house is opened with.
#[derive(Debug, Clone)]
pub struct HousePlan {
    /// Where its tables are kept.
    pub database_url: String,
    /// The programs that may be seated as computer players.
    pub programs: Programs,
    /// For how many days the moves of closed tables are kept; `None` for ever.
    pub keep_matches_days: Option<u32>,
}

/// Keeps journals, and tells when one could not be written.
struct Noticed {
    writer: Arc<JournalWriter>,
    failed: watch::Sender<Option<String>>,
}

impl Noticed {
    fn look(&self, done: Result<(), JournalError>) -> Result<(), JournalError> {
        if let Err(JournalError::Unavailable { why }) = &done {
            self.failed.send_replace(Some(why.clone()));
        }
        done
    }
}

impl Journal for Noticed {
    fn open(
        &self,
        table: TableId,
        guild: GuildId,
        game: GameKind,
        header: Record,
    ) -> Pending<'_, (), JournalError> {
        Box::pin(async move { self.look(self.writer.open(table, guild, game, header).await) })
    }

    fn append(&self, table: TableId, entry: NewEntry) -> Pending<'_, (), JournalError> {
        Box::pin(async move { self.look(self.writer.append(table, entry).await) })
    }

    fn read_on(
        &self,
        table: TableId,
        after: Position,
    ) -> Pending<'_, (TableState, Vec<Record>), JournalError> {
        self.writer.read_on(table, after)
    }

    fn round_ratings(
        &self,
        table: TableId,
        match_number: u32,
        round: Option<u32>,
    ) -> Pending<'_, Vec<RatingChange>, JournalError> {
        self.writer.round_ratings(table, match_number, round)
    }

    fn close(&self, table: TableId, at: UnixMillis) -> Pending<'_, (), JournalError> {
        Box::pin(async move { self.look(self.writer.close(table, at).await) })
    }
}

/// The host of one program's tables, their store, and the tasks that look after both.
pub struct House {
    /// Why a journal could not be written, once one could not.
    pub failed: watch::Receiver<Option<String>>,
    pub host: Host,
    pub store: Arc<Db>,
    caring: JoinHandle<Result<(), KeepingFailed>>,
    packing: JoinHandle<()>,
}

impl House {
    /// The URL of a store that ends with the program.
    pub const IN_MEMORY: &str = "memory:";

    /// Opens the store. While another program has its tables, it is waited for, after `waits` was told
    /// once whose end that is; `None` if this one is asked to end meanwhile.
    ///
    /// # Errors
    /// If the store cannot be opened.
    pub async fn open(
        plan: HousePlan,
        waits: impl FnOnce(&str),
        ending: &mut EndRequest,
    ) -> Result<Option<Self>, StoreError> {
        let store = store::connect(&plan.database_url).await?;
        let journals = Arc::new(JournalWriter::new(Arc::clone(&store)));
        let (failed, failure) = watch::channel(None);
        let writer = Arc::clone(&journals);
        let host = Host::new(Arc::new(Noticed { writer, failed }));
        host.allow_programs(plan.programs);
        let keeper = TableKeeper::new(host.clone(), journals);
        let mut waits = Some(waits);
        loop {
            match keeper.bring_back().await {
                Ok(_) => break,
                // Another program serves the file.
                Err(StoreError::InUse { holder }) => {
                    if let Some(waits) = waits.take() {
                        waits(&holder);
                    }
                }
                Err(error) => return Err(error),
            }
            tokio::select! {
                () = tokio::time::sleep(PATIENCE) => {}
                () = ending.asked() => {
                    store.close().await?;
                    return Ok(None);
                }
            }
        }
        let caring = tokio::spawn(keeper.run());
        let packer = Packer::new(host.clone(), Arc::clone(&store), plan.keep_matches_days);
        Ok(Some(Self {
            failed: failure,
            host,
            store,
            caring,
            packing: tokio::spawn(packer.run()),
        }))
    }

    /// Stops the tables; they stay open in the store.
    pub async fn close(self) {
        self.host.shutdown().await;
        // They end with the host; a panic in one has already been reported.
        let _ = self.caring.await;
        let _ = self.packing.await;
        if let Err(error) = self.store.close().await {
            tracing::warn!(%error, "the store was not closed in good order");
        }
    }
}
