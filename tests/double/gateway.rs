//! The gateway: sessions of shards, their numbered events, and what of them an intent lets through. A session outlives
//! its connection, so that events which came in between are replayed on resume.

use super::Double;
use super::clock::Moment;
use super::state::{Message, Place, World};
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket};
use serde_json::{Value, json};
use serenity::model::gateway::GatewayIntents as Intents;
use serenity::model::id::{ChannelId, GuildId, UserId};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

const HEARTBEAT_MS: u64 = 41_250;
const MAX_SENDS: usize = 120;
const SENDS_WINDOW: Duration = Duration::from_secs(60);
/// One identification for each shard of a bucket in this time.
const IDENTIFY_EVERY: Duration = Duration::from_secs(5);
/// So many dispatches can be sent again; who missed more has to identify anew.
const MOST_KEPT: usize = 10_000;

/// What the double does to a connection.
#[derive(Debug, Clone)]
pub enum Push {
    Send(Value),
    Close(u16, &'static str),
    /// The connection ends without a word.
    Cut,
}

/// What the double knows of a connection.
struct Line {
    pushes: UnboundedSender<Push>,
    /// The name of the entrance it came in by.
    by: Arc<str>,
    /// The gateway behind that entrance.
    gateway: Arc<str>,
}

pub struct Session {
    pub id: String,
    /// The name of the entrance it was opened by.
    pub by: Arc<str>,
    pub shard: (u32, u32),
    pub intents: Intents,
    pub sequence: u64,
    /// The last dispatches, for a resume.
    pub log: VecDeque<Value>,
    pub line: Option<UnboundedSender<Push>>,
    /// Ready, or resumed.
    pub is_up: bool,
    /// It can be resumed.
    pub is_valid: bool,
    pub resumes: u32,
    /// So many more events are held back, and then come in another order than they happened in.
    pub disorder: usize,
    pub held: Vec<(String, Value)>,
}

impl Session {
    pub fn push(&mut self, push: Push) {
        if self
            .line
            .as_ref()
            .is_some_and(|line| line.send(push).is_err())
        {
            self.line = None;
        }
    }

    pub fn dispatch(&mut self, event: &str, data: Value) {
        if self.disorder == 0 || matches!(event, "READY" | "RESUMED") {
            return self.deliver(event, data);
        }
        self.disorder -= 1;
        self.held.push((event.to_owned(), data));
        if self.disorder == 0 {
            self.release();
        }
    }

    /// Lets out what was held back, the last first.
    pub fn release(&mut self) {
        self.disorder = 0;
        for (event, data) in std::mem::take(&mut self.held).into_iter().rev() {
            self.deliver(&event, data);
        }
    }

    fn deliver(&mut self, event: &str, data: Value) {
        self.sequence += 1;
        let frame = json!({"op": 0, "t": event, "s": self.sequence, "d": data});
        self.log.push_back(frame.clone());
        if self.log.len() > MOST_KEPT {
            self.log.pop_front();
        }
        self.push(Push::Send(frame));
    }
}

impl World {
    /// The sessions that hear of a guild, or of no guild, and asked for it.
    fn hearing(
        &mut self,
        guild: Option<GuildId>,
        needs: Intents,
    ) -> impl Iterator<Item = &mut Session> {
        self.sessions.values_mut().filter(move |session| {
            let (shard, shards) = session.shard;
            let home = guild.map_or(0, |guild| (guild.get() >> 22) % u64::from(shards));
            session.is_valid && home == u64::from(shard) && session.intents.contains(needs)
        })
    }

    /// Sends an event of a guild, or of no guild, to the sessions that asked for it.
    pub fn dispatch(&mut self, guild: Option<GuildId>, needs: Intents, event: &str, data: &Value) {
        for session in self.hearing(guild, needs) {
            session.dispatch(event, data.clone());
        }
    }

    /// Sends a message's creation or change; its content is left out where the bot may not read it.
    pub fn dispatch_message(&mut self, message: &Message, event: &str) {
        let needs = match message.guild {
            Some(_) => Intents::GUILD_MESSAGES,
            None => Intents::DIRECT_MESSAGES,
        };
        if message.only.is_some() || !self.bot_reads(message.channel) {
            return;
        }
        let whole = self.message_event_json(message);
        let open = message.guild.is_none()
            || message.author == self.bot
            || super::wire::mentioned(&message.content).contains(&self.bot);
        let mut blank = whole.clone();
        for (field, empty) in [
            ("content", json!("")),
            ("embeds", json!([])),
            ("attachments", json!([])),
        ] {
            blank[field] = empty;
        }
        blank["components"] = json!([]);
        for session in self.hearing(message.guild, needs) {
            let readable = open || session.intents.contains(Intents::MESSAGE_CONTENT);
            let data = if readable { &whole } else { &blank };
            session.dispatch(event, data.clone());
        }
    }

