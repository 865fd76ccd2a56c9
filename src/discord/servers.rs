//! Events of servers: deleted channels and changed permissions.

use poise::serenity_prelude as serenity;
use serenity::FullEvent;

use super::Bot;

/// Handles an event that concerns tables; ignores all others.
pub async fn hear(bot: &Bot, event: &FullEvent) {
    match event {
        FullEvent::GuildCreate { guild, .. } => bot.boards.learn(guild),
        FullEvent::ChannelDelete { channel, .. } => bot.desk.desert(channel.id.get()).await,
        FullEvent::ThreadDelete { thread, .. } => bot.desk.desert(thread.id.get()).await,
        // A server that is only unavailable comes back with its tables.
        FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
            let left = Some(incomplete.id.get());
            for channel in bot.desk.channels() {
                if bot.boards.guild_of(channel) == left {
                    bot.desk.desert(channel).await;
                }
            }
        }
        FullEvent::ChannelUpdate { new, .. } => {
            let changed = new.id.get();
            bot.boards.retry(|channel| channel == changed);
        }
        FullEvent::GuildRoleUpdate { new, .. } => retry_server(bot, new.guild_id),
        FullEvent::GuildMemberUpdate { event, .. } => retry_server(bot, event.guild_id),
        _ => {}
    }
}

/// The bot's permissions on this server may have changed.
fn retry_server(bot: &Bot, guild: serenity::GuildId) {
    let changed = Some(guild.get());
    bot.boards
        .retry(|channel| bot.boards.guild_of(channel) == changed);
}
