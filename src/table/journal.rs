//! The journal of a table: its records and their format.
//!
//! A header says how the table began, an entry is one accepted input with a digest of the state
//! after it. Both are lines of JSON to whoever keeps them. Decides the format and its version;
//! knows neither files nor databases nor the clock.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::input::Input;
use super::limits::Limits;
use super::people::{Invited, PersonId};
use super::position::Position;
use crate::chance::Seed;
use crate::game::{Digest, Game, GameKind};

/// The version of the journal format.
pub const FORMAT: u32 = 1;

const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The key of a table: the id of its channel, or another number that the face chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
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
#[serde(bound = "", deny_unknown_fields)]
pub struct Header<G: Game> {
    /// See [`FORMAT`].
    pub format: u32,
    /// See [`Game::REVISION`].
    pub revision: u32,
    /// Which game is played.
    pub game: GameKind,
    /// The house rules at first; those are left out that have the value which a missing one means, so
    /// that a program without them can read it.
    pub rules: G::Rules,
    /// The limits at first, likewise.
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
    /// The deal of a day that is played here, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub daily: Option<DailyDeal>,
}

/// The deal of a day, or a duel: the same for everybody who plays it; which cards it has is for whoever opens the
/// table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DailyDeal {
    /// Days since 1970-01-01 UTC; from [`DailyDeal::DUELS`] on a duel.
    pub day: u32,
    /// Whether the result counts; otherwise the deal is played once more for practice.
    pub counts: bool,
}

impl DailyDeal {
    /// No day has this number, nor a greater one: they are duels, which can be played on any day.
    pub const DUELS: u32 = 1 << 30;

    /// The number of the duel, if it is one.
    pub fn duel(self) -> Option<u32> {
        self.day.checked_sub(Self::DUELS)
    }
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
            revision: G::REVISION,
            game: G::KIND,
            rules,
            limits,
            secret,
            opened_by,
            opening,
            invited: None,
            daily: None,
        }
    }
}

/// An accepted input.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Entry<G: Game> {
    /// The position after it.
    pub position: Position,
    /// How many ticks of the clock came before the input and after the entry before.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub ticks: u32,
    /// Seconds that it takes out of the time bank of who acts.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub spent_s: u32,
    /// What was accepted.
    pub input: Input<G>,
    /// The name of the request, if it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<u64>,
    /// The revision of the rules from this entry on, where it is another than before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<u32>,
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
    /// The state at some position, if it was kept. It only spares the replay of what came before.
    pub snapshot: Option<Record>,
    /// The entries in order: all of them, or only those after the snapshot.
    pub entries: Vec<Record>,
    /// Whether people were replaced in it who asked to be forgotten. Digests cover people, so
    /// they no longer match, and a replay does not look at them.
    pub altered: bool,
}
