//! The outbox: every request to Discord that is rate-limited goes through here.
//!
//! Decides what is sent and until when, and what is reported as a [`Failure`]. A request waits for its window and in one
//! [`queue`] for the bot's limit ([`windows`]), and is tried again where that may help (`sending`); what Discord
//! answers, and what is done then, is a table ([`answers`]). Messages that show a state are in
//! [`live_message`]: there the newest state wins. Public messages are edited by the token of a press on them where
//! there is one ([`edits`]); where the bot is a guest nothing else reaches them ([`tokens`]). Knows no tables and no
//! sentences.

pub mod answers;
pub mod edits;
pub mod letter;
pub mod live_message;
pub mod measured;
pub mod queue;
mod sending;
pub mod tokens;
pub mod windows;
pub mod wire;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use parking_lot::Mutex;
use reqwest::Method;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use serenity::builder::CreateAttachment;
use serenity::model::id::{ChannelId, EmojiId, GuildId, InteractionId, MessageId, UserId};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, timeout};

use crate::host::spawn;

use answers::{Failure, Meaning, Refusals, report};
use letter::{Callback, Draft, Form, Letter, Newest, Visibility};
use measured::HeardOf;
use queue::{QueueRank, Urgency};
use tokens::{GuestPost, Guests, Tokens};
use windows::{Budget, Windows};
use wire::{APPLICATION, Address, Interaction, Reply, Token, TokenMessage, Wire};

/// Whose first answer to an interaction Discord took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opened {
    /// This one.
    Now,
    /// An earlier attempt, whose answer was lost, or another process of the bot, which heard of the same.
    Before,
}

/// Sends messages to Discord. Clones share everything.
#[derive(Clone)]
pub struct Outbox(Arc<OutboxState>);

struct OutboxState {
    wire: Box<dyn Wire>,
    budget: Budget,
    windows: Windows,
    tokens: Tokens,
    guests: Guests,
    heard: HeardOf,
    refusals: Mutex<Refusals>,
    direct: Mutex<HashMap<UserId, ChannelId>>,
    /// The channels and servers that took no file, and since when.
    no_files: Mutex<HashMap<u64, Instant>>,
    nonce_prefix: u32,
    nonces: AtomicU64,
    server_of: OnceLock<ServerOf>,
    /// Told when Discord does not know an emoji that a message shows.
    emoji_missed: Notify,
}

/// Tells the server of a channel.
type ServerOf = Box<dyn Fn(u64) -> Option<u64> + Send + Sync>;

/// Discord accepts the first answer to an interaction for three seconds.
const OPENING_WITHIN: Duration = Duration::from_millis(2_800);
/// How long sending a new message is attempted.
const POST_WITHIN: Duration = Duration::from_secs(120);
/// What tidies a channel queues as if it had been asked for so much later.
const TIDYING_WAITS: Duration = Duration::from_secs(20);
/// How long a request about emojis is attempted: Discord may ask to wait for many minutes after some uploads.
const EMOJIS_WITHIN: Duration = Duration::from_secs(60 * 60);
/// How often Discord is asked whether it takes a token that it has refused.
const ASKED_EVERY: Duration = Duration::from_secs(60);
/// The kind of a thread that not everybody sees.
const PRIVATE_THREAD: u8 = 12;
const MOST_DIRECT: usize = 65_536;

impl Outbox {
    pub fn new(wire: impl Wire) -> Self {
        Self::within(Budget::default(), wire)
    }

    /// Outbox over this wire, within a budget in which others send too.
    pub fn within(budget: Budget, wire: impl Wire) -> Self {
        Self(Arc::new(OutboxState {
            wire: Box::new(wire),
            budget,
            windows: Windows::default(),
            tokens: Tokens::default(),
            guests: Guests::default(),
            heard: HeardOf::default(),
            refusals: Mutex::default(),
            direct: Mutex::default(),
            no_files: Mutex::default(),
            nonce_prefix: rand::random(),
            nonces: AtomicU64::new(0),
            server_of: OnceLock::new(),
            emoji_missed: Notify::new(),
        }))
    }

    /// From now on servers take turns, and not single channels.
    pub fn ask_servers(&self, server_of: impl Fn(u64) -> Option<u64> + Send + Sync + 'static) {
        // It is told once, at the start.
        drop(self.0.server_of.set(Box::new(server_of)));
    }

    /// Posts a message exactly once, despite retries. `answers` makes it a reply: the one answer to that
    /// line, whichever process gives it, as Discord takes no second message under the same nonce.
    ///
    /// # Errors
    /// [`Failure`] if it was not posted.
    pub async fn post(
        &self,
        channel: ChannelId,
        letter: &Letter,
        answers: Option<MessageId>,
        urgency: Urgency,
    ) -> Result<MessageId, Failure> {
        let nonce = answers.map(|line| line.to_string());
        self.post_as(nonce, channel, letter, answers, urgency).await
    }

