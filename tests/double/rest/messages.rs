//! Messages of channels: posted, changed, removed, listed, with the permissions each needs.

use super::{Answered, Refusal, Reply, body_id};
use crate::Limits;
use crate::limits::{OLD_EDITS, OLD_MESSAGE};
use crate::server::Call;
use crate::state::{EPHEMERAL, LAID_OUT, LOADING, Message, Place, TEXT_CHANNEL, World};
use crate::transcript::Deed;
use crate::validation::components;
use crate::wire::mentioned;
use serde_json::{Value, json};
use serenity::model::Permissions;
use serenity::model::id::{ChannelId, InteractionId, MessageId, UserId};
use std::collections::BTreeSet;

/// How a message of the bot comes to be.
pub struct Origin {
    pub channel: ChannelId,
    pub interaction: Option<InteractionId>,
    /// The only person who sees it.
    pub only: Option<UserId>,
    pub replies_to: Option<MessageId>,
    pub flags: u64,
}

impl World {
    /// Opens a thread that the bot's people are called to. Here everybody of the server can read it.
    pub fn open_thread(&mut self, call: &Call, channel: ChannelId) -> Answered {
        let held = self.permissions(self.bot, channel);
        if self.channels[&channel].kind != TEXT_CHANNEL {
            let text = "Cannot execute action on this channel type";
            return Err(Refusal::new(400, 50_024, text));
        }
        if call.body["type"] != 12 || !held.contains(Permissions::CREATE_PRIVATE_THREADS) {
            return Err(Refusal::missing_permissions());
        }
        let place = self.channels[&channel].place;
        let name = call.body["name"].as_str().unwrap_or_default().to_owned();
        let id = self.add_channel(place, &name);
        let thread = self.channels.get_mut(&id).expect("it was just made");
        thread.parent = Some(channel);
        let thread = self.channel_json(&self.channels[&id]);
        Ok(Reply {
            status: 201,
            ..Reply::json(thread)
        })
    }

    /// A new message opens an archived thread.
    fn wake(&mut self, channel: ChannelId) {
        let thread = self.channels.get_mut(&channel);
        if thread.is_some_and(|thread| std::mem::take(&mut thread.archived)) {
            self.dispatch_channel(channel, "THREAD_UPDATE");
        }
    }

    /// Puts a message of the bot into a channel, and tells the gateway.
    pub fn post(&mut self, origin: Origin, body: &Value, files: &[(String, Vec<u8>)]) -> MessageId {
        let id = MessageId::new(self.snowflake());
        let mut message = Message {
            id,
            channel: origin.channel,
            guild: self.guild_of(origin.channel),
            author: self.bot,
            content: String::new(),
            embeds: Vec::new(),
            components: Vec::new(),
            attachments: Vec::new(),
            flags: origin.flags,
            created: self.now(),
            edited: None,
            edits: 0,
            replies_to: origin.replies_to,
            only: origin.only,
            interaction: origin.interaction,
            pinged: BTreeSet::new(),
            deleted: false,
            revision: self.revise(),
        };
        self.fill(&mut message, body, files);
        if message.only.is_none() {
            message.pinged = self.pinged(&message, body);
        }
        self.note(Deed::Posted, &message);
        self.messages.insert(id, message.clone());
        if message.only.is_none() {
            if let Some(channel) = self.channels.get_mut(&message.channel) {
                channel.last = Some(id);
            }
            self.dispatch_message(&message, "MESSAGE_CREATE");
        }
        id
    }

    /// Changes the fields of a message that a request names.
    pub fn change(&mut self, id: MessageId, body: &Value, files: &[(String, Vec<u8>)]) {
        let Some(mut message) = self.messages.get(&id).cloned() else {
            return;
        };
        let was_loading = message.is_loading();
        message.flags &= !LOADING;
        self.fill(&mut message, body, files);
        if was_loading && message.only.is_none() {
            message.pinged = self.pinged(&message, body);
        }
        if !was_loading {
            message.edited = Some(self.now());
            message.edits += 1;
        }
        message.revision = self.revise();
        self.note(
            if was_loading {
                Deed::Posted
            } else {
                Deed::Edited
            },
            &message,
        );
        self.messages.insert(id, message.clone());
        self.dispatch_message(&message, "MESSAGE_UPDATE");
    }

    pub fn remove(&mut self, id: MessageId) {
        let revision = self.revise();
        let Some(message) = self.messages.get_mut(&id) else {
            return;
        };
        message.deleted = true;
        message.revision = revision;
        let message = message.clone();
        self.note(Deed::Deleted, &message);
        self.dispatch_message_deleted(&message);
    }

