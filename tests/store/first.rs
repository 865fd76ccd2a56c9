//! What 0.1.0 wrote, a journal of each game and a store, is opened by every later version: what was played is
//! there, to the card, and goes on. What was before is refused.
//!
//! Until 0.1.0 is released, `UPDATE_FIXTURES=1 cargo test --test store first` writes `fixtures/first` anew where a form
//! was changed on purpose.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use tokio::sync::OnceCell;
use tractor_bot::console::doctor::{self, DoctorRequest};
use tractor_bot::desk::Served;
use tractor_bot::game::{GameKind, at_game};
use tractor_bot::host::check_journal;
use tractor_bot::store::{self, *};
use tractor_bot::table::{Match, PersonId, Saved, TableId, TableKey, UnixMillis, restore_strictly};
use tractor_bot::tictactoe::TicTacToe;

use crate::files;
use crate::home::{FILE, Folder, Home, by_hand, set};
use crate::playing::{self, Process};

const NOW: UnixMillis = UnixMillis(1_763_000_000_000);
/// The store, and what was told of it.
const STORE: &str = "store.db.gz";
const FACTS: &str = "store.facts";

/// Where a table was closed and packed.
const PACKED: TableKey = TableKey(1_140_000_000_000_000_100);

fn first(name: &str) -> PathBuf {
    files::root().join(name)
}

fn journal_of(game: GameKind) -> PathBuf {
    first(&format!("{}.gz", game.name()))
}

/// Where the table of a game is open.
fn key(game: GameKind) -> TableKey {
    TableKey(1_140_000_000_000_000_000 + u64::from(game.number()))
}

/// A table of each game: a match, and the beginning of another. And one that is closed.
async fn write() {
    let folder = Folder::new();
    let url = folder.url(FILE);
    let process = Process::new(store::connect(&url).await.expect("a new store"), NOW);
    process.start().await;
    for game in GameKind::ALL {
        at_game!(game, G => {
            let table = playing::begin::<G>(&process.host, key(game)).await;
            playing::play(&table, 5_000).await;
            assert!(playing::start(&table).await, "a match of {game:?} is over");
            playing::play(&table, 4).await;
        });
    }
    let table = playing::begin::<TicTacToe>(&process.host, PACKED).await;
    playing::play(&table, 9).await;
    playing::close_and_pack(&process, &table).await;
    let scope = Scope::Person(PersonId(1));
    set(&process.store, scope, "language", "zh-CN").await;
    process.stop().await;
    let store = store::connect(&url).await.expect("the store");
    fs::write(first(FACTS), told(&store).await).expect("it is written");
    for game in GameKind::ALL {
        let saved = journal(&store, key(game)).await.saved;
        files::pack(&journal_of(game), files::to_text(&saved).as_bytes());
    }
    store.close().await.expect("it is closed");
    files::pack(
        &first(STORE),
        &fs::read(folder.file(FILE)).expect("the file"),
    );
}

async fn journal(store: &Db, key: TableKey) -> StoredJournal {
    let finished = store.history(key, 0, 1).await.expect("history");
    let [finished] = &finished[..] else {
        panic!("a match is over at {key:?}");
    };
    store.journal(finished.table).await.expect("a journal")
}

/// What a store says of its tables and of everybody, one fact a line.
async fn told(store: &Db) -> String {
    let mut facts = Vec::new();
    for key in GameKind::ALL.map(key).into_iter().chain([PACKED]) {
        let journal = journal(store, key).await;
        let TableId { key, opening } = journal.saved.table;
        facts.push(format!(
            "{:?}: channel {}, opened at {}, {:?}, {} entries",
            journal.saved.game,
            key.0,
            opening.0,
            journal.state,
            journal.saved.entries.len()
        ));
        for one in store.history(key, 0, 1_000).await.expect("history") {
            let (number, round, at) = (one.match_number, one.round, one.at.0);
            facts.push(format!(
                "match {number}, round {round:?}, {at}: {}",
                one.summary
            ));
        }
    }
    for person in (1..=4).map(PersonId) {
        let about = store.about(person).await.expect("what is kept");
        facts.push(format!(
            "{}: {:?} {:?}",
            person.0, about.name, about.settings
        ));
        let stats = store.stats(person, Reach::Everywhere).await.expect("sums");
        for ((game, versus), sums) in stats.sums {
            let sums = sums.iter().map(|(of, sum)| format!(" {}={sum}", of.name()));
            facts.push(format!("  {game:?} {versus}:{}", sums.collect::<String>()));
        }
        let standings = store.standings(person).await.expect("ratings");
        for ((game, guild), standing) in standings.now {
            let (rating, spread, rounds) = (standing.rating, standing.spread, standing.rounds);
            facts.push(format!(
                "  {game:?} in {}: {rating} {spread} {rounds}",
                guild.0
            ));
        }
    }
    facts.join("\n") + "\n"
}

/// The journal leads, entry by entry, to what it says itself, and its first match can be shown.
fn check_whole<G: Served>(saved: &Saved) {
    restore_strictly::<G>(saved).unwrap_or_else(|error| panic!("{error}"));
    let played = Match::<G>::of(saved, 1).unwrap_or_else(|error| panic!("{error}"));
    assert!(played.over && played.export().is_some());
}

