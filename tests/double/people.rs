//! People: who they are, and what each of them sees.

use super::Double;
use super::state::{EPHEMERAL, Message, Place, World};
use serde_json::Value;
use serenity::model::Permissions;
use serenity::model::gateway::GatewayIntents;
use serenity::model::id::{ChannelId, GuildId, MessageId, UserId};

/// A person with an account, acting through their own screen.
#[derive(Clone)]
pub struct Person {
    pub double: Double,
    pub id: UserId,
    pub name: String,
}

/// A message as a person sees it, at the time of looking.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    pub id: MessageId,
    pub channel: ChannelId,
    pub is_from_bot: bool,
    /// Only this person sees it.
    pub is_ephemeral: bool,
    pub is_direct: bool,
    pub edits: u32,
    pub replies_to: Option<MessageId>,
    /// It notified the person who looks.
    pub pings: bool,
    pub content: String,
    pub embeds: Vec<Value>,
    pub components: Vec<Value>,
    pub attachments: Vec<Value>,
    /// All of it as text, see the transcript.
    pub text: String,
    /// Counts up with every change anywhere: the one of this message's last change.
    pub revision: u64,
}

impl Seen {
    /// Whether the message says this anywhere.
    pub fn says(&self, text: &str) -> bool {
        self.text.contains(text)
    }

    #[track_caller]
    pub fn assert_says(&self, text: &str) {
        assert!(self.says(text), "{text:?} is not in\n{}", self.text);
    }

    /// It says this, to the one alone who asked.
    #[track_caller]
    pub fn assert_tells_alone(&self, text: &str) {
        assert!(self.is_ephemeral, "all see\n{}", self.text);
        self.assert_says(text);
    }

    /// The button or menu with this label, placeholder or id.
    pub fn control(&self, which: &str) -> Option<Value> {
        control(&self.components, which)
    }

    /// All buttons that can be pressed, in order.
    pub fn live(&self) -> Vec<Value> {
        let on = flat(&self.components).into_iter();
        on.filter(|component| component["type"] == 2 && component["disabled"] != true)
            .collect()
    }

    /// Their labels.
    pub fn buttons(&self) -> Vec<String> {
        self.live().iter().map(face).collect()
    }

    /// The values that a menu offers.
    pub fn options(&self, menu: &str) -> Vec<String> {
        let menu = self.control(menu).unwrap_or_default();
        let options = menu["options"].as_array().into_iter().flatten();
        options
            .map(|option| option["value"].as_str().unwrap_or_default().to_owned())
            .collect()
    }
}

/// All components, out of their rows.
pub fn flat(components: &[Value]) -> Vec<Value> {
    let mut all = Vec::new();
    for component in components {
        match component["components"].as_array() {
            Some(inner) => all.extend(flat(inner)),
            None => all.push(component.clone()),
        }
    }
    all
}

/// What kind of component is a block of text.
const TEXT: u64 = 10;

/// Whether a message is laid out: then its words stand among its controls.
pub fn is_laid_out(components: &[Value]) -> bool {
    components.first().is_some_and(|first| first["type"] == 17)
}

/// The blocks of text of a message that is laid out.
pub fn texts(components: &[Value]) -> Vec<Value> {
    let parts = flat(components).into_iter();
    let parts = parts.filter(|part| part["type"] == TEXT);
    parts.map(|mut part| part["content"].take()).collect()
}

/// Whether a message says something above its page, as a refusal does: a page that is laid out begins with a line in
/// bold letters that is no sentence. A refusal can begin with a name in such letters, but ends with a full stop.
pub fn says_above(message: &Value) -> bool {
    let components = message["components"].as_array();
    let components = components.map_or(&[][..], Vec::as_slice);
    match is_laid_out(components) {
        true => !texts(components)
            .first()
            .and_then(Value::as_str)
            .and_then(|text| text.lines().next())
            .is_some_and(|head| head.starts_with("**") && !head.ends_with('.')),
        false => message["content"]
            .as_str()
            .is_some_and(|says| !says.is_empty()),
    }
}

fn face(button: &Value) -> String {
    let part = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (emoji, label) = (part(&button["emoji"]["name"]), part(&button["label"]));
    if label.is_empty() { emoji } else { label }
}

/// The component with this custom id, or else this label, or else this placeholder.
pub fn control(components: &[Value], which: &str) -> Option<Value> {
    let all = flat(components);
    let by_id = all.iter().find(|component| component["custom_id"] == which);
    let by_face = all
        .iter()
        .find(|component| face(component) == which || component["placeholder"] == which);
    by_id.or(by_face).cloned()
}

impl World {
    /// A message as a person sees it.
    pub fn seen(&self, message: &Message, person: UserId) -> Seen {
        Seen {
            id: message.id,
            channel: message.channel,
            is_from_bot: message.author == self.bot,
            is_ephemeral: message.flags & EPHEMERAL != 0,
            is_direct: message.guild.is_none() && !self.is_group(message.channel),
            edits: message.edits,
            replies_to: message.replies_to,
            pings: message.pinged.contains(&person),
            content: message.content.clone(),
            embeds: message.embeds.clone(),
            components: message.components.clone(),
            attachments: message.attachments.clone(),
            text: self.render(message),
            revision: message.revision,
        }
    }

