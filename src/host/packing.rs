//! Packs the journals of closed tables, and lets old ones go, and names of people who were not seen for long.
//!
//! Decides when: in the background, one table after another, so that play does not wait for it. How they are
//! kept is for the store.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use tracing::{info, warn};

use super::Host;
use super::keeping::stopped;
use crate::store::{Db, StoreError};
use crate::table::UnixMillis;

/// How often the packer looks for work.
const INTERVAL: Duration = Duration::from_secs(10);

/// How many closed tables it asks for at a time.
const AT_A_TIME: u32 = 32;

/// How long it rests between two tables.
const REST: Duration = Duration::from_millis(20);

/// How often it counts the tables of each server and looks at all names: it has to look at all of them.
const COUNTED_EVERY: Duration = Duration::from_secs(3_600);

/// For how many days names of people are kept of whom nothing is counted.
const NAME_DAYS: u32 = 365;

/// A day in milliseconds.
const DAY: u64 = 86_400_000;

/// Packs what is over in a store.
pub struct Packer {
    host: Host,
    store: Arc<Db>,
    /// For how many days the moves of closed tables are kept; `None` for ever.
    keep_days: Option<u32>,
    /// For how many closed tables of a server they are kept; `None` for all.
    most_tables: Option<u32>,
    /// When those were last counted, and names looked at.
    counted: Option<Instant>,
}

/// What was done in one go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Packed {
    pub packed: usize,
    /// Tables whose moves were let go.
    pub pruned: usize,
    /// Names of people that were let go.
    pub names: usize,
}

impl Packer {
    pub fn new(host: Host, store: Arc<Db>, keep_days: Option<u32>) -> Self {
        Self {
            host,
            store,
            keep_days,
            most_tables: None,
            counted: None,
        }
    }

    /// The same packer, which keeps the moves of so many closed tables of a server.
    pub const fn with_most_tables(mut self, most: Option<u32>) -> Self {
        self.most_tables = most;
        self
    }

    /// Works until the host stops.
    pub async fn run(mut self) {
        let mut stop = self.host.shared.stop.subscribe();
        loop {
            tokio::select! {
                biased;
                () = stopped(&mut stop) => return,
                () = tokio::time::sleep(INTERVAL) => {}
            }
            match self.work().await {
                Ok(done) if done == Packed::default() => {}
                Ok(done) => info!(
                    packed = done.packed,
                    pruned = done.pruned,
                    names = done.names,
                    "closed tables were packed"
                ),
                Err(error) => warn!(%error, "closed tables could not be packed"),
            }
        }
    }

    /// Does everything that there is to do now, or until the host stops.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be reached.
    pub async fn work(&mut self) -> Result<Packed, StoreError> {
        let mut done = Packed::default();
        while !self.is_stopping() {
            let tables = self.store.unpacked(AT_A_TIME).await?;
            if tables.is_empty() {
                break;
            }
            for table in tables {
                match self.store.pack(table).await {
                    Ok(_) => done.packed += 1,
                    Err(error @ StoreError::Failed { .. }) => return Err(error),
                    Err(error) => warn!(%table, %error, "a journal cannot be packed"),
                }
                tokio::time::sleep(REST).await;
            }
        }
        if let Some(days) = self.keep_days {
            let age = DAY.saturating_mul(days.into());
            let before = self.host.now().0.saturating_sub(age);
            done.pruned = self.store.prune(UnixMillis(before)).await?;
        }
        let due = |at: Instant| at.elapsed() >= COUNTED_EVERY;
        if self.counted.is_none_or(due) {
            if let Some(most) = self.most_tables {
                done.pruned += self.store.prune_beyond(most).await?;
            }
            let now = self.host.now();
            done.names = self.store.forget_names(now, NAME_DAYS).await?;
            self.counted = Some(Instant::now());
        }
        Ok(done)
    }

    fn is_stopping(&self) -> bool {
        *self.host.shared.stop.borrow()
    }
}
