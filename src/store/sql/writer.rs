//! Group commit: one task writes the appends of all tables.
//!
//! While one transaction is being committed, appends of other tables queue up; the next transaction
//! takes them all. So a hundred busy tables share a sync, and a single one does not wait. Each
//! caller is answered after the commit of its entry, never before.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use super::*;
use crate::store::journal::entry_seal;
use crate::table::Position;

/// The most queued appends before callers have to wait.
const WAITING: usize = 4_096;

/// The most entries in one transaction.
const TOGETHER: usize = 1_024;

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
pub fn start(core: Arc<Core>) -> mpsc::Sender<Append> {
    let (sender, appends) = mpsc::channel(WAITING);
    tokio::spawn(run(core, appends));
    sender
}

async fn run(core: Arc<Core>, mut appends: mpsc::Receiver<Append>) {
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

impl Core {
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
