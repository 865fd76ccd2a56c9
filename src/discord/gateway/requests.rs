//! Requests, each sent once: how often and when is decided by who asks.

use serenity::all::{Command, CurrentApplicationInfo, GuildId, GuildInfo, GuildPagination, Http};
use serenity::model::gateway::BotGateway;

use super::Boxed;

/// What Discord answers.
pub type Answer<'a, T> = Boxed<'a, serenity::Result<T>>;

/// The application of the token.
#[inline(never)]
pub fn application(http: &Http) -> Answer<'_, CurrentApplicationInfo> {
    Box::pin(http.get_current_application_info())
}

/// Where sessions are opened, and how many.
#[inline(never)]
pub fn bot_gateway(http: &Http) -> Answer<'_, BotGateway> {
    Box::pin(http.get_bot_gateway())
}

/// At most so many of the servers that the bot is on, by their numbers, from the first after `after`.
#[inline(never)]
pub fn servers(http: &Http, after: GuildId, most: u64) -> Answer<'_, Vec<GuildInfo>> {
    Box::pin(http.get_guilds(Some(GuildPagination::After(after)), Some(most)))
}

/// The commands that Discord has: of one server, or those of all.
#[inline(never)]
pub fn commands(http: &Http, server: Option<GuildId>) -> Answer<'_, Vec<Command>> {
    match server {
        Some(server) => Box::pin(http.get_guild_commands(server)),
        None => Box::pin(http.get_global_commands()),
    }
}

/// Puts these in the place of all commands: of one server, or of those of all.
#[inline(never)]
pub fn register<'a>(
    http: &'a Http,
    server: Option<GuildId>,
    commands: &'a serde_json::Value,
) -> Answer<'a, Vec<Command>> {
    match server {
        Some(server) => Box::pin(http.create_guild_commands(server, commands)),
        None => Box::pin(http.create_global_commands(commands)),
    }
}
