//! Who asks and where, read from interactions and messages.
//!
//! Knows no command and sends nothing.

use poise::serenity_prelude as serenity;
use serenity::{
    Cache, CommandInteraction, ComponentInteraction, Guild, GuildChannel, GuildId, Member,
    Permissions,
};

use crate::desk::{Place, Who};
use crate::table::PersonId;
use crate::text::locale::Locale;

pub fn of_command(interaction: &CommandInteraction) -> (Who, Place) {
    of_interaction(
        interaction.id.get(),
        &interaction.user,
        interaction.member.as_deref(),
        &interaction.locale,
        (
            interaction.channel_id.get(),
            interaction.guild_id,
            interaction.guild_locale.as_deref(),
        ),
    )
}

pub fn of_component(interaction: &ComponentInteraction) -> (Who, Place) {
    of_interaction(
        interaction.id.get(),
        &interaction.user,
        interaction.member.as_ref(),
        &interaction.locale,
        (
            interaction.channel_id.get(),
            interaction.guild_id,
            interaction.guild_locale.as_deref(),
        ),
    )
}

fn of_interaction(
    id: u64,
    user: &serenity::User,
    member: Option<&Member>,
    locale: &str,
    (channel, guild, guild_locale): (u64, Option<GuildId>, Option<&str>),
) -> (Who, Place) {
    let permissions = member.and_then(|member| member.permissions);
    let who = Who {
        person: PersonId(user.id.get()),
        name: member
            .map_or_else(|| user.display_name(), Member::display_name)
            .to_owned(),
        locale: Locale::of(locale),
        moderator: permissions.is_some_and(|own| own.contains(Permissions::MANAGE_CHANNELS)),
        nonce: Some(id),
    };
    let locale = guild_locale.and_then(Locale::of);
    let guild = guild.map(GuildId::get);
    (
        who,
        Place {
            channel,
            guild,
            locale,
            channels: vec![channel],
        },
    )
}

/// Who wrote a message, and where; missing details come from the cached server.
pub fn of_message(cache: &impl AsRef<Cache>, message: &serenity::Message) -> (Who, Place) {
    let nick = message
        .member
        .as_ref()
        .and_then(|member| member.nick.clone());
    let guild = message
        .guild_id
        .and_then(|guild| cache.as_ref().guild(guild));
    let permissions = guild
        .as_ref()
        .zip(message.member.as_ref())
        .and_then(|(guild, member)| {
            let channel = guild.channels.get(&message.channel_id)?;
            Some(permissions_of_author(guild, channel, (message, member)))
        });
    let who = Who {
        person: PersonId(message.author.id.get()),
        name: nick.unwrap_or_else(|| message.author.display_name().to_owned()),
        locale: None,
        moderator: permissions.is_some_and(|own| own.contains(Permissions::MANAGE_CHANNELS)),
        nonce: Some(message.id.get()),
    };
    let place = Place {
        channel: message.channel_id.get(),
        guild: message.guild_id.map(GuildId::get),
        locale: guild.and_then(|guild| Locale::of(&guild.preferred_locale)),
        channels: vec![message.channel_id.get()],
    };
    (who, place)
}

/// The channels that the author of a slash command can see; in direct messages only that one.
pub fn channels_of_command(
    cache: &impl AsRef<Cache>,
    interaction: &CommandInteraction,
) -> Vec<u64> {
    match (interaction.guild_id, interaction.member.as_deref()) {
        (Some(guild), Some(member)) => visible(cache.as_ref(), guild, |guild, channel| {
            guild.user_permissions_in(channel, member)
        }),
        _ => vec![interaction.channel_id.get()],
    }
}

/// The channels that the author of a message can see; in direct messages only that one.
pub fn channels_of_message(cache: &impl AsRef<Cache>, message: &serenity::Message) -> Vec<u64> {
    match (message.guild_id, message.member.as_deref()) {
        (Some(guild), Some(member)) => visible(cache.as_ref(), guild, |guild, channel| {
            permissions_of_author(guild, channel, (message, member))
        }),
        (Some(_), None) => Vec::new(),
        (None, _) => vec![message.channel_id.get()],
    }
}

/// What the author of a message may do in a channel: nothing where the member is somebody else, which
/// serenity panics at.
fn permissions_of_author(
    guild: &Guild,
    channel: &GuildChannel,
    (message, member): (&serenity::Message, &serenity::PartialMember),
) -> Permissions {
    let author = message.author.id;
    match &member.user {
        Some(user) if user.id != author => Permissions::empty(),
        Some(_) | None => guild.partial_member_permissions_in(channel, author, member),
    }
}

/// The channels of a server whose `permissions` include viewing; none for an uncached server.
fn visible(
    cache: &Cache,
    guild: GuildId,
    permissions: impl Fn(&Guild, &GuildChannel) -> Permissions,
) -> Vec<u64> {
    let Some(guild) = cache.guild(guild) else {
        return Vec::new();
    };
    let sees =
        |channel: &&GuildChannel| permissions(&guild, channel).contains(Permissions::VIEW_CHANNEL);
    let visible = guild.channels.values().filter(sees);
    visible.map(|channel| channel.id.get()).collect()
}
