//! Tables that other processes have: enough is known of them to find and to list them.
//!
//! Filled by the face from what the processes tell each other; empty for a process that serves alone.
//! A table here is meant before one elsewhere, unless only the latter is played by whoever asks.

use std::collections::{BTreeMap, HashMap};

use parking_lot::RwLock;
use serde::{Deserialize, Serialize};

use super::places::ShownPlaces;
use crate::game::GameKind;
use crate::table::{PersonId, TableId, TableKey};
use crate::text::trouble::ListedStage;

/// What other processes know of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableFacts {
    pub game: GameKind,
    pub shown: ShownPlaces,
    /// Who sits there, or can come back to their seat.
    pub people: Vec<PersonId>,
    pub seated: usize,
    pub seats: usize,
    pub stage: ListedStage,
    /// Who sits where, in a line for each language, by its tag.
    pub lines: BTreeMap<String, String>,
    /// Where browsers reach its process from outside, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub web: Option<String>,
}

/// A table of another process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteTable {
    pub table: TableId,
    /// The life of the process that has it, or had it last.
    pub life: String,
    pub facts: TableFacts,
}

impl RemoteTable {
    pub fn is_played_by(&self, person: PersonId) -> bool {
        self.facts.stage == ListedStage::Playing && self.facts.people.contains(&person)
    }
}

/// The tables of other processes.
#[derive(Default)]
pub struct Directory {
    known: RwLock<HashMap<TableKey, RemoteTable>>,
}

impl Directory {
    pub fn is_empty(&self) -> bool {
        self.known.read().is_empty()
    }

    /// Takes over everything that is known.
    pub fn replace(&self, all: impl IntoIterator<Item = RemoteTable>) {
        let all = all.into_iter().map(|one| (one.table.key, one));
        *self.known.write() = all.collect();
    }

    /// Takes over what is known of one table.
    pub fn learn(&self, one: RemoteTable) {
        self.known.write().insert(one.table.key, one);
    }

    pub fn forget(&self, table: TableId) {
        let mut known = self.known.write();
        if known.get(&table.key).is_some_and(|one| one.table == table) {
            known.remove(&table.key);
        }
    }

    pub fn get(&self, key: TableKey) -> Option<RemoteTable> {
        self.known.read().get(&key).cloned()
    }

    pub fn room_of(&self, person: PersonId) -> Option<RemoteTable> {
        let known = self.known.read();
        let mut rooms = known.values().filter(|one| one.facts.shown.room);
        rooms
            .find(|one| one.facts.people.contains(&person))
            .cloned()
    }

    pub fn all(&self, which: impl Fn(&RemoteTable) -> bool) -> Vec<RemoteTable> {
        let known = self.known.read();
        known.values().filter(|one| which(one)).cloned().collect()
    }
}
