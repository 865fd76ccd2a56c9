//! Where the messages of a table are, kept in the store: after a restart they are edited on, not
//! posted a second time.
//!
//! A message that was posted just before a crash may be unknown and then appears twice. That is
//! harmless, so failures are only logged.

use poise::serenity_prelude::{ChannelId, MessageId};

use crate::discord::Bot;
use crate::store::Scope;
use crate::table::{PersonId, Position, TableId, TableKey};

#[derive(Debug, Clone, Copy)]
pub enum Post {
    /// The board; it belongs to the table with this opening position.
    Board,
    /// The message that pings; it belongs to the turn that began at this position.
    Ring,
}

impl Post {
    /// The name of the stored value; it includes the channel, except for the channel's own table.
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

    /// Where the stored message is, and the position it belongs to.
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

    /// Stores where the message is, or that there is none.
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

/// The latest hand in direct messages of one person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HandPost {
    pub table: TableId,
    /// The direct-message channel.
    pub channel: ChannelId,
    pub message: MessageId,
}

impl HandPost {
    const NAME: &str = "hand";

    /// The stored hand of a person.
    pub async fn recall(bot: &Bot, person: PersonId) -> Option<Self> {
        let store = bot.desk.settings().store();
        match store.setting(Scope::Person(person), Self::NAME).await {
            Ok(noted) => noted.and_then(|noted| Self::read(&noted)),
            Err(error) => {
                tracing::warn!(%error, "where a hand is could not be read");
                None
            }
        }
    }

    /// Stores where a person's hand is, or that there is none.
    pub async fn note(bot: &Bot, person: PersonId, post: Option<Self>) {
        let store = bot.desk.settings().store();
        let line = post.map(|post| post.line());
        let scope = Scope::Person(person);
        let noted = store.set_setting(scope, Self::NAME, line.as_deref()).await;
        if let Err(error) = noted {
            tracing::warn!(%error, "where a hand is could not be noted");
        }
    }

    fn line(self) -> String {
        let TableId { key, opening } = self.table;
        format!("{} {} {} {}", key.0, opening.0, self.channel, self.message)
    }

    fn read(noted: &str) -> Option<Self> {
        let mut numbers = noted.split(' ').map(str::parse::<u64>);
        let mut next = || numbers.next()?.ok().filter(|number| *number > 0);
        let (key, opening) = (TableKey(next()?), Position(next()?));
        Some(Self {
            table: TableId { key, opening },
            channel: ChannelId::new(next()?),
            message: MessageId::new(next()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_hand_is_reads_back() {
        let post = HandPost {
            table: TableId {
                key: TableKey(7),
                opening: Position(1_000),
            },
            channel: ChannelId::new(8),
            message: MessageId::new(9),
        };
        assert_eq!(HandPost::read(&post.line()), Some(post));
        for broken in ["", "7 1000 8", "7 1000 8 x", "7 1000 8 0"] {
            assert_eq!(HandPost::read(broken), None, "{broken:?}");
        }
    }
}
