//! The lease manager: renews the leases of shards, looks after the store, and has the tables
//! restored that are not running here.
//!
//! Decides how long leases last, and what happens if its task fails. Knows neither where the store
//! is nor how a table is restored (see `recovery`).

use super::off_thread::spawn;
use super::{Host, measured};
use crate::store::peers::{PeerMessage, Word};
use crate::store::{Db, JournalWriter, LeaseChanges, LeaseRequest, Member, ShardRange, StoreError};
use crate::table::{GuildId, TableId, UnixMillis};
use parking_lot::Mutex;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{broadcast, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tracing::{error, info, warn};

/// How long leases last after their last renewal, and how often they are renewed.
#[derive(Debug, Clone, Copy)]
pub(super) struct LeasePace {
    pub(super) lease: Duration,
    pub(super) renewal: Duration,
}

impl LeasePace {
    /// Where one process has the data for itself. As often it looks for tables that are not running here.
    const ALONE: LeasePace = LeasePace {
        lease: Duration::from_secs(15),
        renewal: Duration::from_secs(5),
    };

    /// Where other processes may take a lease: whoever is silent for this long loses its tables.
    pub(super) const SHARED: LeasePace = LeasePace {
        lease: Duration::from_secs(8),
        renewal: Duration::from_secs(2),
    };
}

/// The topic of what processes tell each other about leases.
pub(super) const TOPIC: &str = "leases";

/// Told when leases have become free.
pub(super) const FREE: &str = "free";

/// Told, with the number of the shard, by who hears Discord there.
pub(super) const CONNECTED: &str = "connected ";

/// How often the store is asked whether its data are still there.
const CHECK: Duration = Duration::from_secs(2);

/// How often the task is started again after a panic.
const MOST_PANICS: u32 = 5;

/// Keeps the leases of some shards. Clones are the same manager.
#[derive(Clone)]
pub struct LeaseManager {
    pub(super) host: Host,
    pub(super) keeper: Arc<JournalWriter>,
    pub(super) owner: Arc<str>,
    pub(super) shards: ShardRange,
    /// Tables that were set aside and could not go on when they were last tried.
    pub(super) tried: Arc<Mutex<HashSet<TableId>>>,
    pub(super) held: Arc<watch::Sender<HeldShards>>,
    /// Whether it takes a fair share of the shards instead of all of them.
    pub(super) fair: bool,
    /// Whether it has left the other processes for good.
    pub(super) departing: Arc<AtomicBool>,
    /// Whether the tables answer that were closed before it began.
    pub(super) answers: Arc<AtomicBool>,
    /// Only one changes leases at a time.
    pub(super) turn: Arc<tokio::sync::Mutex<()>>,
}

/// What one renewal did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LeaseRenewal {
    /// Tables restored.
    pub restored: usize,
    /// Those of them whose round is dealt again, or whose match is off, because this version of the
    /// program cannot go on with it.
    pub mended: usize,
    /// Journals set aside because they cannot be continued.
    pub aside: usize,
    /// Shards gained.
    pub gained: usize,
    /// Shards lost to another process.
    pub lost: usize,
}

/// Why the lease manager ended although the host did not stop: nothing can be written any more, so
/// the process has to end.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LeasesLost {
    /// Another process serves all shards.
    #[error("{holder} serves all tables now; this process ends")]
    TakenOver { holder: String },
    /// The task failed again and again.
    #[error("the leases cannot be kept: their task failed {MOST_PANICS} times")]
    Panicked,
}

impl LeaseManager {
    /// A lease manager for `shards`. `owner` stays the same over restarts and differs from every
    /// other process's. The host must write its journals to `keeper`.
    pub fn new(
        host: Host,
        keeper: Arc<JournalWriter>,
        owner: impl Into<String>,
        shards: ShardRange,
    ) -> Self {
        Self {
            host,
            keeper,
            owner: owner.into().into(),
            shards,
            tried: Arc::default(),
            held: Arc::default(),
            fair: false,
            departing: Arc::default(),
            answers: Arc::default(),
            turn: Arc::default(),
        }
    }

    /// Takes a fair share of the shards as long as other processes do too, instead of all of them.
    #[must_use]
    pub fn fairly(mut self) -> Self {
        self.fair = self.is_shared();
        self
    }

    pub fn store(&self) -> &Arc<Db> {
        self.keeper.store()
    }

    /// What is held here, told after every renewal and whenever something is given up.
    pub fn held(&self) -> watch::Receiver<HeldShards> {
        self.held.subscribe()
    }

