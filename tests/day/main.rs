//! A day of a bot with many tables, simulated: people who come, leave, fall asleep, vote and talk nonsense; a
//! store that is slow, fails, and lies; processes killed at any instant; and in the last hours nobody.
//!
//! Time is tokio's, paused, and all chance comes from one seed, so that a day can be repeated exactly. What
//! people were told is held against the journals after every end of a process; see `ledger`.
//!
//! A whole day: `DAY_TABLES=1000 DAY_SEED=1 cargo test --release --test day a_day -- --nocapture`; a week of
//! them, with one night at its end: `DAY_DAYS=7 DAY_TABLES=150 …`. With `DAY_OTHER`, the program of these tests of
//! another version, each process is one of that version half of the time.

mod data;
mod deeds;
mod digest;
mod kept;
mod ledger;
mod life;
mod memory;
mod noticed;
mod people;
mod store;
mod watch;
mod world;

use std::cell::Cell;
use std::path::Path;
use std::sync::{Arc, Once};

use data::Data;
use digest::Sum;
use double::dice::Dice;
use double::folder::Folder;
use double::number::number;
use life::{End, bytes, live};
use memory::{Account, on};
use tractor_bot::host::work_in_place;
use tractor_bot::store::MemoryStore;
use tractor_bot::table::UnixMillis;
use world::{DAWN, HOUR, MINUTE, Plan, SECOND, Sabotage, World};

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
        let store = world.data.open().map_err(|error| error.to_string())?;
        let audited = world.audit(&store);
        let now = UnixMillis(DAWN + ended);
        let pruned = on(Account::Store, || store.call(move |store| store.prune(now)));
        let closed = pruned.and_then(|_| store.call(|store| store.close()));
        closed.map_err(|error| error.to_string()).and(audited)
    };
    on(Account::World, audited)
        .map_err(|wrong| format!("{wrong} (after process {number}, at {ended}, {end:?})"))?;
    match PANICS.get() > panics {
        true => Err(format!("a panic (in process {number}, {end:?})")),
        false => Ok(ended),
    }
}

/// Simulates a day over these data; `Err` says what is wrong with it. With the program of another version, half of the
/// processes are of that.
fn simulate(plan: Plan, data: Data, other: Option<&Path>) -> Result<Day, String> {
    work_in_place();
    count_panics();
    let before = bytes();
    let mut world = on(Account::World, || Arc::new(World::new(plan, data)));
    let mut dice = Dice::new(plan.seed, 4_000_000);
    let mut versions = Dice::new(plan.seed, 5_000_000);
    let mut at = 0;
    for number in 0.. {
        let end = end_of(&plan, &mut dice, at);
        let ended = match other.filter(|_| versions.happens(500)) {
            Some(other) => {
                let (after, ended) = kept::live_in(other, &world, (number, at), end)?;
                world = Arc::new(after);
                ended
            }
            None => process(&world, (number, at), end)?,
        };
        if matches!(end, End::Last(_)) && ended >= plan.length {
            break;
        }
        at = ended + dice.between(200, 3 * MINUTE);
    }
    let open = world.ledger.lock().open_tables();
    if open > 0 {
        return Err(format!("{open} tables are left at the end of the day"));
    }
    report(&world);
    let (sum, people) = (world.sum(), world.people.len() as i64);
    let remembered = world.figures.lock().remembered;
    drop(world);
    Ok(Day {
        sum,
        left: bytes() - before,
        remembered,
        people,
    })
}

fn report(world: &World) {
    let plan = world.plan;
    let (figures, faults, counts) = (
        *world.figures.lock(),
        *world.faults.lock(),
        world.ledger.lock().counts,
    );
    println!(
        "DAY_DAYS={} DAY_TABLES={} DAY_SEED={}: {}",
        plan.length / (24 * HOUR),
        plan.tables,
        plan.seed,
        world.sum()
    );
    println!("{figures:?}\n{faults:?}\n{counts:?}");
    println!("done, shown, asked, refused: {:?}", world.deeds.lock());
}

fn plan(tables: u64, seed: u64) -> Plan {
    let length = 24 * HOUR * number("DAY_DAYS").unwrap_or(1);
    Plan {
        seed,
        tables,
        empty_from: length - 9 * HOUR,
        length,
        sabotage: Sabotage::Nothing,
    }
}

fn in_memory(plan: Plan) -> Result<Day, String> {
    simulate(plan, Data::Memory(MemoryStore::new()), None)
}

/// The same over a file.
fn in_file(plan: Plan, other: Option<&Path>) -> Result<Day, String> {
    let folder = Folder::new();
    simulate(plan, Data::file(folder.url("tractor.db")), other)
}

#[test]
fn a_day_loses_nothing_does_nothing_twice_and_repeats_itself() {
    let tables = number("DAY_TABLES").unwrap_or(4);
    let seed = number("DAY_SEED").unwrap_or(1);
    let day = |plan| in_memory(plan).unwrap_or_else(|wrong| panic!("{wrong}"));
    let first = day(plan(tables, seed));
    // What is made once and kept for good is there by now.
    let again = day(plan(tables, seed));
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
    let other = day(plan(tables.min(2), seed + 1));
    assert_ne!(first.sum, other.sum, "another seed gives the same day");
}

#[test]
fn a_store_that_loses_entries_is_noticed() {
    let day = Plan {
        sabotage: Sabotage::LosesEntries,
        ..plan(4, 1)
    };
    let wrong = in_memory(day).err().expect("entries were lost");
    let noticed = ["is lost", "was shown"];
    assert!(noticed.iter().any(|how| wrong.contains(how)), "{wrong}");
}

/// A day over a file, as it was asked for, or a short one.
fn plan_in_file() -> Plan {
    let seed = number("DAY_SEED").unwrap_or(3);
    match number("DAY_TABLES") {
        Some(tables) => plan(tables, seed),
        None => Plan {
            empty_from: 5 * HOUR,
            length: 10 * HOUR,
            ..plan(3, seed)
        },
    }
}

#[test]
fn a_day_over_a_file_is_like_one_in_memory() {
    let plan = plan_in_file();
    let sum = |day: Result<Day, String>| day.unwrap_or_else(|wrong| panic!("{wrong}")).sum;
    assert_eq!(sum(in_file(plan, None)), sum(in_memory(plan)));
}

#[test]
#[ignore = "needs the program of these tests of another version"]
fn a_day_with_updates_and_ways_back_loses_nothing() {
    let other = std::env::var_os("DAY_OTHER").expect("DAY_OTHER is the file of the other version");
    if let Err(wrong) = in_file(plan_in_file(), Some(Path::new(&other))) {
        panic!("{wrong}");
    }
}
