//! Events of Discord: what they are handled with, and what becomes of each.
//!
//! What people ask is answered elsewhere; here are deleted channels and messages, changed permissions, what is
//! said in a room of several places, and servers that the bot left: after a while what is kept of them is forgotten. Before
//! that Discord is asked whether the bot is still away, as news may have been missed while no process ran.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use gateway::connection;
use poise::serenity_prelude as serenity;
use serenity::{FullEvent, GuildMemberUpdateEvent, Role};

use super::boards::Signal;
use super::heard::{self, Incoming, What};
use super::startup::{self, StartError};
use super::{Bot, answering, commands, sessions};
use crate::command::{Anywhere, Name};
use crate::desk::Command;
use crate::store::GuildId;
use crate::table::UnixMillis;

/// What the events of one session are handled with.
pub async fn client(
    http: serenity::Http,
    reads_messages: bool,
    bot: Bot,
) -> Result<connection::Client, StartError> {
    let options = poise::FrameworkOptions::<Bot, Infallible> {
        commands: commands::all(),
        prefix_options: commands::prefixes(),
        on_error: commands::on_error,
        event_handler: |framework, event| Box::pin(on_event(framework, event)),
        initialize_owners: false,
        ..poise::FrameworkOptions::default()
    };
    let mut framework = poise::Framework::builder()
        .options(options)
        .setup(move |_, ready, _| {
            tracing::info!(servers = ready.guilds.len(), shard = ?ready.shard, "connected");
            Box::pin(async { Ok(bot) })
        })
        .build();
    let intents = startup::intents(reads_messages);
    let parts = serenity::ClientBuilder::new_with_http(http, intents).await;
    let parts = parts.map_err(|_| StartError::Unreachable {
        during: "how to connect",
        reason: "the client could not be made".to_owned(),
    })?;
    serenity::Framework::init(&mut framework, &parts).await;
    Ok(connection::Client {
        parts,
        framework: Arc::new(framework),
    })
}

/// Handles events other than commands and autocompletion.
async fn on_event(
    framework: poise::FrameworkContext<'_, Bot, Infallible>,
    event: &FullEvent,
) -> Result<(), Infallible> {
    let (bot, context) = (framework.user_data, framework.serenity_context);
    sessions::count(event);
    match event {
        FullEvent::InteractionCreate {
            interaction: serenity::Interaction::Component(pressed),
        } => {
            answering::answer(bot, Incoming::press(pressed)).await;
        }
        FullEvent::InteractionCreate {
            interaction: serenity::Interaction::Modal(form),
        } => {
            let as_guest = bot.outbox.guests().has(form.channel_id);
            if let Some(heard) = Incoming::form(form, as_guest) {
                answering::answer(bot, heard).await;
            }
        }
        FullEvent::Message { new_message } if new_message.author.id != framework.bot_id() => {
            let channel = new_message.channel_id.get();
            bot.boards.tell(channel, &Signal::Said);
            to_others(bot, context, new_message).await;
        }
        event => of_server(bot, &context.cache, event).await,
    }
    Ok(())
}

/// Repeats a line such as `. hello` in the other places of a room, if its author sits in a room
/// that is shown here; ignores it otherwise.
async fn to_others(bot: &Bot, context: &serenity::Context, message: &serenity::Message) {
    let rest = message.content.strip_prefix(['.', '。']);
    let Some(words) = rest.filter(|rest| rest.starts_with(char::is_whitespace)) else {
        return;
    };
    let (who, place) = heard::of_message(context, message);
    let chosen = bot.desk.settings().guild(place.guild).await;
    let prefix = chosen.word("prefix");
    let ours = place.guild.is_some() && !message.author.bot && message.webhook_id.is_none();
    if ours && !message.content.starts_with(prefix) && bot.desk.people.talks(who.person, &place) {
        let command = Command::new(Name::Anywhere(Anywhere::Chat), words);
        let what = What::Typed(message.id, command);
        answering::answer(bot, Incoming::typed(context, message, what)).await;
    }
}

