//! Group commit: one task writes the appends of all tables.
//!
//! While one transaction is being made durable, the appends of other tables gather; the next
//! transaction takes them all. A hundred busy tables so share a sync, and a lonely one waits for
//! nobody. Each caller is answered after the commit that holds its entry, never before.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use super::*;
use crate::store::journal::entry_seal;
use crate::table::Position;

/// How many appends may wait before callers are held back.
const WAITING: usize = 4_096;

/// How many entries go into one transaction.
const TOGETHER: usize = 1_024;

/// An entry on its way, and whom to tell.
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

/// Entries whose commit failed in a way that leaves open whether they were written: refused to
/// their callers, so they must not stay. At most one a table.
pub type Doubts = HashMap<TableId, Doubt>;

/// One such entry.
pub struct Doubt {
    pub position: Position,
    pub seal: String,
}

/// Starts the task; it ends when the sender is dropped.
pub fn start<D: Dialect>(core: Arc<Core<D>>) -> mpsc::Sender<Append> {
    let (sender, appends) = mpsc::channel(WAITING);
    tokio::spawn(run(core, appends));
    sender
}

async fn run<D: Dialect>(core: Arc<Core<D>>, mut appends: mpsc::Receiver<Append>) {
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
        let verdicts = core.write(&batch, &mut doubts).await;
        for (append, verdict) in batch.into_iter().zip(verdicts) {
            // A caller that has gone away will find its entry in the journal.
            let _ = append.answer.send(verdict);
        }
    }
}

/// Takes the appends that can be written together: one of each table, so that each is judged
/// against a settled journal.
fn next_batch(waiting: &mut VecDeque<Append>) -> Vec<Append> {
    let mut tables = HashSet::new();
    let (batch, later): (Vec<_>, Vec<_>) = waiting
        .drain(..)
        .partition(|append| tables.insert(append.claim.table));
    waiting.extend(later);
    batch
}

impl<D: Dialect> Core<D> {
    /// Writes a batch and says what became of each append.
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

    /// The tables whose entry of this batch is there after all.
    async fn written(&self, batch: &[Append]) -> Result<HashSet<TableId>, sqlx::Error> {
        let mut tx = self.database.begin(Purpose::Read).await?;
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
