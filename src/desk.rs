//! The front desk: carries out a person's command or tap at the right table.
//!
//! Decides which table is meant, who somebody is there, the language of the answer and who may see
//! it. The Discord and terminal faces use only the desk, so both play the same game with the same
//! words. Knows no rules of any game and no Discord.
#![doc = ""]
#![doc = include_str!("desk/commands.md")]

pub mod answer;
pub mod command;
mod contexts;
mod deeds;
pub mod directory;
mod drafts;
mod elsewhere;
pub mod forms;
mod history;
mod meant;
mod moves;
mod origins;
mod pacing;
pub mod places;
mod practice;
mod replays;
mod review;
mod reviews;
mod rooms;
mod seats;
mod served;
pub mod settings;
mod state;
mod statistics;
mod tell;
mod tictactoe;
mod tractor;
mod uno;
mod whereabouts;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

pub use crate::host::at_any_table;
pub use answer::{Answer, Attachment, Audience, Outcome, Place, Said, Who};
pub use command::{Being, Command, Mentioned, UnknownCommand};
pub use elsewhere::Asked;
pub use history::{match_films, match_pages, record_pages};
pub use served::Served;
pub use state::{Desk, Secrets};

use crate::command::{Anywhere, AtTable, Name, Needs, Verb};
use crate::game::{GameKind, Viewer, at_game};
use crate::host::{Handle, SubmitError};
use crate::store::JournalError;
use crate::table::{
    Input, Moment, PersonId, Position, Refusal, StageView, Submission, TableId, TableKey, TableView,
};
use crate::text::context::{Face, RenderContext};
use crate::text::help;
use crate::text::index;
use crate::text::page::Page;
use crate::text::press::{Press, Sheet, Tap};
use crate::text::table;
use crate::text::topic::Topic;
use crate::text::trouble::Trouble;
use crate::text::words::{is_no, is_yes};

/// One request at one table.
struct At<'a, G: Served> {
    handle: &'a Handle<G>,
    who: &'a Who,
    place: &'a Place,
    cx: RenderContext,
    offered_at: Option<Position>,
    /// Whether nobody is shown the page that only confirms what was done: then it is not drawn.
    unseen: bool,
    /// How many inputs were handed in for the request.
    steps: AtomicU64,
    /// Where the table stood when the hand was drawn.
    drawn_at: OnceLock<Moment>,
}

impl<G: Served> At<'_, G> {
    /// The table as the one who asks may see it.
    fn view(&self) -> TableView<G> {
        self.handle.view_of(self.who.person)
    }

    /// The refusal, if the command needs more than who asks has: a seat, or a match.
    fn lacks(&self, name: Name) -> Option<Answer> {
        let refusal = match name.row().needs {
            Needs::Seat | Needs::Match if !self.is_seated() => Refusal::NotSeated,
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
    fn is_seated(&self) -> bool {
        matches!(self.handle.viewer(self.who.person), Viewer::Seat(_))
    }

    /// The answer as one about this table.
    fn about_it(&self, answer: Answer) -> Answer {
        Answer {
            drawn_at: self.drawn_at.get().copied(),
            ..answer.about(self.handle.key())
        }
    }

    /// Hands in what is asked for; refusals come back as the answer to give. A request can take
    /// several inputs, each with a name of its own: the request's, and in its highest bits, where
    /// those of requests differ only after years, the number of the step.
    async fn submit(&self, input: Input<G>) -> Result<(), Answer> {
        self.hand_in(input, self.offered_at).await
    }

    /// Hands in what follows from an input of the same request: it belongs to the turn, or the match,
    /// that the input began, and not to the one in which the control was offered.
    async fn submit_next(&self, input: Input<G>) -> Result<(), Answer> {
        self.hand_in(input, None).await
    }

    async fn hand_in(&self, input: Input<G>, offered_at: Option<Position>) -> Result<(), Answer> {
        let step = self.steps.fetch_add(1, Ordering::Relaxed);
        let submission = Submission {
            input,
            nonce: self.who.nonce.map(|nonce| nonce ^ (step << 59)),
            offered_at,
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
                let answer = Answer::refused(Trouble::NotSaved.page(cx));
                Answer {
                    missed: matches!(error, JournalError::NotOwner),
                    ..answer
                }
            }
            // A process that stops closes no table.
            SubmitError::Gone => Answer::missed(match self.view().stage {
                StageView::Closed => say!(cx, "desk-gone"),
                _ => say!(cx, "desk-brought-back"),
            }),
            SubmitError::Defect => Answer::refused(say!(cx, "desk-defect")),
        })
    }
}

