//! Places for stores to keep their data in, one of its own for each test.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub use double::folder::Folder;
use sqlx::Connection as _;
use tractor_bot::game::GameKind;
use tractor_bot::store::{self, *};
use tractor_bot::table::{PersonId, Position, Record, Saved, TableId, TableKey, UnixMillis};

/// Accounts, as Discord numbers them: smaller ones are not looked for in journals.
pub const ANN: PersonId = PersonId(1_111_111_111_111_111_111);
pub const BOB: PersonId = PersonId(2_222_222_222_222_222_222);
pub const CAT: PersonId = PersonId(3_333_333_333_333_333_333);

/// The store of a folder.
pub const FILE: &str = "tractor.db";

/// Takes every journal as it is: those of tests that write texts of their own mean nothing.
pub fn unread(_: &Saved) -> Result<(), JournalFault> {
    Ok(())
}

/// One body of data, and processes over it.
pub enum Home {
    Sqlite(Folder),
    #[cfg(feature = "postgres")]
    Postgres(String),
}

impl Home {
    pub fn sqlite() -> Home {
        Home::Sqlite(Folder::new())
    }

    /// A schema of this name on the test server. Tests that need it are ignored by `cargo test`.
    #[cfg(feature = "postgres")]
    pub async fn postgres(name: &str) -> Home {
        use sqlx::ConnectOptions as _;
        let url = std::env::var("TEST_POSTGRES_URL").expect("TEST_POSTGRES_URL names a server");
        let options = store::postgres::options(&url).unwrap();
        let schema: String = format!("t{}_{name}", std::process::id());
        let schema = &schema[..schema.len().min(60)];
        let mut connection = options.connect().await.unwrap();
        for sql in [
            format!("DROP SCHEMA IF EXISTS {schema} CASCADE"),
            format!("CREATE SCHEMA {schema}"),
        ] {
            let created = sqlx::raw_sql(&sql).execute(&mut connection).await;
            created.unwrap();
        }
        let and = if url.contains('?') { '&' } else { '?' };
        Home::Postgres(format!(
            "{url}{and}options[search_path]={schema}&application_name={schema}"
        ))
    }

    /// A process over the data.
    pub async fn process(&self) -> Arc<Db> {
        store::connect(&self.url()).await.unwrap()
    }

    /// The folder of a SQLite file.
    pub fn folder(&self) -> &Folder {
        match self {
            Home::Sqlite(folder) => folder,
            #[cfg(feature = "postgres")]
            Home::Postgres(_) => unreachable!("a file is looked at"),
        }
    }

    /// Where it is.
    pub fn url(&self) -> String {
        match self {
            Home::Sqlite(folder) => folder.url(FILE),
            #[cfg(feature = "postgres")]
            Home::Postgres(url) => url.clone(),
        }
    }
}

/// A table that is opened now.
pub async fn opened(store: &Db, new: NewTable) -> TableId {
    let table = new.table;
    store.open_table(new).await.unwrap();
    table
}

/// A tractor table in this channel of guild 0.
pub fn table(key: u64) -> NewTable {
    table_in(key, 0)
}

/// A tractor table in this channel and guild, opened later than all before.
pub fn table_in(key: u64, guild: u64) -> NewTable {
    static OPENING: AtomicU64 = AtomicU64::new(0);
    let opening = Position(OPENING.fetch_add(1_000, Ordering::Relaxed));
    NewTable {
        table: TableId {
            key: TableKey(key),
            opening,
        },
        guild: GuildId(guild),
        game: GameKind::Tractor,
        header: Record {
            position: opening,
            at: UnixMillis(1_000),
            line: format!("{{\"format\":1,\"key\":{key}}}"),
        },
    }
}

/// The entry of this number, from 1, at a table; it finishes nothing.
pub fn entry(table_id: TableId, number: u64) -> NewEntry {
    NewEntry {
        record: record(table_id, number),
        finished: Vec::new(),
        snapshot: None,
    }
}

/// The same with another line.
pub fn entry_of(table_id: TableId, number: u64, line: &str) -> NewEntry {
    let mut entry = entry(table_id, number);
    line.clone_into(&mut entry.record.line);
    entry
}

fn record(table: TableId, number: u64) -> Record {
    Record {
        position: Position(table.opening.0 + number),
        at: UnixMillis(1_000 + number),
        line: format!("{{\"entry\":{number}}}"),
    }
}

/// Appends the entries of these numbers to a table.
pub async fn append(store: &Db, table_id: TableId, numbers: RangeInclusive<u64>) {
    for number in numbers {
        let appended = store.append(table_id, entry(table_id, number)).await;
        appended.unwrap();
    }
}

pub async fn close(store: &Db, table_id: TableId) {
    store.close_table(table_id, UnixMillis(9)).await.unwrap();
}

/// Sets a table aside, as whoever brings tables back does.
pub async fn set_aside(
    store: &Db,
    table: TableId,
    (reason, later): (&str, bool),
) -> Result<(), StoreError> {
    let open = store.open_tables(Some(table.key)).await?.tables;
    let open = open.iter().find(|open| open.table == table);
    let row = open.map_or(0, |open| open.row);
    store.set_aside(row, UnixMillis(9_000), reason, later).await
}

pub async fn set(store: &Db, scope: Scope, name: &str, value: &str) {
    store.set_setting(scope, name, Some(value)).await.unwrap();
}

/// Runs statements as another program does; how many rows they changed.
pub async fn by_hand(url: &str, sql: &str) -> u64 {
    #[cfg(feature = "postgres")]
    if url.starts_with("postgres") {
        use sqlx::ConnectOptions as _;
        let options = store::postgres::options(url).unwrap();
        let mut connection = options.connect().await.unwrap();
        let done = sqlx::raw_sql(sql).execute(&mut connection).await;
        return done.unwrap().rows_affected();
    }
    let mut connection = sqlx::SqliteConnection::connect(url).await.unwrap();
    let done = sqlx::raw_sql(sql).execute(&mut connection).await;
    connection.close().await.unwrap();
    done.unwrap().rows_affected()
}

/// How many entries a table has, all of them as [`entry`] makes them.
pub async fn length(store: &Db, table: TableId) -> u64 {
    let entries = store.journal(table).await.unwrap().saved.entries;
    for (stored, number) in entries.iter().zip(1..) {
        assert_eq!(*stored, record(table, number));
    }
    entries.len() as u64
}

/// What somebody did in a match or a round that is over.
pub fn tally(person: PersonId, counts: &[(Counter, i64)]) -> PersonTally {
    PersonTally {
        person,
        name: format!("player {}", person.0 % 10),
        versus: Versus::Anybody,
        counts: counts.to_vec(),
    }
}

/// The end of a match, or of one of its rounds.
pub fn finish(match_number: u32, round: Option<u32>, tallies: Vec<PersonTally>) -> Finish {
    Finish {
        match_number,
        round,
        position: Position(1),
        at: UnixMillis(5),
        summary: format!("{{\"match\":{match_number}}}"),
        tallies,
        daily: None,
    }
}

/// The entry of this number, which finishes something.
pub fn ending(table_id: TableId, number: u64, finished: Vec<Finish>) -> NewEntry {
    NewEntry {
        finished,
        ..entry(table_id, number)
    }
}
