//! What happens to a server around its tables: channels that go, and permissions that change.

use poise::serenity_prelude as serenity;
use serenity::FullEvent;

use super::Bot;

/// Does what an event means for the tables, if anything.
pub async fn hear(bot: &Bot, event: &FullEvent) {
    match event {
        FullEvent::GuildCreate { guild, .. } => bot.boards.learn(guild),
        FullEvent::ChannelDelete { channel, .. } => bot.desk.desert(channel.id.get()).await,
        FullEvent::ThreadDelete { thread, .. } => bot.desk.desert(thread.id.get()).await,
        // A server that is only out of order for a while comes back with its tables.
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

/// What the bot may do on this server may have changed.
fn retry_server(bot: &Bot, guild: serenity::GuildId) {
    let changed = Some(guild.get());
    bot.boards
        .retry(|channel| bot.boards.guild_of(channel) == changed);
}
