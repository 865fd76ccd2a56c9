//! The store in an SQLite file: one process on one machine, no setup.
//!
//! The file has a write-ahead log that is synced with every commit, so acknowledged data survives a
//! power cut. All writes use one connection (SQLite allows one writer at a time, and queueing here
//! is fairer than retrying there); reads use a few others.
//!
//! A database that ends with the program: in memory, so that its only connection is everybody's.

use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use sqlx::migrate::MigrateError;
use sqlx::sqlite::{
    Sqlite, SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool,
    SqlitePoolOptions, SqliteSynchronous, SqliteTransactionManager,
};
use sqlx::{ConnectOptions as _, Connection as _, TransactionManager as _};
use tempfile::TempDir;

use super::sql::{
    Answer, Database, Db, Dialect, Purpose, Transaction, check_needs, notice_backup, transaction,
};
use super::{Access, Fault, ShardRange, StoreError, migrations};

use self::place::{FilePlace, ServingLock, has_no_log, sync_folder, vacuum_into};
pub(super) use self::place::{PARTIAL, begin_copy, with_ending};
pub use self::place::{create_private, exposed, network_disk, room};

pub(super) mod place;

/// How long to wait for another process's lock on the file.
const PATIENCE: Duration = Duration::from_secs(5);

/// The connection options of a URL such as `sqlite://tractor.db`.
///
/// # Errors
/// [`StoreError::BadUrl`]; also for a database in memory, as each connection would have its own.
pub fn options(url: &str) -> Result<SqliteConnectOptions, StoreError> {
    if url.contains(":memory:") || url.contains("mode=memory") {
        return Err(StoreError::bad_url(url));
    }
    SqliteConnectOptions::from_str(url).map_err(|_| StoreError::bad_url(url))
}

/// Opens the file, as far as that is allowed.
///
/// # Errors
/// [`StoreError::Failed`] if it cannot be opened or written, [`StoreError::TooOld`],
/// [`StoreError::NeedsLater`]; see [`super::open()`].
pub async fn connect(options: SqliteConnectOptions, access: Access) -> Result<Arc<Db>, StoreError> {
    let path = options.get_filename();
    Ok(Db::over(match access {
        Access::Copy => place::open_to_read(path).await?,
        Access::Read => place::open_to_read(path).await?.up_to_date().await?,
        Access::Serve | Access::Repair => {
            if access == Access::Repair {
                place::check_up_to_date(path).await?;
            }
            let file = open(options).await?;
            notice_backup(&file).await?;
            file
        }
    }))
}

/// A new store that ends with the program.
///
/// # Errors
/// [`StoreError::Failed`].
#[cfg(not(feature = "testing"))]
pub async fn connect_to_memory() -> Result<Arc<Db>, StoreError> {
    Ok(Db::over(SqliteMemory::new().await?))
}

/// The same, without simulated time going by.
///
/// # Errors
/// [`StoreError::Failed`].
#[cfg(feature = "testing")]
#[expect(clippy::unused_async, reason = "as the other one")]
pub async fn connect_to_memory() -> Result<Arc<Db>, StoreError> {
    Ok(super::testing::MemoryStore::new().own())
}

/// Opens the database itself.
pub(super) async fn open(options: SqliteConnectOptions) -> Result<SqliteFile, StoreError> {
    let doing = "open the database file";
    // Links are followed once, so that all who open the file by any name agree on its place.
    let path = resolved(options.get_filename());
    check_file(&path)?;
    match path.exists() {
        true => place::check_age(&path).await?,
        false => make_new(&path).await?,
    }
    let options = lasting(options.filename(&path));
    let failed = |error: sqlx::Error| failed_at(&path, doing, &error);
    let pools = Pools::open(&options).await.map_err(failed)?;
    let migrated = migrations::SQLITE.make(&pools.writer).await;
    migrated.map_err(|error| migration_failed(doing, error).at(&path))?;
    let place = FilePlace::of(path.clone()).map_err(|error| failed(error.into()))?;
    let file = SqliteFile::new(pools, place);
    check_needs(&file, migrations::SQLITE.latest()).await?;
    Ok(file)
}

