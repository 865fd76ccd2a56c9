//! What processes over the same data tell each other: words that wake, a directory of open tables,
//! and what one heard that another has to answer.
//!
//! All of it may be lost or repeated; the journals are the truth. Knows neither what the words mean
//! nor who a table belongs to. A store that only one process can open has none of it.

use tokio::sync::broadcast;

use super::fault::{Pending, StoreError};
use crate::table::{TableId, UnixMillis};

/// How many words a slow listener is kept.
pub(super) const MOST_WORDS: usize = 4_096;

/// The longest text that can be told, in bytes: a notification of PostgreSQL holds 8,000.
pub const LONGEST_WORD: usize = 7_000;

/// Something another process told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// These words.
    Word(Word),
    /// Words may have been missed: whatever was remembered of others has to be looked up anew.
    Missed,
}

/// What one process tells.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Word {
    /// The life of the process that tells it.
    pub from: String,
    /// The life of the only process for which it is; `None` for all others.
    pub to: Option<String>,
    /// What it is about.
    pub topic: String,
    /// The rest, as the topic has it.
    pub body: String,
}

impl Word {
    /// Whether it is for this life: nobody hears their own words unless they are addressed to them.
    pub(super) fn is_for(&self, life: &str) -> bool {
        match &self.to {
            Some(to) => to == life,
            None => self.from != life,
        }
    }
}

/// What is known of an open table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The table.
    pub table: TableId,
    /// The life of the process that has it, or had it last.
    pub life: String,
    /// The rest, as that process wrote it.
    pub facts: String,
}

/// Who holds a shard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// The shard.
    pub shard: u32,
    /// The number of all shards.
    pub total: u32,
    /// The life of the process that holds it.
    pub life: String,
}

/// The other processes over the same data. Its errors are those of the store.
pub trait Peers: Send + Sync {
    /// The id of this process's life.
    fn life(&self) -> &str;

    /// Hears what is told from now on.
    fn hear(&self) -> broadcast::Receiver<Heard>;

    /// Tells one process, or all others, without waiting for them: at most [`LONGEST_WORD`] bytes.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] if it is longer.
    fn tell(&self, to: Option<&str>, topic: &str, body: String) -> Pending<'_, ()>;

    /// Writes what is known of a table that this process has, in place of what was known of its
    /// channel before.
    fn publish(&self, table: TableId, facts: String) -> Pending<'_, ()>;

    /// Removes a table from the directory if this process wrote the entry.
    fn withdraw(&self, table: TableId) -> Pending<'_, ()>;

    /// Everything in the directory about tables that are open, also those whose process is gone.
    fn directory(&self) -> Pending<'_, Vec<Entry>>;

    /// Which process holds which shard, as far as leases are kept.
    fn holders(&self) -> Pending<'_, Vec<Holder>>;

    /// Leaves something for another process and wakes it with the topic [`HANDED_OVER`] and the id.
    /// What has this id already stays as it is.
    fn hand_over(&self, to: &str, id: &str, at: UnixMillis, body: String) -> Pending<'_, ()>;

    /// Takes what has this id; `None` if somebody took it before. Of several that try, one gets it.
    fn take(&self, id: &str) -> Pending<'_, Option<String>>;

    /// Notes that this process answers what has this id; `false` if one did before, this one included.
    fn claim(&self, id: &str, at: UnixMillis) -> Pending<'_, bool>;

    /// The ids of what waits for this process, oldest first.
    fn waiting(&self) -> Pending<'_, Vec<String>>;

    /// Removes what was handed over or claimed before this time, taken or not, and what the directory says about
    /// tables that are not open any more.
    fn sweep(&self, before: UnixMillis) -> Pending<'_, ()>;
}

/// The topic of the words that announce a hand-over.
pub const HANDED_OVER: &str = "handed over";

/// Refuses what no notification holds.
pub(super) fn check_word(word: &Word) -> Result<(), StoreError> {
    match word.topic.len() + word.body.len() <= LONGEST_WORD {
        true => Ok(()),
        false => Err(StoreError::Invalid {
            what: "a word to other processes",
        }),
    }
}