impl Desk {
    /// Carries out a command.
    pub async fn run(&self, who: &Who, place: &Place, command: Command) -> Answer {
        self.carry_out(who, place, command, false).await
    }

    /// Carries out a command for somebody who is not shown what only confirms it, because the table
    /// shows it to all: the page of [`Outcome::Done`] may be empty.
    pub async fn run_unseen(&self, who: &Who, place: &Place, command: Command) -> Answer {
        self.carry_out(who, place, command, true).await
    }

    async fn carry_out(&self, who: &Who, place: &Place, command: Command, unseen: bool) -> Answer {
        let cx = self.context(who, place).await;
        if !self.settings.guild(place.guild).await.allows(place.channel) && !who.moderator {
            return Answer::refused(say!(cx, "desk-channel-not-allowed"));
        }
        let words = command.words.as_str();
        match command.name {
            Name::Anywhere(name) => self.anywhere(name, (who, place), words, cx).await,
            Name::Open(game) => at_game!(game, G => G::open(self, who, place, &command, cx).await),
            Name::AtTable(name) => {
                let Some(table) = self.table_of(who, place, (name, words), &cx) else {
                    return Answer::missed(Trouble::NoTable.page(&cx));
                };
                at_any_table!(&table, handle => {
                    let at = At { unseen, ..self.at(handle, (who, place), cx, None) };
                    at.about_it(self.at_a_table(&at, name, words).await)
                })
            }
            Name::Move(verb) => {
                let Some(table) = self.table_for(who, place, Some(verb), words) else {
                    return Answer::missed(Trouble::NoTable.page(&cx));
                };
                let (verb, words) = match verb {
                    Verb::Surrender if is_no(words) => (Verb::PlayOn, ""),
                    verb => (verb, words),
                };
                at_any_table!(&table, handle => {
                    let at = At { unseen, ..self.at(handle, (who, place), cx, None) };
                    at.about_it(self.make_move(&at, verb, words).await)
                })
            }
        }
    }

    /// Carries out a command that needs no table.
    async fn anywhere(
        &self,
        name: Anywhere,
        (who, place): (&Who, &Place),
        words: &str,
        cx: RenderContext,
    ) -> Answer {
        match name {
            Anywhere::Intro => {
                let mut page = help::page(Topic::Intro, &cx);
                let link = self.link.as_deref();
                page.lines
                    .extend(link.map(|link| say!(cx, "intro-link", link = link)));
                Answer::shown(page).for_everybody()
            }
            Anywhere::Help if words.is_empty() => {
                let table = self.table_at(who.person, place);
                let topic = table.map_or(Topic::Game(GameKind::USUAL), |table| {
                    at_any_table!(&table, handle => {
                        table::help_topic(&handle.view_of(who.person))
                    })
                });
                Answer::shown(help::page(topic, &cx))
            }
            Anywhere::Help => Answer::shown(index::find(words, &cx)),
            Anywhere::Practice => self.practise(who, place, words, cx).await,
            Anywhere::List => Answer::shown(self.list(who, place, &cx)),
            Anywhere::TellMe => self.tell_me(who, place, words, &cx).await,
            Anywhere::Room => self.room(who, place, words, cx).await,
            Anywhere::Chat => self.chat(who, place, words, &cx).await,
            Anywhere::Settings => self.change_settings(who, place, words, &cx).await,
            Anywhere::Stats | Anywhere::Leaderboard | Anywhere::Top10 => {
                self.statistics(name, who, place, words, &cx).await
            }
            Anywhere::Replay => self.replay(who, place, words, &cx).await,
            Anywhere::Export => self.export(who, place, &cx).await,
            Anywhere::Review => self.review(who, place, words, &cx).await,
        }
    }

