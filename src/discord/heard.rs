//! What the bot heard of a person, as its own data: who asked what and where, and how to answer.
//!
//! Read from serenity's events in one place, so that it can be carried out here or by another process
//! of the bot, which knows no more of it than this. Decides nothing.

use poise::serenity_prelude as serenity;
use serde::{Deserialize, Serialize};
use serenity::model::id::{ChannelId, InteractionId, MessageId};
use serenity::{
    Cache, CommandInteraction, ComponentInteraction, ComponentInteractionDataKind, MessageFlags,
    Permissions,
};

use super::delivery::measured;
use super::delivery::wire::Token;
use super::{asker, startup};
use crate::command::{Anywhere, Kind, Name, Source};
use crate::desk::{Command, Place, UnknownCommand, Who};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Heard {
    pub who: Who,
    pub place: Place,
    /// What, and how it is answered.
    pub what: What,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum What {
    Slash(Slash),
    /// Used a button or menu.
    Press(Press),
    Typed(Typed, Command),
    /// Typed a line without a command, in direct messages.
    Bare(Typed, String, UnknownCommand),
    /// Typed a command that there is not.
    Unknown(Typed, UnknownCommand),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Slash {
    pub id: InteractionId,
    pub token: Token,
    pub command: Command,
    /// The permissions that the bot lacks in the channel.
    pub lacking: Permissions,
}

/// The use of a button or menu.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Press {
    pub id: InteractionId,
    pub token: Token,
    /// The code of the control.
    pub code: String,
    /// What was chosen in a menu.
    pub chosen: Vec<String>,
    /// The channel of the message with the control.
    pub channel: ChannelId,
    pub message: MessageId,
    /// Whether only the presser sees it, in a channel.
    pub ephemeral: bool,
    /// The interaction that the message came from; the message itself if it came from none.
    pub origin: u64,
    /// Whether it was used on a server.
    pub in_guild: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typed {
    pub id: MessageId,
    pub channel: ChannelId,
    /// Whether it was typed on a server.
    pub in_guild: bool,
}

impl Heard {
    pub fn slash(
        cache: &impl AsRef<Cache>,
        interaction: &CommandInteraction,
        command: Command,
    ) -> Self {
        let (who, mut place) = asker::of_command(interaction);
        if command.name == Name::Anywhere(Anywhere::List) {
            place.channels = asker::channels_of_command(cache, interaction);
        }
        let what = What::Slash(Slash {
            id: interaction.id,
            token: Token::new(interaction.token.as_str()),
            command,
            lacking: lacking(interaction),
        });
        Self { who, place, what }
    }

    pub fn press(interaction: &ComponentInteraction) -> Self {
        let (who, place) = asker::of_component(interaction);
        let flags = interaction.message.flags;
        let chosen = match &interaction.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => values.clone(),
            _ => Vec::new(),
        };
        let what = What::Press(Press {
            id: interaction.id,
            token: Token::new(interaction.token.as_str()),
            code: interaction.data.custom_id.clone(),
            chosen,
            channel: interaction.channel_id,
            message: interaction.message.id,
            ephemeral: flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL)),
            origin: origin(interaction),
            in_guild: interaction.guild_id.is_some(),
        });
        Self { who, place, what }
    }

    pub fn typed(cache: &impl AsRef<Cache>, message: &serenity::Message, command: Command) -> Self {
        let (who, mut place) = asker::of_message(cache, message);
        if command.name == Name::Anywhere(Anywhere::List) {
            place.channels = asker::channels_of_message(cache, message);
        }
        let what = What::Typed(Typed::of(message), command);
        Self { who, place, what }
    }

    /// A line without a command, in direct messages.
    pub fn bare(
        cache: &impl AsRef<Cache>,
        message: &serenity::Message,
        line: &str,
        unknown: UnknownCommand,
    ) -> Self {
        let (who, place) = asker::of_message(cache, message);
        let what = What::Bare(Typed::of(message), line.to_owned(), unknown);
        Self { who, place, what }
    }

    pub fn unknown(
        cache: &impl AsRef<Cache>,
        message: &serenity::Message,
        unknown: UnknownCommand,
    ) -> Self {
        let (who, place) = asker::of_message(cache, message);
        let what = What::Unknown(Typed::of(message), unknown);
        Self { who, place, what }
    }

    /// What it is to be acknowledged as, if it is an interaction.
    pub const fn interaction(&self) -> Option<(InteractionId, measured::Kind)> {
        match &self.what {
            What::Slash(slash) => Some((slash.id, measured::Kind::Command)),
            What::Press(press) => Some((press.id, measured::Kind::Press)),
            What::Typed(..) | What::Bare(..) | What::Unknown(..) => None,
        }
    }

    /// Whether it is an interaction: Discord takes one answer to it, and waits for that.
    pub const fn is_interaction(&self) -> bool {
        matches!(self.what, What::Slash(_) | What::Press(_))
    }

    /// The id that Discord gave it: no two events have the same.
    pub fn id(&self) -> u64 {
        match &self.what {
            What::Slash(slash) => slash.id.get(),
            What::Press(press) => press.id.get(),
            What::Typed(typed, _) | What::Bare(typed, ..) | What::Unknown(typed, _) => {
                typed.id.get()
            }
        }
    }
}