/// How a file is opened by whoever writes to it.
fn lasting(options: SqliteConnectOptions) -> SqliteConnectOptions {
    options
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(PATIENCE)
        .disable_statement_logging()
}

/// Where a file is, or will be, if a link leads there.
fn resolved(path: &Path) -> PathBuf {
    let resolved = std::fs::canonicalize(path).or_else(|_| {
        let target = std::fs::read_link(path)?;
        std::io::Result::Ok(path.parent().unwrap_or(Path::new("")).join(target))
    });
    resolved.unwrap_or_else(|_| path.to_owned())
}

/// Refuses what cannot be a database: a file in a folder that does not exist, or without a byte. A
/// new store gets its name only when it is complete.
fn check_file(path: &Path) -> Result<(), StoreError> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    if let Some(folder) = folder.filter(|folder| !folder.exists()) {
        return Err(StoreError::NoFolder(folder.display().to_string()));
    }
    let length = std::fs::metadata(path).map_or(u64::MAX, |data| data.len());
    let log = std::fs::metadata(with_ending(path, "-wal")).map_or(0, |data| data.len());
    match (length, log) {
        (0, 0) => Err(StoreError::Empty(path.display().to_string())),
        // SQLite would take it for the file's own, and spoil that with it.
        (_, 1..) if !path.exists() || has_no_log(path) => {
            Err(StoreError::StrangeLog(path.display().to_string()))
        }
        _ => Ok(()),
    }
}

/// The error for a failed statement, with the file that it concerned.
fn failed_at(path: &Path, doing: &'static str, error: &sqlx::Error) -> StoreError {
    StoreError::failed(doing, error).at(path)
}

/// Makes a new store at a place where nothing is: private from its first byte, and complete when it
/// has its name.
async fn make_new(path: &Path) -> Result<(), StoreError> {
    let doing = "make the database file";
    let failed = |error: sqlx::Error| failed_at(path, doing, &error);
    let fresh = with_ending(path, &format!(".new-{}", super::process::new_id()));
    let made = async {
        create_private(&fresh).map_err(|error| failed(error.into()))?;
        // Without a log beside it: what is not in the file itself would be lost with its name.
        let options = lasting(SqliteConnectOptions::new().filename(&fresh));
        let options = options.journal_mode(SqliteJournalMode::Delete);
        let pools = Pools::open(&options).await.map_err(failed)?;
        let migrated = migrations::SQLITE.make(&pools.writer).await;
        pools.close().await;
        migrated.map_err(|error| migration_failed(doing, error))?;
        match std::fs::hard_link(&fresh, path) {
            // Another process was faster.
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
            Err(_) => std::fs::rename(&fresh, path).map_err(|error| failed(error.into())),
            Ok(()) => Ok(()),
        }
    };
    let made = made.await;
    for end in ["", "-journal"] {
        let _ = std::fs::remove_file(with_ending(&fresh, end));
    }
    sync_folder(path);
    made
}

/// Opens a file that may have to be made.
pub(super) async fn create(file: &Path) -> Result<SqliteFile, StoreError> {
    open(SqliteConnectOptions::new().filename(file)).await
}

