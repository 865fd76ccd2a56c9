//! The gateway sessions of this process: one for each shard that it serves.
//!
//! Decides when a session is opened and closed, and in which order they are opened. Of several processes,
//! one has a session of a shard while it holds the shard's lease and its tables are back; it closes it before
//! another process may take the lease, or, where a shard is handed over as planned, when the other one is
//! connected. Knows neither events nor how shards are shared.
//!
//! Discord admits one new session every five seconds in each of its buckets, for the whole bot: there is one
//! queue for all processes. A session that is lost and cannot be resumed is opened anew through this queue, too.

pub mod measured;

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use super::startup::{self, Gateway, StartError};
use crate::host::{Clock as _, HeldShards, LeaseManager, SystemClock};
pub use gateway::connection::Client;
use gateway::connection::{self, Connection, End};
use measured::{Connections, SessionEvent};

/// The time between two new sessions of a bucket: Discord's five seconds, and something for connections
/// that take longer than others.
const EVERY: Duration = Duration::from_millis(5_500);

/// A client that is still to be made.
pub type PendingClient = Pin<Box<dyn Future<Output = Result<Client, StartError>> + Send>>;

/// Makes the client of a session; the number is its shard, the other whether it may read messages.
pub type Make = dyn Fn(u32, bool) -> PendingClient + Send + Sync;

/// What sessions are opened with.
pub struct Sessions {
    /// What Discord said about them.
    pub gateway: Gateway,
    /// The token, as serenity sends it.
    pub token: String,
    /// The leases that decide which are open; `None` where all shards are served whatever happens.
    pub leases: Option<LeaseManager>,
    pub make: Arc<Make>,
    /// Where it is told which are wanted and which are connected.
    pub connections: Connections,
}

/// A session that is open, or about to be.
struct OpenSession {
    /// Differs from that of every other, also of the same shard.
    number: u64,
    /// Dropped to close it.
    _stop: oneshot::Sender<()>,
}

struct Ended {
    shard: u32,
    number: u64,
    result: Result<End, StartError>,
}

/// The shards to connect.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct WantedShards {
    /// Sessions to open, or to keep open.
    open: BTreeSet<u32>,
    /// Sessions to keep if they are open.
    keep: BTreeSet<u32>,
    /// When it has to be asked again at the latest.
    again: Option<Instant>,
}

impl WantedShards {
    /// What these leases say at `now`.
    fn by(held: &HeldShards, now: Instant) -> Self {
        // Alone, nobody else takes them before this process knows.
        if !held.is_certain(now) && held.has_company() {
            return Self::default();
        }
        let leaving = held.leaving.iter().filter(|(_, until)| now < **until);
        let until = held.until.filter(|_| held.has_company());
        let times = leaving.clone().map(|(_, until)| *until).chain(until);
        Self {
            open: held.restored.clone(),
            again: times.min(),
            keep: leaving.map(|(shard, _)| *shard).collect(),
        }
    }
}

/// The places in the queue for new sessions.
struct SessionQueue {
    concurrency: u32,
    leases: Option<LeaseManager>,
    /// When the next one may be opened, by bucket, where no other process opens any.
    own: Mutex<BTreeMap<u32, Instant>>,
}

impl SessionQueue {
    /// Waits until a session of this shard may be opened.
    async fn wait(&self, shard: u32) {
        let bucket = shard % self.concurrency.max(1);
        let shared = self.leases.as_ref().filter(|leases| leases.is_shared());
        if let Some(leases) = shared {
            let every = u64::try_from(EVERY.as_millis()).unwrap_or(u64::MAX);
            let queued = leases
                .store()
                .queue_identify(bucket, SystemClock.now(), every);
            match queued.await {
                Ok(wait) => return sleep(wait).await,
                Err(error) => tracing::warn!(%error, "the queue of all processes cannot be asked"),
            }
        }
        let now = Instant::now();
        let place = {
            let mut own = self.own.lock();
            let next = own.entry(bucket).or_insert(now);
            let place = now.max(*next);
            *next = place + EVERY;
            place
        };
        sleep_until(place).await;
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
        let mut held = self.leases.as_ref().map(LeaseManager::held);
        let mut keeper = SessionOpener {
            queue: Arc::new(SessionQueue {
                concurrency: self.gateway.concurrency,
                leases: self.leases.clone(),
                own: Mutex::default(),
            }),
            sessions: self,
            reads,
            open: BTreeMap::new(),
            running: JoinSet::new(),
            numbers: 0,
        };
        let mut stopping = false;
        loop {
            let wanted = keeper.wanted(held.as_mut());
            keeper.follow(&wanted);
            if stopping && wanted.keep.is_empty() {
                return keeper.close().await;
            }
            tokio::select! {
                () = stop.as_mut(), if !stopping => {
                    stopping = true;
                    keeper.leave().await;
                }
                () = changed(held.as_mut()) => {}
                () = sleep_until(wanted.again.unwrap_or_else(Instant::now)),
                    if wanted.again.is_some() => {}
                Some(ended) = keeper.running.join_next() => {
                    let Ok(ended) = ended else {
                        return Err(StartError::Ended("a session failed".to_owned()));
                    };
                    if keeper.ended(ended)? {
                        may_not_read();
                    }
                }
            }
        }
    }
}

/// Waits until something else is held.
async fn changed(held: Option<&mut watch::Receiver<HeldShards>>) {
    if let Some(held) = held
        && held.changed().await.is_ok()
    {
        return;
    }
    std::future::pending::<()>().await;
}

struct SessionOpener {
    sessions: Sessions,
    queue: Arc<SessionQueue>,
    reads: bool,
    open: BTreeMap<u32, OpenSession>,
    running: JoinSet<Ended>,
    numbers: u64,
}

