//! Answers of the store that are still to come, and its errors, distinguished by what can be done about them.

use std::pin::Pin;

use crate::table::{Position, TableId};

/// An answer that is still to come.
pub type Pending<'a, T, E = StoreError> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;

/// The kind of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Fault {
    /// The disk is full.
    #[error("the disk is full")]
    DiskFull,
    /// The file or server is read-only.
    #[error("it cannot be written, or not be opened")]
    ReadOnly,
    /// The server cannot be reached.
    #[error("the database cannot be reached")]
    Disconnected,
    /// A lock was held by somebody else for too long.
    #[error("somebody else holds it for too long")]
    Busy,
    /// The file is corrupt.
    #[error(
        "the data are damaged: `tractor-bot doctor` says where, and the page on updating what helps"
    )]
    Malformed,
    /// Anything else; the detail says more.
    #[error("it failed")]
    Other,
}

/// Why the store refused or failed a call. Nothing was changed then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The data could not be read or written.
    #[error("could not {doing}: {fault} ({detail})")]
    Failed {
        /// What was attempted, as a verb phrase.
        doing: &'static str,
        /// The kind of failure.
        fault: Fault,
        /// The driver's message; never data of a game.
        detail: String,
    },
    /// An entry has no place there: another process wrote something, or ended the table. What came between has to be
    /// read.
    #[error("table {table} has no place for an entry at {}", .position.0)]
    Conflict {
        /// The table.
        table: TableId,
        /// The position of the refused entry.
        position: Position,
    },
    /// The table is not open any more.
    #[error("table {0} is not open")]
    NotOpen(TableId),
    /// The channel has an open table, or there was one with this id.
    #[error("table {0} cannot be opened: there is one already")]
    AlreadyOpen(TableId),
    /// No table has this id.
    #[error("there is no table {0}")]
    Missing(TableId),
    /// A journal cannot be read or does not match its seals. The header has the opening position.
    #[error("the journal of table {table} is damaged at {}: {what}", .position.0)]
    Damaged {
        /// The table.
        table: TableId,
        /// The first position that is wrong or missing.
        position: Position,
        /// The column, and what is wrong with it; nothing of a game.
        what: &'static str,
    },
    /// A table was written by a later version of the program.
    #[error("table {table} was written by a later version of this program: {what}")]
    Later {
        /// The table.
        table: TableId,
        /// What this version does not know.
        what: String,
    },
    /// The journal has been pruned: it was too old to be kept.
    #[error("the journal of table {0} is no longer kept: it is too old")]
    Pruned(TableId),
    /// There is no row of this number in the state asked for.
    #[error("there is no such table in row {0}")]
    NoRow(i64),
    /// Another process serves these data, or some of the shards.
    #[error(
        "another process that is running serves these tables: {0}. Stop it, or, over PostgreSQL, give each process \
         shards of its own, for example SHARDS=0..3/8"
    )]
    InUse(String),
    /// The database file is not where it was.
    #[error("{0}")]
    Moved(String),
    /// The data need a later version of the program.
    #[error(
        "the data were changed by a later version of this program (step {needs} of its tables) in a \
         way that this version (step {ours}) would spoil: start that later version, or go back to a \
         backup made before the update"
    )]
    NeedsLater {
        /// The number of the latest migration that a program must know to write here.
        needs: i64,
        /// The number of the latest that this program knows.
        ours: i64,
    },
    /// Something is in the way of a file to be written.
    #[error("there is a file {0} already; nothing is overwritten")]
    Occupied(String),
    /// There is no such database.
    #[error(
        "there is no database {0}: DATABASE_URL says where it is, for example sqlite://tractor.db"
    )]
    NoFile(String),
    /// The database is damaged.
    #[error(
        "the data are damaged, so that this would not be all of them: {0}. `tractor-bot doctor` lists what is, and \
         the page on updating says what helps"
    )]
    Unsound(String),
    /// A copy was made that does not hold what was read; it is not kept.
    #[error("the copy does not hold what was read, and is not kept: {0}")]
    NotCopied(String),
    /// A tool does not bring a database up to date.
    #[error(
        "the database was last used by an earlier version (step {theirs} of its tables; this version makes \
         step {ours}): start the bot of this version once, which brings it up to date, or use that version"
    )]
    Earlier {
        /// The number of the latest migration that was made.
        theirs: i64,
        /// The number of the latest that this program makes.
        ours: i64,
    },
    /// A database of a version whose data are not read any more.
    #[error(
        "{0} was made by a version before 0.1.0, which is not read any more; nothing of it was changed. Begin a \
         new one: move it away, or name another place in DATABASE_URL, for example sqlite://tractor-new.db"
    )]
    TooOld(String),
    /// A database file without a byte: what was in it is gone.
    #[error(
        "{0} is there, but empty: it was cut off, or is none of this program. Put a backup at its place, or \
         remove it to begin anew"
    )]
    Empty(String),
    /// A log beside a file that has none of its own.
    #[error(
        "beside {0} lies the log of another file, or of one that is gone, which would spoil it: put the file of that \
         log back, or move {0}-wal and {0}-shm away first"
    )]
    StrangeLog(String),
    /// A database of another program.
    #[error("{0} is a database, but not one of this program")]
    Foreign(String),
    /// The folder of the database file is missing.
    #[error(
        "the folder {0} does not exist: make it, or name another one, for example sqlite://tractor.db"
    )]
    NoFolder(String),
    /// A backup can be restored only into an empty store.
    #[error("this store is not empty: a backup is restored into an empty one")]
    NotEmpty,
    /// A text is too long, or contains a NUL character.
    #[error("the {0} is too long or holds a zero character")]
    Invalid(&'static str),
    /// The URL names no kind of store.
    #[error(
        "DATABASE_URL={0} names no store: it is sqlite://FILE, for example sqlite://tractor.db, \
         postgres://USER:PASSWORD@HOST/DATABASE, or memory: for a store that ends with the program"
    )]
    BadUrl(String),
    /// The URL is that of a PostgreSQL server, and the program was built without PostgreSQL.
    #[cfg(not(feature = "postgres"))]
    #[error(
        "this program was built without the feature `postgres`, which postgres://… needs: build it \
         with that, or keep the data in sqlite://FILE"
    )]
    WithoutPostgres,
    /// The store has been closed.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// Whether something is wrong with one journal: the store can be read.
    pub const fn is_of_journal(&self) -> bool {
        use StoreError::{Damaged, Later, Missing, Pruned};
        matches!(self, Damaged { .. } | Later { .. } | Missing(_) | Pruned(_))
    }

    pub(super) fn damaged(table: TableId, position: Position, what: &'static str) -> Self {
        StoreError::Damaged {
            table,
            position,
            what,
        }
    }

    /// The error for an address that is none; what may be a password in it is not repeated.
    pub(super) fn bad_url(url: &str) -> Self {
        let secret = url.contains('@') || url.to_lowercase().contains("password");
        let shown = match (url.split_once("://"), secret) {
            (Some((kind, _)), true) => format!("{kind}://…"),
            (None, true) => "…".to_owned(),
            (_, false) => url
                .chars()
                .filter(|sign| !sign.is_control())
                .take(60)
                .collect(),
        };
        StoreError::BadUrl(shown)
    }

    /// The same error with the place of the data that it concerned.
    pub(super) fn at(mut self, place: impl AsRef<std::path::Path>) -> Self {
        if let StoreError::Failed { detail, .. } = &mut self {
            *detail = format!("{}: {detail}", place.as_ref().display());
        }
        self
    }

    /// The error for a failed statement.
    pub(super) fn failed(doing: &'static str, error: &sqlx::Error) -> Self {
        if matches!(error, sqlx::Error::PoolClosed) {
            return StoreError::Closed;
        }
        if let sqlx::Error::Configuration(inner) = error
            && let Some(own) = inner.downcast_ref::<StoreError>()
        {
            return own.clone();
        }
        StoreError::Failed {
            doing,
            fault: fault(error),
            detail: error.to_string(),
        }
    }
}

