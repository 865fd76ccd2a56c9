//! What people do: write, use commands, press, choose. A person can do only what their screen offers, so a
//! test that asks for more fails at once; [`Person::forges`] is for clients that do not keep to it.

use super::asked::Asked;
use super::options::{CHANNEL_OPTION, USER_OPTION, fill, needed, resolve, usable};
use super::people::{Person, Seen, control};
use super::state::{Interaction, Kind, Message, TOKEN_LIFE, World};
use serde_json::{Map, Value, json};
use serenity::model::Permissions;
use serenity::model::gateway::GatewayIntents;
use serenity::model::id::{ChannelId, InteractionId, MessageId, UserId};
use std::collections::BTreeSet;
use tokio::time::Instant;

const STRING_MENU: u64 = 3;
const CHANNEL_MENU: u64 = 8;

/// A new interaction, apart from what Discord adds.
pub struct Use {
    pub kind: Kind,
    pub by: UserId,
    pub channel: ChannelId,
    pub source: Option<MessageId>,
    pub what: String,
    pub data: Value,
}

impl World {
    /// Makes an interaction and hands it to the bot.
    pub fn interact(&mut self, new: Use) -> InteractionId {
        let id = InteractionId::new(self.snowflake());
        let token = format!("interaction-token-{:x}", self.snowflake());
        let created = self.now();
        let interaction = Interaction {
            id,
            token: token.clone(),
            kind: new.kind,
            user: new.by,
            guild: self.guild_of(new.channel),
            channel: new.channel,
            created,
            sent: Instant::now(),
            expires: created + TOKEN_LIFE,
            answer: None,
            answered: None,
            original: None,
            source: new.source,
            follow_ups: 0,
            messages: BTreeSet::new(),
            what: new.what,
            excused: false,
        };
        let guild = interaction.guild;
        let data = self.interaction_json(&interaction, new.data);
        if self.options.records && new.kind != Kind::Autocomplete {
            let what = interaction.what.clone();
            self.note_use(new.channel, new.by, &what);
        }
        self.tokens.insert(token, id);
        self.interactions.insert(id, interaction);
        self.revise();
        self.dispatch(guild, GatewayIntents::empty(), "INTERACTION_CREATE", &data);
        id
    }

    fn say(&mut self, by: UserId, channel: ChannelId, text: &str) -> MessageId {
        let id = MessageId::new(self.snowflake());
        let pinged = super::wire::mentioned(text).into_iter().collect();
        let message = Message {
            id,
            channel,
            guild: self.guild_of(channel),
            author: by,
            content: text.to_owned(),
            embeds: Vec::new(),
            components: Vec::new(),
            attachments: Vec::new(),
            flags: 0,
            created: self.now(),
            edited: None,
            edits: 0,
            replies_to: None,
            only: None,
            interaction: None,
            pinged,
            deleted: false,
            revision: self.revise(),
        };
        self.note(super::transcript::Deed::Posted, &message);
        self.messages.insert(id, message.clone());
        if let Some(channel) = self.channels.get_mut(&channel) {
            channel.last = Some(id);
        }
        self.dispatch_message(&message, "MESSAGE_CREATE");
        id
    }
}

impl Person {
    /// Writes into a channel.
    #[track_caller]
    pub fn says(&self, channel: ChannelId, text: &str) -> MessageId {
        self.may(channel, Permissions::SEND_MESSAGES);
        self.double
            .update(|world| world.say(self.id, channel, text))
    }

    /// Writes to the bot in private.
    pub fn tells_bot(&self, text: &str) -> MessageId {
        let channel = self.direct();
        self.double
            .update(|world| world.say(self.id, channel, text))
    }

    /// Takes away a message, an own one or (as a moderator) another's.
    #[track_caller]
    pub fn deletes(&self, message: MessageId) {
        let (author, channel) = {
            let world = self.double.world();
            (
                world.messages[&message].author,
                world.messages[&message].channel,
            )
        };
        if author != self.id {
            self.may(channel, Permissions::MANAGE_MESSAGES);
        }
        self.double.update(|world| world.remove(message));
    }

    #[track_caller]
    fn may(&self, channel: ChannelId, permission: Permissions) {
        let held = self.double.world().permissions(self.id, channel);
        assert!(
            held.contains(permission),
            "{} lacks {permission} there",
            self.name
        );
    }
    /// Uses a slash command, and waits for the message that answers.
    #[track_caller]
    pub fn asks(
        &self,
        channel: ChannelId,
        command: &str,
        options: Value,
    ) -> impl Future<Output = Seen> {
        self.slash(channel, command, options).message()
    }

