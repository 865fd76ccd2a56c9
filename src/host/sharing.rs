//! Leases among several processes: each takes its fair share, gives up what is too much, and knows until
//! when its own are certain.
//!
//! Decides the order in which a shard changes hands: its tables stop, its lease is given back, whoever lacks
//! one takes it and brings them back, and only when that process hears Discord itself is the connection here
//! closed. Which shards move is for the store's list of processes.

use super::leases::{CONNECTED, FREE, HeldShards, LeaseManager, LeasePace, TOPIC};
use crate::store::{
    LeaseChanges, LeaseRequest, Member, PeerEntry, PeerList, SHARE, ShardRange, StoreError,
};
use crate::table::UnixMillis;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::time::Instant;
use tracing::{info, warn};

/// A process that has been silent for longer than it should be is looked for: one that ended is known to
/// have ended before its leases do.
const DOUBTED_AFTER: Duration = Duration::from_millis(2_500);

/// A process lets go of what it could not renew this long before others may take it.
const MARGIN: Duration = Duration::from_secs(1);

/// How long the connection of a shard that was given up is kept at most.
const HAND_OVER: Duration = Duration::from_secs(20);

/// How long it is kept once another process is connected: what Discord told before may still be on its way.
const GRACE: Duration = Duration::from_secs(2);

impl LeaseManager {
    /// Whether other processes can take what is not renewed here.
    pub fn is_shared(&self) -> bool {
        self.keeper.store().is_shared()
    }

    /// Renews what is held and, if this process takes a fair share, takes and gives up shards. Gives the
    /// other processes too, where there can be any.
    pub(super) async fn hold_in_company(
        &self,
        request: LeaseRequest,
    ) -> Result<(LeaseChanges, Vec<Member>), StoreError> {
        let starts = self.held.borrow().total == 0;
        if starts {
            self.check_sharing(request.now).await?;
        }
        if !self.fair {
            let changes = self.keeper.hold(request.clone()).await?;
            let company = self.attend(request.now, DOUBTED_AFTER).await?;
            return Ok((changes, company.members));
        }
        let ours = self.shards.total();
        let mut changes = self.keeper.renew(request.until).await?;
        let company = self.attend(request.now, DOUBTED_AFTER).await?;
        if let Some(theirs) = company.other_total(ours) {
            return Err(StoreError::OtherTotal { ours, theirs });
        }
        let wish = company.wish(ours);
        for shard in wish.take {
            let shards = ShardRange::new(shard, shard, ours);
            let request = LeaseRequest {
                shards: shards.expect("a shard of this total"),
                ..request.clone()
            };
            let leases = self.keeper.store().acquire(request).await?;
            changes.gained.extend(leases.taken);
        }
        // One after the other: whoever takes it has to connect, which Discord allows every five seconds.
        let connected_by = Instant::now() + GRACE;
        let busy = |held: &HeldShards| held.leaving.values().any(|until| *until > connected_by);
        let busy = busy(&self.held.borrow());
        // Whoever hears people here has to know already that there is somebody to hand them to.
        let known = self.held.borrow().has_company();
        if let Some(&shard) = wish.give.first()
            && known
            && !busy
        {
            info!(shard, "another process is to serve this shard");
            self.give_up([shard].into()).await?;
        }
        Ok((changes, company.members))
    }

    /// Refuses to start beside a process that takes its shards in another way: whoever takes a fair share
    /// leaves shards to one that never takes them.
    async fn check_sharing(&self, now: UnixMillis) -> Result<(), StoreError> {
        // One that was killed a moment ago is in nobody's way.
        let company = self.attend(now, Duration::ZERO).await?;
        let Some((owner, theirs)) = company.other_sharing(self.fair) else {
            return Ok(());
        };
        let other = StoreError::OtherSharing {
            owner: owner.to_owned(),
            ours: self.shards_as_written(),
            theirs: theirs.to_owned(),
            total: self.shards.total(),
        };
        // Off the list again: nobody is to wait for this process.
        self.keeper.store().release().await?;
        Err(other)
    }

    fn shards_as_written(&self) -> String {
        match self.fair {
            true => format!("{SHARE}{}", self.shards.total()),
            false => self.shards.to_string(),
        }
    }

