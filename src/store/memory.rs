//! The store in memory: for tests and for the terminal.
//!
//! Behaves like the other stores except for durability, and can simulate failures of a disk or
//! server for tests.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;

use super::journal::check_text;
use super::lease::Held;
use super::*;
use crate::table::Saved;

mod data;

use data::{Data, Lease, Sum};

/// A store in memory. [`MemoryStore::beside`] simulates another process over the same data.
#[derive(Default)]
pub struct MemoryStore {
    data: Arc<Mutex<Data>>,
    held: Mutex<Held>,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// Another process over the same data, with no leases yet.
    pub fn beside(&self) -> Self {
        MemoryStore {
            data: Arc::clone(&self.data),
            held: Mutex::default(),
        }
    }

    /// Makes every call fail in this way from now on; `None` ends that.
    pub fn break_with(&self, fault: Option<Fault>) {
        self.data.lock().fault = fault;
    }

    /// Runs a call without waiting.
    fn at_once<'a, T: Send + 'a>(
        &'a self,
        doing: &'static str,
        call: impl FnOnce(&mut Data, &mut Held) -> Result<T, StoreError>,
    ) -> Pending<'a, T> {
        let mut data = self.data.lock();
        let result = match data.fault {
            Some(fault) => Err(StoreError::Failed {
                doing,
                fault,
                detail: "told to fail".to_owned(),
            }),
            None => call(&mut data, &mut self.held.lock()),
        };
        Box::pin(std::future::ready(result))
    }
}

