//! Requests: a typed line, a slash command or a press, carried out.
//!
//! Decides which table is meant, whether somebody may ask at all where they are, and what a press says that comes late
//! or from somebody whom it was not offered to. What its row demands of a command is judged here, once for all faces.
//!
//! One request at one table: who asks, where, and what they may see.
//!
//! Hands in what is asked for, and phrases a refusal.
//!
//! Moves that were tapped just now: the same tap once more within a second is a slip of the thumb, and nothing is said of
//! it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use super::answer::{Done, Request, refuse};
use super::premoves::DraftOf;
use super::{
    Answer, AskedFrom, Audience, Command, Desk, Effect, Served, UnknownCommand, Who, at_any_table,
};
use crate::command::{Anywhere, Name, Needs, UsedIn, Verb};
use crate::game::{Viewer, at_game};
use crate::host::{AnyTable, Handle, SubmitError};
use crate::table::{
    By, Input, Moment, PersonId, Position, Refusal, StageView, Submission, TableKey, TableView,
    UnixMillis,
};
use crate::text::press::Press;
use crate::text::table;
use crate::text::trouble::{self, Trouble};
use crate::text::words::{ParseError, is_no};

/// The control by which a command came.
#[derive(Debug, Clone, Copy)]
pub(super) struct Offer {
    /// The table whose control it is, if it is about one.
    pub(super) table: Option<TableKey>,
    at: Position,
}

impl Desk {
    pub async fn run(&self, who: &Who, place: &AskedFrom, command: Command) -> Answer {
        self.carry_out(who, place, command, false).await
    }

    /// Carries out a command; `unseen` for somebody who is not shown what only confirms it, because the
    /// table shows it to all: the page of [`Effect::Done`] may be empty.
    pub async fn carry_out(
        &self,
        who: &Who,
        place: &AskedFrom,
        command: Command,
        unseen: bool,
    ) -> Answer {
        let asked = self.request(who, place).await;
        let done = self.answer(asked, &command, (None, unseen)).await;
        done.unwrap_or_else(|refused| *refused)
    }

    /// Carries out a press, with the values chosen in a menu: the same as typing its line, at the table whose control it
    /// is. It may come late, or from somebody whom it was not offered to.
    pub async fn press(
        &self,
        who: &Who,
        place: &AskedFrom,
        press: &Press,
        values: &[String],
    ) -> Answer {
        let mut asked = self.request(who, place).await;
        asked.cx.taps = true;
        let line = press.line.with(values);
        let Some((name, words)) = line.command() else {
            return Answer::refused(say!(asked.cx, "desk-gone"));
        };
        let offer = Offer {
            table: Some(press.table).filter(|table| table.0 != 0),
            at: press.at,
        };
        let command = Command::new(name, words);
        let done = self.answer(asked, &command, (Some(offer), false)).await;
        done.unwrap_or_else(|refused| *refused)
    }

    async fn answer(
        &self,
        asked: Request<'_>,
        command: &Command,
        (offer, unseen): (Option<Offer>, bool),
    ) -> Done {
        self.turn_away(&asked, command.name, offer).await?;
        let key = offer.and_then(|offer| offer.table);
        self.catch_up(&asked, key).await;
        let words = command.words.as_str();
        let table = match (command.name, key) {
            (Name::Anywhere(name), _) => return self.anywhere(name, &asked, command, offer).await,
            (Name::Open(game), None) => {
                return at_game!(game, G => G::open(self, &asked, command).await);
            }
            (name, Some(key)) => self.offered_table(key, name),
            (Name::AtTable(name), None) => {
                let table = self.table_of(&asked, (name, words));
                table.or_else(|| self.closed_table(&asked, name))
            }
            (Name::Move(verb), None) => self.table_for(asked.who, asked.place, Some(verb), words),
        };
        // The same words for a table that there is not and for one of elsewhere: they tell nobody of one.
        let who = match (&table, key) {
            (Some(table), Some(_)) => self.admitted(asked.who, asked.place, table).await,
            (_, None) => Some(Cow::Borrowed(asked.who)),
            (None, Some(_)) => None,
        };
        let (Some(table), Some(who)) = (table, who) else {
            return refuse(match key {
                Some(_) => say!(asked.cx, "desk-gone").into(),
                None => Trouble::NoTable.page(&asked.cx),
            });
        };
        let asked = Request { who: &who, ..asked };
        at_any_table!(&table, handle => {
            let late = matches!(command.name, Name::Move(verb) if may_come_late(handle, verb));
            let offered_at = offer.map(|offer| offer.at).filter(|_| !late);
            let at = At { unseen, offered_at, ..self.at(handle, &asked) };
            Ok(at.answered(self.at_the_table(&at, command, key.is_some()).await))
        })
    }

    /// Refuses what somebody may not ask where they are.
    async fn turn_away(&self, asked: &Request<'_>, name: Name, offer: Option<Offer>) -> Done<()> {
        let Request { who, place, cx } = asked;
        // What is kept about somebody is theirs to have and to be forgotten all the same.
        if name != Name::Anywhere(Anywhere::Settings) {
            self.shut_out(asked)?;
        }
        if offer.is_none()
            && !who.moderator
            && !self.settings.guild(place.guild).await.allows(place.channel)
        {
            return refuse(say!(cx, "desk-channel-not-allowed"));
        }
        if place.as_guest && name.row().used_in != UsedIn::Everywhere {
            return refuse(say!(cx, "desk-not-as-guest"));
        }
        Ok(())
    }

