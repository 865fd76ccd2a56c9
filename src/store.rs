//! Persistence: journals, statistics, history and settings.
//!
//! Decides what is durable. A [`Db`] is one database: an SQLite file ([`sqlite`]) or
//! one in memory, for tables that end with the program, or a PostgreSQL server ([`postgres`]). A journal
//! is text here, kept in order, but its meaning is the table's. Knows no rules, no sentences and no clock: the time is a parameter.
//!
//! * Whatever a call has acknowledged survives `kill -9` and a power cut; whatever it has refused
//!   leaves no trace. [`Db::append`] is answered after its commit; appends of many tables share
//!   one (see `sql/tables.rs`).
//! * Tables write through a [`Journal`]; a [`Db`] is one.
//! * The position of an entry is the only lock: any process may write any journal, and of several that write at one
//!   position one does. The others read what came between and judge again. [`Notices`] wake them, and may be lost.
//! * An SQLite file is one process's: a second one is refused ([`Db::serve`]).
//! * A damaged row concerns its own table alone: it is told, and set aside, and nothing else fails.
//!   What a later version of the program wrote is told apart from damage. Migrations only ever add,
//!   and unknown later ones are left alone unless the data say that they are needed.
//! * The past is the journal: what is over is shown by running it again. The entries of closed tables are
//!   packed, and go when the operator does not want them any more.
//! * A database file that is deleted or replaced while it is open takes no more entries; see
//!   [`Db::check`].
#![doc = ""]
#![doc = include_str!("store/updating.md")]
#![doc = ""]
#![doc = include_str!("store/reliability.md")]
#![doc = ""]
#![doc = include_str!("store/privacy.md")]
#![warn(missing_docs)]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::club::RatingChange;
pub use crate::table::GuildId;
use crate::table::{PersonId, TableId, TableKey, UnixMillis};

pub mod about;
mod fault;
pub mod journal;
mod keeper;
mod migrations;
#[cfg(feature = "postgres")]
pub mod postgres;
mod process;
mod sql;
pub mod sqlite;
mod stored;
pub mod tally;
#[cfg(feature = "testing")]
pub mod testing;

pub use about::{KeptAbout, KeptElsewhere};
pub use fault::{Fault, Pending, StoreError};
pub use journal::{
    Aside, DamagedEntry, DamagedRow, Finish, Finished, JournalCheck, JournalFault, NewEntry,
    NewTable, OpenTable, OpenTables, StoredJournal, TableState,
};
pub use keeper::{JOURNAL, Journal, JournalNotice, Notice, Notices, ReadOn, describe};
pub use process::{ShardRange, moment};
pub use sql::daily::{
    DailyEntry, DailyFinish, DailyGroup, DailyLeader, DailyRanking, DailyScore, DailySecret,
};
#[cfg(feature = "testing")]
pub use sql::{Answer, Database, Dialect, Purpose, Transaction, Value};
pub use sql::{Db, check_backup};
pub use sqlite::create_private;
pub use stored::{
    Ban, Banned, Left, Report, Seek, SettingChange, Stored, StoredKey, StoredRow, read_setting,
    setting_of,
};
pub use tally::{
    Counter, FinishedPlace, LeaderboardRow, Measure, Month, MonthPlayed, PersonTally, Ranking,
    RatedPerson, Reach, RebuiltRatings, Standings, Stats, Versus,
};
#[cfg(feature = "testing")]
pub use testing::MemoryStore;

/// What the settings of a person begin with that keep their sessions in browsers; the rest is the hash.
pub const SESSION: &str = "browser session ";
/// The same of links that begin one and were not opened yet.
pub const LINK: &str = "browser link ";
/// Where the numbers begin of people who come from a browser alone. Ids of Discord reach this in 2049.
pub const FROM_BROWSERS: i64 = 1 << 62;

/// Whose settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Scope {
    /// One person's, everywhere.
    Person(PersonId),
    /// One server's.
    Guild(GuildId),
    /// One channel's.
    Channel(TableKey),
}

/// A setting, and whose it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedSetting {
    /// Whose.
    pub scope: Scope,
    /// Its whole name.
    pub name: String,
    /// As it was written.
    pub value: String,
}

impl Scope {
    fn parts(self) -> (&'static str, u64) {
        match self {
            Scope::Person(person) => ("person", person.0),
            Scope::Guild(guild) => ("guild", guild.0),
            Scope::Channel(key) => ("channel", key.0),
        }
    }

    fn of_parts(kind: &str, id: u64) -> Option<Self> {
        Some(match kind {
            "person" => Scope::Person(PersonId(id)),
            "guild" => Scope::Guild(GuildId(id)),
            "channel" => Scope::Channel(TableKey(id)),
            _ => return None,
        })
    }
}

/// What somebody who opens a store may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Make it, bring it up to date, and change it.
    Serve,
    /// Change something of one that is there and up to date.
    Repair,
    /// Read one that is there: nothing of it changes. An SQLite file of an earlier version is brought up to date in a copy.
    Read,
    /// Copy one that is there, in the version that it is of.
    Copy,
}

/// Opens the store that `url` names, creating and migrating it as needed: see [`open()`].
///
/// # Errors
/// As [`open()`].
pub async fn connect(url: &str) -> Result<Arc<Db>, StoreError> {
    open(url, Access::Serve).await
}

/// Opens the store that `url` names: `sqlite://FILE`, `postgres://…` or `memory:`.
///
/// # Errors
/// [`StoreError::BadUrl`] for anything else (the address itself, which may hold a password, is not
/// repeated), [`StoreError::Failed`] if it cannot be opened, [`StoreError::TooOld`]; unless it may be made,
/// [`StoreError::NoFile`], [`StoreError::Foreign`], [`StoreError::Earlier`].
pub async fn open(url: &str, access: Access) -> Result<Arc<Db>, StoreError> {
    match url.split(':').next() {
        Some("memory") => sqlite::connect_to_memory().await,
        Some("sqlite") => sqlite::connect(sqlite::options(url)?, access).await,
        #[cfg(feature = "postgres")]
        Some("postgres" | "postgresql") => postgres::connect(postgres::options(url)?, access).await,
        #[cfg(not(feature = "postgres"))]
        Some("postgres" | "postgresql") => Err(StoreError::WithoutPostgres),
        _ => Err(StoreError::bad_url(url)),
    }
}

/// The database file, if others on the machine can read it: it holds the seeds of running matches.
pub fn exposed(url: &str) -> Option<String> {
    sqlite::exposed(&file(url)?)
}

/// How many bytes the disk still takes on which the database file lies; nothing if there is none, or that
/// cannot be asked.
pub fn room(url: &str) -> Option<u64> {
    sqlite::room(&file(url)?)
}

/// The database file, and what the network disk is called on which it lies or will lie: it may be spoiled there.
pub fn network_disk(url: &str) -> Option<(String, &'static str)> {
    let file = file(url)?;
    let disk = sqlite::network_disk(&file)?;
    Some((file.display().to_string(), disk))
}

fn file(url: &str) -> Option<PathBuf> {
    let options = url.starts_with("sqlite:").then(|| sqlite::options(url));
    Some(options?.ok()?.get_filename().to_owned())
}
