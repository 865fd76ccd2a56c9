//! The hand on this Discord: servers and channels, permissions, time, what goes wrong, and what the gateway does.

use super::gateway::Push;
use super::people::Person;
use super::state::{Interaction, Overwrite, Place, SUPPRESS_EMBEDS, World};
use super::{Double, Fault, Limits};
use serde_json::{Value, json};
use serenity::model::Permissions;
use serenity::model::gateway::GatewayIntents;
use serenity::model::id::{ChannelId, GuildId, MessageId, UserId};
use std::collections::BTreeSet;
use std::time::Duration;

impl Double {
    /// The first server; made with the first person or channel.
    pub fn home(&self) -> GuildId {
        let first = self.world().guilds.keys().next().copied();
        first.unwrap_or_else(|| self.guild("Tea House"))
    }

    /// A new server with the bot in it.
    pub fn guild(&self, name: &str) -> GuildId {
        self.guild_of(name, (0, 1))
    }

    /// A channel of the first server, by its name; made where it is not there yet.
    pub fn channel(&self, name: &str) -> ChannelId {
        self.channel_in(self.home(), name)
    }

    /// A new server that belongs to this shard of so many.
    pub fn guild_of(&self, name: &str, (shard, total): (u64, u64)) -> GuildId {
        self.update(|world| {
            let owner = world.add_person(&format!("Owner of {name}"));
            let guild = world.add_guild_of(name, owner, (shard, total));
            let data = world.guild_json(&world.guilds[&guild]);
            world.dispatch(Some(guild), GatewayIntents::GUILDS, "GUILD_CREATE", &data);
            guild
        })
    }

    pub fn channel_in(&self, guild: GuildId, name: &str) -> ChannelId {
        self.update(|world| {
            let place = Place::Guild(guild);
            let known = world
                .channels
                .values()
                .find(|own| own.place == place && own.name == name && !own.deleted);
            if let Some(known) = known {
                return known.id;
            }
            let channel = world.add_channel(place, name);
            world.dispatch_channel(channel, "CHANNEL_CREATE");
            channel
        })
    }

    /// A private chat of these people, one of whom has brought the bot along.
    pub fn group(&self, name: &str, people: &[Person]) -> ChannelId {
        self.update(|world| {
            let id = world.add_channel(Place::Group, name);
            if let Some(channel) = world.channels.get_mut(&id) {
                channel.members = people.iter().map(|person| person.id).collect();
            }
            id
        })
    }

    /// A person by their name, a member of the first server.
    pub fn person(&self, name: &str) -> Person {
        let home = self.home();
        let person = self.stranger(name);
        person.enters(home);
        person
    }

    /// A person who is in no server yet.
    pub fn stranger(&self, name: &str) -> Person {
        let id = self.update(|world| world.add_person(name));
        Person {
            double: self.clone(),
            id,
            name: name.to_owned(),
        }
    }

    pub fn bot(&self) -> UserId {
        self.world().bot
    }

    pub fn set_locale(&self, guild: GuildId, locale: &str) {
        self.update(|world| {
            if let Some(guild) = world.guilds.get_mut(&guild) {
                guild.locale = locale.to_owned();
            }
            let Some(guild) = world.guilds.get(&guild) else {
                return;
            };
            let (id, data) = (guild.id, world.partial_guild_json(guild));
            world.dispatch(Some(id), GatewayIntents::GUILDS, "GUILD_UPDATE", &data);
        });
    }

    /// Gives the bot, or a person, permissions in one channel, and takes others.
    pub fn overwrite(
        &self,
        channel: ChannelId,
        who: UserId,
        allow: Permissions,
        deny: Permissions,
    ) {
        self.update(|world| {
            if let Some(channel) = world.channels.get_mut(&channel) {
                channel.overwrites.insert(who, Overwrite { allow, deny });
            }
            world.dispatch_channel(channel, "CHANNEL_UPDATE");
        });
    }

    /// Takes permissions from the bot in one channel.
    pub fn deny_bot(&self, channel: ChannelId, deny: Permissions) {
        self.overwrite(channel, self.bot(), Permissions::empty(), deny);
    }

    pub fn delete_channel(&self, channel: ChannelId) {
        self.update(|world| {
            world.dispatch_channel(channel, "CHANNEL_DELETE");
            if let Some(channel) = world.channels.get_mut(&channel) {
                channel.deleted = true;
            }
        });
    }

