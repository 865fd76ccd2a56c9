//! The gateway sessions of this process: one for each shard that it serves.
//!
//! Decides when a session is opened, in which order, and when a shard counts as connected. What is heard is for
//! [`events`](super::events).
//!
//! Discord admits one new session every five seconds in each of its buckets, for the whole bot: there is one
//! queue for all processes. A session that is lost and cannot be resumed is opened anew through this queue, too.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use metrics::{counter, describe_counter, describe_gauge, gauge};
use parking_lot::Mutex;
use serenity::all::FullEvent;
use serenity::gateway::{ConnectionStage, ShardManager};
use serenity::model::id::{ApplicationId, ShardId};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::outbox::queue::Urgency;
use super::outbox::windows::Budget;
use super::startup::{self, Gateway, StartError};
use super::{Bot, events};
use crate::config::Config;
use crate::host::{Lock, spawn};
use crate::store::Db;
use gateway::connection::{self, Connection, End};

/// The time between two new sessions of a bucket: Discord's five seconds, and something for connections
/// that take longer than others.
const EVERY: Duration = Duration::from_millis(5_500);

/// What sessions are opened with.
pub struct Sessions {
    /// What Discord said about them.
    pub gateway: Gateway,
    /// The token, as serenity sends it.
    pub token: String,
    pub application: ApplicationId,
    pub config: Config,
    pub budget: Budget,
    /// Who answers what is heard.
    pub bot: Bot,
    /// Where it is told which are wanted and which are connected.
    pub connections: Connections,
}

/// The queue for new sessions.
#[derive(Clone)]
struct SessionQueue {
    concurrency: u32,
    store: Arc<Db>,
    /// Held by whoever opens one, by bucket.
    own: Arc<Mutex<BTreeMap<u32, Lock>>>,
}

impl SessionQueue {
    /// Waits until a session of this shard may be opened.
    async fn wait(&self, shard: u32) {
        let bucket = shard % self.concurrency.max(1);
        let lock = self.own.lock().entry(bucket).or_default().clone();
        let own = lock.enter().await;
        let turn = self.store.queue(bucket).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "the queue of all processes cannot be asked");
            None
        });
        // Nobody else opens one for so long.
        spawn(async move {
            sleep(EVERY).await;
            drop((turn, own));
        });
    }
}

impl Sessions {
    /// Keeps the sessions until `stop`. `reads` says whether messages may be read; `may_not_read` is called
    /// when it turns out that they may not.
    ///
    /// # Errors
    /// [`StartError`] if it cannot continue.
    pub async fn keep(
        self,
        mut reads: bool,
        may_not_read: impl Fn(),
        stop: impl Future<Output = ()>,
    ) -> Result<(), StartError> {
        let mut stop = std::pin::pin!(stop);
        let queue = SessionQueue {
            concurrency: self.gateway.concurrency,
            store: Arc::clone(self.bot.desk.settings().store()),
            own: Arc::default(),
        };
        let sessions = Arc::new(self);
        let closing = watch::Sender::new(false);
        // One for each shard, with how it ended.
        let mut running = JoinSet::new();
        let begin = |running: &mut JoinSet<_>, shard: u32, reads: bool| {
            sessions.connections.note(shard, None);
            let (sessions, queue) = (Arc::clone(&sessions), queue.clone());
            let closes = closing.subscribe();
            running.spawn(async move { (shard, sessions.run(shard, reads, queue, closes).await) });
        };
        for shard in sessions.gateway.shards.iter() {
            begin(&mut running, shard, reads);
        }
        loop {
            tokio::select! {
                () = stop.as_mut() => {
                    closing.send_replace(true);
                    while running.join_next().await.is_some() {}
                    return Ok(());
                }
                Some(ended) = running.join_next() => {
                    let failed = |_| StartError::Ended("a session failed".to_owned());
                    let (shard, end) = ended.map_err(failed)?;
                    match end? {
                        End::Stopped => {}
                        End::Lost => happened("lost"),
                        End::MayNotRead => if std::mem::replace(&mut reads, false) {
                            may_not_read();
                        },
                        End::WrongToken => return Err(StartError::Token),
                        End::Failed(why) => return Err(StartError::Ended(why)),
                    }
                    begin(&mut running, shard, reads);
                }
            }
        }
    }

