//! What processes over the same data tell each other: words that wake, a directory of open tables,
//! and what one heard that another has to answer.
//!
//! All of it may be lost or repeated; the journals are the truth. Knows neither what the words mean
//! nor who a table belongs to. A store that only one process can open has none of it.
//!
//! Which of them should have which shards each decides alone, from the same list in the same order, so
//! that nobody has to lead.

use std::collections::BTreeMap;

use tokio::sync::broadcast;

use super::ShardRange;
use super::fault::{Pending, StoreError};
use crate::table::{TableId, UnixMillis};

/// How many words a slow listener is kept.
pub(super) const MOST_WORDS: usize = 4_096;

/// The longest text that can be told, in bytes: a notification of PostgreSQL holds 8,000.
pub const LONGEST_WORD: usize = 7_000;

/// Something another process told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PeerMessage {
    /// These words.
    Word(Word),
    /// Words may have been missed: whatever was remembered of others has to be looked up anew.
    Missed,
}

/// What one process tells.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Word {
    /// The life of the process that tells it.
    pub from: String,
    /// The life of the only process for which it is; `None` for all others.
    pub to: Option<String>,
    /// What it is about.
    pub topic: String,
    /// The rest, as the topic has it.
    pub body: String,
}

impl Word {
    /// Whether it is for this life: nobody hears their own words unless they are addressed to them.
    pub(super) fn is_for(&self, life: &str) -> bool {
        match &self.to {
            Some(to) => to == life,
            None => self.from != life,
        }
    }
}

/// What is known of an open table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeerTable {
    /// The table.
    pub table: TableId,
    /// The life of the process that has it, or had it last.
    pub life: String,
    /// The rest, as that process wrote it.
    pub facts: String,
}

/// Who holds a shard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// The shard.
    pub shard: u32,
    /// The number of all shards.
    pub total: u32,
    /// The life of the process that holds it.
    pub life: String,
}

/// The other processes over the same data. Its errors are those of the store.
pub trait Peers: Send + Sync {
    /// The id of this process's life.
    fn life(&self) -> &str;

    /// Hears what is told from now on.
    fn hear(&self) -> broadcast::Receiver<PeerMessage>;

    /// Tells one process, or all others, without waiting for them: at most [`LONGEST_WORD`] bytes.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if it is longer.
    fn tell(&self, to: Option<&str>, topic: &str, body: String) -> Pending<'_, ()>;

    /// Writes what is known of a table that this process has, in place of what was known of its
    /// channel before.
    fn publish(&self, table: TableId, facts: String) -> Pending<'_, ()>;

    /// Removes a table from the directory if this process wrote the entry.
    fn withdraw(&self, table: TableId) -> Pending<'_, ()>;

    /// Everything in the directory about tables that are open, also those whose process is gone.
    fn directory(&self) -> Pending<'_, Vec<PeerTable>>;

    /// Which process holds which shard, as far as leases are kept.
    fn holders(&self) -> Pending<'_, Vec<Holder>>;

    /// Leaves something for another process and wakes it with the topic [`HANDED_OVER`] and the id.
    /// What has this id already stays as it is.
    fn hand_over(&self, to: &str, id: &str, at: UnixMillis, body: String) -> Pending<'_, ()>;

    /// Takes what has this id; `None` if somebody took it before. Of several that try, one gets it.
    fn take(&self, id: &str) -> Pending<'_, Option<String>>;

    /// Notes that this process answers what has this id; `false` if one did before, this one included.
    fn claim(&self, id: &str, at: UnixMillis) -> Pending<'_, bool>;

    /// The ids of what waits for this process, oldest first.
    fn waiting(&self) -> Pending<'_, Vec<String>>;

    /// Removes what was handed over or claimed before this time, taken or not, and what the directory says about
    /// tables that are not open any more.
    fn sweep(&self, before: UnixMillis) -> Pending<'_, ()>;
}

/// The topic of the words that announce a hand-over.
pub const HANDED_OVER: &str = "handed over";

/// Refuses what no notification holds.
pub(super) fn check_word(word: &Word) -> Result<(), StoreError> {
    match word.topic.len() + word.body.len() <= LONGEST_WORD {
        true => Ok(()),
        false => Err(StoreError::Invalid {
            what: "a word to other processes",
        }),
    }
}

