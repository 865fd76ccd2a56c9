//! What the bot heard of a person, as its own data: who asked what and where, and how to answer.
//!
//! Read from serenity's events in one place: who carries it out knows no more of it than this. Decides nothing.

use ::serenity::all as serenity;
use serenity::model::id::{ChannelId, MessageId};
use serenity::{
    ActionRowComponent, AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, Cache,
    ChannelType, CommandInteraction, ComponentInteraction, ComponentInteractionDataKind, Guild,
    GuildChannel, GuildId, InteractionContext, Member, MessageFlags, ModalInteraction, Permissions,
};

use super::outbox::wire::Interaction;
use super::startup;
use crate::command::{Anywhere, Name};
use crate::desk::{AskedFrom, Command, UnknownCommand, Who};
use crate::table::PersonId;
use crate::text::cups::NoThreads;
use crate::text::locale::Locale;

#[derive(Debug, Clone, PartialEq)]
pub struct Incoming {
    pub who: Who,
    pub place: AskedFrom,
    /// What, and how it is answered.
    pub what: What,
}

#[derive(Debug, Clone, PartialEq)]
pub enum What {
    Slash(Interaction, SlashCommand),
    /// Used a button or menu.
    Press(Interaction, ButtonUse),
    /// Typed a command, in this message.
    Typed(MessageId, Command),
    /// Typed a line without a command, in direct messages.
    Bare(String, UnknownCommand),
    /// Typed a command that there is not.
    Unknown(MessageId, UnknownCommand),
}

#[derive(Debug, Clone, PartialEq)]
pub struct SlashCommand {
    pub command: Command,
    /// The permissions that the bot lacks in the channel.
    pub lacking: Permissions,
    /// Whether the server shows the answers of what people have installed themselves to each of them alone.
    pub hidden: bool,
}

/// The use of a button or menu.
#[derive(Debug, Clone, PartialEq)]
pub struct ButtonUse {
    /// The code of the control.
    pub code: String,
    /// What was chosen in a menu, or written into a form.
    pub chosen: Vec<String>,
    pub message: MessageId,
    /// Whether only the presser sees it, in a channel.
    pub ephemeral: bool,
    /// The interaction that the message came from; the message itself if it came from none.
    pub origin: u64,
    /// Whether the message is laid out.
    pub laid_out: bool,
}

impl ButtonUse {
    fn on(message: &serenity::Message, code: &str, chosen: Vec<String>) -> Self {
        let flags = message.flags;
        Self {
            code: code.to_owned(),
            chosen,
            message: message.id,
            ephemeral: flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL)),
            origin: origin(message),
            // Serenity knows no flag for it, and skips what lies in containers. A message that is laid out has nothing
            // but these; of one that lost its controls meanwhile the words are seen.
            laid_out: message.components.is_empty()
                && message.embeds.is_empty()
                && message.content.is_empty(),
        }
    }
}

impl Incoming {
    pub fn slash(
        cache: &impl AsRef<Cache>,
        interaction: &CommandInteraction,
        command: Command,
    ) -> Self {
        let (who, mut place) = of_command(interaction);
        if command.name == Name::Anywhere(Anywhere::List) {
            let member = interaction.member.as_deref();
            let sees = |guild: &Guild, channel: &GuildChannel| {
                member.map(|member| guild.user_permissions_in(channel, member))
            };
            let at = (interaction.guild_id, interaction.channel_id);
            place.channels = visible(cache.as_ref(), at, sees);
        }
        let channel = interaction.channel.as_ref().map(|channel| channel.kind);
        let own = interaction.app_permissions;
        place.no_threads = channel
            .zip(own)
            .and_then(|(kind, own)| no_threads(kind, own));
        let slash = SlashCommand {
            command,
            lacking: lacking(interaction, place.as_guest),
            hidden: place.as_guest && hides_guests(interaction),
        };
        let interaction = Interaction::new(interaction.id, &interaction.token);
        let what = What::Slash(interaction, slash);
        Self { who, place, what }
    }

