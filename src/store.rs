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
//! * Tables write through a [`Journal`]; a [`JournalWriter`] is one over a store, and holds the claims to
//!   the tables that this process may write.
//! * A table belongs to the shard of its guild, a shard to the process that holds its [`lease`].
//!   Every write of a journal checks the lease's fencing number in its own transaction, so a
//!   process that was taken for dead cannot write any more. A lease names the life of its process:
//!   one that was killed is in nobody's way, one that lives is not robbed, whatever its name.
//! * A damaged row concerns its own table alone: it is told, and set aside, and nothing else fails.
//!   What a later version of the program wrote is told apart from damage. Migrations only ever add,
//!   and unknown later ones are left alone unless the data say that they are needed.
//! * The past is the journal: what is over is shown by running it again. The entries of closed tables are
//!   packed, and go when the operator does not want them any more.
//! * A database file that is deleted while it is open is made anew from the open connections; see
//!   [`Store::check`].
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
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::club::RatingChange;
use crate::game::GameKind;
pub use crate::table::GuildId;
use crate::table::{PersonId, TableId, TableKey, UnixMillis};

pub mod about;
mod daily;
mod fault;
pub mod forget;
pub mod journal;
mod keeper;
pub mod lease;
pub mod measured;
pub mod memory;
mod migrations;
mod moderation;
mod open;
pub mod packed;
pub mod peers;
#[cfg(feature = "postgres")]
pub mod postgres;
mod servers;
mod sql;
pub mod sqlite;
mod standings;
pub mod tally;

pub use about::{KeptAbout, KeptChange, KeptCup};
pub use daily::{
    DailyBeginning, DailyEntry, DailyFinish, DailyGroup, DailyLeader, DailyRanking, DailyScore,
    DailySecret,
};
pub use fault::{Fault, Pending, StoreError};
pub use journal::{
    Aside, DamagedEntry, DamagedRow, Finish, Finished, NewEntry, NewTable, OpenTable, OpenTables,
    RowClaim, StoredJournal, TableState,
};
pub use keeper::{Journal, JournalError, JournalWriter, LeaseChanges};
pub use lease::{Claim, Fence, ForeignLease, LeaseRequest, Leases, ShardRange, moment};
pub use memory::MemoryStore;
pub use moderation::{Ban, Banned, REPORT, Report};
pub use open::{
    connect, connect_to_copy, connect_to_read, connect_to_repair, exposed, network_disk,
    open_backup, room,
};
pub use peers::{LeaseTarget, Member, PeerEntry, PeerList, Peers, SHARE};
pub use servers::{CUP, CupChange, LEFT, SEEK, Seek, SettingChange};
pub use sqlite::create_private;
pub use standings::{FinishedPlace, RatedPerson, RebuiltRatings, Standings};
pub use tally::{
    Counter, LeaderboardRow, Measure, Month, MonthPlayed, PersonTally, Ranking, Reach, Stats,
    Versus,
};

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

/// How much of a damaged database is copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// All of it, or nothing.
    All,
    /// Whatever can still be read.
    Readable,
}

/// A backup that is to be restored.
#[derive(Debug, Clone)]
pub struct Backup {
    /// The file.
    pub file: PathBuf,
    /// How much of it.
    pub extent: Extent,
}

/// What a copy came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copied {
    /// The number of rows in it.
    pub rows: u64,
    /// What could not be copied, in a few words each; nothing if it is complete.
    pub left_out: Vec<String>,
}

/// Everything that is kept. Cheap to share behind an `Arc`; one value stands for one process.
///
/// Unless a method says otherwise, its only error is [`StoreError::Failed`]: the data could not be
/// reached, and nothing has changed.
pub trait Store: Send + Sync {
    /// Takes the leases of these shards, as far as they are free, expired or held by a process that
    /// is known to be dead (which is thereby fenced off). Those that this value holds already are
    /// left alone, so it can be called again and again until all are there. A lease of more than an
    /// hour from now is none.
    ///
    /// # Errors
    /// [`StoreError::OtherTotal`] while somebody holds a lease under another number of shards. For
    /// the first call of this value, that is for a process that starts:
    /// [`StoreError::Namesake`] if another living process has the same owner's name,
    /// [`StoreError::Overlap`] if one holds some of the shards. Later calls do not fail for that,
    /// and tell who has them in [`Leases::elsewhere`].
    fn acquire(&self, request: LeaseRequest) -> Pending<'_, Leases>;

