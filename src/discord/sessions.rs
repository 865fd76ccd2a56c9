//! The gateway sessions of this process: one for each shard that it serves.
//!
//! Decides when a session is opened, and in which order. What is heard is for [`events`](super::events).
//!
//! Discord admits one new session every five seconds in each of its buckets, for the whole bot: there is one
//! queue for all processes. A session that is lost and cannot be resumed is opened anew through this queue, too.

pub mod measured;

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serenity::model::id::ApplicationId;
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
use gateway::connection::{self, Client, Connection, End};
use measured::Connections;

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

impl Sessions {
    /// The client of a session, which may read messages or not.
    async fn client(&self, reads: bool) -> Result<Client, StartError> {
        let http = startup::http(&self.config, &self.token);
        http.set_application_id(self.application);
        // It asks where the gateway is.
        let _place = self.budget.pass(Urgency::Urgent).await;
        events::client(http, reads, self.bot.clone()).await
    }
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
        reads: bool,
        may_not_read: impl Fn(),
        stop: impl Future<Output = ()>,
    ) -> Result<(), StartError> {
        let mut stop = std::pin::pin!(stop);
        let shards = self.gateway.shards;
        let mut opener = SessionOpener {
            queue: SessionQueue {
                concurrency: self.gateway.concurrency,
                store: Arc::clone(self.bot.desk.settings().store()),
                own: Arc::default(),
            },
            sessions: Arc::new(self),
            reads,
            stop: watch::Sender::new(false),
            running: JoinSet::new(),
        };
        for shard in shards.iter() {
            opener.begin(shard);
        }
        loop {
            tokio::select! {
                () = stop.as_mut() => {
                    opener.stop.send_replace(true);
                    while opener.running.join_next().await.is_some() {}
                    return Ok(());
                }
                Some(ended) = opener.running.join_next() => {
                    let failed = |_| StartError::Ended("a session failed".to_owned());
                    let (shard, end) = ended.map_err(failed)?;
                    if opener.ended(end?)? {
                        may_not_read();
                    }
                    opener.begin(shard);
                }
            }
        }
    }
}

struct SessionOpener {
    sessions: Arc<Sessions>,
    queue: SessionQueue,
    reads: bool,
    /// Whether they are to be closed.
    stop: watch::Sender<bool>,
    /// One for each shard, with how it ended.
    running: JoinSet<(u32, Result<End, StartError>)>,
}

impl SessionOpener {
    fn begin(&mut self, shard: u32) {
        let connections = self.sessions.connections.clone();
        connections.note(shard, None);
        let (sessions, queue) = (Arc::clone(&self.sessions), self.queue.clone());
        let reads = self.reads;
        let connection = Connection {
            address: self.sessions.gateway.address.clone(),
            token: self.sessions.token.clone(),
            shard,
            total: self.sessions.gateway.shards.total,
            intents: startup::intents(reads),
        };
        let mut stop = self.stop.subscribe();
        self.running.spawn(async move {
            let mut stopped = Box::pin(async move {
                stop.wait_for(|stop| *stop).await.ok();
            });
            let opening = async {
                queue.wait(shard).await;
                match connection.open().await {
                    Some(opened) => {
                        let client = Box::pin(sessions.client(reads)).await;
                        client.map(|client| Some((opened, client)))
                    }
                    None => Ok(None),
                }
            };
            let opened = tokio::select! {
                opened = opening => opened.map(Some),
                () = stopped.as_mut() => Ok(None),
            };
            let end = match opened {
                Ok(Some(Some((opened, client)))) => {
                    connections.note(shard, Some(Arc::clone(&client.parts.shard_manager)));
                    Ok(connection::serve(opened, client, stopped).await)
                }
                Ok(Some(None)) => {
                    measured::happened("unreachable");
                    Ok(End::Lost)
                }
                Ok(None) => Ok(End::Stopped),
                Err(error) => Err(error),
            };
            (shard, end)
        });
    }

    /// A session has ended; `true` if it turned out that messages may not be read.
    fn ended(&mut self, end: End) -> Result<bool, StartError> {
        match end {
            End::Stopped => Ok(false),
            End::Lost => {
                measured::happened("lost");
                Ok(false)
            }
            End::MayNotRead => Ok(std::mem::replace(&mut self.reads, false)),
            End::WrongToken => Err(StartError::Token),
            End::Failed(why) => Err(StartError::Ended(why)),
        }
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
