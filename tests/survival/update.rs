//! The stores of the version before are opened: every table is back and goes on, and everything that
//! is over can still be seen.
//!
//! Larger stores than the kept ones are tried with `OLD_STORE=PATH`: `PATH.db` (SQLite) or
//! `PATH.sql` (a dump of PostgreSQL, with `TEST_POSTGRES_URL`), and beside it what that version told
//! of it: `PATH.facts`, `PATH.exports.gz` and `PATH.pages.gz`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tractor_bot::desk::{Desk, Effect};
use tractor_bot::store::{self, TableState};
use tractor_bot::table::{Position, TableId, TableKey, UnixMillis};

use crate::place::{self, Folder};
use crate::playing::{Process, play_on};
use crate::shown::{ask, desk, text};

/// The name of the process that wrote the stores.
const OWNER: &str = "kept";

/// What was told of a table.
struct Told {
    id: TableId,
    goes_on: bool,
    /// Matches that were played to their end, with their rounds.
    finished: Vec<(u64, Option<u64>)>,
}

fn told(path: &Path) -> Vec<Told> {
    let text = fs::read_to_string(path).expect("facts");
    let lines = text.lines().map(|line| {
        let fact: Value = serde_json::from_str(line).expect("a line of JSON");
        fact
    });
    let number = |value: &Value| value.as_u64().expect("a number");
    let table = |fact: Value| {
        let parts = fact["table"].as_array()?;
        let finished = fact["finished"].as_array().into_iter().flatten();
        Some(Told {
            id: TableId {
                key: TableKey(number(&parts[0])),
                opening: Position(number(&parts[1])),
            },
            goes_on: fact["goes_on"] == true,
            finished: finished
                .map(|one| (number(&one[0]), one[1].as_u64()))
                .collect(),
        })
    };
    lines.filter_map(table).collect()
}

/// An export without what its rounds looked like, which was not in those of the version before.
fn read(text: &str) -> Value {
    let mut export: Value = serde_json::from_str(text).expect("JSON");
    if let Some(parts) = export.as_object_mut() {
        parts.remove("rounds");
    }
    export
}

/// What is over is shown in every channel, each page as it was where that was written down.
async fn check_shown(desk: &Desk, told: &[Told], exports: &str, pages: Option<&Path>) {
    let mut problems = Vec::new();
    // A match that ended because nobody was left was never exported.
    let over = told.iter().flat_map(|table| &table.finished);
    let over = over.filter(|(_, round)| round.is_none()).count();
    let mut without = over - exports.lines().count();
    let exports: Vec<Value> = exports.lines().map(read).collect();
    for table in told {
        // As in private messages: a server may have switched the bot off in the channel.
        let (channel, guild) = (table.id.key.0, 0);
        let Some(last) = table.finished.iter().map(|(number, _)| *number).max() else {
            continue;
        };
        let replay = ask(desk, channel, guild, "replay").await;
        if replay.outcome != Effect::Shown {
            problems.push(format!("{channel}: replay: {}", text(&replay)));
        }
        if !table.finished.contains(&(last, None)) {
            continue;
        }
        let export = ask(desk, channel, guild, "export").await;
        let file = export.attachment.as_ref().map(|file| read(&file.text));
        match file {
            Some(file) if exports.contains(&file) => {}
            Some(_) => problems.push(format!("{channel}: another export")),
            None if without > 0 => without -= 1,
            None => problems.push(format!("{channel}: export: {}", text(&export))),
        }
    }
    if let Some(path) = pages {
        problems.extend(other_pages(desk, path).await);
    }
    assert!(
        problems.is_empty(),
        "{:#?}",
        &problems[..problems.len().min(20)]
    );
}

/// Every how many tables' pages are compared: all of a large store take the slow build too long.
const TABLES: u64 = if cfg!(debug_assertions) { 20 } else { 1 };

/// The lines of a page that show cards or a board. Sentences around them may change.
fn cards(page: &str) -> impl Iterator<Item = &str> {
    let shows = |line: &&str| {
        let is_card = |c: char| "♠♥♦♣🃏🔴🟢🔵🟡★⬜🔶".contains(c);
        line.contains(is_card) && !line.contains("to play")
    };
    page.lines().filter(shows)
}

