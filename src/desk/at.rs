//! One request at one table: who asks, where, and what they may see.
//!
//! Hands in what is asked for, phrases a refusal, and draws the page that shows what came of it. Knows no command.

use std::ops::Deref;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::answer::{Done, Request, refuse};
use super::places::Showing;
use super::premoves::DraftOf;
use super::{Answer, Audience, Front, Served};
use crate::command::{Name, Needs, Verb};
use crate::game::Viewer;
use crate::host::{Handle, SubmitError};
use crate::table::{By, Input, Moment, Position, Refusal, StageView, Submission, TableView};
use crate::text::context::{RenderContext, Surface};
use crate::text::page::{Page, PageKind};
use crate::text::table;
use crate::text::trouble;
use crate::text::words::ParseError;

/// One request at one table.
pub(super) struct At<'a, G: Served> {
    pub(super) front: &'a Front,
    pub(super) handle: &'a Handle<G>,
    pub(super) asked: Request<'a>,
    pub(super) offered_at: Option<Position>,
    /// Whether nobody is shown the page that only confirms what was done: then it is not drawn.
    pub(super) unseen: bool,
    /// How many inputs were handed in for the request.
    pub(super) steps: AtomicU64,
    /// Where the table stood when the hand was drawn.
    pub(super) drawn_at: OnceLock<Moment>,
}

impl<'a, G: Served> Deref for At<'a, G> {
    type Target = Request<'a>;

    fn deref(&self) -> &Request<'a> {
        &self.asked
    }
}

