//! The store of a simulated day: one that is slow, fails, and sometimes has written what it says it has not.
//!
//! Decides the weather: which minutes are good ones. Notes what was written although an error was told.

use std::collections::BTreeMap;
use std::future::ready;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::sleep;
use tractor_bot::club::RatingChange;
use tractor_bot::game::GameKind;
use tractor_bot::store::*;
use tractor_bot::table::{GuildId, PersonId, TableId, TableKey, UnixMillis};

use super::data::Opened;
use super::memory::{Account, on};
use super::world::World;
use double::dice::Dice;

/// A minute in milliseconds.
const MINUTE: u64 = 60_000;

/// How the store is doing in a minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weather {
    Fair,
    /// Every call takes up to four seconds.
    Slow,
    /// Many calls fail, some of them after they were carried out.
    Bad,
    /// Nothing works.
    Out,
}

fn weather(seed: u64, now: UnixMillis) -> Weather {
    match Dice::new(seed, 1_000_000 + now.0 / MINUTE).below(1_000) {
        0..900 => Weather::Fair,
        900..955 => Weather::Slow,
        955..992 => Weather::Bad,
        _ => Weather::Out,
    }
}

/// What becomes of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lot {
    Done,
    /// It is not carried out, and says so.
    Fails,
    /// It is carried out, and says that it was not.
    Lies,
}

/// How often the store did what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Faults {
    pub calls: u64,
    pub appends: u64,
    pub slow: u64,
    pub failed: u64,
    pub lied: u64,
}

/// One process's way to the store.
pub struct Faulty {
    inner: Opened,
    world: Arc<World>,
    dice: Mutex<Dice>,
    now: Box<dyn Fn() -> UnixMillis + Send + Sync>,
    /// After so many entries more the process is killed: before the next one is written, or after.
    fuse: Mutex<Option<(u64, bool)>>,
    pub burnt: Notify,
}

impl Faulty {
    pub fn new(
        world: &Arc<World>,
        inner: Opened,
        life: u64,
        now: impl Fn() -> UnixMillis + Send + Sync + 'static,
    ) -> Self {
        Self {
            inner,
            world: Arc::clone(world),
            dice: Mutex::new(Dice::new(world.plan.seed, 2_000_000 + life)),
            now: Box::new(now),
            fuse: Mutex::default(),
            burnt: Notify::new(),
        }
    }

    /// Has the process killed after so many entries: before the next one is written, or right after.
    pub fn light_fuse(&self, entries: u64, after: bool) {
        *self.fuse.lock() = Some((entries, after));
    }

    /// How long a call takes, before and after it is carried out, and what becomes of it.
    fn draw(&self, writes: bool) -> ([u64; 2], Lot) {
        let mut dice = self.dice.lock();
        let weather = weather(self.world.plan.seed, (self.now)());
        let millis = match weather {
            Weather::Slow => dice.between(300, 4_000),
            _ => dice.below(40).saturating_sub(35),
        };
        let before = if writes {
            dice.below(millis + 1)
        } else {
            millis
        };
        let lot = match (weather, dice.below(1_000)) {
            (Weather::Out, _) => Lot::Fails,
            (Weather::Bad, 0..250) => Lot::Fails,
            (Weather::Bad, 250..350) if writes => Lot::Lies,
            (Weather::Fair | Weather::Slow, 0) => Lot::Fails,
            (Weather::Fair | Weather::Slow, 1) if writes => Lot::Lies,
            _ => Lot::Done,
        };
        let mut faults = self.world.faults.lock();
        faults.calls += 1;
        faults.slow += u64::from(millis >= 100);
        faults.failed += u64::from(lot == Lot::Fails);
        faults.lied += u64::from(lot == Lot::Lies);
        ([before, millis - before], lot)
    }

