//! The routes: what is common to all (who asks, how often, whether the request is well formed) and which function
//! answers which. Every function changes the world and gives a [`Reply`], or a [`Refusal`] as Discord words it.

mod commands;
mod emojis;
mod guilds;
mod interactions;
mod messages;

use super::faults::Fault;
use super::limits::Standing;
use super::server::{Call, Outcome};
use super::state::{Audience, Outgoing, World};
use super::{Double, Limits};
use serde_json::{Value, json};
use serenity::model::Permissions;
use serenity::model::id::{ChannelId, GuildId, MessageId};
use std::sync::Arc;
use std::time::Duration;

pub struct Reply {
    pub status: u16,
    pub body: Option<Value>,
    pub audience: Audience,
}

impl Reply {
    pub fn json(body: Value) -> Self {
        Self {
            status: 200,
            body: Some(body),
            audience: Audience::Nobody,
        }
    }

    pub fn nothing() -> Self {
        Self {
            status: 204,
            body: None,
            audience: Audience::Nobody,
        }
    }

    pub fn seen_by(self, audience: Audience) -> Self {
        Self { audience, ..self }
    }
}

#[derive(Debug, Clone)]
pub struct Refusal {
    pub status: u16,
    pub code: u32,
    pub message: String,
    pub errors: Option<Value>,
    pub retry_after: Option<Duration>,
}

impl Refusal {
    pub fn new(status: u16, code: u32, message: &str) -> Self {
        Self {
            status,
            code,
            message: message.to_owned(),
            errors: None,
            retry_after: None,
        }
    }

    pub fn unauthorized() -> Self {
        Self::new(401, 0, "401: Unauthorized")
    }

    pub fn no_route() -> Self {
        Self::new(404, 0, "404: Not Found")
    }

    pub fn unknown_channel() -> Self {
        Self::new(404, 10_003, "Unknown Channel")
    }

    pub fn unknown_message() -> Self {
        Self::new(404, 10_008, "Unknown Message")
    }

    pub fn missing_access() -> Self {
        Self::new(403, 50_001, "Missing Access")
    }

    pub fn missing_permissions() -> Self {
        Self::new(403, 50_013, "Missing Permissions")
    }

    /// A body that does not fit; `errors` by field.
    pub fn invalid_body(path: &str, message: &str) -> Self {
        let leaf = json!({"_errors": [{"code": "BASE_TYPE_BAD_LENGTH", "message": message}]});
        let keys = path.split('/').filter(|key| !key.is_empty()).rev();
        let errors = keys.fold(leaf, |inner, key| json!({key: inner}));
        Self {
            errors: Some(errors),
            ..Self::new(400, 50_035, "Invalid Form Body")
        }
    }
}

pub type Answered = Result<Reply, Refusal>;

impl Double {
    /// Takes a request in: counts it, checks it, does it, and records it.
    pub fn take(&self, call: &Call) -> Outcome {
        let outcome = self.world().take(call);
        self.changed();
        outcome
    }
}

impl World {
    pub fn fault_for(&mut self, call: &Call) -> Option<Fault> {
        let fault = self.faults.take(&call.method, &call.path)?;
        if call
            .path
            .first()
            .is_some_and(|first| first == "interactions")
            && let Some(id) = call
                .path
                .get(2)
                .and_then(|token| self.tokens.get(token))
                .copied()
            && let Some(interaction) = self.interactions.get_mut(&id)
        {
            interaction.excused = true;
        }
        Some(fault)
    }

    pub fn record_fault(&mut self, call: &Call, status: u16) {
        if matches!(status, 401 | 403 | 429) {
            let now = self.now();
            self.limiter.count_invalid(now);
        }
        self.record(call, status, Audience::Nobody);
    }

    fn record(&mut self, call: &Call, status: u16, audience: Audience) {
        let keeps = self.options.records;
        self.outgoing.push(Outgoing {
            at: self.now(),
            by: Arc::clone(&call.by),
            method: call.method.clone(),
            route: route(&call.path),
            path: format!("/{}", call.path.join("/")),
            body: if keeps {
                call.body.clone()
            } else {
                Value::Null
            },
            files: if keeps {
                call.files.clone()
            } else {
                Vec::new()
            },
            status,
            audience,
        });
        self.revise();
    }

    fn take(&mut self, call: &Call) -> Outcome {
        let now = self.now();
        let route = route(&call.path);
        let limited = self.limits() == Limits::Real;
        if limited && self.limiter.invalid(now) >= self.options.invalid_before_ban {
            return Outcome::Banned;
        }
        let standing = if limited {
            match self
                .limiter
                .admit(&call.method, &route, &major(&call.path), now)
            {
                Ok(standing) => standing,
                Err(refused) => {
                    self.limiter.count_invalid(now);
                    self.record(call, 429, Audience::Nobody);
                    return Outcome::TooMany(refused);
                }
            }
        } else {
            Standing {
                bucket: "unlimited".to_owned(),
                limit: 1000,
                remaining: 999,
                reset_after: Duration::from_secs(1),
            }
        };
        match self.answer(call, &route) {
            Ok(reply) => {
                self.record(call, reply.status, reply.audience);
                Outcome::Done(reply, standing)
            }
            Err(refusal) => {
                if matches!(refusal.status, 401 | 403 | 429) {
                    self.limiter.count_invalid(now);
                }
                self.record(call, refusal.status, Audience::Nobody);
                Outcome::Refused(refusal, Some(standing))
            }
        }
    }

