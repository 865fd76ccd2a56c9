//! The journal of a table: its records and their format.
//!
//! A header says how the table began, an entry is one accepted input with a digest of the state
//! after it. Both are lines of JSON to whoever keeps them. Decides the format and its version, and tells what is damaged
//! from what a later version wrote: what is not known is refused, never dropped. A field, a word or a house rule that a
//! later version has makes the journal one of that version. Knows neither files nor databases nor the clock.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Refusal;
use super::input::Input;
use super::limits::Limits;
use super::people::{Invited, PersonId};
use crate::chance::Seed;
use crate::game::{Digest, Game, GameKind, is_default};

/// The version of the journal format.
pub const FORMAT: u32 = 1;

/// The key of a table: the id of its channel, or another number that the face chose.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
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
    #[serde(default, skip_serializing_if = "is_default")]
    pub ticks: u32,
    /// Seconds that it takes out of the time bank of who acts.
    #[serde(default, skip_serializing_if = "is_default")]
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

/// What tells two states of a table apart that were shown: its position, and how many of the clock's
/// ticks came since, which are not written down.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
pub struct Moment {
    /// The position after the last accepted input.
    pub position: Position,
    /// Ticks since that input.
    pub ticks: u32,
}

/// A place in a table's journal: the opening position plus the number of accepted inputs.
///
/// The host starts every table at another position, so that a control which was offered at one
/// table of a channel can never be taken for one of a later table there.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Position(pub u64);

impl Position {
    /// The position after the next accepted input.
    ///
    /// ```
    /// use engine::table::Position;
    ///
    /// assert_eq!(Position(41).next(), Position(42));
    /// ```
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

/// Why a journal cannot be replayed. Such a journal is set aside; nothing in it is guessed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ReplayError<G: Game> {
    /// It is written in a format that never was.
    #[error("there is no format {found}")]
    Format {
        /// The one it has.
        found: u32,
    },
    /// It is of another game.
    #[error("a journal of {}", .found.name())]
    Game {
        /// Of which.
        found: GameKind,
    },
    /// A later version of the program wrote it, and used what this one does not know. Nothing is
    /// wrong with it: that version can go on.
    #[error("written by a later version: {what}")]
    Later {
        /// What is not known.
        what: String,
    },
    /// A line is no header or entry.
    #[error("the line of position {} cannot be read: {why}", .at.0)]
    Unreadable {
        /// Where.
        at: Position,
        /// What is wrong with it (no part of the line itself).
        why: String,
    },
    /// An entry is missing, or there twice.
    #[error("position {} follows where {} should", .found.0, .expected.0)]
    Gap {
        /// The position that should follow.
        expected: Position,
        /// The one that does.
        found: Position,
    },
    /// An accepted input is refused.
    #[error("the input of position {} is refused: {refusal}", .at.0)]
    Refused {
        /// Where.
        at: Position,
        /// Why.
        refusal: Refusal<G>,
    },
    /// The rules panicked.
    #[error("the rules panicked at the input of position {}", .at.0)]
    Panicked {
        /// Where.
        at: Position,
    },
    /// The state differs from what it was.
    #[error("the state after position {} is another one", .at.0)]
    Diverged {
        /// Where.
        at: Position,
    },
    /// The snapshot does not fit, and the entries before it are not there: with all of them the
    /// journal may well be restored.
    #[error("the snapshot does not fit: the whole journal is needed")]
    Snapshot,
}

/// The longest word of a later version that is repeated in an error.
const MOST_WORD: usize = 40;

/// The header in this record.
///
/// # Errors
/// [`ReplayError::Later`] or [`ReplayError::Unreadable`].
pub(super) fn read_header<G: Game>(record: &Record) -> Result<Header<G>, ReplayError<G>> {
    let error = match serde_json::from_str::<Header<G>>(&record.line) {
        Ok(header) if header.opening == record.position => return Ok(header),
        Ok(header) => {
            let (expected, found) = (record.position, header.opening);
            return Err(ReplayError::Gap { expected, found });
        }
        Err(error) => error,
    };
    let value: Value = serde_json::from_str(&record.line).map_err(|_| bad(record, &error))?;
    let number = |name: &str| value.get(name).and_then(Value::as_u64);
    if let Some(format) = number("format").filter(|format| *format > u64::from(FORMAT)) {
        return Err(later(format!("format {format}")));
    }
    if let Some(revision) = number("revision").filter(|found| *found > u64::from(G::REVISION)) {
        return Err(later(format!("revision {revision} of the rules")));
    }
    if let Some(word) = unknown::<G::Rules>(&value["rules"]) {
        return Err(later(format!("{word} among the house rules")));
    }
    if let Some(word) = unknown::<Limits>(&value["limits"]) {
        return Err(later(format!("{word} among the limits")));
    }
    Err(unread(record, &error))
}

/// The entry in this record.
///
/// # Errors
/// [`ReplayError::Later`], [`ReplayError::Unreadable`], or [`ReplayError::Gap`] if it is kept at
/// another position than its own.
pub(super) fn read_entry<G: Game>(record: &Record) -> Result<Entry<G>, ReplayError<G>> {
    let read = serde_json::from_str(&record.line);
    let entry: Entry<G> = read.map_err(|error| unread(record, &error))?;
    if let Some(revision) = entry.revision.filter(|revision| *revision > G::REVISION) {
        return Err(later(format!("revision {revision} of the rules")));
    }
    if entry.position != record.position {
        let (expected, found) = (record.position, entry.position);
        return Err(ReplayError::Gap { expected, found });
    }
    Ok(entry)
}

/// A later version of the program wrote it.
pub(super) fn later<G: Game>(what: String) -> ReplayError<G> {
    ReplayError::Later { what }
}

/// Why a line cannot be read: for what is not known in it, or else for what is wrong with it.
fn unread<G: Game>(record: &Record, error: &serde_json::Error) -> ReplayError<G> {
    word_of(error).map_or_else(|| bad(record, error), later)
}

fn bad<G: Game>(record: &Record, error: &serde_json::Error) -> ReplayError<G> {
    ReplayError::Unreadable {
        at: record.position,
        // The message of serde_json may quote the line, which may hold secrets.
        why: format!("{:?} error in column {}", error.classify(), error.column()),
    }
}

/// What is not known in this part of a line.
fn unknown<T: DeserializeOwned>(part: &Value) -> Option<String> {
    let error = T::deserialize(part).err()?;
    word_of(&error)
}

/// The field or word that is not known, if that is what the error is about: such a line is sound, and
/// a later version wrote it. Only plain words are repeated.
fn word_of(error: &serde_json::Error) -> Option<String> {
    let message = error.to_string();
    let rest = ["unknown field `", "unknown variant `"]
        .into_iter()
        .find_map(|start| message.strip_prefix(start))?;
    let (word, _) = rest.split_once('`')?;
    plain(word).map(str::to_owned)
}

/// A word that may be repeated in an error: the name of something in the program, and nothing that
/// anybody has written or that is hidden.
pub(super) fn plain(word: &str) -> Option<&str> {
    let plain = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '_';
    let is_word = (1..=MOST_WORD).contains(&word.len()) && word.chars().all(plain);
    is_word.then_some(word)
}