/// Distinguishes an unreachable database from one whose schema this version does not expect.
pub(super) fn migration_failed(doing: &'static str, error: MigrateError) -> StoreError {
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => {
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
pub(super) struct SqliteFile {
    pools: Pools,
    place: FilePlace,
    /// Keeps other processes from serving it.
    lock: Mutex<Option<ServingLock>>,
    /// Where the file is, if it is a copy that goes with this.
    folder: Option<TempDir>,
    /// Why it cannot be read as one of this version, if it is of an earlier one.
    earlier: Option<StoreError>,
}

impl SqliteFile {
    fn new(pools: Pools, place: FilePlace) -> Self {
        SqliteFile {
            pools,
            place,
            lock: Mutex::default(),
            folder: None,
            earlier: None,
        }
    }
}

/// The connections to a file. None is ever closed and opened again by the pool itself.
struct Pools {
    writer: SqlitePool,
    readers: SqlitePool,
}

impl Pools {
    async fn open(options: &SqliteConnectOptions) -> Result<Pools, sqlx::Error> {
        let options = options.clone().create_if_missing(false);
        let pool = |most| lasting_pool().max_connections(most);
        let writer = pool(1).connect_with(options.clone()).await?;
        let readers = pool(4).connect_with(options).await?;
        Ok(Pools { writer, readers })
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

/// A pool whose connections stay open.
fn lasting_pool() -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_lifetime(None)
        .idle_timeout(None)
        .after_release(|connection, _| Box::pin(rolled_back(connection)))
}

/// Ends a transaction that is still open on a connection when it is given back: whoever stops
/// waiting while one begins leaves it open. `false` if the driver takes one for open that SQLite
/// has rolled back by itself (on a full disk, say): it would refuse all later ones there.
async fn rolled_back(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    if !connection.is_in_transaction() {
        return Ok(true);
    }
    Ok(SqliteTransactionManager::rollback(connection).await.is_ok())
}

transaction!(Sqlite);

const DIALECT: Dialect = Dialect {
    is_file: true,
    numbered: "",
    renumber: "",
    is_shared: false,
};

impl Database for SqliteFile {
    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }

    fn begin(&self, purpose: Purpose) -> Answer<'_, Box<dyn Transaction>> {
        Box::pin(async move {
            if let Some(moved) = self.place.look() {
                return Err(sqlx::Error::Configuration(Box::new(moved)));
            }
            let begun = match purpose {
                Purpose::Read => self.pools.readers.begin_with("BEGIN").await,
                Purpose::Write => self.pools.writer.begin_with("BEGIN IMMEDIATE").await,
            };
            Ok(Box::new(begun?) as Box<dyn Transaction>)
        })
    }

    fn serve<'a>(&'a self, _: Option<ShardRange>, holder: &'a str) -> Answer<'a, Option<String>> {
        Box::pin(async move {
            let mut lock = self.lock.lock();
            if lock.is_none() {
                match ServingLock::take(&self.place.path, holder)? {
                    Ok(taken) => *lock = taken,
                    Err(other) => return Ok(Some(other)),
                }
            }
            Ok(None)
        })
    }

    fn copy_to<'a>(&'a self, file: &'a Path) -> Answer<'a, ()> {
        Box::pin(async move {
            let mut reader = self.pools.readers.acquire().await?;
            vacuum_into(&mut reader, file).await
        })
    }

    fn faults(&self) -> Answer<'_, Vec<String>> {
        Box::pin(self.look_through())
    }

    fn check(&self) -> Result<(), StoreError> {
        self.place.look().map_or(Ok(()), Err)
    }

    fn part(&self) {
        self.lock.lock().take();
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.pools.close())
    }
}

pub(super) struct SqliteMemory(SqlitePool);

impl SqliteMemory {
    /// An empty one.
    ///
    /// # Errors
    /// [`StoreError::Failed`].
    pub async fn new() -> Result<Self, StoreError> {
        let doing = "make a database in memory";
        let options = SqliteConnectOptions::new().in_memory(true);
        let options = options.foreign_keys(true).disable_statement_logging();
        let pool = lasting_pool().max_connections(1).connect_with(options);
        let pool = pool
            .await
            .map_err(|error| StoreError::failed(doing, &error))?;
        let migrated = migrations::SQLITE.make(&pool).await;
        migrated.map_err(|error| migration_failed(doing, error))?;
        Ok(Self(pool))
    }
}

impl Database for SqliteMemory {
    fn dialect(&self) -> &'static Dialect {
        &Dialect {
            is_file: false,
            ..DIALECT
        }
    }

    fn begin(&self, _: Purpose) -> Answer<'_, Box<dyn Transaction>> {
        Box::pin(async move {
            let begun = self.0.begin_with("BEGIN IMMEDIATE").await?;
            Ok(Box::new(begun) as Box<dyn Transaction>)
        })
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.0.close())
    }
}
