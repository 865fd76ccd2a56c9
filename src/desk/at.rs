//! One request at one table: who asks, where, and what they may see.
//!
//! Hands in what is asked for, and phrases a refusal. Which request it is, is for the other files.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Answer, AskedFrom, Audience, Desk, Served, Who};
use crate::command::{Name, Needs};
use crate::game::Viewer;
use crate::host::{Handle, SubmitError};
use crate::table::{
    Input, Moment, PersonId, Position, Refusal, StageView, Submission, TableKey, TableView,
};
use crate::text::context::RenderContext;
use crate::text::table;
use crate::text::trouble::Trouble;

/// One request at one table.
pub(super) struct At<'a, G: Served> {
    pub(super) handle: &'a Handle<G>,
    pub(super) who: &'a Who,
    pub(super) place: &'a AskedFrom,
    pub(super) cx: RenderContext,
    pub(super) offered_at: Option<Position>,
    /// Whether nobody is shown the page that only confirms what was done: then it is not drawn.
    pub(super) unseen: bool,
    /// How many inputs were handed in for the request.
    pub(super) steps: AtomicU64,
    /// Where the table stood when the hand was drawn.
    pub(super) drawn_at: OnceLock<Moment>,
}

impl<G: Served> At<'_, G> {
    /// Whose draft it is about.
    pub(super) const fn draft_of(&self) -> (TableKey, PersonId) {
        (self.handle.key(), self.who.person)
    }

    /// The table as the one who asks may see it.
    pub(super) fn view(&self) -> TableView<G> {
        self.handle.view_of(self.who.person)
    }

    /// The refusal, if the command needs more than who asks has: a seat, or a match.
    pub(super) fn lacks(&self, name: Name) -> Option<Answer> {
        let refusal = match name.row().needs {
            Needs::Seat | Needs::Match if !self.is_seated() => {
                let admission = self.view().admission(self.who.person);
                admission.map_or(Refusal::NotSeated, |admission| Refusal::ComesIn {
                    admission,
                })
            }
            Needs::Match if !self.handle.is_playing() => Refusal::NotPlaying,
            Needs::Nothing | Needs::Table | Needs::Seat | Needs::Match => return None,
        };
        Some(Answer::refused(table::refusal(
            &refusal,
            &self.view(),
            &self.cx,
        )))
    }

    /// Whether the one who asks has a seat, be it that they are absent.
    pub(super) fn is_seated(&self) -> bool {
        matches!(self.handle.viewer(self.who.person), Viewer::Seat(_))
    }

    /// The answer as one about this table. Whoever gets it and has a seat is there, whatever it says.
    pub(super) fn answered(&self, answer: Answer) -> Answer {
        self.handle.look(self.who.person);
        let public = answer.audience == Audience::Public;
        let answer = match public && self.view().daily.is_some() {
            true => answer.for_them_alone(),
            false => answer,
        };
        Answer {
            drawn_at: self.drawn_at.get().copied(),
            ..answer.about(self.handle.key())
        }
    }

    /// Writes down that what is played was suggested, as a hint is.
    async fn count_suggestion(&self, input: &Input<G>) {
        let suggested = self.cx.looks.suggestions && self.cx.draft.advised.is_some();
        let person = self.who.person;
        if suggested && matches!(input, Input::Act { .. }) && self.handle.counts_hints(person) {
            let advised = Submission::typed(Input::Advised { person });
            // Whether it was written or not, the move is judged by itself.
            self.handle.submit(advised).await.ok();
        }
    }

    /// Hands in what is asked for; refusals come back as the answer to give. A request can take
    /// several inputs, each with a name of its own: the request's, and in its highest bits, where
    /// those of requests differ only after years, the number of the step. Only the first one belongs to
    /// the turn, or the match, in which the control was offered: others to what that one began.
    pub(super) async fn submit(&self, input: Input<G>) -> Result<(), Answer> {
        self.count_suggestion(&input).await;
        let step = self.steps.fetch_add(1, Ordering::Relaxed);
        let submission = Submission {
            input,
            nonce: self.who.nonce.map(|nonce| nonce ^ (step << 59)),
            offered_at: self.offered_at.filter(|_| step == 0),
            spent_s: 0,
        };
        let Err(error) = self.handle.submit(submission).await else {
            return Ok(());
        };
        let cx = &self.cx;
        Err(match error {
            SubmitError::Refused(refusal) => {
                let answer = Answer::refused(table::refusal(&refusal, &self.view(), cx));
                match refusal {
                    // What everybody may know is told without a look at the hand.
                    Refusal::Game(rejection) => {
                        let public = self.handle.view(Viewer::Public);
                        let open = !G::names_cards(&rejection);
                        let aloud = open.then(|| G::rejection(&rejection, &public, cx));
                        let aloud = aloud.unwrap_or_else(|| say!(cx, "refuse-aloud"));
                        answer.for_them_alone().or_aloud(Some(aloud.into()))
                    }
                    _ => answer,
                }
            }
            SubmitError::NotSaved(error) => {
                tracing::error!(table = %self.handle.id(), %error, "an input was not saved");
                Answer::refused(Trouble::NotSaved.page(cx))
            }
            // A process that stops closes no table.
            SubmitError::Gone => Answer::refused(match self.view().stage {
                StageView::Closed => say!(cx, "desk-gone"),
                _ => say!(cx, "desk-brought-back"),
            }),
            SubmitError::Defect => Answer::refused(say!(cx, "desk-defect")),
        })
    }
}

impl Desk {
    pub(super) fn at<'a, G: Served>(
        &self,
        handle: &'a Handle<G>,
        (who, place): (&'a Who, &'a AskedFrom),
        cx: RenderContext,
        offered_at: Option<Position>,
    ) -> At<'a, G> {
        let (_, cx) = self.advised(cx, handle, who.person);
        At {
            handle,
            who,
            place,
            cx,
            offered_at,
            unseen: false,
            steps: AtomicU64::new(0),
            drawn_at: OnceLock::new(),
        }
    }
}
