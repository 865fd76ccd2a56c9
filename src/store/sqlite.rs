//! The store in an SQLite file: one process on one machine, no setup.
//!
//! The file has a write-ahead log that is synced with every commit, so acknowledged data survives a
//! power cut. All writes use one connection (SQLite allows one writer at a time, and queueing here
//! is fairer than retrying there); reads use a few others.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::ConnectOptions as _;
use sqlx::sqlite::{
    Sqlite, SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};

use super::sql::{Dialect, Purpose, SqlStore, transaction};
use super::{Fault, Store, StoreError};

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("src/store/migrations/sqlite");

/// How long to wait for another process's lock on the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// The connection options of a URL such as `sqlite://tractor.db`.
///
/// # Errors
/// [`StoreError::BadUrl`]; also for a database in memory, as each connection would have its own.
pub fn options(url: &str) -> Result<SqliteConnectOptions, StoreError> {
    if url.contains(":memory:") || url.contains("mode=memory") {
        return Err(StoreError::BadUrl);
    }
    SqliteConnectOptions::from_str(url).map_err(|_| StoreError::BadUrl)
}

/// Opens the file, creating and migrating it as needed.
///
/// # Errors
/// [`StoreError::Failed`] if it cannot be opened or written, or was made by a newer version.
pub async fn connect(options: SqliteConnectOptions) -> Result<Arc<dyn Store>, StoreError> {
    Ok(Arc::new(SqlStore::new(open(options).await?)))
}

/// Opens the database itself.
pub(super) async fn open(options: SqliteConnectOptions) -> Result<File, StoreError> {
    let doing = "open the database file";
    let failed = |error: sqlx::Error| StoreError::failed(doing, &error);
    let options = options
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(PATIENCE)
        .disable_statement_logging();
    let writer = SqlitePoolOptions::new().max_connections(1);
    let writer = writer.connect_with(options.clone()).await.map_err(failed)?;
    MIGRATIONS
        .run(&writer)
        .await
        .map_err(|error| migration_failed(doing, error))?;
    let readers = SqlitePoolOptions::new().max_connections(4);
    let readers = readers.connect_with(options).await.map_err(failed)?;
    Ok(File { writer, readers })
}

/// Distinguishes an unreachable database from one whose schema this version does not expect.
pub(super) fn migration_failed(
    doing: &'static str,
    error: sqlx::migrate::MigrateError,
) -> StoreError {
    match error {
        sqlx::migrate::MigrateError::Execute(error)
        | sqlx::migrate::MigrateError::ExecuteMigration(error, _) => {
            StoreError::failed(doing, &error)
        }
        error => StoreError::Failed {
            doing,
            fault: Fault::Other,
            detail: error.to_string(),
        },
    }
}

/// A file with its connections.
pub(super) struct File {
    writer: SqlitePool,
    readers: SqlitePool,
}

transaction!(Sqlite);

/// Begins a transaction. When SQLite rolls one back by itself (on a full disk, say), the driver
/// still considers it open and would refuse all later ones: such a connection is replaced.
async fn begin(
    pool: &SqlitePool,
    sql: &'static str,
) -> Result<sqlx::Transaction<'static, Sqlite>, sqlx::Error> {
    for _ in 0..pool.options().get_max_connections() {
        match pool.begin_with(sql).await {
            Err(sqlx::Error::InvalidSavePointStatement) => pool.acquire().await?.close().await?,
            begun => return begun,
        }
    }
    pool.begin_with(sql).await
}

impl Dialect for File {
    // The only writer needs no locks.
    const KEEP: &'static str = "";
    type Tx = sqlx::Transaction<'static, Sqlite>;

    async fn begin(&self, purpose: Purpose) -> Result<Self::Tx, sqlx::Error> {
        match purpose {
            Purpose::Read => begin(&self.readers, "BEGIN").await,
            Purpose::Write => begin(&self.writer, "BEGIN IMMEDIATE").await,
        }
    }

    async fn close(&self) {
        self.readers.close().await;
        // A connection on its way back to a pool of one may outlive the closing of the pool, and
        // the log is moved into the file only when the last connection is closed.
        if let Ok(last) = self.writer.acquire().await {
            let _ = last.close().await;
        }
        self.writer.close().await;
    }
}
