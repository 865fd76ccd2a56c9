//! A day of a bot with many tables, simulated: people who come, leave, fall asleep, vote and talk nonsense; a
//! store that is slow, fails, and lies; processes killed at any instant; and in the last hours nobody.
//!
//! Time is tokio's, paused, and all chance comes from one seed, so that a day can be repeated exactly. What
//! people were told is held against the journals after every end of a process; see `ledger`.
//!
//! A whole day: `DAY_TABLES=1000 DAY_SEED=1 cargo test --release --test day a_day -- --nocapture`; a week of
//! them, with one night at its end: `DAY_DAYS=7 DAY_TABLES=150 …`.

mod deeds;
mod digest;
mod ledger;
mod life;
mod memory;
mod noticed;
mod people;
mod store;
mod watch;
mod world;

use std::cell::Cell;
use std::sync::{Arc, Once};

use digest::Sum;
use double::dice::Dice;
use double::number::number;
use life::{End, bytes, live};
use memory::{Account, on};
use tractor_bot::host::work_in_place;
use tractor_bot::store::Store as _;
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

/// Simulates a day; `Err` says what is wrong with it.
fn simulate(plan: Plan) -> Result<Day, String> {
    work_in_place();
    count_panics();
    let (before, panics) = (bytes(), PANICS.get());
    let world = on(Account::World, || Arc::new(World::new(plan)));
    let mut dice = Dice::new(plan.seed, 4_000_000);
    let mut at = 0;
    for number in 0.. {
        let end = end_of(&plan, &mut dice, at);
        let ended = live(&world, number, at, end)
            .map_err(|wrong| format!("{wrong} (process {number}, started at {at}, {end:?})"))?;
        on(Account::World, || world.audit())
            .map_err(|wrong| format!("{wrong} (after process {number}, at {ended}, {end:?})"))?;
        if PANICS.get() > panics {
            return Err(format!("a panic (in process {number}, {end:?})"));
        }
        if matches!(end, End::Last(_)) && ended >= plan.length {
            break;
        }
        at = ended + dice.between(200, 3 * MINUTE);
        let now = UnixMillis(DAWN + at);
        let pruned = || store::now_or_never(world.store.prune(now));
        on(Account::Store, pruned).map_err(|error| error.to_string())?;
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

#[test]
fn a_day_loses_nothing_does_nothing_twice_and_repeats_itself() {
    let tables = number("DAY_TABLES").unwrap_or(4);
    let seed = number("DAY_SEED").unwrap_or(1);
    let day = |plan| simulate(plan).unwrap_or_else(|wrong| panic!("{wrong}"));
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
    let wrong = simulate(day).err().expect("entries were lost");
    let noticed = ["is lost", "was shown"];
    assert!(noticed.iter().any(|how| wrong.contains(how)), "{wrong}");
}
