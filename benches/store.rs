//! What durability costs: commits per second, time added to an acknowledgement, and recovery.
//!
//! `cargo bench --bench store` prints a table for SQLite (in `STORE_BENCH_DIR` or the temporary
//! folder: what counts is that disk's sync) and, if `TEST_POSTGRES_URL` is set, for PostgreSQL.
//! Every table appends its next entry as soon as the last one is acknowledged, which is as busy as
//! tables can be; the time of an append is the time added to an acknowledgement.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::ConnectOptions as _;
use tractor_bot::game::GameKind;
use tractor_bot::store::{self, *};
use tractor_bot::table::{Position, Record, TableId, TableKey, UnixMillis};

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

async fn open(store: &dyn Store, count: u64, first_key: u64) -> Vec<Claim> {
    let request = LeaseRequest {
        owner: "bench".to_owned(),
        shards: Shards::ALL,
        now: UnixMillis(0),
        until: UnixMillis(1),
    };
    store.acquire(request).await.expect("leases");
    let mut claims = Vec::new();
    for key in first_key..first_key + count {
        let new = NewTable {
            table: TableId {
                key: TableKey(key),
                opening: Position(0),
            },
            guild: GuildId(key << 22),
            game: GameKind::Tractor,
            header: record(0),
        };
        claims.push(store.open_table(new).await.expect("a table"));
    }
    claims
}

/// Appends at all tables for a while, each starting after entry `from`; all times of an append.
async fn append(
    store: &Arc<dyn Store>,
    claims: &[Claim],
    from: u64,
    span: Duration,
) -> Vec<Duration> {
    let end = Instant::now() + span;
    let tasks: Vec<_> = claims
        .iter()
        .map(|&claim| {
            let store = Arc::clone(store);
            tokio::spawn(async move {
                let mut times = Vec::new();
                let mut position = from;
                while Instant::now() < end {
                    position += 1;
                    let entry = NewEntry {
                        record: record(position),
                        finished: Vec::new(),
                    };
                    let begun = Instant::now();
                    store.append(claim, entry).await.expect("an append");
                    times.push(begun.elapsed());
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

async fn measure(name: &str, store: Arc<dyn Store>, span: Duration) {
    for (round, count) in [1, 10, 100, 1_000].into_iter().enumerate() {
        let claims = open(&*store, count, round as u64 * 10_000).await;
        let begun = Instant::now();
        let times = append(&store, &claims, 0, span).await;
        let rate = times.len() as f64 / begun.elapsed().as_secs_f64();
        let at = |part: f64| {
            let index = ((times.len() - 1) as f64 * part) as usize;
            times[index].as_secs_f64() * 1_000.0
        };
        println!(
            "{name:<10} {count:>5} tables: {rate:>8.0} appends/s, p50 {:>7.2} ms, p99 {:>7.2} ms",
            at(0.50),
            at(0.99),
        );
        for claim in claims {
            let closed = store.close_table(claim, UnixMillis(1)).await;
            closed.expect("a table that was opened");
        }
    }
}

/// Reads the journals of 1,000 open tables of 100 entries, as a restart does.
async fn recover(name: &str, store: Arc<dyn Store>, tables: u64) {
    let claims = open(&*store, tables, 1_000_000).await;
    for position in 1..=100 {
        let appends = claims.iter().map(|&claim| {
            let entry = NewEntry {
                record: record(position),
                finished: Vec::new(),
            };
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.append(claim, entry).await })
        });
        for append in appends.collect::<Vec<_>>() {
            append.await.expect("no panic").expect("an append");
        }
    }
    let begun = Instant::now();
    let open = store.open_tables(vec![0]).await.expect("the tables");
    let mut entries = 0;
    for table in &open {
        let journal = store.journal(table.claim.table()).await;
        entries += journal.expect("a whole journal").saved.entries.len();
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{name:<10} {:>5} journals with {entries} entries read and checked in {seconds:.2} s",
        open.len()
    );
}

/// A new store of each kind that there is.
async fn stores() -> Vec<(&'static str, Arc<dyn Store>)> {
    let folder = std::env::var_os("STORE_BENCH_DIR").map(PathBuf::from);
    let folder = folder.unwrap_or_else(std::env::temp_dir);
    let file = folder.join(format!("tractor-bot-bench-{}.db", std::process::id()));
    let url = format!("sqlite://{}", file.display());
    let mut stores = vec![
        ("memory", store::connect("memory:").await.expect("memory")),
        ("sqlite", store::connect(&url).await.expect("a file")),
    ];
    if let Ok(url) = std::env::var("TEST_POSTGRES_URL") {
        let schema = format!("bench{}", std::process::id());
        let options = store::postgres::options(&url).expect("an address");
        let mut connection = options.connect().await.expect("a server");
        let sql = format!("CREATE SCHEMA {schema}");
        let created = sqlx::raw_sql(&sql).execute(&mut connection).await;
        created.expect("a schema");
        let options = options.options([("search_path", schema)]);
        let store = store::postgres::connect(options).await.expect("a server");
        stores.push(("postgres", store));
    }
    stores
}

#[tokio::main]
async fn main() {
    // `cargo test --benches` only wants to see that it runs.
    let short = !std::env::args().any(|argument| argument == "--bench");
    let span = Duration::from_millis(if short { 10 } else { 3_000 });
    for (name, store) in stores().await {
        measure(name, Arc::clone(&store), span).await;
        recover(name, Arc::clone(&store), if short { 10 } else { 1_000 }).await;
        let _ = store.close().await;
    }
    let folder = std::env::var_os("STORE_BENCH_DIR").map(PathBuf::from);
    let folder = folder.unwrap_or_else(std::env::temp_dir);
    for end in ["", "-wal", "-shm"] {
        let name = format!("tractor-bot-bench-{}.db{end}", std::process::id());
        let _ = std::fs::remove_file(folder.join(name));
    }
}
