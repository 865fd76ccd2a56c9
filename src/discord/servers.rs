//! Events of servers: deleted channels and messages, and changed permissions.

use poise::serenity_prelude as serenity;
use serenity::FullEvent;

use super::Bot;

/// Handles an event that concerns tables; ignores all others.
pub async fn hear(bot: &Bot, cache: &serenity::Cache, event: &FullEvent) {
    match event {
        FullEvent::GuildCreate { guild, .. } => bot.boards.learn(guild),
        // It overtakes the news of the last server.
        FullEvent::CacheReady { guilds } => {
            for guild in guilds.iter().filter_map(|id| cache.guild(id)) {
                let known = guild.channels.keys().all(|id| bot.boards.knows(id.get()));
                if !known {
                    bot.boards.learn(&guild);
                }
            }
            bot.boards.learn_that_is_all();
        }
        FullEvent::ChannelDelete { channel, .. } => desert(bot, channel.id.get()).await,
        FullEvent::ThreadDelete { thread, .. } => desert(bot, thread.id.get()).await,
        // A server that is only unavailable comes back with its tables.
        FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
            let left = Some(incomplete.id.get());
            let elsewhere = bot.desk.directory().all(|_| true).into_iter();
            let elsewhere = elsewhere.flat_map(|one| one.facts.shown.places);
            let elsewhere = elsewhere.map(|place| (place.channel, place.guild));
            let here = bot.desk.channels().into_iter();
            let here = here.map(|channel| (channel, bot.boards.guild_of(channel)));
            for (channel, guild) in here.chain(elsewhere) {
                if guild == left {
                    desert(bot, channel).await;
                }
            }
        }
        FullEvent::MessageDelete {
            channel_id,
            deleted_message_id,
            ..
        } => {
            let deleted = [*deleted_message_id];
            bot.boards.deleted(channel_id.get(), &deleted);
        }
        FullEvent::MessageDeleteBulk {
            channel_id,
            multiple_deleted_messages_ids: deleted,
            ..
        } => bot.boards.deleted(channel_id.get(), deleted),
        FullEvent::ChannelUpdate { new, .. } => {
            let changed = new.id.get();
            bot.boards.retry(|channel| channel == changed);
        }
        FullEvent::GuildRoleUpdate { new, .. } => retry_server(bot, new.guild_id),
        FullEvent::GuildMemberUpdate { event, .. } => retry_server(bot, event.guild_id),
        _ => {}
    }
}

/// A channel is gone, for tables here and elsewhere.
pub(super) async fn desert(bot: &Bot, channel: u64) {
    bot.desk.desert(channel).await;
    // A table that could not be closed, because that could not be written down, tries again.
    bot.boards.look_again(channel);
    if let Some(company) = &bot.company {
        company.deserted(bot, channel).await;
    }
}

/// The bot's permissions on this server may have changed.
fn retry_server(bot: &Bot, guild: serenity::GuildId) {
    let changed = Some(guild.get());
    bot.boards
        .retry(|channel| bot.boards.guild_of(channel) == changed);
}
