//! What durability costs: commits per second, time added to an acknowledgement, and recovery.
//!
//! `cargo bench --bench store` prints a table for SQLite (in the temporary folder, which `TMPDIR` names:
//! what counts is that disk's sync) and, if `TEST_POSTGRES_URL` is set, for PostgreSQL.
//! First every table appends its next entry as soon as the last one is acknowledged, which is as
//! busy as tables can be; then one entry a second, which is busier than people are. The time of an
//! append is the time added to an acknowledgement. Then the store is filled with what a million
//! rounds leave behind, and asked what people ask about them. At last long matches are played, to see what one
//! takes and how long its replay is waited for.

#[path = "../../tests/store/home.rs"]
#[allow(dead_code, reason = "tests use the rest of it")]
mod home;
mod past;
#[path = "../../tests/store/playing.rs"]
#[allow(dead_code, reason = "tests use the rest of it")]
mod playing;
mod years;

use std::sync::Arc;
use std::time::{Duration, Instant};

use tractor_bot::game::{GameKind, Viewer};
use tractor_bot::host::{Handle, Host, TableKeeper};
use tractor_bot::store::{self, *};
use tractor_bot::table::{
    GuildId, Input, Position, Record, Submission, TableId, TableKey, UnixMillis,
};
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::view::PhaseView;

use home::Home;

/// Names the store to a process that only brings its tables back.
const RESTORE: &str = "STORE_BENCH_RESTORE";

/// About as long as an accepted play in tractor.
const LINE: usize = 200;

fn record(position: u64) -> Record {
    Record {
        position: Position(position),
        at: UnixMillis(position),
        line: format!(
            "{{\"position\":{position},\"input\":\"{}\"}}",
            "x".repeat(LINE)
        ),
    }
}

async fn open(store: &Db, count: u64, first_key: u64) -> Vec<TableId> {
    let mut tables = Vec::new();
    for key in first_key..first_key + count {
        let table = TableId {
            key: TableKey(key),
            opening: Position(0),
        };
        let new = NewTable {
            table,
            guild: GuildId(key << 22),
            game: GameKind::Tractor,
            header: record(0),
        };
        store.open_table(new).await.expect("a table");
        tables.push(table);
    }
    tables
}

/// Appends at all tables for a while, with a pause before each entry; all times of an append.
async fn append(
    store: &Arc<Db>,
    tables: &[TableId],
    pause: Duration,
    span: Duration,
) -> Vec<Duration> {
    let end = Instant::now() + span;
    let tasks: Vec<_> = (0..)
        .zip(tables)
        .map(|(place, &table)| {
            let store = Arc::clone(store);
            let first = pause * place / tables.len() as u32;
            tokio::spawn(async move {
                let mut times = Vec::new();
                let mut position = 0;
                tokio::time::sleep(first).await;
                while Instant::now() < end {
                    position += 1;
                    let entry = NewEntry {
                        record: record(position),
                        finished: Vec::new(),
                        snapshot: None,
                    };
                    let begun = Instant::now();
                    store.append(table, entry).await.expect("an append");
                    times.push(begun.elapsed());
                    if !pause.is_zero() {
                        tokio::time::sleep(pause).await;
                    }
                }
                times
            })
        })
        .collect();
    let mut all = Vec::new();
    for task in tasks {
        all.append(&mut task.await.expect("no panic"));
    }
    all.sort_unstable();
    all
}

async fn measure(name: &str, store: Arc<Db>, span: Duration) {
    let second = Duration::from_secs(1);
    let busy = [1, 10, 100, 1_000].map(|count| (count, Duration::ZERO));
    let calm = [(100, second), (1_000, second)];
    for (round, (count, pause)) in (0..).zip(busy.into_iter().chain(calm)) {
        let opened = open(&store, count, round * 10_000).await;
        let begun = Instant::now();
        let times = append(&store, &opened, pause, span).await;
        let rate = times.len() as f64 / begun.elapsed().as_secs_f64();
        let at = |part: f64| {
            let index = ((times.len() - 1) as f64 * part) as usize;
            times[index].as_secs_f64() * 1_000.0
        };
        println!(
            "{name:<10} {count:>5} {} tables: {rate:>8.0} appends/s, p50 {:>7.2} ms, p99 {:>7.2} ms",
            if pause.is_zero() { "busy" } else { "calm" },
            at(0.50),
            at(0.99),
        );
        for table in opened {
            let closed = store.close_table(table, UnixMillis(1)).await;
            closed.expect("a table that was opened");
        }
    }
}