    /// Uses a command: `slash(channel, "rules set", json!({"throws": "strict"}))`. Values are given by option; users,
    /// channels and roles by id.
    #[track_caller]
    pub fn slash(&self, channel: ChannelId, command: &str, options: Value) -> Asked {
        self.may(channel, Permissions::USE_APPLICATION_COMMANDS);
        let given = options.as_object().cloned().unwrap_or_default();
        let data = self.command_data(channel, command, &given, None);
        let shown = given
            .iter()
            .map(|(name, value)| format!(" {name}: {}", value.to_string().trim_matches('"')));
        let what = format!("/{command}{}", shown.collect::<String>());
        self.uses(Use {
            kind: Kind::Command,
            by: self.id,
            channel,
            source: None,
            what,
            data,
        })
    }

    /// Types into an option, and waits for what completes it.
    #[track_caller]
    pub fn is_offered(
        &self,
        channel: ChannelId,
        command: &str,
        option: &str,
        typed: &str,
        given: Value,
    ) -> impl Future<Output = Vec<(String, Value)>> {
        self.types(channel, command, option, typed, given).choices()
    }

    /// Types into an option that completes; `given` are the options filled in before.
    #[track_caller]
    pub fn types(
        &self,
        channel: ChannelId,
        command: &str,
        option: &str,
        typed: &str,
        given: Value,
    ) -> Asked {
        let given = given.as_object().cloned().unwrap_or_default();
        let data = self.command_data(channel, command, &given, Some((option, typed)));
        let what = format!("/{command} {option}: {typed}…");
        self.uses(Use {
            kind: Kind::Autocomplete,
            by: self.id,
            channel,
            source: None,
            what,
            data,
        })
    }

    /// Chooses a command from the menu of a person.
    #[track_caller]
    pub fn chooses_for(&self, channel: ChannelId, command: &str, person: &Person) -> Asked {
        let id = person.id.to_string();
        let mut resolved = json!({});
        let world = self.double.world();
        let guild = world.guild_of(channel);
        resolve(&world, USER_OPTION, &json!(id), guild, &mut resolved);
        drop(world);
        self.chooses(channel, command, (2, &id), resolved)
    }

    /// Chooses a command from the menu of a message.
    #[track_caller]
    pub fn chooses_for_message(&self, command: &str, message: &Seen) -> Asked {
        let id = message.id.to_string();
        let world = self.double.world();
        let shown = world.message_json(&world.messages[&message.id]);
        drop(world);
        let resolved = json!({"messages": {&*id: shown}});
        self.chooses(message.channel, command, (3, &id), resolved)
    }

    #[track_caller]
    fn chooses(
        &self,
        channel: ChannelId,
        name: &str,
        (kind, target): (u64, &str),
        resolved: Value,
    ) -> Asked {
        self.may(channel, Permissions::USE_APPLICATION_COMMANDS);
        let data = {
            let world = self.double.world();
            let command = world.command(world.guild_of(channel), name);
            let command = command.filter(|command| command["type"] == kind);
            let command = command.unwrap_or_else(|| panic!("{name} is in no such menu"));
            assert!(usable(command, world.context(channel)));
            let id = World::command_id(command);
            json!({"id": id, "name": name, "type": kind, "target_id": target, "resolved": resolved})
        };
        self.uses(Use {
            kind: Kind::Command,
            by: self.id,
            channel,
            source: None,
            what: format!("{name} of a menu"),
            data,
        })
    }

    #[track_caller]
    fn uses(&self, new: Use) -> Asked {
        let id = self.double.update(|world| world.interact(new));
        Asked {
            double: self.double.clone(),
            id,
            by: self.id,
        }
    }

    #[track_caller]
    fn command_data(
        &self,
        channel: ChannelId,
        path: &str,
        given: &Map<String, Value>,
        focus: Option<(&str, &str)>,
    ) -> Value {
        let world = self.double.world();
        let guild = world.guild_of(channel);
        let mut words = path.split(' ');
        let name = words.next().unwrap_or_default();
        let Some(command) = world.command(guild, name) else {
            let known: Vec<_> = world
                .commands
                .values()
                .flatten()
                .map(|command| command["name"].to_string())
                .collect();
            panic!("/{name} is not registered, only {}", known.join(", "));
        };
        assert!(
            usable(command, world.context(channel)),
            "/{name} cannot be used there"
        );
        let needed = needed(command);
        let held = guild.map_or(Permissions::all(), |guild| {
            world.guild_permissions(self.id, guild)
        });
        assert!(
            held.contains(needed),
            "/{name} is not shown to {}, who lacks {needed}",
            self.name
        );
        let mut chain = vec![command];
        for word in words {
            let options = chain[chain.len() - 1]["options"]
                .as_array()
                .into_iter()
                .flatten();
            let next = options.into_iter().find(|option| option["name"] == word);
            chain.push(next.unwrap_or_else(|| panic!("/{path}: no subcommand {word}")));
        }
        let mut resolved = json!({});
        let mut options = fill(
            &world,
            chain[chain.len() - 1],
            given,
            focus,
            guild,
            &mut resolved,
        );
        for sub in chain.iter().skip(1).rev() {
            options = json!([{"name": sub["name"], "type": sub["type"], "options": options}]);
        }
        let mut data =
            json!({"id": World::command_id(command), "name": name, "type": 1, "options": options});
        if resolved != json!({}) {
            data["resolved"] = resolved;
        }
        if let Some(guild) = command.get("guild_id") {
            data["guild_id"] = guild.clone();
        }
        data
    }

