//! Emojis of the application, usable everywhere.

use super::{Answered, Refusal, Reply};
use crate::server::Call;
use crate::state::World;
use serde_json::json;

/// The most emojis of one application.
const MOST: usize = 2_000;
/// The greatest size of an image in bytes.
const LARGEST: usize = 256 * 1024;
const NAME_TAKEN: &str = "APPLICATION_EMOJI_NAME_ALREADY_TAKEN";

impl World {
    /// Routes below `/applications/{application_id}/emojis`.
    pub fn emoji_routes(&mut self, call: &Call, rest: &[&str]) -> Answered {
        match (call.method.as_str(), rest) {
            ("GET", []) => Ok(Reply::json(json!({"items": self.emojis}))),
            ("POST", []) => self.new_emoji(call),
            ("DELETE", [emoji]) => {
                let before = self.emojis.len();
                self.emojis.retain(|known| known["id"] != *emoji);
                match self.emojis.len() < before {
                    true => Ok(Reply::nothing()),
                    false => Err(Refusal::new(404, 10_014, "Unknown Emoji")),
                }
            }
            _ => self.no_route(call),
        }
    }

    fn new_emoji(&mut self, call: &Call) -> Answered {
        let name = call.body["name"].as_str().unwrap_or_default();
        let image = call.body["image"].as_str().unwrap_or_default();
        let fine = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !name.chars().all(fine) {
            self.violation(format!("the name `{name}` is none for an emoji"));
            return Err(Refusal::invalid_body("name", "String value did not match"));
        }
        let data = image.strip_prefix("data:image/png;base64,");
        if data.is_none_or(|data| data.len() / 4 * 3 > LARGEST) {
            self.violation(format!("the image of `{name}` is none, or too large"));
            return Err(Refusal::invalid_body("image", "Invalid image data"));
        }
        if self.emojis.len() >= MOST {
            let told = format!("Maximum number of emojis reached ({MOST})");
            return Err(Refusal::new(400, 30_008, &told));
        }
        if self.emojis.iter().any(|known| known["name"] == name) {
            let leaf = json!({"code": NAME_TAKEN, "message": "Emoji name is already taken"});
            return Err(Refusal {
                errors: Some(json!({"name": {"_errors": [leaf]}})),
                ..Refusal::new(400, 50_035, "Invalid Form Body")
            });
        }
        let emoji = json!({
            "id": self.snowflake().to_string(), "name": name, "roles": [], "animated": false,
            "require_colons": true, "managed": false, "available": true, "user": self.user_json(self.bot),
        });
        self.emojis.push(emoji.clone());
        Ok(Reply {
            status: 201,
            ..Reply::json(emoji)
        })
    }
}
