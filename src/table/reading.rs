//! Reading the lines of a journal, and telling what is damaged from what a later version wrote.
//!
//! What is not known is refused, never dropped: a field, a word or a house rule that a later version
//! has makes the journal one of that version.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::journal::{Entry, FORMAT, Header, Record};
use super::limits::Limits;
use super::{Position, Refusal};
use crate::game::{Game, GameKind};

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
    Err(match word_of(&error) {
        Some(word) => later(word),
        None => bad(record, &error),
    })
}

/// The entry in this record.
///
/// # Errors
/// [`ReplayError::Later`], [`ReplayError::Unreadable`], or [`ReplayError::Gap`] if it is kept at
/// another position than its own.
pub(super) fn read_entry<G: Game>(record: &Record) -> Result<Entry<G>, ReplayError<G>> {
    let entry: Entry<G> = match serde_json::from_str(&record.line) {
        Ok(entry) => entry,
        Err(error) => {
            return Err(match word_of(&error) {
                Some(word) => later(word),
                None => bad(record, &error),
            });
        }
    };
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