/// The pages on which something is missing that was there.
async fn other_pages(desk: &Desk, path: &Path) -> Vec<String> {
    let lines = String::from_utf8(place::unpack(path)).expect("UTF-8");
    let mut problems = Vec::new();
    for line in lines.lines() {
        let page: Value = serde_json::from_str(line).expect("a line of JSON");
        let number = |name: &str| page[name].as_u64().expect("a number");
        let line = page["ask"].as_str().expect("a command");
        if !line.starts_with("replay") || !number("channel").is_multiple_of(TABLES) {
            continue;
        }
        let now = text(&ask(desk, number("channel"), number("guild"), line).await);
        let was = page["text"].as_str().expect("a text");
        let lost = cards(was).find(|told| !now.contains(told));
        if let Some(lost) = lost {
            let channel = number("channel");
            problems.push(format!(
                "{channel}: {line}: {lost}\nof\n{was}\nis not in\n{now}"
            ));
        }
    }
    problems
}

/// Opens a store, looks at what is over, and goes on with what is not; once more after another
/// restart. `beside` is the path of what was told of it, without ending.
async fn check(url: &str, beside: &Path) {
    let told = told(&beside.with_extension("facts"));
    let exports = place::unpack(&beside.with_extension("exports.gz"));
    let exports = String::from_utf8(exports).expect("UTF-8");
    let last = told.iter().map(|table| table.id.opening.0 / 1_000).max();
    let now = UnixMillis(last.expect("tables") + 60_000);
    let open: Vec<&Told> = told.iter().filter(|table| table.goes_on).collect();

    // Before anybody plays on.
    let store = store::connect(url).await.expect("a store");
    let process = Process::new(store, OWNER, now);
    let desk = desk(&process);
    let pages = Some(beside.with_extension("pages.gz")).filter(|path| path.exists());
    check_shown(&desk, &told, &exports, pages.as_deref()).await;
    drop(desk);

    let round = process.start().await;
    assert_eq!(round.aside, 0, "nothing is set aside");
    assert_eq!(round.restored, open.len(), "every table comes back");
    let table = |told: &&Told| process.host.get(told.id.key).expect("it is back");
    let stuck = play_on(open.iter().map(table).collect()).await;
    assert!(stuck.is_empty(), "{stuck:#?}");
    let mut ended = BTreeMap::new();
    for table in &open {
        let journal = process.store.journal(table.id).await.expect("a journal");
        ended.insert(table.id.key, (journal.saved.entries.len(), journal.state));
    }
    process.stop().await;

    let store = store::connect(url).await.expect("a store");
    let process = Process::new(store, OWNER, UnixMillis(now.0 + 60_000));
    let round = process.start().await;
    let goes_on = |(_, state): &&(usize, TableState)| *state == TableState::Open;
    assert_eq!(
        round.aside, 0,
        "nothing is set aside after it was played on"
    );
    assert_eq!(round.restored, ended.values().filter(goes_on).count());
    process.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_of_the_version_before_is_continued() {
    let folder = Folder::new();
    for name in ["stopped", "killed"] {
        let url = place::copy(&folder, &place::kept(), name);
        check(&url, &place::kept().join(name)).await;
    }
}

#[cfg(feature = "postgres")]
#[tokio::test(flavor = "multi_thread")]
async fn a_dump_of_the_version_before_is_continued() {
    let packed = fs::read(place::kept().join("stopped.sql.zst")).expect("the dump");
    let dump = zstd::decode_all(&packed[..]).expect("a compressed file");
    let dump = String::from_utf8(dump).expect("UTF-8");
    if let Some(url) = place::postgres("stopped", &dump).await {
        check(&url, &place::kept().join("stopped")).await;
    }
}

/// The larger store that is to be tried.
fn larger() -> Option<PathBuf> {
    let path = std::env::var_os("OLD_STORE").map(PathBuf::from);
    if path.is_none() {
        eprintln!("skipped: OLD_STORE is not set");
    }
    path
}

#[tokio::test(flavor = "multi_thread")]
async fn a_larger_store_is_continued() {
    let Some(path) = larger() else { return };
    let folder = Folder::new();
    fs::copy(path.with_extension("db"), folder.file("old.db")).expect("a copy");
    check(&folder.url("old.db"), &path).await;
}

#[cfg(feature = "postgres")]
#[tokio::test(flavor = "multi_thread")]
async fn a_larger_dump_is_continued() {
    let Some(path) = larger() else { return };
    let dump = fs::read_to_string(path.with_extension("sql")).expect("a dump");
    if let Some(url) = place::postgres("larger", &dump).await {
        check(&url, &path).await;
    }
}