    /// The same under a nonce.
    pub(super) async fn post_as(
        &self,
        nonce: Option<String>,
        channel: ChannelId,
        letter: &Letter,
        answers: Option<MessageId>,
        urgency: Urgency,
    ) -> Result<MessageId, Failure> {
        let nonce = nonce.unwrap_or_else(|| self.nonce());
        if self.0.guests.has(channel) {
            let (rank, until) = (urgency.into(), Instant::now() + POST_WITHIN);
            let body = || Draft::of(letter.clone(), Form::Answer(Visibility::ByAll));
            let post = (GuestPost::Aside, &body as Newest<'_>);
            return self.post_as_guest(channel, rank, until, post).await;
        }
        let body = || {
            let nonce = nonce.clone();
            Draft::of(letter.clone(), Form::New { nonce, answers })
        };
        let address = Address::post(channel);
        let reply = self.request(&address, urgency, &body);
        id_of(&reply.await?)
    }

    /// Sends a direct message.
    ///
    /// # Errors
    /// [`Failure`]; [`Meaning::DirectClosed`] if the person accepts none from the bot.
    pub async fn whisper(
        &self,
        person: UserId,
        letter: &Letter,
    ) -> Result<(ChannelId, MessageId), Failure> {
        let known = self.0.direct.lock().get(&person).copied();
        let channel = match known {
            Some(channel) => channel,
            None => self.open_direct(person).await?,
        };
        let message = self.post(channel, letter, None, Urgency::Urgent).await?;
        Ok((channel, message))
    }

    async fn open_direct(&self, person: UserId) -> Result<ChannelId, Failure> {
        let body = || Draft::Fields(json!({ "recipient_id": person }));
        let address = Address::of_bot(("direct", Method::POST), "/users/@me/channels", "direct");
        let reply = self.request(&address, Urgency::Urgent, &body);
        let channel = id_of(&reply.await?)?;
        let mut direct = self.0.direct.lock();
        if direct.len() >= MOST_DIRECT {
            direct.clear();
        }
        direct.insert(person, channel);
        Ok(channel)
    }

    /// Opens a thread below a channel, which only those see whom a message there mentions.
    ///
    /// # Errors
    /// [`Failure`]; [`Meaning::Forbidden`] if the bot may not, [`Meaning::NoThreads`] where there are none.
    pub async fn open_thread(&self, channel: ChannelId, name: &str) -> Result<ChannelId, Failure> {
        let body =
            || Draft::Fields(json!({ "name": name, "type": PRIVATE_THREAD, "invitable": false }));
        let address = Address {
            once: true,
            ..Address::at(("post", Method::POST), channel, "threads", "threads")
        };
        let reply = self.request(&address, Urgency::Automatic, &body);
        id_of(&reply.await?)
    }

    /// The threads of a server that the bot has opened, and that are not archived.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn own_threads(&self, guild: GuildId) -> Result<Vec<Thread>, Failure> {
        let address = Address::threads(guild);
        let reply = self.request(&address, Urgency::Automatic, &Draft::default);
        let listed: Threads = read(&reply.await?)?;
        let members = listed.members;
        let is_own = |thread: &Thread| {
            let member = members.iter().find(|member| member.id == thread.id);
            member.is_some_and(|bot| thread.owner_id == Some(bot.user_id))
        };
        Ok(listed.threads.into_iter().filter(is_own).collect())
    }

    /// Deletes a message; one that is already gone is no failure.
    ///
    /// # Errors
    /// [`Failure`] if it still exists.
    pub async fn delete(
        &self,
        channel: ChannelId,
        message: MessageId,
        rank: impl Into<QueueRank>,
    ) -> Result<(), Failure> {
        if self.0.guests.has(channel) {
            let until = Instant::now() + POST_WITHIN;
            return self.withdraw(message, rank.into(), until).await;
        }
        let (how, path) = (("delete", Method::DELETE), format!("messages/{message}"));
        let address = Address::at(how, channel, path, "deletes");
        let deleted = self.request(&address, rank, &Draft::default).await;
        unless_it_means(&[Meaning::MessageGone], deleted)
    }

    /// Deletes a message that has had its day, after all that people wait for: where many matches begin
    /// at once, whatever can be left lying must not hold up their boards.
    ///
    /// # Errors
    /// [`Failure`] if it still exists.
    pub async fn tidy(&self, channel: ChannelId, message: MessageId) -> Result<(), Failure> {
        let rank = QueueRank {
            since: Instant::now() + TIDYING_WAITS,
            ..QueueRank::from(Urgency::Cosmetic)
        };
        self.delete(channel, message, rank).await
    }

