//! Requests about the emojis of the bot.
//!
//! Decides how long such a request may take. Knows neither which emojis there should be nor what
//! they stand for.

use std::time::Duration;

use serde::Deserialize;
use serde_json::json;
use serenity::builder::CreateAttachment;
use serenity::model::id::EmojiId;
use tokio::time::Instant;

use super::Delivery;
use super::failure::{Failure, Meaning};
use super::gate::Urgency;
use super::id_of;
use super::letter::Body;
use super::wire::{Address, Reply};

/// How long a request is attempted: Discord may ask to wait for many minutes after some uploads.
const WITHIN: Duration = Duration::from_secs(60 * 60);

/// An emoji as Discord has it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Listed {
    pub id: EmojiId,
    #[serde(default)]
    pub name: String,
}

#[derive(Deserialize)]
struct List {
    items: Vec<Listed>,
}

impl Delivery {
    /// All emojis of the bot.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn emojis(&self) -> Result<Vec<Listed>, Failure> {
        let reply = self.about_emojis(&Address::Emojis, Body::default).await?;
        let list: List = serde_json::from_slice(&reply.body).map_err(|_| Failure::Unreadable)?;
        Ok(list.items)
    }

    /// Uploads an emoji: a PNG of at most 256 KiB. A name can be there only once.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn upload_emoji(&self, name: &str, png: Vec<u8>) -> Result<EmojiId, Failure> {
        let image = CreateAttachment::bytes(png, name).to_base64();
        let address = Address::NewEmoji(name.to_owned());
        let body = || Body::from(json!({"name": name, "image": image}));
        let reply = self.about_emojis(&address, body).await?;
        Ok(EmojiId::new(id_of(&reply)?))
    }

    /// Deletes an emoji; one that is already gone is no failure.
    ///
    /// # Errors
    /// [`Failure`] if it still exists.
    pub async fn delete_emoji(&self, emoji: EmojiId) -> Result<(), Failure> {
        let address = Address::DeleteEmoji(emoji);
        match self.about_emojis(&address, Body::default).await {
            Ok(_) => Ok(()),
            Err(failure) if failure.meaning() == Meaning::EmojiGone => Ok(()),
            Err(failure) => Err(failure),
        }
    }

    /// Waits until Discord did not know an emoji that a message shows.
    pub async fn emoji_missed(&self) {
        self.inner.emoji_missed.notified().await;
    }

    async fn about_emojis(&self, to: &Address, body: impl Fn() -> Body) -> Result<Reply, Failure> {
        let until = Instant::now() + WITHIN;
        self.carry(to, Urgency::Cosmetic, until, body).await
    }
}
