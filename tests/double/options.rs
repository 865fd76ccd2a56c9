//! The options of commands as a client sends them: words and people, and only those that are defined.

use super::state::World;
use serde_json::{Map, Value, json};
use serenity::model::id::{GuildId, UserId};

const PERSON: u64 = 6;

/// Whether a command may be used in such a place.
pub fn usable(command: &Value, context: u8) -> bool {
    let has = |field: &str, wanted: u8| {
        let all = command[field].as_array();
        all.is_some_and(|all| all.iter().any(|one| *one == wanted))
    };
    // In a private chat nobody but a person has installed it.
    has("contexts", context) && (context != 2 || has("integration_types", 1))
}

/// The options of a command with their kinds; of the one that is being typed its name and what is there.
#[track_caller]
pub fn fill(
    world: &World,
    command: &Value,
    given: &Map<String, Value>,
    focus: Option<(&str, &str)>,
    guild: Option<GuildId>,
    resolved: &mut Value,
) -> Value {
    let defined = command["options"].as_array().into_iter().flatten();
    for name in given.keys() {
        let known = defined.clone().any(|option| option["name"] == **name);
        assert!(known, "{} has no option {name}", command["name"]);
    }
    let mut filled = Vec::new();
    for option in defined {
        let (name, kind) = (option["name"].as_str().unwrap_or_default(), &option["type"]);
        if let Some((_, typed)) = focus.filter(|(focus, _)| *focus == name) {
            assert!(
                option["autocomplete"] == true,
                "the option {name} does not complete"
            );
            filled.push(json!({"name": name, "type": kind, "value": typed, "focused": true}));
        } else if let Some(value) = given.get(name) {
            assert!(value.is_string(), "the option {name} does not take {value}");
            if *kind == PERSON {
                resolve(world, value, guild, resolved);
            }
            filled.push(json!({"name": name, "type": kind, "value": value}));
        } else {
            assert!(
                option["required"] != true || focus.is_some(),
                "{} needs the option {name}",
                command["name"]
            );
        }
    }
    json!(filled)
}

/// Adds the whole of a person whose id this is.
pub fn resolve(world: &World, id: &Value, guild: Option<GuildId>, resolved: &mut Value) {
    let id = id.as_str().and_then(|id| id.parse::<u64>().ok());
    let Some(user) = id.filter(|id| *id > 0).map(UserId::new) else {
        return;
    };
    let key = user.to_string();
    resolved["users"][&key] = world.user_json(user);
    if let Some(guild) = guild {
        let mut member = world.partial_member_json(guild, user);
        member["permissions"] = json!(world.guild_permissions(user, guild));
        resolved["members"][&key] = member;
    }
}
