//! The store over SQL: every statement once, for both databases.
//!
//! The statements keep to what SQLite and PostgreSQL understand alike (numbered parameters,
//! `ON CONFLICT`, `RETURNING`, numbers and texts as the only types); what differs is behind
//! [`Database`]. Does not know where the database is or how it is opened.

#![expect(
    clippy::missing_errors_doc,
    reason = "what most calls fail for is said once, of all of them"
)]

use std::path::Path;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep};

use self::tables::Append;

use super::journal::check_text;
use super::process::name_holder;
use super::*;

mod aside;
mod backup;
pub(super) mod daily;
mod examine;
mod forgetting;
mod packs;
mod ratings;
mod rows;
mod schema;
mod statistics;
mod tables;

pub use backup::{check_backup, notice_backup};
pub use rows::Value;
use rows::{Column, Parameter, Row, runs, sound};

/// The purpose of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Reads one consistent state.
    Read,
    /// Changes something.
    Write,
}

/// Where the databases' SQL differs.
pub struct Dialect {
    /// Whether it is an SQLite file, which can be copied as it is.
    pub is_file: bool,
    /// Stands before the values of a row whose number is given.
    pub numbered: &'static str,
    /// Lets the numbers of new rows go on after those that were given; empty if they do anyway.
    pub renumber: &'static str,
    /// Whether processes on several machines can share it.
    pub is_shared: bool,
}

/// A boxed answer of a driver.
pub type Answer<'a, T> = Pending<'a, T, sqlx::Error>;

/// A database: where its transactions come from, and what one process can do with it beside them.
pub trait Database: Send + Sync {
    /// In which its statements are.
    fn dialect(&self) -> &'static Dialect;

    /// Begins a transaction; it is rolled back when dropped.
    fn begin(&self, purpose: Purpose) -> Answer<'_, Box<dyn Transaction>>;

    /// See [`Db::serve`]: gives who serves already what is to be served. Called again and again, it looks whether others
    /// still see that this process does.
    fn serve<'a>(&'a self, _: Option<ShardRange>, _: &'a str) -> Answer<'a, Option<String>> {
        Box::pin(async { Ok(None) })
    }

    /// Copies everything to a new SQLite file; only called where [`Dialect::is_file`].
    fn copy_to<'a>(&'a self, _: &'a Path) -> Answer<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    /// What is wrong with the form of the database itself, which a server knows for itself.
    fn faults(&self) -> Answer<'_, Vec<String>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    /// See [`Db::check`]; a server says itself what it has.
    ///
    /// # Errors
    /// [`StoreError::Moved`].
    fn check(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Waits for the turn in the queue of a bucket of gateway sessions: it is had until what this gives is dropped, or
    /// the process ends. `None` where no other process can be in it.
    fn queue<'a>(&'a self, _: u32) -> Answer<'a, Option<Box<dyn Send>>> {
        Box::pin(async { Ok(None) })
    }

    /// See [`Db::notices`]; `id` is that of this process.
    fn notices(&self, _: &str) -> Option<Arc<dyn Notices>> {
        None
    }

    /// Others need not see any more that this process serves anything; does not wait.
    fn part(&self) {}

    /// Closes all connections.
    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// Statements that take effect together or not at all.
pub trait Transaction: Send {
    /// Runs one statement and collects its rows.
    fn run<'a>(
        &'a mut self,
        sql: &'a str,
        values: Vec<Value>,
    ) -> Answer<'a, Vec<Vec<Option<Value>>>>;

    /// Makes everything durable. After an error it is unknown whether it has become so.
    fn commit(self: Box<Self>) -> Answer<'static, ()>;
}

/// A transaction, and what it is for, as a verb phrase for its errors.
struct Tx {
    inner: Box<dyn Transaction>,
    doing: &'static str,
}

impl Tx {
    async fn begin(
        database: &dyn Database,
        purpose: Purpose,
        doing: &'static str,
    ) -> Result<Tx, StoreError> {
        let inner = database.begin(purpose).await.doing(doing)?;
        Ok(Tx { inner, doing })
    }

    async fn commit(self) -> Result<(), StoreError> {
        self.inner.commit().await.doing(self.doing)
    }
}