/// Begins the shards of a process that takes a fair share.
pub const SHARE: &str = "auto/";

/// What a process says of itself when it enters its name in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeerEntry {
    /// The name of its owner, and after a space its shards as they are written in the settings: `auto/8`, or
    /// `0..3/8`.
    pub owner: String,
    /// The time, as the store tells it.
    pub now: UnixMillis,
    /// How many tables are open there.
    pub load: u64,
    /// Whether it takes a fair share: then it waits for shards that others serve, instead of being refused.
    pub shares: bool,
    /// A process that has not been heard of for so many milliseconds is looked for.
    pub doubted_after: u64,
    /// One that has not been heard of for so many milliseconds is gone.
    pub gone_after: u64,
}

/// A process that serves the bot.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Member {
    /// The id of its life.
    pub life: String,
    /// The name of its owner, and after a space its shards.
    pub owner: String,
    /// When it was last heard of.
    pub seen: UnixMillis,
    /// How many tables are open there.
    pub load: u64,
    /// Whether it is this one.
    pub is_self: bool,
    /// Whether it is known to have ended, without having left the list.
    pub is_dead: bool,
}

/// All processes, and the shards that living ones hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PeerList {
    /// The processes that were heard of lately, in the order of their lives.
    pub members: Vec<Member>,
    /// By shard: the number of all shards, and the life that holds it.
    pub leases: BTreeMap<u32, (u32, String)>,
}

/// What a process should do about its leases.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LeaseTarget {
    /// The free shards to take.
    pub take: Vec<u32>,
    /// The shards to give up, the first one first.
    pub give: Vec<u32>,
}

impl PeerList {
    /// The number of shards by which others divide the guilds, if it is not ours.
    pub fn other_total(&self, ours: u32) -> Option<u32> {
        let totals = self.leases.values().map(|(total, _)| *total);
        totals.into_iter().find(|total| *total != ours)
    }

    /// A living process that takes its shards in another way than this one, which takes a share or not: its
    /// name, and its shards.
    pub fn other_sharing(&self, fair: bool) -> Option<(&str, &str)> {
        let others = self.living().filter(|member| !member.is_self);
        let mut others = others.filter_map(|member| member.owner.rsplit_once(' '));
        others.find(|(_, shards)| match fair {
            true => shards.parse::<ShardRange>().is_ok(),
            false => shards.starts_with(SHARE),
        })
    }

    /// What this process should do so that all living ones have as many of the `total` shards as each
    /// other, or one more. Each keeps what it has up to that number; what is above it is given up, and
    /// what is free goes to those below it.
    pub fn wish(&self, total: u32) -> LeaseTarget {
        let quotas = self.quotas(total);
        let mut free = (0..total).filter(|shard| !self.leases.contains_key(shard));
        for member in self.living() {
            let own = self.held_by(&member.life);
            let quota = quotas.get(member.life.as_str()).copied().unwrap_or(0);
            let take: Vec<u32> = free
                .by_ref()
                .take(quota.saturating_sub(own.len()))
                .collect();
            if member.is_self {
                // Private messages are in shard 0; it is the last to move.
                let give = own.into_iter().skip(quota).rev().collect();
                return LeaseTarget { take, give };
            }
        }
        LeaseTarget::default()
    }

    /// How many shards each life should have: who has most keeps one more where they do not divide evenly.
    fn quotas(&self, total: u32) -> BTreeMap<&str, usize> {
        let mut lives: Vec<(usize, &str)> = self
            .living()
            .map(|member| (self.held_by(&member.life).len(), member.life.as_str()))
            .collect();
        lives.sort_by(|(a, x), (b, y)| b.cmp(a).then(x.cmp(y)));
        let (total, among) = (total as usize, lives.len().max(1));
        let quota = |at: usize| total / among + usize::from(at < total % among);
        let lives = lives.into_iter().enumerate();
        lives.map(|(at, (_, life))| (life, quota(at))).collect()
    }

