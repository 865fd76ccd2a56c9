//! Uploads what is missing and deletes what is stale, one emoji after the other.
//!
//! Decides the order, and what is done about the limit of Discord. When and by whom, the caller
//! decides.

use super::inventory::{self, Drawn, Inventory, MOST, Set};
use crate::art::Icon;
use crate::discord::delivery::failure::Failure;
use crate::discord::delivery::{Delivery, Listed};
use crate::host::off_thread;

/// Why the emojis are not as they should be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
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

#[derive(Clone)]
pub struct Renewal {
    delivery: Delivery,
    drawn: Vec<Drawn>,
}

impl Renewal {
    /// A renewal to all icons as they are drawn now.
    ///
    /// # Errors
    /// [`Trouble::Undrawn`].
    pub async fn new(delivery: Delivery) -> Result<Self, Trouble> {
        let drawn = off_thread(inventory::drawn).await;
        let drawn = drawn.ok_or(Trouble::Undrawn)?;
        Ok(Self { delivery, drawn })
    }

    /// What Discord holds now.
    ///
    /// # Errors
    /// [`Trouble::Refused`].
    pub async fn look(&self) -> Result<Inventory, Trouble> {
        let listed = self.delivery.emojis().await?;
        Ok(Inventory::new(&self.drawn, listed))
    }

    /// Uploads what is missing, as far as there is room, and looks what Discord holds then. `told`
    /// hears of each set that is complete.
    ///
    /// # Errors
    /// [`Trouble`]; what was uploaded before stays.
    pub async fn upload(
        &self,
        mut inventory: Inventory,
        mut told: impl FnMut(&Inventory),
    ) -> Result<Inventory, Trouble> {
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
            _ if room < missing => Err(Trouble::Full {
                room,
                missing,
                others,
            }),
            missing => Err(Trouble::Vanished { missing }),
        }
    }

    async fn upload_one(
        &self,
        inventory: &mut Inventory,
        icon: Icon,
        name: &str,
    ) -> Result<(), Trouble> {
        let png = off_thread(move || icon.png()).await;
        let png = png.ok_or(Trouble::Undrawn)?;
        let failure = match self.delivery.upload_emoji(name, png).await {
            Ok(id) => {
                inventory.found(icon, id);
                return Ok(());
            }
            Err(failure) => failure,
        };
        // A name is taken if an upload's answer was lost, or another process was faster.
        if matches!(failure, Failure::Refused { status: 400, .. }) {
            let listed = self.delivery.emojis().await?;
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
    /// [`Trouble::Refused`]; what was deleted before is gone.
    pub async fn delete(&self, mut inventory: Inventory) -> Result<Inventory, Trouble> {
        for Listed { id, .. } in std::mem::take(&mut inventory.stale) {
            self.delivery.delete_emoji(id).await?;
        }
        Ok(inventory)
    }
}
