//! Answers to interactions: the callback that acknowledges, and what can be reached through the token afterwards. The
//! deadlines of both hold always.

use super::messages::Origin;
use super::{Answered, Refusal, Reply, id};
use crate::server::Call;
use crate::state::{
    ACKNOWLEDGE_WITHIN, Answer, Audience, EPHEMERAL, Interaction, Kind, LOADING, MOST_FOLLOW_UPS,
    World,
};
use serde_json::{Value, json};
use serenity::model::Permissions;
use serenity::model::id::{ChannelId, InteractionId, MessageId, UserId};

impl World {
    pub fn interaction_routes(&mut self, call: &Call, path: &[&str]) -> Answered {
        match (call.method.as_str(), path) {
            ("POST", ["interactions", interaction, token, "callback"]) => {
                self.callback(call, InteractionId::new(id(interaction)?), token)
            }
            (_, ["webhooks", application, token, rest @ ..]) => {
                let unknown = || Refusal::new(404, 10_015, "Unknown Webhook");
                let known = self
                    .interaction_by_token(token)
                    .map(|interaction| (interaction.id, interaction.expires));
                let (interaction, expires) = known.ok_or_else(unknown)?;
                if id(application)? != self.application.get() {
                    return Err(unknown());
                }
                if self.now() >= expires {
                    return Err(Refusal::new(401, 50_027, "Invalid Webhook Token"));
                }
                match (call.method.as_str(), rest) {
                    ("POST", []) => self.follow_up(call, interaction),
                    (method, ["messages", which]) => {
                        let message = self.message_by_token(interaction, which)?;
                        self.token_message(call, method, interaction, message)
                    }
                    _ => self.no_route(call),
                }
            }
            _ => self.no_route(call),
        }
    }

    fn callback(&mut self, call: &Call, id: InteractionId, token: &str) -> Answered {
        let unknown = || Refusal::new(404, 10_062, "Unknown interaction");
        let now = self.now();
        let interaction = self
            .interactions
            .get(&id)
            .filter(|interaction| interaction.token == token);
        let interaction = interaction.ok_or_else(unknown)?;
        if interaction.answer.is_some() {
            return Err(Refusal::new(
                400,
                40_060,
                "Interaction has already been acknowledged.",
            ));
        }
        if now > interaction.created + ACKNOWLEDGE_WITHIN {
            return Err(unknown());
        }
        let kind = call.body["type"].as_u64().unwrap_or_default();
        if !fits(interaction, kind) {
            let what = format!(
                "{} was answered with a callback of type {kind}",
                interaction.what
            );
            self.violation(what);
            return Err(Refusal::invalid_body(
                "type",
                "Interaction callback type is not valid for this interaction",
            ));
        }
        let answer = self.answer_interaction(call, id, kind)?;
        let audience = match answer {
            Answer::Message(message) | Answer::Updated(message) => {
                self.audience(&self.messages[&message])
            }
            Answer::Deferred(_)
            | Answer::DeferredUpdate
            | Answer::Window(_)
            | Answer::Form { .. } => Audience::Nobody,
            Answer::Choices(_) => Audience::Only(self.interactions[&id].user),
        };
        if let Some(interaction) = self.interactions.get_mut(&id) {
            interaction.answered = Some(now);
            interaction.original = match answer {
                Answer::Message(message) | Answer::Deferred(message) | Answer::Updated(message) => {
                    Some(message)
                }
                Answer::DeferredUpdate => interaction.source,
                Answer::Choices(_) | Answer::Window(_) | Answer::Form { .. } => None,
            };
            interaction.messages.extend(interaction.original);
            interaction.answer = Some(answer);
        }
        self.revise();
        Ok(Reply::nothing().seen_by(audience))
    }

