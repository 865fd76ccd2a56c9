//! Which shards this process holds, and until when that is certain.
//!
//! The lease manager tells it after every renewal; whoever routes what is heard, and whoever keeps
//! connections, listens. Decides nothing itself.

use std::collections::{BTreeMap, BTreeSet};

use tokio::time::Instant;

use crate::store::{Member, ShardRange};
use crate::table::GuildId;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Held {
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

impl Held {
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_is_held_is_certain_until_its_time() {
        let now = Instant::now();
        let held = Held {
            total: 4,
            shards: [1, 3].into(),
            until: Some(now + Duration::from_secs(8)),
            ..Held::default()
        };
        assert!(held.holds(1, now) && !held.holds(2, now));
        assert!(!held.holds(1, now + Duration::from_secs(8)));
        let for_ever = Held {
            until: None,
            ..held.clone()
        };
        assert!(for_ever.holds(3, now + Duration::from_secs(800)));
        assert_eq!(held.shard_of(GuildId(7 << 22)), 3);
        assert_eq!(Held::default().shard_of(GuildId(7 << 22)), 0);
    }
}
