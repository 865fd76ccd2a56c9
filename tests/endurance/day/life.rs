//! One process of a simulated day: started over the store as the real one is, and ended at an instant that
//! nobody expects, or in good order.

use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::{Builder, RuntimeMetrics};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};
use tractor_bot::chance::Seed;
use tractor_bot::desk::Desk;
use tractor_bot::desk::settings::Settings;
use tractor_bot::host::{Clock, Defects, Host, Packer, TableKeeper};
use tractor_bot::players::StudyEffort;
use tractor_bot::store::Db;
use tractor_bot::table::UnixMillis;
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;

use super::memory::in_use;
use super::people;
use super::store::{Faulty, Outside, Sky};
use super::watch::{self, Watching};
use super::world::{DAWN, MINUTE, World};
use crate::along::Along;
use crate::chaos::time::Daytime;
use double::dice::Dice;

/// How a process ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// At this time of the day, in milliseconds, at whatever it is.
    Killed(u64),
    /// After so many entries, before the next one is written or right after.
    AtEntry(u64, bool),
    /// In good order at this time.
    Stopped(u64),
    /// In good order at the end of the day, after every table that may still be there was ended.
    Last(u64),
}

/// Milliseconds of the day.
fn day(clock: &Daytime) -> u64 {
    clock.now().0 - DAWN
}

/// A process at work.
pub struct Life {
    pub world: Arc<World>,
    pub desk: Desk,
    pub watching: Watching,
    clock: Arc<Daytime>,
}

impl Life {
    /// Milliseconds of the day.
    pub fn day(&self) -> u64 {
        day(&self.clock)
    }

    pub async fn sleep_until(&self, day: u64) {
        let left = day.saturating_sub(self.day());
        // Never without any time going by.
        sleep(Duration::from_millis(left.max(1))).await;
    }
}

/// Lets a process live, from this time of the day on. Answers with the time of its end.
pub fn live(world: &Arc<World>, number: u64, at: u64, end: End) -> Result<u64, String> {
    let runtime = Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .map_err(|error| error.to_string())?;
    let metrics = runtime.metrics();
    let ended = runtime.block_on(run(Arc::clone(world), number, at, end, metrics));
    // All tasks are gone where they stood.
    drop(runtime);
    ended
}

/// A process that was started.
struct Started {
    life: Arc<Life>,
    host: Host,
    store: Arc<Db>,
    journal: Arc<Faulty>,
    keeper: TableKeeper,
}

async fn run(
    world: Arc<World>,
    number: u64,
    at: u64,
    end: End,
    metrics: RuntimeMetrics,
) -> Result<u64, String> {
    let before = in_use();
    let began = Instant::now();
    let clock = Arc::new(Daytime::beginning(UnixMillis(DAWN + at)));
    let until = match end {
        End::Killed(until) | End::Stopped(until) | End::Last(until) => until,
        // If there are not so many.
        End::AtEntry(..) => at + 90 * MINUTE,
    };
    let dies = began + Duration::from_millis(until.saturating_sub(at));
    let kills = matches!(end, End::Killed(_) | End::AtEntry(..));
    let started = tokio::select! {
        biased;
        () = sleep_until(dies), if kills => return Ok(until),
        started = start(&world, number, &clock) => started?,
    };
    let Some(Started {
        life,
        host,
        store,
        journal,
        keeper,
    }) = started
    else {
        return Ok(day(&clock));
    };
    if let End::AtEntry(entries, after) = end {
        journal.light_fuse(entries, after);
    }
    let mut caring = JoinSet::new();
    caring.spawn(keeper.run());
    let packer = Packer::new(host.clone(), Arc::clone(&store), None);
    let packing = tokio::spawn(packer.run());
    let mut serving = JoinSet::new();
    serving.spawn(watch::keep_all(Arc::clone(&life)));
    serving.spawn(watch::look_around(Arc::clone(&life), metrics.clone()));
    for person in &world.people {
        serving.spawn(people::live(Arc::clone(&life), Arc::clone(person)));
    }
    let ends = async {
        tokio::select! {
            biased;
            () = journal.burnt.notified() => Ok(()),
            () = sleep_until(dies) => Ok(()),
            wrong = life.watching.wrong() => Err(wrong),
            ended = caring.join_next() => Err(format!("the keeper ended: {ended:?}")),
        }
    };
    ends.await?;
    let day = life.day();
    if host.defects() != Defects::default() {
        return Err(format!("defects: {:?}", host.defects()));
    }
    if kills {
        return Ok(day);
    }
    if matches!(end, End::Last(_)) {
        serving.abort_all();
        while serving.join_next().await.is_some() {}
        watch::end_of_day(&life).await?;
        *world.remembered.lock() = in_use() - before;
    }
    serving.abort_all();
    while serving.join_next().await.is_some() {}
    host.shutdown().await;
    caring.join_next().await;
    packing.await.map_err(|error| error.to_string())?;
    store.close().await.map_err(|error| error.to_string())?;
    drop((life, host, store, journal));
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    match metrics.num_alive_tasks() {
        0 => Ok(day),
        left => Err(format!("{left} tasks are left after the end")),
    }
}

/// Starts as the real program does: what was open is brought back before anybody is heard. `None` if the
/// store failed.
async fn start(
    world: &Arc<World>,
    number: u64,
    clock: &Arc<Daytime>,
) -> Result<Option<Started>, String> {
    let time = Arc::clone(clock);
    let sky = Sky::new(world, number, move || time.now());
    let store = Db::over(Outside {
        inner: world.data.process(),
        sky: Arc::clone(&sky),
    });
    let journals = Arc::clone(&store);
    let journal = Arc::new(Faulty::new(&sky));
    let (writer, way) = (Arc::clone(&journals), Arc::clone(&journal));
    let host = Host::with_clock(Arc::new(Along { writer, way }), Arc::clone(clock) as _);
    let keeper = TableKeeper::new(host.clone(), journals);
    world.books.lock().starts();
    let Ok(renewal) = keeper.bring_back().await else {
        host.shutdown().await;
        return Ok(None);
    };
    if renewal.mended + renewal.aside > 0 {
        return Err(format!("not all tables are back: {renewal:?}"));
    }
    world.books.lock().check_back(&host, &world.data)?;
    let settings = Settings::new(Arc::clone(&store), Locale::ENGLISH, "$");
    let secrets = parking_lot::Mutex::new(Dice::new(world.plan.seed, 3_000_000 + number));
    let secret = move || Ok(Seed::from_number(secrets.lock().draw()));
    let desk = Desk::new(host.clone(), Surface::Discord, settings)
        .with_secrets(Arc::new(secret))
        .with_diligence(StudyEffort(2));
    desk.places().recall_all().await;
    let life = Arc::new(Life {
        world: Arc::clone(world),
        desk,
        watching: Watching::default(),
        clock: Arc::clone(clock),
    });
    Ok(Some(Started {
        life,
        host,
        store,
        journal,
        keeper,
    }))
}
