//! Reading the lines of a journal, and telling what is damaged from what a later version wrote.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::journal::{Entry, FORMAT, Header, Record};
use super::limits::Limits;
use super::replay::ReplayError;
use crate::game::Game;

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
    let parts = [
        (
            "rules",
            "the house rule",
            unknown::<G::Rules>(&value["rules"]),
        ),
        ("limits", "the limit", unknown::<Limits>(&value["limits"])),
    ];
    for (_, what, word) in parts {
        if let Some(word) = word {
            return Err(later(format!("{what} {word}")));
        }
    }
    Err(match word_of(&error) {
        Some(word) => later(word.to_owned()),
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
    if entry.digest.is_none() && entry.facts.is_none() {
        return Err(ReplayError::Unreadable {
            at: record.position,
            why: "it has no digest".to_owned(),
        });
    }
    Ok(entry)
}

fn later<G: Game>(what: String) -> ReplayError<G> {
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
    let plain = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '_';
    let is_word = (1..=MOST_WORD).contains(&word.len()) && word.chars().all(plain);
    is_word.then(|| word.to_owned())
}
