//! Damage of every kind in every column: it concerns its own table alone, and is told.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::{ConnectOptions as _, Connection as _, Row as _, SqliteConnection};
use tractor_bot::game::GameKind;
use tractor_bot::store::*;
use tractor_bot::table::{PersonId, TableId, UnixMillis};

use crate::home::*;

/// Every table of the database with its key and its columns.
const COLUMNS: &[(&str, &str, &str)] = &[
    (
        "tables",
        "id",
        "channel opening guild bucket game header seal state opened_at ended_at reason forgotten \
         later packed pruned",
    ),
    (
        "entries",
        "table_id position",
        "table_id position at body seal",
    ),
    ("snapshots", "table_id", "position at body seal"),
    ("packs", "table_id first", "table_id first last body seal"),
    (
        "replays",
        "table_id match_number round_number",
        "table_id match_number round_number body",
    ),
    (
        "archives",
        "table_id match_number",
        "table_id match_number body",
    ),
    (
        "finished",
        "table_id match_number round_number",
        "table_id match_number round_number channel guild game position at summary",
    ),
    (
        "counters",
        "game guild person versus counter",
        "game guild person versus counter value",
    ),
    ("people", "person", "name"),
    ("settings", "scope id name", "scope id name value"),
    ("leases", "shard", "total owner fence expires life holder"),
    ("fences", "one", "last"),
    ("meta", "name", "value"),
];

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
];

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % end
    }
}

const TABLES: u64 = 30;

/// Open tables in several guilds, a few closed ones, and everything that is kept of them.
async fn fill(store: &dyn Store) -> Vec<Claim> {
    let mut open = Vec::new();
    for key in 1..=TABLES + 6 {
        let claim = store
            .open_table(table_in(key, (key % 5) << 22))
            .await
            .unwrap();
        for number in 1..=8 {
            let mut new = entry(claim, number);
            if number == 5 {
                new.snapshot = Some("{}".to_owned());
                new.finished = [Some(1), None].map(|round| ends(&new, key, round)).into();
            }
            store.append(claim, new).await.unwrap();
        }
        if key > TABLES {
            store.close_table(claim, UnixMillis(9_000)).await.unwrap();
            if key % 2 == 0 {
                store.pack(claim.table()).await.unwrap();
                let put = store.put_archive(claim.table(), 1, "{}".to_owned());
                put.await.unwrap();
            }
        } else {
            open.push(claim);
        }
        let scope = Scope::Person(PersonId(key));
        store
            .set_setting(scope, "language", Some("en"))
            .await
            .unwrap();
    }
    open
}

fn ends(entry: &NewEntry, person: u64, round: Option<u32>) -> Finish {
    let counts = [(Counter::Rounds, 2), (Counter::Wins, 1)];
    let tally = PersonTally {
        versus: Versus::Person(PersonId(person + 1)),
        ..tally(PersonId(person), &counts)
    };
    Finish {
        position: entry.record.position,
        at: entry.record.at,
        replay: round.map(|_| "{}".to_owned()),
        daily: None,
        ..finish(1, round, vec![tally])
    }
}

