//! Damage of every kind in every column: what is sound comes back, and what is not is told.
//!
//! `SEEDS=500 cargo test --test store damage` damages more stores than usual, `SEEDS=500-900` those with other seeds.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::{ConnectOptions as _, Connection as _, Row as _, SqliteConnection};
use tractor_bot::chance::{Chance, Seed};
use tractor_bot::game::{GameKind, Viewer};
use tractor_bot::host::{Host, at_any_table, check_journal};
use tractor_bot::store::*;
use tractor_bot::table::{PersonId, TableKey, UnixMillis};
use tractor_bot::tictactoe::TicTacToe;

use crate::home::*;
use crate::playing::{Process, begin, close_and_pack, play, play_on, start};

const NOW: UnixMillis = UnixMillis(1_763_000_000_000);

/// How many stores are damaged where nobody says otherwise, and in how many cells each.
const SEEDS: u64 = 12;
const CELLS: u32 = 16;
/// What had more than its own table suffer: a table that was packed and does not say so.
const FOUND: [u64; 1] = [495];

/// How many tables are open; so many more were closed and packed.
const OPEN: u64 = 24;
const CLOSED: u64 = 6;

/// What may come to be in a column, whatever belongs there; `{}` is what was there.
const VALUES: &[&str] = &[
    "NULL",
    "'what is this'",
    "''",
    "x'fffe00'",
    "CAST(x'7bfffefd' AS TEXT)",
    "-1",
    "0",
    "9223372036854775807",
    "-9223372036854775808",
    "1.5",
    "'no-game'",
    "substr({}, 1, length({}) / 2)",
    "replace({}, '1', '99999999999999999999')",
    "{} || 'x'",
    "CAST({} AS BLOB)",
];

/// Open tables in the middle of their second match, closed ones, and all that is kept of them.
async fn fill(home: &Home) {
    let process = Process::new(home.process().await, NOW);
    process.start().await;
    for key in 1..=OPEN + CLOSED {
        let table = begin::<TicTacToe>(&process.host, TableKey(key)).await;
        play(&table, 9).await;
        assert!(start(&table).await, "the first match is over");
        play(&table, 2).await;
        if key > OPEN {
            close_and_pack(&process, &table).await;
        }
        let scope = Scope::Person(PersonId(key));
        set(&process.store, scope, "language", "en").await;
    }
    process.host.shutdown().await;
    process.store.close().await.expect("it is closed");
}

/// A connection that no schema holds back.
async fn unbound(url: &str) -> SqliteConnection {
    let options = sqlite::options(url).unwrap().foreign_keys(false);
    let mut connection = options.connect().await.unwrap();
    for sql in [
        "PRAGMA ignore_check_constraints = ON",
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '') WHERE type = 'table'",
        "PRAGMA writable_schema = RESET",
    ] {
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    }
    connection
}

/// A table of the schema: its columns, and those of them that are its key.
struct Shape {
    name: String,
    columns: Vec<String>,
    keys: String,
}

/// All tables but those in which migrations note themselves, and which program may use the store at all.
async fn shapes(connection: &mut SqliteConnection) -> Vec<Shape> {
    let sql = "SELECT m.name, group_concat(c.name), \
               (SELECT group_concat(k.name) FROM pragma_table_info(m.name) k WHERE k.pk > 0) \
               FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' \
               AND m.name NOT LIKE 'sqlite%' AND m.name NOT IN ('_sqlx_migrations', 'meta') \
               GROUP BY m.name";
    let rows = sqlx::query(sql).fetch_all(connection).await.unwrap();
    let shape = |row: &sqlx::sqlite::SqliteRow| Shape {
        name: row.get(0),
        columns: row
            .get::<String, _>(1)
            .split(',')
            .map(str::to_owned)
            .collect(),
        keys: row.get(2),
    };
    rows.iter().map(shape).collect()
}

/// Damages one cell, or takes the row away; the rows of `tables` that it belongs to, before and after, and what was done.
async fn damage(
    connection: &mut SqliteConnection,
    shape: &Shape,
    chance: &mut Chance,
) -> Option<([Option<i64>; 2], String)> {
    let Shape { name, keys, .. } = shape;
    let mut below = |end: usize| chance.below(end as u32) as usize;
    let count = format!("SELECT COUNT(*) FROM {name}");
    let count = sqlx::query_scalar::<_, i64>(&count);
    let count = count.fetch_one(&mut *connection).await.unwrap();
    if count == 0 {
        return None;
    }
    let nth = below(count as usize);
    let of = match name.as_str() {
        "tables" => "id",
        _ if keys.starts_with("table_id") => "table_id",
        _ => "NULL",
    };
    let row = format!("SELECT {of} FROM {name} ORDER BY {keys} LIMIT 1 OFFSET {nth}");
    let row = sqlx::query(&row).fetch_one(&mut *connection).await.unwrap();
    let row: Option<i64> = row.try_get(0).ok().flatten();
    let there =
        format!("({keys}) IN (SELECT {keys} FROM {name} ORDER BY {keys} LIMIT 1 OFFSET {nth})");
    let column = &shape.columns[below(shape.columns.len())];
    let value = VALUES[below(VALUES.len())].replace("{}", column);
    let to = format!("SELECT CAST({value} AS INTEGER) FROM {name} WHERE {there}");
    let to: Option<i64> = match column.as_str() {
        "table_id" => sqlx::query_scalar(&to)
            .fetch_one(&mut *connection)
            .await
            .ok(),
        _ => None,
    };
    let (what, sql) = match below(12) {
        0 => (
            "deleted".to_owned(),
            format!("DELETE FROM {name} WHERE {there}"),
        ),
        _ => (
            format!("{column} = {value}"),
            format!("UPDATE OR IGNORE {name} SET {column} = {value} WHERE {there}"),
        ),
    };
    let done = sqlx::raw_sql(&sql).execute(&mut *connection).await.ok()?;
    (done.rows_affected() > 0).then(|| ([row, to], format!("{name} ({row:?}): {what}")))
}

