//! Who looks for a game, as channels show it: one post in each, renewed below what was said since, and without buttons
//! when nobody looks for a game any more.

use std::collections::HashMap;
use std::time::Duration;

use poise::serenity_prelude::{ChannelId, MessageId};
use tokio::time::sleep;

use super::Bot;
use super::outbox::answers::report;
use super::outbox::wire::Token;
use super::render;
use crate::desk::{Answer, AskedFrom, Audience, Effect};
use crate::host::spawn;
use crate::store::{GuildId, Scope};
use crate::table::TableKey;
use crate::text::page::Page;
use crate::text::strangers::{self, Seekers};

/// The name under which it is stored where the post of a channel is: the server, and the message.
const NAME: &str = "posted seekers";

/// How often it is looked for posts of people whose time is over.
const EVERY: Duration = Duration::from_secs(60);

/// An answer that everybody sees.
pub enum SeekPost {
    Message(MessageId),
    /// The first answer to an interaction.
    Answer(Token),
}

/// Somebody was answered who looks for a game, or does not any more; `post` is the answer.
pub fn note(bot: &Bot, place: &AskedFrom, answer: &Answer, post: Option<SeekPost>) {
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
            if is_ours && matches!(bot.desk.looked_for(guild).await, Ok(None)) {
                for (channel, post) in posts {
                    show(&bot, (guild, channel), post, None).await;
                }
            }
        }
    }
}

/// A channel has a new post: the one before goes.
async fn renewed(bot: &Bot, (guild, channel): (GuildId, u64), post: SeekPost) {
    let new = match post {
        SeekPost::Message(message) => message,
        SeekPost::Answer(token) => match bot.outbox.original(&token).await {
            Ok(message) => message,
            Err(failure) => return report(Err::<(), _>(failure), "which message an answer is"),
        },
    };
    let store = bot.desk.settings().store();
    let scope = Scope::Channel(TableKey(channel));
    let old = store.setting(scope, NAME).await.ok().flatten();
    let line = format!("{} {new}", guild.0);
    if let Err(error) = store.set_setting(scope, NAME, Some(&line)).await {
        tracing::warn!(%error, "where it is shown who looks for a game could not be noted");
    }
    if let Some((_, old)) = old.as_deref().and_then(read).filter(|(_, old)| *old != new) {
        let gone = bot.outbox.tidy(ChannelId::new(channel.max(1)), old);
        report(gone.await, "who looked for a game");
    }
}

/// Somebody does not look for a game any more: all posts of the server tell who does.
async fn changed(bot: &Bot, guild: GuildId) {
    let posts = all(bot).await.remove(&guild).unwrap_or_default();
    if posts.is_empty() {
        return;
    }
    match bot.desk.looked_for(guild).await {
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
    let kept = bot.desk.settings().store().settings_named(None, NAME).await;
    let kept = kept.unwrap_or_else(|error| {
        tracing::warn!(%error, "where it is shown who looks for a game could not be read");
        Vec::new()
    });
    let mut posts: HashMap<GuildId, Vec<(u64, MessageId)>> = HashMap::new();
    for setting in kept {
        if let (Scope::Channel(TableKey(channel)), Some((guild, post))) =
            (setting.scope, read(&setting.value))
        {
            posts.entry(guild).or_default().push((channel, post));
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
    let cx = bot.desk.public_context(&place).await;
    let page = match games {
        Some(games) => strangers::seekers_page(games, TableKey(channel), &cx),
        None => Page::line(say!(cx, "seek-none")),
    };
    let letter = render::letter(&page);
    let id = ChannelId::new(channel.max(1));
    report(
        bot.outbox.edit(id, post, &letter).await,
        "who looks for a game",
    );
    if games.is_none() {
        let store = bot.desk.settings().store();
        let scope = Scope::Channel(TableKey(channel));
        if let Err(error) = store.set_setting(scope, NAME, None).await {
            tracing::warn!(%error, "where it was shown who looks for a game is kept");
        }
    }
}

fn read(noted: &str) -> Option<(GuildId, MessageId)> {
    let (guild, message) = noted.split_once(' ')?;
    let message: u64 = message.parse().ok().filter(|id| *id > 0)?;
    Some((GuildId(guild.parse().ok()?), MessageId::new(message)))
}
