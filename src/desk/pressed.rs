//! Moves that were tapped just now: the same tap once more within a second is a slip of the thumb, and nothing is said of
//! it.

use std::collections::HashMap;

use parking_lot::Mutex;

use super::Command;
use crate::command::Name;
use crate::table::{PersonId, Position, TableKey, UnixMillis};

/// For so long the same tap is a slip.
const SLIP_MS: u64 = 1_000;

/// From this count of people on those are forgotten who tapped longer ago.
const MOST_PEOPLE: usize = 4_096;

/// What each person has tapped last.
#[derive(Default)]
pub(super) struct JustPressed(Mutex<HashMap<PersonId, PressedLast>>);

struct PressedLast {
    table: TableKey,
    offered_at: Position,
    command: Command,
    at: UnixMillis,
}

impl PressedLast {
    fn is_recent(&self, now: UnixMillis) -> bool {
        now.0.saturating_sub(self.at.0) < SLIP_MS
    }
}

impl JustPressed {
    /// Remembers a move that a person taps; `false` if they have tapped just that a moment ago. What may come late
    /// (no `offered_at`) is always new.
    pub(super) fn is_new(
        &self,
        person: PersonId,
        (table, offered_at, command): (TableKey, Option<Position>, &Command),
        now: UnixMillis,
    ) -> bool {
        let (Some(offered_at), Name::Move(_)) = (offered_at, command.name) else {
            return true;
        };
        let mut all = self.0.lock();
        let last = all.get(&person).filter(|last| last.is_recent(now));
        let same = |last: &PressedLast| {
            (last.table, last.offered_at) == (table, offered_at) && last.command == *command
        };
        if last.is_some_and(same) {
            return false;
        }
        if all.len() >= MOST_PEOPLE {
            all.retain(|_, last| last.is_recent(now));
        }
        let last = PressedLast {
            table,
            offered_at,
            command: command.clone(),
            at: now,
        };
        all.insert(person, last);
        true
    }

    /// What a person has tapped was not done: it can be tapped again.
    pub(super) fn forget(&self, person: PersonId) {
        self.0.lock().remove(&person);
    }
}
