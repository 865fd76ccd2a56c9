//! Persistence: journals, leases, statistics, history and settings.
//!
//! Decides what is durable and who may write it. The [`Store`] trait has three implementations: an
//! SQLite file ([`sqlite`]), a PostgreSQL server ([`postgres`]) and memory ([`memory`], for tests
//! and the terminal). A journal is text here: headers and entries are sealed against damage and
//! kept in order, but their meaning is the table's. Knows no rules, no sentences and no clock: the
//! time is a parameter.
//!
//! * Whatever a call has acknowledged survives `kill -9` and a power cut; whatever it has refused
//!   leaves no trace. [`Store::append`] is answered after its commit; appends of many tables share
//!   one (see `sql/writer.rs`).
//! * Tables write through a [`Journal`]; a [`Keeper`] is one over a store, and holds the claims to
//!   the tables that this process may write.
//! * A table belongs to the shard of its guild, a shard to the process that holds its [`lease`].
//!   Every write of a journal checks the lease's fencing number in its own transaction, so a
//!   process that was taken for dead cannot write any more.

use std::collections::BTreeMap;
use std::pin::Pin;

pub use crate::table::GuildId;
use crate::table::{PersonId, TableId, TableKey, UnixMillis};

mod fault;
pub mod forget;
pub mod journal;
mod keeper;
pub mod lease;
pub mod memory;
mod open;
#[cfg(feature = "postgres")]
pub mod postgres;
mod sql;
pub mod sqlite;
pub mod tally;

pub use fault::{Fault, StoreError};
pub use journal::TableState;
pub use journal::{Finish, Finished, NewEntry, NewTable, OpenTable, StoredJournal};
pub use keeper::{Journal, JournalError, Keeper};
pub use lease::{Claim, Fence, LeaseRequest, ShardRange};
pub use memory::MemoryStore;
pub use open::connect;
pub use tally::{Counter, LeaderboardRow, Measure, Ranking, Reach, Stats, Tally, Versus};

/// Whose settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// One person's, everywhere.
    Person(PersonId),
    /// One server's.
    Guild(GuildId),
    /// One channel's.
    Channel(TableKey),
}

/// An answer that is still to come.
pub type Pending<'a, T, E = StoreError> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;

/// Everything that is kept. Cheap to share behind an `Arc`; one value stands for one process.
///
/// Unless a method says otherwise, its only error is [`StoreError::Failed`]: the data could not be
/// reached, and nothing has changed.
pub trait Store: Send + Sync {
    /// Takes the leases of these shards, as far as they are free, expired or held under the same
    /// owner's name (an earlier life of this process, which is thereby fenced off). Answers with
    /// the shards newly taken; those that this value holds already are left alone, so it can be
    /// called again and again until all are there.
    ///
    /// # Errors
    /// [`StoreError::OtherTotal`] while somebody holds a lease under another number of shards.
    fn acquire(&self, request: LeaseRequest) -> Pending<'_, Vec<u32>>;

    /// Keeps all leases held here until then. Answers with the shards that have been lost to
    /// somebody else: their tables must be let go.
    fn renew(&self, until: UnixMillis) -> Pending<'_, Vec<u32>>;

    /// Gives all leases back, so that another process need not wait for them to expire.
    fn release(&self) -> Pending<'_, ()>;

    /// Starts the journal of a new table.
    ///
    /// # Errors
    /// [`StoreError::AlreadyOpen`] if the channel has an open table or the id is used, [`StoreError::NotHeld`] without the
    /// lease of its shard, [`StoreError::Fenced`], [`StoreError::Invalid`].
    fn open_table(&self, table: NewTable) -> Pending<'_, Claim>;

    /// Adds one entry to a journal, and what it finished to history and statistics: both or
    /// neither. When this returns `Ok` the entry is durable.
    ///
    /// # Errors
    /// [`StoreError::Fenced`], [`StoreError::NotOpen`], [`StoreError::Exists`] (the position
    /// is taken), [`StoreError::Gap`] (its predecessor is missing), [`StoreError::Invalid`].
    fn append(&self, claim: Claim, entry: NewEntry) -> Pending<'_, ()>;

    /// Ends a journal: the table is over.
    ///
    /// # Errors
    /// [`StoreError::Fenced`], [`StoreError::NotOpen`].
    fn close_table(&self, claim: Claim, at: UnixMillis) -> Pending<'_, ()>;

    /// Puts a journal aside that cannot be continued. It is kept, with the reason.
    ///
    /// # Errors
    /// [`StoreError::Fenced`], [`StoreError::NotOpen`].
    fn set_aside(&self, claim: Claim, at: UnixMillis, reason: &str) -> Pending<'_, ()>;

    /// The open tables of these shards, as far as their leases are held here, oldest first. The
    /// journals are to be read one by one with [`Store::journal`], so that a thousand of them
    /// need not be in memory together and a damaged one spoils no other.
    fn open_tables(&self, shards: Vec<u32>) -> Pending<'_, Vec<OpenTable>>;

    /// A whole journal, open or not, checked for damage.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Damaged`].
    fn journal(&self, table: TableId) -> Pending<'_, StoredJournal>;

    /// Counts something finished that did not come with an entry; `false` if it was counted
    /// before.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Invalid`].
    fn record(&self, table: TableId, finish: Finish) -> Pending<'_, bool>;

    /// What was finished in a channel, latest first, leaving out the first `skip`.
    fn history(&self, key: TableKey, skip: u32, limit: u32) -> Pending<'_, Vec<Finished>>;

    /// The sums of one person.
    fn stats(&self, person: PersonId, reach: Reach) -> Pending<'_, Stats>;

    /// The best people by one measure; equals in the order of their ids.
    fn leaderboard(&self, ranking: Ranking) -> Pending<'_, Vec<LeaderboardRow>>;

    /// Forgets a person: statistics, name, settings, and their id and name in the journals of
    /// ended tables (see [`forget`]); open tables follow when they end. Answers with the number
    /// of journals changed at once.
    fn forget(&self, person: PersonId) -> Pending<'_, usize>;

    /// One setting, as it was written.
    fn setting(&self, scope: Scope, name: &str) -> Pending<'_, Option<String>>;

    /// Writes a setting, or with `None` takes it away.
    ///
    /// # Errors
    /// [`StoreError::Invalid`].
    fn set_setting(&self, scope: Scope, name: &str, value: Option<&str>) -> Pending<'_, ()>;

    /// All settings of one scope by name.
    fn settings(&self, scope: Scope) -> Pending<'_, BTreeMap<String, String>>;

    /// Waits for what is under way and closes the connections. Later calls fail.
    fn close(&self) -> Pending<'_, ()>;
}

impl Scope {
    fn parts(self) -> (&'static str, u64) {
        match self {
            Scope::Person(person) => ("person", person.0),
            Scope::Guild(guild) => ("guild", guild.0),
            Scope::Channel(key) => ("channel", key.0),
        }
    }
}
