//! Cards chosen before one's turn: they are played when it comes, unless they fit no more.
//!
//! They are a draft that is sure, in the memory of the process that runs the table: a restart forgets them. No
//! journal, view or page of somebody else knows of them. When the turn comes they are handed in as a tap would be,
//! and not before a tap could have been made, so that nobody can tell one from the other.

use std::time::Duration;

use super::answer::{Done, refuse};
use super::drafts::MadeFor;
use super::{Answer, At, Desk, Served};
use crate::host::{Handle, SubmitError, spawn};
use crate::table::{By, Input, PersonId, Refusal, Submission, TableView};
use crate::text::draft::{Draft, Premove, Prospect};

/// The least time in which somebody sees that it is their turn and taps, in milliseconds.
const LEAST_TAP_MS: u32 = 1_000;
/// The most that is added to it by chance.
const MOST_ADDED_MS: u32 = 1_500;

impl Desk {
    /// Has an action made when the person's turn comes.
    pub(super) fn premove<G: Served>(&self, at: &At<'_, G>, action: &G::Action) -> Done {
        if self.is_stale(at) {
            return Ok(self.stale(at));
        }
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
        let person = at.who.person;
        let of = (at.handle.key(), person);
        let draft = Draft {
            chosen: Some(G::drafted(action, &view)),
            premove: Premove::Sure(sure),
            ..self.with_draft(at).draft
        };
        self.drafts.keep(of, made_for(&view, person), draft);
        if self.drafts.waits(of) {
            let (desk, handle) = (self.clone(), at.handle.clone());
            spawn(desk.play_in_turn(handle, person, at.who.nonce));
        }
        Ok(Answer::shown(self.hand(at)).for_them_alone())
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
            let (changed, draft) = self.draft(&handle, person);
            let view = handle.view_of(person);
            let Premove::Sure(sure) = draft.premove.clone() else {
                match self
                    .drafts
                    .settle(of, changed, made_for(&view, person), draft)
                {
                    true => return,
                    false => continue,
                }
            };
            if !handle.awaits(view.viewer) {
                match news.next().await {
                    Some(_) => continue,
                    None => return self.drafts.forget(of),
                }
            }
            let turn = view.turn_started;
            let lasts = handle.lasts(turn, self.time_of_a_tap()).await;
            let still = self.draft(&handle, person).1.premove;
            if !lasts || still != draft.premove {
                continue;
            }
            let Ok(action) = serde_json::from_str(&sure) else {
                return self.drafts.forget(of);
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
            let (changed, draft) = self.draft(&handle, person);
            let left = Draft {
                rising: draft.rising,
                premove,
                ..Draft::default()
            };
            let view = handle.view_of(person);
            if self
                .drafts
                .settle(of, changed, made_for(&view, person), left)
            {
                return;
            }
        }
    }

    /// The draft of a person as it stands now, and which change of it was the last.
    pub(super) fn draft<G: Served>(&self, handle: &Handle<G>, person: PersonId) -> (u64, Draft) {
        let stored = self.drafts.stored((handle.key(), person));
        let changed = stored.changed;
        if !stored.is_before_turn() {
            return (changed, stored.on(handle.turn_started(), None));
        }
        let view = handle.view_of(person);
        let draft = stored.on(view.turn_started, prospect(&view, person).as_ref());
        let fits = match &draft.premove {
            Premove::Sure(sure) => serde_json::from_str(sure)
                .is_ok_and(|action| G::judge_premove(&action, &view).is_ok()),
            Premove::None | Premove::Dropped => true,
        };
        let draft = match fits {
            true => draft,
            false => draft.dropped(),
        };
        (changed, draft)
    }

    /// How long a tap takes once it is one's turn. Without chance it takes longest.
    fn time_of_a_tap(&self) -> Duration {
        let added = (self.secrets)().map(|seed| seed.chance().below(MOST_ADDED_MS + 1));
        let added = added.unwrap_or(MOST_ADDED_MS);
        Duration::from_millis((LEAST_TAP_MS + added).into())
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
