//! The store in memory: for tests and for the terminal.
//!
//! Behaves like the other stores except for durability, and can simulate failures of a disk or
//! server for tests.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use super::journal::check_text;
use super::lease::HeldLeases;
use super::*;
use crate::table::{Record, Saved};

mod data;
mod days;
mod leases;
mod letting_go;
mod peers;
mod ratings;
mod statistics;

use data::{Data, FinishedTable};
use peers::MemoryPeers;

/// A store in memory. Tests simulate other processes over the same data, each of which lives until its
/// value is dropped.
pub struct MemoryStore {
    data: Arc<Mutex<Data>>,
    held: Mutex<HeldLeases>,
    life: String,
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for MemoryStore {
    fn drop(&mut self) {
        self.data.lock().lives.remove(&self.life);
    }
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::over(Arc::default())
    }

    fn over(data: Arc<Mutex<Data>>) -> Self {
        let life = lease::new_life();
        data.lock().lives.insert(life.clone());
        MemoryStore {
            data,
            held: Mutex::default(),
            life,
        }
    }

    /// Runs a call without waiting.
    fn at_once<'a, T: Send + 'a>(
        &'a self,
        doing: &'static str,
        call: impl FnOnce(&mut Data, &mut HeldLeases) -> Result<T, StoreError>,
    ) -> Pending<'a, T> {
        let mut data = self.data.lock();
        data.at_once(doing, |data| call(data, &mut self.held.lock()))
    }
}

#[cfg(feature = "testing")]
impl MemoryStore {
    /// An empty store that several processes share from the start.
    pub fn shared() -> Self {
        let store = Self::new();
        store.data.lock().shared = true;
        store
    }

    /// Another process over the same data, with no leases yet.
    pub fn beside(&self) -> Self {
        Self::over(Arc::clone(&self.data))
    }

    /// From now on every other process over the same data counts as dead, as if it had been killed.
    pub fn outlive_others(&self) {
        self.data.lock().lives.retain(|life| *life == self.life);
    }

    /// Makes every call fail in this way from now on; `None` ends that.
    pub fn break_with(&self, fault: Option<Fault>) {
        self.data.lock().fault = fault;
    }
}

