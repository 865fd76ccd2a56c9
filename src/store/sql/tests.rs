//! Commits that fail half-way: a refused entry never appears, an existing one is
//! acknowledged.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use super::*;
use crate::game::GameKind;
use crate::store::sqlite::{self, SqliteFile};
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
    file: SqliteFile,
    next: Arc<AtomicU8>,
}

struct FlakyTx {
    tx: Box<dyn Transaction>,
    next: Arc<AtomicU8>,
    unreachable: bool,
}

impl Database for Flaky {
    fn dialect(&self) -> &'static Dialect {
        self.file.dialect()
    }

    fn begin(&self, purpose: Purpose) -> Answer<'_, Box<dyn Transaction>> {
        Box::pin(async move {
            let tx = self.file.begin(purpose).await?;
            // The first read after the mishap ends it.
            let unreachable = purpose == Purpose::Read && self.next.swap(0, Ordering::SeqCst) == 9;
            let next = Arc::clone(&self.next);
            Ok(Box::new(FlakyTx {
                tx,
                next,
                unreachable,
            }) as Box<dyn Transaction>)
        })
    }

    fn live<'a>(&'a self, life: &'a str) -> Answer<'a, bool> {
        self.file.live(life)
    }

    fn liveness<'a>(&'a self, life: &'a str) -> Answer<'a, Liveness> {
        self.file.liveness(life)
    }

    fn copy_to<'a>(&'a self, file: &'a Path) -> Answer<'a, ()> {
        self.file.copy_to(file)
    }

    fn check(&self) -> Result<(), StoreError> {
        self.file.check()
    }

    fn peers(&self, life: &str) -> Option<Arc<dyn Peers>> {
        self.file.peers(life)
    }

    fn part(&self) {
        self.file.part();
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        self.file.close()
    }
}

impl Transaction for FlakyTx {
    fn run<'a>(
        &'a mut self,
        sql: &'a str,
        values: Vec<Value>,
    ) -> Answer<'a, Vec<Vec<Option<Value>>>> {
        if self.unreachable {
            return Box::pin(async { Err(sqlx::Error::PoolTimedOut) });
        }
        self.tx.run(sql, values)
    }

    fn commit(self: Box<Self>) -> Answer<'static, ()> {
        Box::pin(async move {
            let mishap = MISHAPS[usize::from(self.next.swap(0, Ordering::SeqCst))];
            match mishap {
                Mishap::None => return self.tx.commit().await,
                Mishap::AnswerLost => self.tx.commit().await?,
                Mishap::AnswerLostThenUnreachable => {
                    self.tx.commit().await?;
                    self.next.store(9, Ordering::SeqCst);
                }
                Mishap::NothingWritten => {}
            }
            Err(sqlx::Error::PoolTimedOut)
        })
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
    let store = Db::over(Flaky {
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

#[test]
fn places_are_numbered_row_by_row() {
    assert_eq!(places(1, 3), "($1,$2,$3)");
    assert_eq!(places(3, 2), "($1,$2),($3,$4),($5,$6)");
}

#[test]
fn runs_have_lengths_of_powers_of_two_and_lose_nothing() {
    for length in [0, 1, 3, 100, 300] {
        let items: Vec<usize> = (0..length).collect();
        let all: Vec<&[usize]> = runs(&items).collect();
        assert!(all.iter().all(|run| run.len().is_power_of_two()));
        assert!(all.iter().all(|run| run.len() <= 128));
        assert_eq!(all.concat(), items);
    }
}