    fn fill(&mut self, message: &mut Message, body: &Value, files: &[(String, Vec<u8>)]) {
        if let Some(content) = body.get("content") {
            message.content = content.as_str().unwrap_or_default().trim().to_owned();
        }
        let list = |name: &str| {
            body.get(name)
                .map(|list| list.as_array().cloned().unwrap_or_default())
        };
        if let Some(embeds) = list("embeds") {
            message.embeds = embeds.into_iter().map(embed).collect();
        }
        if let Some(mut components) = list("components") {
            let mut next = 1;
            number(&mut components, &mut next);
            message.components = components;
        }
        if let Some(flags) = body["flags"].as_u64() {
            message.flags =
                (message.flags & (EPHEMERAL | LOADING)) | (flags & !(EPHEMERAL | LOADING));
        }
        let told: Vec<_> = list("attachments").unwrap_or_default();
        // What an edit does not name goes.
        if body.get("attachments").is_some() {
            let kept = &told;
            let ids: Vec<_> = kept
                .iter()
                .filter_map(|kept| body_id(&kept["id"]))
                .collect();
            message
                .attachments
                .retain(|own| body_id(&own["id"]).is_some_and(|id| ids.contains(&id)));
        }
        for (number, (name, bytes)) in files.iter().enumerate() {
            let id = self.snowflake().to_string();
            let url = format!(
                "https://cdn.discordapp.com/attachments/{}/{id}/{name}",
                message.channel
            );
            message.attachments.push(json!({
                "id": id, "filename": name, "size": bytes.len(), "url": url, "proxy_url": url, "ephemeral": false,
                "content_type": "application/octet-stream", "flags": 0,
            }));
            let own = told.iter().find(|told| told["id"] == *number.to_string());
            if let (Some(own), Some(attached)) = (own, message.attachments.last_mut()) {
                attached["description"] = own["description"].clone();
            }
        }
        point_to_files(message);
    }

    /// Whom a message of the bot notifies, as far as it may.
    fn pinged(&self, message: &Message, body: &Value) -> BTreeSet<UserId> {
        let named = mentioned(&message.words())
            .into_iter()
            .filter(|user| self.users.contains_key(user));
        let allowed = &body["allowed_mentions"];
        let lists = |field: &str, wanted: &str| {
            allowed[field]
                .as_array()
                .is_some_and(|list| list.iter().any(|item| item == wanted))
        };
        let may = |user: &UserId| {
            allowed.is_null() || lists("parse", "users") || lists("users", &user.to_string())
        };
        let answered = message
            .replies_to
            .and_then(|original| self.messages.get(&original))
            .map(|original| original.author);
        let answered = answered.filter(|_| allowed.is_null() || allowed["replied_user"] == true);
        named.filter(may).chain(answered).collect()
    }

    pub fn create_message(&mut self, call: &Call, channel: ChannelId) -> Answered {
        let held = self.permissions(self.bot, channel);
        if let Place::Direct(person) = self.channels[&channel].place
            && !self.user(person).accepts_direct_messages
        {
            return Err(Refusal::new(
                403,
                50_278,
                "Cannot send messages to this user due to having no mutual guilds",
            ));
        }
        let has = |field: &str| {
            call.body[field]
                .as_array()
                .is_some_and(|list| !list.is_empty())
        };
        let needs = [
            (true, Permissions::SEND_MESSAGES),
            (has("embeds"), Permissions::EMBED_LINKS),
            (!call.files.is_empty(), Permissions::ATTACH_FILES),
        ];
        if needs
            .iter()
            .any(|(needed, permission)| *needed && !held.contains(*permission))
        {
            return Err(Refusal::missing_permissions());
        }
        let replies_to = self.reference(call, channel)?;
        if let Some(twin) = self.twin(call, channel) {
            return Ok(Reply::json(self.message_json(&self.messages[&twin])));
        }
        // Uploads are limited on the whole server.
        if !call.files.is_empty() && !self.options.takes_files {
            return Err(Refusal::new(400, 400_001, "Uploads are limited"));
        }
        self.wake(channel);
        let origin = Origin {
            channel,
            interaction: None,
            only: None,
            replies_to,
            flags: 0,
        };
        let id = self.post(origin, &call.body, &call.files);
        if let Some(nonce) = call.body.get("nonce").filter(|nonce| !nonce.is_null()) {
            self.nonces.insert((channel, nonce.to_string()), id);
        }
        let mut reply = self.message_json(&self.messages[&id]);
        reply["nonce"] = call.body["nonce"].clone();
        let audience = self.audience(&self.messages[&id]);
        Ok(Reply::json(reply).seen_by(audience))
    }

