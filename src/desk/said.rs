//! What people in rooms said last, for reports.
//!
//! Remembers it until the process ends, and writes nothing down. Who hears it is for [`super::talk`].

use std::collections::{HashMap, VecDeque};

use parking_lot::Mutex;

use crate::table::{PersonId, TableKey};

/// How many lines of one person go with a report.
const MOST_LINES: usize = 5;

/// How many lines of a room are remembered.
const MOST_OF_ROOM: usize = 40;

/// What was said last in each room, by whom.
#[derive(Default)]
pub(super) struct SaidLately(Mutex<HashMap<TableKey, VecDeque<(PersonId, String)>>>);

impl SaidLately {
    /// Remembers a line; rooms that are not there any more are forgotten.
    pub(super) fn note(
        &self,
        room: TableKey,
        by: PersonId,
        line: String,
        is_room: impl Fn(TableKey) -> bool,
    ) {
        let mut rooms = self.0.lock();
        rooms.retain(|key, _| is_room(*key));
        let lines = rooms.entry(room).or_default();
        lines.push_back((by, line));
        if lines.len() > MOST_OF_ROOM {
            lines.pop_front();
        }
    }

    /// What somebody said last in a room, the latest at the end.
    pub(super) fn by(&self, room: TableKey, person: PersonId) -> Vec<String> {
        let rooms = self.0.lock();
        let lines = rooms.get(&room).into_iter().flatten().rev();
        let own = lines.filter(|(by, _)| *by == person).take(MOST_LINES);
        let mut own: Vec<String> = own.map(|(_, line)| line.clone()).collect();
        own.reverse();
        own
    }
}
