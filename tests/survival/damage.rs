//! Rows that were damaged by whatever means: what is sound comes back, and what is not is told.
//!
//! `SEEDS=500 cargo test --test survival damage` damages more stores than usual; `SEED=7` one alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sqlx::Connection as _;
use sqlx::sqlite::SqliteConnection;
use tractor_bot::chance::Seed;
use tractor_bot::game::{GameKind, Viewer, at_game};
use tractor_bot::host::{Hosted as _, at_any_table};
use tractor_bot::store::{self, DamagedEntry, Measure, Ranking, Reach, Scope, Store};
use tractor_bot::table::{GuildId, PersonId, Position, TableKey, UnixMillis};
use tractor_bot::tictactoe::TicTacToe;

use crate::place::{self, Folder};
use crate::playing::{Process, begin, play_inputs, play_on};
use crate::schema::{Damage, Kept, Shape, shapes, unguarded};

/// How many stores are damaged where nobody says otherwise.
const SEEDS: u64 = 50;
/// The name of the process that wrote the stores.
const OWNER: &str = "kept";
/// When it is started again: before any table has been idle for too long.
const NOW: UnixMillis = UnixMillis(1_763_000_000_000);
/// Tables with more entries than this are left out, so that many stores can be tried.
const MOST_ENTRIES: u64 = 150;

/// Those of one kind of store of which there are three, so that each has its share.
fn seeds(kind: u64) -> Vec<u64> {
    let number = |name| {
        let text = std::env::var(name).ok()?;
        Some(text.parse().expect("a number"))
    };
    let seeds = match number("SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("SEEDS").unwrap_or(SEEDS),
    };
    seeds.filter(|seed| seed % 3 == kind).collect()
}

/// A store before anything happens to it, and what is in it.
struct Sound {
    path: PathBuf,
    shapes: Vec<Shape>,
    /// Open tables by their row, with where they stand.
    open: BTreeMap<i64, (TableKey, Stand)>,
    /// All tables by their row, with how much was finished there.
    channels: BTreeMap<i64, (TableKey, usize)>,
}

/// Where a table stands: its position, and who sits there.
#[derive(PartialEq, Eq, Debug)]
struct Stand(Position, String);

impl Stand {
    /// Whether this is the same table, at which nothing was taken back: computer players and the
    /// clock play on at once.
    fn follows(&self, before: &Stand) -> bool {
        self.0 >= before.0 && self.1 == before.1
    }
}

fn stands(process: &Process, key: TableKey) -> Option<Stand> {
    let table = process.host.get(key)?;
    Some(at_any_table!(&table, handle => {
        let view = handle.view(Viewer::Public);
        let names = view.seats.iter().map(|seat| (&seat.name, seat.occupant.person()));
        Stand(view.position, format!("{:?}", names.collect::<Vec<_>>()))
    }))
}

/// Opens a store and puts down what there is, after it was played on if it is to be.
async fn sound(folder: &Folder, name: &str, played: bool) -> Sound {
    let url = place::copy(folder, &place::kept(), name);
    let path = folder.file(&format!("{name}.db"));
    small(&path).await;
    if played {
        let store = store::connect(&url).await.expect("a store");
        let process = Process::new(store, OWNER, NOW);
        process.start().await;
        for table in process.host.list() {
            // Games that wait for nobody but the people there.
            if let Some(table) = TicTacToe::of(table) {
                play_inputs(&table, 40).await;
            }
        }
        // The store is of a version that may not have known every game.
        let mut begun = Vec::new();
        for game in GameKind::ALL {
            begun.extend(at_game!(game, G => begin::<G>(&process.host).await));
        }
        assert_eq!(play_on(begun).await, Vec::<String>::new());
        process.stop().await;
    }
    let store = store::connect(&url).await.expect("a store");
    let process = Process::new(store, OWNER, NOW);
    process.start().await;
    let tables = tables(&path).await;
    let (mut open, mut channels) = (BTreeMap::new(), BTreeMap::new());
    for (row, key) in tables {
        if let Some(stand) = stands(&process, key) {
            open.insert(row, (key, stand));
        }
        let history = process.store.history(key, 0, 1_000).await;
        channels.insert(row, (key, history.expect("history").len()));
    }
    process.stop().await;
    let mut connection = unguarded(&path).await;
    let shapes = shapes(&mut connection).await;
    connection.close().await.expect("it ends");
    assert!(open.len() > 10, "{} tables are open", open.len());
    Sound {
        path,
        shapes,
        open,
        channels,
    }
}