impl Store for MemoryStore {
    fn acquire(&self, request: LeaseRequest) -> Pending<'_, Leases> {
        self.at_once("take leases", |data, held| {
            data.lease(request, held, &self.life)
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
            data.members.remove(&self.life);
            Ok(())
        })
    }

    fn give_back(&self, shards: Vec<u32>) -> Pending<'_, ()> {
        self.at_once("give leases back", |data, held| {
            let given = held.give(&shards);
            data.leases
                .retain(|&shard, lease| !given.contains(&(shard, lease.fence)));
            Ok(())
        })
    }

    fn is_shared(&self) -> bool {
        self.data.lock().shared
    }

    fn time(&self, now: UnixMillis) -> Pending<'_, UnixMillis> {
        self.at_once("read the time", |_, _| Ok(now))
    }

    fn attend(&self, attendance: PeerEntry) -> Pending<'_, PeerList> {
        self.at_once("enter the list of processes", |data, held| {
            Ok(match data.shared {
                true => {
                    if attendance.shares {
                        held.start();
                    }
                    data.attend(&self.life, attendance)
                }
                false => PeerList::default(),
            })
        })
    }

    fn queue_identify(&self, bucket: u32, now: UnixMillis, every: u64) -> Pending<'_, Duration> {
        self.at_once("queue for a session", |data, _| {
            let next = data.identifies.entry(bucket).or_default();
            let place = now.0.max(*next);
            *next = place + every;
            Ok(Duration::from_millis(place - now.0))
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
            let journal = data.writable(claim)?;
            let saved = &mut journal.saved;
            let last = saved.entries.last().unwrap_or(&saved.header).position;
            if position <= last {
                return Err(StoreError::Exists { table, position });
            }
            if position != last.next() {
                return Err(StoreError::Gap { table, position });
            }
            if let Some(line) = entry.snapshot {
                saved.snapshot = Some(Record {
                    line,
                    ..entry.record.clone()
                });
            }
            saved.entries.push(entry.record);
            for finish in entry.finished {
                data.count(table, finish)?;
            }
            Ok(())
        })
    }

    fn close_table(&self, claim: Claim, at: UnixMillis) -> Pending<'_, ()> {
        self.at_once("end a table", |data, _| {
            data.end(
                claim,
                TableState::Closed,
                FinishedTable { at, later: false },
            )
        })
    }

    fn set_aside(
        &self,
        claim: Claim,
        at: UnixMillis,
        reason: &str,
        later: bool,
    ) -> Pending<'_, ()> {
        self.at_once("end a table", |data, _| {
            let state = TableState::Aside(reason.to_owned());
            data.end(claim, state, FinishedTable { at, later })
        })
    }

    fn set_row_aside(
        &self,
        claim: RowClaim,
        at: UnixMillis,
        reason: &str,
        later: bool,
    ) -> Pending<'_, ()> {
        self.at_once("end a table", |data, _| {
            let claim = data.claim(claim)?;
            let state = TableState::Aside(reason.to_owned());
            data.end(claim, state, FinishedTable { at, later })
        })
    }

    fn open_tables(&self, shards: Vec<u32>) -> Pending<'_, OpenTables> {
        self.at_once("list open tables", |data, held| {
            let is_open = |_: i64, journal: &StoredJournal| journal.state == TableState::Open;
            Ok(OpenTables {
                tables: data.held(held, &shards, is_open),
                damaged: Vec::new(),
            })
        })
    }

    fn aside_later(&self, shards: Vec<u32>) -> Pending<'_, Vec<OpenTable>> {
        self.at_once("list tables set aside", |data, held| {
            let later = |row: i64, journal: &StoredJournal| {
                let ending = data.endings.get(&row);
                ending.is_some_and(|ending| ending.later) && data.is_free(journal.saved.table.key)
            };
            Ok(data.held(held, &shards, later))
        })
    }

    fn reopen(&self, claim: Claim) -> Pending<'_, ()> {
        self.at_once("open a table again", |data, _| data.reopen(claim))
    }

    fn aside(&self) -> Pending<'_, Vec<Aside>> {
        self.at_once("list tables set aside", |data, _| Ok(data.aside()))
    }

    fn retry(&self, row: i64) -> Pending<'_, ()> {
        self.at_once("have a table tried again", |data, _| {
            data.aside_row(row)?;
            data.endings.entry(row).or_default().later = true;
            Ok(())
        })
    }

    fn discard(&self, row: i64) -> Pending<'_, ()> {
        self.at_once("remove a table", |data, _| {
            let table = data.aside_row(row)?.saved.table;
            data.empty(table);
            Ok(())
        })
    }

    fn rows(&self, row: i64) -> Pending<'_, Vec<String>> {
        self.at_once("read the rows of a table", |data, _| {
            let saved = &data.aside_row(row)?.saved;
            let records = std::iter::once(&saved.header).chain(&saved.entries);
            Ok(records.map(|record| record.line.clone()).collect())
        })
    }

    fn journal(&self, table: TableId) -> Pending<'_, StoredJournal> {
        self.at_once("read a journal", |data, _| {
            let mut journal = data.kept(table)?.clone();
            journal.saved.snapshot = None;
            Ok(journal)
        })
    }

    fn resume(&self, table: TableId) -> Pending<'_, StoredJournal> {
        self.at_once("read a journal", |data, _| {
            let mut journal = data.kept(table)?.clone();
            let Saved {
                snapshot, entries, ..
            } = &mut journal.saved;
            if let Some(snapshot) = snapshot {
                entries.retain(|entry| entry.position > snapshot.position);
            }
            Ok(journal)
        })
    }

    fn closed_since(
        &self,
        since: UnixMillis,
        most: u32,
    ) -> Pending<'_, Vec<(TableId, UnixMillis)>> {
        self.at_once("list closed tables", move |data, _| {
            Ok(data.closed_since(since, most as usize))
        })
    }

    fn unpacked(&self, limit: u32) -> Pending<'_, Vec<TableId>> {
        self.at_once("list journals to pack", |data, _| {
            let closed = |journal: &&StoredJournal| {
                let table = journal.saved.table;
                journal.state == TableState::Closed
                    && !data.packed.contains(&table)
                    && !data.pruned.contains(&table)
            };
            let tables = data.tables.iter().filter(closed);
            let tables = tables.map(|journal| journal.saved.table);
            Ok(tables.take(limit as usize).collect())
        })
    }

    fn pack(&self, table: TableId) -> Pending<'_, usize> {
        self.at_once("pack a journal", |data, _| {
            let journal = data.kept(table)?;
            if journal.state != TableState::Closed {
                return Err(StoreError::Missing { table });
            }
            let entries = journal.saved.entries.len();
            let is_new = data.packed.insert(table);
            Ok(if is_new { entries } else { 0 })
        })
    }

    fn prune(&self, before: UnixMillis) -> Pending<'_, usize> {
        self.at_once("prune journals", |data, _| Ok(data.prune(before)))
    }

    fn prune_beyond(&self, most: u32) -> Pending<'_, usize> {
        self.at_once("prune journals", |data, _| {
            Ok(data.prune_beyond(most as usize))
        })
    }

    fn examine(&self) -> Pending<'_, Vec<DamagedEntry>> {
        // What is in memory was never written down, so it is as it was made.
        self.at_once("examine", |_, _| Ok(Vec::new()))
    }

    fn backup(&self, _: PathBuf, _: Extent) -> Pending<'_, Copied> {
        self.at_once("make a backup", |_, _| Err(StoreError::NoBackup))
    }

    fn restore_from(&self, _: Backup) -> Pending<'_, Copied> {
        self.at_once("restore a backup", |_, _| Err(StoreError::NoBackup))
    }

    fn check(&self, _: UnixMillis) -> Pending<'_, ()> {
        self.at_once("look for the data", |_, _| Ok(()))
    }

    #[cfg(feature = "testing")]
    fn record(&self, table: TableId, finish: Finish) -> Pending<'_, bool> {
        self.at_once("count a finished round", |data, _| {
            finish.check()?;
            data.count(table, finish)
        })
    }

    fn history(&self, key: TableKey, skip: u32, limit: u32) -> Pending<'_, Vec<Finished>> {
        self.at_once("list finished rounds", |data, _| {
            Ok(data.history(key, skip, limit))
        })
    }

    fn stats(&self, person: PersonId, reach: Reach) -> Pending<'_, Stats> {
        self.at_once("read statistics", |data, _| Ok(data.stats(person, reach)))
    }

    fn leaderboard(&self, ranking: Ranking) -> Pending<'_, Vec<LeaderboardRow>> {
        self.at_once(
            "read a leaderboard",
            |data, _| Ok(data.leaderboard(ranking)),
        )
    }

    fn daily_secret(&self, offered: DailySecret) -> Pending<'_, DailySecret> {
        self.at_once("keep the days", |data, _| Ok(data.days.secret(offered)))
    }

    fn begin_daily(&self, begun: DailyBeginning) -> Pending<'_, DailyEntry> {
        self.at_once("keep the days", |data, _| Ok(data.days.begin(begun)))
    }

    fn daily(&self, person: PersonId, day: u32) -> Pending<'_, Option<DailyEntry>> {
        self.at_once("keep the days", |data, _| Ok(data.days.of(person, day)))
    }

    fn daily_days(&self, person: PersonId) -> Pending<'_, Vec<u32>> {
        self.at_once("keep the days", |data, _| Ok(data.days.counted(person)))
    }

    fn daily_field(&self, day: u32) -> Pending<'_, Vec<DailyGroup>> {
        self.at_once("keep the days", |data, _| Ok(data.days.field(day)))
    }

    fn daily_leaders(&self, ranking: DailyRanking) -> Pending<'_, Vec<DailyLeader>> {
        self.at_once("keep the days", |data, _| Ok(data.leaders(ranking)))
    }

    fn standings(&self, person: PersonId) -> Pending<'_, Standings> {
        self.at_once("read ratings", |data, _| Ok(data.standings(person)))
    }

    fn best_rated(
        &self,
        game: GameKind,
        reach: Reach,
        limit: u32,
    ) -> Pending<'_, Vec<RatedPerson>> {
        self.at_once("read a leaderboard", |data, _| {
            Ok(data.best_rated(game, reach, limit as usize))
        })
    }

    fn round_ratings(
        &self,
        table: TableId,
        match_number: u32,
        round: Option<u32>,
    ) -> Pending<'_, Vec<RatingChange>> {
        self.at_once("read the ratings of a round", |data, _| {
            Ok(data.round_ratings((table, match_number, round)))
        })
    }

    fn finished_after(
        &self,
        after: Option<FinishedPlace>,
        limit: u32,
    ) -> Pending<'_, Vec<Finished>> {
        self.at_once("list finished rounds", |data, _| {
            Ok(data.finished_after(after, limit as usize))
        })
    }

    fn put_summary(&self, place: FinishedPlace, summary: String) -> Pending<'_, ()> {
        self.at_once("write a result", |data, _| {
            check_text("summary", &summary)?;
            data.put_summary(place, summary);
            Ok(())
        })
    }

    fn rebuild_ratings(&self) -> Pending<'_, RebuiltRatings> {
        self.at_once("work ratings out again", |data, _| {
            Ok(data.rebuild_ratings())
        })
    }

    fn forget(&self, person: PersonId) -> Pending<'_, usize> {
        self.at_once("forget a person", |data, _| Ok(data.forget(person)))
    }

    fn forget_names(&self, now: UnixMillis, days: u32) -> Pending<'_, usize> {
        self.at_once("forget names", |data, _| Ok(data.forget_names(now, days)))
    }

    fn left_guilds(&self, before: UnixMillis) -> Pending<'_, Vec<GuildId>> {
        self.at_once("list servers that were left", |data, _| {
            Ok(data.left_guilds(before))
        })
    }

    fn forget_guild(&self, guild: GuildId, before: UnixMillis) -> Pending<'_, bool> {
        self.at_once("forget a server", |data, _| {
            Ok(data.forget_guild(guild, before))
        })
    }

    fn about(&self, person: PersonId) -> Pending<'_, KeptAbout> {
        self.at_once("read what is kept of a person", |data, _| {
            Ok(data.about(person))
        })
    }

    fn setting(&self, scope: Scope, name: &str) -> Pending<'_, Option<String>> {
        self.at_once("read settings", |data, _| {
            let of_scope = data.settings.get(&scope);
            Ok(of_scope.and_then(|settings| settings.get(name).cloned()))
        })
    }

    fn set_settings(
        &self,
        scope: Scope,
        changes: Vec<(String, Option<String>)>,
    ) -> Pending<'_, ()> {
        self.at_once("write a setting", |data, _| {
            data.set_settings(scope, changes)
        })
    }

    fn take_setting(&self, scope: Scope, name: &str) -> Pending<'_, Option<String>> {
        self.at_once("take a setting away", |data, _| data.take(scope, name))
    }

    fn put_cup(&self, change: CupChange) -> Pending<'_, bool> {
        self.at_once("write a cup", |data, _| data.put_cup(change))
    }

    fn settings(&self, scope: Scope) -> Pending<'_, BTreeMap<String, String>> {
        self.at_once("read settings", |data, _| {
            Ok(data.settings.get(&scope).cloned().unwrap_or_default())
        })
    }

    fn settings_named(&self, start: &str) -> Pending<'_, Vec<NamedSetting>> {
        self.at_once("read settings", |data, _| Ok(data.settings_named(start)))
    }

    fn peers(&self) -> Option<Arc<dyn Peers>> {
        Some(Arc::new(MemoryPeers::new(
            Arc::clone(&self.data),
            &self.life,
        )))
    }

    fn close(&self) -> Pending<'_, ()> {
        Box::pin(std::future::ready(Ok(())))
    }
}
