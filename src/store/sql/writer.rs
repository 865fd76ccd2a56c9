//! Group commit: one task writes the appends of all tables.
//!
//! While one transaction is being committed, appends of other tables queue up; the next transaction
//! takes them all. So a hundred busy tables share a sync, and a single one does not wait. Each
//! caller is answered after the commit of its entry, never before. Each append of a transaction is
//! accepted or refused for itself.

use super::*;
use crate::store::journal::{entry_seal, snapshot_seal};
use crate::table::{Position, Record};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Weak;
use tokio::sync::{mpsc, oneshot};

/// The most queued appends before callers have to wait.
const WAITING: usize = 4_096;

/// The most entries in one transaction.
const TOGETHER: usize = 1_024;

const DOING: &str = "save an entry";

/// A queued entry, and the channel for its answer.
pub struct Append {
    pub claim: Claim,
    pub entry: NewEntry,
    pub seal: String,
    answer: oneshot::Sender<Result<(), StoreError>>,
}

impl Append {
    pub fn new(
        claim: Claim,
        entry: NewEntry,
        answer: oneshot::Sender<Result<(), StoreError>>,
    ) -> Self {
        let seal = entry_seal(claim.table, &entry.record);
        Append {
            claim,
            entry,
            seal,
            answer,
        }
    }
}

/// Entries whose commit failed in a way that leaves open whether they were written. They were
/// refused to their callers, so they must be removed if those go on without them. At most one per
/// table.
pub type Doubts = HashMap<TableId, Doubt>;

pub struct Doubt {
    pub position: Position,
    pub seal: String,
}

/// Starts the task; it ends when the sender is dropped.
pub fn start(store: Weak<Db>) -> mpsc::Sender<Append> {
    let (sender, appends) = mpsc::channel(WAITING);
    tokio::spawn(run(store, appends));
    sender
}

async fn run(store: Weak<Db>, mut appends: mpsc::Receiver<Append>) {
    let mut waiting = VecDeque::new();
    let mut doubts = Doubts::new();
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
        let verdicts = store.write(&batch, &mut doubts).await;
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
        .partition(|append| tables.insert(append.claim.table));
    waiting.extend(later);
    batch
}

impl Db {
    /// Writes a batch; the result of each append.
    async fn write(&self, batch: &[Append], doubts: &mut Doubts) -> Vec<Result<(), StoreError>> {
        let error = match self.write_once(batch, doubts).await {
            Ok(verdicts) => return verdicts,
            Err(trouble) if !trouble.in_doubt => {
                return batch.iter().map(|_| Err(trouble.error.clone())).collect();
            }
            Err(trouble) => trouble.error,
        };
        tracing::warn!(entries = batch.len(), %error, "a commit failed half-way; looking");
        let written = self.written(batch).await.unwrap_or_default();
        let mut verdicts = Vec::with_capacity(batch.len());
        for append in batch {
            let table = append.claim.table;
            if written.contains(&table) {
                verdicts.push(Ok(()));
                continue;
            }
            let doubt = Doubt {
                position: append.entry.record.position,
                seal: append.seal.clone(),
            };
            doubts.insert(table, doubt);
            verdicts.push(Err(error.clone()));
        }
        verdicts
    }

    /// The tables whose entry of this batch was written after all.
    async fn written(&self, batch: &[Append]) -> Result<HashSet<TableId>, StoreError> {
        let mut tx = self.reading(DOING).await?;
        let mut written = HashSet::new();
        for append in batch {
            let table = append.claim.table;
            let sql =
                "SELECT table_id FROM entries WHERE table_id = $1 AND position = $2 AND seal = $3";
            let entry = vec![
                append.claim.row.into(),
                append.entry.record.position.0.into(),
                append.seal.as_str().into(),
            ];
            if !tx.run(sql, entry).await?.is_empty() {
                written.insert(table);
            }
        }
        Ok(written)
    }
}

/// Why no append of a batch was acknowledged.
pub struct AppendFailure {
    pub error: StoreError,
    /// Whether it may have been written all the same.
    pub in_doubt: bool,
}

impl From<StoreError> for AppendFailure {
    fn from(error: StoreError) -> Self {
        let in_doubt = false;
        AppendFailure { error, in_doubt }
    }
}

