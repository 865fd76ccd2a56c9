//! What this process told others of its tables, and who holds which shard.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::time::Instant;

use crate::desk::directory::Facts;
use crate::store::peers::Holder;
use crate::table::{TableId, TableKey};

pub(super) type Life = Arc<str>;

/// What this process told, and who holds what.
#[derive(Default)]
pub(super) struct Known {
    /// The tables here, as others were told of them.
    pub(super) told: Mutex<HashMap<TableKey, (TableId, Facts)>>,
    holders: Mutex<Holders>,
    pub(super) read: Mutex<Option<Instant>>,
}

#[derive(Default)]
struct Holders {
    total: u32,
    /// By shard.
    lives: HashMap<u32, Life>,
}

impl Known {
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