    /// A thread below a channel, opened by somebody.
    pub fn thread(&self, parent: ChannelId, name: &str) -> ChannelId {
        self.update(|world| {
            let place = world.channels[&parent].place;
            let id = world.add_channel(place, name);
            if let Some(thread) = world.channels.get_mut(&id) {
                thread.parent = Some(parent);
            }
            world.dispatch_channel(id, "THREAD_CREATE");
            id
        })
    }

    /// Makes a channel one of another kind, by Discord's number for it.
    pub fn set_kind(&self, channel: ChannelId, kind: u8) {
        self.update(|world| {
            if let Some(channel) = world.channels.get_mut(&channel) {
                channel.kind = kind;
            }
            world.dispatch_channel(channel, "CHANNEL_UPDATE");
        });
    }

    /// A thread falls asleep.
    pub fn archive(&self, thread: ChannelId) {
        self.update(|world| {
            if let Some(thread) = world.channels.get_mut(&thread) {
                thread.archived = true;
            }
            world.dispatch_channel(thread, "THREAD_UPDATE");
        });
    }

    /// A moderator takes the embeds of a message away.
    pub fn suppress_embeds(&self, message: MessageId) {
        self.update(|world| {
            if let Some(message) = world.messages.get_mut(&message) {
                message.flags |= SUPPRESS_EMBEDS;
            }
        });
    }

    /// The mention of the bot's own role on a server.
    pub fn role_of_bot(&self, guild: GuildId) -> String {
        format!("<@&{}>", self.world().guilds[&guild].bot_role)
    }

    /// A moderator takes a message away.
    pub fn delete_message(&self, message: MessageId) {
        self.update(|world| world.remove(message));
    }

    /// Removes the bot from a server.
    pub fn remove_bot(&self, guild: GuildId) {
        self.update(|world| {
            let data = json!({"id": guild});
            world.dispatch(Some(guild), GatewayIntents::GUILDS, "GUILD_DELETE", &data);
            let bot = world.bot;
            if let Some(guild) = world.guilds.get_mut(&guild) {
                guild.members.remove(&bot);
            }
        });
    }

    /// A server cannot be reached for a while, and comes back with the bot in it.
    pub fn outage(&self, guild: GuildId) {
        self.update(|world| {
            let data = json!({"id": guild, "unavailable": true});
            world.dispatch(Some(guild), GatewayIntents::GUILDS, "GUILD_DELETE", &data);
            let data = world.guild_json(&world.guilds[&guild]);
            world.dispatch(Some(guild), GatewayIntents::GUILDS, "GUILD_CREATE", &data);
        });
    }

    /// Lets time pass for the bot, whose time is paused, and for Discord. What is on its way arrives before that.
    pub async fn passes(&self, by: Duration) {
        tokio::time::sleep(Duration::from_millis(100)).await;
        self.advance(by);
        tokio::time::advance(by).await;
    }

    /// Lets time pass for deadlines, tokens, rate limits and the age of messages; not for the bot.
    pub fn advance(&self, by: Duration) {
        self.update(|world| world.clock.advance(by));
    }

    /// How long every acknowledgement took, in the order of the interactions.
    pub fn acknowledgements(&self) -> Vec<Duration> {
        let world = self.world();
        let took =
            |interaction: &Interaction| interaction.answered.map(|at| at - interaction.created);
        world.interactions.values().filter_map(took).collect()
    }

    /// From now on no token given out so far is of any use.
    pub fn expire_tokens(&self) {
        self.update(|world| {
            for one in world.interactions.values_mut() {
                one.expires = Duration::ZERO;
            }
        });
    }

    pub fn set_limits(&self, limits: Limits) {
        self.update(|world| world.options.limits = limits);
    }

    /// Whether messages may have files from now on.
    pub fn take_files(&self, takes: bool) {
        self.update(|world| world.options.takes_files = takes);
    }

    /// The next `times` requests like `POST /channels/*/messages` go wrong.
    pub fn fail(&self, route: &str, fault: Fault, times: usize) {
        self.update(|world| world.faults.add(route, fault, times));
    }

    pub fn end_faults(&self) {
        self.update(|world| world.faults.clear());
    }

