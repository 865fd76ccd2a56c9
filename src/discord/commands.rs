//! Registers the commands with poise, as prefix commands and as slash commands.
//!
//! Decides the options of slash commands and their completions, how both forms become a [`Command`] of the desk,
//! and which lines count as commands. The desk carries commands out; [`super::replies`] delivers the
//! answers.

mod words;

use std::borrow::Cow;
use std::convert::Infallible;

use poise::serenity_prelude as serenity;
use poise::{BoxFuture, CommandParameter, ContextMenuCommandAction, FrameworkError};
use serde_json::{Value, json};

use super::answering::{self, Requester};
use super::heard::{self, Incoming, What};
use super::{Bot, offers};
use crate::command::{
    Anywhere, COMMANDS, CommandRow, MenuTarget, Name, OLDER, OptionKind, Parameter, UsedIn,
};
use crate::config::Config;
use crate::desk::{Being, Command, Mentioned};
use crate::table::PersonId;
use crate::text::form::SlashForm;
use crate::text::locale::Locale;
use crate::text::words::same_prefix;
use words::{localised, name_in_menus, option_names};

/// A command as poise knows it. Its handlers report failures themselves, so the error is
/// [`Infallible`].
pub type Definition = poise::Command<Bot, Infallible>;
/// A slash command, sent or being typed.
type Chosen<'a> = poise::ApplicationContext<'a, Bot, Infallible>;
type TypedContext<'a> = poise::PrefixContext<'a, Bot, Infallible>;
type Framed<'a> = poise::FrameworkContext<'a, Bot, Infallible>;

/// The command that opens a window.
const ACTIVITY: &str = Name::Anywhere(Anywhere::Activity).row().words[0];

/// Every command, for poise.
pub fn all() -> Vec<Definition> {
    COMMANDS.iter().map(definition).collect()
}

/// Those that are offered with these settings.
pub fn offered(config: &Config) -> Vec<Definition> {
    let opens = config.activity().is_some();
    let rows = COMMANDS.iter();
    let rows = rows.filter(|row| opens || row.name != Name::Anywhere(Anywhere::Activity));
    rows.map(definition).collect()
}

/// The command with which Discord itself opens a window, from its list of activities.
pub fn entry_point() -> Value {
    let (description, descriptions) = localised(ACTIVITY, None);
    let command = serenity::CreateCommand::new("launch")
        .kind(serenity::CommandType::PrimaryEntryPoint)
        .handler(serenity::EntryPointHandlerType::DiscordLaunchActivity)
        .description(description);
    let others = descriptions.into_iter();
    let command = others.fold(command, |command, (tag, text)| {
        command.description_localized(tag, text)
    });
    let mut command = serde_json::to_value(command).unwrap_or_default();
    // The table of a window is that of a channel, where the bot posts by itself.
    command["integration_types"] = json!([0]);
    command["contexts"] = json!([0]);
    command
}

fn definition(row: &'static CommandRow) -> Definition {
    let (usual, others) = row.words.split_first().expect("every command has a word");
    let (description, descriptions) = localised(usual, None);
    Definition {
        prefix_action: Some(typed),
        slash_action: Some(chosen),
        context_menu_action: row.chosen_for.map(|target| match target {
            MenuTarget::Person => ContextMenuCommandAction::User(chosen_for_person),
            MenuTarget::Message => ContextMenuCommandAction::Message(|ctx, _| chosen(ctx)),
        }),
        context_menu_name: name_in_menus(usual).map(Cow::Owned),
        name: Cow::Borrowed(usual),
        qualified_name: Cow::Borrowed(usual),
        identifying_name: Cow::Borrowed(usual),
        aliases: others
            .iter()
            .copied()
            .chain(older_words(row.name))
            .map(Cow::Borrowed)
            .collect(),
        name_localizations: localisations(localised(usual, Some("name")).1),
        description: Some(Cow::Owned(description)),
        description_localizations: localisations(descriptions),
        parameters: row
            .options
            .iter()
            .map(|option| parameter(usual, option))
            .collect(),
        ..Definition::default()
    }
}

/// Where the commands are registered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Registered {
    /// On one server; they can be used in no other place.
    OnServer,
    ByServers,
    /// By servers, and by people for themselves.
    ByPeople,
}

