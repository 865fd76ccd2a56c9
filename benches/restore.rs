//! What a start costs: a thousand tables of tractor in mid-match are brought back, by the length of
//! their matches; memory a table; and what a finished match takes up in the store.
//!
//! `cargo bench --bench restore` prints it for an SQLite file in `STORE_BENCH_DIR` or the temporary
//! folder. Inputs are counted as the first format of journals did, a dealt card as one. With
//! `RESTORE_STORE=FILE` only the tables of that file are brought back (of a copy: it is changed), for
//! stores that another version made; `RESTORE_TABLES=100` takes fewer tables.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use tractor_bot::chance::Seed;
use tractor_bot::game::{RuleSet as _, Seat, Viewer};
use tractor_bot::host::{Archivist, Clock, Handle, Host, LeaseManager, Paced as _};
use tractor_bot::players::Player;
use tractor_bot::store::{
    self, Extent, Journal, JournalWriter, NewEntry, NewTable, ShardRange, Store,
};
use tractor_bot::table::{
    By, Closer, Input, Limits, PersonId, Skill, StageView, Submission, TableId, TableKey,
    UnixMillis,
};
use tractor_bot::tractor::action::Action;
use tractor_bot::tractor::{self, Tractor};

/// How long the matches are, in inputs.
const LENGTHS: [usize; 3] = [250, 1_000, 2_500];
/// How many tables are played; the others have the same journals under other names.
const DISTINCT: usize = 20;
/// How many matches are played to their end.
const MATCHES: usize = 8;
/// The name under which leases are held; that of the kept stores.
const OWNER: &str = "kept";

/// A clock that stands still, so that no table is idle for too long.
struct Still;

impl Clock for Still {
    fn now(&self) -> UnixMillis {
        UnixMillis(1_763_000_000_000)
    }
}

/// A process of the bot without its face.
struct Process {
    store: Arc<dyn Store>,
    host: Host,
    leases: LeaseManager,
}

impl Process {
    async fn over(file: &Path) -> Self {
        let url = format!("sqlite://{}", file.display());
        let store = store::connect(&url).await.expect("a store");
        let keeper = Arc::new(JournalWriter::new(Arc::clone(&store)));
        let journal = Arc::clone(&keeper) as Arc<dyn Journal>;
        let host = Host::with_clock(journal, Arc::new(Still));
        let leases = LeaseManager::new(host.clone(), keeper, OWNER, ShardRange::ALL);
        Self {
            store,
            host,
            leases,
        }
    }

    async fn stop(self) {
        self.host.shutdown().await;
        self.store.release().await.expect("leases are given back");
        self.store.close().await.expect("it is closed");
    }
}

async fn submit(table: &Handle<Tractor>, input: Input<Tractor>) -> bool {
    table.submit(Submission::typed(input)).await.is_ok()
}

/// Four people at a table who deal at once.
async fn sit_down(host: &Host, number: u64) -> Handle<Tractor> {
    let rules = tractor::rules::Rules::default();
    let rules = rules.with(&[("deal_interval", "0"), ("call_window", "30")]);
    let limits = Limits::default().with(&[("turn_limit", "off"), ("idle_limit", "off")]);
    let (key, seed) = (TableKey(1_000_000 + number), Seed::from_number(number));
    let opened = host.open::<Tractor>(key, rules, limits, seed, PersonId(1));
    let table = opened.await.expect("a new table");
    for number in 1..=4 {
        let (person, name, seat) = (PersonId(number), format!("P{number}"), None);
        assert!(submit(&table, Input::Sit { person, name, seat }).await);
    }
    let by = PersonId(1);
    assert!(submit(&table, Input::Start { by }).await);
    table
}

/// Plays so many inputs, or with `None` to the end of the match.
async fn play(table: &Handle<Tractor>, inputs: Option<usize>) {
    let begin = table.moment().position.0;
    let mut players: Vec<Box<dyn Player<Tractor>>> = (0..4)
        .map(|seat| Tractor::computer(Skill::Greedy, Seed::from_number(seat)))
        .collect();
    let mut listener = table.listen();
    loop {
        let public = table.view(Viewer::Public);
        let game = match &public.stage {
            StageView::Playing(game) => game,
            StageView::Over(_) if inputs.is_none() => return,
            _ => {
                assert!(submit(table, Input::Start { by: PersonId(1) }).await);
                continue;
            }
        };
        let done = (public.position.0 - begin) as usize + 100 * game.round as usize;
        if inputs.is_some_and(|inputs| done >= inputs) {
            return;
        }
        let awaited = public.turn.awaited();
        let mut acted = false;
        for (number, player) in players.iter_mut().enumerate() {
            let seat = Seat::new(number as u8);
            if !awaited.is_empty() && !awaited.contains(seat) {
                continue;
            }
            let own = table.view(Viewer::Seat(seat));
            let chosen = own.stage.game().and_then(|view| player.choose(view));
            // Who does not call says so, and who is not awaited may start the deal.
            let others = [Some(Action::PassCall), Tractor::nudge(game)];
            for action in chosen.into_iter().chain(others.into_iter().flatten()) {
                let by = By::Person(PersonId(1 + number as u64));
                acted = acted || submit(table, Input::Act { by, action }).await;
            }
            if acted {
                break;
            }
        }
        if !acted {
            listener.next().await.expect("the clock goes on");
        }
    }
}