    /// Requests of the last ten minutes that were answered 401, 403 or 429.
    pub fn invalid_requests(&self) -> usize {
        let mut world = self.world();
        let now = world.now();
        world.limiter.invalid(now)
    }

    /// The most requests that counted against the bot's 50 a second in one second, under [`Limits::Real`].
    pub fn busiest_second(&self) -> u32 {
        self.world().limiter.busiest
    }

    /// Waits until every wanted shard is connected and has its servers.
    #[track_caller]
    pub fn connected(&self) -> impl Future<Output = ()> {
        self.find("the bot to connect".to_owned(), |world| {
            world.is_connected().then_some(())
        })
    }

    /// Waits until the bot is connected and has registered a command.
    #[track_caller]
    pub fn registered(&self, command: &str) -> impl Future<Output = ()> {
        let name = command.to_owned();
        self.find(format!("/{command} to be registered"), move |world| {
            let known = world.commands.iter().any(|command| command["name"] == name);
            (known && world.is_connected()).then_some(())
        })
    }

    /// The registered commands.
    pub fn commands(&self) -> Vec<Value> {
        self.world().commands.clone()
    }

    fn push(&self, push: &Push) {
        self.update(|world| {
            for session in world.sessions.values_mut() {
                session.push(push.clone());
            }
        });
    }

    /// The gateway sends the last event of this kind once more, as it can after a resume.
    pub fn repeats(&self, event: &str) {
        self.update(|world| {
            for session in world.sessions.values_mut() {
                let last = session.log.iter().rev().find(|frame| frame["t"] == event);
                if let Some(last) = last.cloned() {
                    session.dispatch(event, last["d"].clone());
                }
            }
        });
    }

    /// The next so many events come in reverse order, once all of them have happened or
    /// [`Double::in_order`] is called.
    pub fn disorders(&self, count: usize) {
        self.update(|world| {
            for session in world.sessions.values_mut() {
                session.disorder = count;
            }
        });
    }

    /// Lets out what [`Double::disorders`] still holds back.
    pub fn in_order(&self) {
        self.update(|world| {
            for session in world.sessions.values_mut() {
                session.release();
            }
        });
    }

    /// Asks the bot to connect anew and resume (op 7).
    pub fn ask_reconnect(&self) {
        self.push(&Push::Send(json!({"op": 7, "d": null})));
    }

    /// Declares all sessions invalid (op 9).
    pub fn invalidate(&self, resumable: bool) {
        self.update(|world| {
            for session in world.sessions.values_mut() {
                session.is_valid = resumable;
                session.is_up = false;
                session.push(Push::Send(json!({"op": 9, "d": resumable})));
            }
        });
    }

    /// Closes all connections of the gateway with a code.
    pub fn close_gateway(&self, code: u16, reason: &'static str) {
        self.push(&Push::Close(code, reason));
    }

    /// All connections of the gateway end without a word; their sessions can be resumed.
    pub fn cut_gateway(&self) {
        self.push(&Push::Cut);
    }

    /// The gateway forgets its sessions, as after a long outage: a resume is refused (op 9).
    pub fn forget_sessions(&self) {
        self.update(|world| {
            for session in world.sessions.values_mut() {
                session.is_valid = false;
            }
        });
        self.cut_gateway();
    }

    /// Who has a session of this shard: the names of the entrances.
    pub fn hears(&self, shard: u32) -> BTreeSet<String> {
        let world = self.world();
        let up = world.sessions.values();
        let up = up.filter(|session| session.is_up && session.is_valid && session.shard.0 == shard);
        up.map(|session| session.by.to_string()).collect()
    }

    /// Successful resumes so far.
    pub fn resumes(&self) -> u32 {
        self.world()
            .sessions
            .values()
            .map(|session| session.resumes)
            .sum()
    }
}

impl World {
    /// Whether every shard is up.
    pub fn is_connected(&self) -> bool {
        let shards = self.up();
        let total = shards.first().map(|(_, total)| *total as usize);
        let different: BTreeSet<_> = shards.iter().collect();
        total == Some(different.len())
    }

    /// The shards of all sessions that are up, each with the number of all shards; twice if two
    /// processes have one of a shard.
    pub fn up(&self) -> Vec<(u32, u32)> {
        let up = self
            .sessions
            .values()
            .filter(|session| session.is_up && session.is_valid);
        up.map(|session| session.shard).collect()
    }
}
