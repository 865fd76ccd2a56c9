//! Objects as Discord writes them, whole enough that a strict client reads them.

use super::state::{Channel, Guild, Interaction, Kind, Message, Place, User, World};
use serde_json::{Map, Value, json};
use serenity::model::Permissions;
use serenity::model::id::{ChannelId, GuildId, UserId};

impl World {
    pub fn user_json(&self, id: UserId) -> Value {
        self.users.get(&id).map_or(Value::Null, user)
    }

    pub fn member_json(&self, guild: GuildId, id: UserId) -> Value {
        let mut member = self.partial_member_json(guild, id);
        member["user"] = self.user_json(id);
        member
    }

    /// A member as it comes with a message: without the user.
    pub fn partial_member_json(&self, guild: GuildId, id: UserId) -> Value {
        let mut roles = Vec::new();
        if let Some(guild) = self.guilds.get(&guild) {
            if id == self.bot {
                roles.push(guild.bot_role.to_string());
            } else if guild.members.get(&id).is_some_and(|own| !own.is_empty()) {
                roles.push(id.to_string());
            }
        }
        json!({
            "roles": roles, "joined_at": self.clock.stamp(std::time::Duration::ZERO), "deaf": false, "mute": false,
            "flags": 0, "pending": false, "nick": null, "avatar": null, "banner": null, "premium_since": null,
            "communication_disabled_until": null, "unusual_dm_activity_until": null, "avatar_decoration_data": null,
        })
    }

    pub fn channel_json(&self, channel: &Channel) -> Value {
        let last = channel.last;
        match channel.place {
            Place::Direct(person) => json!({
                "id": channel.id, "type": 1, "last_message_id": last, "flags": 0, "last_pin_timestamp": null,
                "recipients": [self.user_json(person)],
            }),
            Place::Group => {
                let people = channel.members.iter().map(|person| self.user_json(*person));
                json!({
                    "id": channel.id, "type": 3, "last_message_id": last, "flags": 0, "name": channel.name,
                    "icon": null, "owner_id": channel.members.first(), "recipients": people.collect::<Vec<_>>(),
                })
            }
            Place::Guild(guild) if channel.parent.is_some() => {
                let messages = self.messages.values();
                let messages = messages.filter(|message| message.channel == channel.id);
                let count = messages.count();
                json!({
                    "id": channel.id, "type": 12, "guild_id": guild, "name": channel.name, "owner_id": self.bot,
                    "parent_id": channel.parent, "last_message_id": last, "last_pin_timestamp": null, "flags": 0,
                    "rate_limit_per_user": 0, "message_count": count, "total_message_sent": count, "member_count": 1,
                    "thread_metadata": {
                        "archived": channel.archived, "archive_timestamp": self.clock.stamp(std::time::Duration::ZERO),
                        "auto_archive_duration": 4320, "locked": false, "invitable": false,
                    },
                })
            }
            Place::Guild(guild) => {
                let overwrites = channel.overwrites.iter().map(|(user, overwrite)| {
                    json!({"id": user, "type": 1, "allow": overwrite.allow, "deny": overwrite.deny})
                });
                json!({
                    "id": channel.id, "type": channel.kind, "guild_id": guild, "name": channel.name, "position": 0,
                    "permission_overwrites": overwrites.collect::<Vec<_>>(), "topic": null, "nsfw": false,
                    "last_message_id": last, "rate_limit_per_user": 0, "parent_id": null,
                    "last_pin_timestamp": null, "flags": 0,
                })
            }
        }
    }

    /// Whether a channel of a guild can be seen by the bot.
    fn bot_sees(&self, channel: &Channel) -> bool {
        !channel.deleted
            && self
                .permissions(self.bot, channel.id)
                .contains(Permissions::VIEW_CHANNEL)
    }

    /// The threads of a guild, all of which the bot has opened.
    pub fn threads_json(&self, guild: GuildId) -> Value {
        let own = self
            .channels
            .values()
            .filter(|channel| channel.place == Place::Guild(guild) && !channel.deleted);
        let own: Vec<_> = own.filter(|channel| channel.parent.is_some()).collect();
        let joined = self.clock.stamp(std::time::Duration::ZERO);
        let member = |thread: &&Channel| json!({"id": thread.id, "user_id": self.bot, "join_timestamp": joined, "flags": 0});
        json!({
            "threads": own.iter().map(|thread| self.channel_json(thread)).collect::<Vec<_>>(),
            "members": own.iter().map(member).collect::<Vec<_>>(), "has_more": false,
        })
    }

    pub fn roles_json(&self, guild: &Guild) -> Vec<Value> {
        let mut roles = vec![
            role(guild.id.get(), "@everyone", guild.everyone, 0, false),
            role(
                guild.bot_role.get(),
                self.name(self.bot),
                guild.bot_permissions,
                1,
                true,
            ),
        ];
        roles[1]["tags"] = json!({"bot_id": self.bot});
        let own = guild
            .members
            .iter()
            .filter(|(_, permissions)| !permissions.is_empty());
        for (at, (user, permissions)) in own.enumerate() {
            roles.push(role(
                user.get(),
                &format!("{}'s role", self.name(*user)),
                *permissions,
                2 + at,
                false,
            ));
        }
        roles
    }