/// The same journal under another name, with its snapshot.
async fn copy(store: &dyn Store, from: TableId, number: u64) {
    let whole = store.journal(from).await.expect("a journal");
    let resumed = store.resume(from).await.expect("a journal");
    let snapshot = resumed.saved.snapshot;
    let new = NewTable {
        table: TableId {
            key: TableKey(2_000_000 + number),
            ..from
        },
        guild: whole.guild,
        game: whole.saved.game,
        header: whole.saved.header,
    };
    let claim = store.open_table(new).await.expect("a new table");
    for record in whole.saved.entries {
        let here = snapshot
            .as_ref()
            .filter(|kept| kept.position == record.position);
        let entry = NewEntry {
            snapshot: here.map(|kept| kept.line.clone()),
            record,
            finished: Vec::new(),
        };
        store.append(claim, entry).await.expect("the next entry");
    }
}

/// Fills a file with tables in mid-match.
async fn fill(file: &Path, tables: usize, inputs: usize) {
    let process = Process::over(file).await;
    process.leases.renew().await.expect("leases");
    let played = (0..DISTINCT.min(tables)).map(|number| {
        let host = process.host.clone();
        tokio::spawn(async move {
            let table = sit_down(&host, number as u64).await;
            play(&table, Some(inputs)).await;
            table.id()
        })
    });
    let mut ids = Vec::new();
    for table in played.collect::<Vec<_>>() {
        ids.push(table.await.expect("it was played"));
    }
    let copies = (ids.len()..tables).map(|number| {
        let (store, from) = (Arc::clone(&process.store), ids[number % ids.len()]);
        tokio::spawn(async move { copy(&*store, from, number as u64).await })
    });
    for copied in copies.collect::<Vec<_>>() {
        copied.await.expect("it was copied");
    }
    process.stop().await;
}

/// The memory of this process in KiB.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    number.unwrap_or_default()
}

async fn restore(file: &Path, what: &str) {
    let process = Process::over(file).await;
    let (before, begin) = (resident(), Instant::now());
    let round = process.leases.renew().await.expect("the start succeeds");
    let took = begin.elapsed();
    let memory = (resident() - before) / round.restored.max(1) as u64;
    println!(
        "| {what} | {} | {} | {:.2} s | {memory} KiB |",
        round.restored,
        round.aside,
        took.as_secs_f64()
    );
    process.stop().await;
}

/// Plays whole matches and weighs what is kept of them.
async fn weigh(folder: &Path) {
    let process = Process::over(&folder.join("finished.db")).await;
    process.leases.renew().await.expect("leases");
    let played = (0..MATCHES).map(|number| {
        let host = process.host.clone();
        tokio::spawn(async move {
            let table = sit_down(&host, 500 + number as u64).await;
            play(&table, None).await;
            let by = Closer::Host(PersonId(1));
            assert!(submit(&table, Input::Close { by }).await);
        })
    });
    for table in played.collect::<Vec<_>>() {
        table.await.expect("it was played");
    }
    let size = async |name: &str| {
        let file = folder.join(name);
        let saved = process.store.backup(file.clone(), Extent::All).await;
        saved.expect("a backup");
        std::fs::metadata(file).expect("a file").len() / 1_024
    };
    let (open, mut archivist) = (
        size("open.db").await,
        Archivist::new(process.host.clone(), Arc::clone(&process.store), None),
    );
    let done = archivist.work().await.expect("the store is there");
    let archived = size("archived.db").await;
    println!(
        "\n{MATCHES} matches from 2 to A: {} KiB each as they were played, {} KiB each archived ({done:?})",
        open / MATCHES as u64,
        archived / MATCHES as u64
    );
    process.stop().await;
}

#[tokio::main]
async fn main() {
    println!("| inputs a table | tables back | set aside | time | memory a table |");
    println!("|---|---|---|---|---|");
    if let Some(file) = std::env::var_os("RESTORE_STORE") {
        let file = PathBuf::from(file);
        return restore(&file, &file.display().to_string()).await;
    }
    let tables = std::env::var("RESTORE_TABLES").ok();
    let tables = tables.and_then(|text| text.parse().ok()).unwrap_or(1_000);
    let base = std::env::var_os("STORE_BENCH_DIR").map_or_else(std::env::temp_dir, PathBuf::from);
    let folder = base.join(format!("tractor-bot-restore-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a new folder");
    for inputs in LENGTHS {
        let file = folder.join(format!("{inputs}.db"));
        fill(&file, tables, inputs).await;
        restore(&file, &inputs.to_string()).await;
    }
    weigh(&folder).await;
    std::fs::remove_dir_all(&folder).expect("the folder goes away");
}
