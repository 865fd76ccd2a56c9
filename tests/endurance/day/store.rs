//! The store of a simulated day: one that is slow, fails, and sometimes has written what it says it has not.
//!
//! Decides the weather: which minutes are good ones. Notes what was written although an error was told.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::sleep;
use tractor_bot::store::testing::Process;
use tractor_bot::store::{
    Answer, Database, Db, Dialect, Fault, Journal, NewEntry, Purpose, StoreError, Transaction,
    Value,
};
use tractor_bot::table::{GuildId, TableId, UnixMillis};

use super::memory::{Account, on};
use super::world::World;
use crate::along::Way;
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

/// How often the store did otherwise than it should.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Faults {
    pub failed: u64,
    pub lied: u64,
}

/// How the store does, for one process.
pub struct Sky {
    world: Arc<World>,
    dice: Mutex<Dice>,
    now: Box<dyn Fn() -> UnixMillis + Send + Sync>,
}

impl Sky {
    pub fn new(
        world: &Arc<World>,
        life: u64,
        now: impl Fn() -> UnixMillis + Send + Sync + 'static,
    ) -> Arc<Self> {
        Arc::new(Self {
            world: Arc::clone(world),
            dice: Mutex::new(Dice::new(world.plan.seed, 2_000_000 + life)),
            now: Box::new(now),
        })
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
        faults.failed += u64::from(lot == Lot::Fails);
        faults.lied += u64::from(lot == Lot::Lies);
        ([before, millis - before], lot)
    }
}

async fn pause(millis: u64) {
    if millis > 0 {
        sleep(Duration::from_millis(millis)).await;
    }
}

/// One process's way to the data, under this sky.
pub struct Outside {
    pub inner: Process,
    pub sky: Arc<Sky>,
}

impl Database for Outside {
    fn dialect(&self) -> &'static Dialect {
        self.inner.dialect()
    }

    fn begin(&self, purpose: Purpose) -> Answer<'_, Box<dyn Transaction>> {
        Box::pin(async move {
            let ([before, after], lot) = self.sky.draw(purpose == Purpose::Write);
            pause(before).await;
            if lot == Lot::Fails {
                return Err(sqlx::Error::PoolTimedOut);
            }
            let inner = on(Account::Store, || self.inner.begin(purpose)).await?;
            let lies = lot == Lot::Lies;
            let inner = Some(inner);
            Ok(Box::new(Step { inner, after, lies }) as Box<dyn Transaction>)
        })
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.inner.close()
    }
}

struct Step {
    inner: Option<Box<dyn Transaction>>,
    after: u64,
    lies: bool,
}

impl Drop for Step {
    fn drop(&mut self) {
        on(Account::Store, || drop(self.inner.take()));
    }
}

impl Transaction for Step {
    fn run<'a>(
        &'a mut self,
        sql: &'a str,
        values: Vec<Value>,
    ) -> Answer<'a, Vec<Vec<Option<Value>>>> {
        let aside = sql.starts_with("UPDATE tables SET state = 'aside'");
        assert!(!aside, "a table is set aside: {values:?}");
        // What is told wrongly of entries is told to who writes them, and noted.
        self.lies &= !sql.contains("INSERT INTO entries");
        // What the store gets goes in its threads, where it is not counted.
        let inner = self.inner.as_mut().expect("it is not committed");
        on(Account::Store, || inner.run(sql, values.clone()))
    }

    fn commit(mut self: Box<Self>) -> Answer<'static, ()> {
        let (after, lies) = (self.after, self.lies);
        let inner = self.inner.take().expect("it is not committed");
        let done = on(Account::Store, || inner.commit());
        Box::pin(async move {
            let done = done.await;
            pause(after).await;
            if lies {
                return Err(sqlx::Error::PoolTimedOut);
            }
            done
        })
    }
}

/// The way of one process's entries. What is told wrongly is noted, and it may be killed by what it writes.
pub struct Faulty {
    sky: Arc<Sky>,
    /// After so many entries more the process is killed: before the next one is written, or after.
    fuse: Mutex<Option<(u64, bool)>>,
    pub burnt: Notify,
}

impl Faulty {
    pub fn new(sky: &Arc<Sky>) -> Self {
        Self {
            sky: Arc::clone(sky),
            fuse: Mutex::default(),
            burnt: Notify::new(),
        }
    }

    /// Has the process killed after so many entries: before the next one is written, or right after.
    pub fn light_fuse(&self, entries: u64, after: bool) {
        *self.fuse.lock() = Some((entries, after));
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
}

impl Way for Faulty {
    fn opened(&self, table: TableId) {
        self.sky.world.books.lock().opened(table);
    }

    async fn append(&self, writer: &Db, table: TableId, entry: NewEntry) -> Result<(), StoreError> {
        self.burn(false).await;
        let world = &self.sky.world;
        let (pauses, lot) = self.sky.draw(true);
        pause(pauses[0]).await;
        let failed = || StoreError::Failed {
            doing: "write",
            fault: Fault::Other,
            detail: "the weather".to_owned(),
        };
        if lot == Lot::Fails {
            return Err(failed());
        }
        let position = entry.record.position;
        if world.plan.loses_entries && position.0.is_multiple_of(23) {
            return Ok(());
        }
        let done = Journal::append(writer, table, entry).await;
        self.burn(true).await;
        pause(pauses[1]).await;
        if lot == Lot::Lies && done.is_ok() {
            world.books.lock().ledger.lied(table, position);
            return Err(failed());
        }
        done
    }
}

/// The server of a channel.
pub const fn guild_of(channel: u64) -> GuildId {
    GuildId(channel / 64)
}