fn fault(error: &sqlx::Error) -> Fault {
    match error {
        sqlx::Error::Database(error) => match error.code() {
            Some(code) if code.len() == 5 => server_fault(&code),
            Some(code) => code.parse().map_or(Fault::Other, file_fault),
            None => Fault::Other,
        },
        sqlx::Error::Io(error) if error.kind() == std::io::ErrorKind::StorageFull => {
            Fault::DiskFull
        }
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::WorkerCrashed => Fault::Disconnected,
        _ => Fault::Other,
    }
}

/// The fault for PostgreSQL's five-character error codes.
fn server_fault(code: &str) -> Fault {
    match code {
        "53100" => Fault::DiskFull,
        "25006" => Fault::ReadOnly,
        "40001" | "40P01" | "55P03" | "57014" | "53300" => Fault::Busy,
        "XX001" | "XX002" => Fault::Malformed,
        _ if code.starts_with("08") || code.starts_with("57P") => Fault::Disconnected,
        _ => Fault::Other,
    }
}

/// The fault for SQLite's extended result codes; the lowest byte is the primary code.
fn file_fault(code: i64) -> Fault {
    match code & 0xff {
        5 | 6 => Fault::Busy,
        8 | 14 => Fault::ReadOnly,
        11 | 26 => Fault::Malformed,
        13 => Fault::DiskFull,
        _ => Fault::Other,
    }
}