    /// Carries a call out as the weather allows.
    async fn call<T: Send + 'static>(
        &self,
        doing: &'static str,
        writes: bool,
        call: impl FnOnce(&dyn Store) -> Pending<'_, T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (pauses, lot) = self.draw(writes);
        pause(pauses[0]).await;
        let failed = || StoreError::Failed {
            doing,
            fault: Fault::Disconnected,
            detail: "the weather".to_owned(),
        };
        if lot == Lot::Fails {
            return Err(failed());
        }
        // It is carried out when it is asked for.
        let done = on(Account::Store, || self.inner.call(call));
        pause(pauses[1]).await;
        match lot {
            Lot::Lies => Err(failed()),
            Lot::Fails | Lot::Done => done,
        }
    }

    /// Stops everything here if the fuse has burnt down.
    async fn burn(&self, after: bool) {
        {
            let mut fuse = self.fuse.lock();
            let Some((left, when)) = &mut *fuse else {
                return;
            };
            if *when != after {
                return;
            }
            *left = left.saturating_sub(1);
            if *left > 0 {
                return;
            }
        }
        self.burnt.notify_one();
        std::future::pending::<()>().await;
    }

    async fn appended(&self, claim: Claim, entry: NewEntry) -> Result<(), StoreError> {
        self.burn(false).await;
        self.world.faults.lock().appends += 1;
        let (pauses, lot) = self.draw(true);
        pause(pauses[0]).await;
        let failed = || StoreError::Failed {
            doing: "save an entry",
            fault: Fault::Disconnected,
            detail: "the weather".to_owned(),
        };
        if lot == Lot::Fails {
            return Err(failed());
        }
        let (table, position) = (claim.table(), entry.record.position);
        if self.world.plan.sabotage.drops(position) {
            return Ok(());
        }
        let kept = on(Account::Store, || entry.clone());
        let done = on(Account::Store, || {
            self.inner.call(move |inner| inner.append(claim, kept))
        });
        self.burn(true).await;
        pause(pauses[1]).await;
        if lot == Lot::Lies && done.is_ok() {
            self.world.books.lock().ledger.lied(table, position);
            return Err(failed());
        }
        done
    }
}

async fn pause(millis: u64) {
    if millis > 0 {
        sleep(Duration::from_millis(millis)).await;
    }
}

/// Calls that are handed on.
macro_rules! handed_on {
    ($($what:literal $writes:literal $name:ident($($given:ident: $kind:ty),*) -> $answer:ty;)+) => {
        $(fn $name(&self, $($given: $kind),*) -> Pending<'_, $answer> {
            Box::pin(self.call($what, $writes, move |inner| inner.$name($($given),*)))
        })+
    };
}

impl Store for Faulty {
    handed_on! {
        "take leases" true acquire(request: LeaseRequest) -> Leases;
        "renew leases" true renew(until: UnixMillis) -> Vec<u32>;
        "read the time" false time(now: UnixMillis) -> UnixMillis;
        "give leases back" true give_back(shards: Vec<u32>) -> ();
        "list processes" true attend(attendance: PeerEntry) -> PeerList;
        "queue" true queue_identify(bucket: u32, now: UnixMillis, every: u64) -> Duration;
        "list open tables" false open_tables(shards: Vec<u32>) -> OpenTables;
        "list tables aside" false aside_later(shards: Vec<u32>) -> Vec<OpenTable>;
        "open again" true reopen(claim: Claim) -> ();
        "list tables aside" false aside() -> Vec<Aside>;
        "retry" true retry(row: i64) -> ();
        "remove a table" true discard(row: i64) -> ();
        "read rows" false rows(row: i64) -> Vec<String>;
        "read a journal" false journal(table: TableId) -> StoredJournal;
        "read a journal" false resume(table: TableId) -> StoredJournal;
        "prune" true prune_beyond(most: u32) -> usize;
        "list journals" false closed_since(since: UnixMillis, most: u32) -> Vec<(TableId, UnixMillis)>;
        "list journals" false unpacked(limit: u32) -> Vec<TableId>;
        "pack a journal" true pack(table: TableId) -> usize;
        "prune" true prune(before: UnixMillis) -> usize;
        "examine" false examine() -> Vec<DamagedEntry>;
        "back up" false backup(file: PathBuf, extent: Extent) -> Copied;
        "restore" true restore_from(backup: Backup) -> Copied;
        "look for the data" false check(now: UnixMillis) -> ();
        "count" true record(table: TableId, finish: Finish) -> bool;
        "read history" false history(key: TableKey, skip: u32, limit: u32) -> Vec<Finished>;
        "read statistics" false stats(person: PersonId, reach: Reach) -> Stats;
        "read a leaderboard" false leaderboard(ranking: Ranking) -> Vec<LeaderboardRow>;
        "read days" true daily_secret(offered: DailySecret) -> DailySecret;
        "begin a day" true begin_daily(begun: DailyBeginning) -> DailyEntry;
        "read days" false daily(person: PersonId, day: u32) -> Option<DailyEntry>;
        "read days" false daily_days(person: PersonId) -> Vec<u32>;
        "read days" false daily_field(day: u32) -> Vec<DailyGroup>;
        "read days" false daily_leaders(ranking: DailyRanking) -> Vec<DailyLeader>;
        "read ratings" false standings(person: PersonId) -> Standings;
        "read a leaderboard" false best_rated(game: GameKind, reach: Reach, limit: u32) -> Vec<RatedPerson>;
        "read the ratings of a round" false round_ratings(table: TableId, number: u32, round: Option<u32>) -> Vec<RatingChange>;
        "list finished rounds" false finished_after(after: Option<FinishedPlace>, limit: u32) -> Vec<Finished>;
        "write a result" true put_summary(place: FinishedPlace, summary: String) -> ();
        "work ratings out again" true rebuild_ratings() -> RebuiltRatings;
        "forget" true forget(person: PersonId) -> usize;
        "forget names" true forget_names(now: UnixMillis, days: u32) -> usize;
        "list servers" false left_guilds(before: UnixMillis) -> Vec<GuildId>;
        "forget a server" true forget_guild(guild: GuildId, before: UnixMillis) -> bool;
        "write a setting" true set_settings(scope: Scope, changes: Vec<(String, Option<String>)>) -> ();
        "read what is kept" false about(person: PersonId) -> KeptAbout;
        "read settings" false settings(scope: Scope) -> BTreeMap<String, String>;
        "write a cup" true put_cup(change: CupChange) -> bool;
    }

