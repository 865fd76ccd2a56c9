//! What people do: write, use commands, press, choose. A person can do only what their screen offers, so a
//! test that asks for more fails at once; [`Person::forges`] is for clients that do not keep to it.

use super::asked::Asked;
use super::options::{fill, resolve, usable};
use super::people::{Person, Seen, control};
use super::state::{Interaction, Kind, Message, TOKEN_LIFE, World};
use serde_json::{Map, Value, json};
use serenity::model::Permissions;
use serenity::model::gateway::GatewayIntents;
use serenity::model::id::{ChannelId, InteractionId, MessageId, UserId};
use std::collections::BTreeSet;
use tokio::time::Instant;

const MENU: u64 = 3;

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
    /// A command of this kind that can be used there.
    #[track_caller]
    fn command(&self, name: &str, kind: u64, channel: ChannelId) -> &Value {
        let mut all = self.commands.iter();
        let command = all.find(|one| one["name"] == name && one["type"] == kind);
        let command = command.unwrap_or_else(|| panic!("{name} is not registered"));
        let context = self.context(channel);
        assert!(usable(command, context), "{name} cannot be used there");
        command
    }

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

    /// Uses a command: `slash(channel, "rules", json!({"rule": "throws"}))`. Values are given by option; people by id.
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
        resolve(&world, &json!(id), guild, &mut resolved);
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
            let id = &world.command(name, kind, channel)["id"];
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
        name: &str,
        given: &Map<String, Value>,
        focus: Option<(&str, &str)>,
    ) -> Value {
        let world = self.double.world();
        let command = world.command(name, 1, channel);
        let (guild, mut resolved) = (world.guild_of(channel), json!({}));
        let options = fill(&world, command, given, focus, guild, &mut resolved);
        let mut data = json!({"id": command["id"], "name": name, "type": 1, "options": options});
        if resolved != json!({}) {
            data["resolved"] = resolved;
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

    /// Chooses in a menu, found by placeholder or id; options by label or value.
    #[track_caller]
    pub fn selects(&self, message: &Seen, menu: &str, wanted: &[&str]) -> Asked {
        let now = self.looks_at(message);
        let now = now.unwrap_or_else(|| panic!("{} does not see that message any more", self.name));
        let found = control(&now.components, menu).filter(|found| found["type"] == MENU);
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
        let options = found["options"].as_array().cloned().unwrap_or_default();
        let value = |wanted: &&str| {
            let named =
                |option: &&Value| option["value"] == **wanted || option["label"] == **wanted;
            let option = options.iter().find(named);
            let option = option
                .unwrap_or_else(|| panic!("the menu {menu} offers no {wanted} on\n{}", now.text));
            option["value"].clone()
        };
        let values: Vec<_> = wanted.iter().map(value).collect();
        let data = json!({"custom_id": found["custom_id"], "component_type": MENU, "values": values, "id": found["id"]});
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