/// Implements [`Transaction`] for one database of sqlx.
macro_rules! transaction {
    ($database:ty) => {
        impl crate::store::sql::Transaction for sqlx::Transaction<'static, $database> {
            fn run<'a>(
                &'a mut self,
                sql: &'a str,
                values: Vec<crate::store::sql::Value>,
            ) -> crate::store::sql::Answer<'a, Vec<Vec<Option<crate::store::sql::Value>>>> {
                use crate::store::sql::Value;
                use sqlx::{Row as _, TypeInfo as _, ValueRef as _};
                let read = |row: &<$database as sqlx::Database>::Row| {
                    let mut values = Vec::with_capacity(row.len());
                    for column in 0..row.len() {
                        let raw = row.try_get_raw(column)?;
                        if raw.is_null() {
                            values.push(None);
                            continue;
                        }
                        let value = match raw.type_info().name() {
                            "TEXT" => row.try_get(column).map(Value::Text),
                            "BLOB" | "BYTEA" => row.try_get(column).map(Value::Bytes),
                            "INTEGER" | "INT8" => row.try_get(column).map(Value::Int),
                            _ => Ok(Value::Wrong("neither a number nor a text nor bytes")),
                        };
                        values.push(Some(value.unwrap_or(Value::Wrong("not in UTF-8"))));
                    }
                    Ok(values)
                };
                Box::pin(async move {
                    let mut query = sqlx::query(sql);
                    for value in values {
                        query = match value {
                            Value::Int(number) => query.bind(number),
                            Value::Text(text) => query.bind(text),
                            Value::Bytes(bytes) => query.bind(bytes),
                            Value::Wrong(_) => query.bind(None::<String>),
                        };
                    }
                    let rows = query.fetch_all(&mut **self).await?;
                    rows.iter().map(read).collect()
                })
            }

            fn commit(self: Box<Self>) -> crate::store::sql::Answer<'static, ()> {
                Box::pin(sqlx::Transaction::commit(*self))
            }
        }
    };
}
pub(in crate::store) use transaction;

/// How long a process that starts waits for one before it whose end the server has not noticed yet.
const PATIENCE: Duration = Duration::from_secs(12);

/// Everything that is kept, in one database. One value stands for one process.
///
/// Unless a method says otherwise, its only error is [`StoreError::Failed`]: the data could not be
/// reached, and nothing has changed.
pub struct Db {
    database: Box<dyn Database>,
    dialect: &'static Dialect,
    /// What tells this process from others.
    id: String,
    /// Whether this process began to serve tables.
    serves: AtomicBool,
    /// Whether all rows of tables were looked at once.
    swept: AtomicBool,
    appends: mpsc::Sender<Append>,
}

impl Drop for Db {
    fn drop(&mut self) {
        self.database.part();
    }
}

impl Db {
    /// A store over this database, which is already migrated. Starts the task that commits appends; it ends
    /// with the store.
    pub fn over(database: impl Database + 'static) -> Arc<Self> {
        Arc::new_cyclic(|store| Self {
            dialect: database.dialect(),
            database: Box::new(database),
            id: process::new_id(),
            serves: AtomicBool::new(false),
            swept: AtomicBool::new(false),
            appends: tables::start(Weak::clone(store)),
        })
    }

    async fn reading(&self, doing: &'static str) -> Result<Tx, StoreError> {
        Tx::begin(&*self.database, Purpose::Read, doing).await
    }

    async fn writing(&self, doing: &'static str) -> Result<Tx, StoreError> {
        Tx::begin(&*self.database, Purpose::Write, doing).await
    }

    /// The other processes over these data; `None` if there can be none.
    pub fn notices(&self) -> Option<Arc<dyn Notices>> {
        self.database.notices(&self.id)
    }

    /// Tells them what may be lost on the way, if there are any.
    pub fn tell(&self, topic: &str, what: &impl serde::Serialize) {
        if let (Some(others), Ok(what)) = (self.notices(), serde_json::to_string(what)) {
            others.tell(topic, &what);
        }
    }

    /// Adds one entry to a journal, and what it finished to history and statistics: both or
    /// neither. When this returns `Ok` the entry is durable. The position is the only lock: of several processes that
    /// write there, one does. The same entry once more is answered as if it were written now.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] (there is another entry at the position, its predecessor is missing, or the table is not
    /// open), [`StoreError::Invalid`]. After [`StoreError::Failed`] it may turn out to be written: then the journal has it.
    pub async fn append(&self, table: TableId, entry: NewEntry) -> Result<(), StoreError> {
        entry.check()?;
        let (answer, answered) = oneshot::channel();
        let append = Append {
            table,
            entry,
            answer,
        };
        let sent = self.appends.send(append).await;
        sent.map_err(|_| StoreError::Closed)?;
        answered.await.unwrap_or(Err(StoreError::Closed))
    }