    fn release(&self) -> Pending<'_, ()> {
        let released = on(Account::Store, || self.inner.call(|inner| inner.release()));
        Box::pin(ready(released))
    }

    fn is_shared(&self) -> bool {
        false
    }

    fn open_table(&self, new: NewTable) -> Pending<'_, Claim> {
        let table = new.table;
        Box::pin(async move {
            let opened = self.call("open a table", true, move |inner| inner.open_table(new));
            let opened = opened.await;
            // It may be there, whatever was told.
            self.world.books.lock().opened(table);
            opened
        })
    }

    fn append(&self, claim: Claim, entry: NewEntry) -> Pending<'_, ()> {
        Box::pin(self.appended(claim, entry))
    }

    fn close_table(&self, claim: Claim, at: UnixMillis) -> Pending<'_, ()> {
        Box::pin(self.call("end a table", true, move |inner| {
            inner.close_table(claim, at)
        }))
    }

    fn set_aside(&self, claim: Claim, _: UnixMillis, reason: &str, _: bool) -> Pending<'_, ()> {
        panic!("{} is set aside: {reason}", claim.table());
    }

    fn set_row_aside(&self, _: RowClaim, _: UnixMillis, reason: &str, _: bool) -> Pending<'_, ()> {
        panic!("a row is set aside: {reason}");
    }

    fn setting(&self, scope: Scope, name: &str) -> Pending<'_, Option<String>> {
        let name = name.to_owned();
        Box::pin(self.call("read settings", false, move |inner| {
            inner.setting(scope, &name)
        }))
    }

    fn take_setting(&self, scope: Scope, name: &str) -> Pending<'_, Option<String>> {
        let name = name.to_owned();
        Box::pin(self.call("take a setting away", true, move |inner| {
            inner.take_setting(scope, &name)
        }))
    }

    fn settings_named(&self, start: &str) -> Pending<'_, Vec<NamedSetting>> {
        let start = start.to_owned();
        Box::pin(self.call("read settings", false, move |inner| {
            inner.settings_named(&start)
        }))
    }

    fn peers(&self) -> Option<Arc<dyn Peers>> {
        None
    }

    fn close(&self) -> Pending<'_, ()> {
        Box::pin(ready(self.inner.call(|inner| inner.close())))
    }
}

/// The server of a channel.
pub const fn guild_of(channel: u64) -> GuildId {
    GuildId(channel / 64)
}
