//! What the tables of a program live in that is not Discord's: a host, and a store that keeps them for the
//! next time.
//!
//! Decides when another program's tables are waited for, and what is to end before the store is closed.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;

use super::ending::EndRequest;
use super::{Host, KeepingFailed, Packer, TableKeeper};
use crate::players::program::Programs;
use crate::store::{self, Db, Journal, JournalWriter, StoreError};

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

/// The host of one program's tables, their store, and the tasks that look after both.
pub struct House {
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
        let host = Host::new(Arc::clone(&journals) as Arc<dyn Journal>);
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
