//! Opening the store that an address names.

use std::sync::Arc;

#[cfg(feature = "postgres")]
use super::postgres;
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
        Some("postgres" | "postgresql") => postgres::connect(postgres::options(url)?).await,
        #[cfg(not(feature = "postgres"))]
        Some("postgres" | "postgresql") => Err(StoreError::WithoutPostgres),
        _ => Err(StoreError::BadUrl),
    }
}

/// The same for a store that has to be there already: no file is made.
///
/// # Errors
/// As [`connect`], and [`StoreError::NoFile`] if there is no such file.
pub async fn connect_existing(url: &str) -> Result<Arc<dyn Store>, StoreError> {
    if url.starts_with("sqlite:") {
        let options = sqlite::options(url)?;
        let file = options.get_filename();
        if !file.exists() {
            let file = file.display().to_string();
            return Err(StoreError::NoFile { file });
        }
    }
    connect(url).await
}
