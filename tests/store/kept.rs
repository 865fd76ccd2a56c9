//! A store and journals that every version reads: what was played is there, to the card, and goes on.
//!
//! Nobody has an older store: until the first release, `UPDATE_FIXTURES=1 cargo test --test store kept` writes
//! `fixtures/journals` anew where its form was changed on purpose.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use tokio::sync::OnceCell;
use tractor_bot::console::doctor::{self, DoctorRequest};
use tractor_bot::desk::Served;
use tractor_bot::game::{GameKind, at_game};
use tractor_bot::store::{self, *};
use tractor_bot::table::{
    MatchRecord, PersonId, Recording, TableId, TableKey, UnixMillis, restore_strictly,
};

use crate::files;
use crate::home::{Folder, Home};
use crate::playing::{self, Process};

const NOW: UnixMillis = UnixMillis(1_763_000_000_000);
/// The store; what was told of it; and its journals, which are kept beside it as text too.
const STORE: &str = "stores/store.db.gz";
const FACTS: &str = "stores/store.facts";
const EXPORTS: &str = "stores/store.exports.gz";

fn kept(name: &str) -> PathBuf {
    files::root().join(name)
}

fn journal_of(game: GameKind) -> PathBuf {
    kept(&format!("{}.gz", game.name()))
}

fn key(game: GameKind) -> TableKey {
    TableKey(1_140_000_000_000_000_000 + u64::from(game.number()))
}

/// A table of each game: a match, and the beginning of another.
async fn write() {
    let folder = Folder::new();
    let url = folder.url("store.db");
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
    let scope = Scope::Person(PersonId(1));
    let set = process.store.set_setting(scope, "language", Some("zh-CN"));
    set.await.expect("a setting");
    process.stop().await;
    let store = store::connect(&url).await.expect("the store");
    let (facts, exports) = told(&*store).await;
    for game in GameKind::ALL {
        let journal = journal(&*store, game).await;
        files::pack(&journal_of(game), files::to_text(&journal.saved).as_bytes());
    }
    store.close().await.expect("it is closed");
    files::pack(
        &kept(STORE),
        &fs::read(folder.file("store.db")).expect("the file"),
    );
    files::pack(&kept(EXPORTS), exports.as_bytes());
    fs::write(kept(FACTS), facts).expect("it is written");
}

async fn journal(store: &dyn Store, game: GameKind) -> StoredJournal {
    let finished = store.history(key(game), 0, 1).await.expect("history");
    let [finished] = &finished[..] else {
        panic!("a match of {game:?} is over");
    };
    store.journal(finished.table).await.expect("a journal")
}

/// What a store says of its tables and of everybody, one fact a line; and the match of each table.
async fn told(store: &dyn Store) -> (String, String) {
    let (mut facts, mut exports) = (Vec::new(), String::new());
    for game in GameKind::ALL {
        let journal = journal(store, game).await;
        let TableId { key, opening } = journal.saved.table;
        facts.push(format!(
            "{game:?}: channel {}, opened at {}, {:?}, {} entries",
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
        exports += &at_game!(game, G => shown::<G>(store, &journal).await);
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
    (facts.join("\n") + "\n", exports)
}

/// The journal leads, entry by entry, to what it says itself; its rounds can be shown. The finished match.
async fn shown<G: Served>(store: &dyn Store, journal: &StoredJournal) -> String {
    let saved = &journal.saved;
    let back = restore_strictly::<G>(saved).unwrap_or_else(|error| panic!("{error}"));
    assert!(back.table.is_playing(), "the next match is being played");
    for one in store
        .history(saved.table.key, 0, 1_000)
        .await
        .expect("history")
    {
        if let Some(round) = one.round {
            let replay = store.replay(saved.table, one.match_number, round).await;
            let replay = replay.expect("a recording").expect("it is kept");
            assert!(Recording::<G>::of_text(&replay).is_some());
        }
    }
    let record = MatchRecord::<G>::of(saved, 1).expect("it is over");
    record.to_text() + "\n"
}

/// Everything is there, and every table goes on, after another start too.
async fn check(home: &Home) {
    let store = home.process().await;
    let (facts, exports) = told(&*store).await;
    let was = fs::read_to_string(kept(FACTS)).expect("facts");
    for (now, was) in facts.lines().zip(was.lines()) {
        assert_eq!(now, was);
    }
    assert_eq!(facts.len(), was.len());
    assert!(
        exports.as_bytes() == files::unpack(&kept(EXPORTS)),
        "exports"
    );
    for game in GameKind::ALL {
        let text = String::from_utf8(files::unpack(&journal_of(game))).expect("UTF-8");
        assert_eq!(journal(&*store, game).await.saved, files::of_text(&text));
    }
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

/// A folder with the kept store in it.
async fn copy() -> Folder {
    static WRITTEN: OnceCell<()> = OnceCell::const_new();
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        WRITTEN.get_or_init(write).await;
    }
    let folder = Folder::new();
    let file = folder.file(crate::home::FILE);
    fs::write(file, files::unpack(&kept(STORE))).expect("a copy");
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kept_store_is_continued() {
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
    let url = folder.url(crate::home::FILE);
    let before = contents(&folder);
    let store = store::connect_to_read(&url).await.expect("a store");
    let found = doctor::answer(&*store, DoctorRequest::List).await;
    assert!(!found.expect("an answer").lines.is_empty());
    store.close().await.expect("it is closed");
    assert_eq!(contents(&folder), before, "doctor");
    let copies = Folder::new();
    let store = store::connect_to_copy(&url).await.expect("a store");
    let copied = store.backup(copies.file("copy.db"), Extent::All).await;
    assert!(copied.expect("a backup").rows > 0);
    store.close().await.expect("it is closed");
    assert_eq!(contents(&folder), before, "backup");
}

#[cfg(feature = "postgres")]
mod postgres {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    #[ignore = "needs PostgreSQL"]
    async fn a_kept_store_is_continued() {
        let home = Home::postgres("kept").await;
        let folder = copy().await;
        let backup = open_backup(folder.file(crate::home::FILE), Extent::All).await;
        let store = home.process().await;
        let copied = store.restore_from(backup.expect("the file")).await;
        copied.expect("all of it");
        store.close().await.expect("it is closed");
        check(&home).await;
    }
}