/// A connection that no schema holds back.
async fn unbound(home: &Home) -> SqliteConnection {
    let options = sqlite::options(&home.url()).unwrap().foreign_keys(false);
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

/// Damages one cell; the row of `tables` that it belongs to, if any, or `None` if nothing changed.
async fn damage(
    connection: &mut SqliteConnection,
    dice: &mut Dice,
    place: usize,
    told: &mut Vec<String>,
) -> Option<Option<i64>> {
    let (name, keys, columns) = COLUMNS[place];
    let columns: Vec<&str> = columns.split(' ').collect();
    let (column, value) = (
        columns[dice.below(columns.len())],
        VALUES[dice.below(VALUES.len())],
    );
    let keys = keys.replace(' ', ", ");
    let count = format!("SELECT COUNT(*) FROM {name}");
    let count: i64 = sqlx::query_scalar(&count)
        .fetch_one(&mut *connection)
        .await
        .unwrap();
    let nth = dice.below(count as usize);
    let of = match name {
        "tables" => "id",
        _ if keys.starts_with("table_id") => "table_id",
        _ => "NULL",
    };
    let row = format!("SELECT {of} FROM {name} ORDER BY {keys} LIMIT 1 OFFSET {nth}");
    let row = sqlx::query(&row).fetch_one(&mut *connection).await.unwrap();
    let row: Option<i64> = row.try_get(0).ok().flatten();
    let sql = format!(
        "UPDATE OR IGNORE {name} SET {column} = {value} WHERE ({keys}) IN \
         (SELECT {keys} FROM {name} ORDER BY {keys} LIMIT 1 OFFSET {nth})"
    );
    let done = sqlx::raw_sql(&sql).execute(&mut *connection).await.ok()?;
    told.push(format!("{name}.{column} = {value} ({row:?})"));
    (done.rows_affected() > 0).then_some(row)
}

/// Damages many cells of a store whose process was killed, and opens it again.
async fn goes_on_with_what_is_sound(seed: u64, cells: usize) -> usize {
    let home = Home::sqlite();
    let before = home.owner().await;
    let open = fill(&*before).await;
    let mut journals = BTreeMap::new();
    for claim in &open {
        let resumed = before.resume(claim.table()).await.unwrap();
        journals.insert(claim.table(), resumed);
    }
    drop(before);
    let mut connection = unbound(&home).await;
    let (mut dice, mut told, mut touched) = (Dice(seed), Vec::new(), BTreeSet::new());
    let mut rows: BTreeMap<i64, TableId> = BTreeMap::new();
    for row in sqlx::query("SELECT id, channel, opening FROM tables")
        .fetch_all(&mut connection)
        .await
        .unwrap()
    {
        let (id, channel): (i64, i64) = (row.get(0), row.get(1));
        let claim = open
            .iter()
            .find(|claim| claim.table().key.0 == channel as u64);
        rows.extend(claim.map(|claim| (id, claim.table())));
    }
    for cell in 0..cells {
        let place = if cell % 2 == 0 {
            0
        } else {
            dice.below(COLUMNS.len())
        };
        let row = damage(&mut connection, &mut dice, place, &mut told).await;
        touched.extend(row.flatten());
    }
    connection.close().await.unwrap();
    let context = format!("seed {seed}: {told:#?}");

    let store = home.owner().await;
    let listed = store.open_tables(vec![0]).await.unwrap();
    let findings = store.examine().await.unwrap();
    let is_listed = |row: i64| {
        let key = format!("id={row}");
        let of_row = |found: &DamagedEntry| found.row.split(' ').any(|part| part.ends_with(&key));
        findings.iter().any(of_row)
    };
    let mut back = 0;
    for (&row, &table) in &rows {
        let found = listed
            .tables
            .iter()
            .find(|open| open.claim.table() == table);
        let resumed = match found {
            Some(_) => store.resume(table).await,
            None => Err(StoreError::Missing { table }),
        };
        match resumed {
            Ok(resumed) if resumed == journals[&table] => back += 1,
            // From another snapshot, or from none.
            Ok(_) => assert!(touched.contains(&row), "{table}\n{context}"),
            Err(error) => {
                assert!(touched.contains(&row), "{table}: {error}\n{context}");
                assert!(is_listed(row), "{table}: {error}\n{findings:#?}\n{context}");
            }
        }
    }
    assert!(back >= rows.len() - touched.len(), "{context}");
    for damaged in &listed.damaged {
        assert!(is_listed(damaged.claim.row), "{damaged:?}\n{context}");
        let aside = store.set_row_aside(damaged.claim, UnixMillis(9), &damaged.what, damaged.later);
        assert_eq!(aside.await, Ok(()), "{damaged:?}\n{context}");
    }
    everything_else_answers(&*store, &listed.tables, &rows, &touched, &context).await;
    touched.len()
}

async fn everything_else_answers(
    store: &dyn Store,
    listed: &[OpenTable],
    rows: &BTreeMap<i64, TableId>,
    touched: &BTreeSet<i64>,
    context: &str,
) {
    assert_eq!(
        store.renew(UnixMillis(20_000)).await,
        Ok(vec![]),
        "{context}"
    );
    for open in listed {
        let claim = open.claim;
        let row = rows.iter().find(|(_, table)| **table == claim.table());
        if row.is_some_and(|(row, _)| !touched.contains(row)) {
            let new = entry(claim, 9);
            let finished = vec![ends(&new, 7, Some(2))];
            let new = NewEntry { finished, ..new };
            assert_eq!(store.append(claim, new).await, Ok(()), "{context}");
        }
    }
    for person in 1..=TABLES {
        let reach = Reach::Everywhere;
        store.stats(PersonId(person), reach).await.expect(context);
        store
            .settings(Scope::Person(PersonId(person)))
            .await
            .expect(context);
        let key = tractor_bot::table::TableKey(person);
        store.history(key, 0, 99).await.expect(context);
    }
    let ranking = Ranking {
        game: GameKind::Tractor,
        by: Measure::percent("wins", Counter::Wins, Counter::Rounds),
        reach: Reach::Everywhere,
        at_least: 1,
        limit: 100,
    };
    store.leaderboard(ranking).await.expect(context);
    store.aside().await.expect(context);
    store.aside_later(vec![0]).await.expect(context);
    store.unarchived(None, 100).await.expect(context);
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
    store
        .forget(PersonId(1_234_567_890_123_456_789))
        .await
        .expect(context);
    store.prune(UnixMillis(99_999)).await.expect(context);
    store.release().await.expect(context);
}

#[tokio::test]
async fn damage_in_any_column_concerns_its_own_table_alone() {
    let mut damaged = 0;
    for seed in 1..=12 {
        damaged += goes_on_with_what_is_sound(seed, 10).await;
    }
    assert!(damaged > 60, "{damaged}");
}

#[tokio::test]
async fn leases_and_fences_that_make_no_sense_are_made_anew() {
    for sql in [
        "DELETE FROM fences",
        "UPDATE fences SET last = 'many'",
        "UPDATE fences SET last = 9223372036854775807",
        "UPDATE leases SET expires = 9223372036854775807, life = 'x', owner = 'y'",
        "UPDATE leases SET expires = 'never', life = 'x', owner = 'y'",
        "UPDATE leases SET total = -3",
        "UPDATE leases SET owner = x'ff'",
        "UPDATE leases SET fence = 9223372036854775807",
    ] {
        let home = Home::sqlite();
        let store = home.owner().await;
        let claim = store.open_table(table(5)).await.unwrap();
        let mut connection = unbound(&home).await;
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        // The one that runs gets it back with the next renewal.
        let lost = store.renew(UnixMillis(10_000)).await.unwrap();
        let taken = take(&*store, lease("owner", "0..0/1", 1)).await.expect(sql);
        assert_eq!(lost, taken, "{sql}");
        let claim = match store.open_tables(vec![0]).await.unwrap().tables.first() {
            Some(open) => open.claim,
            None => claim,
        };
        store.append(claim, entry(claim, 1)).await.expect(sql);
        drop(store);
        let store = home.owner().await;
        let open = store.open_tables(vec![0]).await.unwrap().tables;
        let next = entry(open[0].claim, 2);
        store.append(open[0].claim, next).await.expect(sql);
    }
}

#[tokio::test]
async fn data_that_need_a_later_version_are_refused_in_a_sentence() {
    let home = Home::sqlite();
    drop(home.owner().await);
    let mut connection = unbound(&home).await;
    let later = "INSERT INTO _sqlx_migrations VALUES (8, 'later', CURRENT_TIMESTAMP, 1, x'00', 1); \
                 CREATE TABLE tomorrow (id INTEGER)";
    sqlx::raw_sql(later).execute(&mut connection).await.unwrap();
    let store = connect(&home.url()).await;
    assert!(store.is_ok(), "one more migration alone is left alone");
    let sql = "UPDATE meta SET value = '8' WHERE name = 'needs'";
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    let Err(error) = connect(&home.url()).await else {
        panic!("it was opened");
    };
    assert_eq!(error, StoreError::NeedsLater { needs: 8, ours: 7 });
    let sql = "UPDATE meta SET value = 'soon' WHERE name = 'needs'";
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    assert!(connect(&home.url()).await.is_ok());
}