    /// Presses a button, found by label or id on the message as it is now.
    #[track_caller]
    pub fn presses(&self, message: &Seen, button: &str) -> Asked {
        let now = self.looks_at(message);
        let now = now.unwrap_or_else(|| panic!("{} does not see that message any more", self.name));
        self.presses_late(&now, button)
    }

    /// Presses a button as it was when the person looked, though the message may have changed since.
    #[track_caller]
    pub fn presses_late(&self, message: &Seen, button: &str) -> Asked {
        let found = control(&message.components, button).filter(|found| found["type"] == 2);
        let found = found.unwrap_or_else(|| {
            panic!(
                "{} finds no button {button} on\n{}",
                self.name, message.text
            )
        });
        assert!(
            found["disabled"] != true,
            "the button {button} is off on\n{}",
            message.text
        );
        let id = found["custom_id"]
            .as_str()
            .unwrap_or_else(|| panic!("the button {button} is a link"));
        self.uses_component(
            message,
            json!({"custom_id": id, "component_type": 2, "id": found["id"]}),
            button,
        )
    }

    /// Chooses in a menu, found by placeholder or id; options by label or value, people and channels by id.
    #[track_caller]
    pub fn selects(&self, message: &Seen, menu: &str, wanted: &[&str]) -> Asked {
        let now = self.looks_at(message);
        let now = now.unwrap_or_else(|| panic!("{} does not see that message any more", self.name));
        let found = control(&now.components, menu).filter(|found| found["type"] != 2);
        let found =
            found.unwrap_or_else(|| panic!("{} finds no menu {menu} on\n{}", self.name, now.text));
        assert!(
            found["disabled"] != true,
            "the menu {menu} is off on\n{}",
            now.text
        );
        let (least, most) = (
            found["min_values"].as_u64().unwrap_or(1),
            found["max_values"].as_u64().unwrap_or(1),
        );
        let count = wanted.len() as u64;
        assert!(
            (least..=most).contains(&count),
            "the menu {menu} takes {least} to {most}, not {count}"
        );
        let kind = found["type"].as_u64().unwrap_or_default();
        let options = found["options"].as_array().cloned().unwrap_or_default();
        let value = |wanted: &&str| {
            if kind != STRING_MENU {
                return json!(wanted);
            }
            let named =
                |option: &&Value| option["value"] == **wanted || option["label"] == **wanted;
            let option = options.iter().find(named);
            option.unwrap_or_else(|| panic!("the menu {menu} offers no {wanted} on\n{}", now.text))
                ["value"]
                .clone()
        };
        let values: Vec<_> = wanted.iter().map(value).collect();
        let mut data = json!({"custom_id": found["custom_id"], "component_type": kind, "values": values, "id": found["id"]});
        if kind != STRING_MENU {
            let world = self.double.world();
            let (guild, mut resolved) = (world.guild_of(now.channel), json!({}));
            let option_kind = if kind == CHANNEL_MENU {
                CHANNEL_OPTION
            } else {
                USER_OPTION
            };
            values
                .iter()
                .for_each(|value| resolve(&world, option_kind, value, guild, &mut resolved));
            data["resolved"] = resolved;
        }
        let shown = format!("{menu}: {}", wanted.join(", "));
        self.uses_component(&now, data, &shown)
    }

    /// Sends any id from a message, as a tampered client can.
    #[track_caller]
    pub fn forges(&self, message: &Seen, custom_id: &str) -> Asked {
        self.uses_component(
            message,
            json!({"custom_id": custom_id, "component_type": 2, "id": 1}),
            custom_id,
        )
    }

    #[track_caller]
    pub fn uses_component(&self, message: &Seen, data: Value, shown: &str) -> Asked {
        let (channel, source) = (message.channel, Some(message.id));
        let what = format!("[ {shown} ]");
        self.uses(Use {
            kind: Kind::Component,
            by: self.id,
            channel,
            source,
            what,
            data,
        })
    }
}
