//! Opening the store that an address names.

use std::path::PathBuf;
use std::sync::Arc;

#[cfg(feature = "postgres")]
use super::postgres::{self, Access};
use super::sqlite::reading;
use super::{Db, StoreError, sqlite};

/// Opens the store that `url` names, creating and migrating it as needed: `sqlite://FILE`,
/// `postgres://…` or `memory:`.
///
/// # Errors
/// [`StoreError::BadUrl`] for anything else (the address itself, which may hold a password, is not
/// repeated), [`StoreError::Failed`] if it cannot be opened, [`StoreError::TooOld`].
pub async fn connect(url: &str) -> Result<Arc<Db>, StoreError> {
    match url.split(':').next() {
        Some("memory") => sqlite::connect_to_memory().await,
        Some("sqlite") => sqlite::connect(sqlite::options(url)?).await,
        #[cfg(feature = "postgres")]
        Some("postgres" | "postgresql") => {
            postgres::connect(postgres::options(url)?, Access::Serve).await
        }
        #[cfg(not(feature = "postgres"))]
        Some("postgres" | "postgresql") => Err(StoreError::WithoutPostgres),
        _ => Err(StoreError::bad_url(url)),
    }
}

/// Opens a store that has to be there, only to be copied, in the version that it is of.
///
/// # Errors
/// As [`connect`]; [`StoreError::NoFile`], [`StoreError::Foreign`], [`StoreError::Earlier`] for a server.
pub async fn connect_to_copy(url: &str) -> Result<Arc<Db>, StoreError> {
    match url.starts_with("sqlite:") {
        true => reading::connect_to_copy(sqlite::options(url)?).await,
        false => connect_to_read(url).await,
    }
}

/// Opens a store that has to be there, only to be read: nothing of it changes. An SQLite file of an
/// earlier version is brought up to date in a copy.
///
/// # Errors
/// As [`connect`]; [`StoreError::NoFile`], [`StoreError::Foreign`], [`StoreError::Earlier`] for a server.
pub async fn connect_to_read(url: &str) -> Result<Arc<Db>, StoreError> {
    match url.split(':').next() {
        Some("sqlite") => reading::connect_to_read(sqlite::options(url)?).await,
        #[cfg(feature = "postgres")]
        Some("postgres" | "postgresql") => {
            postgres::connect(postgres::options(url)?, Access::Read).await
        }
        _ => connect(url).await,
    }
}

/// Opens a store that has to be there and up to date, to change something of it.
///
/// # Errors
/// As [`connect`]; [`StoreError::NoFile`], [`StoreError::Earlier`].
pub async fn connect_to_repair(url: &str) -> Result<Arc<Db>, StoreError> {
    match url.split(':').next() {
        Some("sqlite") => {
            let options = sqlite::options(url)?;
            reading::check_up_to_date(options.get_filename()).await?;
            sqlite::connect(options).await
        }
        #[cfg(feature = "postgres")]
        Some("postgres" | "postgresql") => {
            postgres::connect(postgres::options(url)?, Access::Repair).await
        }
        _ => connect(url).await,
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
