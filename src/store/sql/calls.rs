//! The store's calls, each handed to what carries it out: appends to the writer, the rest at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::{mpsc, oneshot};

use super::writer;
use super::{Core, Dialect};
use crate::store::*;

/// A store over one database.
pub struct SqlStore<D: Dialect> {
    core: Arc<Core<D>>,
    appends: mpsc::Sender<writer::Append>,
}

impl<D: Dialect> SqlStore<D> {
    /// A store over this database, which is already migrated. Starts the task that commits appends;
    /// the task ends with the store.
    pub fn new(database: D) -> Self {
        let core = Arc::new(Core {
            database,
            held: Mutex::default(),
        });
        let appends = writer::start(Arc::clone(&core));
        SqlStore { core, appends }
    }
}

impl<D: Dialect> Store for SqlStore<D> {
    fn acquire(&self, request: LeaseRequest) -> Pending<'_, Vec<u32>> {
        Box::pin(self.core.acquire(request))
    }

    fn renew(&self, until: UnixMillis) -> Pending<'_, Vec<u32>> {
        Box::pin(self.core.renew(until))
    }

    fn release(&self) -> Pending<'_, ()> {
        Box::pin(self.core.release())
    }

    fn open_table(&self, table: NewTable) -> Pending<'_, Claim> {
        Box::pin(self.core.open_table(table))
    }

    fn append(&self, claim: Claim, entry: NewEntry) -> Pending<'_, ()> {
        Box::pin(async move {
            entry.check()?;
            let (answer, answered) = oneshot::channel();
            let append = writer::Append::new(claim, entry, answer);
            let sent = self.appends.send(append).await;
            sent.map_err(|_| StoreError::Closed)?;
            answered.await.unwrap_or(Err(StoreError::Closed))
        })
    }

    fn close_table(&self, claim: Claim, at: UnixMillis) -> Pending<'_, ()> {
        Box::pin(self.core.end_table(claim, at, None))
    }

    fn set_aside(&self, claim: Claim, at: UnixMillis, reason: &str) -> Pending<'_, ()> {
        let reason = reason.replace('\0', " ");
        Box::pin(self.core.end_table(claim, at, Some(reason)))
    }

    fn open_tables(&self, shards: Vec<u32>) -> Pending<'_, Vec<OpenTable>> {
        Box::pin(self.core.open_tables(shards))
    }

    fn journal(&self, table: TableId) -> Pending<'_, StoredJournal> {
        Box::pin(self.core.journal(table))
    }

    fn record(&self, table: TableId, finish: Finish) -> Pending<'_, bool> {
        Box::pin(self.core.record(table, finish))
    }

    fn history(&self, key: TableKey, skip: u32, limit: u32) -> Pending<'_, Vec<Finished>> {
        Box::pin(self.core.history(key, skip, limit))
    }

    fn stats(&self, person: PersonId, reach: Reach) -> Pending<'_, Stats> {
        Box::pin(self.core.stats(person, reach))
    }

    fn leaderboard(&self, ranking: Ranking) -> Pending<'_, Vec<LeaderboardRow>> {
        Box::pin(self.core.leaderboard(ranking))
    }

    fn forget(&self, person: PersonId) -> Pending<'_, usize> {
        Box::pin(self.core.forget(person))
    }

    fn setting(&self, scope: Scope, name: &str) -> Pending<'_, Option<String>> {
        let name = name.to_owned();
        Box::pin(async move { Ok(self.core.settings(scope).await?.remove(&name)) })
    }

    fn set_setting(&self, scope: Scope, name: &str, value: Option<&str>) -> Pending<'_, ()> {
        let (name, value) = (name.to_owned(), value.map(str::to_owned));
        Box::pin(self.core.set_setting(scope, name, value))
    }

    fn settings(&self, scope: Scope) -> Pending<'_, BTreeMap<String, String>> {
        Box::pin(self.core.settings(scope))
    }

    fn close(&self) -> Pending<'_, ()> {
        Box::pin(async move {
            self.core.database.close().await;
            Ok(())
        })
    }
}
