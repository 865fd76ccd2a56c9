//! The [`Journal`] that tables write to: a [`Db`] is one. What is measured of it: how long writing takes, what fails, and
//! snapshots.
//!
//! Does not know the contents of a journal.
//!
//! What processes over the same data tell each other: words that wake, and no more.
//!
//! All of it may be lost or repeated; the journals are the truth. Knows not what the words mean. A store that only one
//! process can open has none of it.

use std::sync::Arc;

use metrics::{Unit, counter, describe_counter, describe_histogram, histogram};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;
use tokio::time::Instant;

use super::*;
use crate::table::{Position, Record, TableId};

/// What becomes of a table, and the entries of its journal behind one that is known.
pub type ReadOn = (TableState, Vec<Record>);

/// Keeps journals. `Ok` means that the record is durable.
pub trait Journal: Send + Sync + 'static {
    /// Begins the journal of a table.
    fn open(&self, new: NewTable) -> Pending<'_, ()>;

    /// Appends an entry, counts what it finishes and keeps its snapshot. After [`StoreError::Failed`] it may be
    /// there all the same: before anything else is judged, the journal is read on.
    fn append(&self, table: TableId, entry: NewEntry) -> Pending<'_, ()>;

    /// What the journal has behind this position, and what became of the table.
    fn read_on(&self, table: TableId, after: Position) -> Pending<'_, ReadOn>;

    /// How a round or match that an entry finished moved the ratings of its people.
    fn round_ratings(&self, of: FinishedPlace) -> Pending<'_, Vec<RatingChange>>;

    /// Ends the journal: the table is closed. Once more it changes nothing.
    fn close(&self, table: TableId, at: UnixMillis) -> Pending<'_, ()>;

    /// The other processes that write these journals, if there can be some.
    fn notices(&self) -> Option<Arc<dyn Notices>> {
        None
    }
}

impl Journal for Db {
    fn open(&self, new: NewTable) -> Pending<'_, ()> {
        Box::pin(timed("open", self.open_table(new)))
    }

    fn append(&self, table: TableId, entry: NewEntry) -> Pending<'_, ()> {
        Box::pin(timed("append", async move {
            let has_snapshot = entry.snapshot.is_some();
            Db::append(self, table, entry).await?;
            counter!(SNAPSHOTS).increment(has_snapshot.into());
            Ok(())
        }))
    }

    fn read_on(&self, table: TableId, after: Position) -> Pending<'_, ReadOn> {
        Box::pin(Db::read_on(self, table, after))
    }

    fn round_ratings(&self, of: FinishedPlace) -> Pending<'_, Vec<RatingChange>> {
        Box::pin(Db::round_ratings(self, of))
    }

    fn close(&self, table: TableId, at: UnixMillis) -> Pending<'_, ()> {
        Box::pin(timed("close", async move {
            match self.close_table(table, at).await {
                // Another process did.
                Err(StoreError::NotOpen(_)) => Ok(()),
                closed => closed,
            }
        }))
    }

    fn notices(&self) -> Option<Arc<dyn Notices>> {
        Db::notices(self)
    }
}

const WRITES: &str = "tractor_bot_store_write_seconds";
const FAILURES: &str = "tractor_bot_store_write_failures_total";
const SNAPSHOTS: &str = "tractor_bot_snapshots_total";

/// What is written into a journal.
const OPERATIONS: [&str; 3] = ["open", "append", "close"];

/// Why that fails.
const REASONS: [&str; 3] = ["unavailable", "taken", "conflict"];

/// Tells what is measured here, and begins to count.
pub fn describe() {
    describe_histogram!(
        WRITES,
        Unit::Seconds,
        "How long writing into a journal took until it was durable, or failed."
    );
    describe_counter!(FAILURES, "Writes into journals that failed.");
    describe_counter!(SNAPSHOTS, "Snapshots of tables that were kept.");
    counter!(SNAPSHOTS).absolute(0);
    for operation in OPERATIONS {
        drop(histogram!(WRITES, "operation" => operation));
        for reason in REASONS {
            counter!(FAILURES, "operation" => operation, "reason" => reason).absolute(0);
        }
    }
}

/// Carries out one of these writes, and measures it.
pub(super) async fn timed<T>(
    operation: &'static str,
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let begun = Instant::now();
    let done = work.await;
    histogram!(WRITES, "operation" => operation).record(begun.elapsed());
    if let Err(error) = &done {
        let [unavailable, taken, conflict] = REASONS;
        let reason = match error {
            StoreError::AlreadyOpen(_) => taken,
            StoreError::Conflict { .. } => conflict,
            _ => unavailable,
        };
        counter!(FAILURES, "operation" => operation, "reason" => reason).increment(1);
    }
    done
}

/// How many words a slow listener is kept.
pub(super) const MOST_WORDS: usize = 4_096;

/// Something that another process told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// A word about something.
    Word {
        /// What it is about: a word without spaces.
        topic: String,
        /// The rest, as the topic has it: a line.
        body: String,
    },
    /// Words may have been missed: whatever is remembered of what others do has to be looked up.
    Missed,
}

impl Notice {
    /// The line of a word.
    pub(super) fn line(topic: &str, body: &str) -> String {
        format!("{topic} {body}").replace('\n', " ")
    }

    /// The word of a line.
    pub(super) fn of_line(line: &str) -> Option<Self> {
        let (topic, body) = line.split_once(' ')?;
        Some(Notice::Word {
            topic: topic.to_owned(),
            body: body.to_owned(),
        })
    }
}

/// The other processes over the same data.
pub trait Notices: Send + Sync {
    /// Hears what is told from now on.
    fn hear(&self) -> broadcast::Receiver<Notice>;

    /// Tells all others, without waiting for them.
    fn tell(&self, topic: &str, body: &str);
}

/// The topic of words about journals.
pub const JOURNAL: &str = "journal";

/// That a journal has an entry, or its header, at this position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalNotice {
    /// Whose.
    pub table: TableId,
    /// Where.
    pub position: Position,
    /// Whether everybody who keeps the table reads it at once: people came or went, or it was opened or closed.
    pub at_once: bool,
}