    /// Keeps all leases held here until then. Answers with the shards that have been lost to
    /// somebody else: their tables must be let go.
    fn renew(&self, until: UnixMillis) -> Pending<'_, Vec<u32>>;

    /// Gives all leases back, so that another process need not wait for them to expire, and takes this
    /// process off the list of those that serve the bot.
    fn release(&self) -> Pending<'_, ()>;

    /// Gives the leases of these shards back.
    fn give_back(&self, shards: Vec<u32>) -> Pending<'_, ()>;

    /// Whether several processes can share these data. Where they cannot, nothing is spent on others.
    fn is_shared(&self) -> bool;

    /// The time that counts for leases: the server's, where processes on several machines share one;
    /// otherwise `now`.
    fn time(&self, now: UnixMillis) -> Pending<'_, UnixMillis>;

    /// Enters this process in the list of those that serve the bot, and reads the list. From then on it
    /// does not count as one that starts, which [`Store::acquire`] refuses. Where nobody shares the data,
    /// the list is empty.
    fn attend(&self, attendance: PeerEntry) -> Pending<'_, PeerList>;

    /// Reserves the next place in the queue of a bucket of gateway sessions, one every so many
    /// milliseconds over all processes; answers with how long it is until then. A place that nobody uses
    /// is lost, and no more.
    fn queue_identify(&self, bucket: u32, now: UnixMillis, every: u64) -> Pending<'_, Duration>;

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

    /// Puts a journal aside that cannot be continued. It is kept, with the reason; with `later` it
    /// is tried again at every start, as only this version cannot continue it.
    ///
    /// # Errors
    /// [`StoreError::Fenced`], [`StoreError::NotOpen`].
    fn set_aside(&self, claim: Claim, at: UnixMillis, reason: &str, later: bool)
    -> Pending<'_, ()>;

    /// The same for a row that cannot be read, by its number.
    ///
    /// # Errors
    /// [`StoreError::Fenced`], [`StoreError::NoRow`] if it is not open.
    fn set_row_aside(
        &self,
        claim: RowClaim,
        at: UnixMillis,
        reason: &str,
        later: bool,
    ) -> Pending<'_, ()>;

    /// The open tables of these shards, as far as their leases are held here, oldest first; those
    /// with damaged rows apart, which belong to whoever holds shard 0 if their guild cannot be
    /// read. The journals are to be read one by one with [`Store::resume`], so that a thousand of
    /// them need not be in memory together and a damaged one spoils no other.
    fn open_tables(&self, shards: Vec<u32>) -> Pending<'_, OpenTables>;

    /// The tables of these shards that were set aside because a later version had written them (or
    /// by [`Store::retry`]), oldest first: to be restored by whoever can, if their channel has no
    /// open table. With [`Store::reopen`] they go on.
    fn aside_later(&self, shards: Vec<u32>) -> Pending<'_, Vec<OpenTable>>;

    /// Opens a table again that was set aside.
    ///
    /// # Errors
    /// [`StoreError::Fenced`], [`StoreError::Missing`] if it is not aside,
    /// [`StoreError::AlreadyOpen`] if its channel has an open table by now.
    fn reopen(&self, claim: Claim) -> Pending<'_, ()>;

    /// All tables that are set aside, oldest first.
    fn aside(&self) -> Pending<'_, Vec<Aside>>;

    /// Has a table that was set aside tried again at the next start.
    ///
    /// # Errors
    /// [`StoreError::NoRow`] if no table with this row number is set aside.
    fn retry(&self, row: i64) -> Pending<'_, ()>;

    /// Removes a table that was set aside, with its journal; history and statistics stay.
    ///
    /// # Errors
    /// [`StoreError::NoRow`] if no table with this row number is set aside.
    fn discard(&self, row: i64) -> Pending<'_, ()>;

    /// Everything that is kept of a table, in this row of `tables` or elsewhere, as it is: a line of
    /// JSON for each row, for an operator. It holds the table's secret.
    ///
    /// # Errors
    /// [`StoreError::NoRow`] if there is no such row.
    fn rows(&self, row: i64) -> Pending<'_, Vec<String>>;

    /// A whole journal from its header on, open or not, packed or not, checked for damage.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Damaged`], [`StoreError::Later`],
    /// [`StoreError::Pruned`].
    fn journal(&self, table: TableId) -> Pending<'_, StoredJournal>;