    fn living(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| !member.is_dead)
    }

    /// The shards of a life, in order.
    fn held_by(&self, life: &str) -> Vec<u32> {
        let own = self.leases.iter().filter(|(_, (_, other))| other == life);
        own.map(|(shard, _)| *shard).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Processes that only ever do as they wish.
    struct Crowd {
        total: u32,
        company: PeerList,
        moves: usize,
    }

    impl Crowd {
        fn of(total: u32) -> Self {
            let company = PeerList::default();
            Self {
                total,
                company,
                moves: 0,
            }
        }

        fn joins(&mut self, life: &str) {
            self.company.members.push(Member {
                life: life.to_owned(),
                owner: life.to_owned(),
                seen: UnixMillis(0),
                load: 0,
                is_self: false,
                is_dead: false,
            });
            self.company.members.sort();
        }

        fn leaves(&mut self, life: &str) {
            self.company.members.retain(|member| member.life != life);
            self.company.leases.retain(|_, (_, other)| other != life);
        }

        fn wish(&self, life: &str) -> LeaseTarget {
            let mut company = self.company.clone();
            for member in &mut company.members {
                member.is_self = member.life == life;
            }
            company.wish(self.total)
        }

        /// Each acts in turn until nobody wants anything; gives how many shards each has.
        fn settles(&mut self) -> BTreeMap<String, usize> {
            self.moves = 0;
            for _ in 0..100 {
                let mut calm = true;
                for at in 0..self.company.members.len() {
                    let life = self.company.members[at].life.clone();
                    let wish = self.wish(&life);
                    calm &= wish == LeaseTarget::default();
                    for shard in wish.take {
                        self.moves += 1;
                        let held = self
                            .company
                            .leases
                            .insert(shard, (self.total, life.clone()));
                        assert_eq!(held, None, "it was free");
                    }
                    for shard in wish.give.into_iter().take(1) {
                        self.company.leases.remove(&shard);
                    }
                }
                if calm {
                    break;
                }
            }
            assert_eq!(self.company.leases.len(), self.total as usize);
            let mut counts = BTreeMap::new();
            for (_, life) in self.company.leases.values() {
                *counts.entry(life.clone()).or_insert(0) += 1;
            }
            counts
        }

        fn counts(&mut self) -> Vec<usize> {
            let mut counts: Vec<usize> = self.settles().into_values().collect();
            counts.sort_unstable();
            counts
        }
    }

    #[test]
    fn shards_are_shared_evenly_as_processes_come_and_go() {
        let mut crowd = Crowd::of(8);
        for (life, expected, moves) in [
            ("b", vec![8], 8),
            ("a", vec![4, 4], 4),
            ("d", vec![2, 3, 3], 2),
            ("c", vec![2, 2, 2, 2], 2),
        ] {
            crowd.joins(life);
            assert_eq!(crowd.counts(), expected, "{life} joins");
            assert_eq!(crowd.moves, moves, "{life} joins");
        }
        for (life, expected, moves) in [("a", vec![2, 3, 3], 2), ("c", vec![4, 4], 3)] {
            crowd.leaves(life);
            assert_eq!(crowd.counts(), expected, "{life} leaves");
            assert!(crowd.moves <= moves, "{life} leaves: {}", crowd.moves);
        }
    }

    #[test]
    fn every_number_of_shards_and_processes_comes_to_rest() {
        for total in 1..12 {
            for processes in 1..9_usize {
                let mut crowd = Crowd::of(total);
                for at in 0..processes {
                    crowd.joins(&format!("{:02}", (at * 5) % 9));
                    let counts = crowd.counts();
                    let (least, most) = (counts[0], counts[counts.len() - 1]);
                    let idle = counts.len() <= at;
                    assert!(most - least <= 1 && (!idle || most == 1), "{counts:?}");
                }
            }
        }
    }

    #[test]
    fn the_dead_get_nothing_and_the_last_to_move_is_shard_zero() {
        let mut crowd = Crowd::of(4);
        crowd.joins("a");
        crowd.settles();
        crowd.joins("b");
        assert_eq!(crowd.wish("a").give, [3, 2]);
        crowd.company.members[1].is_dead = true;
        assert_eq!(crowd.wish("a"), LeaseTarget::default());
    }
}
