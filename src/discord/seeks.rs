//! Who looks for a game, as channels show it: one post in each, renewed below what was said since, and without buttons
//! when nobody looks for a game any more.

use std::collections::HashMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serenity::all::{ChannelId, MessageId};
use tokio::time::sleep;

use super::Bot;
use super::boards::posted;
use super::outbox::answers::report;
use super::outbox::edits::Spot;
use super::outbox::queue::Urgency;
use super::render;
use crate::desk::{Answer, AskedFrom, Audience, Effect};
use crate::host::spawn;
use crate::store::{GuildId, Scope, Stored, StoredRow};
use crate::table::TableKey;
use crate::text::page::Page;
use crate::text::strangers::{self, Seekers};

/// Where the post of a channel is.
#[derive(Serialize, Deserialize)]
struct SeekPost {
    guild: GuildId,
    message: MessageId,
}

impl Stored for SeekPost {
    const NAME: &'static str = "posted seekers";
    type Key = ();
}

/// How often it is looked for posts of people whose time is over.
const EVERY: Duration = Duration::from_secs(60);

/// Somebody was answered who looks for a game, or does not any more; `post` is the answer.
pub fn note(bot: &Bot, place: &AskedFrom, answer: &Answer, post: Option<Spot>) {
    let Some(guild) = place.guild.map(GuildId) else {
        return;
    };
    let is_public = answer.audience == Audience::Public && answer.outcome == Effect::Shown;
    let (bot, channel) = (bot.clone(), place.channel);
    spawn(async move {
        // One after the other: each finds the post before it.
        let _turn = bot.seeks.lock().await;
        match post.filter(|_| is_public) {
            Some(post) => renewed(&bot, (guild, channel), post).await,
            None => changed(&bot, guild).await,
        }
    });
}

/// Takes the buttons from posts of people whose time is over; never ends.
pub async fn keep(bot: Bot) {
    loop {
        sleep(EVERY).await;
        let _turn = bot.seeks.lock().await;
        for (guild, posts) in all(&bot).await {
            let is_ours = bot.desk.host().serves(guild);
            if is_ours && matches!(bot.desk.club.looked_for(guild).await, Ok(None)) {
                for (channel, post) in posts {
                    show(&bot, (guild, channel), post, None).await;
                }
            }
        }
    }
}

/// A channel has a new post: the one before goes.
async fn renewed(bot: &Bot, (guild, channel): (GuildId, u64), post: Spot) {
    let new = match post {
        Spot::Channel(_, message) => message,
        Spot::By(message) => match bot.outbox.which(&message).await {
            Ok(message) => message,
            Err(failure) => return report(Err::<(), _>(failure), "which message an answer is"),
        },
    };
    let store = bot.desk.settings().store();
    let scope = Scope::Channel(TableKey(channel));
    let message = new;
    let noted = store.change_stored(scope, &(), |old: Option<SeekPost>| {
        (Some(SeekPost { guild, message }), old)
    });
    let old = noted.await.unwrap_or_else(|error| {
        tracing::warn!(%error, "where it is shown who looks for a game could not be noted");
        None
    });
    if let Some(old) = old.filter(|old| old.message != new) {
        let gone = bot.outbox.tidy(ChannelId::new(channel.max(1)), old.message);
        report(gone.await, "who looked for a game");
    }
}

/// Somebody does not look for a game any more: all posts of the server tell who does.
async fn changed(bot: &Bot, guild: GuildId) {
    let posts = all(bot).await.remove(&guild).unwrap_or_default();
    if posts.is_empty() {
        return;
    }
    match bot.desk.club.looked_for(guild).await {
        Ok(games) => {
            for (channel, post) in posts {
                show(bot, (guild, channel), post, games.as_deref()).await;
            }
        }
        Err(error) => tracing::warn!(%error, "who looks for a game could not be read"),
    }
}

/// The posts of all servers, by server: the channel and the message.
async fn all(bot: &Bot) -> HashMap<GuildId, Vec<(u64, MessageId)>> {
    let kept = bot.desk.settings().store().all_stored::<SeekPost>(None);
    let kept = kept.await.unwrap_or_else(|error| {
        tracing::warn!(%error, "where it is shown who looks for a game could not be read");
        Vec::new()
    });
    let mut posts: HashMap<GuildId, Vec<(u64, MessageId)>> = HashMap::new();
    for StoredRow { scope, value, .. } in kept {
        if let Scope::Channel(TableKey(channel)) = scope {
            let of_server = posts.entry(value.guild).or_default();
            of_server.push((channel, value.message));
        }
    }
    posts
}

/// Shows in a post who looks for these games; with none it is the last time.
async fn show(
    bot: &Bot,
    (guild, channel): (GuildId, u64),
    post: MessageId,
    games: Option<&[Seekers]>,
) {
    let place = bot.boards.place_of(channel, Some(guild.0));
    let cx = bot.desk.front.public_context(&place).await;
    let page = match games {
        Some(games) => strangers::seekers_page(games, TableKey(channel), &cx),
        None => Page::line(say!(cx, "seek-none")),
    };
    let letter = render::letter(&page);
    let id = ChannelId::new(channel.max(1));
    let spot = Spot::Channel(id, post);
    let edit = bot.outbox.edit(&spot, &letter, Urgency::Automatic);
    report(edit.await, "who looks for a game");
    if games.is_none() {
        posted::note::<SeekPost>(bot, Scope::Channel(TableKey(channel)), &(), None).await;
    }
}