/// Takes away the tables with very many entries.
async fn small(path: &Path) {
    let mut connection = unguarded(path).await;
    let long =
        format!("SELECT table_id FROM entries GROUP BY table_id HAVING count(*) > {MOST_ENTRIES}");
    for (table, id) in [
        ("forget_later", "table_id"),
        ("finished", "table_id"),
        ("tables", "id"),
        ("entries", "table_id"),
    ] {
        let sql = format!("DELETE FROM {table} WHERE {id} IN ({long})");
        let done = sqlx::raw_sql(&sql).execute(&mut connection).await;
        done.expect("rows are deleted");
    }
    connection.close().await.expect("it ends");
}

async fn tables(path: &Path) -> Vec<(i64, TableKey)> {
    let mut connection = unguarded(path).await;
    let sql = "SELECT id, channel FROM tables ORDER BY id";
    let rows = sqlx::query_as::<_, (i64, i64)>(sql);
    let rows = rows.fetch_all(&mut connection).await.expect("rows");
    connection.close().await.expect("it ends");
    let key = |(row, channel): (i64, i64)| (row, TableKey(channel.cast_unsigned()));
    rows.into_iter().map(key).collect()
}

/// Damages every tenth row of every table. Of entries, which are many, every tenth table has one
/// damaged, unless it is to be every tenth of those too.
fn damages(shapes: &[Shape], kept: Kept, seed: u64) -> Vec<Damage> {
    let mut chance = Seed::from_number(seed).derive("damage", 0).chance();
    let mut all = Vec::new();
    for shape in shapes {
        let mut rows: Vec<usize> = (0..shape.len()).collect();
        if shape.name == "entries" && !seed.is_multiple_of(10) {
            chance.shuffle(&mut rows);
            let mut seen = BTreeSet::new();
            rows.retain(|row| seen.insert(shape.owner(*row)));
            rows.sort_unstable();
        }
        let first = chance.below(10) as usize;
        for row in rows.into_iter().skip(first).step_by(10) {
            all.push(shape.damage(row, kept, &mut chance));
        }
    }
    all
}

/// Does it, as far as the database allows it.
async fn damage(connection: &mut SqliteConnection, damages: Vec<Damage>) -> Vec<Damage> {
    let mut done = Vec::new();
    sqlx::raw_sql("BEGIN")
        .execute(&mut *connection)
        .await
        .expect("it begins");
    for damage in damages {
        let changed = sqlx::raw_sql(&damage.sql).execute(&mut *connection).await;
        if changed.is_ok_and(|changed| changed.rows_affected() > 0) {
            done.push(damage);
        }
    }
    sqlx::raw_sql("COMMIT")
        .execute(&mut *connection)
        .await
        .expect("it ends");
    done
}

/// Starts on a damaged store; gives everything that is not as it has to be.
async fn start(url: &str, sound: &Sound, done: &[Damage]) -> Vec<String> {
    let mut wrong = Vec::new();
    let store = match store::connect(url).await {
        Ok(store) => store,
        Err(error) => return vec![format!("it cannot be opened: {error}")],
    };
    let process = Process::new(store, OWNER, NOW);
    if let Err(error) = process.try_start().await {
        return vec![format!("it does not start: {error}")];
    }
    let touched = |row: &i64| {
        let of = done.iter().filter(|damage| damage.of == Some(*row));
        let of = of.filter(|damage| ["tables", "entries"].contains(&&*damage.table));
        of.map(|damage| damage.what.clone()).collect::<Vec<_>>()
    };
    let told = told(&*process.store).await;
    for (row, (key, stand)) in &sound.open {
        let (what, now) = (touched(row), stands(&process, *key));
        match now {
            Some(now) if what.is_empty() && !now.follows(stand) => {
                wrong.push(format!("{key:?}: {stand:?} is now {now:?}"));
            }
            Some(_) => {}
            None if what.is_empty() => wrong.push(format!("{key:?} is sound and not back")),
            None if what.iter().all(|what| what.ends_with("deleted")) => {}
            None if told.contains(row) => {}
            None => wrong.push(format!("{key:?} is not back, and nobody is told: {what:?}")),
        }
    }
    wrong.extend(unread(&*process.store, sound, done).await);
    let back = process.host.list().len();
    process.stop().await;
    wrong.extend(again(url, back).await);
    wrong
}

