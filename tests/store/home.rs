//! Places for stores to keep their data in, one of its own for each test.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::ConnectOptions as _;
use sqlx::postgres::PgConnectOptions;
use tractor_bot::game::GameKind;
use tractor_bot::store::{self, *};

/// One body of data, and processes over it.
pub enum Home {
    Memory(MemoryStore),
    Sqlite(Folder),
    Postgres(PgConnectOptions),
}

impl Home {
    pub fn memory() -> Home {
        Home::Memory(MemoryStore::new())
    }

    pub fn sqlite() -> Home {
        Home::Sqlite(Folder::new())
    }

    /// A schema of this name on the test server, if there is one.
    pub async fn postgres(name: &str) -> Option<Home> {
        let Ok(url) = std::env::var("TEST_POSTGRES_URL") else {
            eprintln!("skipped: TEST_POSTGRES_URL is not set");
            return None;
        };
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
        Some(Home::Postgres(options.options([("search_path", schema)])))
    }

    /// Another process over the same data, without leases.
    pub async fn process(&self) -> Arc<dyn Store> {
        match self {
            Home::Memory(store) => Arc::new(store.beside()),
            Home::Sqlite(folder) => store::connect(&folder.url()).await.unwrap(),
            Home::Postgres(options) => store::postgres::connect(options.clone()).await.unwrap(),
        }
    }

    /// A process that holds the only shard.
    pub async fn owner(&self) -> Arc<dyn Store> {
        let store = self.process().await;
        let taken = store.acquire(lease("owner", "0..0/1", 0)).await;
        assert_eq!(taken, Ok(vec![0]));
        store
    }
}

/// A folder that goes away with the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tractor-bot-store-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn file(&self) -> PathBuf {
        self.0.join("tractor.db")
    }

    pub fn url(&self) -> String {
        format!("sqlite://{}", self.file().display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A request for shards, ten seconds long.
pub fn lease(owner: &str, shards: &str, now: i64) -> LeaseRequest {
    LeaseRequest {
        owner: owner.to_owned(),
        shards: shards.parse().unwrap(),
        now: UnixMillis(now),
        until: UnixMillis(now + 10_000),
    }
}

/// A tractor table in this channel of guild 0.
pub fn table(key: u64) -> NewTable {
    table_in(key, 0)
}

/// A tractor table in this channel and guild.
pub fn table_in(key: u64, guild: u64) -> NewTable {
    NewTable {
        key: TableKey(key),
        guild: GuildId(guild),
        game: GameKind::Tractor,
        header: format!("{{\"format\":1,\"key\":{key}}}"),
        at: UnixMillis(1_000),
    }
}

/// An entry that finishes nothing.
pub fn entry(sequence: u64) -> NewEntry {
    NewEntry {
        sequence,
        at: UnixMillis(1_000 + sequence as i64),
        body: format!("{{\"entry\":{sequence}}}"),
        finished: Vec::new(),
    }
}

/// How many entries a table has, all of them as [`entry`] makes them.
pub async fn length(store: &dyn Store, table: TableId) -> u64 {
    let journal = store.journal(table).await.unwrap();
    for (stored, sequence) in journal.entries.iter().zip(1..) {
        let made = entry(sequence);
        assert_eq!((stored.at, &stored.body), (made.at, &made.body));
    }
    journal.entries.len() as u64
}
