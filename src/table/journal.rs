//! The journal of a table: its records and their format.
//!
//! A header says how the table began, an entry is one accepted input with a digest of the state
//! after it. Both are lines of JSON to whoever keeps them. Decides the format and its version;
//! knows neither files nor databases nor the clock.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::input::{Input, Position};
use super::limits::Limits;
use super::people::{Invited, PersonId};
use crate::chance::Seed;
use crate::game::{Digest, Game, GameKind};

/// The version of the journal format; a journal of another one is refused.
pub const FORMAT: u32 = 1;

/// The key of a table: the id of its channel, or another number that the face chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TableKey(pub u64);

/// A server (guild) of Discord, to which channels belong; 0 stands for private messages and for
/// the terminal.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct GuildId(pub u64);

/// One table among all that were ever opened: its key and the position where its journal begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TableId {
    /// What it is found by while it is open.
    pub key: TableKey,
    /// Where its journal begins.
    pub opening: Position,
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.key.0, self.opening.0)
    }
}

/// Milliseconds since 1970-01-01 UTC.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct UnixMillis(pub u64);

/// How a table began. It holds the table's secret: never log it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Header<G: Game> {
    /// See [`FORMAT`].
    pub format: u32,
    /// Which game is played.
    pub game: GameKind,
    /// The house rules at first.
    pub rules: G::Rules,
    /// The limits at first.
    pub limits: Limits,
    /// Everything left to chance is derived from it.
    pub secret: Seed,
    /// Who opened the table.
    pub opened_by: PersonId,
    /// The position before the first entry.
    pub opening: Position,
    /// Who was challenged to play here, if somebody was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invited: Option<Invited>,
}

impl<G: Game> Header<G> {
    /// The header of a new table.
    pub fn new(
        rules: G::Rules,
        limits: Limits,
        secret: Seed,
        opened_by: PersonId,
        opening: Position,
    ) -> Self {
        Self {
            format: FORMAT,
            game: G::KIND,
            rules,
            limits,
            secret,
            opened_by,
            opening,
            invited: None,
        }
    }
}

/// An accepted input.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Entry<G: Game> {
    /// The position after it.
    pub position: Position,
    /// What was accepted.
    pub input: Input<G>,
    /// The name of the request, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<u64>,
    /// The state after it.
    pub digest: Digest,
}

/// A line of a journal as it is kept: the header at the opening position, or an entry.
#[derive(Clone, PartialEq, Eq)]
pub struct Record {
    /// The position after it.
    pub position: Position,
    /// When it was accepted; for timers, no game depends on it.
    pub at: UnixMillis,
    /// The line, without line end. It may hold secrets: never log it.
    pub line: String,
}

/// Prints nothing hidden.
impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Record")
            .field("position", &self.position)
            .field("at", &self.at)
            .finish_non_exhaustive()
    }
}

impl Record {
    /// The record of a header.
    pub fn of_header<G: Game>(header: &Header<G>, at: UnixMillis) -> Self {
        Self {
            position: header.opening,
            at,
            line: line_of(header),
        }
    }

    /// The record of an entry.
    pub fn of_entry<G: Game>(entry: &Entry<G>, at: UnixMillis) -> Self {
        Self {
            position: entry.position,
            at,
            line: line_of(entry),
        }
    }
}

fn line_of(part: &impl Serialize) -> String {
    serde_json::to_string(part).expect("headers and entries serialize: they have no such maps")
}

/// A journal as it was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saved {
    /// Whose it is.
    pub table: TableId,
    /// Which game is played there.
    pub game: GameKind,
    /// The header.
    pub header: Record,
    /// The entries in order.
    pub entries: Vec<Record>,
    /// Whether people were replaced in it who asked to be forgotten. Digests cover people, so
    /// they no longer match, and a replay does not look at them.
    pub altered: bool,
}
