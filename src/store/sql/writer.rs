//! Group commit: one task writes the appends of all tables.
//!
//! While one transaction is being committed, appends of other tables queue up; the next transaction
//! takes them all. So a hundred busy tables share a sync, and a single one does not wait. Each
//! caller is answered after the commit of its entry, never before. Each append of a transaction is
//! accepted or refused for itself.

use super::*;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Weak;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;

use crate::table::Record;

/// The most queued appends before callers have to wait.
const WAITING: usize = 4_096;

/// The most entries in one transaction.
const TOGETHER: usize = 1_024;

/// How often a batch is tried of which it is not known whether it was written.
const ATTEMPTS: u32 = 3;

/// The pause before it is tried again.
const AGAIN: Duration = Duration::from_millis(100);

const DOING: &str = "save an entry";

/// A queued entry, and the channel for its answer.
pub struct Append {
    pub table: TableId,
    pub entry: NewEntry,
    answer: oneshot::Sender<Result<(), StoreError>>,
}

impl Append {
    pub fn new(
        table: TableId,
        entry: NewEntry,
        answer: oneshot::Sender<Result<(), StoreError>>,
    ) -> Self {
        Append {
            table,
            entry,
            answer,
        }
    }
}

/// Starts the task; it ends when the sender is dropped.
pub fn start(store: Weak<Db>) -> mpsc::Sender<Append> {
    let (sender, appends) = mpsc::channel(WAITING);
    tokio::spawn(run(store, appends));
    sender
}

async fn run(store: Weak<Db>, mut appends: mpsc::Receiver<Append>) {
    let mut waiting = VecDeque::new();
    loop {
        if waiting.is_empty() {
            match appends.recv().await {
                Some(append) => waiting.push_back(append),
                None => return,
            }
        }
        while waiting.len() < TOGETHER
            && let Ok(append) = appends.try_recv()
        {
            waiting.push_back(append);
        }
        let batch = next_batch(&mut waiting);
        // Whoever waits for an answer has the store.
        let Some(store) = store.upgrade() else {
            return;
        };
        let verdicts = store.write(&batch).await;
        drop(store);
        for (append, verdict) in batch.into_iter().zip(verdicts) {
            // A caller that is gone finds its entry in the journal.
            let _ = append.answer.send(verdict);
        }
    }
}

/// Takes appends that can be written together: one of each table, so that each is judged against a
/// settled journal.
fn next_batch(waiting: &mut VecDeque<Append>) -> Vec<Append> {
    let mut tables = HashSet::new();
    let (batch, later): (Vec<_>, Vec<_>) = waiting
        .drain(..)
        .partition(|append| tables.insert(append.table));
    waiting.extend(later);
    batch
}

impl Db {
    /// Writes a batch; the result of each append. One whose commit failed half-way is tried again as it is: the
    /// positions say what was written.
    async fn write(&self, batch: &[Append]) -> Vec<Result<(), StoreError>> {
        let mut tried = 0;
        let error = loop {
            let (error, in_doubt) = match self.prepare(batch).await {
                Ok((tx, verdicts)) => match tx.commit().await {
                    Ok(()) => return verdicts,
                    Err(error) => (error, true),
                },
                Err(error) => (error, false),
            };
            tried += 1;
            // Whatever follows a commit that failed half-way leaves open what became of it.
            if (tried == 1 && !in_doubt) || tried == ATTEMPTS {
                break error;
            }
            tracing::warn!(entries = batch.len(), %error, "a commit failed half-way; trying again");
            sleep(AGAIN).await;
        };
        batch.iter().map(|_| Err(error.clone())).collect()
    }