    /// Tells the other processes that this one lives, and hears who they are; those that were silent for longer
    /// than this are looked for.
    async fn attend(&self, now: UnixMillis, silent: Duration) -> Result<PeerList, StoreError> {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let attendance = PeerEntry {
            owner: format!("{} {}", self.owner, self.shards_as_written()),
            now,
            load: self.host.list().len() as u64,
            shares: self.fair,
            doubted_after: millis(silent),
            gone_after: millis(LeasePace::SHARED.lease),
        };
        self.keeper.store().attend(attendance).await
    }

    /// Gives these shards to others: their tables stop, and their leases are given back.
    async fn give_up(&self, shards: BTreeSet<u32>) -> Result<(), StoreError> {
        let until = Instant::now() + HAND_OVER;
        self.held.send_modify(|held| {
            held.shards.retain(|shard| !shards.contains(shard));
            held.restored.retain(|shard| !shards.contains(shard));
            let leaving = shards.iter().map(|shard| (*shard, until));
            held.leaving.extend(leaving);
        });
        let shards: Vec<u32> = shards.into_iter().collect();
        // What is under way is written before another process may write.
        self.host.let_go(&self.keeper.tables_of(&shards)).await;
        let given = self.keeper.store().give_back(shards.clone()).await;
        // Those opened meanwhile.
        self.host.let_go(&self.keeper.let_go(&shards)).await;
        given?;
        self.tell(FREE.to_owned()).await;
        Ok(())
    }

    /// Leaves the other processes in good order: all shards are given up, and none is taken any more. Their
    /// connections are to be kept while [`HeldShards::leaving`] names them. Nothing happens
    /// without company, or where each process has shards of its own.
    pub async fn leave(&self) {
        let _turn = self.turn.lock().await;
        if !self.fair || !self.held.borrow().has_company() {
            return;
        }
        self.departing.store(true, Ordering::Relaxed);
        let shards = self.held.borrow().shards.clone();
        if let Err(error) = self.give_up(shards).await {
            warn!(%error, "leases could not be given back; they will expire");
        }
        // Nothing is held any more that could become uncertain.
        self.held.send_modify(|held| held.until = None);
        // Off the list, so that nobody waits for this process to take any.
        if let Err(error) = self.keeper.store().release().await {
            warn!(%error, "this process could not be taken off the list");
        }
        self.tell(FREE.to_owned()).await;
    }

    /// Tells the others that this process hears what Discord tells about a shard.
    pub async fn connected(&self, shard: u32) {
        if self.is_shared() {
            self.tell(format!("{CONNECTED}{shard}")).await;
        }
    }

    async fn tell(&self, body: String) {
        if let Some(peers) = self.keeper.store().peers()
            && let Err(error) = peers.tell(None, TOPIC, body).await
        {
            // They look for themselves with their next renewal.
            warn!(%error, "other processes could not be told about leases");
        }
    }

    /// Another process is connected for a shard: the connection here is not needed much longer.
    pub(super) fn is_connected_elsewhere(&self, shard: u32) {
        let soon = Instant::now() + GRACE;
        self.held.send_if_modified(|held| {
            let until = held.leaving.get_mut(&shard).filter(|until| soon < **until);
            until.map(|until| *until = soon).is_some()
        });
    }

    /// Forgets the connections whose time is over.
    pub(super) fn prune_leaving(&self) {
        let now = Instant::now();
        self.held.send_if_modified(|held| {
            let before = held.leaving.len();
            held.leaving.retain(|_, until| now < *until);
            held.leaving.len() < before
        });
    }

    /// Publishes what is held after a renewal that was begun then.
    pub(super) fn publish(&self, begun: Instant, changes: &LeaseChanges, members: Vec<Member>) {
        let shared = self.is_shared();
        let now = Instant::now();
        self.held.send_modify(|held| {
            held.total = self.shards.total();
            held.shards.extend(&changes.gained);
            held.shards.retain(|shard| !changes.lost.contains(shard));
            let HeldShards {
                shards, restored, ..
            } = held;
            restored.retain(|shard| shards.contains(shard) && !changes.gained.contains(shard));
            held.leaving
                .retain(|shard, until| now < *until && !shards.contains(shard));
            held.until = shared.then(|| begun + LeasePace::SHARED.lease - MARGIN);
            held.members = members;
        });
    }
}