    /// Carries out a line that begins with no command, where one is not needed (in direct messages
    /// and in the terminal): cards or a call, as far as the game waits for some.
    pub async fn bare(
        &self,
        who: &Who,
        place: &Place,
        line: &str,
        unknown: UnknownCommand,
    ) -> Answer {
        let cx = self.context(who, place).await;
        let trouble = || Answer::refused(Trouble::UnknownCommand(unknown.word.clone()).page(&cx));
        let Some(table) = self.table_for(who, place, None, line) else {
            return Answer {
                missed: true,
                ..trouble()
            };
        };
        let answer = at_any_table!(&table, handle => {
            let at = self.at(handle, (who, place), cx.clone(), None);
            let answer = self.bare_at(&at, line, &unknown).await;
            answer.map(|answer| at.about_it(answer))
        });
        answer.unwrap_or_else(trouble)
    }

    /// Understands a line without a command at a table; `None` if it makes no sense there.
    async fn bare_at<G: Served>(
        &self,
        at: &At<'_, G>,
        line: &str,
        unknown: &UnknownCommand,
    ) -> Option<Answer> {
        let view = at.view();
        let playing = matches!(view.stage, StageView::Playing(_)) && view.seat().is_some();
        let verb = G::bare_verb(&view);
        // Words that look like no cards at all are more likely a mistyped command.
        let like_cards = unknown.meant.is_none() && line.contains(char::is_numeric);
        let sensible = playing && (like_cards || G::parse(verb, line, &view).is_ok());
        match sensible {
            true => Some(self.make_move(at, verb, line).await),
            false => None,
        }
    }

    /// Carries out a tap; `values` are those chosen in a menu.
    pub async fn press(
        &self,
        who: &Who,
        place: &Place,
        press: &Press,
        values: &[String],
    ) -> Answer {
        let cx = self.context(who, place).await;
        if let Tap::Show(Sheet::Help(topic)) = press.tap {
            let chosen = values.first().and_then(|word| Topic::of(word));
            let topic = match chosen {
                Some(topic) => topic,
                None => self.fitting(who, place, press.table, topic).await,
            };
            return Answer::shown(help::page(topic, &cx));
        }
        if press.tap == Tap::Refrain {
            let line = say!(cx, "asked-nothing-done");
            return Answer::shown(Page::line(line)).for_them_alone();
        }
        if let Tap::Lesson(to) = press.tap {
            return self.go_to(who, place, to, cx).await;
        }
        if press.tap == Tap::Open {
            return self.join(who, place, "", cx).await;
        }
        if let Tap::Replay(leaf) = press.tap {
            let table = TableId {
                key: press.table,
                opening: leaf.opening,
            };
            return match self.may_look_back(who, place, table, leaf.number).await {
                true => self.replay_leaf(place, press.table, leaf, &cx).await,
                false => Answer::missed(say!(cx, "desk-gone")),
            };
        }
        if press.tap == Tap::Review {
            return self.review_at(who, place, press.table, &cx).await;
        }
        if let Some(answer) = self.tap_settings(who, place, &press.tap, values).await {
            return answer;
        }
        let Some(table) = self.host.get(press.table) else {
            return Answer::missed(say!(cx, "desk-gone"));
        };
        // The same words as for a table that there is not: they tell nobody of one.
        let Some(who) = self.admitted(who, place, &table).await else {
            return Answer::missed(say!(cx, "desk-gone"));
        };
        let who = who.as_ref();
        at_any_table!(&table, handle => {
            let offered_at = offered_at(handle, press);
            let at = self.at(handle, (who, place), cx, offered_at);
            at.about_it(self.tap(&at, &press.tap, values).await)
        })
    }

    /// The page of the help that a button asks for: that of a game is the one that fits what the
    /// presser is doing there.
    async fn fitting(&self, who: &Who, place: &Place, table: TableKey, topic: Topic) -> Topic {
        let table = matches!(topic, Topic::Game(_)).then(|| self.host.get(table));
        let Some(table) = table.flatten() else {
            return topic;
        };
        match self.admitted(who, place, &table).await {
            Some(_) => {
                at_any_table!(&table, handle => table::help_topic(&handle.view_of(who.person)))
            }
            None => topic,
        }
    }

    /// Somebody's own hand at a table as it is now; `None` if they have none there.
    pub async fn own_hand(&self, who: &Who, place: &Place, table: TableKey) -> Option<Answer> {
        let table = self.host.get(table)?;
        let cx = self.context(who, place).await;
        at_any_table!(&table, handle => {
            let at = self.at(handle, (who, place), cx, None);
            let hand = at.is_seated().then(|| Answer::shown(self.hand(&at)).for_them_alone());
            hand.map(|hand| at.about_it(hand))
        })
    }