/// These commands, as they are registered.
pub fn registered(place: Registered, offered: &[Definition]) -> Vec<Value> {
    let mut commands = Vec::new();
    for definition in offered {
        let Some(row) = Name::of(&definition.name).map(Name::row) else {
            continue;
        };
        let in_menus = definition.create_as_context_menu_command();
        let in_menus = in_menus.map(|command| {
            let names = definition.name_localizations.iter();
            names.fold(command, |command, (tag, name)| {
                command.name_localized(&**tag, &**name)
            })
        });
        let made = [definition.create_as_slash_command(), in_menus];
        for command in made.into_iter().flatten() {
            let Ok(mut command) = serde_json::to_value(command) else {
                continue;
            };
            if let Some((installed_by, contexts)) = reach(place, row.used_in) {
                command["integration_types"] = json!(installed_by);
                command["contexts"] = json!(contexts);
            }
            commands.push(command);
        }
    }
    commands
}

/// Discord's names of whoever installs a command (a server 0, a person 1) and of the places where it is offered (a
/// server 0, the bot's direct messages 1, other private chats 2).
const fn reach(place: Registered, used_in: UsedIn) -> Option<(&'static [u8], &'static [u8])> {
    Some(match (place, used_in) {
        (Registered::OnServer, _) => return None,
        (_, UsedIn::Servers) => (&[0], &[0]),
        (Registered::ByPeople, UsedIn::Everywhere) => (&[0, 1], &[0, 1, 2]),
        (Registered::ByServers, UsedIn::Everywhere) | (_, UsedIn::Joined) => (&[0], &[0, 1]),
    })
}

/// The registered commands, as sentences name them.
pub fn slash(registered: &[serenity::Command]) -> SlashForm {
    let ids = registered.iter();
    let ids = ids.map(|command| (command.name.clone(), command.id.get()));
    let mut slash = SlashForm::new(ids);
    let locale = |tag: &str| Locale::all().find(|locale| locale.tag() == tag);
    for row in COMMANDS {
        let usual = row.words[0];
        let commands = localised(usual, Some("name")).1.into_iter();
        let mut names: Vec<_> = commands.map(|(tag, name)| (tag, None, name)).collect();
        for option in row.options {
            let called = option_names(usual, option.name).into_iter();
            names.extend(called.map(|(tag, name)| (tag, Some(option.name), name)));
        }
        for (tag, option, name) in names {
            if let Some(locale) = locale(tag) {
                slash = slash.called(locale, usual, option, name);
            }
        }
    }
    slash
}

/// The words of older bots for a command.
fn older_words(name: Name) -> impl Iterator<Item = &'static str> {
    let own = OLDER.iter().filter(move |(_, meant, _)| *meant == name);
    own.map(|(word, ..)| *word)
}

type Localisations = Cow<'static, [(Cow<'static, str>, Cow<'static, str>)]>;

