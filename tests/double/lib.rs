//! A double of Discord for tests: an HTTP and WebSocket server on loopback to which the bot's real client connects, and
//! people who act through it and see what Discord would show them.
//!
//! ```ignore
//! let discord = Double::start().await;
//! let (table, ana) = (discord.channel("table"), discord.person("Ana"));
//! // … start the bot with `discord.endpoints()` …
//! discord.registered("join").await;
//! let answer = ana.slash(table, "join", json!({})).message().await;
//! ana.presses(&answer, "Sit down").message().await;
//! discord.assert_clean();
//! ```
//!
//! # What a bot must do to be pointed at it
//!
//! Only two addresses differ from the real thing, see [`Endpoints`]; a separate process can be given them as text.
//! * **HTTP**: `HttpBuilder::new(token).proxy(api).ratelimiter_disabled(true)`. serenity ignores `proxy` while its own
//!   rate limiter is on. Every `Http` that the bot makes needs it, the one for interaction answers too.
//! * **Gateway**: `ClientBuilder::new_with_http(http, intents)` asks `GET /gateway` through that `Http` and so finds the
//!   double by itself. If that request fails serenity falls back to Discord's own address without a word, so where
//!   an address is given, `*client.ws_url.lock().await = gateway` before the start makes sure.
//! * The token is [`Options::token`].
//! * Nothing else: no certificates, no features, `ws://` and uncompressed frames work.
//!
//! # What it decides, and what it does not know
//!
//! It enforces Discord's deadlines, permissions and (with [`Limits::Real`]) rate limits, and holds every request
//! against Discord's own description. It knows nothing of the games: whatever a test expects of a message is the
//! test's to say.
//!
//! # Time
//!
//! Deadlines pass with [`Double::advance`] alone, unless [`Options::time`] lets them run with tokio's clock. A test pauses
//! tokio's time (`start_paused`): the bot's timers then fire as soon as all is quiet. As an answer on its way over a
//! socket looks like quiet too, that time goes in steps of [`STEP`]: a second is hundreds of looks at all sockets.

#![allow(
    clippy::missing_errors_doc,
    reason = "what is refused is Discord's to say"
)]

mod acting;
mod asked;
mod client;
mod clock;
mod control;
pub mod dice;
mod faults;
pub mod folder;
mod gateway;
mod limits;
pub mod number;
mod options;
mod people;
pub mod process;
mod rest;
mod server;
mod state;
pub mod transcript;
mod validation;
pub mod windows;
mod wire;

pub use asked::Asked;
pub use client::Endpoints;
pub use clock::Time;
pub use faults::Fault;
pub use limits::Limits;
pub use people::{Person, Seen, flat, is_laid_out, says_above, texts};
pub use state::{
    ACKNOWLEDGE_WITHIN, Answer, Audience, Interaction, Message, Place, TOKEN_LIFE, World,
};

use serde_json::Value;
use serenity::model::Permissions;
use serenity::model::gateway::GatewayIntents;
use serenity::model::id::UserId;
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::panic::Location;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// How often what is waited for is looked at, though nothing has changed.
const LOOK: Duration = Duration::from_millis(20);

/// What a test waits for has to come within so many times its patience, even if the bot sends all the while.
const MOST_PATIENCES: u32 = 5;

/// The most that the time of a test moves on at once while it is paused.
const STEP: Duration = Duration::from_millis(2);

/// How this Discord is set up.
#[derive(Clone, Debug)]
pub struct Options {
    /// The application's name, and the bot's.
    pub name: String,
    pub token: String,
    pub limits: Limits,
    pub time: Time,
    /// Privileged intents that are switched on in the developer portal.
    pub granted: GatewayIntents,
    /// Recommended by `GET /gateway/bot`.
    pub shards: u32,
    pub max_concurrency: u32,
    /// Whether an identification that comes too soon after another of its bucket is refused, and held against the bot
    /// that has several processes. [`Limits::Real`] refuses it as well.
    pub spaces_identifications: bool,
    pub session_starts: u64,
    /// What the bot was invited with.
    pub bot_permissions: Permissions,
    /// As many invalid requests within ten minutes end in a ban of the address.
    pub invalid_before_ban: usize,
    /// How long the bot may send nothing at all while a test waits for something, before the test fails. On a slow
    /// machine what is waited for takes as long as it takes: a bot that still sends is at work.
    pub patience: Duration,
    /// Whether files may be sent to servers.
    pub takes_files: bool,
    /// What its application is besides, by the names of Discord's fields.
    pub application: Value,
    /// By how much its clock is ahead of this machine's.
    pub clock_ahead: Duration,
    /// Whether transcripts and the bodies of requests are kept; a load test does without.
    pub records: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            name: "Tractor".to_owned(),
            token: "MTE.double.not-a-secret".to_owned(),
            limits: Limits::Off,
            time: Time::Held,
            granted: GatewayIntents::MESSAGE_CONTENT,
            shards: 1,
            max_concurrency: 1,
            spaces_identifications: false,
            session_starts: 1000,
            bot_permissions: Permissions::CREATE_PRIVATE_THREADS
                | Permissions::SEND_MESSAGES_IN_THREADS
                | Permissions::VIEW_CHANNEL
                | Permissions::SEND_MESSAGES
                | Permissions::EMBED_LINKS
                | Permissions::ATTACH_FILES
                | Permissions::READ_MESSAGE_HISTORY
                | Permissions::MANAGE_MESSAGES
                | Permissions::ADD_REACTIONS,
            invalid_before_ban: 10_000,
            patience: Duration::from_secs(120),
            takes_files: true,
            application: Value::Null,
            clock_ahead: Duration::ZERO,
            records: true,
        }
    }
}

