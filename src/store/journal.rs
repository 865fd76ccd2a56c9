//! Journals as the store sees them: texts in order, and what they finished.
//!
//! What the texts mean, and whether they lead to the states whose digests stand in them, is decided by the table: a
//! changed entry is found when the journal is run. A header and what is packed have a seal, a hash over them and
//! their place.

use super::{DailyFinish, GuildId, PersonTally, StoreError};
use crate::chance::Seed;
use crate::game::GameKind;
use crate::table::{Position, Record, Saved, TableId, UnixMillis};
use sha2::{Digest as _, Sha256};

/// The most bytes of one stored text.
const LONGEST: usize = 1 << 20;

/// The most bytes of one text about a whole table.
const LONGEST_WHOLE: usize = 16 << 20;

/// A table about to be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTable {
    /// Its channel and opening position.
    pub table: TableId,
    /// The guild of the table.
    pub guild: GuildId,
    /// The game.
    pub game: GameKind,
    /// The header of its journal.
    pub header: Record,
}

/// An entry about to be appended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntry {
    /// The entry.
    pub record: Record,
    /// The rounds and matches that the entry finishes.
    pub finished: Vec<Finish>,
    /// The whole table after the entry, kept instead of an earlier one, to go on from.
    pub snapshot: Option<String>,
}

/// A round or match that is being finished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finish {
    /// The number of the match at its table, from 1.
    pub match_number: u32,
    /// The round of the match, from 1; `None` for the match as a whole.
    pub round: Option<u32>,
    /// The position of the entry that finished it.
    pub position: Position,
    /// When it was finished.
    pub at: UnixMillis,
    /// Its summary for the history, in the caller's own format.
    pub summary: String,
    /// What to add to the statistics.
    pub tallies: Vec<PersonTally>,
    /// The result, if the round was the deal of a day.
    pub daily: Option<DailyFinish>,
}

/// A finished round or match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    /// The table, for reading its journal.
    pub table: TableId,
    /// The game.
    pub game: GameKind,
    /// The number of the match at its table, from 1.
    pub match_number: u32,
    /// The round of the match, from 1; `None` for the match as a whole.
    pub round: Option<u32>,
    /// The position of the entry that finished it.
    pub position: Position,
    /// When it was finished.
    pub at: UnixMillis,
    /// As given in [`Finish::summary`].
    pub summary: String,
}

/// The state of a table in the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableState {
    /// It continues.
    Open,
    /// It is closed.
    Closed,
    /// It was set aside for this reason: its journal could not be continued.
    Aside(String),
}

/// What is wrong with a journal as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalFault {
    /// For the operator; nothing of a game.
    pub what: String,
    /// Whether only a later version of the program can say.
    pub later: bool,
}

/// Runs a journal from its beginning, and looks whether it leads to where its table stood. Who reads everything that is
/// kept is given one, as the store does not know what entries mean.
pub type JournalCheck = fn(&Saved) -> Result<(), JournalFault>;

/// A table to be brought back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenTable {
    /// The row's id in the database.
    pub row: i64,
    /// Which.
    pub table: TableId,
    /// The guild of the table.
    pub guild: GuildId,
    /// The game.
    pub game: GameKind,
    /// What has to be mixed into its chance, as it was put back to what it was; see
    /// [`Input::Reseed`](crate::table::Input::Reseed).
    pub salt: Option<Seed>,
}

/// A journal read from the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredJournal {
    /// The journal, without gaps; behind its latest snapshot alone where only what is needed to go on
    /// was asked for.
    pub saved: Saved,
    /// The guild of the table.
    pub guild: GuildId,
    /// The state of the table.
    pub state: TableState,
}

impl NewEntry {
    pub(super) fn check(&self) -> Result<(), StoreError> {
        check_text("entry", &self.record.line)?;
        let snapshot = self.snapshot.as_deref().unwrap_or_default();
        check_length("snapshot", snapshot, LONGEST_WHOLE)?;
        self.finished.iter().try_for_each(Finish::check)
    }
}

impl Finish {
    pub(super) fn check(&self) -> Result<(), StoreError> {
        check_text("summary", &self.summary)?;
        if let Some(DailyFinish { score, .. }) = &self.daily {
            check_text("trump", &score.trump)?;
            check_text("course", &score.course)?;
        }
        self.tallies.iter().try_for_each(|tally| {
            check_text("name", &tally.name)?;
            check_text("opponent", &tally.versus.to_string())
        })
    }
}

