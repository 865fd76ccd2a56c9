//! Servers that the bot left: after a while what is kept of them is forgotten, and so is who looked for a game.
//!
//! Decides when, and whether the bot is still away: before it forgets anything it asks Discord, as news may
//! have been missed while no process ran. What is forgotten is for the store.

use std::time::Duration;

use ::serenity::all as serenity;
use gateway::requests;
use serenity::Http;

use super::Bot;
use super::outbox::windows::Budget;
use super::startup::patiently;
use crate::store::GuildId;
use crate::table::UnixMillis;

/// How long what is kept of a server stays after the bot left.
const KEPT: Duration = Duration::from_secs(30 * 86_400);

/// How often it is looked for servers whose time is over.
const EVERY: Duration = Duration::from_secs(3_600);

/// Forgets servers that the bot left [`KEPT`] ago; never ends. Several processes can do so at once.
pub async fn keep(bot: Bot, http: Http, budget: Budget) {
    loop {
        forget(&bot, &http, &budget).await;
        bot.desk.drop_old_seeks().await;
        tokio::time::sleep(EVERY).await;
    }
}

async fn forget(bot: &Bot, http: &Http, budget: &Budget) {
    let settings = bot.desk.settings();
    let age = u64::try_from(KEPT.as_millis()).unwrap_or(u64::MAX);
    let before = UnixMillis(bot.desk.host().now().0.saturating_sub(age));
    let left = settings.store().left_guilds(before).await;
    let left = left.unwrap_or_else(|error| {
        tracing::warn!(%error, "servers that were left could not be listed");
        Vec::new()
    });
    for guild in left {
        match is_there(guild, http, budget).await {
            Some(true) => settings.note_left(guild, None).await,
            Some(false) => match settings.forget_guild(guild, before).await {
                Ok(true) => tracing::info!(
                    guild = guild.0,
                    "a server that the bot left thirty days ago is forgotten"
                ),
                // It came back just now, or a table is still open.
                Ok(false) => {}
                Err(error) => {
                    tracing::warn!(guild = guild.0, %error, "a server could not be forgotten");
                }
            },
            // The next time.
            None => {}
        }
    }
}

/// Whether the bot is on a server; `None` if Discord does not say.
async fn is_there(guild: GuildId, http: &Http, budget: &Budget) -> Option<bool> {
    let before = serenity::GuildId::new(guild.0.saturating_sub(1).max(1));
    let next = patiently(budget, "whether the bot is on a server", || {
        requests::servers(http, before, 1)
    });
    match next.await {
        Ok(next) => Some(next.iter().any(|there| there.id.get() == guild.0)),
        Err(error) => {
            tracing::warn!(guild = guild.0, %error, "it is not known whether the bot left a server");
            None
        }
    }
}