    fn answer_interaction(
        &mut self,
        call: &Call,
        id: InteractionId,
        kind: u64,
    ) -> Result<Answer, Refusal> {
        let data = &call.body["data"];
        let interaction = &self.interactions[&id];
        let (channel, user, source) = (interaction.channel, interaction.user, interaction.source);
        let hidden = match self.hides_guests(channel, user) {
            true => EPHEMERAL,
            false => data["flags"].as_u64().unwrap_or_default() & EPHEMERAL,
        };
        let only = (hidden != 0).then_some(user);
        let origin = |flags| Origin {
            channel,
            interaction: Some(id),
            only,
            replies_to: None,
            flags,
        };
        Ok(match kind {
            4 => Answer::Message(self.post(origin(hidden), data, &call.files)),
            5 => Answer::Deferred(self.post(origin(hidden | LOADING), &json!({}), &[])),
            6 => Answer::DeferredUpdate,
            7 => {
                let source = source.filter(|source| !self.messages[source].deleted);
                let source = source.ok_or_else(Refusal::unknown_message)?;
                self.may_become(source, data)?;
                self.change(source, data, &call.files);
                Answer::Updated(source)
            }
            8 => {
                let choices = data["choices"].as_array().cloned().unwrap_or_default();
                let pair = |choice: Value| {
                    (
                        choice["name"].as_str().unwrap_or_default().to_owned(),
                        choice["value"].clone(),
                    )
                };
                Answer::Choices(choices.into_iter().map(pair).collect())
            }
            9 => {
                let field = &data["components"][0]["components"][0]["value"];
                let [code, text] = [&data["custom_id"], field]
                    .map(|of| of.as_str().unwrap_or_default().to_owned());
                Answer::Form { code, text }
            }
            _ => Answer::Window(self.open_window(channel, user)?),
        })
    }

    fn follow_up(&mut self, call: &Call, id: InteractionId) -> Answered {
        let interaction = &self.interactions[&id];
        if interaction.answer.is_none() {
            return Err(Refusal::new(404, 10_015, "Unknown Webhook"));
        }
        let original = interaction.original;
        // The first follow-up of a deferred answer becomes that answer, and stays as hidden as it was promised to be.
        if let Some(original) = original.filter(|original| self.messages[original].is_loading()) {
            self.change(original, &call.body, &call.files);
            return self.shown(original);
        }
        let (channel, user) = (interaction.channel, interaction.user);
        if interaction.follow_ups >= MOST_FOLLOW_UPS && self.is_group(channel) {
            let told = "This interaction has reached the maximum number of follow-up messages";
            return Err(Refusal::new(400, 40_094, told));
        }
        let hidden = match self.hides_guests(channel, user) {
            true => EPHEMERAL,
            false => call.body["flags"].as_u64().unwrap_or_default() & EPHEMERAL,
        };
        let only = (hidden != 0).then_some(user);
        let origin = Origin {
            channel,
            interaction: Some(id),
            only,
            replies_to: original,
            flags: hidden,
        };
        let message = self.post(origin, &call.body, &call.files);
        if let Some(interaction) = self.interactions.get_mut(&id) {
            interaction.messages.insert(message);
            interaction.follow_ups += 1;
        }
        self.shown(message)
    }

    /// Whether what a person has brought along is shown to nobody else there.
    fn hides_guests(&self, channel: ChannelId, user: UserId) -> bool {
        let guild = self
            .guild_of(channel)
            .and_then(|guild| self.guilds.get(&guild));
        let is_guest = guild.is_some_and(|guild| !guild.members.contains_key(&self.bot));
        let may = self
            .permissions(user, channel)
            .contains(Permissions::USE_EXTERNAL_APPS);
        is_guest && !may
    }

    fn message_by_token(
        &self,
        interaction: InteractionId,
        which: &str,
    ) -> Result<MessageId, Refusal> {
        let interaction = &self.interactions[&interaction];
        let message = match which {
            "@original" => interaction.original,
            other => {
                Some(MessageId::new(id(other)?)).filter(|id| interaction.messages.contains(id))
            }
        };
        let message = message.filter(|message| !self.messages[message].deleted);
        message.ok_or_else(Refusal::unknown_message)
    }

    fn token_message(
        &mut self,
        call: &Call,
        method: &str,
        by: InteractionId,
        message: MessageId,
    ) -> Answered {
        match method {
            "GET" => self.shown(message),
            "PATCH" => {
                self.may_become(message, &call.body)?;
                self.change(message, &call.body, &call.files);
                self.shown(message)
            }
            "DELETE" => {
                // An ephemeral message leaves the person's screen all the same.
                self.remove(message);
                if let Some(interaction) = self.interactions.get_mut(&by) {
                    interaction.messages.remove(&message);
                }
                Ok(Reply::nothing())
            }
            _ => self.no_route(call),
        }
    }

    fn shown(&self, message: MessageId) -> Answered {
        let message = &self.messages[&message];
        Ok(Reply::json(self.message_json(message)).seen_by(self.audience(message)))
    }
}

/// Whether a kind of callback may answer a kind of interaction.
fn fits(interaction: &Interaction, callback: u64) -> bool {
    match interaction.kind {
        Kind::Autocomplete => callback == 8,
        Kind::Command => matches!(callback, 4 | 5 | 9 | 12),
        Kind::Component => matches!(callback, 4..=7 | 9 | 12),
        Kind::Form => matches!(callback, 4..=7),
    }
}