    /// Whether a channel is the private one between the bot and this person.
    pub fn is_direct(&self, channel: ChannelId, person: UserId) -> bool {
        let place = self.channels.get(&channel).map(|channel| channel.place);
        place == Some(Place::Direct(person))
    }

    /// All messages that a person sees, oldest first.
    pub fn visible(&self, person: UserId) -> impl DoubleEndedIterator<Item = &Message> {
        self.messages
            .values()
            .filter(move |message| self.is_visible(message, person))
    }
}

impl Person {
    /// The language of the person's client.
    pub fn speaking(self, locale: &str) -> Self {
        self.double.update(|world| {
            if let Some(user) = world.users.get_mut(&self.id) {
                user.locale = locale.to_owned();
            }
        });
        self
    }

    /// Joins a server.
    pub fn enters(&self, guild: GuildId) {
        self.double.update(|world| {
            if let Some(guild) = world.guilds.get_mut(&guild) {
                guild.members.entry(self.id).or_insert(Permissions::empty());
            }
            world.dispatch_member_added(guild, self.id);
        });
    }

    /// Is given a role with these permissions, such as [`Permissions::MANAGE_CHANNELS`].
    pub fn is_granted(&self, guild: GuildId, permissions: Permissions) {
        self.double.update(|world| {
            if let Some(guild) = world.guilds.get_mut(&guild) {
                *guild.members.entry(self.id).or_default() |= permissions;
            }
            if let Some(guild) = world.guilds.get(&guild) {
                let (id, data) = (guild.id, world.partial_guild_json(guild));
                world.dispatch(Some(id), GatewayIntents::GUILDS, "GUILD_UPDATE", &data);
            }
        });
    }

    /// Refuses direct messages from the bot, or takes them again.
    pub fn accepts_direct_messages(&self, accepts: bool) {
        self.double.update(|world| {
            if let Some(user) = world.users.get_mut(&self.id) {
                user.accepts_direct_messages = accepts;
            }
        });
    }

    /// The private channel with the bot.
    pub fn direct(&self) -> ChannelId {
        self.double.update(|world| world.direct_channel(self.id))
    }

    pub fn mention(&self) -> String {
        format!("<@{}>", self.id)
    }

    fn look(&self, wanted: impl Fn(&Message) -> bool) -> Vec<Seen> {
        let world = self.double.world();
        let seen = world.visible(self.id).filter(|message| wanted(message));
        seen.map(|message| world.seen(message, self.id)).collect()
    }

    /// What is in a channel for this person: public messages and their own ephemeral ones, oldest first.
    pub fn sees(&self, channel: ChannelId) -> Vec<Seen> {
        self.look(|message| message.channel == channel)
    }

    /// Messages that nobody else sees, in channels; not direct messages.
    pub fn ephemerals(&self) -> Vec<Seen> {
        self.look(|message| message.only == Some(self.id))
    }

    /// Messages that notified this person.
    pub fn pings(&self) -> Vec<Seen> {
        self.look(|message| message.pinged.contains(&self.id))
    }

    /// A message as it is now, if it is still there to be seen.
    pub fn looks_at(&self, seen: &Seen) -> Option<Seen> {
        let world = self.double.world();
        let message = world
            .messages
            .get(&seen.id)
            .filter(|message| world.is_visible(message, self.id))?;
        Some(world.seen(message, self.id))
    }

    /// Waits for a message that this person sees; of several, gives the newest. The state is locked while `wanted` is
    /// asked, so it looks at nothing but what it is given.
    #[track_caller]
    pub fn awaits(&self, what: &str, wanted: impl Fn(&Seen) -> bool) -> impl Future<Output = Seen> {
        self.awaits_since(0, what, wanted)
    }

    /// Waits until a message says this, which it may do already.
    #[track_caller]
    pub fn awaits_on(&self, message: &Seen, says: &str) -> impl Future<Output = Seen> {
        let (id, wanted) = (message.id, says.to_owned());
        self.awaits(says, move |seen| seen.id == id && seen.says(&wanted))
    }

    /// Waits for a message that was posted or changed after a [`Double::mark`].
    #[track_caller]
    pub fn awaits_since(
        &self,
        mark: u64,
        what: &str,
        wanted: impl Fn(&Seen) -> bool,
    ) -> impl Future<Output = Seen> {
        let told = format!("{} to see {what}", self.name);
        let me = self.id;
        self.double.find(told, move |world| {
            let newest = world.messages.values().rev();
            let newest =
                newest.filter(|message| message.revision > mark && world.is_visible(message, me));
            let mut seen = newest.map(|message| world.seen(message, me));
            seen.find(|seen| wanted(seen))
        })
    }

    /// Everything this person saw, in order.
    pub fn transcript(&self) -> String {
        self.double.world().transcript_of(self.id)
    }
}