    /// One setting, as it was written.
    pub async fn setting(&self, scope: Scope, name: &str) -> Result<Option<String>, StoreError> {
        Ok(self.settings(scope).await?.remove(name))
    }

    /// For tests: writes a setting, or with `None` takes it away.
    ///
    /// # Errors
    /// [`StoreError::Invalid`].
    #[cfg(feature = "testing")]
    pub async fn set_setting(
        &self,
        scope: Scope,
        name: &str,
        value: Option<&str>,
    ) -> Result<(), StoreError> {
        let change = (name.to_owned(), value.map(str::to_owned));
        self.set_settings(scope, vec![change]).await
    }

    /// Looks whether the data are still where they were: cheap, to be called every second or two.
    ///
    /// # Errors
    /// [`StoreError::Moved`] while nothing can be written for that reason.
    pub fn check(&self) -> Result<(), StoreError> {
        self.database.check()
    }

    /// Waits for what is under way and closes the connections. Later calls fail.
    pub async fn close(&self) -> Result<(), StoreError> {
        self.database.part();
        self.database.close().await;
        Ok(())
    }

    /// Serves the tables of these shards from now on, or with `None` everything alone; called again now and then, it
    /// has others see that it still does.
    ///
    /// # Errors
    /// [`StoreError::InUse`] while another process serves some of them: only where it is one that starts is that a
    /// reason to end.
    pub async fn serve(
        &self,
        shards: Option<ShardRange>,
        now: UnixMillis,
    ) -> Result<(), StoreError> {
        let (holder, begun) = (name_holder(now), Instant::now());
        let first = !self.serves.swap(true, Ordering::Relaxed);
        if first {
            // What cannot be written serves nobody.
            let mut tx = self.writing("serve the tables").await?;
            let sql = "UPDATE meta SET value = value WHERE name = 'needs'";
            tx.run(sql, ()).await?;
            tx.commit().await?;
        }
        loop {
            let asked = self.database.serve(shards, &holder).await;
            let Some(holder) = asked.doing("serve the tables")? else {
                return Ok(());
            };
            if !first || !self.dialect.is_shared || begun.elapsed() >= PATIENCE {
                self.serves.store(!first, Ordering::Relaxed);
                return Err(StoreError::InUse(holder));
            }
            sleep(Duration::from_millis(200)).await;
        }
    }

    /// Waits for this process's turn in the queue for a bucket of gateway sessions: it is had until what this gives is
    /// dropped, or the process ends. `None` where no other process can be in it.
    pub async fn queue(&self, bucket: u32) -> Result<Option<Box<dyn Send>>, StoreError> {
        let queued = self.database.queue(bucket).await;
        queued.doing("queue for a session")
    }
}

/// Refuses data that only later versions may write. A later version's migrations are otherwise left
/// alone: they only add.
///
/// # Errors
/// [`StoreError::NeedsLater`], [`StoreError::Failed`].
pub(super) async fn check_needs(database: &dyn Database, ours: i64) -> Result<(), StoreError> {
    let mut tx = Tx::begin(database, Purpose::Read, "read what the data need").await?;
    let sql = "SELECT value FROM meta WHERE name = 'needs'";
    let row = tx.first(sql, ()).await?;
    let needs = row.and_then(|row| row.text(0).ok()?.parse::<i64>().ok());
    if let Some(needs) = needs.filter(|needs| *needs > ours) {
        // Whoever raised it had made that step; otherwise the number is damaged.
        let sql = "SELECT version FROM _sqlx_migrations WHERE version = $1";
        if tx.first(sql, needs).await?.is_some() {
            return Err(StoreError::NeedsLater { needs, ours });
        }
    }
    if needs.is_none_or(|needs| needs > ours) {
        tracing::warn!("what the data need cannot be read; they are taken for known ones");
    }
    Ok(())
}

/// Adds what was attempted to a driver's error.
trait Doing<T> {
    fn doing(self, doing: &'static str) -> Result<T, StoreError>;
}

impl<T> Doing<T> for Result<T, sqlx::Error> {
    fn doing(self, doing: &'static str) -> Result<T, StoreError> {
        self.map_err(|error| StoreError::failed(doing, &error))
    }
}

#[cfg(test)]
mod tests;