fn localisations(texts: Vec<(&'static str, String)>) -> Localisations {
    texts
        .into_iter()
        .map(|(tag, text)| (Cow::Borrowed(tag), Cow::Owned(text)))
        .collect()
}

fn parameter(command: &str, option: &Parameter) -> CommandParameter<Bot, Infallible> {
    let (description, descriptions) = localised(command, Some(option.name));
    CommandParameter {
        name: Cow::Borrowed(option.name),
        name_localizations: localisations(option_names(command, option.name)),
        description: Some(Cow::Owned(description)),
        description_localizations: localisations(descriptions),
        required: option.required,
        channel_types: None,
        choices: Cow::Borrowed(&[]),
        type_setter: Some(match option.kind {
            OptionKind::Text | OptionKind::Completed(_) => {
                |option| option.kind(serenity::CommandOptionType::String)
            }
            OptionKind::Person => |option| option.kind(serenity::CommandOptionType::User),
        }),
        autocomplete_callback: match option.kind {
            OptionKind::Completed(_) => Some(complete),
            OptionKind::Text | OptionKind::Person => None,
        },
        __non_exhaustive: (),
    }
}

fn typed(ctx: TypedContext<'_>) -> BoxFuture<'_, Result<(), FrameworkError<'_, Bot, Infallible>>> {
    Box::pin(async move {
        let line = format!("{} {}", ctx.invoked_command_name, ctx.args);
        if let Ok(command) = Command::parse(&line) {
            run(ctx.framework, ctx.msg, &line, command).await;
        }
        Ok(())
    })
}

/// Carries out the command of a line.
async fn run(framework: Framed<'_>, message: &serenity::Message, line: &str, command: Command) {
    let people = message.mentions.iter();
    let people = people.map(|user| mentioned(user, user.member.as_deref(), framework.bot_id()));
    let command = command.mentioning(people.collect());
    let (bot, context) = (framework.user_data, framework.serenity_context);
    let mut heard = Incoming::typed(context, message, What::Typed(message.id, command));
    if let What::Typed(_, command) = &mut heard.what {
        *command = bot
            .desk
            .finder
            .meant(&heard.who, &heard.place, line, command.clone());
    }
    answering::answer(bot, heard).await;
}

/// Handles a slash command.
fn chosen(ctx: Chosen<'_>) -> BoxFuture<'_, Result<(), FrameworkError<'_, Bot, Infallible>>> {
    Box::pin(async move {
        if let Some(name) = Name::of(&ctx.command().name) {
            carry_out(ctx, command(name, ctx.args, ctx.framework.bot_id())).await;
        }
        Ok(())
    })
}

async fn carry_out(ctx: Chosen<'_>, command: Command) {
    let heard = Incoming::slash(ctx.serenity_context(), ctx.interaction, command);
    answering::answer(ctx.framework.user_data, heard).await;
}

/// Handles a command from the menu of a person.
fn chosen_for_person(
    ctx: Chosen<'_>,
    user: serenity::User,
) -> BoxFuture<'_, Result<(), FrameworkError<'_, Bot, Infallible>>> {
    Box::pin(async move {
        if let Some(name) = Name::of(&ctx.command().name) {
            let person = mentioned(&user, user.member.as_deref(), ctx.framework.bot_id());
            let command = Command::new(name, format!("<@{}>", user.id));
            carry_out(ctx, command.mentioning(vec![person])).await;
        }
        Ok(())
    })
}

/// The most completions that Discord accepts.
const MOST_OFFERS: usize = 25;
const MOST_CHARS: usize = 100;

fn complete<'a>(
    ctx: Chosen<'a>,
    _: &'a str,
) -> BoxFuture<'a, serenity::CreateAutocompleteResponse> {
    Box::pin(async move {
        let nothing = serenity::CreateAutocompleteResponse::new();
        let bot = ctx.framework.user_data;
        let Some((source, before, typed)) = offers::wanted(&ctx.command().name, ctx.args) else {
            return nothing;
        };
        let (who, place) = heard::of_command(ctx.interaction);
        if bot.turns.count(Requester::of(&who, &place)).is_err() {
            return nothing;
        }
        bot.is_used_by(who.person, None);
        let offers = offers::offered(bot, (&who, &place), (source, before), typed).await;
        let fits = |text: &str| (1..=MOST_CHARS).contains(&text.chars().count());
        let offers = offers.into_iter();
        let offers = offers.filter(|(label, value)| fits(label) && fits(value));
        let choices = offers.map(|(label, value)| serenity::AutocompleteChoice::new(label, value));
        nothing.set_choices(choices.take(MOST_OFFERS).collect())
    })
}

