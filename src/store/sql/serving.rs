//! Who serves the tables: that a second process does not serve the same, and what waits for its turn with Discord.
//!
//! It only keeps an operator from starting one process too many. Whoever writes a journal is judged by its positions.

use super::*;
use crate::store::process::name_holder;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long a process that starts waits for one before it whose end the server has not noticed yet.
const PATIENCE: Duration = Duration::from_secs(12);

impl Db {
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
                return Err(StoreError::InUse { holder });
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
