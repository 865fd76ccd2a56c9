//! Whole stores: what is written to one, and what a later version has to find in it.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use double::folder::Folder;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tractor_bot::console::{Paint, replay::replay};
use tractor_bot::game::GameKind;
use tractor_bot::host::{Archivist, Clock, Host, LeaseManager, MemoryJournal};
use tractor_bot::store::{
    self, Claim, Counter, Finish, Journal, JournalWriter, LeaseRequest, Measure, NewEntry,
    NewTable, Ranking, Reach, Scope, ShardRange, Store, TableState,
};
use tractor_bot::table::{GuildId, Position, Saved, TableId, TableKey, UnixMillis, restore};
use tractor_bot::text::locale::Locale;
use tractor_bot::tictactoe::TicTacToe;
use tractor_bot::tractor::Tractor;
use tractor_bot::uno::Uno;

use super::drive::person;
use super::examine::exports;
use super::facts::Told;
use super::files;
use super::scenes::Scenes;

/// The name of the process that wrote the stores.
const OWNER: &str = "kept";
/// Until when a process that was killed still holds its leases.
const LEASED: u64 = 4_000_000_000_000;
/// The stores: one of a process that stopped, and one of a process that was killed.
pub const STORES: [&str; 2] = ["stopped", "killed"];

/// Which tables are in which store; a star stands for any end of the name.
const STOPPED: &[&str] = &[
    "tractor at-*",
    "tractor left-and-back",
    "tractor absent",
    "tractor second-match",
    "tractor closed-host",
    "tractor surrendered",
    "tractor rules-08",
    "uno at-*",
    "uno preset-*-4",
    "uno under-the-pile",
    "uno third-match",
    "uno closed-idle",
    "uno rules-0*",
    "ttt board-*-alternate",
    "ttt challenge-*",
    "ttt left",
];
const KILLED: &[&str] = &[
    "tractor flipped",
    "tractor redealt",
    "tractor votes-stand",
    "tractor all-left",
    "tractor after-ace",
    "uno preset-*-3",
    "uno own-clock",
    "uno places",
    "uno closed-host",
    "uno left-and-back",
    "ttt board-3-*",
    "ttt absent-and-back",
    "ttt all-left",
];

/// A table to be written.
struct Written {
    name: String,
    saved: Saved,
    finished: Vec<Vec<Finish>>,
    snapshots: Vec<Option<String>>,
    closed: bool,
}

fn written<G: Told>(scenes: &Scenes<G>) -> Vec<Written> {
    let table = |(name, drive): &(String, super::drive::Drive<G>)| Written {
        name: format!("{} {name}", G::KIND.name()),
        saved: drive.saved.clone(),
        finished: drive.finished.clone(),
        snapshots: drive.snapshots.clone(),
        closed: drive.table.is_closed(),
    };
    scenes.iter().map(table).collect()
}

fn is_named(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, end)) => name.starts_with(start) && name.ends_with(end),
    }
}

fn guild(number: usize) -> GuildId {
    match number % 4 {
        0 => GuildId(0),
        place => GuildId(1_120_000_000_000_000_000 + ((place as u64) << 22)),
    }
}

fn hash(text: &str) -> String {
    hex::encode(&Sha256::digest(text.as_bytes())[..16])
}