    /// With `enforce_nonce`, a message that was posted already is not posted again.
    fn twin(&self, call: &Call, channel: ChannelId) -> Option<MessageId> {
        let nonce = call
            .body
            .get("nonce")
            .filter(|_| call.body["enforce_nonce"] == true)?;
        let twin = *self.nonces.get(&(channel, nonce.to_string()))?;
        let fresh = self.messages[&twin].created + std::time::Duration::from_secs(300) > self.now();
        fresh.then_some(twin)
    }

    fn reference(&self, call: &Call, channel: ChannelId) -> Result<Option<MessageId>, Refusal> {
        let reference = &call.body["message_reference"];
        let Some(original) = body_id(&reference["message_id"]).map(MessageId::new) else {
            return Ok(None);
        };
        if !self
            .permissions(self.bot, channel)
            .contains(Permissions::READ_MESSAGE_HISTORY)
        {
            return Err(Refusal::new(
                403,
                160_002,
                "Cannot reply without permission to read message history",
            ));
        }
        let known = self.messages.get(&original);
        match known.filter(|message| {
            !message.deleted && message.channel == channel && message.only.is_none()
        }) {
            Some(message) => Ok(Some(message.id)),
            None if reference["fail_if_not_exists"] == false => Ok(None),
            None => Err(Refusal::invalid_body(
                "message_reference",
                "Unknown message",
            )),
        }
    }

    fn reachable(&self, channel: ChannelId, id: MessageId) -> Result<&Message, Refusal> {
        let message = self.messages.get(&id);
        let message = message.filter(|message| {
            !message.deleted && message.channel == channel && message.only.is_none()
        });
        message.ok_or_else(Refusal::unknown_message)
    }

    fn may_read_history(&self, channel: ChannelId) -> Result<(), Refusal> {
        let held = self.permissions(self.bot, channel);
        held.contains(Permissions::READ_MESSAGE_HISTORY)
            .then_some(())
            .ok_or_else(Refusal::missing_access)
    }

    pub fn list_messages(&self, call: &Call, channel: ChannelId) -> Answered {
        self.may_read_history(channel)?;
        let parameter = |name: &str| {
            let pairs = call
                .query
                .split('&')
                .filter_map(|pair| pair.split_once('='));
            pairs
                .into_iter()
                .find(|(key, _)| *key == name)
                .and_then(|(_, value)| value.parse::<u64>().ok())
        };
        let limit =
            usize::try_from(parameter("limit").unwrap_or(50).min(100)).expect("at most a hundred");
        let (before, after) = (parameter("before"), parameter("after"));
        let own = self.messages.values().rev().filter(|message| {
            message.channel == channel
                && !message.deleted
                && message.only.is_none()
                && before.is_none_or(|before| message.id.get() < before)
                && after.is_none_or(|after| message.id.get() > after)
        });
        Ok(Reply::json(
            own.take(limit)
                .map(|message| self.message_json(message))
                .collect(),
        ))
    }

    pub fn show_message(&self, channel: ChannelId, id: MessageId) -> Answered {
        self.may_read_history(channel)?;
        Ok(Reply::json(self.message_json(self.reachable(channel, id)?)))
    }

    pub fn edit_message(&mut self, call: &Call, channel: ChannelId, id: MessageId) -> Answered {
        let message = self.reachable(channel, id)?;
        if message.author != self.bot {
            return Err(Refusal::new(
                403,
                50_005,
                "Cannot edit a message authored by another user",
            ));
        }
        let held = self.permissions(self.bot, channel);
        if !call.files.is_empty() && !held.contains(Permissions::ATTACH_FILES) {
            return Err(Refusal::missing_permissions());
        }
        if self.channels[&channel].archived {
            return Err(Refusal::new(400, 50_083, "Thread is archived"));
        }
        if !call.files.is_empty() && !self.options.takes_files {
            return Err(Refusal::new(400, 400_001, "Uploads are limited"));
        }
        let now = self.now();
        let is_old = now > message.created + OLD_MESSAGE;
        if is_old
            && self.limits() == Limits::Real
            && self.limiter.admit_old_edit(channel.get(), now).is_err()
        {
            let text =
                "Maximum number of edits to messages older than 1 hour reached. Try again later.";
            return Err(Refusal {
                retry_after: Some(OLD_EDITS.per),
                ..Refusal::new(429, 30_046, text)
            });
        }
        self.may_become(id, &call.body)?;
        self.change(id, &call.body, &call.files);
        let audience = self.audience(&self.messages[&id]);
        Ok(Reply::json(self.message_json(&self.messages[&id])).seen_by(audience))
    }

