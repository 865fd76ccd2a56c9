//! Processes that are killed and files that are cut off in the middle of a write.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::sync::Arc;

use tractor_bot::game::GameKind;
use tractor_bot::store::*;
use tractor_bot::table::{PersonId, Record, TableId};

use crate::home::*;

/// Names the store to a process that is to be killed.
const CHILD: &str = "STORE_CRASH_CHILD";

/// How many tables write at once.
const TABLES: u64 = 20;

/// What an entry finishes: every fifth one a round.
fn finished(number: u64, claim: Claim) -> Vec<Finish> {
    if !number.is_multiple_of(5) {
        return Vec::new();
    }
    let tallies = vec![tally(PersonId(1), &[(Counter::Rounds, 1)])];
    let Record { position, at, .. } = entry(claim, number).record;
    vec![Finish {
        position,
        at,
        ..finish(1, Some(number as u32 / 5), tallies)
    }]
}

/// The process that is killed: appends to all tables as fast as it can, and prints what has been
/// acknowledged. Does nothing when it is run as a test.
#[tokio::test]
async fn child() {
    let Ok(url) = std::env::var(CHILD) else {
        return;
    };
    let store = connect(&url).await.unwrap();
    take(&*store, lease("child", "0..0/1", 0)).await.unwrap();
    let mut open = store.open_tables(vec![0]).await.unwrap().tables;
    while (open.len() as u64) < TABLES {
        let key = open.len() as u64;
        let mut new = table(key);
        // Another run of this process may have opened the earlier ones.
        new.table.opening.0 = key * 1_000_000;
        new.header.position = new.table.opening;
        store.open_table(new).await.unwrap();
        open = store.open_tables(vec![0]).await.unwrap().tables;
    }
    let mut writers = Vec::new();
    for OpenTable { claim, .. } in open {
        let store = Arc::clone(&store);
        writers.push(tokio::spawn(async move {
            let there = length(&*store, claim.table()).await;
            acknowledge(claim, there);
            for number in there + 1.. {
                let new = NewEntry {
                    finished: finished(number, claim),
                    ..entry(claim, number)
                };
                store.append(claim, new).await.unwrap();
                acknowledge(claim, number);
            }
        }));
    }
    for writer in writers {
        writer.await.unwrap();
    }
}

/// Says that this entry and all before it are there.
fn acknowledge(claim: Claim, number: u64) {
    let line = format!("ack {} {number}\n", claim.table().key.0);
    // Unlike `println!`, one write at once.
    std::io::stdout().write_all(line.as_bytes()).unwrap();
    std::io::stdout().flush().unwrap();
}

/// Runs the child and kills it after so many acknowledgements; the last one of each table.
fn run_and_kill(url: &str, after: usize) -> BTreeMap<u64, u64> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "crash::child", "--nocapture", "--test-threads=1"])
        .env(CHILD, url)
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut last = BTreeMap::new();
    let mut note = |line: &str| {
        // A line that the kill has cut off has no end.
        let mut words = line.strip_suffix('\n')?.strip_prefix("ack ")?.split(' ');
        let key: u64 = words.next()?.parse().ok()?;
        let number: u64 = words.next()?.parse().ok()?;
        let before = last.insert(key, number);
        assert!(before.is_none_or(|before| number == before + 1), "{line}");
        Some(())
    };
    let mut line = String::new();
    let mut count = 0;
    while count < after {
        line.clear();
        let length = output.read_line(&mut line).unwrap();
        assert!(length > 0, "it goes on until it is killed");
        count += usize::from(note(&line).is_some());
    }
    // SIGKILL; then what it still said before.
    child.kill().unwrap();
    child.wait().unwrap();
    line.clear();
    while output.read_line(&mut line).unwrap() > 0 {
        note(&line);
        line.clear();
    }
    last
}