/// The command of a slash command with these options; `own` is this bot.
pub fn command(
    name: Name,
    given: &[serenity::ResolvedOption<'_>],
    own: serenity::UserId,
) -> Command {
    let people = given.iter().filter_map(|given| match &given.value {
        serenity::ResolvedValue::User(user, member) => Some(mentioned(user, *member, own)),
        _ => None,
    });
    Command::new(name, line(name, given)).mentioning(people.collect())
}

/// A mentioned account, by its nickname on the server if it has one.
fn mentioned(
    user: &serenity::User,
    member: Option<&serenity::PartialMember>,
    own: serenity::UserId,
) -> Mentioned {
    let nick = member.and_then(|member| member.nick.as_deref());
    Mentioned {
        person: PersonId(user.id.get()),
        name: nick.unwrap_or_else(|| user.display_name()).to_owned(),
        being: match user.bot {
            _ if user.id == own => Being::Myself,
            true => Being::Bot,
            false => Being::Person,
        },
    }
}

/// The options as a typed line, in the order of declaration, whatever the order they were given in.
fn line(name: Name, given: &[serenity::ResolvedOption<'_>]) -> String {
    let row = name.row();
    let words = row.options.iter().filter_map(|option| {
        let given = given.iter().find(|given| given.name == option.name)?;
        match &given.value {
            serenity::ResolvedValue::String(text) => Some((*text).to_owned()),
            serenity::ResolvedValue::Autocomplete { value, .. } => Some((*value).to_owned()),
            serenity::ResolvedValue::User(user, _) => Some(format!("<@{}>", user.id)),
            _ => None,
        }
    });
    let words: Vec<_> = words.collect();
    words.join(row.separator)
}

/// The mention of the bot's own role at the beginning of a message, which Discord completes as easily as the bot itself.
/// It is empty where only that it is mentioned may be read.
fn own_role<'a>(cache: &serenity::Cache, message: &'a serenity::Message) -> Option<&'a str> {
    let bot = cache.current_user().id;
    let guild = cache.guild(message.guild_id?)?;
    let is_own = |role: &serenity::RoleId| {
        let role = guild.roles.get(role);
        role.is_some_and(|role| role.tags.bot_id == Some(bot))
    };
    if message.content.is_empty() {
        return message.mention_roles.iter().any(is_own).then_some("");
    }
    let id = message.content.strip_prefix("<@&")?.split_once('>')?.0;
    let role = id.parse().ok().filter(is_own);
    role.map(|_| &message.content[.."<@&>".len() + id.len()])
}

/// How poise recognises commands in messages.
pub fn prefixes() -> poise::PrefixFrameworkOptions<Bot, Infallible> {
    poise::PrefixFrameworkOptions {
        dynamic_prefix: Some(|ctx| {
            Box::pin(async move {
                let guild = ctx.guild_id.map(serenity::GuildId::get);
                let settings = ctx.framework.user_data.desk.settings();
                Ok(Some(Cow::Owned(
                    settings.guild(guild).await.word("prefix").to_owned(),
                )))
            })
        }),
        // In direct messages the prefix may be left out.
        stripped_dynamic_prefix: Some(|context, message, bot| {
            Box::pin(async move {
                if let Some(role) = own_role(&context.cache, message) {
                    return Ok(Some(role));
                }
                let guild = message.guild_id.map(serenity::GuildId::get);
                let usual = bot.desk.settings().guild(guild).await;
                let usual = usual.word("prefix");
                let bare = guild.is_none() && !message.content.starts_with("<@");
                let other = same_prefix(usual, &message.content);
                Ok(other.or(bare.then_some("")))
            })
        }),
        mention_as_prefix: true,
        // Editing a message must not carry its command out again.
        edit_tracker: None,
        case_insensitive_commands: true,
        ..poise::PrefixFrameworkOptions::default()
    }
}

