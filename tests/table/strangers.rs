//! People who do not know each other: what they report, and who is shut out.

mod bans;
mod reports;

use tractor_bot::desk::{Answer, AskedFrom, Who};
use tractor_bot::store::MemoryStore;
use tractor_bot::table::PersonId;

use crate::asking::{NOW, Town};

const ANA: u64 = 1;
const BO: u64 = 2;
const HOUR: u64 = 3_600_000;

impl Town {
    async fn open() -> Self {
        Self::over(&MemoryStore::new(), NOW, 7).await
    }

    async fn ask(&self, person: u64, line: &str) -> Answer {
        self.says(&who(person), &place(person), line).await
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
