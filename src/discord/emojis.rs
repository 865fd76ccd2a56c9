//! The bot's own emojis: the faces of cards as Discord keeps them.
//!
//! Decides when Discord's list is compared with what is drawn, which process changes it, and which
//! emojis pages may show. Without emojis, or while they are not complete, cards are written as text;
//! nothing waits for them. How icons look, and where they are used, is decided elsewhere.
//!
//! Of several processes the one that serves shard 0 changes the list, as the store gives each shard
//! to one living process alone; the others look again and again until everything is there.

pub mod inventory;
pub mod tool;

#[cfg(test)]
mod tests;

use std::time::Duration;

use tokio::time::sleep;

use super::outbox::answers::Failure;
use super::outbox::{ListedEmoji, Outbox};
use crate::art::Icon;
use crate::host::off_thread;
use crate::store::ShardRange;
use crate::text::faces::PublishedFaces;
use inventory::{DrawnIcon, Inventory, MOST, Set};

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
    pub fn of(shards: Option<ShardRange>) -> Self {
        match shards {
            None => Duty::Alone,
            Some(shards) if shards.first > 0 => Duty::Reads,
            Some(shards) if shards.last + 1 < shards.total => Duty::ForOthers,
            Some(_) => Duty::Alone,
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

/// Keeps the emojis in order and publishes those that pages may show, until it is dropped.
pub async fn keep(outbox: Outbox, faces: PublishedFaces, duty: Duty) {
    let renewal = match Renewal::new(outbox.clone()).await {
        Ok(renewal) => renewal,
        Err(trouble) => return tracing::warn!(%trouble, "{WITHOUT}"),
    };
    // Whether a look ended well before, and how many in a row did not.
    let (mut settled, mut failed) = (false, 0_u32);
    loop {
        let outcome = renewal.work(&faces, duty, settled).await;
        let pause = match &outcome {
            Ok(inventory) if inventory.missing.is_empty() => LOOK_AGAIN,
            _ => FIRST_PAUSE
                .saturating_mul(1 << failed.min(16))
                .min(LONGEST_PAUSE),
        };
        match outcome {
            Ok(inventory) if inventory.missing.is_empty() => (settled, failed) = (true, 0),
            Ok(inventory) => {
                let missing = inventory.missing.len();
                tracing::debug!(missing, "waiting for the process that serves shard 0");
                failed += 1;
            }
            Err(trouble) => {
                // Once is enough: it is tried again for as long as it takes.
                match failed {
                    0 => tracing::warn!(%trouble, "{WITHOUT}"),
                    _ => tracing::debug!(%trouble, "{WITHOUT}"),
                }
                failed += 1;
            }
        }
        let missed = async {
            sleep(LEAST_PAUSE).await;
            outbox.emoji_missed().await;
            tracing::warn!("Discord did not know an emoji of a message; looking which are there");
        };
        tokio::select! {
            () = sleep(pause) => {}
            () = missed => {}
        }
    }
}

const WITHOUT: &str = "not all emojis are there; where they are missing cards are written as text";

/// Why the emojis are not as they should be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EmojiTrouble {
    #[error(transparent)]
    Refused(#[from] Failure),
    #[error("an icon could not be drawn")]
    Undrawn,
    #[error(
        "there is room for {room} of {missing} emojis that are missing: a bot has {MOST} at most, \
         and {others} of them are somebody else's"
    )]
    Full {
        /// How many more Discord takes.
        room: usize,
        missing: usize,
        /// How many are not ours.
        others: usize,
    },
    #[error("{missing} emojis are not there although they were uploaded")]
    Vanished { missing: usize },
}

/// Uploads what is missing and deletes what is stale, one emoji after the other.
#[derive(Clone)]
pub struct Renewal {
    outbox: Outbox,
    drawn: Vec<DrawnIcon>,
}

impl Renewal {
    /// A renewal to all icons as they are drawn now.
    ///
    /// # Errors
    /// [`EmojiTrouble::Undrawn`].
    pub async fn new(outbox: Outbox) -> Result<Self, EmojiTrouble> {
        let drawn = off_thread(inventory::drawn).await;
        let drawn = drawn.ok_or(EmojiTrouble::Undrawn)?;
        Ok(Self { outbox, drawn })
    }