impl Db {
    /// Writes the appends (of different tables) in one transaction. Each is accepted or refused
    /// separately; a failure of the database concerns all.
    pub async fn write_once(
        &self,
        batch: &[Append],
        doubts: &mut Doubts,
    ) -> Result<Vec<Result<(), StoreError>>, AppendFailure> {
        let mut tx = self.writing(DOING).await?;
        let fences = self.fences(&mut tx).await?;
        let rightful: Vec<&Append> = batch
            .iter()
            .filter(|append| fences.get(&append.claim.shard) == Some(&append.claim.fence))
            .collect();
        for append in &rightful {
            remove_doubtful(&mut tx, append, doubts).await?;
        }
        let accepted = insert(&mut tx, &rightful).await?;
        let finishes = rightful.iter();
        let finishes = finishes.filter(|append| accepted.contains(&append.claim.row));
        let finishes = finishes.flat_map(|append| {
            let finished = append.entry.finished.iter();
            finished.map(|finish| (append.claim.row, finish))
        });
        statistics::count(&mut tx, &finishes.collect::<Vec<_>>()).await?;
        let mut verdicts = Vec::with_capacity(batch.len());
        for append in batch {
            let Claim {
                row, shard, fence, ..
            } = append.claim;
            verdicts.push(if accepted.contains(&row) {
                keep_snapshot(&mut tx, append).await?;
                Ok(())
            } else if fences.get(&shard) != Some(&fence) {
                Err(StoreError::Fenced { shard })
            } else {
                Err(reason(&mut tx, append).await?)
            });
        }
        let committed = tx.commit().await;
        committed.map_err(|error| AppendFailure {
            in_doubt: true,
            ..AppendFailure::from(error)
        })?;
        for append in rightful {
            doubts.remove(&append.claim.table);
        }
        Ok(verdicts)
    }
}

/// Removes an entry that was refused to its caller but may have been written, when the caller
/// writes another one in its place. Whoever goes on after it (after a new lease, for instance) has
/// read it, so it stays. (What it finished stays counted; the round cannot be counted again.)
async fn remove_doubtful(tx: &mut Tx, append: &Append, doubts: &Doubts) -> Result<(), StoreError> {
    let position = append.entry.record.position;
    let doubt = doubts.get(&append.claim.table);
    let Some(doubt) = doubt.filter(|doubt| doubt.position == position) else {
        return Ok(());
    };
    let sql = "DELETE FROM entries WHERE table_id = $1 AND position = $2 AND seal = $3";
    let entry = vec![
        append.claim.row.into(),
        doubt.position.0.into(),
        doubt.seal.as_str().into(),
    ];
    tx.run(sql, entry).await?;
    let sql = "DELETE FROM snapshots WHERE table_id = $1 AND position = $2";
    let snapshot = vec![append.claim.row.into(), doubt.position.0.into()];
    tx.run(sql, snapshot).await.map(drop)
}

/// Inserts the entries that continue an open journal, and returns the rows of their tables.
async fn insert(tx: &mut Tx, appends: &[&Append]) -> Result<HashSet<i64>, StoreError> {
    let mut accepted = HashSet::new();
    for run in runs(appends) {
        // Selects those of the new entries whose table is open, whose predecessor exists and whose
        // position is free.
        let sql = format!(
            "WITH new (table_id, position, at, body, seal) AS (VALUES {}) \
             INSERT INTO entries (table_id, position, at, body, seal) \
             SELECT new.table_id, new.position, new.at, new.body, new.seal FROM new \
             JOIN tables ON tables.id = new.table_id AND tables.state = 'open' \
             WHERE new.position = tables.opening + 1 OR EXISTS (SELECT 1 FROM entries AS before \
             WHERE before.table_id = new.table_id AND before.position = new.position - 1) \
             ON CONFLICT DO NOTHING RETURNING table_id",
            places(run.len(), 5)
        );
        let mut values = Vec::with_capacity(run.len() * 5);
        for append in run {
            values.extend([
                Value::from(append.claim.row),
                append.entry.record.position.0.into(),
                append.entry.record.at.0.into(),
                append.entry.record.line.as_str().into(),
                append.seal.as_str().into(),
            ]);
        }
        for row in tx.run(&sql, values).await? {
            accepted.insert(row.int(0)?);
        }
    }
    Ok(accepted)
}

/// Keeps the snapshot after an entry, if it has one, instead of an earlier one.
async fn keep_snapshot(tx: &mut Tx, append: &Append) -> Result<(), StoreError> {
    let Some(line) = &append.entry.snapshot else {
        return Ok(());
    };
    let snapshot = Record {
        line: line.clone(),
        ..append.entry.record
    };
    let sql = "INSERT INTO snapshots (table_id, position, at, body, seal) \
               VALUES ($1, $2, $3, $4, $5) ON CONFLICT (table_id) DO UPDATE \
               SET position = excluded.position, at = excluded.at, body = excluded.body, \
               seal = excluded.seal";
    let seal = snapshot_seal(append.claim.table, &snapshot);
    let values = vec![
        append.claim.row.into(),
        snapshot.position.0.into(),
        snapshot.at.0.into(),
        snapshot.line.into(),
        seal.into(),
    ];
    tx.run(sql, values).await.map(drop)
}

/// Why an entry was not inserted.
async fn reason(tx: &mut Tx, append: &Append) -> Result<StoreError, StoreError> {
    let Claim { table, row, .. } = append.claim;
    let position = append.entry.record.position;
    let sql = "SELECT id FROM tables WHERE id = $1 AND state = 'open'";
    if tx.run(sql, vec![row.into()]).await?.is_empty() {
        return Ok(StoreError::NotOpen { table });
    }
    let sql = "SELECT table_id FROM entries WHERE table_id = $1 AND position = $2";
    let used = tx.run(sql, vec![row.into(), position.0.into()]).await?;
    Ok(if used.is_empty() {
        StoreError::Gap { table, position }
    } else {
        StoreError::Exists { table, position }
    })
}