    /// What is needed to go on with a table: header, latest snapshot, and the entries after it. A
    /// damaged snapshot is left out, as if there had never been one.
    ///
    /// # Errors
    /// As [`Store::journal`].
    fn resume(&self, table: TableId) -> Pending<'_, StoredJournal>;

    /// Tables that were closed since this time and when, the latest first: so many at most.
    fn closed_since(&self, since: UnixMillis, most: u32)
    -> Pending<'_, Vec<(TableId, UnixMillis)>>;

    /// Closed tables whose entries are not packed, oldest first.
    fn unpacked(&self, limit: u32) -> Pending<'_, Vec<TableId>>;

    /// Packs the entries of a closed table. A journal that is damaged stays as it is and is not
    /// listed in [`Store::unpacked`] any more. Answers with the number of entries packed.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is no such closed table, [`StoreError::Damaged`].
    fn pack(&self, table: TableId) -> Pending<'_, usize>;

    /// Removes the journals of tables that were closed before this time, and the headers with their
    /// secrets; history and statistics stay. Answers with their number.
    fn prune(&self, before: UnixMillis) -> Pending<'_, usize>;

    /// The same for the closed tables of each server beyond its so many latest. Private messages and
    /// the terminal, which belong to no server, are left alone. Looks at every table.
    fn prune_beyond(&self, most: u32) -> Pending<'_, usize>;

    /// Looks at every row of everything that is kept, and lists what is damaged or was written by a
    /// later version. Reads everything: for an operator, not for a start.
    fn examine(&self) -> Pending<'_, Vec<DamagedEntry>>;

    /// Copies everything but the leases into a new SQLite file, as it is at one moment, while
    /// others write. Source and copy are looked through, and the finished copy was read again when
    /// this is answered.
    ///
    /// # Errors
    /// [`StoreError::Occupied`] if there is a file of this name, [`StoreError::NoBackup`] for a
    /// store in memory; [`StoreError::Unsound`], [`StoreError::NotCopied`].
    fn backup(&self, file: PathBuf, extent: Extent) -> Pending<'_, Copied>;

    /// Fills this store, which must be empty, from a backup of a store of either kind.
    ///
    /// # Errors
    /// [`StoreError::NotEmpty`], [`StoreError::NoBackup`] for a store in memory;
    /// [`StoreError::Unsound`], [`StoreError::NotCopied`].
    fn restore_from(&self, backup: Backup) -> Pending<'_, Copied>;

    /// Looks whether the data are still where they were: cheap, to be called every second or two.
    /// A database file that was deleted is made anew from what the store still holds of it, and
    /// everything goes on; one that was replaced by another is left alone, and what the store held
    /// is saved beside it. `now` is for the name of that file.
    ///
    /// # Errors
    /// [`StoreError::Moved`] while nothing can be written for that reason.
    fn check(&self, now: UnixMillis) -> Pending<'_, ()>;

    /// For tests: counts something finished that did not come with an entry; `false` if it was counted
    /// before.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Invalid`].
    #[cfg(feature = "testing")]
    fn record(&self, table: TableId, finish: Finish) -> Pending<'_, bool>;

    /// What was finished in a channel, latest first, leaving out the first `skip`.
    fn history(&self, key: TableKey, skip: u32, limit: u32) -> Pending<'_, Vec<Finished>>;

    /// The sums of one person.
    fn stats(&self, person: PersonId, reach: Reach) -> Pending<'_, Stats>;

    /// The best people by one measure; equals in the order of their ids.
    fn leaderboard(&self, ranking: Ranking) -> Pending<'_, Vec<LeaderboardRow>>;

    /// What the seeds of the days are derived from: what was kept first, be it this.
    fn daily_secret(&self, offered: DailySecret) -> Pending<'_, DailySecret>;

    /// Notes that somebody begins the deal of a day, unless they have begun it. Answers with what is kept
    /// then: of a beginning that came too late, the earlier one.
    fn begin_daily(&self, begun: DailyBeginning) -> Pending<'_, DailyEntry>;

    /// What is kept of a person's deal of this day.
    fn daily(&self, person: PersonId, day: u32) -> Pending<'_, Option<DailyEntry>>;

    /// The days of which a person's result counts, the latest first.
    fn daily_days(&self, person: PersonId) -> Pending<'_, Vec<u32>>;

    /// The results of a day that count, the lowest rank first.
    fn daily_field(&self, day: u32) -> Pending<'_, Vec<DailyGroup>>;