    pub fn dispatch_message_deleted(&mut self, message: &Message) {
        let needs = match message.guild {
            Some(_) => Intents::GUILD_MESSAGES,
            None => Intents::DIRECT_MESSAGES,
        };
        if message.only.is_none() && self.bot_reads(message.channel) {
            let mut data = json!({"id": message.id, "channel_id": message.channel});
            if let Some(guild) = message.guild {
                data["guild_id"] = json!(guild);
            }
            self.dispatch(message.guild, needs, "MESSAGE_DELETE", &data);
        }
    }

    pub fn dispatch_channel(&mut self, channel: ChannelId, event: &str) {
        let Some(channel) = self.channels.get(&channel) else {
            return;
        };
        if let Place::Guild(guild) = channel.place {
            let data = self.channel_json(channel);
            self.dispatch(Some(guild), Intents::GUILDS, event, &data);
        }
    }

    pub fn dispatch_member_added(&mut self, guild: GuildId, user: UserId) {
        let mut data = self.member_json(guild, user);
        data["guild_id"] = json!(guild);
        self.dispatch(
            Some(guild),
            Intents::GUILD_MEMBERS,
            "GUILD_MEMBER_ADD",
            &data,
        );
    }

    fn bot_reads(&self, channel: ChannelId) -> bool {
        self.permissions(self.bot, channel)
            .contains(serenity::model::Permissions::VIEW_CHANNEL)
    }

    /// Opens a session, or tells the code to close the connection with.
    fn identify(&mut self, data: &Value, line: &Line) -> Result<String, Push> {
        if data["token"] != json!(self.options.token)
            && data["token"] != json!(format!("Bot {}", self.options.token))
        {
            return Err(Push::Close(4004, "Authentication failed."));
        }
        let Some(intents) = data["intents"].as_u64() else {
            return Err(Push::Close(4013, "Invalid intent(s)."));
        };
        let intents = Intents::from_bits_truncate(intents);
        if !self
            .options
            .granted
            .contains(intents & Intents::privileged())
        {
            return Err(Push::Close(4014, "Disallowed intent(s)."));
        }
        let number = |at: usize, other: u64| data["shard"][at].as_u64().unwrap_or(other);
        let shard = (number(0, 0) as u32, number(1, 1) as u32);
        if shard.0 >= shard.1 {
            return Err(Push::Close(4010, "Invalid shard."));
        }
        let now = self.now();
        let bucket = shard.0 % self.options.max_concurrency;
        let recent = |(other, at): &(u32, Moment)| {
            other % self.options.max_concurrency == bucket && now < *at + IDENTIFY_EVERY
        };
        let is_early = self.identified.iter().any(recent);
        if is_early && self.options.spaces_identifications {
            self.violation(format!(
                "{} identified for shard {} within {IDENTIFY_EVERY:?} of another of its bucket",
                line.by, shard.0
            ));
        }
        let spaced =
            self.options.limits == super::Limits::Real || self.options.spaces_identifications;
        if is_early && spaced {
            return Err(Push::Send(json!({"op": 9, "d": false})));
        }
        self.identified.push((shard.0, now));
        let id = format!("{:032x}", self.snowflake());
        // A session that is open stays beside the new one; what a client left behind does not.
        self.sessions
            .retain(|_, session| session.shard != shard || session.is_up);
        let mut session = Session {
            id: id.clone(),
            by: Arc::clone(&line.by),
            shard,
            intents,
            sequence: 0,
            log: VecDeque::new(),
            line: Some(line.pushes.clone()),
            is_up: true,
            is_valid: true,
            resumes: 0,
            disorder: 0,
            held: Vec::new(),
        };
        self.greet(&mut session, &line.gateway);
        self.sessions.insert(id.clone(), session);
        self.revise();
        Ok(id)
    }

    /// `READY`, and every guild of the shard after it.
    fn greet(&self, session: &mut Session, gateway: &str) {
        let (shard, shards) = session.shard;
        let own = |guild: &&super::state::Guild| {
            (guild.id.get() >> 22) % u64::from(shards) == u64::from(shard)
                && guild.members.contains_key(&self.bot)
        };
        let guilds: Vec<_> = self.guilds.values().filter(own).collect();
        let away: Vec<_> = guilds
            .iter()
            .map(|guild| json!({"id": guild.id, "unavailable": true}))
            .collect();
        let ready = json!({
            "v": 10, "user": self.user_json(self.bot), "guilds": away, "session_id": session.id,
            "resume_gateway_url": gateway, "shard": [shard, shards], "session_type": "normal",
            "application": {"id": self.application, "flags": 0}, "private_channels": [], "relationships": [],
            "user_settings": {}, "_trace": [],
        });
        session.dispatch("READY", ready);
        if session.intents.contains(Intents::GUILDS) {
            for guild in guilds {
                session.dispatch("GUILD_CREATE", self.guild_json(guild));
            }
        }
    }

