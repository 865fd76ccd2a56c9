//! What Discord sends (messages, commands, completions, presses, forms) as the bot reads it, and what
//! its processes hand to each other.

use std::sync::OnceLock;

use poise::serenity_prelude as serenity;
use serde_json::{Value, json};
use serenity::{
    Cache, CommandInteraction, Event, GatewayEvent, GuildCreateEvent, Interaction, Message,
    ResolvedValue, UserId,
};
use tractor_bot::command::Name;
use tractor_bot::desk::Command;
use tractor_bot::discord::commands;
use tractor_bot::discord::heard::{self, Incoming, WantedOption, What};
use tractor_bot::discord::render::unmarked;
use tractor_bot::text::press::Press;

use crate::inputs::{Kit, list};
use crate::kept;

pub fn kit() -> Kit {
    let cards = json!({"name": "cards", "type": 3, "value": "8S 8S"});
    let half = json!({"name": "cards", "type": 3, "value": "8S", "focused": true});
    let opponent = json!({"name": "opponent", "type": 6, "value": "12"});
    let button = json!({"custom_id": "7.rs.ap8S8S", "component_type": 2});
    let menu = json!({"custom_id": "~7.rs.p0", "component_type": 3, "values": ["8S", "J+#1"]});
    let of_hand = json!({"custom_id": "7.rs.h", "component_type": 2});
    let people = json!({
        "custom_id": "x", "component_type": 5, "values": ["12"], "resolved": {"users": {"12": user("12")}},
    });
    let interactions = [
        slash(2, json!([cards])),
        slash(4, json!([half])),
        direct(slash(2, json!([opponent]))),
        press(button),
        press(menu),
        direct(press(of_hand)),
        press(people),
        form(),
    ];
    let messages = [
        typed("$play 8S 8S", Some("9")),
        typed("。发牌 <@12>", None),
        typed("<@2> rules hand=5", Some("9")),
        of_another_member(typed("$play 8S 8S", Some("9"))),
    ];
    let named = |name, all: &[Value]| all.iter().map(|data| (name, data.clone())).collect();
    let events: [Vec<(&str, Value)>; 3] = [
        named("INTERACTION_CREATE", &interactions),
        named("MESSAGE_CREATE", &messages),
        named("GUILD_CREATE", &[server()]),
    ];
    let events = events.concat();
    let event = |(name, data): &(&str, Value)| json!({"op": 0, "s": 5, "t": name, "d": data});
    let mut corpus: Vec<Vec<u8>> = events
        .iter()
        .map(|found| event(found).to_string().into_bytes())
        .collect();
    for (_, data) in &events {
        corpus.extend(
            heard(data.clone()).map(|heard| serde_json::to_vec(&heard).expect("what was heard")),
        );
    }
    let wanted = json!({
        "who": {"person": 11, "name": "Ana", "locale": null, "moderator": false, "nonce": 5},
        "place": {"channel": 7, "guild": 9, "locale": null, "channels": [7]},
        "command": "play", "option": "cards", "before": "", "typed": "8S",
    });
    corpus.push(wanted.to_string().into_bytes());
    let mut words = kept::words();
    words.extend(list(
        "zh-CN zh-TW en-US permissions guild_id 7.rs.ap8S 2147483648 flags 64",
    ));
    Kit {
        head: 0,
        corpus,
        words,
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
        Err(_) => match serde_json::from_slice::<Incoming>(text) {
            Ok(heard) => answered(&heard),
            Err(_) => serde_json::from_slice::<WantedOption>(text)
                .is_ok_and(|wanted| wanted.source().is_some() | wanted.is_of_table()),
        },
    }
}

/// What a text of an event's data says, if it says anything.
fn heard(data: Value) -> Option<Incoming> {
    match data.get("content") {
        Some(_) => serde_json::from_value(data)
            .ok()
            .map(|message| of_message(&message)),
        None => of_interaction(&serde_json::from_value(data).ok()?),
    }
}

