//! Drafts: what people have picked from their hands but not submitted yet.
//!
//! Kept here and not in messages, so that a draft survives when its message is drawn again. A draft
//! belongs to a turn and is dropped with it. The number of drafts is bounded.

use std::collections::HashMap;

use parking_lot::Mutex;

use crate::table::{PersonId, Position, TableKey};
use crate::text::draft::Draft;

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
}

#[derive(Debug)]
struct Stored {
    turn: Position,
    changed: u64,
    draft: Draft,
}

impl Drafts {
    /// The draft of a person for the turn that began at `turn`; the sort order of the hand is kept
    /// over turns.
    pub(super) fn of(&self, table: TableKey, person: PersonId, turn: Position) -> Draft {
        self.0.lock().of(table, person, turn)
    }

    /// Stores the draft of a person for the turn that began at `turn`.
    pub(super) fn keep(&self, table: TableKey, person: PersonId, turn: Position, draft: Draft) {
        self.0.lock().keep(table, person, turn, draft);
    }

    /// The same, unless it is another one by now than it `was`. Says whether it did.
    pub(super) fn replace(
        &self,
        table: TableKey,
        person: PersonId,
        turn: Position,
        (was, draft): (&Draft, Draft),
    ) -> bool {
        let mut kept = self.0.lock();
        let same = kept.of(table, person, turn) == *was;
        if same {
            kept.keep(table, person, turn, draft);
        }
        same
    }
}

impl KeptDraft {
    fn of(&self, table: TableKey, person: PersonId, turn: Position) -> Draft {
        match self.drafts.get(&(table, person)) {
            Some(stored) if stored.turn == turn => stored.draft.clone(),
            Some(stored) => Draft {
                rising: stored.draft.rising,
                ..Draft::default()
            },
            None => Draft::default(),
        }
    }

    fn keep(&mut self, table: TableKey, person: PersonId, turn: Position, draft: Draft) {
        self.clock += 1;
        let changed = self.clock;
        let stored = Stored {
            turn,
            changed,
            draft,
        };
        self.drafts.insert((table, person), stored);
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
    fn a_draft_ends_with_its_turn_but_the_order_of_the_hand_stays() {
        let drafts = Drafts::default();
        let (table, person) = (TableKey(1), PersonId(2));
        let mut draft = Draft {
            rising: true,
            ..Draft::default()
        };
        draft.picks.insert(0, vec!["5H".to_owned()]);
        drafts.keep(table, person, Position(7), draft.clone());
        assert_eq!(drafts.of(table, person, Position(7)), draft);
        let next = drafts.of(table, person, Position(8));
        assert!(next.rising && next.is_empty());
        assert_eq!(drafts.of(table, PersonId(3), Position(7)), Draft::default());
    }

    #[test]
    fn a_draft_is_not_replaced_once_it_is_another_one() {
        let drafts = Drafts::default();
        let (table, person, turn) = (TableKey(1), PersonId(2), Position(7));
        let of = |card: &str| Draft {
            picks: [(0, vec![card.to_owned()])].into(),
            ..Draft::default()
        };
        let was = drafts.of(table, person, turn);
        assert!(drafts.replace(table, person, turn, (&was, of("5H"))));
        assert!(!drafts.replace(table, person, turn, (&was, of("6H"))));
        assert_eq!(drafts.of(table, person, turn), of("5H"));
    }

    #[test]
    fn the_number_of_drafts_is_bounded() {
        let drafts = Drafts::default();
        for person in 0..MOST_DRAFTS as u64 + 5 {
            drafts.keep(TableKey(1), PersonId(person), Position(1), Draft::default());
        }
        let kept = drafts.0.lock();
        assert!(kept.drafts.len() <= MOST_DRAFTS);
    }
}
