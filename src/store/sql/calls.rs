//! The store's calls, each handed to what carries it out: appends to the writer, the rest at once.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{mpsc, oneshot};

use super::writer;
use super::{Core, Database};
use crate::game::GameKind;
use crate::store::*;

/// A store over one database.
pub struct SqlStore {
    core: Arc<Core>,
    appends: mpsc::Sender<writer::Append>,
}

impl SqlStore {
    /// A store over this database, which is already migrated. Starts the task that commits appends;
    /// the task ends with the store.
    pub fn new(database: impl Database + 'static) -> Self {
        let core = Arc::new(Core {
            dialect: database.dialect(),
            database: Box::new(database),
            held: Mutex::default(),
            life: lease::new_life(),
            unseen: AtomicBool::new(false),
            swept: AtomicBool::new(false),
        });
        let appends = writer::start(Arc::clone(&core));
        SqlStore { core, appends }
    }
}

impl Drop for SqlStore {
    fn drop(&mut self) {
        // The task that commits appends ends later.
        self.core.database.part();
    }
}

impl Store for SqlStore {
    fn acquire(&self, request: LeaseRequest) -> Pending<'_, Leases> {
        Box::pin(self.core.acquire(request))
    }

    fn renew(&self, until: UnixMillis) -> Pending<'_, Vec<u32>> {
        Box::pin(self.core.renew(until))
    }

    fn release(&self) -> Pending<'_, ()> {
        Box::pin(self.core.release())
    }

    fn give_back(&self, shards: Vec<u32>) -> Pending<'_, ()> {
        Box::pin(self.core.give_back(shards))
    }

    fn is_shared(&self) -> bool {
        self.core.dialect.time.is_some()
    }

    fn time(&self, now: UnixMillis) -> Pending<'_, UnixMillis> {
        Box::pin(self.core.time(now))
    }

    fn attend(&self, attendance: PeerEntry) -> Pending<'_, PeerList> {
        Box::pin(self.core.attend(attendance))
    }

    fn queue_identify(&self, bucket: u32, now: UnixMillis, every: u64) -> Pending<'_, Duration> {
        Box::pin(self.core.queue_identify(bucket, now, every))
    }

    fn open_table(&self, table: NewTable) -> Pending<'_, Claim> {
        Box::pin(self.core.open_table(table))
    }

    fn append(&self, claim: Claim, entry: NewEntry) -> Pending<'_, ()> {
        Box::pin(async move {
            entry.check()?;
            let (answer, answered) = oneshot::channel();
            let append = writer::Append::new(claim, entry, answer);
            let sent = self.appends.send(append).await;
            sent.map_err(|_| StoreError::Closed)?;
            answered.await.unwrap_or(Err(StoreError::Closed))
        })
    }

    fn close_table(&self, claim: Claim, at: UnixMillis) -> Pending<'_, ()> {
        Box::pin(self.core.close_table(claim, at))
    }

    fn set_aside(
        &self,
        claim: Claim,
        at: UnixMillis,
        reason: &str,
        later: bool,
    ) -> Pending<'_, ()> {
        let reason = reason.replace('\0', " ");
        Box::pin(self.core.set_aside(claim, at, reason, later))
    }

    fn set_row_aside(
        &self,
        claim: RowClaim,
        at: UnixMillis,
        reason: &str,
        later: bool,
    ) -> Pending<'_, ()> {
        let reason = reason.replace('\0', " ");
        Box::pin(self.core.set_row_aside(claim, at, reason, later))
    }

    fn open_tables(&self, shards: Vec<u32>) -> Pending<'_, OpenTables> {
        Box::pin(self.core.open_tables(shards))
    }

    fn aside_later(&self, shards: Vec<u32>) -> Pending<'_, Vec<OpenTable>> {
        Box::pin(self.core.aside_later(shards))
    }

    fn reopen(&self, claim: Claim) -> Pending<'_, ()> {
        Box::pin(self.core.reopen(claim))
    }

    fn aside(&self) -> Pending<'_, Vec<Aside>> {
        Box::pin(self.core.aside())
    }

    fn retry(&self, row: i64) -> Pending<'_, ()> {
        Box::pin(self.core.retry(row))
    }

    fn discard(&self, row: i64) -> Pending<'_, ()> {
        Box::pin(self.core.discard(row))
    }

    fn rows(&self, row: i64) -> Pending<'_, Vec<String>> {
        Box::pin(self.core.rows(row))
    }

    fn journal(&self, table: TableId) -> Pending<'_, StoredJournal> {
        Box::pin(self.core.journal(table))
    }

    fn resume(&self, table: TableId) -> Pending<'_, StoredJournal> {
        Box::pin(self.core.resume(table))
    }

    fn closed_since(
        &self,
        since: UnixMillis,
        most: u32,
    ) -> Pending<'_, Vec<(TableId, UnixMillis)>> {
        Box::pin(self.core.closed_since(since, most))
    }

    fn unpacked(&self, limit: u32) -> Pending<'_, Vec<TableId>> {
        Box::pin(self.core.unpacked(limit))
    }

    fn pack(&self, table: TableId) -> Pending<'_, usize> {
        Box::pin(self.core.pack(table))
    }

    fn prune(&self, before: UnixMillis) -> Pending<'_, usize> {
        Box::pin(self.core.prune(before))
    }

    fn prune_beyond(&self, most: u32) -> Pending<'_, usize> {
        Box::pin(self.core.prune_beyond(most))
    }

    fn examine(&self) -> Pending<'_, Vec<DamagedEntry>> {
        Box::pin(self.core.examine())
    }

    fn backup(&self, file: PathBuf, extent: Extent) -> Pending<'_, Copied> {
        Box::pin(self.core.backup(file, extent))
    }

    fn restore_from(&self, backup: Backup) -> Pending<'_, Copied> {
        Box::pin(self.core.restore_from(backup))
    }

    fn check(&self, now: UnixMillis) -> Pending<'_, ()> {
        Box::pin(self.core.database.check(now))
    }

    #[cfg(feature = "testing")]
    fn record(&self, table: TableId, finish: Finish) -> Pending<'_, bool> {
        Box::pin(self.core.record(table, finish))
    }

    fn history(&self, key: TableKey, skip: u32, limit: u32) -> Pending<'_, Vec<Finished>> {
        Box::pin(self.core.history(key, skip, limit))
    }

    fn stats(&self, person: PersonId, reach: Reach) -> Pending<'_, Stats> {
        Box::pin(self.core.stats(person, reach))
    }

    fn leaderboard(&self, ranking: Ranking) -> Pending<'_, Vec<LeaderboardRow>> {
        Box::pin(self.core.leaderboard(ranking))
    }

    fn daily_secret(&self, offered: DailySecret) -> Pending<'_, DailySecret> {
        Box::pin(self.core.daily_secret(offered))
    }

    fn begin_daily(&self, begun: DailyBeginning) -> Pending<'_, DailyEntry> {
        Box::pin(self.core.begin_daily(begun))
    }

    fn daily(&self, person: PersonId, day: u32) -> Pending<'_, Option<DailyEntry>> {
        Box::pin(self.core.daily(person, day))
    }

    fn daily_days(&self, person: PersonId) -> Pending<'_, Vec<u32>> {
        Box::pin(self.core.daily_days(person))
    }

    fn daily_field(&self, day: u32) -> Pending<'_, Vec<DailyGroup>> {
        Box::pin(self.core.daily_field(day))
    }

    fn daily_leaders(&self, ranking: DailyRanking) -> Pending<'_, Vec<DailyLeader>> {
        Box::pin(self.core.daily_leaders(ranking))
    }

    fn standings(&self, person: PersonId) -> Pending<'_, Standings> {
        Box::pin(self.core.standings(person))
    }

    fn best_rated(
        &self,
        game: GameKind,
        reach: Reach,
        limit: u32,
    ) -> Pending<'_, Vec<RatedPerson>> {
        Box::pin(self.core.best_rated(game, reach, limit))
    }

    fn round_ratings(
        &self,
        table: TableId,
        match_number: u32,
        round: Option<u32>,
    ) -> Pending<'_, Vec<RatingChange>> {
        Box::pin(self.core.round_ratings(table, match_number, round))
    }

    fn finished_after(
        &self,
        after: Option<FinishedPlace>,
        limit: u32,
    ) -> Pending<'_, Vec<Finished>> {
        Box::pin(self.core.finished_after(after, limit))
    }

    fn put_summary(&self, place: FinishedPlace, summary: String) -> Pending<'_, ()> {
        Box::pin(self.core.put_summary(place, summary))
    }

    fn rebuild_ratings(&self) -> Pending<'_, RebuiltRatings> {
        Box::pin(self.core.rebuild_ratings())
    }

    fn forget(&self, person: PersonId) -> Pending<'_, usize> {
        Box::pin(self.core.forget(person))
    }

    fn forget_names(&self, now: UnixMillis, days: u32) -> Pending<'_, usize> {
        Box::pin(self.core.forget_names(now, days))
    }

    fn left_guilds(&self, before: UnixMillis) -> Pending<'_, Vec<GuildId>> {
        Box::pin(self.core.left_guilds(before))
    }

    fn forget_guild(&self, guild: GuildId, before: UnixMillis) -> Pending<'_, bool> {
        Box::pin(self.core.forget_guild(guild, before))
    }

    fn about(&self, person: PersonId) -> Pending<'_, KeptAbout> {
        Box::pin(self.core.about(person))
    }

    fn setting(&self, scope: Scope, name: &str) -> Pending<'_, Option<String>> {
        let name = name.to_owned();
        Box::pin(async move { Ok(self.core.settings(scope).await?.remove(&name)) })
    }

    fn set_settings(
        &self,
        scope: Scope,
        changes: Vec<(String, Option<String>)>,
    ) -> Pending<'_, ()> {
        Box::pin(self.core.set_settings(scope, changes))
    }

    fn take_setting(&self, scope: Scope, name: &str) -> Pending<'_, Option<String>> {
        Box::pin(self.core.take_setting(scope, name.to_owned()))
    }

    fn put_cup(&self, change: CupChange) -> Pending<'_, bool> {
        Box::pin(self.core.put_cup(change))
    }

    fn settings(&self, scope: Scope) -> Pending<'_, BTreeMap<String, String>> {
        Box::pin(self.core.settings(scope))
    }

    fn settings_named(&self, start: &str) -> Pending<'_, Vec<NamedSetting>> {
        Box::pin(self.core.settings_named(start.to_owned()))
    }

    fn peers(&self) -> Option<Arc<dyn Peers>> {
        self.core.database.peers(&self.core.life)
    }

    fn close(&self) -> Pending<'_, ()> {
        Box::pin(async move {
            self.core.database.part();
            self.core.database.close().await;
            Ok(())
        })
    }
}
