//! The options of commands as a client sends them: only those that are defined, with values that they take.

use super::state::World;
use serde_json::{Map, Value, json};
use serenity::model::Permissions;
use serenity::model::id::{ChannelId, GuildId, UserId};
use std::collections::BTreeSet;

pub const USER_OPTION: u64 = 6;
pub const CHANNEL_OPTION: u64 = 7;
const MENTIONABLE_OPTION: u64 = 9;

/// Whether a command may be used in a server, or in private.
pub fn usable(command: &Value, context: u8) -> bool {
    let has = |field: &str, wanted: u8| {
        let all = command[field].as_array();
        all.is_some_and(|all| all.iter().any(|one| *one == wanted))
    };
    match command["contexts"].is_array() {
        // Nobody but a person has installed it there.
        true if context == 2 => has("contexts", 2) && has("integration_types", 1),
        true => has("contexts", context),
        false => context == 0 || (context == 1 && command["dm_permission"] != false),
    }
}

/// What a member must hold to be shown a command.
pub fn needed(command: &Value) -> Permissions {
    let permissions = &command["default_member_permissions"];
    let bits = permissions
        .as_str()
        .and_then(|digits| digits.parse().ok())
        .or_else(|| permissions.as_u64());
    Permissions::from_bits_truncate(bits.unwrap_or_default())
}

/// The options of a command with their kinds, as the client sends them.
#[track_caller]
pub fn fill(
    world: &World,
    command: &Value,
    given: &Map<String, Value>,
    focus: Option<(&str, &str)>,
    guild: Option<GuildId>,
    resolved: &mut Value,
) -> Value {
    let defined = command["options"].as_array().cloned().unwrap_or_default();
    let names: BTreeSet<_> = defined
        .iter()
        .filter_map(|option| option["name"].as_str())
        .collect();
    let stray: Vec<_> = given
        .keys()
        .filter(|name| !names.contains(name.as_str()))
        .collect();
    assert!(
        stray.is_empty(),
        "{} has no options {stray:?}",
        command["name"]
    );
    let mut filled = Vec::new();
    for option in &defined {
        let name = option["name"].as_str().unwrap_or_default();
        if let Some((_, typed)) = focus.filter(|(focus, _)| *focus == name) {
            assert!(
                option["autocomplete"] == true,
                "the option {name} does not complete"
            );
            filled.push(
                json!({"name": name, "type": option["type"], "value": typed, "focused": true}),
            );
            continue;
        }
        let Some(value) = given.get(name) else {
            assert!(
                option["required"] != true || focus.is_some(),
                "{} needs the option {name}",
                command["name"]
            );
            continue;
        };
        check_value(option, name, value);
        resolve(
            world,
            option["type"].as_u64().unwrap_or_default(),
            value,
            guild,
            resolved,
        );
        filled.push(json!({"name": name, "type": option["type"], "value": value}));
    }
    json!(filled)
}

/// A client sends only what the option takes.
#[track_caller]
fn check_value(option: &Value, name: &str, value: &Value) {
    let fits = match option["type"].as_u64() {
        Some(4) => value.is_i64(),
        Some(5) => value.is_boolean(),
        Some(10) => value.is_number(),
        Some(_) | None => value.is_string(),
    };
    assert!(fits, "the option {name} does not take {value}");
    let choices = option["choices"].as_array().cloned().unwrap_or_default();
    assert!(
        choices.is_empty() || choices.iter().any(|choice| choice["value"] == *value),
        "the option {name} does not offer {value}"
    );
    let length = value.as_str().map(|text| text.chars().count() as u64);
    let most = option["max_length"].as_u64().unwrap_or(6_000);
    assert!(
        length.is_none_or(|length| length <= most),
        "the option {name} takes {most} characters"
    );
    if let (Some(number), Some(least)) = (value.as_f64(), option["min_value"].as_f64()) {
        assert!(number >= least, "the option {name} takes {least} at least");
    }
    if let (Some(number), Some(most)) = (value.as_f64(), option["max_value"].as_f64()) {
        assert!(number <= most, "the option {name} takes {most} at most");
    }
}

/// Adds the whole of what a value stands for.
pub fn resolve(
    world: &World,
    kind: u64,
    value: &Value,
    guild: Option<GuildId>,
    resolved: &mut Value,
) {
    let Some(id) = value
        .as_str()
        .and_then(|id| id.parse::<u64>().ok())
        .filter(|id| *id > 0)
    else {
        return;
    };
    let key = id.to_string();
    match kind {
        USER_OPTION | MENTIONABLE_OPTION => {
            let user = UserId::new(id);
            resolved["users"][&key] = world.user_json(user);
            if let Some(guild) = guild {
                let mut member = world.partial_member_json(guild, user);
                member["permissions"] = json!(world.guild_permissions(user, guild));
                resolved["members"][&key] = member;
            }
        }
        CHANNEL_OPTION => {
            resolved["channels"][&key] = world.partial_channel_json(ChannelId::new(id));
        }
        _ => {}
    }
}