    fn resume(&mut self, data: &Value, line: &Line) -> Result<String, Push> {
        let known = data["session_id"]
            .as_str()
            .and_then(|id| self.sessions.get_mut(id));
        let seen = data["seq"].as_u64().unwrap_or(0);
        let reaches = |session: &&mut Session| {
            session.is_valid && seen + session.log.len() as u64 >= session.sequence
        };
        let Some(session) = known.filter(reaches) else {
            return Err(Push::Send(json!({"op": 9, "d": false})));
        };
        if seen > session.sequence {
            return Err(Push::Close(4007, "Invalid seq."));
        }
        session.line = Some(line.pushes.clone());
        session.is_up = true;
        session.resumes += 1;
        let missed = session
            .log
            .iter()
            .filter(|frame| frame["s"].as_u64() > Some(seen))
            .cloned();
        for frame in missed.collect::<Vec<_>>() {
            session.push(Push::Send(frame));
        }
        session.dispatch("RESUMED", json!({"_trace": []}));
        let id = session.id.clone();
        self.revise();
        Ok(id)
    }
}

/// One connection of a shard, from hello to its end.
pub async fn serve(double: Double, mut socket: WebSocket, by: Arc<str>, gateway: Arc<str>) {
    let (pushes, mut pushed) = mpsc::unbounded_channel();
    let line = Line {
        pushes,
        by,
        gateway,
    };
    let hello = json!({"op": 10, "d": {"heartbeat_interval": HEARTBEAT_MS, "_trace": []}});
    let mut session = None;
    if send(&mut socket, &hello).await {
        talk(&double, &mut socket, &line, &mut pushed, &mut session).await;
    }
    let mut world = double.world();
    if let Some(session) = session.and_then(|id: String| world.sessions.get_mut(&id))
        && session
            .line
            .as_ref()
            .is_some_and(|own| own.same_channel(&line.pushes))
    {
        session.line = None;
        session.is_up = false;
    }
    world.revise();
    drop(world);
    double.changed();
}

async fn talk(
    double: &Double,
    socket: &mut WebSocket,
    line: &Line,
    pushes: &mut UnboundedReceiver<Push>,
    session: &mut Option<String>,
) {
    let mut sends: Vec<Moment> = Vec::new();
    loop {
        tokio::select! {
            push = pushes.recv() => match push {
                Some(Push::Send(frame)) => if !send(socket, &frame).await { return },
                Some(Push::Close(code, reason)) => return close(socket, code, reason).await,
                Some(Push::Cut) | None => return,
            },
            frame = socket.recv() => {
                let Some(Ok(frame)) = frame else { return };
                let text = match frame {
                    Frame::Text(text) => text,
                    Frame::Close(frame) => {
                        // 1000 and 1001 end the session; anything else leaves it to be resumed.
                        if frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001)) { end(double, session) }
                        // Reading on sends our own close frame.
                        while let Some(Ok(_)) = socket.recv().await {}
                        return;
                    }
                    Frame::Binary(_) | Frame::Ping(_) | Frame::Pong(_) => continue,
                };
                let now = double.world().now();
                sends.retain(|at| now < *at + SENDS_WINDOW);
                sends.push(now);
                if sends.len() > MAX_SENDS {
                    return close(socket, 4008, "Rate limited.").await;
                }
                let Ok(frame) = serde_json::from_str::<Value>(&text) else {
                    return close(socket, 4002, "Error while decoding payload.").await;
                };
                for push in hear(double, &frame, line, session) {
                    match push {
                        Push::Send(frame) => if !send(socket, &frame).await { return },
                        Push::Close(code, reason) => return close(socket, code, reason).await,
                        Push::Cut => return,
                    }
                }
            }
        }
    }
}

/// What a frame of the bot is answered with, apart from dispatches.
fn hear(double: &Double, frame: &Value, line: &Line, session: &mut Option<String>) -> Vec<Push> {
    let mut world = double.world();
    let opened = match frame["op"].as_u64() {
        Some(1) => return vec![Push::Send(json!({"op": 11, "d": null}))],
        Some(2) if session.is_some() => return vec![Push::Close(4005, "Already authenticated.")],
        Some(2) => world.identify(&frame["d"], line),
        Some(6) => world.resume(&frame["d"], line),
        Some(3 | 4 | 31) if session.is_some() => return Vec::new(),
        Some(3 | 4 | 8 | 31) => return vec![Push::Close(4003, "Not authenticated.")],
        Some(_) | None => return vec![Push::Close(4001, "Unknown opcode.")],
    };
    drop(world);
    double.changed();
    match opened {
        Ok(id) => {
            *session = Some(id);
            Vec::new()
        }
        Err(push) => vec![push],
    }
}

fn end(double: &Double, session: &Option<String>) {
    if let Some(id) = session {
        double.world().sessions.remove(id);
    }
}

async fn send(socket: &mut WebSocket, frame: &Value) -> bool {
    socket.send(Frame::text(frame.to_string())).await.is_ok()
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = CloseFrame {
        code,
        reason: reason.into(),
    };
    if socket.send(Frame::Close(Some(frame))).await.is_ok() {
        // The other side answers with its own close frame; until then the connection stays open.
        let wait = tokio::time::timeout(Duration::from_secs(2), async {
            while let Some(Ok(_)) = socket.recv().await {}
        });
        let _ = wait.await;
    }
}
