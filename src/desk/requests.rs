//! Requests: a typed line, a slash command or a press, carried out.
//!
//! Decides which table is meant, whether somebody may ask at all where they are, and what a press says that comes late
//! or from somebody whom it was not offered to. What its row demands of a command is judged here, once for all faces.
//!
//! Moves that were tapped just now: the same tap once more within a second is a slip of the thumb, and nothing is said of
//! it.

use std::borrow::Cow;
use std::collections::HashMap;

use parking_lot::Mutex;

use super::answer::{Done, Request, refuse};
use super::at::At;
use super::browsing::about_window;
use super::{Answer, AskedFrom, Command, Desk, Effect, Served, UnknownCommand, Who, at_any_table};
use crate::command::{Anywhere, AtTable, Name, UsedIn, Verb};
use crate::game::{GameKind, at_game};
use crate::host::Handle;
use crate::table::{Input, PersonId, Position, StageView, TableKey, UnixMillis};
use crate::text::context::RenderContext;
use crate::text::page::{Page, PageKind};
use crate::text::press::Press;
use crate::text::topic::Topic;
use crate::text::trouble::Trouble;
use crate::text::words::{ParseError, is_no, is_yes};
use crate::text::{help, table};

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
        let asked = self.front.request(who, place).await;
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
        let mut asked = self.front.request(who, place).await;
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
        self.finder.catch_up(&asked, key).await;
        let words = command.words.as_str();
        let table = match (command.name, key) {
            (Name::Anywhere(name), _) => return self.anywhere(name, &asked, command, offer).await,
            (Name::Open(game), None) => {
                return at_game!(game, G => G::open(&self.tables, &asked, command).await);
            }
            (name, Some(key)) => self.finder.offered_table(key, name),
            (Name::AtTable(name), None) => {
                let table = self.finder.table_of(&asked, (name, words));
                table.or_else(|| self.finder.closed_table(&asked, name))
            }
            (Name::Move(verb), None) => {
                self.finder
                    .table_for(asked.who, asked.place, Some(verb), words)
            }
        };
        // The same words for a table that there is not and for one of elsewhere: they tell nobody of one.
        let who = match (&table, key) {
            (Some(table), Some(_)) => self.finder.admitted(asked.who, asked.place, table).await,
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
            let at = At { unseen, offered_at, ..self.front.at(handle, &asked) };
            Ok(at.answered(self.at_the_table(&at, command, key.is_some()).await))
        })
    }

    /// Refuses what somebody may not ask where they are.
    async fn turn_away(&self, asked: &Request<'_>, name: Name, offer: Option<Offer>) -> Done<()> {
        let Request { who, place, cx } = asked;
        // What is kept about somebody is theirs to have and to be forgotten all the same.
        if name != Name::Anywhere(Anywhere::Settings) {
            self.people.shut_out(asked)?;
        }
        if offer.is_none()
            && !who.moderator
            && !self
                .front
                .settings
                .guild(place.guild)
                .await
                .allows(place.channel)
        {
            return refuse(say!(cx, "desk-channel-not-allowed"));
        }
        if place.as_guest && name.row().used_in != UsedIn::Everywhere {
            return refuse(say!(cx, "desk-not-as-guest"));
        }
        Ok(())
    }

    async fn at_the_table<G: Served>(
        &self,
        at: &At<'_, G>,
        command: &Command,
        tapped: bool,
    ) -> Done {
        let (who, now) = (at.who.person, self.front.host.now());
        let tap = (at.handle.key(), at.offered_at, command.clone());
        // It is for a turn that the same tap has just ended.
        if tapped && !self.pressed.is_new(who, tap, now) {
            return Ok(Answer::done(at.hand()));
        }
        let words = command.words.as_str();
        let done = match command.name {
            Name::Open(_) => self.tables.sit_at(at, words).await,
            Name::AtTable(name) => self.at_a_table(at, name, words).await,
            Name::Move(Verb::Surrender) if is_no(words) => {
                self.tables.moves.make_move(at, Verb::PlayOn, "").await
            }
            Name::Move(verb) => self.tables.moves.make_move(at, verb, words).await,
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

    /// Carries out a command that needs no table.
    async fn anywhere(
        &self,
        name: Anywhere,
        asked: &Request<'_>,
        command: &Command,
        offer: Option<Offer>,
    ) -> Done {
        let Request { who, place, cx } = asked;
        let words = command.words.as_str();
        let key = offer.and_then(|offer| offer.table);
        match name {
            Anywhere::Back => {
                let line = say!(cx, "asked-nothing-done");
                Ok(Answer::shown(line).for_them_alone())
            }
            Anywhere::Intro => {
                let mut page = help::page(Topic::Intro, cx);
                let link = self.links.invitation.as_deref();
                page.lines
                    .extend(link.map(|link| say!(cx, "intro-link", link = link)));
                page.lines.extend(self.where_more_is(cx));
                Ok(Answer::shown(page).for_everybody())
            }
            // The button of a table: its game's page that fits what the presser is doing there.
            Anywhere::Help if words.is_empty() || words.starts_with("here ") => {
                let here = words.strip_prefix("here ");
                let topic = here.and_then(Topic::of);
                let topic = topic.unwrap_or(Topic::Game(GameKind::USUAL));
                let table = key.filter(|_| here.is_some());
                let mut page = help::page(self.fitting(asked, table, topic).await, cx);
                let more = self.where_more_is(cx).filter(|_| here.is_none());
                page.lines.extend(more);
                Ok(Answer::shown(page))
            }
            Anywhere::Help => Ok(Answer::shown(help::find(words, cx))),
            Anywhere::Daily => self.club.daily(asked, words).await,
            Anywhere::Duel => self.club.duel(asked, words).await,
            Anywhere::Practice => self.tables.practise(asked, words).await,
            Anywhere::List => Ok(Answer::shown(self.tables.list(asked))),
            Anywhere::TellMe => self.club.tell_me(asked, words).await,
            Anywhere::Room => self.tables.room(asked, words, key).await,
            Anywhere::Chat => self.people.chat(asked, words).await,
            Anywhere::Block => self.people.block(asked, words).await,
            Anywhere::Seek => self.club.seek(asked, words).await,
            Anywhere::Cup => self.club.cup(asked, command).await,
            Anywhere::Activity => about_window(cx),
            Anywhere::Report => self.people.report(asked, words).await,
            Anywhere::Settings => {
                self.people
                    .change_settings(asked, words, offer.is_some())
                    .await
            }
            Anywhere::Stats | Anywhere::Leaderboard | Anywhere::Top10 => {
                self.club.statistics(name, asked, words).await
            }
            Anywhere::Profile => {
                let answer = self.club.profile(asked, words).await?;
                Ok(answer.alone_if(offer.is_some()))
            }
            Anywhere::Replay | Anywhere::Review if key.is_some() => {
                let table = key.unwrap_or(TableKey(place.channel));
                self.archive.look_back(name, asked, table, words).await
            }
            Anywhere::Replay => {
                let replay = self.archive.replay(asked, words).await?;
                Ok(self.finder.kept_apart(replay, who, place))
            }
            Anywhere::Export => {
                Ok(self
                    .finder
                    .kept_apart(self.archive.export(asked).await?, who, place))
            }
            Anywhere::Review => self.archive.review(asked, words).await,
        }
    }

    /// The page of the help that fits what somebody is doing at a table, this one or the one that is meant where they
    /// ask.
    async fn fitting(&self, asked: &Request<'_>, key: Option<TableKey>, topic: Topic) -> Topic {
        let Request { who, place, .. } = asked;
        let table = match key {
            Some(key) => match self.front.host.get(key) {
                Some(table) if self.finder.admitted(who, place, &table).await.is_some() => {
                    Some(table)
                }
                Some(_) | None => None,
            },
            None => self.finder.table_at(who.person, place),
        };
        table.map_or(
            topic,
            |table| at_any_table!(&table, handle => table::help_topic(&handle.view_of(who.person))),
        )
    }

    /// Where the pages are read and where questions go: a line, if the operator named either.
    fn where_more_is(&self, cx: &RenderContext) -> Option<String> {
        let (docs, support) = (self.links.docs.as_deref(), self.links.support.as_deref());
        let docs = docs.map(|link| say!(cx, "link-docs", link));
        let support = support.map(|link| say!(cx, "link-support", link));
        let links: Vec<String> = docs.into_iter().chain(support).collect();
        (!links.is_empty()).then(|| links.join(" · "))
    }

    async fn at_a_table<G: Served>(&self, at: &At<'_, G>, name: AtTable, words: &str) -> Done {
        at.require(Name::AtTable(name))?;
        let by = at.who.person;
        match name {
            AtTable::Leave => self.tables.leave(at, is_yes(words)).await,
            AtTable::Kick => self.tables.kick_by_words(at, words).await,
            AtTable::Computer => self.tables.add_computers(at, words).await,
            AtTable::Start if words == "deal" => self.tables.start_and_deal(at).await,
            AtTable::Start if words == "computers" => self.tables.play_with_computers(at).await,
            AtTable::Start => match &at.view().stage {
                StageView::Playing(game) => {
                    let due = G::due(&at.cx.at(&at.view()).with(game));
                    refuse(say!(at.cx, "start-playing", due))
                }
                _ => at.hand_in(Input::Start { by }).await,
            },
            AtTable::Rules => self.tables.rules(at, words).await,
            AtTable::Hand => Ok(at.show(PageKind::Hand)),
            AtTable::Score => Ok(at.show(PageKind::Score)),
            AtTable::Last => Ok(at.show(past_trick(words))),
            AtTable::Seen => Ok(at.show(PageKind::Seen)),
            AtTable::Verify => Ok(at.show(PageKind::Verify)),
            AtTable::Table => Ok(Answer::shown(at.table_page()).for_everybody()),
            AtTable::Reset => self.tables.vote_reset(at, words).await,
            AtTable::Agree => {
                let (no, to): (Vec<&str>, Vec<&str>) =
                    words.split_whitespace().partition(|w| is_no(w));
                let to = to.first().and_then(|to| to.strip_prefix('#')?.parse().ok());
                let to = to.map(Position);
                self.tables.answer_petition(at, to, no.is_empty()).await
            }
            AtTable::End => self.tables.end(at, is_yes(words)).await,
            AtTable::More => Ok(at.show(PageKind::More)),
            AtTable::Select => self.tables.moves.select(at, words),
            AtTable::Draft if words.is_empty() => Ok(self.tables.moves.clear(at)),
            AtTable::Draft => self.tables.moves.put_together(at, words),
            AtTable::Clear => Ok(self.tables.moves.clear(at)),
            AtTable::Sort => Ok(self.tables.moves.sort(at)),
            AtTable::Rush => {
                at.handle.rush(by);
                Ok(Answer::done(at.hand()))
            }
            AtTable::Pause => at.hand_in(Input::Halt { by }).await,
            AtTable::Autopilot => at.hand_in(Input::Rest { person: by }).await,
            AtTable::Decline => self.tables.moves.decline(at).await,
            AtTable::Browser => self.tables.open_in_browser(at).await,
            AtTable::Hint => match at.view() {
                view if view.gives_advice() => self.tables.moves.hint(at).await,
                view => refuse(match view.daily.and_then(|deal| deal.duel()) {
                    Some(_) => say!(at.cx, "duel-no-hint"),
                    None => say!(at.cx, "daily-no-hint"),
                }),
            },
        }
    }

    /// Somebody's own hand at a table as it is now; `None` if they have none there.
    pub async fn own_hand(&self, who: &Who, place: &AskedFrom, table: TableKey) -> Option<Answer> {
        let table = self.front.host.get(table)?;
        let asked = self.front.request(who, place).await;
        at_any_table!(&table, handle => {
            let at = self.front.at(handle, &asked);
            let hand = at.is_seated().then(|| Answer::shown(at.hand()).for_them_alone());
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
        let table = self.front.host.get(press.table)?;
        let asked = self.front.request(who, place).await;
        at_any_table!(&table, handle => table::rules_to_write(group, &self.front.at(handle, &asked).view()))
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
        let asked = self.front.request(who, place).await;
        if let Err(refused) = self.people.shut_out(&asked) {
            return *refused;
        }
        self.finder.catch_up(&asked, None).await;
        if let Some(table) = self.finder.table_for(who, place, None, line) {
            at_any_table!(&table, handle => {
                let at = self.front.at(handle, &asked);
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
            true => Some(self.tables.moves.make_move(at, verb, line).await),
            false => None,
        }
    }

    /// The table that somebody means who comes into a window in a channel. Where there is none it is opened, as by the
    /// command that joins.
    pub async fn enter(&self, who: &Who, place: &AskedFrom) -> (TableKey, Answer) {
        self.finder.until_back(place, None).await;
        match self.finder.table_at(who.person, place) {
            Some(table) => (table.key(), Answer::done(Page::default())),
            None => {
                let opened = self.join_in_window(who, place).await;
                (opened.table.unwrap_or(TableKey(place.channel)), opened)
            }
        }
    }

    /// Sits somebody down at the table of their window, or opens it.
    pub async fn join_in_window(&self, who: &Who, place: &AskedFrom) -> Answer {
        let join = Command::new(Name::Open(GameKind::USUAL), "");
        self.run(who, place, join).await
    }
}

/// The trick that is asked for by its number, or the last one.
fn past_trick(words: &str) -> PageKind {
    let number = words.trim().parse();
    number.map_or(PageKind::LastTrick, PageKind::Trick)
}

/// Whether a move may be made by a control of an earlier turn.
fn may_come_late<G: Served>(_: &Handle<G>, verb: Verb) -> bool {
    G::may_come_late(verb)
}

/// For so long the same tap is a slip.
const SLIP_MS: u64 = 1_000;

/// From this count of people on those are forgotten who tapped longer ago.
const MOST_PEOPLE: usize = 4_096;

/// A control: of which table, offered when, and for what.
type Tap = (TableKey, Option<Position>, Command);

/// What each person has tapped last, and when.
#[derive(Default)]
pub(super) struct JustPressed(Mutex<HashMap<PersonId, (Tap, UnixMillis)>>);

impl JustPressed {
    /// Remembers a move that a person taps; `false` if they have tapped just that a moment ago. What may come late
    /// (not offered at any position) is always new.
    fn is_new(&self, person: PersonId, tap: Tap, now: UnixMillis) -> bool {
        if tap.1.is_none() || !matches!(tap.2.name, Name::Move(_)) {
            return true;
        }
        let is_recent = |at: UnixMillis| now.0.saturating_sub(at.0) < SLIP_MS;
        let mut all = self.0.lock();
        if all
            .get(&person)
            .is_some_and(|(last, at)| is_recent(*at) && *last == tap)
        {
            return false;
        }
        if all.len() >= MOST_PEOPLE {
            all.retain(|_, (_, at)| is_recent(*at));
        }
        all.insert(person, (tap, now));
        true
    }

    /// What a person has tapped was not done: it can be tapped again.
    fn forget(&self, person: PersonId) {
        self.0.lock().remove(&person);
    }
}
