//! Many tables in play at once, against Discord's real limits: how far behind people's screens are.
//!
//! ```text
//! cargo run --release --features tools --example load -- --tables 200                figures as JSON
//! cargo run --release --features tools --example load -- --tables 1000 --pace 2      everybody thinks twice as long
//! cargo run --release --features tools --example load -- --health 127.0.0.1:9464     the bot can be asked for its figures meanwhile
//! cargo run --release --features tools --example load -- --tables 1000 --screens 2000   four screens in browsers at each of 500 tables
//! cargo run --release --features tools --example load -- --tables 5000 --processes 3    three processes, one token
//! cargo run --release --features tools --example load -- --tables 2000 --simulated      in simulated time
//! ```
//!
//! The bot is the whole program but for its store, which is memory (with `--health` a file of SQLite, with `--database` what that
//! says). It talks to the stand-in for Discord (`tests/double`), which keeps Discord's limits and refuses what comes too fast. Half
//! of the seats are people's, the other half computers'. A person acts four to eight seconds after their screen shows that it is
//! their turn: they take a hint and play it, or choose cards, by the buttons of their private hand. One in ten types questions
//! besides. One table in eight is dealt at the usual pace meanwhile.
//!
//! The bot, the stand-in and the people share the machine: where the three need all its cores, the figures are about the
//! machine. In simulated time they are not: nothing takes any but what somebody waits for on purpose, above all Discord's limits.

extern crate double;

#[allow(dead_code, reason = "tests use the rest of it")]
#[path = "../../tests/endurance/crowd.rs"]
mod crowd;
mod figures;
#[allow(dead_code, reason = "tests use the rest of it")]
#[path = "../../tests/discord/house.rs"]
mod house;
mod meter;
mod opening;
mod people;
mod running;
mod screens;
#[path = "../../tests/endurance/chaos/time.rs"]
mod time;

use std::net::SocketAddr;
use std::time::Duration;

use clap::Parser;
use tokio::runtime::{Builder, Handle, Runtime};
use tractor_bot::host::work_in_place;

use double::{Double, Limits, Options, Time};
use figures::Figures;
use people::Crowd;
use running::Running;
use screens::Screens;

/// What is asked for.
#[derive(Debug, Clone, Parser)]
struct Wish {
    /// How many tables are in play.
    #[arg(long, default_value_t = 50)]
    tables: usize,
    /// For how many seconds they are measured.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// How many seconds they play before that.
    #[arg(long, default_value_t = 20)]
    settle: u64,
    /// Between the starts of two tables, in milliseconds: each start takes some counted requests.
    #[arg(long, default_value_t = 100)]
    between_starts: u64,
    /// How many times longer than usual people think: 4 to 8 seconds for a play at 1.
    #[arg(long, default_value_t = 1.0)]
    pace: f64,
    /// Where the bot can be asked meanwhile how it is; with port 0 at any that is free, and says which.
    #[arg(long, value_name = "ADDRESS:PORT")]
    health: Option<SocketAddr>,
    /// How many processes share the tables over one store, with one token.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    processes: u16,
    /// What several processes keep their tables in, if not in memory: the address of a PostgreSQL database.
    #[arg(long, value_name = "URL", requires = "processes")]
    database: Option<String>,
    /// How many screens in browsers look on, four at a table.
    #[arg(long, default_value_t = 0, conflicts_with_all = ["processes", "health"])]
    screens: usize,
    /// Time stands still while anything is done, so that no machine is too slow.
    #[arg(long, conflicts_with_all = ["screens", "health", "database"])]
    simulated: bool,
}

/// A runtime whose threads bear this name.
fn runtime(name: &str) -> Runtime {
    let mut builder = Builder::new_multi_thread();
    let runtime = builder.worker_threads(2).thread_name(name).enable_all();
    runtime.build().expect("a runtime starts")
}

fn main() {
    let wish = Wish::parse();
    let people = std::thread::Builder::new().name("people".to_owned());
    let people = people.spawn(move || run(&wish)).expect("a thread starts");
    people.join().expect("the run ends well");
}

fn run(wish: &Wish) {
    if wish.simulated {
        work_in_place();
        return tell(&time::simulate(simulated(wish)));
    }
    let (for_bot, for_discord) = (runtime("bot"), runtime("discord"));
    let for_browsers = runtime("browsers");
    let discord = for_discord.block_on(Double::with(options(wish)));
    discord.home();
    let starting = discord.clone();
    let wanted = wish.clone();
    let running = for_bot.spawn(async move { running::start(&starting, &wanted).await });
    let (figures, running) = for_discord.block_on(async {
        let running = running.await.expect("the bot starts");
        let screens = Screens::new(for_browsers.handle().clone());
        (measure(wish, &discord, &running, screens).await, running)
    });
    drop(running);
    tell(&figures);
    for_browsers.shutdown_background();
    for_bot.shutdown_background();
    for_discord.shutdown_background();
}

/// All of it in one thread, whose time is moved when nothing is left to do.
async fn simulated(wish: &Wish) -> Figures {
    let discord = Double::with(options(wish)).await;
    tokio::spawn(time::flow(discord.clone()));
    discord.home();
    let running = running::start(&discord, wish).await;
    let screens = Screens::new(Handle::current());
    measure(wish, &discord, &running, screens).await
}

/// A Discord with its real limits.
fn options(wish: &Wish) -> Options {
    Options {
        limits: Limits::Real,
        time: Time::Runs,
        records: false,
        patience: Duration::from_secs(300),
        shards: wish.processes.into(),
        ..Options::default()
    }
}

fn tell(figures: &Figures) {
    let told = serde_json::to_string_pretty(figures).expect("figures are plain");
    println!("{told}");
}

/// Opens the tables, lets everybody play, and measures.
async fn measure(
    wish: &Wish,
    discord: &Double,
    running: &Running,
    mut screens: Screens,
) -> Figures {
    let start = tokio::time::Instant::now();
    let begun = discord.world().now();
    let mut tables = opening::open(discord, &running.bots, wish.tables).await;
    eprintln!(
        "{} tables are open after {:.0?}",
        tables.len(),
        start.elapsed()
    );
    // Moments of the double, told by tokio's clock.
    let zero = start - begun;
    for table in &tables {
        opening::listen(table, zero);
    }
    if let Some(page) = running.page {
        screens
            .open(page, &running.bots[0], &tables, (wish.screens, zero))
            .await;
    }
    let pause = Duration::from_millis(wish.between_starts);
    let now = zero.elapsed();
    let count = u32::try_from(wish.tables).expect("a few thousand tables at most");
    let from = now + pause * count + Duration::from_secs(wish.settle);
    let to = from + Duration::from_secs(wish.seconds);
    opening::plan(&mut tables, (now, pause), from);
    let think = |seconds: f64| (seconds * wish.pace * 1e3) as u64;
    // The last tap of a play comes about a second later.
    let mut crowd = Crowd::new(discord.clone(), tables, (think(3.5), think(7.0)));
    crowd.live(from).await;
    eprintln!("measuring");
    crowd.live(to).await;
    // What was asked at the very end has time to be answered.
    crowd.live(to + Duration::from_secs(10)).await;
    let world = discord.world();
    if let Some(first) = world.violations.first() {
        eprintln!("{} violations, the first: {first}", world.violations.len());
    }
    let figures = figures::gather((&crowd, &screens), &world, (from, to));
    assert!(figures.plays_of_people > 0.0, "nobody plays");
    figures
}
