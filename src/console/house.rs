//! What a terminal table lives in: a host, and a store that keeps the table for the next time.
//!
//! Decides when nothing is kept (repeatable and watched tables, and while another terminal writes
//! to the same file) and when an earlier table goes on.

use std::sync::Arc;

use tokio::task::JoinHandle;

use super::options::{ConsoleError, Options};
use crate::desk::Served;
use crate::host::{Archivist, Handle, Host, LeaseManager, LeasesLost, MemoryJournal};
use crate::store::{self, Journal, Keeper, MemoryStore, ShardRange, Store, StoreError};
use crate::table::TableKey;

/// The channel of the terminal; the games' tables are counted from it.
const CHANNEL: u64 = 1;
/// A host and its store.
pub(super) struct House {
    pub(super) host: Host,
    pub(super) store: Arc<dyn Store>,
    /// Whether tables are stored.
    pub(super) keeps: bool,
    caring: Option<JoinHandle<Result<(), LeasesLost>>>,
    archiving: Option<JoinHandle<()>>,
}

impl House {
    /// Opens the store of the options, or one in memory if nothing is to be kept.
    ///
    /// # Errors
    /// [`ConsoleError::Store`] if the store cannot be opened.
    pub(super) async fn open(options: &Options) -> Result<Self, ConsoleError> {
        let kept = options.seed.is_none() && !options.watch;
        if !kept {
            return Ok(Self::in_memory());
        }
        let store = store::connect(&options.database_url).await?;
        let keeper = Arc::new(Keeper::new(Arc::clone(&store)));
        let host = Host::new(Arc::clone(&keeper) as Arc<dyn Journal>);
        // Each terminal has its own name, so the second one cannot take the first one's lease.
        let name = format!("terminal {}", std::process::id());
        let leases = LeaseManager::new(host.clone(), keeper, name, ShardRange::ALL);
        match leases.renew().await {
            Ok(_) => {}
            // Another terminal, or the bot, writes to the file.
            Err(StoreError::Overlap { .. } | StoreError::Namesake { .. }) => {
                store.close().await?;
                return Ok(Self::in_memory());
            }
            Err(error) => return Err(error.into()),
        }
        let caring = tokio::spawn(leases.run());
        let archivist = Archivist::new(host.clone(), Arc::clone(&store), options.keep_matches_days);
        Ok(Self {
            host,
            store,
            keeps: true,
            caring: Some(caring),
            archiving: Some(tokio::spawn(archivist.run())),
        })
    }

    fn in_memory() -> Self {
        Self {
            host: Host::new(Arc::new(MemoryJournal::default())),
            store: Arc::new(MemoryStore::new()),
            keeps: false,
            caring: None,
            archiving: None,
        }
    }

    /// The stored table of this game, if it is still open.
    pub(super) fn earlier<G: Served>(&self) -> Option<Handle<G>> {
        self.host.get(table_key::<G>()).and_then(G::of)
    }

    /// Stops the tables; they stay open in the store.
    pub(super) async fn close(self) {
        self.host.shutdown().await;
        if let Some(caring) = self.caring {
            // It ends with the host; a panic in it has already been reported.
            let _ = caring.await;
        }
        if let Some(archiving) = self.archiving {
            let _ = archiving.await;
        }
        if let Err(error) = self.store.close().await {
            tracing::warn!(%error, "the store was not closed in good order");
        }
    }
}

/// The key of a game's table in the terminal: one for each game.
pub fn table_key<G: Served>() -> TableKey {
    TableKey(CHANNEL + u64::from(G::KIND.number()))
}