    /// A guild as the routes give it.
    pub fn partial_guild_json(&self, guild: &Guild) -> Value {
        json!({
            "id": guild.id, "name": guild.name, "icon": null, "icon_hash": null, "splash": null,
            "discovery_splash": null, "owner_id": guild.owner, "afk_channel_id": null, "afk_timeout": 300,
            "widget_enabled": false, "widget_channel_id": null, "verification_level": 1,
            "default_message_notifications": 1, "explicit_content_filter": 0, "roles": self.roles_json(guild),
            "emojis": [], "features": [], "mfa_level": 0, "application_id": null, "system_channel_id": null,
            "system_channel_flags": 0, "rules_channel_id": null, "max_presences": null, "max_members": 500_000,
            "vanity_url_code": null, "description": null, "banner": null, "premium_tier": 0,
            "premium_subscription_count": 0, "preferred_locale": guild.locale, "public_updates_channel_id": null,
            "max_video_channel_users": 25, "max_stage_video_channel_users": 50, "nsfw_level": 0, "stickers": [],
            "premium_progress_bar_enabled": false, "safety_alerts_channel_id": null, "incidents_data": null,
        })
    }

    /// A guild as `GUILD_CREATE` brings it.
    pub fn guild_json(&self, guild: &Guild) -> Value {
        let mut whole = self.partial_guild_json(guild);
        let visible = self
            .channels
            .values()
            .filter(|channel| channel.place == Place::Guild(guild.id));
        let visible = visible.filter(|channel| self.bot_sees(channel));
        let (threads, channels): (Vec<_>, Vec<_>) =
            visible.partition(|channel| channel.parent.is_some());
        let [threads, channels] = [threads, channels].map(|channels| {
            let channels = channels.into_iter();
            channels
                .map(|channel| self.channel_json(channel))
                .collect::<Vec<_>>()
        });
        let members: Vec<_> = guild
            .members
            .keys()
            .map(|user| self.member_json(guild.id, *user))
            .collect();
        let more = json!({
            "joined_at": self.clock.stamp(std::time::Duration::ZERO), "large": false, "unavailable": false,
            "member_count": members.len(), "voice_states": [], "members": members, "channels": channels,
            "threads": threads, "presences": [], "stage_instances": [], "guild_scheduled_events": [],
            "soundboard_sounds": [],
        });
        extend(&mut whole, more);
        whole
    }

    /// A message as the routes give it.
    pub fn message_json(&self, message: &Message) -> Value {
        let mentioned = mentioned(&message.words());
        let mentions = mentioned
            .into_iter()
            .filter(|user| self.users.contains_key(user));
        let mentions: Vec<_> = mentions.map(|user| self.user_json(user)).collect();
        let interaction = message
            .interaction
            .and_then(|id| self.interactions.get(&id));
        let kind = match interaction {
            Some(interaction) if interaction.kind == Kind::Command => 20,
            _ if message.replies_to.is_some() => 19,
            _ => 0,
        };
        let mut whole = json!({
            "id": message.id, "channel_id": message.channel, "author": self.user_json(message.author),
            "content": message.content, "timestamp": self.clock.stamp(message.created),
            "edited_timestamp": message.edited.map(|at| self.clock.stamp(at)), "tts": false,
            "mention_everyone": false, "mentions": mentions, "mention_roles": mentioned_roles(&message.content),
            "attachments": message.attachments, "embeds": message.embeds, "pinned": false,
            "type": kind, "flags": message.flags, "components": message.components,
        });
        if let Some(interaction) = interaction {
            whole["application_id"] = json!(self.application);
            whole["webhook_id"] = json!(self.application);
            whole["interaction_metadata"] = self.metadata_json(interaction);
        }
        if let Some(original) = message.replies_to {
            whole["message_reference"] = json!({
                "type": 0, "message_id": original, "channel_id": message.channel, "guild_id": message.guild,
            });
        }
        whole
    }

    fn metadata_json(&self, interaction: &Interaction) -> Value {
        let kind = match interaction.kind {
            Kind::Command | Kind::Autocomplete => 2,
            Kind::Component => 3,
            Kind::Form => 5,
        };
        json!({
            "id": interaction.id, "type": kind, "user": self.user_json(interaction.user),
            "authorizing_integration_owners": self.owners_json(interaction),
            "name": interaction.what.trim_start_matches('/').split(' ').next().unwrap_or_default(),
            "interacted_message_id": interaction.source, "original_response_message_id": null,
        })
    }

    /// Who has installed the application that answers: a server or, in a private chat of people, one of them.
    fn owners_json(&self, interaction: &Interaction) -> Value {
        let guild = interaction.guild;
        let member = guild.and_then(|guild| self.guilds.get(&guild));
        let is_guest = member.is_some_and(|guild| !guild.members.contains_key(&self.bot));
        if is_guest || self.is_group(interaction.channel) {
            return json!({"1": interaction.user});
        }
        json!({"0": guild.map_or("0".to_owned(), |guild| guild.to_string())})
    }