    fn answer(&mut self, call: &Call, route: &str) -> Answered {
        if let Some(answer) = self.answer_person(call) {
            return answer;
        }
        let by_token = matches!(
            call.path.first().map(String::as_str),
            Some("interactions" | "webhooks")
        );
        if !by_token && call.authorization != format!("Bot {}", self.options.token) {
            return Err(Refusal::unauthorized());
        }
        if !call.is_readable {
            self.violation(format!(
                "{} {route}: a body that cannot be read",
                call.method
            ));
            return Err(Refusal::new(
                400,
                50_109,
                "The request body contains invalid JSON.",
            ));
        }
        self.check_request(call, route)?;
        let path: Vec<&str> = call.path.iter().map(String::as_str).collect();
        match (call.method.as_str(), path.as_slice()) {
            (_, ["channels", channel, rest @ ..]) => {
                self.channel_routes(call, ChannelId::new(id(channel)?), rest)
            }
            (_, ["interactions", ..] | ["webhooks", ..]) => self.interaction_routes(call, &path),
            (_, ["applications", application, "commands", rest @ ..]) => {
                if id(application)? != self.application.get() {
                    return Err(Refusal::new(
                        403,
                        20_012,
                        "You are not authorized to perform this action on this application",
                    ));
                }
                self.command_routes(call, rest)
            }
            _ => self.other_routes(call, &path),
        }
    }

    fn channel_routes(&mut self, call: &Call, channel: ChannelId, rest: &[&str]) -> Answered {
        if self
            .channels
            .get(&channel)
            .is_none_or(|channel| channel.deleted)
        {
            return Err(Refusal::unknown_channel());
        }
        if !self
            .permissions(self.bot, channel)
            .contains(Permissions::VIEW_CHANNEL)
        {
            return Err(Refusal::missing_access());
        }
        match (call.method.as_str(), rest) {
            ("GET", ["messages"]) => self.list_messages(call, channel),
            ("GET", ["messages", message]) => {
                self.show_message(channel, MessageId::new(id(message)?))
            }
            ("POST", ["messages"]) => self.create_message(call, channel),
            ("POST", ["threads"]) => self.open_thread(call, channel),
            ("PATCH", ["messages", message]) => {
                self.edit_message(call, channel, MessageId::new(id(message)?))
            }
            ("DELETE", ["messages", message]) => {
                self.delete_message(channel, MessageId::new(id(message)?))
            }
            _ => self.no_route(call),
        }
    }

    fn no_route(&mut self, call: &Call) -> Answered {
        self.violation(format!(
            "{} /{}: no such route in this double",
            call.method,
            call.path.join("/")
        ));
        Err(Refusal::no_route())
    }
}

/// A path with names in place of its ids, as the OpenAPI description writes it.
pub fn route(path: &[String]) -> String {
    let mut route = String::new();
    let mut before = "";
    for (at, segment) in path.iter().enumerate() {
        let literal = matches!(segment.as_str(), "@me" | "@original" | "bot");
        let name = match before {
            _ if literal => None,
            "channels" if at == 1 => Some("{channel_id}"),
            "guilds" => Some("{guild_id}"),
            "messages" => Some("{message_id}"),
            "users" if at == 1 => Some("{user_id}"),
            "applications" => Some("{application_id}"),
            "emojis" => Some("{emoji_id}"),
            "webhooks" => Some("{webhook_id}"),
            "interactions" => Some("{interaction_id}"),
            _ if at == 2 && path[0] == "webhooks" => Some("{webhook_token}"),
            _ if at == 2 && path[0] == "interactions" => Some("{interaction_token}"),
            _ => None,
        };
        route.push('/');
        route.push_str(name.unwrap_or(segment));
        before = segment;
    }
    route
}

/// The ids by which Discord keeps buckets apart: channel, guild, or webhook with its token.
fn major(path: &[String]) -> String {
    match path.first().map(String::as_str) {
        Some("webhooks" | "interactions") => path.get(1..3).unwrap_or_default().join("/"),
        Some("channels" | "guilds") => path.get(1).cloned().unwrap_or_default(),
        Some(_) | None => String::new(),
    }
}

/// An id of a path.
pub fn id(text: &str) -> Result<u64, Refusal> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.ok_or_else(|| Refusal::invalid_body("id", &format!("Value \"{text}\" is not snowflake.")))
}

/// An id within a body.
pub fn body_id(value: &Value) -> Option<u64> {
    let id = value
        .as_str()
        .and_then(|id| id.parse().ok())
        .or_else(|| value.as_u64());
    id.filter(|id| *id > 0)
}

pub fn guild_id(text: &str) -> Result<GuildId, Refusal> {
    id(text).map(GuildId::new)
}