    /// Renews the leases until the host stops, then releases them so that no other process has to
    /// wait. Call [`LeaseManager::renew`] once before, so that an unreachable store, or another
    /// process of the same name, prevents the start.
    ///
    /// # Errors
    /// [`LeasesLost`] while the host still runs; it has to be shut down then.
    pub async fn run(self) -> Result<(), LeasesLost> {
        let ended = self.supervise().await;
        if ended.is_ok() {
            // Tables write until they are gone.
            self.host.shared.stop.closed().await;
        }
        if let Err(error) = self.keeper.store().release().await {
            warn!(%error, "leases could not be given back; they will expire");
        }
        ended
    }

    /// Runs the renewals in a task of their own, and starts it again if it panics.
    async fn supervise(&self) -> Result<(), LeasesLost> {
        for _ in 0..MOST_PANICS {
            // Whoever drops this ends the task too.
            let mut task = JoinSet::new();
            task.spawn(self.clone().renew_until_stopped());
            match task.join_next().await {
                Some(Ok(ended)) => return ended,
                // The message of a panic may quote what is hidden; the hook of the process has
                // printed it where it belongs.
                Some(Err(_)) | None => {
                    error!("the task that keeps the leases failed; it is started again");
                }
            }
            tokio::time::sleep(CHECK).await;
        }
        Err(LeasesLost::Panicked)
    }

    async fn renew_until_stopped(self) -> Result<(), LeasesLost> {
        let mut stop = self.host.shared.stop.subscribe();
        let (mut renewals, mut checks) = (interval(self.pace().renewal), interval(CHECK));
        let mut words = self.keeper.store().peers().map(|peers| peers.hear());
        for ticks in [&mut renewals, &mut checks] {
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            // The first one comes at once.
            ticks.tick().await;
        }
        let (mut failing, mut moved) = (false, false);
        let mut looked = Instant::now();
        loop {
            tokio::select! {
                // What keeps the leases comes first.
                biased;
                () = stopped(&mut stop) => return Ok(()),
                _ = renewals.tick() => {
                    let look = failing || looked.elapsed() >= LeasePace::ALONE.renewal;
                    if look {
                        looked = Instant::now();
                    }
                    let failed = match self.renewed(look).await {
                        Ok((_, changes)) => {
                            self.check_taken_over(&changes)?;
                            None
                        }
                        Err(error) => Some(error),
                    };
                    if failed.is_some() {
                        measured::leases_not_renewed();
                    }
                    match &failed {
                        Some(error) if !failing => warn!(%error, "leases could not be renewed"),
                        None if failing => info!("leases are renewed again"),
                        Some(_) | None => {}
                    }
                    failing = failed.is_some();
                }
                said = next_said(&mut words) => match said {
                    LeaseNotice::Free => renewals.reset_immediately(),
                    LeaseNotice::Connected(shard) => self.is_connected_elsewhere(shard),
                },
                _ = checks.tick() => {
                    let found = self.keeper.store().check().err();
                    match &found {
                        Some(error) if !moved => error!(%error, "nothing can be written"),
                        None if moved => info!("the store can be written again"),
                        Some(_) | None => {}
                    }
                    moved = found.is_some();
                }
            }
        }
    }

    /// Fails if other processes hold all shards.
    fn check_taken_over(&self, changes: &LeaseChanges) -> Result<(), LeasesLost> {
        let all = self.shards.iter().count();
        match changes.elsewhere.first() {
            Some(other) if changes.elsewhere.len() == all => Err(LeasesLost::TakenOver {
                holder: other.holder.clone(),
            }),
            Some(_) | None => Ok(()),
        }
    }

    /// Renews leases, takes free ones, and restores tables that are not running here.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be reached, uses another number of shards, or if another
    /// process has this one's name or shards when it starts.
    pub async fn renew(&self) -> Result<LeaseRenewal, StoreError> {
        self.renewed(true).await.map(|(renewal, _)| renewal)
    }

    /// The same; without `look`, tables are only looked for where shards were gained.
    async fn renewed(&self, look: bool) -> Result<(LeaseRenewal, LeaseChanges), StoreError> {
        let changes = self.hold().await?;
        let mut renewal = LeaseRenewal {
            gained: changes.gained.len(),
            lost: changes.lost.len(),
            ..LeaseRenewal::default()
        };
        let held = self.held.borrow().shards.clone();
        if !look && self.held.borrow().restored == held {
            return Ok((renewal, changes));
        }
        let restored = self.restore_missing(&mut renewal).await;
        let as_they_were = renewal.restored.saturating_sub(renewal.mended);
        measured::brought_back([as_they_were, renewal.mended, renewal.aside]);
        restored?;
        if !self.answers.swap(true, Ordering::Relaxed) {
            let manager = self.clone();
            spawn(async move {
                if let Err(error) = manager.answer_for_closed().await {
                    warn!(%error, "tables closed lately do not answer");
                }
            });
        }
        self.held.send_modify(|now| {
            let still = held.iter().filter(|shard| now.shards.contains(shard));
            now.restored = still.copied().collect();
        });
        Ok((renewal, changes))
    }