impl Store for MemoryStore {
    fn acquire(&self, request: LeaseRequest) -> Pending<'_, Vec<u32>> {
        self.at_once("take leases", |data, held| {
            let mut wanted = held.lacking(&request)?;
            if wanted.is_empty() {
                return Ok(wanted);
            }
            let ours = request.shards.total();
            let free = |lease: &Lease| lease.expires <= request.now || lease.owner == request.owner;
            let mut leases = data.leases.values();
            if let Some(other) = leases.find(|lease| lease.total != ours && !free(lease)) {
                let theirs = other.total;
                return Err(StoreError::OtherTotal { ours, theirs });
            }
            data.leases.retain(|_, lease| lease.total == ours);
            wanted.retain(|shard| data.leases.get(shard).is_none_or(free));
            data.fence += 1;
            let fence = Fence(data.fence);
            for &shard in &wanted {
                let lease = Lease {
                    total: ours,
                    owner: request.owner.clone(),
                    fence,
                    expires: request.until,
                };
                data.leases.insert(shard, lease);
            }
            held.gain(&wanted, fence);
            Ok(wanted)
        })
    }

    fn renew(&self, until: UnixMillis) -> Pending<'_, Vec<u32>> {
        self.at_once("renew leases", |data, held| {
            let mut lost = Vec::new();
            for (shard, fence) in held.all() {
                match data.leases.get_mut(&shard) {
                    Some(lease) if lease.fence == fence => lease.expires = until,
                    _ => lost.push(shard),
                }
            }
            held.lose(&lost);
            Ok(lost)
        })
    }

    fn release(&self) -> Pending<'_, ()> {
        self.at_once("give leases back", |data, held| {
            let given = held.lose_all();
            data.leases
                .retain(|&shard, lease| !given.contains(&(shard, lease.fence)));
            Ok(())
        })
    }

    fn open_table(&self, new: NewTable) -> Pending<'_, Claim> {
        self.at_once("open a table", |data, held| {
            new.check()?;
            let (shard, fence) = held.of(new.guild)?;
            data.check_fence(shard, fence)?;
            let table = new.table;
            let in_the_way = |other: &StoredJournal| {
                let id = other.saved.table;
                id == table || (id.key == table.key && other.state == TableState::Open)
            };
            if data.tables.iter().any(in_the_way) {
                return Err(StoreError::AlreadyOpen { table });
            }
            let row = data.tables.len() as i64;
            data.tables.push(StoredJournal {
                saved: Saved {
                    table,
                    game: new.game,
                    header: new.header,
                    snapshot: None,
                    entries: Vec::new(),
                    altered: false,
                },
                guild: new.guild,
                state: TableState::Open,
            });
            Ok(Claim {
                table,
                row,
                shard,
                fence,
            })
        })
    }

    fn append(&self, claim: Claim, entry: NewEntry) -> Pending<'_, ()> {
        self.at_once("save an entry", |data, _| {
            entry.check()?;
            let (table, position) = (claim.table, entry.record.position);
            let saved = &mut data.writable(claim)?.saved;
            let last = saved.entries.last().unwrap_or(&saved.header).position;
            if position <= last {
                return Err(StoreError::Exists { table, position });
            }
            if position != last.next() {
                return Err(StoreError::Gap { table, position });
            }
            saved.entries.push(entry.record);
            for finish in entry.finished {
                data.count(table, finish)?;
            }
            Ok(())
        })
    }

    fn close_table(&self, claim: Claim, _at: UnixMillis) -> Pending<'_, ()> {
        self.at_once("end a table", |data, _| data.end(claim, TableState::Closed))
    }

    fn set_aside(&self, claim: Claim, _at: UnixMillis, reason: &str) -> Pending<'_, ()> {
        self.at_once("end a table", |data, _| {
            data.end(claim, TableState::Aside(reason.to_owned()))
        })
    }

    fn open_tables(&self, shards: Vec<u32>) -> Pending<'_, Vec<OpenTable>> {
        self.at_once("list open tables", |data, held| {
            let open = |(row, journal): (i64, &StoredJournal)| {
                let claim = held.claim(journal.saved.table, row, journal.guild)?;
                let wanted = journal.state == TableState::Open && shards.contains(&claim.shard);
                wanted.then_some(OpenTable {
                    claim,
                    guild: journal.guild,
                    game: journal.saved.game,
                })
            };
            Ok((0..).zip(&data.tables).filter_map(open).collect())
        })
    }

    fn journal(&self, table: TableId) -> Pending<'_, StoredJournal> {
        self.at_once("read a journal", |data, _| data.table(table).cloned())
    }

    fn record(&self, table: TableId, finish: Finish) -> Pending<'_, bool> {
        self.at_once("count a finished round", |data, _| {
            finish.check()?;
            data.count(table, finish)
        })
    }

    fn history(&self, key: TableKey, skip: u32, limit: u32) -> Pending<'_, Vec<Finished>> {
        self.at_once("list finished rounds", |data, _| {
            let here = data.finished.iter().map(|(_, finished)| finished);
            let mut here: Vec<_> = here.filter(|finished| finished.table.key == key).collect();
            let order = |finished: &Finished| {
                let round = finished.round.unwrap_or(u32::MAX);
                (finished.table, finished.match_number, round)
            };
            here.sort_by_key(|finished| std::cmp::Reverse(order(finished)));
            let page = here.into_iter().skip(skip as usize).take(limit as usize);
            Ok(page.cloned().collect())
        })
    }

    fn stats(&self, person: PersonId, reach: Reach) -> Pending<'_, Stats> {
        self.at_once("read statistics", |data, _| {
            let mut stats = Stats::default();
            for (sum, value) in data.sums(reach).filter(|(sum, _)| sum.person == person) {
                let place = stats.sums.entry((sum.game, sum.versus.clone()));
                *place.or_default().entry(sum.counter).or_insert(0) += value;
                if let Versus::Person(other) = sum.versus
                    && let Some(name) = data.people.get(&other)
                {
                    stats.names.insert(other, name.clone());
                }
            }
            Ok(stats)
        })
    }

    fn leaderboard(&self, ranking: Ranking) -> Pending<'_, Vec<LeaderboardRow>> {
        self.at_once("read a leaderboard", |data, _| {
            let Measure { part, per, .. } = ranking.by;
            let mut sums: BTreeMap<PersonId, (i64, i64)> = BTreeMap::new();
            let of_game = |(sum, _): &(&Sum, i64)| sum.game == ranking.game;
            for (sum, value) in data.sums(ranking.reach).filter(of_game) {
                let both = sums.entry(sum.person).or_default();
                both.0 += if sum.counter == part { value } else { 0 };
                both.1 += if sum.counter == per.unwrap_or(part) {
                    value
                } else {
                    0
                };
            }
            sums.retain(|_, (_, whole)| *whole >= i64::from(ranking.at_least.max(1)));
            let mut all: Vec<(PersonId, (i64, i64))> = sums.into_iter().collect();
            let worth = |(part, whole): (i64, i64)| ranking.by.value(part, per.map(|_| whole));
            all.sort_by(|(_, a), (_, b)| {
                let order = worth(*b).partial_cmp(&worth(*a));
                order.unwrap_or(std::cmp::Ordering::Equal)
            });
            let best = all.into_iter().take(ranking.limit as usize);
            let standing = |(person, (part, whole))| LeaderboardRow {
                person,
                name: data.people.get(&person).cloned().unwrap_or_default(),
                part,
                whole: per.map(|_| whole),
            };
            Ok(best.map(standing).collect())
        })
    }

    fn forget(&self, person: PersonId) -> Pending<'_, usize> {
        self.at_once("forget a person", |data, _| Ok(data.forget(person)))
    }

    fn setting(&self, scope: Scope, name: &str) -> Pending<'_, Option<String>> {
        self.at_once("read settings", |data, _| {
            let of_scope = data.settings.get(&scope);
            Ok(of_scope.and_then(|settings| settings.get(name).cloned()))
        })
    }

    fn set_setting(&self, scope: Scope, name: &str, value: Option<&str>) -> Pending<'_, ()> {
        self.at_once("write a setting", |data, _| {
            check_text("setting", name)?;
            check_text("setting", value.unwrap_or_default())?;
            let settings = data.settings.entry(scope).or_default();
            match value {
                Some(value) => settings.insert(name.to_owned(), value.to_owned()),
                None => settings.remove(name),
            };
            Ok(())
        })
    }

    fn settings(&self, scope: Scope) -> Pending<'_, BTreeMap<String, String>> {
        self.at_once("read settings", |data, _| {
            Ok(data.settings.get(&scope).cloned().unwrap_or_default())
        })
    }

    fn close(&self) -> Pending<'_, ()> {
        Box::pin(std::future::ready(Ok(())))
    }
}