/// Handles errors of poise itself.
pub fn on_error(error: FrameworkError<'_, Bot, Infallible>) -> BoxFuture<'_, ()> {
    Box::pin(async move {
        match error {
            FrameworkError::UnknownCommand {
                msg,
                content_start,
                framework,
                ..
            } => {
                unknown(framework, msg, &msg.content[usize::from(content_start)..]).await;
            }
            FrameworkError::CommandPanic { ctx, .. } => {
                tracing::error!(command = %ctx.command().name, "a command panicked");
            }
            FrameworkError::CommandStructureMismatch {
                ctx, description, ..
            } => {
                tracing::warn!(command = %ctx.command().name, description, "a command of an older version");
            }
            FrameworkError::UnknownInteraction { interaction, .. } => {
                tracing::warn!(command = %interaction.data.name, "an unknown slash command");
            }
            // The error's text can contain a payload with a token.
            _ => tracing::warn!("poise could not handle an event"),
        }
    })
}

/// Answers a line that has our prefix and no known command. In direct messages it may be bare
/// cards. Other bots may use the same prefix in a channel, so only a likely typing error is
/// answered there.
async fn unknown(framework: Framed<'_>, message: &serenity::Message, line: &str) {
    let bot = framework.user_data;
    let context = framework.serenity_context;
    let unknown = match Command::parse(line) {
        // Cards may follow a word at once.
        Ok(command) => return run(framework, message, line, command).await,
        Err(unknown) => unknown,
    };
    let direct = message.guild_id.is_none();
    // Where nothing of a message may be read, it is here only because it mentions the bot's role.
    let mentioned = message.content.starts_with("<@") || message.content.is_empty();
    let is_likely = unknown.meant.is_some();
    let what = match line.trim() {
        "" if direct || mentioned => {
            let intro = Command::new(Name::Anywhere(Anywhere::Intro), "");
            What::Typed(message.id, intro)
        }
        "" => return,
        _ if direct => What::Bare(line.to_owned(), unknown),
        _ if mentioned || is_likely => What::Unknown(message.id, unknown),
        _ => return,
    };
    answering::answer(bot, Incoming::typed(context, message, what)).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, description: &str, localised: &Localisations) {
        assert!(
            (1..=100).contains(&description.chars().count()),
            "{name}: {description:?}"
        );
        for (tag, text) in localised.iter() {
            assert!(
                (1..=100).contains(&text.chars().count()),
                "{name} {tag}: {text:?}"
            );
        }
        assert_eq!(
            localised.len(),
            2,
            "{name} is not described in every language"
        );
    }

    fn check_names(name: &str, names: &Localisations) {
        for (tag, text) in names.iter() {
            let of_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\'');
            let fits = (1..=32).contains(&text.chars().count()) && text.chars().all(of_name);
            assert!(
                fits && *text == text.to_lowercase(),
                "{name} {tag}: {text:?}"
            );
        }
    }

    #[test]
    fn every_command_and_option_is_described_in_every_language() {
        let commands = all();
        assert!(commands.len() <= 100);
        for command in &commands {
            let description = command.description.as_deref().unwrap_or_default();
            check(
                &command.name,
                description,
                &command.description_localizations,
            );
            check_names(&command.name, &command.name_localizations);
            let required_first = command
                .parameters
                .is_sorted_by_key(|option| !option.required);
            assert!(required_first, "{}", command.name);
            for option in &command.parameters {
                let name = format!("{} {}", command.name, option.name);
                let description = option.description.as_deref().unwrap_or_default();
                check(&name, description, &option.description_localizations);
                check_names(&name, &option.name_localizations);
                assert_eq!(
                    option.name_localizations.len(),
                    2,
                    "{name} has no name somewhere"
                );
            }
            assert!(command.create_as_slash_command().is_some());
        }
    }

    #[test]
    fn what_a_command_is_called_in_a_language_can_be_typed_too() {
        for command in all() {
            let meant = Name::of(&command.name);
            assert!(meant.is_some(), "{}", command.name);
            for (tag, called) in command.name_localizations.iter() {
                let typed = Name::of(called);
                assert_eq!(typed, meant, "{} in {tag}: {called}", command.name);
            }
        }
    }

    #[test]
    fn no_two_commands_have_the_same_name_in_a_language() {
        for tag in ["zh-CN", "zh-TW"] {
            let commands = all();
            let names = commands.iter().map(|command| {
                let localised = command
                    .name_localizations
                    .iter()
                    .find(|(found, _)| found == tag);
                localised.map_or(command.name.to_string(), |(_, name)| name.to_string())
            });
            let mut names: Vec<_> = names.collect();
            let count = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), count);
        }
    }

    /// The commands as they are registered with Discord, sorted by name.
    #[test]
    fn what_is_registered_with_discord_is_as_it_was() {
        let mut registered = registered(Registered::ByPeople, &all());
        registered
            .sort_by_key(|command| [command["type"].to_string(), command["name"].to_string()]);
        let now = serde_json::to_string_pretty(&registered).expect("commands are JSON") + "\n";
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/fixtures/discord/commands.json"
        );
        if std::env::var_os("UPDATE_FIXTURES").is_some() {
            std::fs::write(path, &now).expect("the fixture can be written");
        }
        let kept = std::fs::read_to_string(path).unwrap_or_default();
        for (kept, now) in kept.lines().zip(now.lines()) {
            assert_eq!(now, kept);
        }
        assert_eq!(now.lines().count(), kept.lines().count());
    }
}
