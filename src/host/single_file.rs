//! What reads, changes and writes back something outside of tables, done by one at a time.

use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard};

/// A place that one request at a time may be at; clones are the same place.
#[derive(Debug, Clone, Default)]
pub struct SingleFile(Arc<Mutex<()>>);

impl SingleFile {
    /// Waits for its turn. Others wait until what is returned is dropped.
    pub async fn enter(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.0).lock_owned().await
    }
}
