//! What Discord sends (messages, commands, completions, presses, forms) as the bot reads it.

use std::sync::OnceLock;

use ::serenity::all as serenity;
use serde_json::Value;
use serenity::{
    Cache, CommandInteraction, Event, GatewayEvent, GuildCreateEvent, Interaction, Message, UserId,
};
use tractor_bot::command::Name;
use tractor_bot::desk::Command;
use tractor_bot::discord::commands;
use tractor_bot::discord::heard::{self, Incoming, What};
use tractor_bot::discord::offers;
use tractor_bot::discord::render::unmarked;
use tractor_bot::text::press::Press;

use crate::desk::words;
use crate::inputs::{Kit, list};

/// As Discord sends them, a line each, the first of them about a server: commands, presses, forms and what is typed, in a
/// server and in direct messages.
const EVENTS: &str = include_str!("events.jsonl");

/// What an event is about.
fn data(line: &str) -> Value {
    let mut event: Value = serde_json::from_str(line).expect("an event");
    event["d"].take()
}

pub fn kit() -> Kit {
    let corpus: Vec<String> = EVENTS.lines().map(str::to_owned).collect();
    let mut words = words();
    words.extend(list(
        "zh-CN zh-TW en-US permissions guild_id 7.rs.join 2147483648 flags 64",
    ));
    Kit {
        head: 0,
        corpus,
        words,
        joins: false,
        longest: 16_384,
    }
}

pub fn run(text: &[u8]) -> bool {
    match serde_json::from_slice::<GatewayEvent>(text) {
        Ok(GatewayEvent::Dispatch(_, Event::InteractionCreate(event))) => {
            match &event.interaction {
                Interaction::Autocomplete(typing) => completed(typing),
                other => of_interaction(other).is_some_and(|heard| answered(&heard)),
            }
        }
        Ok(GatewayEvent::Dispatch(_, Event::MessageCreate(event))) => {
            answered(&of_message(&event.message))
        }
        Ok(GatewayEvent::Dispatch(_, Event::GuildCreate(mut event))) => {
            Cache::new().update(&mut event).is_none()
        }
        Ok(_) => true,
        Err(_) => false,
    }
}

/// The servers that the bot knows.
fn cache() -> &'static Cache {
    static CACHE: OnceLock<Cache> = OnceLock::new();
    CACHE.get_or_init(|| {
        let cache = Cache::new();
        let server = data(EVENTS.lines().next().unwrap_or_default());
        let mut event: GuildCreateEvent = serde_json::from_value(server).expect("a server");
        cache.update(&mut event);
        cache
    })
}

fn of_interaction(interaction: &Interaction) -> Option<Incoming> {
    match interaction {
        Interaction::Command(interaction) => {
            let name = Name::of(&interaction.data.name)?;
            let command = commands::command(name, &interaction.data.options(), UserId::new(2));
            Some(Incoming::slash(cache(), interaction, command))
        }
        Interaction::Component(interaction) => Some(Incoming::press(interaction)),
        _ => None,
    }
}

/// Whether the option that is being typed is completed.
fn completed(interaction: &CommandInteraction) -> bool {
    heard::of_command(interaction);
    offers::wanted(&interaction.data.name, &interaction.data.options()).is_some()
}

fn of_message(message: &Message) -> Incoming {
    let line = message
        .content
        .strip_prefix('$')
        .unwrap_or(&message.content);
    match Command::parse(line) {
        Ok(command) => Incoming::typed(cache(), message, What::Typed(message.id, command)),
        Err(unknown) if message.guild_id.is_none() => {
            let line = line.to_owned();
            Incoming::typed(cache(), message, What::Bare(line, unknown))
        }
        Err(unknown) => Incoming::typed(cache(), message, What::Unknown(message.id, unknown)),
    }
}

/// Whether there is something to be done.
fn answered(heard: &Incoming) -> bool {
    match &heard.what {
        What::Press(_, press) => Press::of_code(unmarked(&press.code).0).is_some(),
        What::Slash(..) | What::Typed(..) => true,
        What::Bare(..) | What::Unknown(..) => false,
    }
}