    /// Who did best in the deals of these days.
    fn daily_leaders(&self, ranking: DailyRanking) -> Pending<'_, Vec<DailyLeader>>;

    /// Where a person stands, and how they came there.
    fn standings(&self, person: PersonId) -> Pending<'_, Standings>;

    /// The people with the highest ratings, those that are provisional behind all others; equals in the
    /// order of their ids.
    fn best_rated(&self, game: GameKind, reach: Reach, limit: u32)
    -> Pending<'_, Vec<RatedPerson>>;

    /// How a finished round, or a match without rounds, moved the ratings of its people everywhere;
    /// nothing if it did not count.
    fn round_ratings(
        &self,
        table: TableId,
        match_number: u32,
        round: Option<u32>,
    ) -> Pending<'_, Vec<RatingChange>>;

    /// Finished rounds and matches after this one, in an order that does not change.
    fn finished_after(
        &self,
        after: Option<FinishedPlace>,
        limit: u32,
    ) -> Pending<'_, Vec<Finished>>;

    /// Replaces the summary of a finished round or match.
    ///
    /// # Errors
    /// [`StoreError::Invalid`].
    fn put_summary(&self, place: FinishedPlace, summary: String) -> Pending<'_, ()>;

    /// Works all ratings out again from the finished rounds, in the order in which they were counted, and
    /// counts their honours again.
    /// Nobody may play meanwhile.
    fn rebuild_ratings(&self) -> Pending<'_, RebuiltRatings>;

    /// Forgets a person: statistics, name, settings, and their id and name in the journals of
    /// ended tables (see [`forget`]); open tables follow when they end. Answers with the number
    /// of journals changed at once.
    fn forget(&self, person: PersonId) -> Pending<'_, usize>;

    /// Empties the names of people of whom nothing was counted for so many days; what was counted stays.
    /// Answers with the number of names.
    fn forget_names(&self, now: UnixMillis, days: u32) -> Pending<'_, usize>;

    /// The servers that the bot left before this time ([`LEFT`]), and did not come back to.
    fn left_guilds(&self, before: UnixMillis) -> Pending<'_, Vec<GuildId>>;

    /// Forgets a server that the bot left before this time: its settings, tables with their history, and
    /// standings there. What people did there stays in their sums and ratings over all servers, without
    /// saying where. `false`, and nothing or not all is forgotten, if the bot came back, or while a table of
    /// it is open.
    fn forget_guild(&self, guild: GuildId, before: UnixMillis) -> Pending<'_, bool>;

    /// One setting, as it was written.
    fn setting(&self, scope: Scope, name: &str) -> Pending<'_, Option<String>>;

    /// Writes a setting, or with `None` takes it away.
    ///
    /// # Errors
    /// [`StoreError::Invalid`].
    fn set_setting(&self, scope: Scope, name: &str, value: Option<&str>) -> Pending<'_, ()> {
        self.set_settings(scope, vec![(name.to_owned(), value.map(str::to_owned))])
    }

    /// Writes settings of one scope by name, or with `None` takes them away: all of them or none.
    ///
    /// # Errors
    /// [`StoreError::Invalid`].
    fn set_settings(&self, scope: Scope, changes: Vec<(String, Option<String>)>)
    -> Pending<'_, ()>;

    /// Keeps a cup, if it is still as it was before this change; `false` if somebody changed it meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Invalid`].
    fn put_cup(&self, change: CupChange) -> Pending<'_, bool>;

    /// Everything that is kept about one person.
    fn about(&self, person: PersonId) -> Pending<'_, KeptAbout>;

    /// Takes a setting away, and answers with what it was: of several who ask at once, one is told.
    fn take_setting(&self, scope: Scope, name: &str) -> Pending<'_, Option<String>>;

    /// All settings of one scope by name.
    fn settings(&self, scope: Scope) -> Pending<'_, BTreeMap<String, String>>;

    /// All settings whose names begin with this, of whoever they are, by name. Looks at every setting.
    fn settings_named(&self, start: &str) -> Pending<'_, Vec<NamedSetting>>;

    /// The other processes over these data; `None` if there can be none.
    fn peers(&self) -> Option<Arc<dyn Peers>>;

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

    fn of_parts(kind: &str, id: u64) -> Option<Self> {
        Some(match kind {
            "person" => Scope::Person(PersonId(id)),
            "guild" => Scope::Guild(GuildId(id)),
            "channel" => Scope::Channel(TableKey(id)),
            _ => return None,
        })
    }
}
