//! Registration of commands, everywhere or for one server.

use super::{Answered, Refusal, Reply, guild_id};
use crate::server::Call;
use crate::state::{Audience, World};
use serde_json::{Value, json};
use serenity::model::id::GuildId;

impl World {
    /// Routes below `/applications/{application_id}`.
    pub fn command_routes(&mut self, call: &Call, path: &[&str]) -> Answered {
        match path {
            ["commands", rest @ ..] => self.commands_of(call, None, rest),
            ["guilds", guild, "commands", rest @ ..] => {
                let guild = guild_id(guild)?;
                let known = self
                    .guilds
                    .get(&guild)
                    .is_some_and(|guild| guild.members.contains_key(&self.bot));
                if !known {
                    return Err(Refusal::missing_access());
                }
                self.commands_of(call, Some(guild), rest)
            }
            _ => self.no_route(call),
        }
    }

    fn commands_of(&mut self, call: &Call, guild: Option<GuildId>, rest: &[&str]) -> Answered {
        match (call.method.as_str(), rest) {
            ("GET", []) => Ok(Reply::json(json!(
                self.commands.get(&guild).cloned().unwrap_or_default()
            ))),
            ("PUT", []) => {
                let wanted = call.body.as_array().cloned().unwrap_or_default();
                self.check_entry_point(guild, &wanted)?;
                let before = self.commands.remove(&guild).unwrap_or_default();
                let commands: Vec<_> = wanted
                    .into_iter()
                    .map(|command| self.register(command, guild, &before))
                    .collect();
                self.commands.insert(guild, commands.clone());
                Ok(Reply::json(json!(commands)).seen_by(Audience::Everybody))
            }
            _ => self.no_route(call),
        }
    }

    /// A command as Discord keeps it; one of the same name keeps its id.
    fn register(&mut self, mut command: Value, guild: Option<GuildId>, before: &[Value]) -> Value {
        let same = before.iter().find(|known| known["name"] == command["name"]);
        let id = same.map_or_else(
            || json!(self.snowflake().to_string()),
            |known| known["id"].clone(),
        );
        command["id"] = id;
        command["application_id"] = json!(self.application);
        command["version"] = json!(self.snowflake().to_string());
        if command["type"].is_null() {
            command["type"] = json!(1);
        }
        if let Some(guild) = guild {
            command["guild_id"] = json!(guild);
        }
        for (field, other) in [
            ("default_member_permissions", Value::Null),
            ("nsfw", json!(false)),
            ("contexts", Value::Null),
            ("integration_types", json!([0])),
            ("options", json!([])),
            ("description", json!("")),
        ] {
            if command.get(field).is_none() {
                command[field] = other;
            }
        }
        if command["options"].is_null() {
            command["options"] = json!([]);
        }
        command
    }
}
