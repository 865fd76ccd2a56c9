//! Requests: a typed line, a slash command or a press, carried out.
//!
//! Decides which table is meant, whether somebody may ask at all where they are, and what a press says that comes late
//! or from somebody whom it was not offered to. What its row demands of a command is judged here, once for all faces.

use std::borrow::Cow;

use super::answer::{Done, Request, refuse};
use super::at::At;
use super::{Answer, AskedFrom, Command, Desk, Effect, Served, UnknownCommand, Who, at_any_table};
use crate::command::{Anywhere, Name, UsedIn, Verb};
use crate::game::at_game;
use crate::host::{AnyTable, Handle};
use crate::table::{Position, StageView, TableKey};
use crate::text::press::Press;
use crate::text::table;
use crate::text::trouble::Trouble;
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
        self.serve(who, place, command, (None, unseen)).await
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
        let line = press.line.with(values);
        let Some((name, words)) = line.command() else {
            return Answer::refused(say!(self.context(who, place).await, "desk-gone"));
        };
        let offer = Offer {
            table: Some(press.table).filter(|table| table.0 != 0),
            at: press.at,
        };
        let command = Command::new(name, words);
        self.serve(who, place, command, (Some(offer), false)).await
    }

    async fn serve(
        &self,
        who: &Who,
        place: &AskedFrom,
        command: Command,
        (offer, unseen): (Option<Offer>, bool),
    ) -> Answer {
        let mut asked = self.request(who, place).await;
        asked.cx.taps |= offer.is_some();
        let done = self.answer(asked, &command, (offer, unseen)).await;
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
}

/// Whether a move may be made by a control of an earlier turn.
fn may_come_late<G: Served>(_: &Handle<G>, verb: Verb) -> bool {
    G::may_come_late(verb)
}
