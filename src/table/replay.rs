//! Restores a table from its journal, which is the only way in which a state is restored.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;

use super::journal::{Entry, FORMAT, Header, Record, Saved, UnixMillis};
use super::{Position, Refusal, Submission, Table};
use crate::game::{Game, GameKind};

/// Why a journal cannot be replayed. Such a journal is set aside; nothing in it is guessed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ReplayError<G: Game> {
    /// It is written in another format.
    #[error("format {found} is not {FORMAT}")]
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
    /// The state differs from what it was.
    #[error("the state after position {} is another one", .at.0)]
    Diverged {
        /// Where.
        at: Position,
    },
}

impl<G: Game> Table<G> {
    /// The table of this journal, exactly as it was after the last entry.
    ///
    /// # Errors
    /// [`ReplayError`] for a journal that is incomplete, or whose inputs lead to another state
    /// under the present rules.
    pub fn replay(
        header: Header<G>,
        entries: impl IntoIterator<Item = Entry<G>>,
    ) -> Result<Self, ReplayError<G>> {
        Self::follow_all(header, entries, false)
    }

    fn follow_all(
        header: Header<G>,
        entries: impl IntoIterator<Item = Entry<G>>,
        altered: bool,
    ) -> Result<Self, ReplayError<G>> {
        if header.format != FORMAT {
            return Err(ReplayError::Format {
                found: header.format,
            });
        }
        if header.game != G::KIND {
            return Err(ReplayError::Game { found: header.game });
        }
        let mut table = Table::new(header);
        for entry in entries {
            table = table.follow(entry, altered)?;
        }
        Ok(table)
    }

    /// The table after one more entry of its journal.
    pub(super) fn follow(&self, entry: Entry<G>, altered: bool) -> Result<Self, ReplayError<G>> {
        let expected = self.position().next();
        let at = entry.position;
        if at != expected {
            return Err(ReplayError::Gap {
                expected,
                found: at,
            });
        }
        let submission = Submission {
            input: entry.input,
            nonce: entry.nonce,
            offered_at: None,
        };
        let proposal = self
            .propose(&submission)
            .map_err(|refusal| ReplayError::Refused { at, refusal })?;
        if !altered && proposal.entry.digest != entry.digest {
            return Err(ReplayError::Diverged { at });
        }
        Ok(proposal.table)
    }
}

/// A restored table with its times.
#[derive(Debug)]
pub struct Restored<G: Game> {
    /// The table.
    pub table: Table<G>,
    /// When its last input was accepted (or when it was opened).
    pub last_input: UnixMillis,
    /// When somebody at the table last did something (or when it was opened).
    pub last_deed: UnixMillis,
    /// When the present turn began.
    pub turn_began: UnixMillis,
    /// When the present round began.
    pub round_began: UnixMillis,
}

/// Reads and replays a saved journal.
///
/// # Errors
/// As [`Table::replay`], and for lines that cannot be read.
pub fn restore<G: Game>(saved: &Saved) -> Result<Restored<G>, ReplayError<G>> {
    let header: Header<G> = read(&saved.header)?;
    let mut entries = Vec::with_capacity(saved.entries.len());
    for record in &saved.entries {
        entries.push(read::<Entry<G>, G>(record)?);
    }
    let by_person = |entry: &&Entry<G>| entry.input.person().is_some();
    let last_deed = entries.iter().rfind(by_person).map(|entry| entry.position);
    let table = Table::follow_all(header, entries, saved.altered)?;
    let times: BTreeMap<Position, UnixMillis> = std::iter::once(&saved.header)
        .chain(&saved.entries)
        .map(|record| (record.position, record.at))
        .collect();
    let at = |position| times.get(&position).copied().unwrap_or(saved.header.at);
    Ok(Restored {
        last_input: at(table.position()),
        last_deed: last_deed.map_or(saved.header.at, at),
        turn_began: at(table.turn_started()),
        round_began: at(table.round_started()),
        table,
    })
}

/// The part of a journal that a line holds.
pub(super) fn read<T: DeserializeOwned, G: Game>(record: &Record) -> Result<T, ReplayError<G>> {
    serde_json::from_str(&record.line).map_err(|error| ReplayError::Unreadable {
        at: record.position,
        // The message of serde_json may quote the line, which may hold secrets.
        why: format!("{:?} error in column {}", error.classify(), error.column()),
    })
}