    /// One session, until it ends or all are to be closed.
    async fn run(
        &self,
        shard: u32,
        reads: bool,
        queue: SessionQueue,
        mut closes: watch::Receiver<bool>,
    ) -> Result<End, StartError> {
        let connection = Connection {
            address: self.gateway.address.clone(),
            token: self.token.clone(),
            shard,
            total: self.gateway.shards.total,
            intents: startup::intents(reads),
        };
        let mut stopped = Box::pin(async move {
            closes.wait_for(|stop| *stop).await.ok();
        });
        let opening = async {
            queue.wait(shard).await;
            let Some(opened) = connection.open().await else {
                return Ok(None);
            };
            let http = startup::http(&self.config, &self.token);
            http.set_application_id(self.application);
            // It asks where the gateway is.
            let _place = self.budget.pass(Urgency::Urgent).await;
            let client = Box::pin(events::client(http, reads, self.bot.clone())).await?;
            Ok::<_, StartError>(Some((opened, client)))
        };
        let opened = tokio::select! {
            opened = opening => opened?,
            () = stopped.as_mut() => return Ok(End::Stopped),
        };
        let Some((opened, client)) = opened else {
            happened("unreachable");
            return Ok(End::Lost);
        };
        let manager = Arc::clone(&client.parts.shard_manager);
        self.connections.note(shard, Some(manager));
        Ok(connection::serve(opened, client, stopped).await)
    }
}

const SESSIONS: &str = "tractor_bot_gateway_sessions";
const EVENTS: &str = "tractor_bot_gateway_events_total";

/// What happens: a new session began, or one went on after its connection was lost; one was lost for good, so that
/// another one is opened; the gateway could not be reached.
const HAPPENS: [&str; 4] = ["ready", "resumed", "lost", "unreachable"];

/// Counts what happened to a session.
fn happened(event: &'static str) {
    counter!(EVENTS, "event" => event).increment(1);
}

/// Counts what serenity tells of a session.
pub fn count(event: &FullEvent) {
    match event {
        FullEvent::Ready { .. } => happened("ready"),
        FullEvent::Resume { .. } => happened("resumed"),
        _ => {}
    }
}

/// Tells what is measured here, and begins to count.
pub fn describe() {
    describe_gauge!(
        SESSIONS,
        "Connections to Discord: those wanted, and those that are there."
    );
    describe_counter!(EVENTS, "What happened to sessions at Discord's gateway.");
    for event in HAPPENS {
        counter!(EVENTS, "event" => event).absolute(0);
    }
}

/// The sessions of this process. Clones are the same.
#[derive(Clone, Default)]
pub struct Connections {
    /// By shard; with who knows its stage once it is open.
    wanted: Arc<Mutex<BTreeMap<u32, Option<Arc<ShardManager>>>>>,
}

fn is_connected((shard, manager): (&u32, &Option<Arc<ShardManager>>)) -> bool {
    let Some(manager) = manager else {
        return false;
    };
    // The list is held only for a moment, by whoever changes a stage.
    manager.runners.try_lock().is_ok_and(|runners| {
        let runner = runners.get(&ShardId(*shard));
        runner.is_some_and(|runner| runner.stage == ConnectionStage::Connected)
    })
}

impl Connections {
    /// The session of a shard is to be opened, or is open.
    fn note(&self, shard: u32, open: Option<Arc<ShardManager>>) {
        self.wanted.lock().insert(shard, open);
    }

    /// How many of the wanted sessions are connected, and how many are wanted.
    pub fn count(&self) -> (usize, usize) {
        let wanted = self.wanted.lock();
        let connected = wanted.iter().filter(|session| is_connected(*session));
        (connected.count(), wanted.len())
    }

    /// Sets the figures as they are now.
    pub fn sample(&self) {
        let (connected, wanted) = self.count();
        gauge!(SESSIONS, "state" => "connected").set(connected as f64);
        gauge!(SESSIONS, "state" => "wanted").set(wanted as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MemoryStore;
    use tokio::time::Instant;

    #[tokio::test(start_paused = true)]
    async fn sessions_of_a_bucket_are_opened_one_after_the_other() {
        let queue = SessionQueue {
            concurrency: 2,
            store: MemoryStore::new().own(),
            own: Arc::default(),
        };
        let begun = Instant::now();
        for (shard, waited) in [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)] {
            queue.wait(shard).await;
            let least = EVERY * waited;
            let waited = begun.elapsed();
            let most = least + Duration::from_secs(1);
            assert!(least <= waited && waited < most, "{shard}: {waited:?}");
        }
    }
}