/// Another start finds the same tables.
async fn again(url: &str, before: usize) -> Option<String> {
    let process = match store::connect(url).await {
        Ok(store) => Process::new(store, OWNER, NOW),
        Err(error) => return Some(format!("it cannot be opened again: {error}")),
    };
    let wrong = match process.try_start().await {
        Ok(_) if process.host.list().len() == before => None,
        Ok(again) => Some(format!("{before} were back, then {again:?}")),
        Err(error) => Some(format!("it does not start again: {error}")),
    };
    process.stop().await;
    wrong
}

/// The rows of tables that an operator is told of, each with its reason.
async fn told(store: &dyn Store) -> BTreeSet<i64> {
    let aside = store.aside().await.expect("what was set aside");
    let findings = store.examine().await.expect("findings");
    let aside = aside.iter().filter(|aside| !aside.reason.is_empty());
    let row = |finding: &DamagedEntry| {
        let key = if finding.place.starts_with("tables") {
            "id="
        } else {
            "table_id="
        };
        let mut parts = finding.row.split_whitespace();
        parts.find_map(|part| part.strip_prefix(key)?.parse().ok())
    };
    let found = findings.iter().filter(|finding| !finding.what.is_empty());
    aside
        .map(|aside| aside.row)
        .chain(found.filter_map(row))
        .collect()
}

/// What of history, statistics and settings cannot be read any more though it was not damaged.
async fn unread(store: &dyn Store, sound: &Sound, done: &[Damage]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (row, (key, number)) in &sound.channels {
        let touches = |damage: &&Damage| damage.of == Some(*row);
        let touched = done.iter().filter(touches);
        let spoiled = touched.clone().filter(|damage| damage.table == "finished");
        // Without the row of the table nothing leads to what was finished there.
        let lost = touched.clone().any(|damage| damage.table == "tables");
        match store.history(*key, 0, 1_000).await {
            Ok(history) if history.len() + spoiled.count() >= *number || lost => {}
            Ok(history) => {
                wrong.push(format!("{} of {number} rounds of {key:?}", history.len()));
            }
            Err(error) => wrong.push(format!("history of {key:?}: {error}")),
        }
    }
    for number in 0..10 {
        let person = PersonId(250_000_000_000_000_003 + 7_919_000_000_007 * number);
        for reach in [Reach::Everywhere, Reach::Guild(GuildId(0))] {
            if let Err(error) = store.stats(person, reach).await {
                wrong.push(format!("statistics of {person:?}: {error}"));
            }
        }
        if let Err(error) = store.settings(Scope::Person(person)).await {
            wrong.push(format!("settings of {person:?}: {error}"));
        }
    }
    for game in GameKind::ALL {
        for by in Measure::of(game) {
            let ranking = Ranking {
                by: *by,
                ..Ranking::top10(game, Reach::Everywhere)
            };
            if let Err(error) = store.leaderboard(ranking).await {
                wrong.push(format!("leaderboard of {game:?}: {error}"));
            }
        }
    }
    wrong
}

/// Nothing was found, at any seed.
#[track_caller]
fn assert_none(wrong: &[String]) {
    let (number, all) = (wrong.len(), wrong.join("\n"));
    assert!(wrong.is_empty(), "{number} are wrong:\n{all}");
}

