//! Registration of commands.

use super::{Answered, Reply};
use crate::server::Call;
use crate::state::{Audience, World};
use serde_json::{Value, json};

impl World {
    /// Routes below `/applications/{application_id}/commands`.
    pub fn command_routes(&mut self, call: &Call, rest: &[&str]) -> Answered {
        match (call.method.as_str(), rest) {
            ("GET", []) => Ok(Reply::json(json!(self.commands))),
            ("PUT", []) => {
                let wanted = call.body.as_array().cloned().unwrap_or_default();
                self.check_entry_point(&wanted)?;
                let before = std::mem::take(&mut self.commands);
                let commands = wanted
                    .into_iter()
                    .map(|command| self.register(command, &before));
                self.commands = commands.collect();
                Ok(Reply::json(json!(self.commands)).seen_by(Audience::Everybody))
            }
            _ => self.no_route(call),
        }
    }

    /// A command as Discord keeps it; one of the same name keeps its id.
    fn register(&mut self, mut command: Value, before: &[Value]) -> Value {
        let same = before.iter().find(|known| known["name"] == command["name"]);
        let id = same.map_or_else(
            || json!(self.snowflake().to_string()),
            |known| known["id"].clone(),
        );
        command["id"] = id;
        command["application_id"] = json!(self.application);
        command["version"] = json!(self.snowflake().to_string());
        for (field, other) in [
            ("type", json!(1)),
            ("default_member_permissions", Value::Null),
            ("nsfw", json!(false)),
            ("contexts", Value::Null),
            ("integration_types", json!([0])),
            ("options", json!([])),
            ("description", json!("")),
        ] {
            if command[field].is_null() {
                command[field] = other;
            }
        }
        command
    }
}