/// Writes both stores with what was to be found in them.
pub async fn write(
    folder: &Path,
    tractor: &Scenes<Tractor>,
    uno: &Scenes<Uno>,
    ttt: &Scenes<TicTacToe>,
) {
    let folder = folder.join("stores");
    fs::create_dir_all(&folder).expect("a new folder");
    let all = [written(tractor), written(uno), written(ttt)];
    let all: Vec<Arc<Written>> = all.into_iter().flatten().map(Arc::new).collect();
    for (name, patterns) in STORES.into_iter().zip([STOPPED, KILLED]) {
        let chosen = |table: &&Arc<Written>| patterns.iter().any(|p| is_named(p, &table.name));
        let tables: Vec<Arc<Written>> = all.iter().filter(chosen).cloned().collect();
        let place = Folder::new();
        let store = open(&place, name).await;
        fill(&store, &tables, name == "killed").await;
        if name == "stopped" {
            // What was over was archived, and the journals of closed tables packed.
            let host = Host::new(Arc::new(MemoryJournal::default()));
            let mut archivist = Archivist::new(host, Arc::clone(&store), None);
            archivist.work().await.expect("the store is in order");
        }
        let ids: Vec<TableId> = tables.iter().map(|table| table.saved.table).collect();
        let found = find(&*store, &ids).await;
        fs::write(folder.join(format!("{name}.facts")), lines(&found.facts)).expect("written");
        let text = found.exports.concat();
        files::pack(&folder.join(format!("{name}.exports.gz")), text.as_bytes());
        if name == "stopped" {
            store.release().await.expect("leases are given back");
            store.close().await.expect("it is closed");
        }
        // A killed process leaves its log behind.
        for part in [format!("{name}.db"), format!("{name}.db-wal")] {
            if place.file(&part).exists() {
                let bytes = fs::read(place.file(&part)).expect("a part of the store");
                files::pack(&folder.join(format!("{part}.gz")), &bytes);
            }
        }
        println!(
            "{name}: {} tables, {} exports",
            ids.len(),
            found.exports.len()
        );
    }
}

async fn fill(store: &Arc<dyn Store>, tables: &[Arc<Written>], killed: bool) {
    let request = LeaseRequest {
        owner: OWNER.to_owned(),
        shards: ShardRange::ALL,
        now: UnixMillis(0),
        until: UnixMillis(LEASED),
    };
    store.acquire(request).await.expect("an empty store");
    let each = tables.iter().enumerate().map(|(at, table)| {
        let is_noted = !(killed && table.name.contains("closed-host"));
        let (store, table) = (Arc::clone(store), Arc::clone(table));
        tokio::spawn(async move { append(&*store, guild(at), &table, is_noted).await })
    });
    // All are written at the same time.
    let mut claims = Vec::new();
    for written in each.collect::<Vec<_>>() {
        claims.push(written.await.expect("it was written"));
    }
    if killed {
        let aside = claims[0];
        let why = "the state after position 7 is another one";
        let put = store
            .set_aside(aside, UnixMillis(LEASED / 2), why, false)
            .await;
        put.expect("it was open");
        store.forget(person(1)).await.expect("a person");
    }
    for (scope, name, value) in settings(tables) {
        let set = store.set_setting(scope, name, Some(value)).await;
        set.expect("a setting");
    }
}

async fn append(store: &dyn Store, guild: GuildId, table: &Written, is_noted: bool) -> Claim {
    let new = NewTable {
        table: table.saved.table,
        guild,
        game: table.saved.game,
        header: table.saved.header.clone(),
    };
    let claim = store.open_table(new).await.expect("a new table");
    let kept = table.finished.iter().zip(&table.snapshots);
    for (record, (finished, snapshot)) in table.saved.entries.iter().zip(kept) {
        let entry = NewEntry {
            record: record.clone(),
            finished: finished.clone(),
            snapshot: snapshot.clone(),
        };
        store.append(claim, entry).await.expect("the next entry");
    }
    if table.closed && is_noted {
        let last = table.saved.entries.last().expect("it was closed");
        store
            .close_table(claim, last.at)
            .await
            .expect("it was open");
    }
    claim
}

fn settings(tables: &[Arc<Written>]) -> Vec<(Scope, &'static str, &'static str)> {
    let channel = Scope::Channel(tables[0].saved.table.key);
    vec![
        (Scope::Person(person(0)), "language", "zh-CN"),
        (Scope::Person(person(0)), "style", "compact"),
        (Scope::Person(person(2)), "show_play_number", "on"),
        (Scope::Guild(guild(1)), "prefix", "!"),
        (Scope::Guild(guild(1)), "language", "en-US"),
        (Scope::Guild(guild(1)), "turn_limit", "60"),
        (
            Scope::Guild(guild(2)),
            "channels",
            "1140000000000001000 1140000000000001020",
        ),
        (
            channel,
            "shown",
            r#"{"room":false,"places":[{"channel":1140000000000001000,"guild":null}]}"#,
        ),
    ]
}

