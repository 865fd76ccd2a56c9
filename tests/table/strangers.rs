//! People who do not know each other: what they report, and whom they meet.

mod bans;
mod reports;
mod seeking;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tractor_bot::desk::settings::Settings;
use tractor_bot::desk::{Answer, AskedFrom, Command, Desk, Who};
use tractor_bot::host::{Clock, Host, TableKeeper};
use tractor_bot::store::{Db, Journal, JournalWriter, MemoryStore};
use tractor_bot::table::{PersonId, UnixMillis};
use tractor_bot::text::context::Surface;
use tractor_bot::text::locale::Locale;

const ANA: u64 = 1;
const BO: u64 = 2;
const HOUR: u64 = 3_600_000;

/// A clock that is set.
struct Wall(AtomicU64);

impl Clock for Wall {
    fn now(&self) -> UnixMillis {
        UnixMillis(self.0.load(Ordering::Relaxed))
    }
}

/// A bot that people ask from servers of their own.
struct Town {
    desk: Desk,
    clock: Arc<Wall>,
}

impl Town {
    async fn open() -> Self {
        Self::over(&MemoryStore::new()).await
    }

    async fn over(store: &MemoryStore) -> Self {
        let store: Arc<Db> = store.beside();
        let journals = Arc::new(JournalWriter::new(Arc::clone(&store)));
        let clock = Arc::new(Wall(AtomicU64::new(1_700_000_000_000)));
        let journal = Arc::clone(&journals) as Arc<dyn Journal>;
        let host = Host::with_clock(journal, Arc::clone(&clock) as _);
        let keeper = TableKeeper::new(host.clone(), journals);
        keeper.bring_back().await.expect("a store in order");
        let settings = Settings::new(store, Locale::ENGLISH, "$");
        let desk = Desk::new(host, Surface::Discord, settings);
        Self { desk, clock }
    }

    async fn ask(&self, person: u64, line: &str) -> Answer {
        let command = Command::parse(line).expect("a command");
        self.desk.run(&who(person), &place(person), command).await
    }

    fn wait(&self, ms: u64) {
        self.clock.0.fetch_add(ms, Ordering::Relaxed);
    }

    /// Ana and Bo in one room, from two servers.
    async fn seat_together(&self) {
        let room = self.ask(ANA, "room new uno").await.table;
        let room = room.expect("a room").0;
        let joined = self.ask(BO, &format!("room join {room}")).await;
        assert!(!joined.is_refusal(), "{}", joined.page.text());
    }
}

fn who(person: u64) -> Who {
    let name = match person {
        ANA => "Ana".to_owned(),
        BO => "Bo\u{202E} Li\n".to_owned(),
        other => format!("P{other}"),
    };
    Who::new(PersonId(person), name)
}

fn place(person: u64) -> AskedFrom {
    AskedFrom::new(10_000_000 + person, Some(70 + person))
}
