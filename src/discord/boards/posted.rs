//! Where the messages of a table are, kept in the store: after a restart they are continued, not
//! posted a second time.
//!
//! A message that was posted in the last moment before an end may be forgotten; then there is one
//! more of it. Nothing depends on it, so that a failure is only told to whoever runs the bot.

use poise::serenity_prelude::{ChannelId, MessageId};

use crate::discord::Bot;
use crate::store::Scope;
use crate::table::{Position, TableKey};

/// One of the messages of a table.
#[derive(Debug, Clone, Copy)]
pub enum Post {
    /// The table itself; it counts for the table that was opened at its position.
    Board,
    /// The ring to those whose turn it is; it counts for the turn that began at its position.
    Ring,
}

impl Post {
    /// What it is noted as: for each channel, where the table is not named after it.
    fn name(self, key: TableKey, channel: ChannelId) -> String {
        let name = match self {
            Post::Board => "board",
            Post::Ring => "ring",
        };
        match key.0 == channel.get() {
            true => name.to_owned(),
            false => format!("{name} {channel}"),
        }
    }

    /// Where the message is that was noted last, and what it counts for.
    pub async fn recall(
        self,
        bot: &Bot,
        key: TableKey,
        channel: ChannelId,
    ) -> Option<(Position, MessageId)> {
        let store = bot.desk.settings().store();
        let name = self.name(key, channel);
        match store.setting(Scope::Channel(key), &name).await {
            Ok(noted) => noted.and_then(|noted| read(&noted)),
            Err(error) => {
                tracing::warn!(%error, "where a message is could not be read");
                None
            }
        }
    }

    /// Notes where the message is, or that there is none any more.
    pub async fn note(
        self,
        bot: &Bot,
        key: TableKey,
        channel: ChannelId,
        post: Option<(Position, MessageId)>,
    ) {
        let store = bot.desk.settings().store();
        let line = post.map(|(of, message)| format!("{} {message}", of.0));
        let scope = Scope::Channel(key);
        let name = self.name(key, channel);
        let noted = store.set_setting(scope, &name, line.as_deref()).await;
        if let Err(error) = noted {
            tracing::warn!(%error, "where a message is could not be noted");
        }
    }
}

fn read(noted: &str) -> Option<(Position, MessageId)> {
    let (of, message) = noted.split_once(' ')?;
    let message: u64 = message.parse().ok().filter(|id| *id > 0)?;
    Some((Position(of.parse().ok()?), MessageId::new(message)))
}