    pub fn press(interaction: &ComponentInteraction) -> Self {
        let owners = &interaction.authorizing_integration_owners;
        let (who, place) = of_interaction(
            interaction.id.get(),
            (&interaction.user, interaction.member.as_ref()),
            (&interaction.locale, interaction.guild_locale.as_deref()),
            (interaction.channel_id, interaction.guild_id),
            is_guest(interaction.context, owners),
        );
        let chosen = match &interaction.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => values.clone(),
            _ => Vec::new(),
        };
        let press = ButtonUse::on(&interaction.message, &interaction.data.custom_id, chosen);
        let interaction = Interaction::new(interaction.id, &interaction.token);
        let what = What::Press(interaction, press);
        Self { who, place, what }
    }

    /// The form of a button, with what was written into it; `None` if it was opened in another way. Whether it was `as_guest`,
    /// serenity does not say.
    pub fn form(form: &ModalInteraction, as_guest: bool) -> Option<Self> {
        let (who, place) = of_interaction(
            form.id.get(),
            (&form.user, form.member.as_ref()),
            (&form.locale, form.guild_locale.as_deref()),
            (form.channel_id, form.guild_id),
            as_guest,
        );
        let fields = form.data.components.iter().flat_map(|row| &row.components);
        let written = fields.filter_map(|field| match field {
            ActionRowComponent::InputText(text) => text.value.clone(),
            _ => None,
        });
        let press = ButtonUse::on(
            form.message.as_deref()?,
            &form.data.custom_id,
            written.collect(),
        );
        let interaction = Interaction::new(form.id, &form.token);
        let what = What::Press(interaction, press);
        Some(Self { who, place, what })
    }

    /// What somebody typed.
    pub fn typed(cache: &impl AsRef<Cache>, message: &serenity::Message, what: What) -> Self {
        let (who, mut place) = of_message(cache, message);
        if matches!(&what, What::Typed(_, command) if command.name == Name::Anywhere(Anywhere::List))
        {
            let sees = |guild: &Guild, channel: &GuildChannel| {
                permissions_of_author(guild, channel, message)
            };
            let at = (message.guild_id, message.channel_id);
            place.channels = visible(cache.as_ref(), at, sees);
        }
        place.no_threads = no_threads_at(cache.as_ref(), message);
        Self { who, place, what }
    }

    pub fn requester(&self) -> (Who, AskedFrom) {
        (self.who.clone(), self.place.clone())
    }

    /// The interaction, if it is one: Discord takes one answer to it, and waits for that.
    pub const fn interaction(&self) -> Option<&Interaction> {
        match &self.what {
            What::Slash(interaction, _) | What::Press(interaction, _) => Some(interaction),
            What::Typed(..) | What::Bare(..) | What::Unknown(..) => None,
        }
    }
}

/// Why no private threads can be opened in a channel of this kind, with these permissions of the bot's own.
fn no_threads(kind: ChannelType, own: Permissions) -> Option<NoThreads> {
    let needed = Permissions::CREATE_PRIVATE_THREADS | Permissions::SEND_MESSAGES_IN_THREADS;
    match kind {
        ChannelType::Text if own.contains(needed) => None,
        ChannelType::Text => Some(NoThreads::Permission),
        _ => Some(NoThreads::Kind),
    }
}

/// The same where somebody wrote a message, as far as the server is cached.
fn no_threads_at(cache: &Cache, message: &serenity::Message) -> Option<NoThreads> {
    let guild = cache.guild(message.guild_id?)?;
    let Some(channel) = guild.channels.get(&message.channel_id) else {
        let is_thread = guild
            .threads
            .iter()
            .any(|thread| thread.id == message.channel_id);
        return is_thread.then_some(NoThreads::Kind);
    };
    let own = guild.members.get(&cache.current_user().id)?;
    no_threads(channel.kind, guild.user_permissions_in(channel, own))
}

/// Whether nobody but the one who gave a command may see what is answered where the bot is a guest.
fn hides_guests(interaction: &CommandInteraction) -> bool {
    let member = interaction.member.as_deref();
    let own = member.and_then(|member| member.permissions);
    own.is_some_and(|own| !own.contains(Permissions::USE_EXTERNAL_APPS))
}

/// The permissions that the bot lacks in the command's channel.
fn lacking(interaction: &CommandInteraction, as_guest: bool) -> Permissions {
    let own = interaction.app_permissions;
    let Some(own) = own.filter(|_| interaction.guild_id.is_some() && !as_guest) else {
        return Permissions::empty();
    };
    use ChannelType::{NewsThread, PrivateThread, PublicThread, Stage, Voice};
    let kind = interaction.channel.as_ref().map(|channel| channel.kind);
    let elsewhere = match kind {
        Some(NewsThread | PrivateThread | PublicThread) => Permissions::SEND_MESSAGES,
        Some(_) | None => Permissions::SEND_MESSAGES_IN_THREADS,
    };
    // Nobody reads or writes in the chat of a voice channel who may not join it.
    let needed = match kind {
        Some(Voice | Stage) => startup::NEEDED | Permissions::CONNECT,
        Some(_) | None => startup::NEEDED,
    };
    needed.difference(own | elsewhere)
}

/// The interaction that the message with the control came from; the message itself if it came from
/// none.
fn origin(message: &serenity::Message) -> u64 {
    use serenity::MessageInteractionMetadata as From;
    match message.interaction_metadata.as_deref() {
        Some(From::Command(from)) => from.id.get(),
        Some(From::Component(from)) => from.id.get(),
        Some(From::ModalSubmit(from)) => from.id.get(),
        Some(_) | None => message.id.get(),
    }
}

/// Whether nobody but a person brought the bot to a place: then it is no member there, and has its direct messages
/// alone to itself.
fn is_guest(
    context: Option<InteractionContext>,
    AuthorizingIntegrationOwners(owners): &AuthorizingIntegrationOwners,
) -> bool {
    let of_server = |owner: &AuthorizingIntegrationOwner| {
        matches!(owner, AuthorizingIntegrationOwner::GuildInstall(_))
    };
    match context {
        Some(InteractionContext::PrivateChannel) => true,
        Some(InteractionContext::Guild) => !owners.is_empty() && !owners.iter().any(of_server),
        Some(_) | None => false,
    }
}