/// A completion: the text shown and the value filled in.
pub type Offer = (String, String);

/// An option that somebody is typing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wanted {
    pub who: Who,
    pub place: Place,
    pub command: String,
    pub option: String,
    /// The value of the option before it.
    pub before: String,
    pub typed: String,
}

impl Wanted {
    /// The source of the completions; `None` for options of an older version.
    pub fn source(&self) -> Option<Source> {
        let mut options = Name::of(&self.command)?.row().options.iter();
        match options.find(|known| known.name == self.option)?.kind {
            Kind::Completed(source) => Some(source),
            Kind::Text | Kind::Person => None,
        }
    }

    /// Whether the completions are those of a table.
    pub fn is_of_table(&self) -> bool {
        match self.source() {
            Some(Source::Cards(_) | Source::Rules | Source::RuleValues) => true,
            Some(Source::Seats | Source::Computers) => true,
            Some(
                Source::Words(_)
                | Source::Help
                | Source::Games
                | Source::GamesOfNew
                | Source::Measures
                | Source::Settings
                | Source::SettingValues,
            )
            | None => false,
        }
    }
}

impl Typed {
    fn of(message: &serenity::Message) -> Self {
        Self {
            id: message.id,
            channel: message.channel_id,
            in_guild: message.guild_id.is_some(),
        }
    }
}

/// The permissions that the bot lacks in the command's channel.
fn lacking(interaction: &CommandInteraction) -> Permissions {
    let Some(own) = interaction
        .app_permissions
        .filter(|_| interaction.guild_id.is_some())
    else {
        return Permissions::empty();
    };
    let thread = interaction.channel.as_ref().is_some_and(|channel| {
        use serenity::ChannelType::{NewsThread, PrivateThread, PublicThread};
        matches!(channel.kind, NewsThread | PrivateThread | PublicThread)
    });
    let elsewhere = match thread {
        true => Permissions::SEND_MESSAGES,
        false => Permissions::SEND_MESSAGES_IN_THREADS,
    };
    startup::NEEDED.difference(own | elsewhere)
}

/// The interaction that the message with the control came from; the message itself if it came from
/// none.
fn origin(interaction: &ComponentInteraction) -> u64 {
    use serenity::MessageInteractionMetadata as From;
    let message = &interaction.message;
    match message.interaction_metadata.as_deref() {
        Some(From::Command(from)) => from.id.get(),
        Some(From::Component(from)) => from.id.get(),
        Some(From::ModalSubmit(from)) => from.id.get(),
        Some(_) | None => message.id.get(),
    }
}
