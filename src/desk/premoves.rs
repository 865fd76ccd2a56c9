//! Cards chosen before one's turn: they are played when it comes, unless they fit no more.
//!
//! They are a draft that is sure, in the memory of the process that runs the table: a restart forgets them. No
//! journal, view or page of somebody else knows of them. When the turn comes they are handed in as a tap would be,
//! and not before a tap could have been made, so that nobody can tell one from the other.
//!
//! Drafts: what people have picked from their hands but not submitted yet.
//!
//! Kept here and not in messages, so that a draft survives when its message is drawn again. A draft
//! belongs to a turn and is dropped with it; one that was made before the turn, to what its person has still
//! to play to. The number of drafts is bounded.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use super::answer::{Done, refuse};
use super::{Answer, At, Front, Moves, Served};
use crate::host::{Handle, SubmitError, spawn};
use crate::table::{By, Input, PersonId, Position, Refusal, Submission, TableKey, TableView};
use crate::text::context::{Draft, Premove, Prospect};

/// The least time in which somebody sees that it is their turn and taps, in milliseconds.
const LEAST_TAP_MS: u32 = 1_000;
/// The most that is added to it by chance.
const MOST_ADDED_MS: u32 = 1_500;

impl Moves {
    /// Has an action made when the person's turn comes.
    pub(super) fn premove<G: Served>(&self, at: &At<'_, G>, action: &G::Action) -> Done {
        self.refuse_stale(at)?;
        let view = at.view();
        let refused = |line| Ok(Answer::refused(line).for_them_alone());
        if prospect(&view, at.who.person).is_none() {
            return refused(say!(at.cx, "desk-premove-not-now"));
        }
        if let Err(rejection) = G::judge_premove(action, &view) {
            return refused(G::rejection(&rejection, &at.cx.at(&view)));
        }
        let Ok(sure) = serde_json::to_string(action) else {
            return refuse(say!(at.cx, "desk-defect"));
        };
        let draft = Draft {
            chosen: Some(G::drafted(action, &view)),
            premove: Premove::Sure(sure),
            ..at.with_draft().draft
        };
        self.keep_draft(at, draft);
        if self.front.drafts.lock().waiting.insert(at.draft_of()) {
            let (moves, handle) = (self.clone(), at.handle.clone());
            spawn(moves.play_in_turn(handle, at.who.person, at.who.nonce));
        }
        Ok(Answer::shown(at.hand()).for_them_alone())
    }

    /// Waits for the turn of a person and makes what they chose for it, for as long as it is to be made.
    async fn play_in_turn<G: Served>(
        self,
        handle: Handle<G>,
        person: PersonId,
        mut nonce: Option<u64>,
    ) {
        let of = (handle.key(), person);
        let mut news = handle.listen();
        loop {
            let (changed, draft) = self.front.draft(&handle, person);
            let view = handle.view_of(person);
            let Premove::Sure(sure) = draft.premove.clone() else {
                let made = (made_for(&view, person), draft);
                if self.front.drafts.lock().settle(of, changed, made) {
                    return;
                }
                continue;
            };
            if !handle.awaits(view.viewer) {
                match news.next().await {
                    Some(_) => continue,
                    None => return self.front.drafts.lock().forget(of),
                }
            }
            let turn = view.turn_started;
            let lasts = handle.lasts(turn, self.time_of_a_tap()).await;
            let still = self.front.draft(&handle, person).1.premove;
            if !lasts || still != draft.premove {
                continue;
            }
            let Ok(action) = serde_json::from_str(&sure) else {
                return self.front.drafts.lock().forget(of);
            };
            let by = By::Person(person);
            let submission = Submission {
                input: Input::Act { by, action },
                nonce: nonce.take(),
                offered_at: Some(turn),
                spent_s: 0,
            };
            let premove = match handle.submit(submission).await {
                Ok(_) => Premove::None,
                // It is another turn by now.
                Err(SubmitError::Refused(Refusal::Stale)) => continue,
                Err(_) => Premove::Dropped,
            };
            let (changed, draft) = self.front.draft(&handle, person);
            let left = Draft {
                rising: draft.rising,
                premove,
                ..Draft::default()
            };
            let made = (made_for(&handle.view_of(person), person), left);
            self.front.drafts.lock().put(of, Some(changed), made);
        }
    }

