//! Requests about the emojis of the bot, and messages with emojis that Discord does not know.
//!
//! Decides how long such a request may take, and what a message shows where an emoji is refused.
//! Knows neither which emojis there should be nor what they stand for.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use serenity::builder::CreateAttachment;
use serenity::model::id::EmojiId;
use tokio::time::Instant;

use super::Delivery;
use super::failure::{Failure, Meaning};
use super::gate::Urgency;
use super::id_of;
use super::wire::{Address, Reply};

/// How long a request is attempted: Discord may ask to wait for many minutes after some uploads.
const WITHIN: Duration = Duration::from_secs(60 * 60);

/// An emoji as Discord has it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Listed {
    /// The id.
    pub id: EmojiId,
    /// The name.
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
        let reply = self.about_emojis(&Address::Emojis, || Value::Null).await?;
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
        let body = || json!({"name": name, "image": image});
        let reply = self.about_emojis(&address, body).await?;
        Ok(EmojiId::new(id_of(&reply)?))
    }

    /// Deletes an emoji; one that is already gone is no failure.
    ///
    /// # Errors
    /// [`Failure`] if it still exists.
    pub async fn delete_emoji(&self, emoji: EmojiId) -> Result<(), Failure> {
        let address = Address::DeleteEmoji(emoji);
        match self.about_emojis(&address, || Value::Null).await {
            Ok(_) => Ok(()),
            Err(failure) if failure.meaning() == Meaning::EmojiGone => Ok(()),
            Err(failure) => Err(failure),
        }
    }

    /// Waits until Discord did not know an emoji that a message shows.
    pub async fn emoji_missed(&self) {
        self.inner.emoji_missed.notified().await;
    }

    async fn about_emojis(&self, to: &Address, body: impl Fn() -> Value) -> Result<Reply, Failure> {
        let until = Instant::now() + WITHIN;
        self.carry(to, Urgency::Cosmetic, until, body).await
    }
}

/// So many refusals of its emojis a message gets over. The first may be a mistake of Discord's, which
/// does not always know emojis that are there; then it is shown without.
pub(super) const MOST_MISSED: u32 = 2;

/// What is sent after so many refusals of its emojis: after the second one, buttons and menus with
/// words alone.
pub(super) fn shown(mut body: Value, missed: u32) -> Value {
    if missed >= MOST_MISSED {
        without_emojis(&mut body);
    }
    body
}

fn without_emojis(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if let Some(emoji) = fields.remove("emoji") {
                let words = fields.get("label").and_then(Value::as_str);
                if words.is_none_or(str::is_empty) {
                    // A button has to show something: `t_SK_3fa9` is worth `SK`.
                    let name = emoji["name"].as_str().unwrap_or("?");
                    let stem = name.split_once('_').map_or(name, |(_, stem)| stem);
                    let stem = stem.rsplit_once('_').map_or(stem, |(stem, _)| stem);
                    fields.insert("label".to_owned(), stem.into());
                }
            }
            fields.values_mut().for_each(without_emojis);
        }
        Value::Array(list) => list.iter_mut().for_each(without_emojis),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_shown_without_emojis_in_the_end() {
        let emoji = json!({"id": "17", "name": "t_SK_3fa9"});
        let body = json!({"data": {"content": "<:t_SK_3fa9:17>", "components": [{"type": 1, "components": [
            {"type": 2, "label": "Play", "emoji": emoji, "custom_id": "a"},
            {"type": 2, "emoji": emoji, "custom_id": "b"},
            {"type": 3, "options": [{"label": "K", "value": "1", "emoji": emoji}]},
        ]}]}});
        assert_eq!(shown(body.clone(), 1), body);
        let bare = json!({"data": {"content": "<:t_SK_3fa9:17>", "components": [{"type": 1, "components": [
            {"type": 2, "label": "Play", "custom_id": "a"},
            {"type": 2, "label": "SK", "custom_id": "b"},
            {"type": 3, "options": [{"label": "K", "value": "1"}]},
        ]}]}});
        assert_eq!(shown(body, 2), bare);
    }
}
