//! A day of a bot with many tables, simulated: people who come, leave, fall asleep, vote and talk nonsense; a
//! store that is slow, fails, and lies; processes killed at any instant; and in the last hours nobody.
//!
//! Time is tokio's, paused, and all chance comes from one seed, so that a day can be repeated exactly. What
//! people were told is held against the journals after every end of a process; see `ledger`.
//!
//! A whole day: `DAY_TABLES=1000 DAY_SEED=1 cargo test --release --test endurance a_day -- --nocapture`; a week of
//! them, with one night at its end: `DAY_DAYS=7 DAY_TABLES=150 …`.

mod books;
mod deeds;
mod life;
mod memory;
mod people;
mod store;
mod watch;
mod world;

use std::cell::Cell;
use std::sync::{Arc, Once};

use crate::digest::Sum;
use double::dice::Dice;
use double::number::number;
use life::{End, live};
use memory::{Account, in_use, on};
use tractor_bot::host::work_in_place;
use tractor_bot::store::MemoryStore;
use tractor_bot::store::testing::wait;
use tractor_bot::table::UnixMillis;
use world::{DAWN, HOUR, MINUTE, Plan, SECOND, World};

/// The bytes that may be left more at the end of a day than at its beginning.
const LEFT: i64 = 16 << 10;

/// The bytes that a process may have in use when all tables are gone, more than at its start, and those
/// beside them of each person.
const REMEMBERED: (i64, i64) = (64 << 10, 2 << 10);

thread_local! {
    static PANICS: Cell<u64> = const { Cell::new(0) };
}

/// Counts the panics of each thread from now on, wherever they are caught.
fn count_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            PANICS.set(PANICS.get() + 1);
            before(panic);
        }));
    });
}

/// How a process that is started at this time ends.
fn end_of(plan: &Plan, dice: &mut Dice, at: u64) -> End {
    let lasts = match dice.below(10) {
        // Some do not get far.
        0 => dice.between(1, 20 * SECOND),
        1 | 2 => dice.between(MINUTE, 10 * MINUTE),
        _ => dice.between(10 * MINUTE, 80 * MINUTE),
    };
    let until = at + lasts;
    if until > plan.empty_from + 2 * HOUR {
        return End::Last(plan.length);
    }
    match dice.below(10) {
        0..5 => End::Killed(until),
        5..8 => End::AtEntry(dice.between(1, 40 * plan.tables + 2), dice.happens(500)),
        _ => End::Stopped(until),
    }
}

/// A day as it was.
struct Day {
    sum: Sum,
    /// The bytes of the bot that are in use after it, more than before.
    left: i64,
    /// The bytes that the last process had in use, more than at its start, when all tables were gone.
    remembered: i64,
    people: i64,
}

/// Lets a process live, and holds what people were told against the journals; gives the time of its end.
fn process(world: &Arc<World>, (number, at): (u64, u64), end: End) -> Result<u64, String> {
    let panics = PANICS.get();
    let ended = live(world, number, at, end)
        .map_err(|wrong| format!("{wrong} (process {number}, started at {at}, {end:?})"))?;
    let audited = || {
        let audited = world.audit(&world.data);
        let now = UnixMillis(DAWN + ended);
        let pruned = on(Account::Store, || wait(world.data.prune(now)));
        pruned.map_err(|error| error.to_string()).and(audited)
    };
    on(Account::World, audited)
        .map_err(|wrong| format!("{wrong} (after process {number}, at {ended}, {end:?})"))?;
    match PANICS.get() > panics {
        true => Err(format!("a panic (in process {number}, {end:?})")),
        false => Ok(ended),
    }
}

/// Simulates a day; `Err` says what is wrong with it.
fn simulate(plan: Plan) -> Result<Day, String> {
    work_in_place();
    count_panics();
    memory::begin();
    let before = in_use();
    let world = on(Account::World, || {
        Arc::new(World::new(plan, MemoryStore::new()))
    });
    let mut dice = Dice::new(plan.seed, 4_000_000);
    let mut at = 0;
    for number in 0.. {
        let end = end_of(&plan, &mut dice, at);
        let ended = process(&world, (number, at), end)?;
        if matches!(end, End::Last(_)) && ended >= plan.length {
            break;
        }
        at = ended + dice.between(200, 3 * MINUTE);
    }
    let open = world.books.lock().open_tables();
    if open > 0 {
        return Err(format!("{open} tables are left at the end of the day"));
    }
    report(&world);
    let (sum, people) = (world.sum(), world.people.len() as i64);
    let remembered = *world.remembered.lock();
    drop(world);
    Ok(Day {
        sum,
        left: in_use() - before,
        remembered,
        people,
    })
}

fn report(world: &World) {
    let plan = world.plan;
    println!(
        "DAY_DAYS={} DAY_TABLES={} DAY_SEED={}: {}",
        plan.length / (24 * HOUR),
        plan.tables,
        plan.seed,
        world.sum()
    );
    let books = world.books.lock();
    let (faults, counts) = (*world.faults.lock(), books.counts);
    let told = books.ledger.counts;
    println!("{faults:?}\n{told:?}\n{counts:?}");
    assert!(faults.failed > 0 && faults.lied > 0, "the store is good");
    assert!(told.refused > 0 && told.by_clock > 0 && counts.compared > 0);
}

/// The day that is asked for, or a short one.
fn plan() -> Plan {
    let tables = number("DAY_TABLES");
    let length = match (number("DAY_DAYS"), tables) {
        (None, None) => 8 * HOUR,
        (days, _) => 24 * HOUR * days.unwrap_or(1),
    };
    Plan {
        seed: number("DAY_SEED").unwrap_or(1),
        tables: tables.unwrap_or(5),
        empty_from: if length < 24 * HOUR {
            5 * HOUR
        } else {
            length - 9 * HOUR
        },
        length,
        loses_entries: false,
    }
}

#[test]
fn a_day_loses_nothing_does_nothing_twice_and_repeats_itself() {
    let day = || simulate(plan()).unwrap_or_else(|wrong| panic!("{wrong}"));
    let first = day();
    // What is made once and kept for good is there by now.
    let again = day();
    assert_eq!(first.sum, again.sum, "the same seed gives another day");
    println!(
        "bytes: {} left, {} remembered of {} people",
        again.left, again.remembered, again.people
    );
    assert!(again.left < LEFT, "{} bytes are left behind", again.left);
    let most = REMEMBERED.0 + REMEMBERED.1 * again.people;
    assert!(
        again.remembered < most,
        "{} bytes are remembered",
        again.remembered
    );
}

#[test]
fn a_store_that_loses_entries_is_noticed() {
    let day = Plan {
        loses_entries: true,
        ..plan()
    };
    let wrong = simulate(day);
    let wrong = wrong.err().expect("entries were lost");
    let noticed = ["is lost", "was shown", "is stuck"];
    assert!(noticed.iter().any(|how| wrong.contains(how)), "{wrong}");
}
