//! Database files that are only read: by tools, which must not change what they look at.
//!
//! A file that no process has open is read without the logs that SQLite would make beside it. One of
//! an earlier version is brought up to date in a private copy that goes with the reader.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool};
use sqlx::{ConnectOptions as _, Connection as _};

use super::place::{FilePlace, vacuum_into, with_ending};
use super::{Pools, SqliteFile, check_file, failed_at, open};
use crate::store::sql::check_needs;
use crate::store::{Fault, StoreError, migrations};

/// Opens a file as it is, only to be read.
///
/// # Errors
/// [`StoreError::NoFile`]; [`StoreError::Foreign`], [`StoreError::TooOld`].
pub async fn open_to_read(path: &Path) -> Result<SqliteFile, StoreError> {
    let doing = "open the database file";
    // Its log lies beside the file itself.
    let path = &super::resolved(path);
    if !path.is_file() {
        return Err(StoreError::NoFile {
            file: path.display().to_string(),
        });
    }
    check_file(path)?;
    let quiet = !with_ending(path, "-wal").exists();
    let options = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .immutable(quiet)
        .busy_timeout(super::PATIENCE)
        .disable_statement_logging();
    let failed = |error: sqlx::Error| failed_at(path, doing, &error);
    let pools = Pools::open(&options, false).await.map_err(failed)?;
    let file = path.display().to_string();
    let refused = match steps_made(&pools.readers).await {
        Ok(made) if made.is_empty() => Some(StoreError::Foreign { file }),
        Ok(made) if migrations::are_too_old(&made) => Some(StoreError::TooOld { data: file }),
        Ok(_) => None,
        Err(error) => Some(failed(error)),
    };
    if let Some(refused) = refused {
        pools.close().await;
        return Err(refused);
    }
    let place = FilePlace::of(path.to_owned());
    let mut place = place.map_err(|error| failed_at(path, doing, &error.into()))?;
    place.quiet = quiet;
    Ok(SqliteFile::new(pools, place))
}

/// The numbers of the migrations that were made; none if it is a database of something else.
async fn steps_made(pool: &SqlitePool) -> Result<Vec<i64>, sqlx::Error> {
    let known = "SELECT COUNT(*) FROM sqlite_master WHERE name = '_sqlx_migrations'";
    let known: i64 = sqlx::query_scalar(known).fetch_one(pool).await?;
    if known == 0 {
        return Ok(Vec::new());
    }
    let sql = "SELECT version FROM _sqlx_migrations WHERE success ORDER BY version";
    sqlx::query_scalar(sql).fetch_all(pool).await
}

/// Refuses a file that a version before 0.1.0 made, before anything of it is touched. Whatever else is
/// wrong with it is told when it is opened.
///
/// # Errors
/// [`StoreError::TooOld`].
pub async fn check_age(path: &Path) -> Result<(), StoreError> {
    match open_to_read(path).await {
        Ok(file) => {
            file.pools.close().await;
            Ok(())
        }
        Err(error @ StoreError::TooOld { .. }) => Err(error),
        Err(_) => Ok(()),
    }
}

/// Refuses a file of an earlier version.
///
/// # Errors
/// [`StoreError::Earlier`]; those of [`open_to_read`].
pub async fn check_up_to_date(path: &Path) -> Result<(), StoreError> {
    let file = open_to_read(path).await?;
    let earlier = file.earlier().await;
    file.pools.close().await;
    earlier?.map_or(Ok(()), Err)
}

impl SqliteFile {
    /// Why it cannot be read as one of this version, if it is of an earlier one.
    async fn earlier(&self) -> Result<Option<StoreError>, StoreError> {
        let made = steps_made(&self.pools.readers).await;
        let made = made.map_err(|error| StoreError::failed("read the database file", &error))?;
        let lacks = migrations::SQLITE.lacks(&made);
        Ok(lacks.then(|| StoreError::Earlier {
            theirs: made.last().copied().unwrap_or(0),
            ours: migrations::SQLITE.latest(),
        }))
    }

    /// The same data in the form of this version: a private copy, where that has to be made.
    pub(in crate::store) async fn up_to_date(self) -> Result<SqliteFile, StoreError> {
        let doing = "bring a copy of the database up to date";
        if self.earlier().await?.is_none() {
            check_needs(&self, migrations::SQLITE.latest()).await?;
            return Ok(self);
        }
        let failed = |error: sqlx::Error| StoreError::failed(doing, &error);
        let folder = tempfile::tempdir().map_err(|error| failed(error.into()))?;
        let copy = folder.path().join("copy.db");
        let mut reader = self.pools.readers.acquire().await.map_err(failed)?;
        let copied = vacuum_into(&mut reader, &copy).await;
        copied.map_err(failed)?;
        drop(reader);
        self.pools.close().await;
        let mut file = open(SqliteConnectOptions::new().filename(&copy)).await?;
        file.folder = Some(folder);
        Ok(file)
    }

    /// What SQLite finds wrong with the form of the file, and references to rows that are missing.
    pub(super) async fn look_through(&self) -> Result<Vec<String>, sqlx::Error> {
        let mut reader = self.pools.readers.acquire().await?;
        let form = "PRAGMA integrity_check(20)";
        let found = sqlx::query_scalar(form).fetch_all(&mut *reader).await;
        let mut faults: Vec<String> = match found {
            Ok(found) => found,
            // What is damaged so that it cannot even be looked through is a finding, too.
            Err(error) if is_damage(&error) => vec![error.to_string()],
            Err(error) => return Err(error),
        };
        faults.retain(|line| line != "ok");
        if !faults.is_empty() {
            return Ok(faults);
        }
        let references = "SELECT \"table\", COUNT(*) FROM pragma_foreign_key_check GROUP BY 1";
        let found: Vec<(String, i64)> = sqlx::query_as(references).fetch_all(&mut *reader).await?;
        let line = |(name, rows)| format!("{rows} rows of {name} belong to a row that is missing");
        faults.extend(found.into_iter().map(line));
        Ok(faults)
    }
}

fn is_damage(error: &sqlx::Error) -> bool {
    let found = StoreError::failed("look through the database file", error);
    let fault = Fault::Malformed;
    matches!(found, StoreError::Failed { fault: found, .. } if found == fault)
}

/// Makes a copy one file without logs.
pub async fn without_logs(file: &Path) -> Result<(), StoreError> {
    change(file, "SELECT 1", &[]).await
}

/// Writes a name and a value into the notes of a copy.
pub async fn note(file: &Path, name: &str, value: &str) -> Result<(), StoreError> {
    let sql = "INSERT INTO meta (name, value) VALUES ($1, $2) \
               ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    change(file, sql, &[name, value]).await
}

async fn change(file: &Path, sql: &str, values: &[&str]) -> Result<(), StoreError> {
    let change = async {
        let options = SqliteConnectOptions::new().filename(file);
        let options = options.journal_mode(SqliteJournalMode::Delete);
        let mut copy = options.disable_statement_logging().connect().await?;
        let query = values
            .iter()
            .fold(sqlx::query(sql), |query, value| query.bind(*value));
        query.execute(&mut copy).await?;
        copy.close().await
    };
    let changed: Result<(), sqlx::Error> = change.await;
    changed.map_err(|error| StoreError::failed("make a backup", &error))
}