/// The servers that the bot knows.
fn cache() -> &'static Cache {
    static CACHE: OnceLock<Cache> = OnceLock::new();
    CACHE.get_or_init(|| {
        let cache = Cache::new();
        let mut event: GuildCreateEvent = serde_json::from_value(server()).expect("a server");
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
    let options = interaction.data.options();
    let typed = options.iter().find_map(|option| match option.value {
        ResolvedValue::Autocomplete { value, .. } => Some((option.name, value)),
        _ => None,
    });
    let (option, typed) = typed.unwrap_or_default();
    let (who, place) = heard::of_command(interaction);
    let wanted = WantedOption {
        who,
        place,
        command: interaction.data.name.clone(),
        option: option.to_owned(),
        before: String::new(),
        typed: typed.to_owned(),
    };
    wanted.source().is_some() | wanted.is_of_table()
}

fn of_message(message: &Message) -> Incoming {
    let line = message
        .content
        .strip_prefix('$')
        .unwrap_or(&message.content);
    match Command::parse(line) {
        Ok(command) => Incoming::typed(cache(), message, |typed| What::Typed(typed, command)),
        Err(unknown) if message.guild_id.is_none() => {
            let line = line.to_owned();
            Incoming::typed(cache(), message, |typed| What::Bare(typed, line, unknown))
        }
        Err(unknown) => Incoming::typed(cache(), message, |typed| What::Unknown(typed, unknown)),
    }
}

/// Whether there is something to be done; another process hears the same.
fn answered(heard: &Incoming) -> bool {
    let text = serde_json::to_vec(heard).expect("what was heard is JSON");
    let again: Incoming = serde_json::from_slice(&text).expect("its own text");
    assert_eq!(again, *heard, "another process hears something else");
    assert_eq!(again.id(), heard.id());
    match &heard.what {
        What::Press(press) => Press::of_code(unmarked(&press.code).0).is_some(),
        What::Slash(_) | What::Typed(..) => true,
        What::Bare(..) | What::Unknown(..) => false,
    }
}

fn user(id: &str) -> Value {
    json!({
        "id": id, "username": "ana", "global_name": "Ana", "discriminator": "0", "avatar": null, "bot": false,
        "public_flags": 0,
    })
}

fn member(id: &str) -> Value {
    json!({
        "user": user(id), "nick": "Änne", "roles": ["9"], "joined_at": "2024-01-01T00:00:00Z", "deaf": false, "mute": false,
        "flags": 0, "pending": false, "avatar": null, "premium_since": null, "permissions": "2147483647",
        "communication_disabled_until": null,
    })
}

fn interaction(kind: u8, data: Value) -> Value {
    json!({
        "id": "100", "application_id": "2", "type": kind, "data": data, "channel_id": "7", "guild_id": "9",
        "channel": {"id": "7", "type": 0, "guild_id": "9", "name": "games", "permissions": "0", "position": 0},
        "token": "token", "version": 1, "locale": "zh-CN", "guild_locale": "en-US", "app_permissions": "2147483647",
        "entitlements": [], "authorizing_integration_owners": {}, "context": 0, "member": member("11"),
        "attachment_size_limit": 10,
    })
}

/// The same in direct messages.
fn direct(mut interaction: Value) -> Value {
    let all = interaction.as_object_mut().expect("an object");
    for name in ["guild_id", "guild_locale", "member"] {
        all.remove(name);
    }
    all.insert("user".to_owned(), user("11"));
    interaction
}

fn slash(kind: u8, options: Value) -> Value {
    let option = options[0]["name"].as_str().unwrap_or_default();
    let name = if option == "opponent" { "ttt" } else { "play" };
    let resolved = json!({"users": {"12": user("12")}, "members": {"12": {
        "nick": null, "roles": [], "joined_at": "2024-01-01T00:00:00Z", "permissions": "0", "flags": 0, "pending": false,
        "avatar": null, "premium_since": null,
    }}});
    interaction(
        kind,
        json!({"id": "5", "name": name, "type": 1, "options": options, "resolved": resolved}),
    )
}

fn press(data: Value) -> Value {
    let mut pressed = interaction(3, data);
    let mut message = typed("a board", Some("9"));
    message["interaction_metadata"] = json!({
        "id": "90", "type": 2, "user": user("11"), "authorizing_integration_owners": {"0": "9"},
        "original_response_message_id": null,
    });
    message["flags"] = json!(64);
    pressed["message"] = message;
    pressed
}

fn form() -> Value {
    let input = json!({"type": 4, "custom_id": "words", "value": "8S"});
    let mut sent = interaction(
        5,
        json!({"custom_id": "7.rs.h", "components": [{"type": 1, "components": [input]}]}),
    );
    sent["message"] = typed("a board", Some("9"));
    sent
}

fn typed(content: &str, guild: Option<&str>) -> Value {
    let mut message = json!({
        "id": "200", "channel_id": "7", "author": user("11"), "content": content, "timestamp": "2024-01-01T00:00:00Z",
        "edited_timestamp": null, "tts": false, "mention_everyone": false, "mentions": [user("12")], "mention_roles": [],
        "attachments": [], "embeds": [], "reactions": [], "pinned": false, "type": 0, "flags": 0, "components": [],
    });
    if let Some(guild) = guild {
        message["guild_id"] = json!(guild);
        let mut own = member("11");
        own.as_object_mut().expect("an object").remove("user");
        message["member"] = own;
    }
    message
}

/// A message whose member is not its author.
fn of_another_member(mut message: Value) -> Value {
    message["member"] = member("12");
    message
}

fn server() -> Value {
    let role = json!({
        "id": "9", "name": "@everyone", "color": 0, "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
        "hoist": false, "position": 0, "permissions": "2147483647", "managed": false, "mentionable": false, "flags": 0,
    });
    let channel = json!({
        "id": "7", "type": 0, "guild_id": "9", "name": "games", "position": 0, "nsfw": false, "topic": null, "flags": 0,
        "permission_overwrites": [{"id": "11", "type": 1, "allow": "16", "deny": "1024"}], "last_message_id": null,
        "rate_limit_per_user": 0, "parent_id": null, "last_pin_timestamp": null,
    });
    json!({
        "id": "9", "name": "Friends", "icon": null, "splash": null, "discovery_splash": null, "owner_id": "13",
        "afk_channel_id": null, "afk_timeout": 300, "verification_level": 0, "default_message_notifications": 0,
        "explicit_content_filter": 0, "roles": [role], "emojis": [], "features": [], "mfa_level": 0, "application_id": null,
        "system_channel_id": null, "system_channel_flags": 0, "rules_channel_id": null, "vanity_url_code": null,
        "description": null, "banner": null, "premium_tier": 0, "preferred_locale": "zh-CN",
        "public_updates_channel_id": null, "nsfw_level": 0, "stickers": [], "premium_progress_bar_enabled": false,
        "safety_alerts_channel_id": null, "joined_at": "2024-01-01T00:00:00Z", "large": false, "unavailable": false,
        "member_count": 2, "voice_states": [], "members": [member("11"), member("12")], "channels": [channel], "threads": [],
        "presences": [], "stage_instances": [], "guild_scheduled_events": [], "max_members": 250000,
    })
}
