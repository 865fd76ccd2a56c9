//! Copies of damaged files: complete or none, and nothing is changed by looking.
//!
//! `SPOILED=1000` tries so many damaged stores and as many damaged backups; `SPOILED_FROM=60` begins
//! with that seed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use double::number::number;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Row as _};
use tractor_bot::store;

use crate::backups::fill;
use crate::home::*;

/// How many damaged files are tried, and the first seed.
fn seeds() -> std::ops::Range<u64> {
    let first = number("SPOILED_FROM").unwrap_or(0);
    first..first + number("SPOILED").unwrap_or(12)
}

/// What a file with a page size of 4,096 bytes may suffer.
fn spoil(bytes: &mut Vec<u8>, chance: &mut ChaCha8Rng) -> &'static str {
    let pages = bytes.len() / 4096;
    let page = chance.random_range(0..pages) * 4096;
    match chance.random_range(0..6) {
        0 | 1 => {
            for _ in 0..chance.random_range(1..=4) {
                bytes[page + chance.random_range(0..4096)] = chance.random();
            }
            "bytes"
        }
        2 => {
            bytes[page..page + 4096].fill(0);
            "a page of nothing"
        }
        3 => {
            bytes[page..page + 4096]
                .iter_mut()
                .for_each(|byte| *byte = chance.random());
            "a page of anything"
        }
        4 => {
            let other = chance.random_range(0..pages) * 4096;
            let copy = bytes[other..other + 4096].to_vec();
            bytes[page..page + 4096].copy_from_slice(&copy);
            "a page of another place"
        }
        _ => {
            bytes.truncate(chance.random_range(0..bytes.len()));
            "cut off"
        }
    }
}

/// All that can be read of a file, row by row, as text; the tables that cannot be read to their end
/// are left out.
async fn read(file: &Path) -> Option<BTreeMap<String, Vec<String>>> {
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let mut open = options.connect().await.ok()?;
    let tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' \
                  AND name <> 'meta'";
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&mut open).await.ok()?;
    let mut all = BTreeMap::new();
    for table in tables {
        let sql = format!("SELECT * FROM {table}");
        let Ok(rows) = sqlx::query(&sql).fetch_all(&mut open).await else {
            continue;
        };
        let told = rows.iter().map(|row| {
            let raw = (0..row.len()).map(|at| {
                let text = row.try_get_unchecked::<Option<Vec<u8>>, _>(at);
                format!("{:?}", text.expect("bytes"))
            });
            raw.collect::<Vec<_>>().join(" ")
        });
        let mut told: Vec<String> = told.collect();
        told.sort();
        all.insert(table, told);
    }
    let _ = open.close().await;
    Some(all)
}

/// A store with something in it, as it is after the end of its process, and with its log as after a
/// kill.
async fn filled(folder: &Folder) -> (PathBuf, PathBuf) {
    let home = Home::sqlite();
    let store = home.process().await;
    fill(&store).await;
    let (killed, stopped) = (folder.file("killed.db"), folder.file("stopped.db"));
    let path = home.folder().file(FILE);
    let log = |path: &Path| PathBuf::from(format!("{}-wal", path.display()));
    fs::copy(&path, &killed).expect("a copy");
    fs::copy(log(&path), log(&killed)).expect("a copy of the log");
    store.close().await.expect("it is closed");
    drop(store);
    fs::copy(path, &stopped).expect("a copy");
    (killed, stopped)
}

#[tokio::test]
async fn a_backup_of_a_damaged_store_is_complete_or_none() {
    let folder = Folder::new();
    let (killed, stopped) = filled(&folder).await;
    let (main, log) = (
        fs::read(&killed).unwrap(),
        fs::read(folder.file("killed.db-wal")).unwrap(),
    );
    let whole = fs::read(&stopped).unwrap();
    let (mut done, mut refused) = (0, 0);
    for seed in seeds() {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let folder = Folder::new();
        let spoiled = folder.file("spoiled.db");
        let spoiled_log = folder.file("spoiled.db-wal");
        let mut bytes = whole.clone();
        let what = match seed % 8 {
            0 => {
                fs::write(&spoiled, &main).unwrap();
                "without its log"
            }
            1 => {
                let mut log = log.clone();
                spoil(&mut log, &mut chance);
                fs::write(&spoiled, &main).unwrap();
                fs::write(spoiled_log, log).unwrap();
                "with a damaged log"
            }
            2 => {
                fs::write(&spoiled, &whole).unwrap();
                fs::write(spoiled_log, &log).unwrap();
                "with an older log"
            }
            _ => {
                let what = spoil(&mut bytes, &mut chance);
                fs::write(&spoiled, &bytes).unwrap();
                what
            }
        };
        let url = folder.url("spoiled.db");
        let copy = folder.file("copy.db");
        let made = match store::open(&url, store::Access::Copy).await {
            Ok(store) => {
                let made = store.backup(copy.clone(), unread).await;
                store.close().await.expect("it is closed");
                made
            }
            Err(error) => Err(error),
        };
        match made {
            Ok(_) => {
                let there = read(&spoiled).await.expect("it could be copied");
                let copied = read(&copy).await.expect("a sound file");
                assert_eq!(there, copied, "seed {seed}, {what}");
                done += 1;
            }
            Err(error) => {
                assert!(!copy.exists(), "seed {seed}, {what}: {error}");
                refused += 1;
                // What is wrong is told.
                if let Ok(store) = store::open(&url, store::Access::Copy).await {
                    let looked = store.examine(unread).await;
                    let found = looked.is_ok_and(|found| !found.is_empty());
                    assert!(found, "seed {seed}, {what}: nothing is told");
                    store.close().await.expect("it is closed");
                }
            }
        }
    }
    println!("{done} copied, {refused} refused");
    assert!(done > 0 && refused > 0, "{done} copied, {refused} refused");
}