/// What everybody sees at a table, if it is there.
fn shown(host: &Host, key: TableKey) -> Option<String> {
    let table = host.get(key)?;
    Some(at_any_table!(&table, handle => format!("{:?}", handle.view(Viewer::Public))))
}

/// The rows of tables that an operator is told of.
async fn told(store: &Db) -> BTreeSet<i64> {
    let aside = store.aside().await.expect("what was set aside");
    let aside = aside.iter().filter(|aside| !aside.reason.is_empty());
    let findings = store.examine(check_journal).await.expect("findings");
    let row = |finding: &DamagedEntry| {
        let is_table = finding.place.starts_with("tables");
        let key = if is_table { "id=" } else { "table_id=" };
        let mut parts = finding.row.split(' ');
        parts.find_map(|part| part.strip_prefix(key)?.parse().ok())
    };
    let found = findings.iter().filter_map(row);
    found.chain(aside.map(|aside| aside.row)).collect()
}

/// Damages a store whose process was killed, and starts on it: the tables that nothing happened to are there as
/// they were and go on, and the others, or what became of them, are told of.
async fn goes_on_with_what_is_sound(
    sound: &Home,
    views: &BTreeMap<i64, (TableKey, String)>,
    seed: u64,
) -> usize {
    let folder = Folder::new();
    std::fs::copy(sound.folder().file(FILE), folder.file(FILE)).unwrap();
    let home = Home::Sqlite(folder);
    let mut connection = unbound(&home.url()).await;
    let shapes = shapes(&mut connection).await;
    let mut chance = Seed::from_number(seed).derive("damage", 0).chance();
    let (mut touched, mut done) = (BTreeMap::<i64, Vec<String>>::new(), Vec::new());
    for cell in 0..CELLS {
        let shape = match cell % 2 {
            0 => shapes.iter().find(|shape| shape.name == "tables"),
            _ => shapes.get(chance.below(shapes.len() as u32) as usize),
        };
        let damage = damage(&mut connection, shape.expect("a table"), &mut chance).await;
        if let Some((rows, what)) = damage {
            for row in rows {
                let touched = touched.entry(row.unwrap_or(-1));
                touched.or_default().push(what.clone());
            }
            done.push(what);
        }
    }
    connection.close().await.unwrap();
    let context = format!("seed {seed}: {done:#?}");

    let process = Process::new(home.process().await, NOW);
    let renewed = process.try_start().await;
    assert!(renewed.is_ok(), "{renewed:?}\n{context}");
    let told = told(&process.store).await;
    for (row, (key, before)) in views {
        let now = shown(&process.host, *key);
        match touched.get(row) {
            None => assert_eq!(now.as_ref(), Some(before), "{key:?}\n{context}"),
            Some(what) => {
                let gone = what.iter().any(|what| what.ends_with("deleted"));
                assert!(
                    now.is_some() || gone || told.contains(row),
                    "{key:?}\n{context}"
                );
            }
        }
    }
    let back = process.host.list().len();
    everything_else_answers(&process.store, &context).await;
    process.stop().await;
    let process = Process::new(home.process().await, NOW);
    process.start().await;
    assert_eq!(process.host.list().len(), back, "{context}");
    for (_, (key, _)) in views.iter().filter(|(row, _)| !touched.contains_key(row)) {
        play_on(&process.host.get(*key).expect(&context)).await;
    }
    process.stop().await;
    touched.len()
}

async fn everything_else_answers(store: &Db, context: &str) {
    for number in 1..=OPEN + CLOSED {
        let person = PersonId(number);
        store.stats(person, Reach::Everywhere).await.expect(context);
        store.settings(Scope::Person(person)).await.expect(context);
        store.history(TableKey(number), 0, 99).await.expect(context);
    }
    for by in GameKind::ALL.into_iter().flat_map(Measure::of) {
        let ranking = Ranking {
            by: *by,
            ..Ranking::top10(GameKind::TicTacToe, Reach::Everywhere)
        };
        store.leaderboard(ranking).await.expect(context);
    }
    store.aside_later().await.expect(context);
    for table in store.unpacked(100).await.expect(context) {
        let packed = store.pack(table).await;
        let fine = matches!(
            packed,
            Ok(_)
                | Err(StoreError::Damaged { .. }
                    | StoreError::Later { .. }
                    | StoreError::Missing { .. })
        );
        assert!(fine, "{packed:?}\n{context}");
    }
    let forgotten = PersonId(1_234_567_890_123_456_789);
    store.forget(forgotten).await.expect(context);
}

