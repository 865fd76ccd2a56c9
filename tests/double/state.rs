//! What this Discord holds: people, servers, channels, messages, interactions, sessions, and a record of all that
//! happened. It knows no sockets; the gateway and the routes change it under one lock.

use super::clock::{Clock, Moment};
use super::faults::Faults;
use super::gateway::Session;
use super::limits::Limiter;
use super::transcript::Entry;
use super::validation::Schemas;
use super::windows::Windows;
use super::wire::texts;
use super::{Limits, Options};
use serde_json::Value;
use serenity::model::Permissions;
use serenity::model::id::{
    ApplicationId, ChannelId, GuildId, InteractionId, MessageId, RoleId, UserId,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// An interaction must be acknowledged within this time.
pub const ACKNOWLEDGE_WITHIN: Duration = Duration::from_secs(3);
/// What is not answered by then will not be, even where the time of deadlines is held.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(10);
/// The life of an interaction's token.
pub const TOKEN_LIFE: Duration = Duration::from_secs(15 * 60);
/// So many messages may follow an answer where the bot is no member.
pub const MOST_FOLLOW_UPS: u32 = 5;
/// Only the person who caused the message sees it.
pub const EPHEMERAL: u64 = 1 << 6;
/// "… is thinking": a deferred answer that has not come yet.
pub const LOADING: u64 = 1 << 7;
/// All that the message shows stands in its components, texts too.
pub const LAID_OUT: u64 = 1 << 15;

/// Discord's number for a plain text channel.
pub const TEXT_CHANNEL: u8 = 0;

/// The flag of messages whose embeds a moderator has taken away.
pub const SUPPRESS_EMBEDS: u64 = 1 << 2;

pub struct User {
    pub id: UserId,
    pub name: String,
    pub bot: bool,
    pub locale: String,
    pub accepts_direct_messages: bool,
}

pub struct Guild {
    pub id: GuildId,
    pub name: String,
    pub owner: UserId,
    pub locale: String,
    /// Permissions of `@everyone`.
    pub everyone: Permissions,
    /// The role that came with the bot's invitation.
    pub bot_role: RoleId,
    pub bot_permissions: Permissions,
    /// Members and the permissions given to each by a role of their own.
    pub members: BTreeMap<UserId, Permissions>,
}

/// Permissions that a channel takes from or gives to one member.
#[derive(Clone, Copy, Default)]
pub struct Overwrite {
    pub allow: Permissions,
    pub deny: Permissions,
}

pub struct Channel {
    pub id: ChannelId,
    pub name: String,
    pub place: Place,
    /// The channel below which it is a thread.
    pub parent: Option<ChannelId>,
    pub overwrites: BTreeMap<UserId, Overwrite>,
    /// Who is in a private chat of people.
    pub members: BTreeSet<UserId>,
    pub last: Option<MessageId>,
    pub deleted: bool,
    /// Discord's number for what kind of channel it is, on a server.
    pub kind: u8,
    /// Whether it is a thread that sleeps.
    pub archived: bool,
}

/// Where a channel is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Guild(GuildId),
    /// The private channel between the bot and this person.
    Direct(UserId),
    /// A private chat of people without the bot, whom one of them has brought along.
    Group,
}

#[derive(Clone)]
pub struct Message {
    pub id: MessageId,
    pub channel: ChannelId,
    pub guild: Option<GuildId>,
    pub author: UserId,
    pub content: String,
    pub embeds: Vec<Value>,
    pub components: Vec<Value>,
    pub attachments: Vec<Value>,
    pub flags: u64,
    pub created: Moment,
    pub edited: Option<Moment>,
    pub edits: u32,
    pub replies_to: Option<MessageId>,
    /// The one person who sees it, if it is ephemeral.
    pub only: Option<UserId>,
    /// The interaction that brought it forth.
    pub interaction: Option<InteractionId>,
    /// Who was notified by it.
    pub pinged: BTreeSet<UserId>,
    pub deleted: bool,
    /// Counts up with every change anywhere: the one of this message's last change.
    pub revision: u64,
}

impl Message {
    pub fn is_loading(&self) -> bool {
        self.flags & LOADING != 0
    }

    pub fn is_laid_out(&self) -> bool {
        self.flags & LAID_OUT != 0
    }