/// Everything is there, and every table goes on, after another start too.
async fn check(home: &Home) {
    let store = home.process().await;
    let facts = told(&store).await;
    let was = fs::read_to_string(first(FACTS)).expect("facts");
    for (now, was) in facts.lines().zip(was.lines()) {
        assert_eq!(now, was);
    }
    assert_eq!(facts.len(), was.len());
    for game in GameKind::ALL {
        let text = String::from_utf8(files::unpack(&journal_of(game))).expect("UTF-8");
        let saved = files::of_text(&text);
        assert_eq!(journal(&store, key(game)).await.saved, saved);
        at_game!(game, G => check_whole::<G>(&saved));
    }
    check_whole::<TicTacToe>(&journal(&store, PACKED).await.saved);
    store.close().await.expect("it is closed");
    for start in 1..=2 {
        let process = Process::new(home.process().await, UnixMillis(NOW.0 + start * 60_000));
        let round = process.start().await;
        assert_eq!((round.restored, round.aside), (GameKind::ALL.len(), 0));
        for table in process.host.list() {
            playing::play_on(&table).await;
        }
        process.stop().await;
    }
}

/// A folder with the first store in it.
async fn copy() -> Folder {
    static WRITTEN: OnceCell<()> = OnceCell::const_new();
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        WRITTEN.get_or_init(write).await;
    }
    let folder = Folder::new();
    fs::write(folder.file(FILE), files::unpack(&first(STORE))).expect("a copy");
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_store_is_continued() {
    check(&Home::Sqlite(copy().await)).await;
}

/// What a folder holds, without the index of a log, which says nothing that is not in the log.
fn contents(folder: &Folder) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder.path()).expect("the folder");
    let files = files.map(|file| {
        let file = file.expect("a file");
        let bytes = fs::read(file.path()).expect("its bytes");
        (file.file_name().into_string().expect("a name"), bytes)
    });
    files.filter(|(name, _)| !name.ends_with("-shm")).collect()
}

#[tokio::test]
async fn tools_leave_a_store_as_it_is() {
    let folder = copy().await;
    let url = folder.url(FILE);
    let before = contents(&folder);
    let store = store::open(&url, Access::Read).await.expect("a store");
    let found = doctor::answer(&store, DoctorRequest::List).await;
    assert!(!found.expect("an answer").lines.is_empty());
    store.close().await.expect("it is closed");
    assert_eq!(contents(&folder), before, "doctor");
    let copies = Folder::new();
    let store = store::open(&url, Access::Copy).await.expect("a store");
    let copied = store.backup(copies.file("copy.db"), check_journal).await;
    assert!(copied.expect("a backup") > 0);
    store.close().await.expect("it is closed");
    assert_eq!(contents(&folder), before, "backup");
}

/// The step that the last version before 0.1.0 made.
const BEFORE: &str = "UPDATE _sqlx_migrations SET version = 7";

/// It was refused with a sentence that says what to do.
fn refuses<T>(answer: Result<T, StoreError>) {
    let refused = answer.err().expect("it is too old");
    assert!(matches!(refused, StoreError::TooOld { .. }), "{refused}");
    let told = refused.to_string();
    for part in ["a version before 0.1.0", "Begin a new one", "DATABASE_URL"] {
        assert!(told.contains(part), "{told}");
    }
}

#[tokio::test]
async fn what_versions_before_made_is_refused_and_left_as_it_is() {
    let (folder, home) = (Folder::new(), Home::sqlite());
    let url = folder.url(FILE);
    let made = store::connect(&url).await.expect("a new store");
    made.close().await.expect("it is closed");
    by_hand(&url, BEFORE).await;
    let before = contents(&folder);
    refuses(store::connect(&url).await);
    refuses(store::open(&url, Access::Read).await);
    refuses(store::open(&url, Access::Copy).await);
    refuses(store::open(&url, Access::Repair).await);
    let file = folder.file(FILE);
    refuses(check_backup(&file, check_journal).await);
    let empty = home.process().await;
    refuses(empty.restore_from(&file, check_journal).await);
    assert_eq!(contents(&folder), before);
}

#[cfg(feature = "postgres")]
mod postgres {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    #[ignore = "needs PostgreSQL"]
    async fn the_first_store_is_continued() {
        let home = Home::postgres("first").await;
        let folder = copy().await;
        let store = home.process().await;
        let copied = store.restore_from(&folder.file(FILE), check_journal).await;
        copied.expect("all of it");
        store.close().await.expect("it is closed");
        check(&home).await;
    }

    #[tokio::test]
    #[ignore = "needs PostgreSQL"]
    async fn what_versions_before_made_is_refused() {
        let home = Home::postgres("before_first").await;
        let url = home.url();
        let is_foreign = |answer: Result<_, StoreError>| {
            matches!(answer.err(), Some(StoreError::Foreign { .. }))
        };
        assert!(is_foreign(store::open(&url, Access::Read).await));
        home.process().await.close().await.unwrap();
        by_hand(&url, BEFORE).await;
        refuses(store::connect(&url).await);
        refuses(store::open(&url, Access::Read).await);
        refuses(store::open(&url, Access::Repair).await);
    }
}