    /// Sends the first answer to an interaction.
    ///
    /// # Errors
    /// [`Failure`], mostly because the three seconds are over.
    pub async fn open(
        &self,
        interaction: &Interaction,
        opening: &Callback,
    ) -> Result<Opened, Failure> {
        let until = Instant::now() + OPENING_WITHIN;
        let address = Address::callback(interaction);
        let body = || opening.draft();
        let opened = match self.carry(&address, Urgency::Urgent, until, &body).await {
            Ok(_) => Ok(Opened::Now),
            Err(failure) if failure.meaning() == Meaning::Answered => Ok(Opened::Before),
            Err(failure) => Err(failure),
        };
        self.0.heard.settle(interaction.id, opened.is_ok());
        opened
    }

    /// Answers an interaction with a line that nobody else sees.
    pub async fn tell_one(&self, interaction: &Interaction, line: String) {
        let opening = Callback::Message(Letter::text(line), Visibility::ByOne);
        report(self.open(interaction, &opening).await, "a line for one");
    }

    /// Notes that an interaction of this kind was heard of just now, to measure how soon it is acknowledged; says
    /// whether it is new.
    pub fn hear(&self, interaction: InteractionId, kind: &'static str) -> bool {
        self.0.heard.hear(interaction, kind)
    }

    /// Which message it is that a token reaches.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn which(&self, message: &TokenMessage) -> Result<MessageId, Failure> {
        if let Some(follow_up) = message.follow_up {
            return Ok(follow_up);
        }
        let address = Address::about(("answer", Method::GET), message);
        let reply = self.request(&address, Urgency::Automatic, &Draft::default);
        id_of(&reply.await?)
    }

    /// Sends a follow-up to an interaction.
    ///
    /// # Errors
    /// [`Failure`]; [`Meaning::InteractionGone`] if the token has expired.
    pub async fn follow_up(
        &self,
        token: &Token,
        letter: &Letter,
        seen: Visibility,
    ) -> Result<MessageId, Failure> {
        let address = Address::by(("follow_up", Method::POST), token, "");
        let body = || Draft::of(letter.clone(), Form::Answer(seen));
        let reply = self.request(&address, Urgency::Urgent, &body);
        id_of(&reply.await?)
    }

    /// Whether the bot is on a server.
    ///
    /// # Errors
    /// [`Failure`] if Discord does not say.
    pub async fn is_on(&self, guild: u64) -> Result<bool, Failure> {
        let before = guild.saturating_sub(1);
        let path = format!("/users/@me/guilds?after={before}&limit=1");
        let address = Address::of_bot(("post", Method::GET), path, "servers");
        let reply = self.request(&address, Urgency::Cosmetic, &Draft::default);
        let next: Vec<Created<GuildId>> = read(&reply.await?)?;
        Ok(next.iter().any(|there| there.id.get() == guild))
    }

    /// Who is in a window of the application, and where that is; asked for so long.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn window(&self, name: &str, within: Duration) -> Result<Window, Failure> {
        let until = Instant::now() + within;
        let path = format!("/applications/{APPLICATION}/activity-instances/{name}");
        let address = Address::of_bot(("post", Method::GET), path, "windows");
        let reply = self.carry(&address, Urgency::Urgent, until, &Draft::default);
        read(&reply.await?)
    }

    /// All emojis of the bot.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn emojis(&self) -> Result<Vec<ListedEmoji>, Failure> {
        let listed = self.about_emojis(Method::GET, "", &Draft::default);
        read(&listed.await?).map(|List { items }| items)
    }

    /// Uploads an emoji: a PNG of at most 256 KiB. A name can be there only once.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn upload_emoji(&self, name: &str, png: Vec<u8>) -> Result<EmojiId, Failure> {
        let image = CreateAttachment::bytes(png, name).to_base64();
        let body = || Draft::Fields(json!({"name": name, "image": image}));
        let uploaded = self.about_emojis(Method::POST, "", &body);
        id_of(&uploaded.await?)
    }

    /// Deletes an emoji; one that is already gone is no failure.
    ///
    /// # Errors
    /// [`Failure`] if it still exists.
    pub async fn delete_emoji(&self, emoji: EmojiId) -> Result<(), Failure> {
        let path = format!("/{emoji}");
        let deleted = self.about_emojis(Method::DELETE, &path, &Draft::default);
        unless_it_means(&[Meaning::EmojiGone], deleted.await)
    }

    /// The tokens of presses on messages.
    pub fn tokens(&self) -> &Tokens {
        &self.0.tokens
    }

    /// The chats that nothing but tokens reaches.
    pub fn guests(&self) -> &Guests {
        &self.0.guests
    }

    /// Waits until Discord did not know an emoji that a message shows.
    pub async fn emoji_missed(&self) {
        self.0.emoji_missed.notified().await;
    }

    async fn about_emojis(
        &self,
        method: Method,
        path: &str,
        body: Newest<'_>,
    ) -> Result<Reply, Failure> {
        let path = format!("/applications/{APPLICATION}/emojis{path}");
        let address = Address::of_bot(("emojis", method), path, "emojis");
        let until = Instant::now() + EMOJIS_WITHIN;
        self.carry(&address, Urgency::Cosmetic, until, body).await
    }

    /// Invalid requests in the last ten minutes, as the circuit breaker counts them.
    pub fn invalid_requests(&self) -> usize {
        self.0.refusals.lock().invalid(Instant::now())
    }

    /// Whether Discord does not accept the bot's token any more.
    pub fn is_revoked(&self) -> bool {
        self.0.refusals.lock().is_revoked()
    }

    /// The bot's permissions on a server may have changed: what was refused there may be tried again.
    pub fn pardon(&self, server: u64) {
        self.0.refusals.lock().pardon(server, Instant::now());
    }

    /// The bot's token was refused: that is believed when Discord says the same to the question who the bot is, which
    /// is asked each minute until it is answered.
    fn doubt_token(&self) {
        if self.0.refusals.lock().doubt() {
            spawn(self.clone().ask_who_i_am());
        }
    }

    async fn ask_who_i_am(self) {
        let address = Address::of_bot(("post", Method::GET), "/users/@me", "myself");
        loop {
            let place = self.0.budget.pass(Urgency::Urgent).await;
            let asked = self.0.wire.send(&address, letter::Body::default());
            let told = timeout(sending::ANSWER_WITHIN, asked).await;
            drop(place);
            let status = told.ok().and_then(Result::ok).map(|reply| reply.status);
            if let Some(status @ (200..300 | 401)) = status {
                let is_taken = status != 401;
                self.0.refusals.lock().learn(is_taken);
                if is_taken {
                    return;
                }
            }
            sleep(ASKED_EVERY).await;
        }
    }

    /// Sets the figures that are no counts as they are now.
    pub fn sample(&self) {
        measured::sample(self.0.budget.waiting(), self.invalid_requests());
    }

    /// Whether requests wait for the bot's rate limit.
    pub fn is_behind(&self) -> bool {
        self.0.budget.is_busy()
    }

    /// Sends what may take as long as a new message.
    async fn request(
        &self,
        to: &Address,
        rank: impl Into<QueueRank>,
        body: Newest<'_>,
    ) -> Result<Reply, Failure> {
        let until = Instant::now() + POST_WITHIN;
        self.carry(to, rank, until, body).await
    }

    fn nonce(&self) -> String {
        let number = self.0.nonces.fetch_add(1, Ordering::Relaxed);
        format!("{:08x}-{number:x}", self.0.nonce_prefix)
    }
}