    /// Its text, wherever it stands.
    pub fn words(&self) -> String {
        format!("{}\n{}", self.content, texts(&self.components).join("\n"))
    }
}

/// What a person did that an application is to answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Command,
    Component,
    Autocomplete,
    /// The answer to a form.
    Form,
}

pub struct Interaction {
    pub id: InteractionId,
    pub token: String,
    pub kind: Kind,
    pub user: UserId,
    pub guild: Option<GuildId>,
    pub channel: ChannelId,
    pub created: Moment,
    /// When it was sent, by the clock of the bot.
    pub sent: Instant,
    pub expires: Moment,
    pub answer: Option<Answer>,
    pub answered: Option<Moment>,
    /// The message that `@original` means.
    pub original: Option<MessageId>,
    /// The message whose component was used.
    pub source: Option<MessageId>,
    /// So many messages followed the answer.
    pub follow_ups: u32,
    /// Messages that may be reached through the token.
    pub messages: BTreeSet<MessageId>,
    /// What was done, in words.
    pub what: String,
    /// An injected fault hit its acknowledgement, so that a missing one is not held against the bot.
    pub excused: bool,
}

/// How the application answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// A new message.
    Message(MessageId),
    /// "Thinking…", a message to come.
    Deferred(MessageId),
    /// Acknowledged without a change so far.
    DeferredUpdate,
    /// The component's own message was changed.
    Updated(MessageId),
    /// Completions: names and values.
    Choices(Vec<(String, Value)>),
    /// A window of this name.
    Window(String),
    /// A form with this code, and the text that stands in it.
    Form { code: String, text: String },
}

/// A request as it came in.
#[derive(Clone, Debug)]
pub struct Outgoing {
    pub at: Moment,
    /// The name of the entrance it came in by.
    pub by: Arc<str>,
    pub method: String,
    /// With names in place of ids: `/channels/{channel_id}/messages`.
    pub route: String,
    pub path: String,
    pub body: Value,
    pub files: Vec<(String, Vec<u8>)>,
    pub status: u16,
    pub audience: Audience,
}

/// Who can see what a request brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    Nobody,
    /// Everybody who can read the channel.
    Channel(ChannelId),
    Only(UserId),
    Everybody,
}

pub struct World {
    pub clock: Clock,
    pub options: Options,
    pub application: ApplicationId,
    pub bot: UserId,
    pub gateway_url: String,
    pub users: BTreeMap<UserId, User>,
    pub guilds: BTreeMap<GuildId, Guild>,
    pub channels: BTreeMap<ChannelId, Channel>,
    pub messages: BTreeMap<MessageId, Message>,
    pub interactions: BTreeMap<InteractionId, Interaction>,
    pub tokens: HashMap<String, InteractionId>,
    /// Registered commands.
    pub commands: Vec<Value>,
    /// Emojis of the application.
    pub emojis: Vec<Value>,
    pub windows: Windows,
    pub sessions: BTreeMap<String, Session>,
    pub limiter: Limiter,
    /// Messages by the nonce they were posted with.
    pub nonces: HashMap<(ChannelId, String), MessageId>,
    pub faults: Faults,
    pub schemas: Arc<Schemas>,
    pub outgoing: Vec<Outgoing>,
    pub violations: Vec<String>,
    pub entries: Vec<Entry>,
    pub revision: u64,
    /// Identifications so far, by the time they came.
    pub identified: Vec<(u32, Moment)>,
    counter: u64,
}

impl World {
    pub fn new(options: Options, gateway_url: String) -> Self {
        let clock = Clock::start(options.time);
        let mut world = Self {
            application: ApplicationId::new(1),
            bot: UserId::new(1),
            gateway_url,
            users: BTreeMap::new(),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            interactions: BTreeMap::new(),
            tokens: HashMap::new(),
            commands: Vec::new(),
            emojis: Vec::new(),
            windows: Windows::default(),
            sessions: BTreeMap::new(),
            limiter: Limiter::default(),
            nonces: HashMap::new(),
            faults: Faults::default(),
            schemas: Schemas::shared(),
            outgoing: Vec::new(),
            violations: Vec::new(),
            entries: Vec::new(),
            revision: 0,
            identified: Vec::new(),
            counter: 0,
            clock,
            options,
        };
        let id = world.snowflake();
        world.application = ApplicationId::new(id);
        world.bot = UserId::new(id);
        let name = world.options.name.clone();
        world
            .users
            .insert(world.bot, User::new(world.bot, &name, true));
        world
    }

