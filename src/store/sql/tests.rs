//! Commits that fail half-way are tried again with the same entry: it is written once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use super::rows::places;
use super::*;
use crate::game::GameKind;
use crate::store::sqlite::{self, SqliteFile};
use crate::table::{Position, Record};

/// How the next commit fails, and whether anything can be written after it.
#[derive(Clone, Copy)]
enum Mishap {
    None,
    /// It is durable, but the answer is lost.
    AnswerLost,
    /// The same, and nothing can be reached afterwards.
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
            let unreachable = self.next.load(Ordering::SeqCst) == 9;
            let next = Arc::clone(&self.next);
            Ok(Box::new(FlakyTx {
                tx,
                next,
                unreachable,
            }) as Box<dyn Transaction>)
        })
    }

    fn copy_to<'a>(&'a self, file: &'a Path) -> Answer<'a, ()> {
        self.file.copy_to(file)
    }

    fn check(&self) -> Result<(), StoreError> {
        self.file.check()
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
            let next = self.next.swap(0, Ordering::SeqCst);
            let mishap = MISHAPS[usize::from(next)];
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

/// Appends `a`, then `b` under this mishap; if `b` was not acknowledged, its caller reads on and writes what is behind
/// that. The journal must read as expected.
async fn check(mishap: Mishap, acknowledged: bool, expected: &str) {
    let number = mishap as u8;
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}", folder.path().join("store.db").display());
    let file = sqlite::open(sqlite::options(&url).unwrap()).await.unwrap();
    let next = Arc::new(AtomicU8::new(0));
    let store = Db::over(Flaky {
        file,
        next: Arc::clone(&next),
    });
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
    store.open_table(new).await.unwrap();
    store.append(table, entry(table, 1, "a")).await.unwrap();
    next.store(number, Ordering::SeqCst);
    let appended = store.append(table, entry(table, 2, "b")).await;
    next.store(0, Ordering::SeqCst);
    assert_eq!(appended.is_ok(), acknowledged, "{expected}");
    let (state, behind) = store.read_on(table, Position(71)).await.unwrap();
    assert_eq!(state, TableState::Open);
    let after = behind.last().map_or(1, |last| last.position.0 - 70);
    store
        .append(table, entry(table, after + 1, "c"))
        .await
        .unwrap();
    let entries = store.journal(table).await.unwrap().saved.entries;
    let lines: String = entries.into_iter().map(|record| record.line).collect();
    assert_eq!(lines, expected);
    store.close().await.unwrap();
}

#[tokio::test]
async fn a_commit_that_fails_half_way_is_tried_again_and_written_once() {
    check(Mishap::None, true, "abc").await;
    check(Mishap::AnswerLost, true, "abc").await;
    check(Mishap::NothingWritten, true, "abc").await;
}

#[tokio::test]
async fn what_was_written_all_the_same_is_found_by_reading_on() {
    check(Mishap::AnswerLostThenUnreachable, false, "abc").await;
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