/// Handles an event that concerns tables; ignores all others.
async fn of_server(bot: &Bot, cache: &serenity::Cache, event: &FullEvent) {
    match event {
        FullEvent::GuildCreate { guild, is_new } => {
            bot.boards.learn(guild);
            // At a start and after an outage all servers come, and nobody was away.
            if *is_new != Some(false) {
                let guild = GuildId(guild.id.get());
                bot.desk.settings().note_left(guild, None).await;
            }
        }
        // It overtakes the news of the last server.
        FullEvent::CacheReady { guilds } => {
            for guild in guilds.iter().filter_map(|id| cache.guild(id)) {
                let known = guild.channels.keys().all(|id| bot.boards.knows(id.get()));
                if !known {
                    bot.boards.learn(&guild);
                }
            }
            // What belongs to none of them is private.
            let is_private = |channel| !bot.boards.knows(channel);
            bot.boards.tell_where(is_private, &Signal::Learned);
        }
        FullEvent::ChannelDelete { channel, .. } => bot.desert(channel.id.get()).await,
        FullEvent::ThreadDelete { thread, .. } => bot.desert(thread.id.get()).await,
        // A server that is only unavailable comes back with its tables, and nothing of it is forgotten.
        FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
            let guild = GuildId(incomplete.id.get());
            let now = bot.desk.host().now();
            bot.desk.settings().note_left(guild, Some(now)).await;
            let left = Some(guild.0);
            for channel in bot.desk.places().channels() {
                if bot.boards.guild_of(channel) == left {
                    bot.desert(channel).await;
                }
            }
        }
        FullEvent::MessageDelete {
            channel_id,
            deleted_message_id,
            ..
        } => {
            let deleted = Signal::Deleted(vec![*deleted_message_id]);
            bot.boards.tell(channel_id.get(), &deleted);
        }
        FullEvent::MessageDeleteBulk {
            channel_id,
            multiple_deleted_messages_ids: deleted,
            ..
        } => {
            let deleted = Signal::Deleted(deleted.clone());
            bot.boards.tell(channel_id.get(), &deleted);
        }
        // A thread may have been opened again.
        FullEvent::ChannelUpdate { new, .. } | FullEvent::ThreadUpdate { new, .. } => {
            retry(bot, new.guild_id, |channel| channel == new.id.get());
        }
        FullEvent::GuildRoleUpdate {
            new: Role { guild_id, .. },
            ..
        }
        | FullEvent::GuildMemberUpdate {
            event: GuildMemberUpdateEvent { guild_id, .. },
            ..
        } => {
            let changed = Some(guild_id.get());
            retry(bot, *guild_id, |channel| {
                bot.boards.guild_of(channel) == changed
            });
        }
        _ => {}
    }
}

/// The bot's permissions on a server may have changed, in these channels.
fn retry(bot: &Bot, guild: serenity::GuildId, concerned: impl Fn(u64) -> bool) {
    bot.outbox.pardon(guild.get());
    bot.cups.retry(GuildId(guild.get()));
    bot.boards.tell_where(concerned, &Signal::Permitted);
}

/// How long what is kept of a server stays after the bot left.
const KEPT: Duration = Duration::from_secs(30 * 86_400);

/// How often it is looked for servers whose time is over.
const EVERY: Duration = Duration::from_secs(3_600);

/// Forgets servers that the bot left [`KEPT`] ago; never ends. Several processes can do so at once.
pub async fn keep_forgetting(bot: Bot) {
    loop {
        forget(&bot).await;
        bot.desk.club.drop_old_seeks().await;
        tokio::time::sleep(EVERY).await;
    }
}

async fn forget(bot: &Bot) {
    let settings = bot.desk.settings();
    let age = u64::try_from(KEPT.as_millis()).unwrap_or(u64::MAX);
    let before = UnixMillis(bot.desk.host().now().0.saturating_sub(age));
    let left = settings.store().left_guilds(before).await;
    let left = left.unwrap_or_else(|error| {
        tracing::warn!(%error, "servers that were left could not be listed");
        Vec::new()
    });
    for id in left {
        let guild = id.0;
        match bot.outbox.is_on(guild).await {
            Ok(true) => settings.note_left(id, None).await,
            Ok(false) => match settings.forget_guild(id, before).await {
                Ok(true) => {
                    tracing::info!(
                        guild,
                        "a server that the bot left thirty days ago is forgotten"
                    );
                }
                // It came back just now, or a table is still open.
                Ok(false) => {}
                Err(error) => tracing::warn!(guild, %error, "a server could not be forgotten"),
            },
            // The next time.
            Err(failure) => {
                tracing::warn!(guild, %failure, "it is not known whether the bot left a server");
            }
        }
    }
}
