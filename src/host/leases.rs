//! The lease manager: renews the leases of shards, and restores the tables of newly gained shards
//! and tables whose actor is gone.
//!
//! Decides how long leases last. Knows neither where the store is nor how a table is replayed.

use std::sync::Arc;
use std::time::Duration;

use tracing::{error, info, warn};

use super::{Host, RestoreError};
use crate::store::{
    Journal as _, Keeper, LeaseChanges, LeaseRequest, OpenTable, ShardRange, StoreError, TableState,
};
use crate::table::UnixMillis;

/// How long a lease lasts after its last renewal: a process that is dead for this long loses its
/// tables to another one that serves the same shards.
const LEASE: Duration = Duration::from_secs(15);

/// The interval of renewals.
const RENEWAL: Duration = Duration::from_secs(5);

/// Keeps the leases of some shards.
pub struct LeaseManager {
    host: Host,
    keeper: Arc<Keeper>,
    owner: String,
    shards: ShardRange,
}

/// What one renewal did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Renewal {
    /// Tables restored.
    pub restored: usize,
    /// Journals set aside because they cannot be continued.
    pub aside: usize,
    /// Shards gained.
    pub gained: usize,
    /// Shards lost to another process.
    pub lost: usize,
}

impl LeaseManager {
    /// A lease manager for `shards`. `owner` stays the same over restarts, so that a process need
    /// not wait for its own leases to expire, and differs from every other process's. The host must
    /// write its journals to `keeper`.
    pub fn new(
        host: Host,
        keeper: Arc<Keeper>,
        owner: impl Into<String>,
        shards: ShardRange,
    ) -> Self {
        let owner = owner.into();
        Self {
            host,
            keeper,
            owner,
            shards,
        }
    }

    /// Renews the leases until the host stops, then releases them so that no other process has to
    /// wait. Call [`LeaseManager::renew`] once before, so that an unreachable store prevents the
    /// start.
    pub async fn run(self) {
        self.renew_until_stopped().await;
        // Tables write until they are gone.
        self.host.shared.stop.closed().await;
        if let Err(error) = self.keeper.store().release().await {
            warn!(%error, "leases could not be given back; they will expire");
        }
    }

    async fn renew_until_stopped(&self) {
        let mut stop = self.host.shared.stop.subscribe();
        let mut problem = false;
        loop {
            tokio::select! {
                _ = stop.wait_for(|stop| *stop) => return,
                () = tokio::time::sleep(RENEWAL) => {}
            }
            let failed = self.renew().await.err();
            match &failed {
                Some(error) if !problem => warn!(%error, "leases could not be renewed"),
                None if problem => info!("leases are renewed again"),
                Some(_) | None => {}
            }
            problem = failed.is_some();
        }
    }

    /// Renews leases, takes free ones, and restores tables that are not running here.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be reached, or uses another number of shards.
    pub async fn renew(&self) -> Result<Renewal, StoreError> {
        let now = self.host.shared.clock.now();
        let lease = u64::try_from(LEASE.as_millis()).unwrap_or(u64::MAX);
        let request = LeaseRequest {
            owner: self.owner.clone(),
            shards: self.shards,
            now,
            until: UnixMillis(now.0.saturating_add(lease)),
        };
        let LeaseChanges { gained, lost, .. } = self.keeper.hold(request).await?;
        if !gained.is_empty() || !lost.is_empty() {
            info!(?gained, ?lost, "leases changed hands");
        }
        let mut renewal = Renewal {
            gained: gained.len(),
            lost: lost.len(),
            ..Renewal::default()
        };
        let open = self
            .keeper
            .store()
            .open_tables(self.shards.iter().collect());
        for table in open.await?.tables {
            if self.host.get(table.claim.table().key).is_none() {
                self.bring_back(&table, &mut renewal).await?;
            }
        }
        Ok(renewal)
    }

    /// Restores one table, or sets its journal aside.
    async fn bring_back(&self, open: &OpenTable, renewal: &mut Renewal) -> Result<(), StoreError> {
        let table = open.claim.table();
        let why = match self.keeper.store().journal(table).await {
            // The table has just been closed.
            Ok(journal) if journal.state != TableState::Open => return Ok(()),
            Ok(journal) => {
                self.keeper.take(open.claim);
                match self.host.restore(&journal.saved) {
                    Ok(_) => {
                        renewal.restored += 1;
                        return Ok(());
                    }
                    Err(RestoreError::AlreadyOpen | RestoreError::Stopping) => return Ok(()),
                    Err(RestoreError::Closed) => {
                        // The table was closed; only its state in the store had not been updated.
                        let at = self.host.shared.clock.now();
                        if let Err(problem) = self.keeper.close(table, at).await {
                            warn!(%table, %problem, "the journal of a closed table stays open");
                        }
                        return Ok(());
                    }
                    Err(RestoreError::Replay { why, .. }) => why,
                }
            }
            Err(error @ StoreError::Damaged { .. }) => {
                self.keeper.take(open.claim);
                error.to_string()
            }
            Err(error) => return Err(error),
        };
        error!(%table, %why, "a journal cannot be continued and is set aside");
        let at = self.host.shared.clock.now();
        match self.keeper.set_aside(table, at, &why, false).await {
            Ok(()) => renewal.aside += 1,
            Err(problem) => warn!(%table, %problem, "it could not be set aside"),
        }
        Ok(())
    }
}
