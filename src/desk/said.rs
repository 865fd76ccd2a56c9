//! What people in rooms said last, for reports.
//!
//! Remembers it until the process ends, or who said it asks to be forgotten, and writes nothing down. Who hears it is for [`super::talk`].

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

    /// Drops what somebody said, or with `None` what anybody did.
    pub(super) fn forget(&self, person: Option<PersonId>) {
        for lines in self.0.lock().values_mut() {
            lines.retain(|(by, _)| person.is_some_and(|person| *by != person));
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

#[cfg(test)]
mod tests {
    use crate::desk::tests::{anew, desk, guild, place, run};
    use crate::store::Scope;
    use crate::table::PersonId;

    #[tokio::test]
    async fn who_asks_to_be_forgotten_leaves_no_line_behind() {
        let desk = desk();
        let opened = run(&desk, &anew(1), &guild(), "room new").await;
        let room = opened.table.expect("a room");
        let beside = |channel| place(channel, guild().guild);
        let join = format!("room join {}", room.0);
        for (person, channel) in [(2, 600), (3, 601)] {
            run(&desk, &anew(person), &beside(channel), &join).await;
        }
        for (person, place) in [(1, guild()), (2, beside(600)), (3, beside(601))] {
            run(&desk, &anew(person), &place, "chat hello").await;
        }
        let lines = || [1, 2, 3].map(|person| desk.said.by(room, PersonId(person)).len());
        assert_eq!(lines(), [1, 1, 1]);
        run(&desk, &anew(1), &guild(), "settings forget yes").await;
        assert_eq!(lines(), [0, 1, 1]);
        // Another process says so; and it may be anybody whom this one has missed.
        desk.forgotten(Some(Scope::Person(PersonId(2))));
        assert_eq!(lines(), [0, 0, 1]);
        desk.forgotten(None);
        assert_eq!(lines(), [0, 0, 0]);
    }
}
