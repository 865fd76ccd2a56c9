//! The operator's hand on the emojis: `tractor-bot emojis`.
//!
//! Decides what is said about them. Serves nobody meanwhile; a running bot may be at work beside it.

use serenity::model::id::EmojiId;

use super::inventory::Inventory;
use super::{EmojiTrouble, Renewal};
use crate::config::Config;
use crate::discord::outbox::windows::Budget;
use crate::discord::outbox::{ListedEmoji, Outbox};
use crate::discord::startup::{self, StartError};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmojiRequest {
    /// What is there, missing and stale.
    Show,
    /// Uploads what is missing and deletes what is stale.
    Renew,
    /// Deletes all of ours.
    Remove,
}

#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    #[error(
        "DISCORD_TOKEN is not set: emojis belong to a bot. Set it here or in the file .env, then ask again"
    )]
    NoToken,
    /// Discord does not know the bot, or cannot be reached.
    #[error(transparent)]
    Start(#[from] StartError),
    #[error(transparent)]
    Trouble(#[from] EmojiTrouble),
    #[error("nothing was deleted; --yes answers the question beforehand")]
    NotConfirmed,
}

/// Carries out a request. `say` hears a line at a time; `confirm` is asked before so many emojis are
/// deleted for good.
///
/// # Errors
/// [`ToolError`].
pub async fn answer(
    config: &Config,
    request: EmojiRequest,
    mut say: impl FnMut(&str),
    confirm: impl FnOnce(usize) -> bool,
) -> Result<(), ToolError> {
    let renewal = connect(config).await?;
    let inventory = renewal.look().await?;
    match request {
        EmojiRequest::Show => report(&inventory).iter().for_each(|line| say(line)),
        EmojiRequest::Renew => {
            let (missing, stale) = (inventory.missing.len(), inventory.stale.len());
            say(&format!("uploading {missing}, deleting {stale}"));
            let inventory = renewal.upload(inventory, |_| {}).await?;
            let inventory = renewal.delete(inventory).await?;
            report(&inventory).iter().for_each(|line| say(line));
        }
        EmojiRequest::Remove => {
            let mut inventory = inventory;
            let shown = inventory.there.drain(..).map(|(_, emoji)| ListedEmoji {
                id: EmojiId::new(emoji.id),
                name: emoji.name.to_string(),
            });
            inventory.stale.extend(shown);
            let ours = inventory.stale.len();
            if ours > 0 && !confirm(ours) {
                return Err(ToolError::NotConfirmed);
            }
            renewal.delete(inventory).await?;
            say(&format!(
                "deleted {ours}; with EMOJIS=off a bot uploads none"
            ));
        }
    }
    Ok(())
}

async fn connect(config: &Config) -> Result<Renewal, ToolError> {
    let token = config.token.as_ref().ok_or(ToolError::NoToken)?.expose();
    let known = startup::introduce(&startup::http(config, token), &Budget::default()).await?;
    let wire = startup::wire(config, token, known.info.id)?;
    Ok(Renewal::new(Outbox::new(wire)).await?)
}

/// What there is to say of an inventory: the numbers, then the names of what is not in order.
fn report(inventory: &Inventory) -> Vec<String> {
    let Inventory {
        there,
        missing,
        stale,
        others,
    } = inventory;
    let mut lines = vec![format!(
        "{} there, {} missing, {} stale, {others} of somebody else",
        there.len(),
        missing.len(),
        stale.len(),
    )];
    let missing = missing.iter().map(|(_, name)| format!("missing: {name}"));
    lines.extend(missing);
    let stale = stale.iter();
    lines.extend(stale.map(|emoji| format!("stale: {} ({})", emoji.name, emoji.id)));
    lines
}