    /// A new id, greater than all before.
    pub fn snowflake(&mut self) -> u64 {
        self.counter += 1;
        self.clock.snowflake(self.clock.now()) | (self.counter & 0x003f_ffff)
    }

    pub fn now(&self) -> Moment {
        self.clock.now()
    }

    pub fn limits(&self) -> Limits {
        self.options.limits
    }

    pub fn revise(&mut self) -> u64 {
        self.revision += 1;
        self.revision
    }

    pub fn violation(&mut self, text: impl Into<String>) {
        self.violations.push(text.into());
    }

    pub fn user(&self, id: UserId) -> &User {
        &self.users[&id]
    }

    pub fn name(&self, id: UserId) -> &str {
        self.users
            .get(&id)
            .map_or("somebody unknown", |user| &user.name)
    }

    pub fn add_person(&mut self, name: &str) -> UserId {
        if let Some(user) = self
            .users
            .values()
            .find(|user| user.name == name && !user.bot)
        {
            return user.id;
        }
        let id = UserId::new(self.snowflake());
        self.users.insert(id, User::new(id, name, false));
        id
    }

    /// A new server whose id, made a few milliseconds later where needed, falls on this shard of so many.
    pub fn add_guild_of(
        &mut self,
        name: &str,
        owner: UserId,
        (shard, total): (u64, u64),
    ) -> GuildId {
        let mut id = self.snowflake();
        while (id >> 22) % total != shard || self.guilds.contains_key(&GuildId::new(id)) {
            id += 1 << 22;
        }
        let id = GuildId::new(id);
        let bot_role = RoleId::new(self.snowflake());
        let everyone = Permissions::VIEW_CHANNEL
            | Permissions::SEND_MESSAGES
            | Permissions::READ_MESSAGE_HISTORY
            | Permissions::USE_APPLICATION_COMMANDS
            | Permissions::ADD_REACTIONS
            | Permissions::EMBED_LINKS
            | Permissions::ATTACH_FILES;
        let guild = Guild {
            id,
            name: name.to_owned(),
            owner,
            locale: "en-US".to_owned(),
            everyone,
            bot_role,
            bot_permissions: self.options.bot_permissions,
            members: BTreeMap::from([
                (self.bot, Permissions::empty()),
                (owner, Permissions::empty()),
            ]),
        };
        self.guilds.insert(id, guild);
        id
    }

    pub fn add_channel(&mut self, place: Place, name: &str) -> ChannelId {
        let id = ChannelId::new(self.snowflake());
        let channel = Channel {
            id,
            name: name.to_owned(),
            place,
            parent: None,
            overwrites: BTreeMap::new(),
            members: BTreeSet::new(),
            last: None,
            deleted: false,
            kind: TEXT_CHANNEL,
            archived: false,
        };
        self.channels.insert(id, channel);
        id
    }

    /// The private channel between the bot and a person; opened where it is not there yet.
    pub fn direct_channel(&mut self, person: UserId) -> ChannelId {
        if let Some(open) = self
            .channels
            .values()
            .find(|channel| channel.place == Place::Direct(person))
        {
            return open.id;
        }
        let name = format!("@{}", self.name(person));
        self.add_channel(Place::Direct(person), &name)
    }

    pub fn guild_of(&self, channel: ChannelId) -> Option<GuildId> {
        match self.channels.get(&channel)?.place {
            Place::Guild(guild) => Some(guild),
            Place::Direct(_) | Place::Group => None,
        }
    }

    /// Whether a channel is a private chat of people, where the bot is no member.
    pub fn is_group(&self, channel: ChannelId) -> bool {
        let place = self.channels.get(&channel).map(|channel| channel.place);
        place == Some(Place::Group)
    }

