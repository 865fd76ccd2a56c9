//! Moves that were tapped just now: the same tap once more within a second is a slip of the thumb, and nothing is said of
//! it.

use std::collections::HashMap;

use parking_lot::Mutex;

use crate::table::{PersonId, UnixMillis};
use crate::text::press::{Press, Tap};

/// For so long the same tap is a slip.
const SLIP_MS: u64 = 1_000;

/// From this count of people on those are forgotten who tapped longer ago.
const MOST_PEOPLE: usize = 4_096;

/// What each person has tapped last.
#[derive(Default)]
pub(super) struct JustPressed(Mutex<HashMap<PersonId, PressedLast>>);

struct PressedLast {
    press: Press,
    values: Vec<String>,
    at: UnixMillis,
}

impl PressedLast {
    fn is_recent(&self, now: UnixMillis) -> bool {
        now.0.saturating_sub(self.at.0) < SLIP_MS
    }
}

impl JustPressed {
    /// Remembers a move that a person taps; `false` if they have tapped just that a moment ago.
    pub(super) fn is_new(
        &self,
        person: PersonId,
        (press, values): (&Press, &[String]),
        now: UnixMillis,
    ) -> bool {
        if !matches!(press.tap, Tap::Act { .. } | Tap::Choose(_)) {
            return true;
        }
        let mut all = self.0.lock();
        let last = all.get(&person).filter(|last| last.is_recent(now));
        if last.is_some_and(|last| last.press == *press && last.values == values) {
            return false;
        }
        if all.len() >= MOST_PEOPLE {
            all.retain(|_, last| last.is_recent(now));
        }
        let last = PressedLast {
            press: press.clone(),
            values: values.to_vec(),
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