    /// Does what is to be done now; gives what Discord holds then.
    async fn work(
        &self,
        faces: &PublishedFaces,
        duty: Duty,
        settled: bool,
    ) -> Result<Inventory, EmojiTrouble> {
        let publish = |inventory: &Inventory| faces.publish(inventory.faces());
        let inventory = self.look().await?;
        publish(&inventory);
        if duty == Duty::Reads {
            return Ok(inventory);
        }
        let missing = inventory.missing.len();
        if missing > 0 {
            tracing::info!(missing, "uploading emojis");
        }
        let inventory = self.upload(inventory, publish).await?;
        if missing > 0 {
            tracing::info!(uploaded = missing, "all emojis are there");
        }
        // Processes of the version before still show theirs; by the next look they are gone.
        let stale = inventory.stale.len();
        if stale == 0 || duty == Duty::ForOthers && !settled {
            return Ok(inventory);
        }
        let inventory = self.delete(inventory).await?;
        tracing::info!(stale, "emojis of older drawings are deleted");
        Ok(inventory)
    }

    /// What Discord holds now.
    ///
    /// # Errors
    /// [`EmojiTrouble::Refused`].
    pub async fn look(&self) -> Result<Inventory, EmojiTrouble> {
        let listed = self.outbox.emojis().await?;
        Ok(Inventory::new(&self.drawn, listed))
    }

    /// Uploads what is missing, as far as there is room, and looks what Discord holds then. `told`
    /// hears of each set that is complete.
    ///
    /// # Errors
    /// [`EmojiTrouble`]; what was uploaded before stays.
    pub async fn upload(
        &self,
        mut inventory: Inventory,
        mut told: impl FnMut(&Inventory),
    ) -> Result<Inventory, EmojiTrouble> {
        if inventory.missing.is_empty() {
            return Ok(inventory);
        }
        if inventory.room() < inventory.missing.len() && !inventory.stale.is_empty() {
            inventory = self.delete(inventory).await?;
        }
        let (room, missing, others) = (inventory.room(), inventory.missing.len(), inventory.others);
        for (icon, name) in inventory.fitting() {
            self.upload_one(&mut inventory, icon, &name).await?;
            if inventory.is_complete(Set::of(icon)) {
                told(&inventory);
            }
        }
        let inventory = self.look().await?;
        told(&inventory);
        match inventory.missing.len() {
            0 => Ok(inventory),
            _ if room < missing => Err(EmojiTrouble::Full {
                room,
                missing,
                others,
            }),
            missing => Err(EmojiTrouble::Vanished { missing }),
        }
    }

    async fn upload_one(
        &self,
        inventory: &mut Inventory,
        icon: Icon,
        name: &str,
    ) -> Result<(), EmojiTrouble> {
        let png = off_thread(move || icon.png()).await;
        let png = png.ok_or(EmojiTrouble::Undrawn)?;
        let failure = match self.outbox.upload_emoji(name, png).await {
            Ok(id) => {
                inventory.found(icon, id);
                return Ok(());
            }
            Err(failure) => failure,
        };
        // A name is taken if an upload's answer was lost, or another process was faster.
        if matches!(failure, Failure::Refused { status: 400, .. }) {
            let listed = self.outbox.emojis().await?;
            if let Some(same) = listed.iter().find(|emoji| emoji.name == name) {
                inventory.found(icon, same.id);
                return Ok(());
            }
        }
        Err(failure.into())
    }

    /// Deletes what is stale.
    ///
    /// # Errors
    /// [`EmojiTrouble::Refused`]; what was deleted before is gone.
    pub async fn delete(&self, mut inventory: Inventory) -> Result<Inventory, EmojiTrouble> {
        for ListedEmoji { id, .. } in std::mem::take(&mut inventory.stale) {
            self.outbox.delete_emoji(id).await?;
        }
        Ok(inventory)
    }
}