    /// A message must not lose all that it shows, and one that is laid out stays so.
    pub fn may_become(&mut self, id: MessageId, body: &Value) -> Result<(), Refusal> {
        let mut faults = Vec::new();
        let message = &self.messages[&id];
        if message.is_laid_out() {
            if body["flags"]
                .as_u64()
                .is_some_and(|flags| flags & LAID_OUT == 0)
            {
                faults.push("an edit that takes the layout away".to_owned());
            }
            components::check_fields(body, &mut faults);
        } else if body["flags"]
            .as_u64()
            .is_none_or(|flags| flags & LAID_OUT == 0)
        {
            components::check_plain(&body["components"], &mut faults);
        }
        if let Some(fault) = faults.first() {
            self.violation(format!("an edit: {fault}"));
            return Err(Refusal::invalid_body("", fault));
        }
        let message = &self.messages[&id];
        let text = body
            .get("content")
            .map_or(message.content.as_str(), |text| {
                text.as_str().unwrap_or_default()
            });
        let left = |field: &str, own: &[Value]| {
            body.get(field)
                .map_or(own.len(), |list| list.as_array().map_or(0, Vec::len))
        };
        let rest = left("embeds", &message.embeds)
            + left("components", &message.components)
            + left("attachments", &message.attachments);
        if text.trim().is_empty() && rest == 0 {
            return Err(Refusal::new(400, 50_006, "Cannot send an empty message"));
        }
        Ok(())
    }

    pub fn delete_message(&mut self, channel: ChannelId, id: MessageId) -> Answered {
        let author = self.reachable(channel, id)?.author;
        if author != self.bot {
            if self.guild_of(channel).is_none() {
                return Err(Refusal::new(
                    403,
                    50_003,
                    "Cannot execute action on a DM channel",
                ));
            }
            if !self
                .permissions(self.bot, channel)
                .contains(Permissions::MANAGE_MESSAGES)
            {
                return Err(Refusal::missing_permissions());
            }
        }
        self.remove(id);
        Ok(Reply::nothing())
    }
}

/// Puts the address of a message's own file where an embed or a gallery names it.
fn point_to_files(message: &mut Message) {
    let files = message.attachments.clone();
    let mut media = Vec::new();
    for component in &mut message.components {
        collect_media(component, &mut media);
    }
    for url in media {
        let name = url.as_str().unwrap_or_default();
        let name = name.strip_prefix("attachment://").unwrap_or_default();
        if let Some(file) = files.iter().find(|file| file["filename"] == *name) {
            *url = file["url"].clone();
        }
    }
    for embed in &mut message.embeds {
        let url = embed["image"]["url"].as_str().unwrap_or_default();
        let Some(name) = url.strip_prefix("attachment://").map(str::to_owned) else {
            continue;
        };
        let mut files = message.attachments.iter();
        if let Some(file) = files.find(|file| file["filename"] == name) {
            embed["image"]["url"] = file["url"].clone();
        }
    }
}

fn collect_media<'a>(component: &'a mut Value, found: &mut Vec<&'a mut Value>) {
    let Some(fields) = component.as_object_mut() else {
        return;
    };
    for (key, value) in fields {
        match key.as_str() {
            "media" => found.push(&mut value["url"]),
            "components" | "items" => {
                let inner = value.as_array_mut().into_iter().flatten();
                inner.for_each(|inner| collect_media(inner, found));
            }
            _ => {}
        }
    }
}

/// An embed comes back with its kind.
fn embed(mut embed: Value) -> Value {
    embed["type"] = json!("rich");
    for field in embed["fields"].as_array_mut().into_iter().flatten() {
        let inline = field["inline"].as_bool().unwrap_or(false);
        field["inline"] = json!(inline);
    }
    if embed["fields"].is_null() {
        embed.as_object_mut().map(|embed| embed.remove("fields"));
    }
    embed
}

/// Components come back numbered.
fn number(components: &mut [Value], next: &mut u64) {
    for component in components {
        if component["id"].as_u64().is_none_or(|id| id == 0) {
            component["id"] = json!(*next);
        }
        *next += 1;
        if let Some(inner) = component["components"].as_array_mut() {
            number(inner, next);
        }
    }
}
