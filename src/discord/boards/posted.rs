//! Where the messages of a table are, kept in the store: after a restart they are edited on, not
//! posted a second time.
//!
//! A message that was posted just before a crash may be unknown and then appears twice. That is
//! harmless, so failures are only logged.

use poise::serenity_prelude::{ChannelId, MessageId};

use crate::discord::Bot;
use crate::store::Scope;
use crate::table::{PersonId, Position, TableId, TableKey};

/// What is stored, in the words of the log.
const WHERE_IT_IS: &str = "where a message is";
const WHERE_A_HAND_IS: &str = "where a hand is";

#[derive(Debug, Clone, Copy)]
pub enum Post {
    /// The board; it belongs to the table with this opening position.
    Board,
    /// The board that is about to go on in a new message; with how, in place of a position.
    Next,
    /// The message that pings; it belongs to the turn that began at this position.
    Ring,
}

impl Post {
    /// The name of the stored value; it includes the channel, except for the channel's own table.
    fn name(self, key: TableKey, channel: ChannelId) -> String {
        let name = match self {
            Post::Board => "board",
            Post::Next => "next board",
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
        let name = self.name(key, channel);
        read(&recall(bot, Scope::Channel(key), &name, WHERE_IT_IS).await?)
    }

    /// Stores where the message is, or that there is none.
    pub async fn note(
        self,
        bot: &Bot,
        key: TableKey,
        channel: ChannelId,
        post: Option<(Position, MessageId)>,
    ) {
        let line = post.map(|(of, message)| format!("{} {message}", of.0));
        let name = self.name(key, channel);
        note(bot, (Scope::Channel(key), &name), line, WHERE_IT_IS).await;
    }
}

/// The name under which it is stored that only tokens reach a channel.
const AS_GUEST: &str = "as guest";

/// Notes that a channel with a table is reached by tokens alone, or learns it from a process before.
pub async fn note_guest(bot: &Bot, channel: ChannelId) {
    let scope = Scope::Channel(TableKey(channel.get()));
    if bot.outbox.is_guest(channel) {
        let line = Some("1".to_owned());
        note(bot, (scope, AS_GUEST), line, WHERE_IT_IS).await;
    } else if !bot.boards.knows(channel.get())
        && recall(bot, scope, AS_GUEST, WHERE_IT_IS).await.is_some()
    {
        bot.outbox.note_guest(channel, true);
    }
}

/// The bot has become a member where it was a guest.
pub async fn note_member(bot: &Bot, channel: ChannelId) {
    bot.outbox.note_guest(channel, false);
    let scope = Scope::Channel(TableKey(channel.get()));
    note(bot, (scope, AS_GUEST), None, WHERE_IT_IS).await;
}

/// Reads `what`, which is stored under this name.
async fn recall(bot: &Bot, scope: Scope, name: &str, what: &str) -> Option<String> {
    let noted = bot.desk.settings().store().setting(scope, name).await;
    let noted = noted.inspect_err(|error| tracing::warn!(%error, "{what} could not be read"));
    noted.ok().flatten()
}

async fn note(bot: &Bot, (scope, name): (Scope, &str), line: Option<String>, what: &str) {
    let store = bot.desk.settings().store();
    if let Err(error) = store.set_setting(scope, name, line.as_deref()).await {
        tracing::warn!(%error, "{what} could not be noted");
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
    const NAME: &str = "hand post";

    /// The stored hand of a person.
    pub async fn recall(bot: &Bot, person: PersonId) -> Option<Self> {
        let scope = Scope::Person(person);
        Self::read(&recall(bot, scope, Self::NAME, WHERE_A_HAND_IS).await?)
    }

    /// Stores where a person's hand is, or that there is none.
    pub async fn note(bot: &Bot, person: PersonId, post: Option<Self>) {
        let line = post.map(Self::line);
        let place = (Scope::Person(person), Self::NAME);
        note(bot, place, line, WHERE_A_HAND_IS).await;
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
