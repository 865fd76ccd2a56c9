//! Events of Discord: what they are handled with, and what becomes of each.
//!
//! What people ask is answered elsewhere; here are deleted channels and messages, changed permissions, and what is
//! said in a room of several places. Commands and completions are poise's to recognize.

use std::convert::Infallible;
use std::sync::Arc;

use gateway::connection;
use poise::serenity_prelude as serenity;
use serenity::{FullEvent, GuildMemberUpdateEvent, Role};

use super::heard::{self, Incoming, What};
use super::sessions::measured;
use super::startup::{self, StartError};
use super::{Bot, answering, commands};
use crate::command::{Anywhere, Name};
use crate::desk::Command;
use crate::store::GuildId;

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
    let bot = framework.user_data;
    measured::count(event);
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
            bot.boards.count_message(channel);
            let context = framework.serenity_context;
            to_others(bot, context, new_message).await;
        }
        event => of_server(bot, &framework.serenity_context.cache, event).await,
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
    if ours && !message.content.starts_with(prefix) && bot.desk.talks(who.person, &place) {
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
            bot.boards.learn_that_is_all();
        }
        FullEvent::ChannelDelete { channel, .. } => bot.desert(channel.id.get()).await,
        FullEvent::ThreadDelete { thread, .. } => bot.desert(thread.id.get()).await,
        // A server that is only unavailable comes back with its tables, and nothing of it is forgotten.
        FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
            let guild = GuildId(incomplete.id.get());
            let now = bot.desk.host().now();
            bot.desk.settings().note_left(guild, Some(now)).await;
            let left = Some(guild.0);
            for channel in bot.desk.channels() {
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
            let deleted = [*deleted_message_id];
            bot.boards.deleted(channel_id.get(), &deleted);
        }
        FullEvent::MessageDeleteBulk {
            channel_id,
            multiple_deleted_messages_ids: deleted,
            ..
        } => bot.boards.deleted(channel_id.get(), deleted),
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
    bot.boards.retry(concerned);
}