impl<G: Served> At<'_, G> {
    /// Whose draft it is about.
    pub(super) fn draft_of(&self) -> DraftOf {
        (self.handle.key(), self.who.person)
    }

    /// The table as the one who asks may see it.
    pub(super) fn view(&self) -> TableView<G> {
        self.handle.view_of(self.who.person)
    }

    /// Refuses a command that needs more than who asks has: a seat, or a match.
    pub(super) fn require(&self, name: Name) -> Done<()> {
        let refusal = match name.row().needs {
            Needs::Seat | Needs::Match if !self.is_seated() => {
                let admission = self.view().admission(self.who.person);
                admission.map_or(Refusal::NotSeated, |admission| Refusal::ComesIn {
                    admission,
                })
            }
            Needs::Match if !self.handle.is_playing() => Refusal::NotPlaying,
            Needs::Nothing | Needs::Table | Needs::Seat | Needs::Match => return Ok(()),
        };
        self.refuse(&refusal)
    }

    /// It is refused as the table itself refuses it.
    pub(super) fn refuse<T>(&self, refusal: &Refusal<G>) -> Done<T> {
        refuse(table::refusal(refusal, &self.cx.at(&self.view())))
    }

    /// What the words of a move mean.
    pub(super) fn read_move(&self, verb: Verb, words: &str) -> Done<G::Action> {
        G::parse(verb, words, &self.view()).or_else(|error| self.misread(&error))
    }

    /// The words were not understood.
    pub(super) fn misread<T>(&self, error: &ParseError) -> Done<T> {
        refuse(trouble::misread::<G>(error, &self.cx))
    }

    /// Whether the one who asks has a seat, be it that they are absent.
    pub(super) fn is_seated(&self) -> bool {
        matches!(self.handle.viewer(self.who.person), Viewer::Seat(_))
    }

    /// The answer as one about this table. Whoever gets it and has a seat is there, whatever it says.
    pub(super) fn answered(&self, done: Done) -> Answer {
        self.handle.look(self.who.person);
        let answer = self.about(done);
        let public = answer.audience == Audience::Public;
        Answer {
            drawn_at: self.drawn_at.get().copied(),
            ..answer.alone_if(public && self.view().daily.is_some())
        }
    }

    /// Makes a move of who asks.
    pub(super) async fn act(&self, action: G::Action) -> Done<()> {
        let by = By::Person(self.who.person);
        self.submit(Input::Act { by, action }).await
    }

    /// The answer as one about this table.
    pub(super) fn about(&self, done: Done) -> Answer {
        let answer = done.unwrap_or_else(|refused| *refused);
        answer.about(self.handle.key())
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
    pub(super) async fn submit(&self, input: Input<G>) -> Done<()> {
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
        match error {
            // What everybody may know is told without a look at the hand.
            SubmitError::Refused(Refusal::Game(rejection)) => {
                let aloud = match G::names_cards(&rejection) {
                    true => say!(cx, "refuse-aloud"),
                    false => G::rejection(&rejection, &cx.at(&self.handle.view(Viewer::Public))),
                };
                let refusal = table::refusal(&Refusal::Game(rejection), &cx.at(&self.view()));
                let answer = Answer::refused(refusal).for_them_alone();
                Err(answer.or_aloud(Some(aloud.into())).into())
            }
            SubmitError::Refused(refusal) => self.refuse(&refusal).map_err(|mut answer| {
                answer.repeated = matches!(refusal, Refusal::Duplicate);
                answer
            }),
            SubmitError::NotSaved(error) => {
                tracing::error!(table = %self.handle.id(), %error, "an input was not saved");
                self.not_saved()
            }
            // A process that stops closes no table.
            SubmitError::Gone => refuse(match self.view().stage {
                StageView::Closed => say!(cx, "desk-gone"),
                _ => say!(cx, "desk-brought-back"),
            }),
            SubmitError::Defect => refuse(say!(cx, "desk-defect")),
        }
    }

    /// In a room: notes where the requester sits from now.
    pub(super) async fn settle_here(&self) {
        let key = self.handle.key();
        if self.front.places.is_room(key) {
            let here = self.showing_here();
            self.front.places.settle(key, self.who.person, here).await;
        }
    }

    /// How a room would be shown where the requester is.
    pub(super) fn showing_here(&self) -> Showing {
        let here = Showing::of(self.place);
        match self.place.guild {
            Some(_) => here,
            // The requester is the reader of direct messages.
            None => Showing {
                language: Some(self.cx.locale.tag().to_owned()),
                ..here
            },
        }
    }

    /// The context with the draft and the deadline as they are now.
    pub(super) fn with_draft(&self) -> RenderContext {
        self.front
            .advised(self.cx.clone(), self.handle, self.who.person)
            .1
    }

    /// Hands in an input and shows what the table looks like to them then.
    pub(super) async fn hand_in(&self, input: Input<G>) -> Done {
        self.submit(input).await?;
        Ok(Answer::done(self.hand_or_table()))
    }

    pub(super) fn show(&self, sheet: PageKind) -> Answer {
        match sheet {
            PageKind::Hand => Answer::shown(self.hand()).for_them_alone(),
            // At a terminal nobody else reads it.
            PageKind::Score | PageKind::LastTrick | PageKind::Trick(_) | PageKind::Seen
                if self.cx.face == Surface::Discord =>
            {
                let public = self.handle.view(Viewer::Public);
                Answer::shown(table::sheet_page(sheet, &self.cx.for_all().at(&public)))
                    .for_everybody()
            }
            sheet => Answer::shown(table::sheet_page(sheet, &self.cx.at(&self.view()))),
        }
    }

    /// What confirms to who plays that something was done: their hand, if they are shown it.
    pub(super) fn confirmation(&self) -> Page {
        match self.unseen {
            true => Page::default(),
            false => self.hand(),
        }
    }

    pub(super) fn hand(&self) -> Page {
        self.drawn_at.get_or_init(|| self.handle.moment());
        self.hand_now()
    }

    /// The same with a line above it.
    pub(super) fn hand_under(&self, line: String) -> Page {
        let mut page = self.hand();
        page.lines.insert(0, line);
        page
    }

    /// The hand without a claim that it is what the answer shows.
    pub(super) fn hand_now(&self) -> Page {
        table::sheet_page(PageKind::Hand, &self.with_draft().at(&self.view()))
    }

    /// The hand of who plays, the public table for everybody else. In a channel the lobby has a
    /// message of its own.
    pub(super) fn hand_or_table(&self) -> Page {
        if self.unseen || (self.handle.is_playing() && self.is_seated()) {
            return self.confirmation();
        }
        let view = self.view();
        match view.stage {
            StageView::Lobby if self.cx.face == Surface::Discord => {
                table::lobby_brief(&self.cx.at(&view))
            }
            _ => self.table_page(),
        }
    }

    /// The page of the table that everybody may see.
    pub(super) fn table_page(&self) -> Page {
        let cx = self.cx.for_all();
        self.front.table_page(self.handle, self.place.channel, &cx)
    }
}