    /// What a user may do in a channel; nothing where the user cannot be there at all.
    pub fn permissions(&self, user: UserId, channel: ChannelId) -> Permissions {
        let Some(channel) = self
            .channels
            .get(&channel)
            .filter(|channel| !channel.deleted)
        else {
            return Permissions::empty();
        };
        let guild = match channel.place {
            Place::Direct(person) if person == user || self.bot == user => {
                return Permissions::dm_permissions();
            }
            Place::Group if channel.members.contains(&user) => {
                return Permissions::dm_permissions();
            }
            Place::Direct(_) | Place::Group => return Permissions::empty(),
            Place::Guild(guild) => guild,
        };
        let mut held = self.guild_permissions(user, guild);
        if held.contains(Permissions::ADMINISTRATOR) {
            return Permissions::all();
        }
        if let Some(overwrite) = channel.overwrites.get(&user) {
            held = (held & !overwrite.deny) | overwrite.allow;
        }
        held
    }

    pub fn guild_permissions(&self, user: UserId, guild: GuildId) -> Permissions {
        let Some(guild) = self.guilds.get(&guild) else {
            return Permissions::empty();
        };
        let Some(own) = guild.members.get(&user) else {
            return Permissions::empty();
        };
        let role = if user == self.bot {
            guild.bot_permissions
        } else {
            Permissions::empty()
        };
        let held = guild.everyone | *own | role;
        if guild.owner == user || held.contains(Permissions::ADMINISTRATOR) {
            Permissions::all()
        } else {
            held
        }
    }

    /// Everybody, other than the bot, who can read a channel.
    pub fn readers(&self, channel: ChannelId) -> BTreeSet<UserId> {
        let people = self
            .users
            .values()
            .filter(|user| !user.bot)
            .map(|user| user.id);
        people
            .filter(|user| {
                self.permissions(*user, channel)
                    .contains(Permissions::VIEW_CHANNEL)
            })
            .collect()
    }

    /// Everybody, other than the bot, who belongs to an audience.
    pub fn people_of(&self, audience: Audience) -> BTreeSet<UserId> {
        match audience {
            Audience::Nobody => BTreeSet::new(),
            Audience::Channel(channel) => self.readers(channel),
            Audience::Only(person) => BTreeSet::from([person]),
            Audience::Everybody => self
                .users
                .values()
                .filter(|user| !user.bot)
                .map(|user| user.id)
                .collect(),
        }
    }

    pub fn audience(&self, message: &Message) -> Audience {
        message
            .only
            .map_or(Audience::Channel(message.channel), Audience::Only)
    }

    /// Whether a person has this message on the screen.
    pub fn is_visible(&self, message: &Message, person: UserId) -> bool {
        if message.deleted {
            return false;
        }
        match message.only {
            Some(only) => only == person,
            None => self
                .permissions(person, message.channel)
                .contains(Permissions::VIEW_CHANNEL),
        }
    }

    pub fn interaction_by_token(&self, token: &str) -> Option<&Interaction> {
        self.interactions.get(self.tokens.get(token)?)
    }

    /// Interactions that are not answered yet and still can be.
    pub fn waiting(&self) -> Vec<InteractionId> {
        let now = self.now();
        let open = |interaction: &&Interaction| {
            interaction.answer.is_none()
                && !interaction.excused
                && now <= interaction.created + ACKNOWLEDGE_WITHIN
        };
        let newest = self.interactions.values().rev();
        // Interactions are made in the order of time.
        let fresh = newest
            .take_while(|interaction| now <= interaction.created + ACKNOWLEDGE_WITHIN)
            .filter(open);
        fresh.map(|interaction| interaction.id).collect()
    }

    /// Interactions that were left unanswered past the deadline.
    pub fn unanswered(&self) -> Vec<String> {
        let late = |interaction: &&Interaction| {
            interaction.answer.is_none()
                && !interaction.excused
                && (self.now() > interaction.created + ACKNOWLEDGE_WITHIN
                    || interaction.sent.elapsed() > FORGOTTEN_AFTER)
        };
        let told = |interaction: &Interaction| {
            format!(
                "{} of {} was not answered within 3 s",
                interaction.what,
                self.name(interaction.user)
            )
        };
        self.interactions.values().filter(late).map(told).collect()
    }
}

impl User {
    fn new(id: UserId, name: &str, bot: bool) -> Self {
        Self {
            id,
            name: name.to_owned(),
            bot,
            locale: "en-US".to_owned(),
            accepts_direct_messages: true,
        }
    }
}
