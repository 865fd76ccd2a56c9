//! Archives finished matches, packs the journals of closed tables, and lets old ones go, and names of people
//! who were not seen for long.
//!
//! Decides when: in the background, one table after another, so that play does not wait for it.
//! What an archive holds is for [`Archive`](crate::table::Archive); how it is kept is for the store.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use tracing::{info, warn};

use super::leases::stopped;
use super::{Host, Paced, off_thread};
use crate::game::{GameKind, at_game};
use crate::store::{Store, StoreError};
use crate::table::{MatchRecord, Saved, TableId, UnixMillis};

/// How often the archivist looks for work.
const INTERVAL: Duration = Duration::from_secs(10);

/// How many finished matches or closed tables it asks for at a time.
const AT_A_TIME: u32 = 32;

/// How long it rests between two tables.
const REST: Duration = Duration::from_millis(20);

/// How often it counts the tables of each server and looks at all names: it has to look at all of them.
const COUNTED_EVERY: Duration = Duration::from_secs(3_600);

/// For how many days names of people are kept of whom nothing is counted.
const NAME_DAYS: u32 = 365;

/// A day in milliseconds.
const DAY: u64 = 86_400_000;

/// Archives what is finished in a store.
pub struct Archivist {
    host: Host,
    store: Arc<dyn Store>,
    /// For how many days the moves of closed tables are kept; `None` for ever.
    keep_days: Option<u32>,
    /// For how many closed tables of a server they are kept; `None` for all.
    most_tables: Option<u32>,
    /// When those were last counted, and names looked at.
    counted: Option<Instant>,
    /// Matches that could not be archived; they are not tried again by this process.
    hopeless: HashSet<(TableId, u32)>,
}

#[derive(Debug, thiserror::Error)]
enum Unarchived {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A panic counts as this, too.
    #[error("its journal does not lead to its end")]
    Journal,
}

/// What was done in one go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Archived {
    pub matches: usize,
    /// Matches that cannot be archived, because their journal cannot be read or replayed.
    pub failed: usize,
    pub packed: usize,
    /// Tables whose moves were let go.
    pub pruned: usize,
    /// Names of people that were let go.
    pub names: usize,
}

impl Archivist {
    pub fn new(host: Host, store: Arc<dyn Store>, keep_days: Option<u32>) -> Self {
        Self {
            host,
            store,
            keep_days,
            most_tables: None,
            counted: None,
            hopeless: HashSet::new(),
        }
    }

    /// The same archivist, which keeps the moves of so many closed tables of a server.
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
                Ok(done) if done == Archived::default() => {}
                Ok(done) => info!(
                    matches = done.matches,
                    failed = done.failed,
                    packed = done.packed,
                    pruned = done.pruned,
                    names = done.names,
                    "finished matches were archived"
                ),
                Err(error) => warn!(%error, "finished matches could not be archived"),
            }
        }
    }

    /// Does everything that there is to do now, or until the host stops.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be reached.
    pub async fn work(&mut self) -> Result<Archived, StoreError> {
        let mut done = Archived::default();
        self.archive_matches(&mut done).await?;
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

    async fn archive_matches(&mut self, done: &mut Archived) -> Result<(), StoreError> {
        let mut after = None;
        while !self.is_stopping() {
            let matches = self.store.unarchived(after, AT_A_TIME).await?;
            let Some((table, _, number)) = matches.last() else {
                break;
            };
            after = Some((*table, *number));
            for (table, game, number) in matches {
                if self.hopeless.contains(&(table, number)) {
                    continue;
                }
                match self.archive(table, game, number).await {
                    Ok(()) => done.matches += 1,
                    Err(Unarchived::Store(error @ StoreError::Failed { .. })) => return Err(error),
                    Err(why) => {
                        done.failed += 1;
                        self.hopeless.insert((table, number));
                        warn!(%table, number, %why, "a finished match cannot be archived");
                    }
                }
                tokio::time::sleep(REST).await;
            }
        }
        Ok(())
    }

    async fn archive(&self, table: TableId, game: GameKind, number: u32) -> Result<(), Unarchived> {
        let saved = self.store.journal(table).await?.saved;
        let made = move || at_game!(game, G => archive_text::<G>(&saved, number));
        let text = off_thread(made).await.flatten();
        let text = text.ok_or(Unarchived::Journal)?;
        Ok(self.store.put_archive(table, number, text).await?)
    }

    fn is_stopping(&self) -> bool {
        *self.host.shared.stop.borrow()
    }
}

/// The text of the archive of one match; `None` if the journal has no such finished match.
fn archive_text<G: Paced>(saved: &Saved, number: u32) -> Option<String> {
    let record = MatchRecord::<G>::of(saved, number).ok()?;
    record.over.then(|| record.recorded().archive().to_text())
}
