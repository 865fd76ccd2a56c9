//! Where the messages of a table are, kept in the store: after a restart they are edited on, not
//! posted a second time.
//!
//! A message that was posted just before a crash may be unknown and then appears twice. That is
//! harmless, so failures are only logged.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serenity::all::{ChannelId, MessageId};

use crate::discord::outbox::answers::report;
use crate::discord::outbox::letter::Posting;
use crate::discord::outbox::queue::Urgency;
use crate::discord::{Bot, render};
use crate::store::{Scope, Stored};
use crate::table::{Position, TableId, TableKey};
use crate::text::press::Press;

/// The board of a table in a channel.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct BoardPost {
    /// Where the journal of its table begins.
    pub opening: Position,
    pub message: MessageId,
    /// Whether it is laid out, and so shows no embed.
    #[serde(default)]
    pub laid_out: bool,
    /// How it is about to go on in a new message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Posting>,
}

/// The message in a channel that pings for a table.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct RingPost {
    /// Where the turn began that it belongs to.
    pub turn: Position,
    pub message: MessageId,
}

/// The latest hand in direct messages of one person.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct HandPost {
    pub table: TableId,
    /// The direct-message channel.
    pub channel: ChannelId,
    pub message: MessageId,
}

/// That only tokens reach a channel.
#[derive(Serialize, Deserialize)]
struct AsGuest;

/// The key includes the channel, except for the channel's own table.
impl Stored for BoardPost {
    const NAME: &'static str = "board";
    type Key = String;
}

impl Stored for RingPost {
    const NAME: &'static str = "ring";
    type Key = String;
}

impl Stored for HandPost {
    const NAME: &'static str = "hand post";
    type Key = ();
}

impl Stored for AsGuest {
    const NAME: &'static str = "as guest";
    type Key = ();
}

fn key(table: TableKey, channel: ChannelId) -> String {
    match table.0 == channel.get() {
        true => String::new(),
        false => format!(" {channel}"),
    }
}

/// What is stored of a message of a table in a channel.
pub(super) async fn recall_at<T: Stored<Key = String>>(
    bot: &Bot,
    (table, channel): (TableKey, ChannelId),
) -> Option<T> {
    recall(bot, Scope::Channel(table), &key(table, channel)).await
}

/// Stores this of it, or that there is none.
pub(super) async fn note_at<T: Stored<Key = String>>(
    bot: &Bot,
    (table, channel): (TableKey, ChannelId),
    post: Option<&T>,
) {
    note(bot, Scope::Channel(table), &key(table, channel), post).await;
}

/// The message with which a board goes on that was about to be posted anew when the process ended: the new one, if it
/// came to be; then the old one goes, or loses its controls.
pub(super) async fn go_on_below(
    bot: &Bot,
    (channel, key): (ChannelId, TableKey),
    old: MessageId,
    posting: Posting,
) -> MessageId {
    let is_control = |code: &String| {
        let press = Press::of_code(render::unmarked(code).0);
        // Buttons beside a board belong to no position.
        press.is_some_and(|press| press.table == key && press.at > Position(0))
    };
    let is_board = |codes: &BTreeSet<String>| codes.iter().any(is_control);
    let found = bot
        .outbox
        .find_below(channel, old, Urgency::Automatic, is_board);
    let Some(new) = found.await else {
        return old;
    };
    let done = match posting {
        Posting::Anew => bot.outbox.disarm((channel, old), None).await,
        Posting::Below | Posting::Same => bot.outbox.tidy(channel, old).await,
    };
    report(done, "an old board");
    new
}

/// Notes that a channel with a table is reached by tokens alone, or learns it from a process before.
pub async fn note_guest(bot: &Bot, channel: ChannelId) {
    let scope = Scope::Channel(TableKey(channel.get()));
    if bot.outbox.guests().has(channel) {
        note(bot, scope, &(), Some(&AsGuest)).await;
    } else if !bot.boards.knows(channel.get()) && recall::<AsGuest>(bot, scope, &()).await.is_some()
    {
        bot.outbox.guests().note(channel, true);
    }
}

/// The bot has become a member where it was a guest.
pub async fn note_member(bot: &Bot, channel: ChannelId) {
    bot.outbox.guests().note(channel, false);
    let scope = Scope::Channel(TableKey(channel.get()));
    note::<AsGuest>(bot, scope, &(), None).await;
}

/// What is stored there.
pub async fn recall<T: Stored>(bot: &Bot, scope: Scope, key: &T::Key) -> Option<T> {
    let kept = bot.desk.settings().store().stored(scope, key).await;
    let kept =
        kept.inspect_err(|error| tracing::warn!(%error, what = T::NAME, "it could not be read"));
    kept.ok().flatten()
}

/// Stores this there, or that there is none.
pub async fn note<T: Stored>(bot: &Bot, scope: Scope, key: &T::Key, post: Option<&T>) {
    let store = bot.desk.settings().store();
    if let Err(error) = store.store(scope, key, post).await {
        tracing::warn!(%error, what = T::NAME, "it could not be noted");
    }
}
