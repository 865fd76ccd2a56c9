//! Drafts: what people have picked from their hands but not submitted yet.
//!
//! Kept here and not in messages, so that a draft survives when its message is drawn again. A draft
//! belongs to a turn and is dropped with it; one that was made before the turn, to what its person has still
//! to play to. The number of drafts is bounded.

use std::collections::{HashMap, HashSet};

use parking_lot::Mutex;

use crate::table::{PersonId, Position, TableKey};
use crate::text::draft::{Draft, Prospect};

/// The most drafts kept; beyond it the older half is dropped.
const MOST_DRAFTS: usize = 20_000;

/// The drafts of everybody at all tables.
#[derive(Debug, Default)]
pub(super) struct Drafts(Mutex<KeptDraft>);

#[derive(Debug, Default)]
struct KeptDraft {
    drafts: HashMap<(TableKey, PersonId), Stored>,
    /// Counts changes, so that the older half can be found.
    clock: u64,
    /// For whom something waits until it is their turn.
    waiting: HashSet<(TableKey, PersonId)>,
}

/// A draft as it was kept.
#[derive(Debug, Clone, Default)]
pub(super) struct Stored {
    made_for: MadeFor,
    /// Which change of all drafts it was; 0 for none.
    pub(super) changed: u64,
    draft: Draft,
}

/// What a draft is made for.
#[derive(Debug, Clone, Default)]
pub(super) struct MadeFor {
    /// Where the turn began that was there then,
    pub(super) turn: Position,
    /// and if it was somebody else's, what is still to be chosen for.
    pub(super) before: Option<Prospect>,
}

impl Stored {
    /// Whether it was made before the turn that it is for.
    pub(super) const fn is_before_turn(&self) -> bool {
        self.made_for.before.is_some()
    }

    /// The draft on the turn that began at `turn`, where there is this to be chosen for; the sort order of the
    /// hand is kept over turns.
    pub(super) fn on(self, turn: Position, prospect: Option<&Prospect>) -> Draft {
        let before = self.made_for.before.as_ref();
        let now = before.zip(prospect);
        let same_trick = now.is_some_and(|(before, now)| before.hand == now.hand);
        let same_lead =
            now.is_some_and(|(before, now)| before.lead.is_none() || before.lead == now.lead);
        if self.made_for.turn == turn {
            return self.draft;
        }
        if same_trick && same_lead {
            let mut draft = self.draft;
            // What was chosen and taken out again before the turn is as if nothing had been touched.
            if draft.is_empty() {
                draft.chosen = None;
            }
            return draft;
        }
        match same_trick {
            true => self.draft.dropped(),
            false => Draft {
                rising: self.draft.rising,
                ..Draft::default()
            },
        }
    }
}

impl Drafts {
    /// What is kept of a person.
    pub(super) fn stored(&self, of: (TableKey, PersonId)) -> Stored {
        let stored = self.0.lock().drafts.get(&of).cloned();
        stored.unwrap_or_default()
    }

    /// Stores the draft of a person.
    pub(super) fn keep(&self, of: (TableKey, PersonId), made_for: MadeFor, draft: Draft) {
        self.0.lock().keep(of, made_for, draft);
    }

    /// The same, unless it was changed since this change. Says whether it did.
    pub(super) fn replace(
        &self,
        of: (TableKey, PersonId),
        changed: u64,
        made_for: MadeFor,
        draft: Draft,
    ) -> bool {
        self.0.lock().replace(of, changed, made_for, draft)
    }

    /// Notes that something waits until it is this person's turn; `false` if something does already.
    pub(super) fn waits(&self, of: (TableKey, PersonId)) -> bool {
        self.0.lock().waiting.insert(of)
    }

    /// Stores the draft of a person for whom nothing waits any more, unless it was changed since this change.
    /// Says whether it did.
    pub(super) fn settle(
        &self,
        of: (TableKey, PersonId),
        changed: u64,
        made_for: MadeFor,
        draft: Draft,
    ) -> bool {
        let mut kept = self.0.lock();
        let done = kept.replace(of, changed, made_for, draft);
        if done {
            kept.waiting.remove(&of);
        }
        done
    }

    /// Forgets the draft of a person at a table that is gone.
    pub(super) fn forget(&self, of: (TableKey, PersonId)) {
        let mut kept = self.0.lock();
        kept.drafts.remove(&of);
        kept.waiting.remove(&of);
    }
}

impl KeptDraft {
    fn replace(
        &mut self,
        of: (TableKey, PersonId),
        changed: u64,
        made_for: MadeFor,
        draft: Draft,
    ) -> bool {
        let last = self.drafts.get(&of).map_or(0, |stored| stored.changed);
        let same = last == changed;
        if same {
            self.keep(of, made_for, draft);
        }
        same
    }

    fn keep(&mut self, of: (TableKey, PersonId), made_for: MadeFor, draft: Draft) {
        self.clock += 1;
        let changed = self.clock;
        let stored = Stored {
            made_for,
            changed,
            draft,
        };
        self.drafts.insert(of, stored);
        if self.drafts.len() > MOST_DRAFTS {
            let oldest = changed.saturating_sub(MOST_DRAFTS as u64 / 2);
            self.drafts.retain(|_, stored| stored.changed > oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_drafts_is_bounded() {
        let drafts = Drafts::default();
        for person in 0..MOST_DRAFTS as u64 + 5 {
            let made = MadeFor {
                turn: Position(1),
                before: None,
            };
            drafts.keep((TableKey(1), PersonId(person)), made, Draft::default());
        }
        let kept = drafts.0.lock();
        assert!(kept.drafts.len() <= MOST_DRAFTS);
    }
}
