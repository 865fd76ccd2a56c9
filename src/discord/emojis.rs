//! The bot's own emojis: the faces of cards as Discord keeps them.
//!
//! Decides when Discord's list is compared with what is drawn, which process changes it, and which
//! emojis pages may show. Without emojis, or while they are not complete, cards are written as text;
//! nothing waits for them. How icons look, and where they are used, is decided elsewhere.
//!
//! Of several processes the one that serves shard 0 changes the list, as the store gives each shard
//! to one living process alone; the others look again and again until everything is there.

pub mod inventory;
pub mod renewal;
pub mod tool;

#[cfg(test)]
mod tests;

use std::time::Duration;

use tokio::time::sleep;

use super::delivery::Delivery;
use crate::config::Shards;
use crate::host::Held;
use crate::text::faces::PublishedFaces;
use inventory::Inventory;
use renewal::{Renewal, Trouble};

/// What this process does about the emojis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Duty {
    /// Keeps them in order, alone.
    Alone,
    /// Keeps them in order while other processes use them too, which may be older.
    ForOthers,
    /// Uses what another process put there.
    Reads,
}

impl Duty {
    /// The duty of a process that serves these shards; `None` for all.
    pub fn of(shards: Option<Shards>) -> Self {
        match shards {
            None => Duty::Alone,
            Some(shards) if shards.first > 0 => Duty::Reads,
            Some(shards) if shards.last + 1 < shards.total => Duty::ForOthers,
            Some(_) => Duty::Alone,
        }
    }

    /// The duty of a process among those that share shards as they come and go.
    pub fn among(held: &Held) -> Self {
        match (held.has_company(), held.shards.contains(&0)) {
            (false, _) => Duty::Alone,
            (true, true) => Duty::ForOthers,
            (true, false) => Duty::Reads,
        }
    }
}

/// How often is looked whether all is as it was.
const LOOK_AGAIN: Duration = Duration::from_secs(60 * 60);
/// The pause after the first time that not everything was there; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(6 * 60 * 60);
/// The least time between two looks.
const LEAST_PAUSE: Duration = Duration::from_secs(30);

/// Keeps the emojis in order and publishes those that pages may show, until it is dropped. `duty` is asked
/// before each look.
pub async fn keep(
    delivery: Delivery,
    faces: PublishedFaces,
    duty: impl Fn() -> Duty + Send + 'static,
) {
    let renewal = match Renewal::new(delivery.clone()).await {
        Ok(renewal) => renewal,
        Err(trouble) => return tracing::warn!(%trouble, "{WITHOUT}"),
    };
    let mut keeper = Keeper {
        renewal,
        faces,
        duty: duty(),
        rounds: 0,
        failed: 0,
    };
    loop {
        keeper.duty = duty();
        let pause = keeper.round().await;
        let missed = async {
            sleep(LEAST_PAUSE).await;
            delivery.emoji_missed().await;
            tracing::warn!("Discord did not know an emoji of a message; looking which are there");
        };
        tokio::select! {
            () = sleep(pause) => {}
            () = missed => {}
        }
    }
}

const WITHOUT: &str = "not all emojis are there; where they are missing cards are written as text";

struct Keeper {
    renewal: Renewal,
    faces: PublishedFaces,
    duty: Duty,
    /// Rounds that ended well.
    rounds: u64,
    /// Rounds in a row that did not.
    failed: u32,
}

impl Keeper {
    /// Does what is to be done now; says when to look again.
    async fn round(&mut self) -> Duration {
        match self.work().await {
            Ok(inventory) if inventory.missing.is_empty() => {
                self.failed = 0;
                self.rounds += 1;
                return LOOK_AGAIN;
            }
            Ok(inventory) => {
                let missing = inventory.missing.len();
                tracing::debug!(missing, "waiting for the process that serves shard 0");
            }
            // Once is enough: it is tried again for as long as it takes.
            Err(trouble) if self.failed == 0 => tracing::warn!(%trouble, "{WITHOUT}"),
            Err(trouble) => tracing::debug!(%trouble, "{WITHOUT}"),
        }
        let pause = FIRST_PAUSE.saturating_mul(1 << self.failed.min(16));
        self.failed += 1;
        pause.min(LONGEST_PAUSE)
    }

    async fn work(&self) -> Result<Inventory, Trouble> {
        let inventory = self.renewal.look().await?;
        self.faces.publish(inventory.faces());
        if self.duty == Duty::Reads {
            return Ok(inventory);
        }
        let missing = inventory.missing.len();
        if missing > 0 {
            tracing::info!(missing, "uploading emojis");
        }
        let publish = |inventory: &Inventory| self.faces.publish(inventory.faces());
        let inventory = self.renewal.upload(inventory, publish).await?;
        if missing > 0 {
            tracing::info!(uploaded = missing, "all emojis are there");
        }
        // Processes of the version before still show theirs; by the next look they are gone.
        if inventory.stale.is_empty() || self.duty == Duty::ForOthers && self.rounds == 0 {
            return Ok(inventory);
        }
        let stale = inventory.stale.len();
        let inventory = self.renewal.delete(inventory).await?;
        tracing::info!(stale, "emojis of older drawings are deleted");
        Ok(inventory)
    }
}
