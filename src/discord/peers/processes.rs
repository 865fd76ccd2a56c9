//! The other processes, as this one knows them: who holds which shard, what they were told of the tables here, and
//! what was answered here already.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, timeout};

use crate::desk::directory::{Directory, TableFacts};
use crate::discord::heard::{Incoming, Offer};
use crate::host::HeldShards;
use crate::store::peers::{Holder, Peers};
use crate::table::{GuildId, TableId, TableKey};

/// How long a request waits until it is certain which shards are held here.
const CERTAIN_WITHIN: Duration = Duration::from_millis(2_000);
/// How long other processes are told something.
pub(super) const TOLD_WITHIN: Duration = Duration::from_millis(1_000);

/// The other processes, as this one knows them.
pub struct Processes {
    pub(super) store: Arc<dyn Peers>,
    pub(super) held: watch::Receiver<HeldShards>,
    pub(super) known: KnownTables,
    pub(super) answered: Once,
    /// The completions that are waited for, by the id of the question.
    pub(super) questions: Mutex<HashMap<u64, oneshot::Sender<Vec<Offer>>>>,
}

impl Processes {
    /// Those beside a process that holds these shards.
    pub fn new(store: Arc<dyn Peers>, held: watch::Receiver<HeldShards>) -> Self {
        Self {
            store,
            held,
            known: KnownTables::default(),
            answered: Once::default(),
            questions: Mutex::default(),
        }
    }

    /// Whether there are other processes, or tables that one of them had a moment ago.
    pub fn is_several(&self, known: &Directory) -> bool {
        let held = self.held.borrow().has_company();
        held || self.known.has_others(self.store.life()) || !known.is_empty()
    }

    /// Whether it is answered here for the first time.
    pub fn is_first(&self, heard: &Incoming) -> bool {
        self.answered.is_first(heard.id())
    }

    /// The shards that are held here.
    pub fn shards(&self) -> BTreeSet<u32> {
        self.held.borrow().shards.clone()
    }

    /// Whether it is certain that this server is served here.
    pub fn serves(&self, guild: GuildId) -> bool {
        let held = self.held.borrow();
        held.holds(held.shard_of(guild), Instant::now())
    }

    /// Waits until it is certain which shards are held here; `false` if that takes too long.
    pub async fn is_certain(&self) -> bool {
        let certain = |held: &HeldShards| held.is_certain(Instant::now());
        if certain(&self.held.borrow()) {
            return true;
        }
        let mut held = self.held.clone();
        let becomes = timeout(CERTAIN_WITHIN, held.wait_for(certain));
        matches!(becomes.await, Ok(Ok(_)))
    }

    /// Tells one process, or all others; a word that is lost is only logged.
    pub(super) async fn tell(&self, to: Option<&str>, topic: &str, body: String) {
        let told = timeout(TOLD_WITHIN, self.store.tell(to, topic, body)).await;
        if !matches!(told, Ok(Ok(()))) {
            tracing::warn!(topic, "other processes could not be told something");
        }
    }
}

type Life = Arc<str>;

/// What this process told, and who holds what.
#[derive(Default)]
pub(super) struct KnownTables {
    /// The tables here, as others were told of them.
    pub(super) told: Mutex<HashMap<TableKey, (TableId, TableFacts)>>,
    holders: Mutex<Holders>,
    pub(super) read: Mutex<Option<Instant>>,
}

#[derive(Default)]
struct Holders {
    total: u32,
    /// By shard.
    lives: HashMap<u32, Life>,
}

impl KnownTables {
    /// Whether somebody else holds a shard.
    pub(super) fn has_others(&self, own: &str) -> bool {
        let holders = self.holders.lock();
        holders.lives.values().any(|life| &**life != own)
    }

    /// Who holds a shard of so many.
    pub(super) fn holder(&self, total: u32, shard: u32) -> Option<Life> {
        let holders = self.holders.lock();
        let life = holders.lives.get(&shard).filter(|_| holders.total == total);
        life.cloned()
    }

    pub(super) fn holds_anything(&self, life: &str) -> bool {
        let holders = self.holders.lock();
        holders.lives.values().any(|holder| &**holder == life)
    }

    /// Takes over who holds what.
    pub(super) fn hold(&self, all: Vec<Holder>) {
        let total = all.first().map_or(0, |holder| holder.total);
        let lives = all.into_iter().map(|one| (one.shard, one.life.into()));
        let lives = lives.collect();
        *self.holders.lock() = Holders { total, lives };
    }
}

/// How many ids are remembered.
const MOST: usize = 20_000;

/// The ids of events that were answered here lately, so that one which comes twice is answered once: two processes
/// have connections for one shard for a moment when it changes hands.
#[derive(Default)]
pub(super) struct Once {
    seen: Mutex<(HashSet<u64>, VecDeque<u64>)>,
}

impl Once {
    fn is_first(&self, id: u64) -> bool {
        let (known, order) = &mut *self.seen.lock();
        if !known.insert(id) {
            return false;
        }
        order.push_back(id);
        if order.len() > MOST
            && let Some(oldest) = order.pop_front()
        {
            known.remove(&oldest);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_answered_once_and_only_so_many_are_remembered() {
        let once = Once::default();
        assert!(once.is_first(7));
        assert!(!once.is_first(7));
        for id in 100..100 + MOST as u64 {
            assert!(once.is_first(id));
        }
        assert!(once.is_first(7));
    }
}