/// What is found in a store.
struct Found {
    /// One fact a line.
    facts: Vec<Value>,
    /// The exports of all matches that were played to their end.
    exports: Vec<String>,
}

fn lines(facts: &[Value]) -> String {
    facts.iter().map(|fact| format!("{fact}\n")).collect()
}

/// Reads everything that there is about these tables, and about everybody who ever played.
async fn find(store: &dyn Store, tables: &[TableId]) -> Found {
    let (mut facts, mut texts) = (Vec::new(), Vec::new());
    for id in tables {
        let journal = store.journal(*id).await.expect("a kept journal");
        let state = match &journal.state {
            TableState::Open => "open".to_owned(),
            TableState::Closed => "closed".to_owned(),
            TableState::Aside(why) => format!("aside: {why}"),
        };
        let history = store.history(id.key, 0, 1_000).await.expect("history");
        let finished = history.iter().map(|finished| {
            let summary: Value = serde_json::from_str(&finished.summary).expect("JSON");
            let round = finished.round;
            json!([
                finished.match_number,
                round,
                finished.position.0,
                finished.at.0,
                summary
            ])
        });
        let matches = history.iter().filter(|finished| finished.round.is_none());
        let matches = matches
            .map(|finished| finished.match_number)
            .max()
            .unwrap_or(0);
        let (goes_on, ended) = match journal.saved.game.name() {
            "tractor" => replayed::<Tractor>(&journal.saved, matches),
            "uno" => replayed::<Uno>(&journal.saved, matches),
            "ttt" => replayed::<TicTacToe>(&journal.saved, matches),
            other => panic!("these stores have no table of {other}"),
        };
        texts.extend(ended);
        facts.push(json!({
            "table": [id.key.0, id.opening.0],
            "state": state,
            "goes_on": goes_on && journal.state == TableState::Open,
            "game": journal.saved.game,
            "guild": journal.guild.0,
            "altered": journal.saved.altered,
            "entries": journal.saved.entries.len(),
            "journal": hash(&files::to_text(&journal.saved)),
            "finished": finished.collect::<Vec<_>>(),
        }));
    }
    facts.extend(people(store).await);
    let exports = texts;
    Found { facts, exports }
}

/// Whether a table is not closed, and the exports of its matches.
fn replayed<G: Told>(saved: &Saved, matches: u32) -> (bool, Vec<String>) {
    let restored = restore::<G>(saved).expect("a journal that can be replayed");
    (!restored.table.is_closed(), exports::<G>(saved, matches))
}

/// The games of these files: later ones have no leaderboard there.
const PLAYED: [GameKind; 3] = [GameKind::Tractor, GameKind::Uno, GameKind::TicTacToe];

/// Statistics, leaderboards and settings.
async fn people(store: &dyn Store) -> Vec<Value> {
    let mut facts = Vec::new();
    let reaches = [
        (0..4).map(|at| Reach::Guild(guild(at))).collect(),
        vec![Reach::Everywhere],
    ];
    let reaches = reaches.concat();
    for number in 0..10 {
        let person = person(number);
        for reach in &reaches {
            let stats = store.stats(person, *reach).await.expect("statistics");
            for ((game, versus), sums) in &stats.sums {
                let sum = |(counter, value): (&Counter, &i64)| json!([counter.name(), value]);
                let sums: Vec<Value> = sums.iter().map(sum).collect();
                let versus = versus.to_string();
                facts.push(json!({ "person": person.0, "in": place(*reach), "game": game, "versus": versus, "sums": sums }));
            }
        }
        let settings = store
            .settings(Scope::Person(person))
            .await
            .expect("settings");
        facts.push(json!({ "person": person.0, "settings": settings }));
    }
    for game in PLAYED {
        for by in Measure::of(game) {
            for reach in &reaches {
                let ranking = Ranking {
                    by: *by,
                    ..Ranking::top10(game, *reach)
                };
                let listed = store.leaderboard(ranking).await.expect("a leaderboard");
                let one = |one: &store::LeaderboardRow| {
                    json!([one.person.0, one.name, one.part, one.whole])
                };
                let listed: Vec<Value> = listed.iter().map(one).collect();
                facts.push(
                    json!({ "best": by.name, "game": game, "in": place(*reach), "listed": listed }),
                );
            }
        }
    }
    for at in 0..4 {
        let settings = store
            .settings(Scope::Guild(guild(at)))
            .await
            .expect("settings");
        facts.push(json!({ "guild": guild(at).0, "settings": settings }));
    }
    facts
}