struct Shared {
    world: Mutex<World>,
    changes: watch::Sender<u64>,
    address: SocketAddr,
}

/// A handle on the double; clones share it.
#[derive(Clone)]
pub struct Double(Arc<Shared>);

/// A request as the bot sent it, and who could see what it brought.
#[derive(Clone, Debug)]
pub struct Payload {
    pub request: state::Outgoing,
    pub seen_by: BTreeSet<UserId>,
}

impl Double {
    /// Starts with the usual settings: limits off, message content granted.
    pub async fn start() -> Self {
        Self::with(Options::default()).await
    }

    pub async fn with(options: Options) -> Self {
        let door = server::Door::open().await;
        let address = door.address;
        let world = World::new(options, door.gateway());
        let changes = watch::Sender::new(0);
        let shared = Shared {
            world: Mutex::new(world),
            changes,
            address,
        };
        let double = Self(Arc::new(shared));
        tokio::spawn(server::serve(door, double.clone(), ""));
        tokio::spawn(async {
            loop {
                sleep(STEP).await;
            }
        });
        double
    }

    /// The state, locked. Not to be held across an await.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.0.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells those who wait that something may have changed.
    fn changed(&self) {
        self.0.changes.send_modify(|count| *count += 1);
    }

    /// Changes the state, and tells those who wait.
    fn update<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let outcome = change(&mut self.world());
        self.changed();
        outcome
    }

    /// Waits until the state shows what is looked for; fails the test with a transcript if it never does.
    #[track_caller]
    pub fn find<T, L, S>(&self, what: S, mut look: L) -> impl Future<Output = T> + use<T, L, S>
    where
        L: FnMut(&World) -> Option<T>,
        S: Into<String>,
    {
        let double = self.clone();
        self.seek(what, move || look(&double.world()))
    }

    /// The same for what is looked for elsewhere than in the state.
    #[track_caller]
    pub fn seek<T, L, S>(&self, what: S, mut look: L) -> impl Future<Output = T> + use<T, L, S>
    where
        L: FnMut() -> Option<T>,
        S: Into<String>,
    {
        let (here, what, double) = (Location::caller(), what.into(), self.clone());
        async move {
            let mut changes = double.0.changes.subscribe();
            let patience = double.world().options.patience;
            let since = Instant::now();
            let (mut sent, mut last) = (0, since);
            loop {
                if let Some(found) = look() {
                    return found;
                }
                let requests = double.world().outgoing.len();
                if requests != sent {
                    (sent, last) = (requests, Instant::now());
                }
                // Some of what is waited for comes with time alone, so a look is taken now and then.
                let _ = timeout(LOOK, changes.changed()).await;
                if last.elapsed() > patience || since.elapsed() > patience * MOST_PATIENCES {
                    let waited = since.elapsed().as_secs();
                    let world = double.world();
                    let (story, requests) = (world.transcript(), last_requests(&world, 12));
                    panic!(
                        "{here}: waited {waited} s for {what}\n\n{story}\nlast requests:\n{requests}\n{}",
                        world.violations.join("\n")
                    );
                }
            }
        }
    }

    /// Waits until a condition holds; fails the test with a transcript if it never does.
    #[track_caller]
    pub fn until<L: FnMut(&World) -> bool>(
        &self,
        what: &str,
        mut holds: L,
    ) -> impl Future<Output = ()> + use<L> {
        self.find(what.to_owned(), move |world| holds(world).then_some(()))
    }

    /// The same for what has to be asked for.
    pub async fn until_told(&self, what: &str, holds: impl AsyncFn() -> bool) {
        let patience = self.world().options.patience * MOST_PATIENCES;
        let since = Instant::now();
        while !holds().await {
            assert!(since.elapsed() < patience, "waited for {what}");
            sleep(LOOK).await;
        }
    }

    /// Fails if the bot sent anything that Discord would refuse or drop, or left an interaction unanswered.
    #[track_caller]
    pub fn assert_clean(&self) {
        let world = self.world();
        let mut wrong = world.violations.clone();
        wrong.extend(world.unanswered());
        let story = if wrong.is_empty() {
            String::new()
        } else {
            world.transcript()
        };
        drop(world);
        assert!(
            wrong.is_empty(),
            "{} violations:\n{}\n\n{story}",
            wrong.len(),
            wrong.join("\n")
        );
    }

    /// The violations so far, which are forgiven by being taken.
    pub fn take_violations(&self) -> Vec<String> {
        std::mem::take(&mut self.world().violations)
    }

    /// Every request so far, and who could see what it brought.
    pub fn outgoing(&self) -> Vec<Payload> {
        let world = self.world();
        let seen = |request: &state::Outgoing| Payload {
            seen_by: world.people_of(request.audience),
            request: request.clone(),
        };
        world.outgoing.iter().map(seen).collect()
    }

    /// The last requests, and what became of them.
    pub fn last(&self, count: usize) -> String {
        last_requests(&self.world(), count)
    }

    /// Everything that anybody could see, in order.
    pub fn transcript(&self) -> String {
        self.world().transcript()
    }

    /// A point in the order of changes, for [`Person::awaits_since`].
    pub fn mark(&self) -> u64 {
        self.world().revision
    }
}

fn last_requests(world: &World, count: usize) -> String {
    let last = world.outgoing.iter().rev().take(count).rev();
    let told =
        last.map(|request| format!("  {} {} → {}", request.method, request.path, request.status));
    told.collect::<Vec<_>>().join("\n")
}