/// The rounds of these tables, of which so many entries were acknowledged.
async fn rounds_written(store: &dyn Store, acknowledged: &BTreeMap<u64, u64>) -> u64 {
    let mut rounds = 0;
    for (&key, &number) in acknowledged {
        let table = TableId {
            opening: tractor_bot::table::Position(key * 1_000_000),
            ..table(key).table
        };
        let length = length(store, table).await;
        let lost = number.saturating_sub(length);
        assert_eq!(lost, 0, "table {key}: {length} of {number}");
        // One may be written and not yet acknowledged.
        assert!(length <= number + 1, "table {key}: {length}, {number}");
        rounds += length / 5;
    }
    rounds
}

async fn survives_kills(home: &Home, kills: usize) {
    let store = home.process().await;
    let url = home.url();
    let mut acknowledged: BTreeMap<u64, u64> = BTreeMap::new();
    let mut dice = 12_345_u64;
    for _ in 0..kills {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let after = 1 + (dice >> 33) as usize % 250;
        let url = url.clone();
        let last = tokio::task::spawn_blocking(move || run_and_kill(&url, after));
        acknowledged.append(&mut last.await.unwrap());

        let before = rounds_written(&*store, &acknowledged).await;
        // Tables that nothing was acknowledged of have no five entries.
        let stats = store.stats(PersonId(1), Reach::Everywhere).await.unwrap();
        let counted = stats.total(GameKind::Tractor, Counter::Rounds);
        // What a server was about to write when its client was killed it may write only now.
        let after = rounds_written(&*store, &acknowledged).await;
        let between = (before..=after).contains(&counted.cast_unsigned());
        assert!(between, "{before}, {counted}, {after}");
    }
    let total: u64 = acknowledged.values().sum();
    println!("{kills} kills, {total} entries, 0 lost, 0 doubled");
}

/// More of them with `STORE_KILLS`.
fn kills() -> usize {
    let kills = std::env::var("STORE_KILLS").ok();
    kills.and_then(|kills| kills.parse().ok()).unwrap_or(10)
}

#[tokio::test]
async fn sqlite_loses_nothing_acknowledged_when_killed() {
    survives_kills(&Home::sqlite(), kills()).await;
}

#[cfg(feature = "postgres")]
#[tokio::test]
async fn postgres_loses_nothing_acknowledged_when_its_client_is_killed() {
    if let Some(home) = Home::postgres("killed").await {
        survives_kills(&home, kills()).await;
    }
}

/// A power cut may leave any part of the last writes: every cut of the log must open, and hold the
/// entries up to some point.
#[tokio::test]
async fn a_log_cut_off_anywhere_holds_a_whole_beginning() {
    let home = Home::sqlite();
    let store = home.owner().await;
    let claim = store.open_table(table(5)).await.unwrap();
    // Into the file, so that the log holds the entries alone.
    store.close().await.unwrap();
    let store = home.owner().await;
    for number in 1..=12 {
        let claim = store.open_tables(vec![0]).await.unwrap().tables[0].claim;
        store.append(claim, entry(claim, number)).await.unwrap();
    }
    let Home::Sqlite(folder) = &home else {
        unreachable!("made above")
    };
    let log_of = |folder: &Folder| folder.file("tractor.db-wal");
    let database = std::fs::read(folder.file(FILE)).unwrap();
    let log = std::fs::read(log_of(folder)).unwrap();
    let mut lengths = Vec::new();
    for cut in (0..=log.len()).step_by(1_999).chain([log.len()]) {
        let torn = Folder::new();
        std::fs::write(torn.file(FILE), &database).unwrap();
        let mut rest = log[..cut].to_vec();
        // What the disk had there before.
        rest.resize(log.len(), 0xAA);
        std::fs::write(log_of(&torn), rest).unwrap();
        let torn = Home::Sqlite(torn);
        let store = torn.owner().await;
        let there = length(&*store, claim.table()).await;
        lengths.push(there);
        let open = store.open_tables(vec![0]).await.unwrap().tables;
        let next = entry(open[0].claim, there + 1);
        store.append(open[0].claim, next).await.unwrap();
    }
    assert!(lengths.is_sorted(), "{lengths:?}");
    assert_eq!((lengths[0], lengths.last()), (0, Some(&12)));
}