    /// What may be done in answers.
    fn app_permissions(&self, interaction: &Interaction) -> Permissions {
        match self.is_group(interaction.channel) {
            true => Permissions::dm_permissions(),
            false => self.permissions(self.bot, interaction.channel),
        }
    }

    /// Discord's number of the kind of place that a channel is.
    pub fn context(&self, channel: ChannelId) -> u8 {
        match self.channels.get(&channel).map(|channel| channel.place) {
            Some(Place::Guild(_)) | None => 0,
            Some(Place::Direct(_)) => 1,
            Some(Place::Group) => 2,
        }
    }

    /// A message as `MESSAGE_CREATE` and `MESSAGE_UPDATE` bring it.
    pub fn message_event_json(&self, message: &Message) -> Value {
        let mut whole = self.message_json(message);
        if let Some(guild) = message.guild {
            whole["guild_id"] = json!(guild);
            whole["member"] = self.partial_member_json(guild, message.author);
        }
        whole
    }

    /// An interaction as `INTERACTION_CREATE` brings it.
    pub fn interaction_json(&self, interaction: &Interaction, data: Value) -> Value {
        let kind = match interaction.kind {
            Kind::Command => 2,
            Kind::Component => 3,
            Kind::Autocomplete => 4,
            Kind::Form => 5,
        };
        let mut whole = json!({
            "id": interaction.id, "application_id": self.application, "type": kind, "data": data,
            "channel_id": interaction.channel, "channel": self.partial_channel_json(interaction.channel),
            "token": interaction.token, "version": 1, "locale": self.user(interaction.user).locale,
            "app_permissions": self.app_permissions(interaction), "entitlements": [],
            "entitlement_sku_ids": [], "authorizing_integration_owners": self.owners_json(interaction),
            "context": self.context(interaction.channel), "attachment_size_limit": 10_485_760,
        });
        match interaction.guild.and_then(|id| self.guilds.get(&id)) {
            Some(guild) => {
                let mut member = self.member_json(guild.id, interaction.user);
                member["permissions"] =
                    json!(self.permissions(interaction.user, interaction.channel));
                let partial = json!({"id": guild.id, "locale": guild.locale, "features": []});
                extend(
                    &mut whole,
                    json!({
                        "member": member, "guild_id": guild.id, "guild_locale": guild.locale, "guild": partial,
                    }),
                );
            }
            None => whole["user"] = self.user_json(interaction.user),
        }
        if let Some(message) = interaction.source.and_then(|id| self.messages.get(&id)) {
            whole["message"] = self.message_json(message);
        }
        whole
    }

    pub fn partial_channel_json(&self, id: ChannelId) -> Value {
        let Some(channel) = self.channels.get(&id) else {
            return Value::Null;
        };
        self.channel_json(channel)
    }
}

fn user(user: &User) -> Value {
    json!({
        "id": user.id, "username": user.name.to_lowercase().replace(' ', "_"), "discriminator": "0",
        "global_name": if user.bot { Value::Null } else { json!(user.name) }, "avatar": null, "bot": user.bot,
        "system": false, "mfa_enabled": false, "banner": null, "accent_color": null, "flags": 0, "public_flags": 0,
        "avatar_decoration_data": null, "collectibles": null, "primary_guild": null,
    })
}

fn role(id: u64, name: &str, permissions: Permissions, position: usize, managed: bool) -> Value {
    json!({
        "id": id.to_string(), "name": name, "color": 0, "hoist": false, "managed": managed, "mentionable": false,
        "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null}, "icon": null,
        "unicode_emoji": null, "permissions": permissions, "position": position, "flags": 0, "tags": {},
    })
}

/// The texts among components, in order.
pub fn texts(components: &[Value]) -> Vec<String> {
    let mut found = Vec::new();
    for component in components {
        if component["type"] == 10 {
            found.extend(component["content"].as_str().map(str::to_owned));
        }
        let inner = component["components"].as_array();
        found.extend(texts(inner.map_or(&[][..], Vec::as_slice)));
    }
    found
}

/// The users that a text mentions, in order.
pub fn mentioned(text: &str) -> Vec<UserId> {
    let mut found = Vec::new();
    for part in text.split("<@").skip(1) {
        let id = part
            .split_once('>')
            .and_then(|(id, _)| id.trim_start_matches('!').parse::<u64>().ok());
        let user = id.filter(|id| *id > 0).map(UserId::new);
        if let Some(user) = user.filter(|user| !found.contains(user)) {
            found.push(user);
        }
    }
    found
}

/// The roles that a text mentions.
fn mentioned_roles(text: &str) -> Vec<&str> {
    let parts = text.split("<@&").skip(1);
    parts
        .filter_map(|part| part.split_once('>'))
        .map(|(id, _)| id)
        .collect()
}

fn extend(whole: &mut Value, more: Value) {
    let more: Map<String, Value> = more.as_object().cloned().unwrap_or_default();
    if let Some(object) = whole.as_object_mut() {
        object.extend(more);
    }
}