#[tokio::test(flavor = "multi_thread")]
async fn damage_in_any_column_concerns_its_own_table_alone() {
    let sound = Home::sqlite();
    fill(&sound).await;
    let process = Process::new(sound.process().await, NOW);
    process.start().await;
    let mut connection = unbound(&sound.url()).await;
    let rows = "SELECT id, channel FROM tables WHERE state = 'open'";
    let rows = sqlx::query_as::<_, (i64, i64)>(rows);
    let rows = rows.fetch_all(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let view = |(row, channel): (i64, i64)| {
        let key = TableKey(channel as u64);
        (row, (key, shown(&process.host, key).expect("it is open")))
    };
    let views: BTreeMap<_, _> = rows.into_iter().map(view).collect();
    assert_eq!(views.len() as u64, OPEN);
    process.host.shutdown().await;
    process.store.close().await.unwrap();
    let seeds = std::env::var("SEEDS").unwrap_or_else(|_| SEEDS.to_string());
    let (first, last) = seeds.split_once('-').unwrap_or(("1", &seeds));
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let seeds = number(first)..=number(last);
    let count = seeds.clone().count();
    let mut damaged = 0;
    for seed in seeds.chain(FOUND) {
        damaged += goes_on_with_what_is_sound(&sound, &views, seed).await;
    }
    assert!(damaged > 4 * count, "{damaged}");
}

/// What can be read and leads elsewhere than its table stood is found by running the journal, and no backup is made of it.
#[tokio::test]
async fn a_journal_that_leads_elsewhere_is_found() {
    let sound = Home::sqlite();
    fill(&sound).await;
    let mut connection = unbound(&sound.url()).await;
    let of_open = "SELECT MIN(id) FROM tables WHERE state = 'open'";
    for (number, sql) in (0..).zip([
        "UPDATE entries SET body = replace(body, 'Person 1', 'Person 9') WHERE table_id = {}",
        "UPDATE entries SET body = replace(body, '\"digest\":\"', '\"digest\":\"0') WHERE table_id = {}",
        "UPDATE entries SET body = replace(body, '\"digest\":\"a', '\"digest\":\"b') WHERE table_id = {}",
        "DELETE FROM entries WHERE table_id = {} AND position % 1000 = 8",
        "UPDATE snapshots SET body = (SELECT MAX(body) FROM snapshots) WHERE table_id = {}",
        "UPDATE snapshots SET body = replace(body, 'Person 1', 'Person 9') WHERE table_id = {}",
    ]) {
        let row = format!("{of_open} AND id > {number}");
        let row = sqlx::query_scalar::<_, i64>(&row);
        let row = row.fetch_one(&mut connection).await.unwrap();
        let folder = Folder::new();
        std::fs::copy(sound.folder().file(FILE), folder.file(FILE)).unwrap();
        let home = Home::Sqlite(folder);
        let mut damaged = unbound(&home.url()).await;
        let sql = sql.replace("{}", &row.to_string());
        let done = sqlx::raw_sql(&sql).execute(&mut damaged).await.unwrap();
        assert!(done.rows_affected() > 0, "{sql}");
        damaged.close().await.unwrap();
        let store = home.process().await;
        let open = store.open_tables(None).await.unwrap().tables;
        let found = store.examine(check_journal).await.unwrap();
        let tables: BTreeSet<_> = found.iter().filter_map(|found| found.table).collect();
        assert_eq!(tables.len(), 1, "{sql}: {found:?}");
        assert!(open.iter().any(|open| tables.contains(&open.table)), "{sql}");
        let refused = store.backup(Folder::new().file("copy.db"), check_journal).await;
        assert!(matches!(refused, Err(StoreError::Unsound { .. })), "{sql}: {refused:?}");
    }
    connection.close().await.unwrap();
}

#[tokio::test]
async fn data_that_need_a_later_version_are_refused_in_a_sentence() {
    let home = Home::sqlite();
    drop(home.process().await);
    let mut connection = unbound(&home.url()).await;
    let later = "INSERT INTO _sqlx_migrations VALUES (9, 'later', CURRENT_TIMESTAMP, 1, x'00', 1); \
                 CREATE TABLE tomorrow (id INTEGER)";
    sqlx::raw_sql(later).execute(&mut connection).await.unwrap();
    let store = connect(&home.url()).await;
    assert!(store.is_ok(), "one more migration alone is left alone");
    let sql = "UPDATE meta SET value = '9' WHERE name = 'needs'";
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    let Err(error) = connect(&home.url()).await else {
        panic!("it was opened");
    };
    assert_eq!(error, StoreError::NeedsLater { needs: 9, ours: 8 });
    let sql = "UPDATE meta SET value = 'soon' WHERE name = 'needs'";
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    assert!(connect(&home.url()).await.is_ok());
}