/// A thread as Discord has it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Thread {
    pub id: ChannelId,
    pub name: String,
    /// The channel below which it is.
    pub parent_id: Option<ChannelId>,
    owner_id: Option<UserId>,
    /// `None` if nothing was said there.
    pub last_message_id: Option<MessageId>,
}

#[derive(Deserialize)]
struct Threads {
    threads: Vec<Thread>,
    /// The bot's own membership of each that it is in.
    members: Vec<Member>,
}

#[derive(Deserialize)]
struct Member {
    /// Of the thread.
    id: ChannelId,
    /// Of the bot.
    user_id: UserId,
}

/// An emoji as Discord has it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ListedEmoji {
    pub id: EmojiId,
    #[serde(default)]
    pub name: String,
}

/// A window of the application: where it is, and who is in it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Window {
    pub location: Location,
    pub users: Vec<UserId>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Location {
    pub channel_id: ChannelId,
    /// None in direct messages.
    #[serde(default)]
    pub guild_id: Option<GuildId>,
}

#[derive(Deserialize)]
struct List {
    items: Vec<ListedEmoji>,
}

#[derive(Deserialize)]
struct Created<T> {
    id: T,
}

/// The id of what was created.
fn id_of<T: DeserializeOwned>(reply: &Reply) -> Result<T, Failure> {
    read(reply).map(|Created { id }| id)
}

fn read<T: DeserializeOwned>(reply: &Reply) -> Result<T, Failure> {
    serde_json::from_slice(&reply.body).map_err(|_| Failure::Unreadable)
}

/// What was done, which it is too where a refusal means one of these.
fn unless_it_means(done: &[Meaning], outcome: Result<Reply, Failure>) -> Result<(), Failure> {
    match outcome {
        Err(failure) if !done.contains(&failure.meaning()) => Err(failure),
        _ => Ok(()),
    }
}