    /// Writes the appends (of different tables) in one transaction, which is still to be committed. Each is accepted or
    /// refused separately; a failure of the database concerns all.
    async fn prepare(
        &self,
        batch: &[Append],
    ) -> Result<(Tx, Vec<Result<(), StoreError>>), StoreError> {
        let mut tx = self.writing(DOING).await?;
        let rows = rows(&mut tx, batch).await?;
        let mut known: Vec<(i64, &Append)> = batch
            .iter()
            .filter_map(|append| Some((*rows.get(&append.table)?, append)))
            .collect();
        // Of two processes that write the same tables, one waits for the other.
        known.sort_unstable_by_key(|(row, _)| *row);
        let accepted = insert(&mut tx, &known).await?;
        let written = known.iter().filter(|(row, _)| accepted.contains(row));
        let finishes = written.flat_map(|(row, append)| {
            let finished = append.entry.finished.iter();
            finished.map(|finish| (*row, finish))
        });
        statistics::count(&mut tx, &finishes.collect::<Vec<_>>()).await?;
        let mut verdicts = Vec::with_capacity(batch.len());
        for append in batch {
            let row = rows.get(&append.table);
            verdicts.push(match row.filter(|row| accepted.contains(row)) {
                Some(row) => {
                    keep_snapshot(&mut tx, *row, append).await?;
                    Ok(())
                }
                None => found(&mut tx, row.copied(), append).await?,
            });
        }
        Ok((tx, verdicts))
    }
}

/// The numbers of the rows of these tables.
async fn rows(tx: &mut Tx, batch: &[Append]) -> Result<HashMap<TableId, i64>, StoreError> {
    let sql = "SELECT channel, opening, id FROM tables WHERE (channel, opening) IN (VALUES";
    let tables = batch.iter().map(|append| append.table);
    let rows = tx.run_many([sql, ")"], tables).await?;
    rows.iter().map(Row::read).collect()
}

/// Inserts the entries that continue an open journal, and returns the rows of their tables.
async fn insert(tx: &mut Tx, appends: &[(i64, &Append)]) -> Result<HashSet<i64>, StoreError> {
    // Selects those of the new entries whose table is open, whose predecessor exists and whose
    // position is free.
    let sql = [
        "WITH new (table_id, position, at, body) AS (VALUES",
        ") INSERT INTO entries (table_id, position, at, body) \
         SELECT new.table_id, new.position, new.at, new.body FROM new \
         JOIN tables ON tables.id = new.table_id AND tables.state = 'open' \
         WHERE new.position = tables.opening + 1 OR EXISTS (SELECT 1 FROM entries AS before \
         WHERE before.table_id = new.table_id AND before.position = new.position - 1) \
         ORDER BY new.table_id ON CONFLICT DO NOTHING RETURNING table_id",
    ];
    let entries = appends.iter().map(|(row, append)| {
        let Record { position, at, line } = &append.entry.record;
        (*row, *position, *at, line)
    });
    let rows = tx.run_many(sql, entries).await?;
    rows.iter().map(Row::read).collect()
}

/// Keeps the snapshot after an entry, if it has one, instead of an earlier one.
async fn keep_snapshot(tx: &mut Tx, row: i64, append: &Append) -> Result<(), StoreError> {
    let Some(line) = &append.entry.snapshot else {
        return Ok(());
    };
    let Record { position, at, .. } = append.entry.record;
    let sql = "INSERT INTO snapshots (table_id, position, at, body) \
               VALUES ($1, $2, $3, $4) ON CONFLICT (table_id) DO UPDATE \
               SET position = excluded.position, at = excluded.at, body = excluded.body";
    tx.run(sql, (row, position, at, line)).await.map(drop)
}

/// What is there instead of an entry that was not inserted: itself, or why it cannot be.
async fn found(
    tx: &mut Tx,
    row: Option<i64>,
    append: &Append,
) -> Result<Result<(), StoreError>, StoreError> {
    let (table, position) = (append.table, append.entry.record.position);
    let Some(row) = row else {
        return Ok(Err(StoreError::NotOpen { table }));
    };
    let sql = "SELECT position, at, body FROM entries WHERE table_id = $1 AND position = $2";
    if let Some(there) = tx.first(sql, (row, position)).await? {
        let same = there.read::<Record>()? == append.entry.record;
        let exists = StoreError::Exists { table, position };
        return Ok(if same { Ok(()) } else { Err(exists) });
    }
    let sql = "SELECT id FROM tables WHERE id = $1 AND state = 'open'";
    Ok(Err(match tx.first(sql, row).await? {
        None => StoreError::NotOpen { table },
        Some(_) => StoreError::Gap { table, position },
    }))
}