    /// The public page of a table in the language of a place, with its controls.
    pub async fn public_page<G: Served>(&self, handle: &Handle<G>, place: &Place) -> Page {
        let cx = self.public_context(place).await;
        if G::SIGNS.is_some() {
            for seat in &handle.view(Viewer::Public).seats {
                if let Some(person) = seat.occupant.holder() {
                    self.settings.person(person).await;
                }
            }
        }
        let cx = self.at_table(cx, handle);
        self.public(handle, &cx)
    }

    /// The public page of a table, with the number of a room.
    fn public<G: Served>(&self, handle: &Handle<G>, cx: &RenderContext) -> Page {
        let mut page = table::public_page(&handle.view(Viewer::Public), cx);
        if self.places.is_room(handle.key()) {
            page.push(crate::text::rooms::line(handle.key(), cx));
        }
        page
    }

    /// Somebody's own hand page at a table, with what they have picked so far.
    pub async fn hand_page<G: Served>(&self, handle: &Handle<G>, who: &Who, place: &Place) -> Page {
        let cx = self.context(who, place).await;
        let at = self.at(handle, (who, place), cx, None);
        self.hand(&at)
    }

    fn at<'a, G: Served>(
        &self,
        handle: &'a Handle<G>,
        (who, place): (&'a Who, &'a Place),
        cx: RenderContext,
        offered_at: Option<Position>,
    ) -> At<'a, G> {
        let mut cx = self.at_table(cx, handle);
        cx.draft = self
            .drafts
            .of(handle.key(), who.person, handle.turn_started());
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

    /// Carries out a command at a table.
    async fn at_a_table<G: Served>(&self, at: &At<'_, G>, name: AtTable, words: &str) -> Answer {
        if let Some(answer) = at.lacks(Name::AtTable(name)) {
            return answer;
        }
        match name {
            AtTable::Leave => self.leave(at, is_yes(words)).await,
            AtTable::Kick => self.kick_by_words(at, words).await,
            AtTable::Computer => self.add_computers(at, words).await,
            AtTable::Start => self.submit(at, Input::Start { by: at.who.person }).await,
            AtTable::Rules => self.rules(at, words).await,
            AtTable::Hand => self.show(at, Sheet::Hand),
            AtTable::Score => self.show(at, Sheet::Score),
            AtTable::Last => self.show(at, Sheet::LastTrick),
            AtTable::Verify => self.show(at, Sheet::Verify),
            AtTable::Table => {
                Answer::shown(self.public(at.handle, &at.cx.for_all())).for_everybody()
            }
            AtTable::Reset => self.vote_reset(at, words).await,
            AtTable::End => self.end(at, is_yes(words)).await,
            AtTable::Hint => self.hint(at).await,
        }
    }

    /// Carries out a tap at a table.
    async fn tap<G: Served>(&self, at: &At<'_, G>, tap: &Tap, values: &[String]) -> Answer {
        let chosen = values.first().map(String::as_str);
        match tap {
            Tap::Join => self.sit(at, None).await,
            Tap::Sit(seat) => {
                let chosen = chosen.and_then(|value| value.parse().ok());
                self.sit(at, seat.or(chosen.map(crate::game::Seat::new)))
                    .await
            }
            Tap::Leave => self.leave(at, false).await,
            Tap::AddComputer(skill) => {
                let words = skill.as_deref().or(chosen).unwrap_or_default();
                match words.strip_prefix('-').map(str::parse) {
                    Some(Ok(seat)) => {
                        let seat = Some(crate::game::Seat::new(seat));
                        self.remove_computers(at, seat, 1).await
                    }
                    Some(Err(_)) | None => self.add_computers(at, words).await,
                }
            }
            Tap::RemoveComputer(seat) => {
                let chosen = chosen.and_then(|value| value.parse().ok());
                let seat = seat.or(chosen.map(crate::game::Seat::new));
                self.remove_computers(at, seat, 1).await
            }
            Tap::Start => self.start_and_deal(at).await,
            Tap::Quick => self.play_with_computers(at).await,
            Tap::ChooseRule => self.set_rule(at, chosen.unwrap_or_default(), None).await,
            Tap::SetRule(name) => self.set_rule(at, name, chosen).await,
            Tap::SetRules(settings) => self.rules(at, settings).await,
            Tap::Rules(group) => self.rules(at, group).await,
            Tap::Show(sheet) => {
                let answer = match sheet {
                    Sheet::Hand => self.at_a_table(at, AtTable::Hand, "").await,
                    sheet => self.show(at, *sheet),
                };
                Answer {
                    audience: Audience::Private,
                    ..answer
                }
            }
            Tap::Act { verb, words } => self.make_move(at, *verb, words).await,
            Tap::Choose(verb) => self.make_move(at, *verb, &values.join(" ")).await,
            Tap::Pick(menu) => self.pick(at, *menu, values),
            Tap::Draft(words) => self.put_together(at, words),
            Tap::Clear => self.clear(at),
            Tap::Hint => self.at_a_table(at, AtTable::Hint, "").await,
            Tap::Sort => self.sort(at),
            Tap::Kick => match chosen.and_then(|value| value.parse().ok()) {
                Some(person) => self.kick(at, PersonId(person), false).await,
                None => Answer::refused(say!(at.cx, "desk-defect")),
            },
            Tap::Tell => self.tell_me(at.who, at.place, "", &at.cx).await,
            Tap::VoteReset => self.vote_reset(at, "").await,
            Tap::UnvoteReset => self.vote_reset(at, "off").await,
            Tap::End => self.end(at, false).await,
            Tap::Sure(deed) => self.do_it(at, *deed).await,
            Tap::Decline => self.decline(at).await,
            // They need no table and were carried out before one was looked for.
            Tap::Refrain
            | Tap::Settings(_)
            | Tap::ChooseSetting
            | Tap::AskForget
            | Tap::SetSetting(..)
            | Tap::Open
            | Tap::Replay(_)
            | Tap::Review
            | Tap::Lesson(_) => Answer::refused(say!(at.cx, "desk-defect")),
        }
    }

    /// Hands in an input and shows what the table looks like to them then.
    async fn submit<G: Served>(&self, at: &At<'_, G>, input: Input<G>) -> Answer {
        match at.submit(input).await {
            Ok(()) => Answer::done(self.hand_or_table(at)),
            Err(answer) => answer,
        }
    }

    /// A page that was asked for.
    fn show<G: Served>(&self, at: &At<'_, G>, sheet: Sheet) -> Answer {
        match sheet {
            Sheet::Hand => Answer::shown(self.hand(at)).for_them_alone(),
            Sheet::Score | Sheet::LastTrick => {
                let public = at.handle.view(Viewer::Public);
                Answer::shown(table::sheet_page(sheet, &public, &at.cx.for_all())).for_everybody()
            }
            sheet => Answer::shown(table::sheet_page(sheet, &at.view(), &at.cx)),
        }
    }

    /// What confirms to who plays that something was done: their hand, if they are shown it.
    fn confirmation<G: Served>(&self, at: &At<'_, G>) -> Page {
        match at.unseen {
            true => Page::default(),
            false => self.hand(at),
        }
    }

    fn hand<G: Served>(&self, at: &At<'_, G>) -> Page {
        at.drawn_at.get_or_init(|| at.handle.moment());
        table::sheet_page(Sheet::Hand, &at.view(), &self.with_draft(at))
    }

    /// The hand of who plays, the public table for everybody else. In a channel the lobby has a
    /// message of its own.
    fn hand_or_table<G: Served>(&self, at: &At<'_, G>) -> Page {
        if at.unseen || (at.handle.is_playing() && at.is_seated()) {
            return self.confirmation(at);
        }
        let view = at.view();
        match view.stage {
            StageView::Lobby if at.cx.face == Face::Discord => table::lobby_brief(&view, &at.cx),
            _ => self.public(at.handle, &at.cx.for_all()),
        }
    }
}

/// Where in the journal a control was offered; `None` for those that may come late.
fn offered_at<G: Served>(_: &Handle<G>, press: &Press) -> Option<Position> {
    let late = matches!(press.tap, Tap::Act { verb, .. } if G::may_come_late(verb));
    (!late).then_some(press.at)
}