fn place(reach: Reach) -> Value {
    match reach {
        Reach::Guild(guild) => guild.0.into(),
        Reach::Everywhere => "everywhere".into(),
    }
}

/// Opens the store of this name in a folder.
async fn open(folder: &Folder, name: &str) -> Arc<dyn Store> {
    let url = folder.url(&format!("{name}.db"));
    store::connect(&url).await.expect("a store")
}

/// A clock that stands still.
struct Still(UnixMillis);

impl Clock for Still {
    fn now(&self) -> UnixMillis {
        self.0
    }
}

/// Opens a copy of a kept store, reads everything in it, and continues its tables.
pub async fn check(folder: &Path, name: &'static str) {
    let folder = folder.join("stores");
    let place = Folder::new();
    for end in ["db", "db-wal"] {
        let packed = folder.join(format!("{name}.{end}.gz"));
        if packed.exists() {
            let copy = place.file(&format!("{name}.{end}"));
            fs::write(copy, files::unpack(&packed)).expect("a copy");
        }
    }
    let store = open(&place, name).await;
    let told = fs::read_to_string(folder.join(format!("{name}.facts"))).expect("facts");
    let told: Vec<Value> = told
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    let tables = told.iter().filter_map(|fact| fact["table"].as_array());
    let number = |value: &Value| value.as_u64().expect("a number");
    let tables: Vec<TableId> = tables
        .map(|parts| TableId {
            key: TableKey(number(&parts[0])),
            opening: Position(number(&parts[1])),
        })
        .collect();
    let found = find(&*store, &tables).await;
    for (told, found) in told.iter().zip(&found.facts) {
        assert_eq!(told, found, "{name}");
    }
    assert_eq!(told.len(), found.facts.len(), "{name}");
    let texts = files::unpack(&folder.join(format!("{name}.exports.gz")));
    let texts = String::from_utf8(texts).expect("UTF-8");
    assert!(
        texts == found.exports.concat(),
        "the exports of {name} differ"
    );
    for text in &found.exports {
        let path = place.file("match.json");
        fs::write(&path, text).expect("a file");
        replay(&path, Locale::ENGLISH, Paint::Plain).expect("a match that is over");
    }
    go_on(&store, &told).await;
    store.close().await.expect("it is closed");
}

/// All open tables come back, and none is set aside.
async fn go_on(store: &Arc<dyn Store>, told: &[Value]) {
    let open = told.iter().filter(|fact| fact["goes_on"] == true).count();
    let last = told.iter().flat_map(|fact| fact["table"].get(1)?.as_u64());
    let now = last.max().unwrap_or_default() / 1_000;
    let keeper = Arc::new(JournalWriter::new(Arc::clone(store)));
    let journal = Arc::clone(&keeper) as Arc<dyn Journal>;
    let host = Host::with_clock(journal, Arc::new(Still(UnixMillis(now))));
    let leases = LeaseManager::new(host.clone(), keeper, OWNER, ShardRange::ALL);
    let round = leases.renew().await.expect("the store is there");
    assert_eq!(round.aside, 0, "nothing is set aside");
    assert_eq!(round.restored, open, "every table comes back");
    host.shutdown().await;
    store.release().await.expect("leases are given back");
}
