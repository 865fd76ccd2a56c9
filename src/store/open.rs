//! Opening the store that an address names.

use std::sync::Arc;

#[cfg(feature = "postgres")]
use super::postgres::{self, Access};
use super::{MemoryStore, Store, StoreError, sqlite};

/// Opens the store that `url` names, creating and migrating it as needed: `sqlite://FILE`,
/// `postgres://…` or `memory:`.
///
/// # Errors
/// [`StoreError::BadUrl`] for anything else (the address itself, which may hold a password, is not
/// repeated), [`StoreError::Failed`] if it cannot be opened.
pub async fn connect(url: &str) -> Result<Arc<dyn Store>, StoreError> {
    match url.split(':').next() {
        Some("memory") => Ok(Arc::new(MemoryStore::new())),
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
/// As [`connect`]; [`StoreError::NoFile`], [`StoreError::Earlier`] for a server.
pub async fn connect_to_copy(url: &str) -> Result<Arc<dyn Store>, StoreError> {
    match url.starts_with("sqlite:") {
        true => sqlite::connect_to_copy(sqlite::options(url)?).await,
        false => connect_to_read(url).await,
    }
}

/// Opens a store that has to be there, only to be read: nothing of it changes. An SQLite file of an
/// earlier version is brought up to date in a copy.
///
/// # Errors
/// As [`connect`]; [`StoreError::NoFile`], [`StoreError::Earlier`] for a server.
pub async fn connect_to_read(url: &str) -> Result<Arc<dyn Store>, StoreError> {
    match url.split(':').next() {
        Some("sqlite") => sqlite::connect_to_read(sqlite::options(url)?).await,
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
pub async fn connect_to_repair(url: &str) -> Result<Arc<dyn Store>, StoreError> {
    match url.split(':').next() {
        Some("sqlite") => {
            let options = sqlite::options(url)?;
            sqlite::check_up_to_date(options.get_filename()).await?;
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
    let options = url
        .starts_with("sqlite:")
        .then(|| sqlite::options(url).ok());
    sqlite::exposed(options.flatten()?.get_filename())
}