async fn process(url: &str) -> (Host, TableKeeper) {
    let store = store::connect(url).await.expect("the store");
    let journals = store;
    let journal: Arc<dyn Journal> = Arc::clone(&journals) as _;
    let host = Host::new(journal);
    let keeper = TableKeeper::new(host.clone(), journals);
    (host, keeper)
}

/// Opens tables of tractor at which the cards are dealt, and leaves them to a new process.
async fn restart(url: &str, tables: u64) {
    let (host, keeper) = process(url).await;
    keeper.bring_back().await.expect("the tables");
    let began = (1..=tables).map(|key| {
        let host = host.clone();
        tokio::spawn(async move {
            let table = playing::begin::<Tractor>(&host, TableKey(key)).await;
            // Somebody deals.
            playing::play(&table, 1).await;
            let is_dealt = || {
                let view = table.view(Viewer::Public);
                let game = view.stage.game();
                game.is_some_and(|game| !matches!(game.phase, PhaseView::Dealing { .. }))
            };
            while !is_dealt() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        })
    });
    for began in began.collect::<Vec<_>>() {
        began.await.expect("no panic");
    }
    host.shutdown().await;
    keeper.store.close().await.expect("a last write");
    let exe = std::env::current_exe().expect("this program");
    let status = std::process::Command::new(exe).env(RESTORE, url).status();
    assert!(status.is_ok_and(|status| status.success()));
}

async fn submit(table: &Handle<Tractor>, input: Input<Tractor>) {
    let accepted = table.submit(Submission::typed(input)).await;
    accepted.expect("what a person may do");
}

/// The part of the new process: brings all tables back, and before the others one that somebody asks for.
async fn restore(url: &str) {
    let (host, keeper) = process(url).await;
    let (before, begun) = (resident(), Instant::now());
    let began = keeper.begin_to_bring_back().await;
    began.expect("the tables");
    let last = keeper.store.positions().await.expect("positions");
    let last = last.iter().map(|(table, _)| table.key).max();
    host.has_back(&[last.expect("a table")]).await;
    let first = begun.elapsed().as_secs_f64();
    host.has_all_back().await;
    let (seconds, tables) = (begun.elapsed().as_secs_f64(), host.list().len());
    let each = (resident() - before) as f64 / tables as f64 / 1_024.0;
    println!(
        "restart    {tables:>5} tables with a deal each replayed in {seconds:.2} s, {each:.1} KiB each; one that is asked \
         for after {first:.3} s"
    );
}

/// Resident memory in bytes; 0 where there is no `/proc`.
fn resident() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    pages.unwrap_or(0) * 4_096
}

/// A new store of each kind that there is.
async fn stores() -> Vec<(&'static str, Home)> {
    #[cfg_attr(
        not(feature = "postgres"),
        expect(unused_mut, reason = "one is added with PostgreSQL")
    )]
    let mut stores = vec![("sqlite", Home::sqlite())];
    #[cfg(feature = "postgres")]
    if std::env::var_os("TEST_POSTGRES_URL").is_some() {
        stores.push(("postgres", Home::postgres("bench").await));
    }
    stores
}

#[tokio::main]
async fn main() {
    if let Ok(url) = std::env::var(RESTORE) {
        return restore(&url).await;
    }
    // `cargo test --benches` only wants to see that it runs.
    let short = !std::env::args().any(|argument| argument == "--bench");
    // `cargo bench --bench store -- statistics` asks for that part alone, and so does `past`.
    let asked = |part: &str| std::env::args().any(|argument| argument == part);
    if !asked("statistics") {
        let (matches, rounds) = if short { (1, 2) } else { (8, 30) };
        past::past(&Home::sqlite().url(), matches, rounds).await;
        past::past(&Home::sqlite().url(), 1, if short { 1 } else { 40 }).await;
    }
    if asked("past") {
        return;
    }
    let alone = asked("statistics");
    let span = Duration::from_millis(if short { 10 } else { 3_000 });
    let tables = if short { 10 } else { 1_000 };
    let (people, times) = if short { (100, 10) } else { (20_000, 200) };
    for (name, home) in stores().await {
        let store = home.process().await;
        if !alone {
            measure(name, Arc::clone(&store), span).await;
        }
        years::statistics(name, &store, &home.url(), people, times).await;
        let _ = store.close().await;
    }
    if !alone {
        restart(&Home::sqlite().url(), tables).await;
    }
}