/// Refuses text that PostgreSQL cannot store, or that is longer than [`LONGEST`].
pub(super) fn check_text(what: &'static str, text: &str) -> Result<(), StoreError> {
    check_length(what, text, LONGEST)
}

fn check_length(what: &'static str, text: &str, most: usize) -> Result<(), StoreError> {
    let fits = text.len() <= most && !text.contains('\0');
    fits.then_some(()).ok_or(StoreError::Invalid(what))
}

/// The seal of a journal's header. The game is given by its name, as a later version may know more.
pub(super) fn header_seal(
    table: TableId,
    guild: GuildId,
    game: &str,
    at: UnixMillis,
    line: &str,
) -> String {
    seal(&[
        &table.key.0.to_le_bytes(),
        &table.opening.0.to_le_bytes(),
        &guild.0.to_le_bytes(),
        game.as_bytes(),
        &at.0.to_le_bytes(),
        line.as_bytes(),
    ])
}

/// The seal of packed entries at their place.
pub(super) fn pack_seal(table: TableId, first: Position, last: Position, body: &[u8]) -> String {
    seal(&[
        b"pack",
        &table.key.0.to_le_bytes(),
        &table.opening.0.to_le_bytes(),
        &first.0.to_le_bytes(),
        &last.0.to_le_bytes(),
        body,
    ])
}

/// The first 16 bytes of SHA-256 over the parts, each preceded by its length, in hexadecimal.
fn seal(parts: &[&[u8]]) -> String {
    let mut sha = Sha256::new();
    for part in parts {
        sha.update((part.len() as u64).to_le_bytes());
        sha.update(part);
    }
    hex::encode(&sha.finalize()[..16])
}

/// The open tables.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OpenTables {
    /// Those that can be restored, oldest first.
    pub tables: Vec<OpenTable>,
    /// Those whose row is damaged or of a later version.
    pub damaged: Vec<DamagedRow>,
}

/// The row of an open table that cannot be restored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedRow {
    /// The row's id in the database.
    pub row: i64,
    /// The guild of the table; none if that cannot be read.
    pub guild: GuildId,
    /// What is wrong with it.
    pub found: DamagedEntry,
}

/// A damaged row, or one of a later version, anywhere in the store.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct DamagedEntry {
    /// The column if it can be told, such as `tables.guild`; otherwise the table of the database.
    pub place: String,
    /// The key of the row in that table of the database, such as `table_id=5 position=17`.
    pub row: String,
    /// The table that it concerns, if it concerns one that can be named.
    pub table: Option<TableId>,
    /// What is wrong with it. Nothing of a game.
    pub what: String,
    /// Whether a later version of the program wrote it so: it is not damaged.
    pub later: bool,
}

/// A table that has been set aside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aside {
    /// The row's id in the database.
    pub row: i64,
    /// Its id, as far as that can be read.
    pub table: Option<TableId>,
    /// The name of the game, as far as that can be read.
    pub game: String,
    /// When it was set aside.
    pub at: Option<UnixMillis>,
    /// Why.
    pub reason: String,
    /// Whether it is tried again at every start.
    pub later: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::TableKey;

    #[test]
    fn a_seal_binds_a_header_to_its_place() {
        let seal = |key, guild, at, line: &str| {
            let table = TableId {
                key: TableKey(key),
                opening: Position(0),
            };
            header_seal(table, GuildId(guild), "ttt", UnixMillis(at), line)
        };
        let mut seals = vec![
            seal(1, 1, 0, "a"),
            seal(2, 1, 0, "a"),
            seal(1, 2, 0, "a"),
            seal(1, 1, 1, "a"),
            seal(1, 1, 0, "b"),
        ];
        assert_eq!(seals[0], seal(1, 1, 0, "a"));
        seals.sort();
        seals.dedup();
        assert_eq!(seals.len(), 5);
    }

    #[test]
    fn texts_without_end_or_with_zeros_are_refused() {
        assert_eq!(check_text("entry", "{\"act\":1}"), Ok(()));
        for wrong in ["a\0b".to_owned(), "x".repeat(LONGEST + 1)] {
            let refused = Err(StoreError::Invalid("entry"));
            assert_eq!(check_text("entry", &wrong), refused);
        }
    }
}