async fn check(kind: u64, sound: Sound) {
    let sound = Arc::new(sound);
    let mut wrong = Vec::new();
    for seed in seeds(kind) {
        let folder = Folder::new();
        let path = folder.file("damaged.db");
        fs::copy(&sound.path, &path).expect("a copy");
        let damages = damages(&sound.shapes, Kept::Sqlite, seed);
        let mut connection = unguarded(&path).await;
        let done = damage(&mut connection, damages).await;
        connection.close().await.expect("it ends");
        assert!(done.len() > 10, "{} rows were damaged", done.len());
        if std::env::var_os("SEED").is_some() {
            done.iter().for_each(|damage| println!("{}", damage.what));
        }
        let url = folder.url("damaged.db");
        let sound = Arc::clone(&sound);
        // A panic is a finding of this seed alone.
        let task = tokio::spawn(async move { start(&url, &sound, &done).await });
        let found = task
            .await
            .unwrap_or_else(|panic| vec![format!("it panics: {panic}")]);
        let of_seed = found
            .into_iter()
            .map(|found| format!("SEED={seed}: {found}"));
        wrong.extend(of_seed);
    }
    assert_none(&wrong);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sound_comes_back_from_a_damaged_store() {
    let folder = Folder::new();
    check(0, sound(&folder, "stopped", false).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sound_comes_back_from_a_damaged_store_that_was_killed() {
    let folder = Folder::new();
    check(1, sound(&folder, "killed", false).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sound_comes_back_from_a_damaged_store_of_this_version() {
    let folder = Folder::new();
    check(2, sound(&folder, "stopped", true).await).await;
}

/// The same rows in PostgreSQL, which keeps no text that is none and no word for a number.
#[cfg(feature = "postgres")]
#[tokio::test(flavor = "multi_thread")]
async fn what_is_sound_comes_back_from_a_damaged_server() {
    use sqlx::ConnectOptions as _;
    let folder = Folder::new();
    let sound = sound(&folder, "stopped", true).await;
    let mut wrong = Vec::new();
    for seed in 0..SEEDS / 10 {
        let name = format!("damage{seed}");
        let Some(url) = place::postgres(&name, "SELECT 1").await else {
            return;
        };
        let store = store::connect(&url).await.expect("a store");
        let backup = store::open_backup(sound.path.clone(), store::Extent::All).await;
        let filled = store.restore_from(backup.expect("a sound file")).await;
        filled.expect("the same rows");
        store.close().await.expect("it is closed");
        let options: sqlx::postgres::PgConnectOptions = url.parse().expect("an address");
        let mut server = options.connect().await.expect("the database");
        let unguard: Vec<String> = sound.shapes.iter().map(Shape::unguard).collect();
        // Nothing is referred to.
        let sql = format!(
            "SET session_replication_role = replica; {}",
            unguard.concat()
        );
        let done = sqlx::raw_sql(&sql).execute(&mut server).await;
        done.expect("anything can be written");
        let mut done = Vec::new();
        for damage in damages(&sound.shapes, Kept::Postgres, seed) {
            let changed = sqlx::raw_sql(&damage.sql).execute(&mut server).await;
            if changed.is_ok_and(|changed| changed.rows_affected() > 0) {
                done.push(damage);
            }
        }
        server.close().await.expect("it ends");
        assert!(done.len() > 10, "{} rows were damaged", done.len());
        let found = start(&url, &sound, &done).await;
        let of_seed = found
            .into_iter()
            .map(|found| format!("SEED={seed}: {found}"));
        wrong.extend(of_seed);
    }
    assert_none(&wrong);
}

/// The whole program, without a token: a table in the terminal, kept in a damaged file.
#[tokio::test(flavor = "multi_thread")]
async fn the_program_starts_on_a_damaged_store() {
    let folder = Folder::new();
    let sound = sound(&folder, "stopped", false).await;
    for seed in [10, 11, 12] {
        let folder = Folder::new();
        let path = folder.file("damaged.db");
        fs::copy(&sound.path, &path).expect("a copy");
        let mut connection = unguarded(&path).await;
        damage(&mut connection, damages(&sound.shapes, Kept::Sqlite, seed)).await;
        connection.close().await.expect("it ends");
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_tractor-bot"));
        program
            .args([
                "ttt",
                "--watch",
                "--seed",
                "7",
                "--rule",
                "computer_delay=0",
            ])
            .current_dir(std::env::temp_dir())
            .env("DATABASE_URL", folder.url("damaged.db"))
            .env_remove("DISCORD_TOKEN")
            .env_remove("RUST_LOG");
        let ended = program.output().expect("it runs");
        let words = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success(), "SEED={seed}: {words}");
        assert!(!words.contains("panicked"), "SEED={seed}: {words}");
    }
}
