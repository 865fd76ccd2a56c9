//! Boards: the public message of a table in each channel where it is shown, edited in place and
//! posted anew with each round.
//!
//! Decides which boards there are: the desk decides where a table is shown, and a board exists exactly there, in the process
//! that serves the server.
//! Each is drawn by itself (`board`), is found again after a restart (`posted`) and mentions those whose turn it is
//! (`pings`). While the bot is away they say that it comes back; the next process draws them as they should be.

mod board;
mod open;
mod pings;
pub mod posted;

use std::time::Duration;

use poise::serenity_prelude::ChannelId;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::timeout;

use super::Bot;
use super::outbox::letter::Letter;
use super::outbox::queue::Urgency;
use super::watched::Watched;
use crate::desk::places::Showing;
use crate::desk::{AskedFrom, at_any_table};
use crate::host::{AnyTable, spawn};
use crate::table::TableKey;
use crate::text::table::fate_line;
use board::Board;
pub use open::Boards;

/// How long a process that stops waits until its boards have said so. What stops it leaves ten seconds or
/// more, and journals need some of them.
const RESTS_WITHIN: Duration = Duration::from_secs(4);

/// Keeps boards for all tables, open ones and future ones.
pub async fn keep_all(bot: Bot) {
    let mut openings = bot.desk.host().openings();
    let host = bot.desk.host();
    for key in host.fates() {
        tell_fate(&bot, key).await;
    }
    for table in host.list() {
        begin(&bot, table.key()).await;
    }
    loop {
        match openings.recv().await {
            Ok(key) => {
                tell_fate(&bot, key).await;
                begin(&bot, key).await;
            }
            Err(RecvError::Lagged(_)) => {
                for table in bot.desk.host().list() {
                    begin(&bot, table.key()).await;
                }
            }
            Err(RecvError::Closed) => return,
        }
    }
}

/// Begins a board wherever a table is shown, and ends those elsewhere.
async fn begin(bot: &Bot, key: TableKey) {
    let Some(table) = bot.desk.host().get(key) else {
        return;
    };
    bot.desk.places().recall(key).await;
    let shown = bot.desk.places().of(key);
    bot.boards.end_others(key, &shown);
    if shown.unposted {
        return;
    }
    for showing in shown.places {
        if !is_ours(bot, &table, &showing) {
            continue;
        }
        let Some(signals) = bot.boards.begin(table.id(), showing.channel) else {
            continue;
        };
        let (bot, table) = (bot.clone(), Watched(table.clone()));
        spawn(async move {
            Board::find(bot, table, showing).await.keep(signals).await;
        });
    }
}

/// Whether a table is drawn by this process where it is shown so.
fn is_ours(bot: &Bot, table: &AnyTable, showing: &Showing) -> bool {
    let own = showing.channel == table.key().0;
    match showing
        .guild
        .or_else(|| bot.boards.guild_of(showing.channel))
    {
        None if own => at_any_table!(table, handle => handle.is_served()),
        guild => bot.serves(guild),
    }
}

/// Tells the players of a table that could not simply go on after a restart what has become of it, in every channel
/// where it was shown; nothing if there is nothing to say.
async fn tell_fate(bot: &Bot, key: TableKey) {
    let Some((guild, fate)) = bot.desk.host().take_fate(key) else {
        return;
    };
    bot.desk.places().recall(key).await;
    let guild = Some(guild.0).filter(|guild| *guild != 0);
    for showing in bot.desk.places().of(key).places {
        let place = bot.boards.place(&showing);
        let place = AskedFrom {
            guild: place.guild.or(guild),
            ..place
        };
        let cx = bot.desk.public_context(&place).await;
        let letter = Letter::text(fate_line(fate, &cx));
        let channel = ChannelId::new(showing.channel.max(1));
        posted::note_guest(bot, channel).await;
        let posted = bot.outbox.post(channel, &letter, None, Urgency::Urgent);
        if let Err(problem) = posted.await {
            tracing::warn!(
                channel = showing.channel,
                ?problem,
                "what became of a table could not be told"
            );
        }
    }
}

/// Has all boards say that the bot is about to stop, and waits for that, and for answers that are on their
/// way, but not for long.
pub async fn rest(bot: &Bot) {
    let said = bot.boards.rest();
    let boards = said.len();
    let all = async {
        for board in said {
            // It is dropped, never sent.
            board.await.ok();
        }
        bot.underway.closed().await;
    };
    if timeout(RESTS_WITHIN, all).await.is_err() {
        tracing::info!(boards, "not every table could be told that the bot stops");
    }
}