    /// The table whose control was used, be it closed since if the command tells of a match.
    fn offered_table(&self, key: TableKey, name: Name) -> Option<AnyTable> {
        let closed = || {
            let mut closed = self.host.lately_closed().into_iter();
            let is_of_match = matches!(name, Name::AtTable(name) if name.is_of_match());
            closed.find(|table| is_of_match && table.key() == key)
        };
        self.host.get(key).or_else(closed)
    }

    async fn at_the_table<G: Served>(
        &self,
        at: &At<'_, G>,
        command: &Command,
        tapped: bool,
    ) -> Done {
        let (who, now) = (at.who.person, self.host.now());
        let pressed = (at.handle.key(), at.offered_at, command);
        // It is for a turn that the same tap has just ended.
        if tapped && !self.pressed.is_new(who, pressed, now) {
            return Ok(Answer::done(self.hand(at)));
        }
        let words = command.words.as_str();
        let done = match command.name {
            Name::Open(_) => self.sit_at(at, words).await,
            Name::AtTable(name) => self.at_a_table(at, name, words).await,
            Name::Move(Verb::Surrender) if is_no(words) => {
                self.make_move(at, Verb::PlayOn, "").await
            }
            Name::Move(verb) => self.make_move(at, verb, words).await,
            Name::Anywhere(_) => refuse(say!(at.cx, "desk-defect")),
        };
        if !tapped {
            return done;
        }
        let answer = done.unwrap_or_else(|refused| *refused);
        if answer.outcome != Effect::Done {
            self.pressed.forget(who);
        }
        // What a button shows, it shows to who taps it.
        Ok(answer.for_them_alone())
    }

    /// Somebody's own hand at a table as it is now; `None` if they have none there.
    pub async fn own_hand(&self, who: &Who, place: &AskedFrom, table: TableKey) -> Option<Answer> {
        let table = self.host.get(table)?;
        let asked = self.request(who, place).await;
        at_any_table!(&table, handle => {
            let at = self.at(handle, &asked);
            let hand = at.is_seated().then(|| Answer::shown(self.hand(&at)).for_them_alone());
            hand.map(|hand| at.answered(Ok(hand)))
        })
    }

    /// What stands in the form of a button before anything is written: the house rules of a group.
    pub async fn text_to_change(
        &self,
        who: &Who,
        place: &AskedFrom,
        press: &Press,
    ) -> Option<String> {
        let group = press.line.after("rules")?.trim_end_matches([' ', '*']);
        let table = self.host.get(press.table)?;
        let asked = self.request(who, place).await;
        at_any_table!(&table, handle => table::rules_to_write(group, &self.at(handle, &asked).view()))
    }

    /// Carries out a line that begins with no command, where one is not needed (in direct messages
    /// and in the terminal): cards or a call, as far as the game waits for some.
    pub async fn bare(
        &self,
        who: &Who,
        place: &AskedFrom,
        line: &str,
        unknown: UnknownCommand,
    ) -> Answer {
        let asked = self.request(who, place).await;
        if let Err(refused) = self.shut_out(&asked) {
            return *refused;
        }
        self.catch_up(&asked, None).await;
        if let Some(table) = self.table_for(who, place, None, line) {
            at_any_table!(&table, handle => {
                let at = self.at(handle, &asked);
                if let Some(done) = self.bare_at(&at, line, &unknown).await {
                    return at.answered(done);
                }
            });
        }
        Answer::refused(Trouble::UnknownCommand(unknown.word).page(&asked.cx))
    }

    /// Understands a line without a command at a table; `None` if it makes no sense there.
    async fn bare_at<G: Served>(
        &self,
        at: &At<'_, G>,
        line: &str,
        unknown: &UnknownCommand,
    ) -> Option<Done> {
        let view = at.view();
        let playing = matches!(view.stage, StageView::Playing(_)) && view.seat().is_some();
        let verb = G::bare_verb(&view);
        let read = G::parse(verb, line, &view);
        // Words that look like no cards at all are more likely a mistyped command.
        let like_cards = unknown.meant.is_none() && line.contains(char::is_numeric)
            || matches!(read, Err(ParseError::OnlySuit(_)));
        match playing && (like_cards || read.is_ok()) {
            true => Some(self.make_move(at, verb, line).await),
            false => None,
        }
    }

    pub(super) fn at<'a, G: Served>(
        &self,
        handle: &'a Handle<G>,
        &Request { who, place, ref cx }: &Request<'a>,
    ) -> At<'a, G> {
        let (_, cx) = self.advised(cx.clone(), handle, who.person);
        At {
            handle,
            asked: Request { who, place, cx },
            offered_at: None,
            unseen: false,
            steps: AtomicU64::new(0),
            drawn_at: OnceLock::new(),
        }
    }
}

/// Whether a move may be made by a control of an earlier turn.
fn may_come_late<G: Served>(_: &Handle<G>, verb: Verb) -> bool {
    G::may_come_late(verb)
}

/// One request at one table.
pub(super) struct At<'a, G: Served> {
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
}

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
