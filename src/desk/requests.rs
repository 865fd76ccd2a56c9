//! Requests: a typed line, a slash command or a press, carried out.
//!
//! Decides which table is meant, whether somebody may ask at all where they are, and what a press says that comes late
//! or from somebody whom it was not offered to. What its row demands of a command is judged here, once for all faces.

use std::borrow::Cow;

use super::at::At;
use super::{Answer, AskedFrom, Command, Desk, Effect, Served, UnknownCommand, Who, at_any_table};
use crate::command::{Anywhere, Name, UsedIn, Verb};
use crate::game::at_game;
use crate::host::{AnyTable, Handle};
use crate::table::{Position, StageView, TableKey};
use crate::text::context::RenderContext;
use crate::text::press::Press;
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
        let mut cx = self.context(who, place).await;
        cx.taps |= offer.is_some();
        if let Some(refused) = self.turned_away(who, place, (&command, offer), &cx).await {
            return refused;
        }
        let key = offer.and_then(|offer| offer.table);
        self.catch_up(who, place, key).await;
        let words = command.words.as_str();
        let table = match (command.name, key) {
            (Name::Anywhere(name), _) => {
                let asked = (who, place);
                return self.anywhere(name, asked, (&command, offer), cx).await;
            }
            (Name::Open(game), None) => {
                return at_game!(game, G => G::open(self, who, place, &command, cx).await);
            }
            (name, Some(key)) => self.offered_table(key, name),
            (Name::AtTable(name), None) => {
                let table = self.table_of(who, place, (name, words), &cx);
                table.or_else(|| self.closed_table(who, place, name))
            }
            (Name::Move(verb), None) => self.table_for(who, place, Some(verb), words),
        };
        // The same words for a table that there is not and for one of elsewhere: they tell nobody of one.
        let who = match (&table, key) {
            (Some(table), Some(_)) => self.admitted(who, place, table).await,
            (_, None) => Some(Cow::Borrowed(who)),
            (None, Some(_)) => None,
        };
        let (Some(table), Some(who)) = (table, who) else {
            return Answer::refused(match key {
                Some(_) => say!(cx, "desk-gone").into(),
                None => Trouble::NoTable.page(&cx),
            });
        };
        at_any_table!(&table, handle => {
            let late = matches!(command.name, Name::Move(verb) if may_come_late(handle, verb));
            let offered_at = offer.map(|offer| offer.at).filter(|_| !late);
            let at = At { unseen, ..self.at(handle, (&who, place), cx, offered_at) };
            at.answered(self.at_the_table(&at, &command, key.is_some()).await)
        })
    }

    /// Why somebody may not ask this where they are; `None` if they may.
    async fn turned_away(
        &self,
        who: &Who,
        place: &AskedFrom,
        (command, offer): (&Command, Option<Offer>),
        cx: &RenderContext,
    ) -> Option<Answer> {
        // What is kept about somebody is theirs to have and to be forgotten all the same.
        if command.name != Name::Anywhere(Anywhere::Settings)
            && let Some(answer) = self.shut_out(who, place, cx)
        {
            return Some(answer);
        }
        if offer.is_none()
            && !who.moderator
            && !self.settings.guild(place.guild).await.allows(place.channel)
        {
            return Some(Answer::refused(say!(cx, "desk-channel-not-allowed")));
        }
        let joined = place.as_guest && command.name.row().used_in != UsedIn::Everywhere;
        joined.then(|| Answer::refused(say!(cx, "desk-not-as-guest")))
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
    ) -> Answer {
        let (who, now) = (at.who.person, self.host.now());
        let pressed = (at.handle.key(), at.offered_at, command);
        // It is for a turn that the same tap has just ended.
        if tapped && !self.pressed.is_new(who, pressed, now) {
            return Answer::done(self.hand(at));
        }
        let words = command.words.as_str();
        let answer = match command.name {
            Name::Open(_) => self.sit_at(at, words).await,
            Name::AtTable(name) => self.at_a_table(at, name, words).await,
            Name::Move(Verb::Surrender) if is_no(words) => {
                self.make_move(at, Verb::PlayOn, "").await
            }
            Name::Move(verb) => self.make_move(at, verb, words).await,
            Name::Anywhere(_) => Answer::refused(say!(at.cx, "desk-defect")),
        };
        if !tapped {
            return answer;
        }
        if answer.outcome != Effect::Done {
            self.pressed.forget(who);
        }
        // What a button shows, it shows to who taps it.
        answer.for_them_alone()
    }

    /// Somebody's own hand at a table as it is now; `None` if they have none there.
    pub async fn own_hand(&self, who: &Who, place: &AskedFrom, table: TableKey) -> Option<Answer> {
        let table = self.host.get(table)?;
        let cx = self.context(who, place).await;
        at_any_table!(&table, handle => {
            let at = self.at(handle, (who, place), cx, None);
            let hand = at.is_seated().then(|| Answer::shown(self.hand(&at)).for_them_alone());
            hand.map(|hand| at.answered(hand))
        })
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
        let cx = self.context(who, place).await;
        if let Some(answer) = self.shut_out(who, place, &cx) {
            return answer;
        }
        let trouble = || Answer::refused(Trouble::UnknownCommand(unknown.word.clone()).page(&cx));
        self.catch_up(who, place, None).await;
        let Some(table) = self.table_for(who, place, None, line) else {
            return trouble();
        };
        let answer = at_any_table!(&table, handle => {
            let at = self.at(handle, (who, place), cx.clone(), None);
            let answer = self.bare_at(&at, line, &unknown).await;
            answer.map(|answer| at.answered(answer))
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
        let read = G::parse(verb, line, &view);
        // Words that look like no cards at all are more likely a mistyped command.
        let like_cards = unknown.meant.is_none() && line.contains(char::is_numeric)
            || matches!(read, Err(ParseError::OnlySuit { .. }));
        let sensible = playing && (like_cards || read.is_ok());
        match sensible {
            true => Some(self.make_move(at, verb, line).await),
            false => None,
        }
    }
}

/// Whether a move may be made by a control of an earlier turn.
fn may_come_late<G: Served>(_: &Handle<G>, verb: Verb) -> bool {
    G::may_come_late(verb)
}
