//! Opening the store that an address names.

use std::path::PathBuf;
use std::sync::Arc;

#[cfg(feature = "postgres")]
use super::postgres;
use super::{Db, StoreError, sqlite};

/// What somebody who opens a store may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Make it, bring it up to date, and change it.
    Serve,
    /// Change something of one that is there and up to date.
    Repair,
    /// Read one that is there: nothing of it changes. An SQLite file of an earlier version is brought up to date in a copy.
    Read,
    /// Copy one that is there, in the version that it is of.
    Copy,
}

/// Opens the store that `url` names, creating and migrating it as needed: see [`open()`].
///
/// # Errors
/// As [`open()`].
pub async fn connect(url: &str) -> Result<Arc<Db>, StoreError> {
    open(url, Access::Serve).await
}

/// Opens the store that `url` names: `sqlite://FILE`, `postgres://…` or `memory:`.
///
/// # Errors
/// [`StoreError::BadUrl`] for anything else (the address itself, which may hold a password, is not
/// repeated), [`StoreError::Failed`] if it cannot be opened, [`StoreError::TooOld`]; unless it may be made,
/// [`StoreError::NoFile`], [`StoreError::Foreign`], [`StoreError::Earlier`].
pub async fn open(url: &str, access: Access) -> Result<Arc<Db>, StoreError> {
    match url.split(':').next() {
        Some("memory") => sqlite::connect_to_memory().await,
        Some("sqlite") => sqlite::connect(sqlite::options(url)?, access).await,
        #[cfg(feature = "postgres")]
        Some("postgres" | "postgresql") => postgres::connect(postgres::options(url)?, access).await,
        #[cfg(not(feature = "postgres"))]
        Some("postgres" | "postgresql") => Err(StoreError::WithoutPostgres),
        _ => Err(StoreError::bad_url(url)),
    }
}

/// The database file, if others on the machine can read it: it holds the seeds of running matches.
pub fn exposed(url: &str) -> Option<String> {
    sqlite::exposed(&file(url)?)
}

/// How many bytes the disk still takes on which the database file lies; nothing if there is none, or that
/// cannot be asked.
pub fn room(url: &str) -> Option<u64> {
    sqlite::room(&file(url)?)
}

/// The database file, and what the network disk is called on which it lies or will lie: it may be spoiled there.
pub fn network_disk(url: &str) -> Option<(String, &'static str)> {
    let file = file(url)?;
    let disk = sqlite::network_disk(&file)?;
    Some((file.display().to_string(), disk))
}

fn file(url: &str) -> Option<PathBuf> {
    let options = url.starts_with("sqlite:").then(|| sqlite::options(url));
    Some(options?.ok()?.get_filename().to_owned())
}
