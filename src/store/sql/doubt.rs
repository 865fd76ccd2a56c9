//! Tests of commits that fail half-way: a refused entry never appears, an existing one is
//! acknowledged.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use super::*;
use crate::game::GameKind;
use crate::store::sqlite::{self, File};
use crate::table::{Position, Record};

/// How the next commit fails, and whether anything can be read after it.
#[derive(Clone, Copy)]
enum Mishap {
    None,
    /// It is durable, but the answer is lost.
    AnswerLost,
    /// The same, and whether it is cannot be read afterwards.
    AnswerLostThenUnreachable,
    /// It is not durable.
    NothingWritten,
}

const MISHAPS: [Mishap; 4] = [
    Mishap::None,
    Mishap::AnswerLost,
    Mishap::AnswerLostThenUnreachable,
    Mishap::NothingWritten,
];

/// An SQLite file whose commits can be made to fail.
struct Flaky {
    file: File,
    next: Arc<AtomicU8>,
}

struct FlakyTx {
    tx: <File as Dialect>::Tx,
    next: Arc<AtomicU8>,
    unreachable: bool,
}

impl Dialect for Flaky {
    const KEEP: &'static str = "";
    const NUMBERED: &'static str = "";
    const RENUMBER: &'static str = "";
    const PATIENCE: u32 = 0;
    const SHARED: bool = false;
    const TIME: &'static str = "";
    type Tx = FlakyTx;

    async fn begin(&self, purpose: Purpose) -> Result<FlakyTx, sqlx::Error> {
        let tx = self.file.begin(purpose).await?;
        // The first read after the mishap ends it.
        let unreachable = purpose == Purpose::Read && self.next.swap(0, Ordering::SeqCst) == 9;
        let next = Arc::clone(&self.next);
        Ok(FlakyTx {
            tx,
            next,
            unreachable,
        })
    }

    async fn live(&self, life: &str) -> Result<bool, sqlx::Error> {
        self.file.live(life).await
    }

    async fn liveness(&self, life: &str) -> Result<Liveness, sqlx::Error> {
        self.file.liveness(life).await
    }

    async fn copy_to(&self, file: &Path) -> Result<bool, sqlx::Error> {
        self.file.copy_to(file).await
    }

    async fn check(&self, now: UnixMillis) -> Result<(), StoreError> {
        self.file.check(now).await
    }

    fn peers(&self, life: &str) -> Option<Arc<dyn Peers>> {
        self.file.peers(life)
    }

    fn part(&self) {
        self.file.part();
    }

    async fn close(&self) {
        self.file.close().await;
    }
}

impl Transaction for FlakyTx {
    async fn run(&mut self, sql: &str, values: Vec<Value>) -> Result<Vec<Row>, sqlx::Error> {
        if self.unreachable {
            return Err(sqlx::Error::PoolTimedOut);
        }
        self.tx.run(sql, values).await
    }

    async fn commit(self) -> Result<(), sqlx::Error> {
        let mishap = MISHAPS[usize::from(self.next.swap(0, Ordering::SeqCst))];
        match mishap {
            Mishap::None => self.tx.commit().await,
            Mishap::AnswerLost => {
                Transaction::commit(self.tx).await?;
                Err(sqlx::Error::PoolTimedOut)
            }
            Mishap::AnswerLostThenUnreachable => {
                Transaction::commit(self.tx).await?;
                self.next.store(9, Ordering::SeqCst);
                Err(sqlx::Error::PoolTimedOut)
            }
            Mishap::NothingWritten => Err(sqlx::Error::PoolTimedOut),
        }
    }
}

fn entry(table: TableId, number: u64, line: &str) -> NewEntry {
    NewEntry {
        record: Record {
            position: Position(table.opening.0 + number),
            at: UnixMillis(number),
            line: line.to_owned(),
        },
        finished: Vec::new(),
        snapshot: None,
    }
}

/// What the caller does whose entry was refused.
#[derive(Clone, Copy)]
enum Then {
    /// It writes another one at the same position.
    GoesOn,
    /// It reads the journal again, and goes on from what stands there.
    ReadsAgain,
}

/// Appends `a`, then `b` under this mishap, then (if `b` was refused) `c` where its caller goes on,
/// then `d`; the journal must read as expected.
async fn check(mishap: Mishap, then: Then, expected: &str) {
    let number = mishap as u8;
    let name = format!(
        "tractor-bot-doubt-{}-{number}-{}",
        std::process::id(),
        then as u8
    );
    let path = std::env::temp_dir().join(name);
    let url = format!("sqlite://{}", path.display());
    let file = sqlite::open(sqlite::options(&url).unwrap()).await.unwrap();
    let next = Arc::new(AtomicU8::new(0));
    let store = SqlStore::new(Flaky {
        file,
        next: Arc::clone(&next),
    });
    let request = LeaseRequest {
        owner: "me".to_owned(),
        shards: ShardRange::ALL,
        now: UnixMillis(0),
        until: UnixMillis(1),
    };
    store.acquire(request).await.unwrap();
    let table = TableId {
        key: TableKey(1),
        opening: Position(70),
    };
    let header = entry(table, 0, "{}").record;
    let new = NewTable {
        table,
        guild: GuildId(0),
        game: GameKind::Tractor,
        header,
    };
    let claim = store.open_table(new).await.unwrap();
    store.append(claim, entry(table, 1, "a")).await.unwrap();
    next.store(number, Ordering::SeqCst);
    let mut number = 3;
    if store.append(claim, entry(table, 2, "b")).await.is_err() {
        next.store(0, Ordering::SeqCst);
        if let Then::ReadsAgain = then {
            let read = store.journal(table).await.unwrap().saved.entries;
            number = 2 + read.len() as u64;
        }
        let entry = entry(table, number - 1, "c");
        store.append(claim, entry).await.unwrap();
    }
    store
        .append(claim, entry(table, number, "d"))
        .await
        .unwrap();
    let entries = store.journal(table).await.unwrap().saved.entries;
    let lines: String = entries.into_iter().map(|record| record.line).collect();
    assert_eq!(lines, expected, "{path:?}");
    store.close().await.unwrap();
    for end in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{end}", path.display()));
    }
}

#[tokio::test]
async fn a_commit_whose_answer_is_lost_is_looked_up() {
    check(Mishap::None, Then::GoesOn, "abd").await;
    check(Mishap::AnswerLost, Then::GoesOn, "abd").await;
}

#[tokio::test]
async fn a_refused_entry_does_not_stay_even_if_it_was_written() {
    check(Mishap::AnswerLostThenUnreachable, Then::GoesOn, "acd").await;
    check(Mishap::NothingWritten, Then::GoesOn, "acd").await;
}

#[tokio::test]
async fn a_refused_entry_stays_once_it_was_read_and_continued() {
    check(Mishap::AnswerLostThenUnreachable, Then::ReadsAgain, "abcd").await;
    check(Mishap::NothingWritten, Then::ReadsAgain, "acd").await;
}