    /// Keeps the leases alone.
    pub(super) async fn hold(&self) -> Result<LeaseChanges, StoreError> {
        let _turn = self.turn.lock().await;
        if self.departing.load(Ordering::Relaxed) {
            self.prune_leaving();
            return Ok(LeaseChanges::default());
        }
        let begun = Instant::now();
        let now = self.keeper.store().time(self.host.now()).await?;
        let lease = u64::try_from(self.pace().lease.as_millis()).unwrap_or(u64::MAX);
        let request = LeaseRequest {
            owner: self.owner.to_string(),
            shards: self.shards,
            now,
            until: UnixMillis(now.0.saturating_add(lease)),
        };
        let (changes, members) = match self.is_shared() {
            true => self.hold_in_company(request).await?,
            false => (self.keeper.hold(request).await?, Vec::new()),
        };
        if !changes.gained.is_empty() || !changes.lost.is_empty() {
            info!(gained = ?changes.gained, lost = ?changes.lost, "leases changed hands");
        }
        measured::leases_changed(&changes);
        self.publish(begun, &changes, members);
        self.host.let_go(&changes.let_go).await;
        Ok(changes)
    }

    /// Sets the figures of the leases as they are now.
    pub fn sample(&self) {
        let held = self.held.borrow();
        measured::leases(held.shards.len(), held.members.len().max(1));
    }

    /// How long leases last here, and how often they are renewed.
    pub(super) fn pace(&self) -> LeasePace {
        match self.is_shared() {
            true => LeasePace::SHARED,
            false => LeasePace::ALONE,
        }
    }
}

/// What other processes say from now on; nothing where there are none.
async fn next_said(words: &mut Option<broadcast::Receiver<PeerMessage>>) -> LeaseNotice {
    while let Some(hearing) = words {
        let heard = match hearing.recv().await {
            Ok(heard) => heard,
            Err(broadcast::error::RecvError::Lagged(_)) => PeerMessage::Missed,
            Err(broadcast::error::RecvError::Closed) => break,
        };
        if let Some(said) = said(&heard) {
            return said;
        }
    }
    *words = None;
    std::future::pending().await
}

/// Waits until the host stops.
pub(super) async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that the host is gone.
    drop(stop.wait_for(|stop| *stop).await);
}

/// What another process said about leases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LeaseNotice {
    /// There may be leases to take.
    Free,
    /// It is connected for this shard.
    Connected(u32),
}

/// What these words say about leases, if anything.
fn said(heard: &PeerMessage) -> Option<LeaseNotice> {
    match heard {
        PeerMessage::Missed => Some(LeaseNotice::Free),
        PeerMessage::Word(Word { topic, body, .. }) if topic == TOPIC => {
            match body.strip_prefix(CONNECTED) {
                Some(shard) => shard.parse().ok().map(LeaseNotice::Connected),
                None => (body == FREE).then_some(LeaseNotice::Free),
            }
        }
        PeerMessage::Word(_) => None,
    }
}

/// Which shards this process holds, and until when that is certain: told after every renewal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HeldShards {
    /// The number of shards into which all guilds are divided; 0 before the first renewal.
    pub total: u32,
    /// The shards whose tables this process alone may write.
    pub shards: BTreeSet<u32>,
    /// Those of them whose tables have been brought back.
    pub restored: BTreeSet<u32>,
    /// Shards that were given up, until when their connection to Discord is kept for what is still heard
    /// there: a little longer than it takes whoever serves them now to connect.
    pub leaving: BTreeMap<u32, Instant>,
    /// From then on another process may hold them, unless they are renewed before: nothing may be
    /// carried out for them any more. By this process's own clock, which no setting of the time of day
    /// moves. `None` where no other process can take them, such as with an SQLite file.
    pub until: Option<Instant>,
    /// All processes that serve the bot, this one included, in the order of their lives; only this one
    /// where there can be no other.
    pub members: Vec<Member>,
}

impl HeldShards {
    /// The shard of a guild, by Discord's formula; private messages (guild 0) are in shard 0.
    pub fn shard_of(&self, guild: GuildId) -> u32 {
        let range = match self.total.checked_sub(1) {
            None => ShardRange::ALL,
            Some(last) => ShardRange::new(0, last, self.total).unwrap_or(ShardRange::ALL),
        };
        range.of(guild)
    }

    /// Whether it is certain at `now` that no other process holds these shards.
    pub fn is_certain(&self, now: Instant) -> bool {
        self.until.is_none_or(|until| now < until)
    }

    /// Whether this shard is held for certain at `now`.
    pub fn holds(&self, shard: u32, now: Instant) -> bool {
        self.shards.contains(&shard) && self.is_certain(now)
    }

    pub fn has_company(&self) -> bool {
        self.members.len() > 1
    }
}