impl SessionOpener {
    fn wanted(&self, held: Option<&mut watch::Receiver<HeldShards>>) -> WantedShards {
        match held {
            Some(held) => WantedShards::by(&held.borrow_and_update(), Instant::now()),
            None => WantedShards {
                open: self.sessions.gateway.shards.iter().collect(),
                ..WantedShards::default()
            },
        }
    }

    /// Opens and closes sessions.
    fn follow(&mut self, wanted: &WantedShards) {
        let is_wanted = |shard: &u32| wanted.open.contains(shard) || wanted.keep.contains(shard);
        let connections = &self.sessions.connections;
        self.open.retain(|shard, open| {
            let wanted = is_wanted(shard);
            if !wanted {
                connections.end(*shard, open.number);
                tracing::info!(shard, "this process does not serve the shard any more");
            }
            wanted
        });
        for &shard in &wanted.open {
            if !self.open.contains_key(&shard) {
                self.begin(shard);
            }
        }
    }

    fn begin(&mut self, shard: u32) {
        let (stop, stopped) = oneshot::channel::<()>();
        self.numbers += 1;
        let number = self.numbers;
        let connections = self.sessions.connections.clone();
        connections.begin(shard, number);
        let making = (self.sessions.make)(shard, self.reads);
        let queue = Arc::clone(&self.queue);
        let connection = Connection {
            address: self.sessions.gateway.address.clone(),
            token: self.sessions.token.clone(),
            shard,
            total: self.sessions.gateway.shards.total,
            intents: startup::intents(self.reads),
        };
        self.running.spawn(async move {
            let stopped = async {
                stopped.await.ok();
            };
            let mut stopped = std::pin::pin!(stopped);
            let opening = async {
                queue.wait(shard).await;
                match connection.open().await {
                    Some(opened) => making.await.map(|client| Some((opened, client))),
                    None => Ok(None),
                }
            };
            let opened = tokio::select! {
                opened = opening => opened.map(Some),
                () = stopped.as_mut() => Ok(None),
            };
            let result = match opened {
                Ok(Some(Some((opened, client)))) => {
                    connections.open(shard, number, Arc::clone(&client.parts.shard_manager));
                    Ok(connection::serve(opened, client, Box::pin(stopped)).await)
                }
                Ok(Some(None)) => {
                    SessionEvent::Unreachable.count();
                    Ok(End::Lost)
                }
                Ok(None) => Ok(End::Stopped),
                Err(error) => Err(error),
            };
            Ended {
                shard,
                number,
                result,
            }
        });
        let open = OpenSession {
            number,
            _stop: stop,
        };
        self.open.insert(shard, open);
    }

    /// Notes that a session has ended; `true` if it turned out that messages may not be read.
    fn ended(&mut self, ended: Ended) -> Result<bool, StartError> {
        let Ended {
            shard,
            number,
            result,
        } = ended;
        let current = self.open.get(&shard);
        if current.is_some_and(|open| open.number == number) {
            self.open.remove(&shard);
        }
        self.sessions.connections.end(shard, number);
        Ok(match result? {
            End::Stopped => false,
            End::Lost => {
                SessionEvent::Lost.count();
                false
            }
            End::MayNotRead => std::mem::replace(&mut self.reads, false),
            End::WrongToken => return Err(StartError::Token),
            End::Failed(why) => return Err(StartError::Ended(why)),
        })
    }

    /// Gives the shards to the other processes, if there are any.
    async fn leave(&self) {
        if let Some(leases) = &self.sessions.leases {
            leases.leave().await;
        }
    }

    async fn close(mut self) -> Result<(), StartError> {
        self.open.clear();
        while self.running.join_next().await.is_some() {}
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Member;
    use crate::table::UnixMillis;

    fn member(life: &str) -> Member {
        Member {
            life: life.to_owned(),
            owner: life.to_owned(),
            seen: UnixMillis(0),
            load: 0,
            is_self: life == "a",
            is_dead: false,
        }
    }

    fn after(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[tokio::test(start_paused = true)]
    async fn sessions_follow_what_is_held_and_end_before_it_is_uncertain() {
        let now = Instant::now();
        let mut held = HeldShards {
            total: 4,
            shards: [0, 1, 2].into(),
            restored: [0, 1].into(),
            leaving: [(3, now + after(5))].into(),
            until: Some(now + after(7)),
            members: vec![member("a"), member("b")],
        };
        let wanted = WantedShards::by(&held, now);
        assert_eq!(
            wanted.open,
            [0, 1].into(),
            "only those whose tables are back"
        );
        assert_eq!(wanted.keep, [3].into());
        assert_eq!(wanted.again, Some(now + after(5)));
        let later = WantedShards::by(&held, now + after(5));
        assert_eq!((later.keep, later.again), ([].into(), held.until));
        assert_eq!(
            WantedShards::by(&held, now + after(7)),
            WantedShards::default()
        );
        // Nobody is there who could take them.
        held.members.pop();
        let alone = WantedShards::by(&held, now + after(7));
        assert_eq!((alone.open, alone.again), ([0, 1].into(), None));
    }

    #[tokio::test(start_paused = true)]
    async fn sessions_of_a_bucket_are_opened_one_after_the_other() {
        let queue = SessionQueue {
            concurrency: 2,
            leases: None,
            own: Mutex::default(),
        };
        let begun = Instant::now();
        for (shard, waited) in [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)] {
            queue.wait(shard).await;
            let least = EVERY * waited;
            let waited = begun.elapsed();
            assert!(
                least <= waited && waited < least + after(1),
                "{shard}: {waited:?}"
            );
        }
    }
}