#[tokio::test]
async fn a_damaged_backup_puts_all_back_or_nothing() {
    let folder = Folder::new();
    filled(&folder).await;
    let sealed = folder.file("sealed.db");
    let url = folder.url("stopped.db");
    let store = store::open(&url, store::Access::Copy).await.unwrap();
    store.backup(sealed.clone(), unread).await.unwrap();
    let whole = fs::read(&sealed).unwrap();
    let all = read(&sealed).await.unwrap();
    let (mut done, mut refused) = (0, 0);
    for seed in seeds() {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let mut bytes = whole.clone();
        let what = spoil(&mut bytes, &mut chance);
        let spoiled = folder.path().join(format!("{seed}.db"));
        fs::write(&spoiled, &bytes).unwrap();
        let home = Home::sqlite();
        let empty = home.process().await;
        let put_back = empty.restore_from(&spoiled, unread).await;
        empty.close().await.unwrap();
        if put_back.is_ok() {
            let mut there = read(&home.folder().file(FILE)).await.unwrap();
            // Those that were made here have other times.
            let made = "_sqlx_migrations";
            there.insert(made.to_owned(), all[made].clone());
            assert_eq!(there, all, "seed {seed}, {what}");
            done += 1;
        } else {
            refused += 1;
        }
        assert_eq!(
            fs::read(&spoiled).unwrap(),
            bytes,
            "seed {seed}, {what}: it was changed"
        );
        fs::remove_file(&spoiled).unwrap();
    }
    println!("{done} put back, {refused} refused");
    assert!(refused > done, "{done} put back, {refused} refused");
}

/// Wherever an index lies in the place of a table, and the table in its, something is told: an empty table would be
/// taken for one in which nothing is kept.
#[tokio::test]
async fn a_table_that_lies_where_an_index_belongs_is_told() {
    let folder = Folder::new();
    let (_, stopped) = filled(&folder).await;
    let whole = fs::read(&stopped).unwrap();
    let options = SqliteConnectOptions::new().filename(&stopped);
    let mut connection = options.connect().await.unwrap();
    let roots =
        |kind: &str| format!("SELECT name, rootpage FROM sqlite_master WHERE type = '{kind}'");
    let mut found = Vec::new();
    for sql in [roots("table"), roots("index")] {
        let all = sqlx::query_as::<_, (String, i64)>(&sql);
        found.push(all.fetch_all(&mut connection).await.unwrap());
    }
    let [tables, indexes] = &found[..] else {
        unreachable!("two kinds")
    };
    connection.close().await.unwrap();
    let all = read(&stopped).await.unwrap();
    let spoiled = folder.file("exchanged.db");
    let url = folder.url("exchanged.db");
    assert!(tables.len() > 5 && indexes.len() > 5);
    for (table, one) in tables {
        for (index, other) in indexes {
            fs::write(&spoiled, &whole).unwrap();
            let exchange = format!(
                "PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = {one} + {other} - rootpage \
                 WHERE rootpage IN ({one}, {other})"
            );
            by_hand(&url, &exchange).await;
            let Ok(store) = store::open(&url, store::Access::Copy).await else {
                continue;
            };
            let found = store.examine(unread).await;
            store.close().await.expect("it is closed");
            // Two that are empty can lie in each other's place.
            let told = found.is_ok_and(|found| !found.is_empty());
            let same = told || read(&spoiled).await.is_some_and(|there| there == all);
            assert!(same, "{table} and {index}");
        }
    }
}
