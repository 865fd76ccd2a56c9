//! Persistence: journals, statistics, history and settings.
//!
//! Decides what is durable. A [`Db`] is one database: an SQLite file ([`sqlite`]) or
//! one in memory, for tables that end with the program, or a PostgreSQL server ([`postgres`]). A journal
//! is text here, kept in order, but its meaning is the table's. Knows no rules, no sentences and no clock: the time is a parameter.
//!
//! * Whatever a call has acknowledged survives `kill -9` and a power cut; whatever it has refused
//!   leaves no trace. [`Db::append`] is answered after its commit; appends of many tables share
//!   one (see `sql/writer.rs`).
//! * Tables write through a [`Journal`]; a [`JournalWriter`] is one over a store.
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

use serde::{Deserialize, Serialize};

use crate::club::RatingChange;
pub use crate::table::GuildId;
use crate::table::{PersonId, TableId, TableKey, UnixMillis};

pub mod about;
mod daily;
mod fault;
pub mod forget;
pub mod journal;
mod keeper;
pub mod measured;
mod migrations;
mod moderation;
pub mod notices;
mod open;
pub mod packed;
#[cfg(feature = "postgres")]
pub mod postgres;
mod process;
mod servers;
mod shards;
mod sql;
pub mod sqlite;
mod standings;
mod stored;
pub mod tally;
#[cfg(feature = "testing")]
pub mod testing;

pub use about::{KeptAbout, KeptElsewhere};
pub use daily::{
    DailyBeginning, DailyEntry, DailyFinish, DailyGroup, DailyLeader, DailyRanking, DailyScore,
    DailySecret,
};
pub use fault::{Fault, Pending, StoreError};
pub use journal::{
    Aside, DamagedEntry, DamagedRow, Finish, Finished, JournalCheck, JournalFault, NewEntry,
    NewTable, OpenTable, OpenTables, StoredJournal, TableState,
};
pub use keeper::{Journal, JournalError, JournalWriter};
pub use moderation::{Ban, Banned, Report};
pub use notices::{JournalNotice, Notice, Notices};
pub use open::{Access, connect, exposed, network_disk, open, room};
pub use process::moment;
pub use servers::{Left, Seek, SettingChange};
pub use shards::ShardRange;
#[cfg(feature = "testing")]
pub use sql::{Answer, Database, Dialect, Purpose, Transaction, Value};
pub use sql::{Db, check_backup};
pub use sqlite::create_private;
pub use standings::{FinishedPlace, RatedPerson, RebuiltRatings, Standings};
pub use stored::{Stored, StoredKey, StoredRow, read_setting, setting_of};
pub use tally::{
    Counter, LeaderboardRow, Measure, Month, MonthPlayed, PersonTally, Ranking, Reach, Stats,
    Versus,
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