/// Who gave a command, and where.
pub fn of_command(interaction: &CommandInteraction) -> (Who, AskedFrom) {
    let owners = &interaction.authorizing_integration_owners;
    of_interaction(
        interaction.id.get(),
        (&interaction.user, interaction.member.as_deref()),
        (&interaction.locale, interaction.guild_locale.as_deref()),
        (interaction.channel_id, interaction.guild_id),
        is_guest(interaction.context, owners),
    )
}

fn of_interaction(
    id: u64,
    (user, member): (&serenity::User, Option<&Member>),
    (locale, of_server): (&str, Option<&str>),
    (channel, guild): (ChannelId, Option<GuildId>),
    as_guest: bool,
) -> (Who, AskedFrom) {
    let permissions = member.and_then(|member| member.permissions);
    let name = member.map_or_else(|| user.display_name(), Member::display_name);
    let who = Who {
        person: PersonId(user.id.get()),
        name: name.to_owned(),
        locale: Locale::of(locale),
        moderator: permissions.is_some_and(|own| own.contains(Permissions::MANAGE_CHANNELS)),
        nonce: Some(id),
    };
    let of_server = of_server.and_then(Locale::of);
    let place = AskedFrom {
        // Such a chat has no language of its own.
        locale: of_server.or(who.locale.filter(|_| as_guest)),
        as_guest,
        ..AskedFrom::new(channel.get(), guild.map(GuildId::get))
    };
    (who, place)
}

/// Who wrote a message, and where; missing details come from the cached server.
pub fn of_message(cache: &impl AsRef<Cache>, message: &serenity::Message) -> (Who, AskedFrom) {
    let nick = message
        .member
        .as_ref()
        .and_then(|member| member.nick.clone());
    let guild = message
        .guild_id
        .and_then(|guild| cache.as_ref().guild(guild));
    let permissions = guild.as_ref().and_then(|guild| {
        let channel = guild.channels.get(&message.channel_id)?;
        permissions_of_author(guild, channel, message)
    });
    let who = Who {
        person: PersonId(message.author.id.get()),
        name: nick.unwrap_or_else(|| message.author.display_name().to_owned()),
        locale: None,
        moderator: permissions.is_some_and(|own| own.contains(Permissions::MANAGE_CHANNELS)),
        nonce: Some(message.id.get()),
    };
    let place = AskedFrom {
        locale: guild.and_then(|guild| Locale::of(&guild.preferred_locale)),
        ..AskedFrom::new(message.channel_id.get(), message.guild_id.map(GuildId::get))
    };
    (who, place)
}

/// What the author of a message may do in a channel: nothing where the member is somebody else, which
/// serenity panics at.
fn permissions_of_author(
    guild: &Guild,
    channel: &GuildChannel,
    message: &serenity::Message,
) -> Option<Permissions> {
    let (author, member) = (message.author.id, message.member.as_deref()?);
    let is_author = member.user.as_ref().is_none_or(|user| user.id == author);
    is_author.then(|| guild.partial_member_permissions_in(channel, author, member))
}

/// The channels of a server whose `permissions` include viewing, none for an uncached one; in direct messages only that
/// channel.
fn visible(
    cache: &Cache,
    (guild, channel): (Option<GuildId>, ChannelId),
    permissions: impl Fn(&Guild, &GuildChannel) -> Option<Permissions>,
) -> Vec<u64> {
    let Some(guild) = guild else {
        return vec![channel.get()];
    };
    let Some(guild) = cache.guild(guild) else {
        return Vec::new();
    };
    let sees = |channel: &&GuildChannel| {
        permissions(&guild, channel).is_some_and(|own| own.contains(Permissions::VIEW_CHANNEL))
    };
    let visible = guild.channels.values().filter(sees);
    visible.map(|channel| channel.id.get()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bot_is_a_guest_where_nobody_but_a_person_has_installed_it() {
        use AuthorizingIntegrationOwner::{GuildInstall, UserInstall};
        let person = || UserInstall(serenity::UserId::new(7));
        let (server, direct) = (GuildInstall(Some(GuildId::new(8))), GuildInstall(None));
        let guild = Some(InteractionContext::Guild);
        for (context, owners, expected) in [
            (guild, vec![person()], true),
            (guild, vec![person(), server.clone()], false),
            (guild, vec![server], false),
            (guild, Vec::new(), false),
            (Some(InteractionContext::BotDm), vec![person()], false),
            (Some(InteractionContext::BotDm), vec![direct], false),
            (
                Some(InteractionContext::PrivateChannel),
                vec![person()],
                true,
            ),
            (None, Vec::new(), false),
        ] {
            let found = is_guest(context, &AuthorizingIntegrationOwners(owners));
            assert_eq!(found, expected, "{context:?}");
        }
    }
}
