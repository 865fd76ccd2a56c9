//! What people at tables said last, for reports, and whom a host has muted there.
//!
//! Remembers it until the process ends, or who said it asks to be forgotten, and writes nothing down. Who hears it is for [`super::talk`].

use std::collections::{HashMap, HashSet, VecDeque};

use parking_lot::Mutex;

use crate::table::{PersonId, TableKey};

/// How many lines of one person go with a report.
const MOST_LINES: usize = 5;

/// How many lines of a table are remembered.
const MOST_OF_TABLE: usize = 40;

/// What was said last at each table, by whom, and who is not to say anything there.
#[derive(Default)]
pub(super) struct SaidLately(
    Mutex<HashMap<TableKey, VecDeque<(PersonId, String)>>>,
    Mutex<HashSet<(TableKey, PersonId)>>,
);

impl SaidLately {
    /// Remembers a line; tables that are not there any more are forgotten.
    pub(super) fn note(
        &self,
        table: TableKey,
        by: PersonId,
        line: String,
        is_there: impl Fn(TableKey) -> bool,
    ) {
        let mut tables = self.0.lock();
        tables.retain(|key, _| is_there(*key));
        let lines = tables.entry(table).or_default();
        lines.push_back((by, line));
        if lines.len() > MOST_OF_TABLE {
            lines.pop_front();
        }
    }

    /// Whether somebody is muted at a table from now on.
    pub(super) fn mute(
        &self,
        table: TableKey,
        person: PersonId,
        on: bool,
        is_there: impl Fn(TableKey) -> bool,
    ) {
        let mut muted = self.1.lock();
        muted.retain(|(key, other)| is_there(*key) && (*key, *other) != (table, person));
        if on {
            muted.insert((table, person));
        }
    }

    pub(super) fn is_muted(&self, table: TableKey, person: PersonId) -> bool {
        self.1.lock().contains(&(table, person))
    }

    /// Drops what somebody said, or with `None` what anybody did.
    pub(super) fn forget(&self, person: Option<PersonId>) {
        for lines in self.0.lock().values_mut() {
            lines.retain(|(by, _)| person.is_some_and(|person| *by != person));
        }
    }

    /// What somebody said last at a table, the latest at the end.
    pub(super) fn by(&self, table: TableKey, person: PersonId) -> Vec<String> {
        let tables = self.0.lock();
        let lines = tables.get(&table).into_iter().flatten().rev();
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