    /// How long a tap takes once it is one's turn. Without chance it takes longest.
    fn time_of_a_tap(&self) -> Duration {
        let added = (self.front.secrets)().map(|seed| seed.chance().below(MOST_ADDED_MS + 1));
        let added = added.unwrap_or(MOST_ADDED_MS);
        Duration::from_millis((LEAST_TAP_MS + added).into())
    }
}

impl Front {
    /// The draft of a person as it stands now, and which change of it was the last.
    pub(super) fn draft<G: Served>(&self, handle: &Handle<G>, person: PersonId) -> (u64, Draft) {
        let stored = self.drafts.lock().stored((handle.key(), person));
        let changed = stored.changed;
        if stored.made_for.before.is_none() {
            return (changed, stored.on(handle.turn_started(), None));
        }
        let view = handle.view_of(person);
        let draft = stored.on(view.turn_started, prospect(&view, person).as_ref());
        let fits = match &draft.premove {
            Premove::Sure(sure) => serde_json::from_str(sure)
                .is_ok_and(|action| G::judge_premove(&action, &view).is_ok()),
            Premove::None | Premove::Dropped => true,
        };
        let draft = if fits { draft } else { draft.dropped() };
        (changed, draft)
    }
}

/// What a person still chooses for, who has to be there themselves.
fn prospect<G: Served>(view: &TableView<G>, person: PersonId) -> Option<Prospect> {
    let place = view.place(view.seat()?)?;
    let here = place.occupant.person() == Some(person);
    G::prospect(view).filter(|_| here)
}

/// What a draft of a person is made for in this view.
pub(super) fn made_for<G: Served>(view: &TableView<G>, person: PersonId) -> MadeFor {
    let on_turn = view.seat().is_some_and(|seat| view.awaits(seat));
    MadeFor {
        turn: view.turn_started,
        before: prospect(view, person).filter(|_| !on_turn),
    }
}

/// The most drafts kept; beyond it the older half is dropped.
const MOST_DRAFTS: usize = 20_000;

/// The drafts of everybody at all tables.
#[derive(Debug, Default)]
pub(super) struct Drafts {
    drafts: HashMap<DraftOf, Stored>,
    /// Counts changes, so that the older half can be found.
    clock: u64,
    /// For whom something waits until it is their turn.
    waiting: HashSet<DraftOf>,
}

/// At which table, and whose.
pub(super) type DraftOf = (TableKey, PersonId);

/// A draft as it was kept.
#[derive(Debug, Clone, Default)]
struct Stored {
    made_for: MadeFor,
    /// Which change of all drafts it was; 0 for none.
    changed: u64,
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
    /// The draft on the turn that began at `turn`, where there is this to be chosen for; the sort order of the
    /// hand is kept over turns.
    fn on(self, turn: Position, prospect: Option<&Prospect>) -> Draft {
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
    fn stored(&self, of: DraftOf) -> Stored {
        self.drafts.get(&of).cloned().unwrap_or_default()
    }

    /// Stores the draft of a person; with a change only if there was none since this one. Says whether it did.
    pub(super) fn put(
        &mut self,
        of: DraftOf,
        since: Option<u64>,
        (made_for, draft): (MadeFor, Draft),
    ) -> bool {
        if since.is_some_and(|since| since != self.stored(of).changed) {
            return false;
        }
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
        true
    }

    /// The same of a person for whom nothing waits any more.
    fn settle(&mut self, of: DraftOf, since: u64, made: (MadeFor, Draft)) -> bool {
        let done = self.put(of, Some(since), made);
        if done {
            self.waiting.remove(&of);
        }
        done
    }

    /// Forgets the draft of a person at a table that is gone.
    fn forget(&mut self, of: DraftOf) {
        self.drafts.remove(&of);
        self.waiting.remove(&of);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_drafts_is_bounded() {
        let mut kept = Drafts::default();
        for person in 0..MOST_DRAFTS as u64 + 5 {
            let made = MadeFor {
                turn: Position(1),
                before: None,
            };
            let of = (TableKey(1), PersonId(person));
            kept.put(of, None, (made, Draft::default()));
        }
        assert!(kept.drafts.len() <= MOST_DRAFTS);
    }
}
