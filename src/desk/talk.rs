//! What people at a table say to each other: in a room from place to place, and wherever a table is seen in a browser.
//!
//! Decides who hears whom: people of one server do, people of different servers as soon as somebody on both sides has
//! tapped that they want to; direct messages are no server. Who sits at a table talks there, unless its host has muted
//! them. Where people sit is kept by [`super::places`], whom somebody wants to hear nothing of by
//! [`super::strangers`].
//!
//! What was said last is remembered for reports, and whom a host has muted: until the process ends, or who said it asks
//! to be forgotten, and nothing of it is written down.

use std::collections::{HashMap, HashSet, VecDeque};

use parking_lot::Mutex;

use super::answer::{Announcement, Done, Request, refuse};
use super::places::Showing;
use super::{Answer, AskedFrom, At, People, Served, at_any_table};
use crate::game::Viewer;
use crate::host::{AnyTable, Spoken};
use crate::table::{PersonId, TableKey};
use crate::text::context::Surface;
use crate::text::markup::plain;
use crate::text::rooms::{self, RoomTrouble, UnfitLine, harmless};
use crate::text::words::means;

/// The topic of words with what somebody says at a table.
pub(super) const SPOKEN: &str = "spoken";
/// The topic of words about who is muted at a table.
pub(super) const MUTED: &str = "muted";

impl People {
    /// Whether chat of this person is repeated elsewhere.
    pub fn talks(&self, person: PersonId, place: &AskedFrom) -> bool {
        let room = self.front.places.room_of(person);
        room.is_some_and(|room| self.front.places.of(room.key()).at(place.channel).is_some())
    }

    /// Repeats a message in all other places of the requester's room where it is heard.
    pub(super) async fn chat(&self, asked: &Request<'_>, words: &str) -> Done {
        let Request { who, place, cx } = asked;
        let refused = |trouble: RoomTrouble| refuse(trouble.page(cx));
        if self.front.face == Surface::Terminal {
            return refused(RoomTrouble::Terminal);
        }
        let Some(table) = self.talk_table(who.person, place) else {
            return match self.finder.table_at(who.person, place) {
                _ if self.front.face == Surface::Browser => refused(RoomTrouble::Standing),
                Some(table) if !self.front.places.is_room(table.key()) => {
                    refused(RoomTrouble::InChannel)
                }
                Some(_) | None => refused(RoomTrouble::Nowhere),
            };
        };
        if let Some(answer) = self.mute(asked, &table, words) {
            return Ok(answer);
        }
        let key = table.key();
        if self.said.is_muted(key, who.person) {
            return refused(RoomTrouble::Muted);
        }
        let text = match harmless(words) {
            Ok(text) => text,
            Err(UnfitLine::Empty) => return refused(RoomTrouble::Silent),
            Err(UnfitLine::Long(long)) => return refused(RoomTrouble::Long(long)),
        };
        let shown = self.front.places.of(key);
        let own = shown.home(who.person).filter(|_| shown.room);
        if own.is_none() && self.front.face != Surface::Browser {
            return refused(RoomTrouble::Nowhere);
        }
        // Who sits at a table that is no room is heard where it is seen in browsers.
        let others = shown.places.iter().filter(|_| own.is_some());
        let others = others.filter(|other| other.channel != place.channel);
        let (near, strange): (Vec<&Showing>, Vec<&Showing>) =
            others.partition(|other| own.is_some_and(|own| own.talks_to(other)));
        let near = self.who_hear(who.person, near).await;
        if near.is_empty() && self.front.face != Surface::Browser {
            return refused(match strange.is_empty() {
                true => RoomTrouble::Alone(key),
                false => RoomTrouble::Quiet {
                    room: key,
                    wants: own.is_some_and(|own| own.talks),
                },
            });
        }
        let now = self.front.host.now();
        if let Some(seconds) = self.talk.wait(&who.person, now) {
            return refused(RoomTrouble::Fast(seconds));
        }
        self.talk.count(who.person, now);
        let spoken = Spoken {
            table: key,
            by: who.person,
            name: who.name.clone(),
            text: plain(&text),
        };
        self.front.store().tell(SPOKEN, &spoken);
        self.spoken(spoken);
        let n = near.len();
        let page = rooms::said(&who.name, &text, cx);
        let said = near.into_iter();
        let said = said.map(|other| Announcement::new(other.channel, page.clone()));
        Ok(Answer::done(say!(cx, "chat-done", n)).saying(said.collect()))
    }

    /// The table where this person talks: that of their browser, or the room where they sit.
    pub(super) fn talk_table(&self, person: PersonId, place: &AskedFrom) -> Option<AnyTable> {
        if self.front.face != Surface::Browser {
            return self.front.places.room_of(person);
        }
        let table = self.front.host.get(place.table?)?;
        let sits = at_any_table!(&table, handle => handle.view(Viewer::Public).expects(person));
        sits.then_some(table)
    }

    /// Mutes somebody at a table, or lets them talk again, if these are its host's words for that.
    fn mute(&self, asked: &Request, table: &AnyTable, words: &str) -> Option<Answer> {
        let Request { who, place, cx } = asked;
        let (verb, whom) = words.trim().split_once(char::is_whitespace)?;
        let on = means(verb, "word-mute");
        if !on && !means(verb, "word-unmute") {
            return None;
        }
        let host = at_any_table!(table, handle => handle.view(Viewer::Public).host);
        let meant = self.whom_words_mean(who, place, whom)?;
        if host != who.person || !meant.rest.is_empty() {
            return None;
        }
        let muted = (table.key(), meant.person, on);
        self.front.store().tell(MUTED, &muted);
        self.muted(muted);
        let who = cx.name(&meant.name);
        let done = match on {
            true => say!(cx, "chat-mutes", who),
            false => say!(cx, "chat-unmutes", who),
        };
        Some(Answer::shown(done).for_them_alone())
    }

    /// Somebody says something at a table, here or in another process.
    pub(super) fn spoken(&self, spoken: Spoken) {
        let is_there = |key| self.front.places.is_room(key) || self.front.host.get(key).is_some();
        let text = spoken.text.clone();
        self.said.note(spoken.table, spoken.by, text, is_there);
        self.front.host.speak(spoken);
    }

    /// Somebody is muted at a table, or may talk again.
    pub(super) fn muted(&self, (table, person, on): (TableKey, PersonId, bool)) {
        let is_there = |key| self.front.host.get(key).is_some();
        self.said.mute(table, person, on, is_there);
    }

    /// Whether somebody who looks at a table in a browser hears what was said there.
    pub async fn hears(&self, listener: PersonId, spoken: &Spoken) -> bool {
        if listener == spoken.by {
            return true;
        }
        let shown = self.front.places.of(spoken.table);
        let (own, other) = (shown.home(listener), shown.home(spoken.by));
        let near = match (own, other) {
            (Some(own), Some(other)) => own.talks_to(other),
            _ => !shown.room,
        };
        near && !self.has_blocked(listener, spoken.by).await
    }

    /// The requester's side wants to talk to people from elsewhere who sit in the room, who are asked if they were not; or
    /// it does not any more.
    pub(super) async fn let_talk<G: Served>(&self, at: &At<'_, G>, talks: bool) -> Done {
        let (key, person, cx) = (at.handle.key(), at.who.person, &at.cx);
        let shown = self.front.places.of(key);
        let Some(own) = shown.home(person).filter(|_| shown.room) else {
            return refuse(RoomTrouble::Nowhere.page(cx));
        };
        let others = shown.places.iter();
        let strangers: Vec<&Showing> = others.filter(|other| !own.is_beside(other)).collect();
        if strangers.is_empty() {
            return refuse(RoomTrouble::Alone(key).page(cx));
        }
        at.saved(self.front.places.let_talk(key, own, talks).await)?;
        let (ready, silent): (Vec<&Showing>, Vec<&Showing>) =
            strangers.into_iter().partition(|other| other.talks);
        let unasked = silent.into_iter().filter(|other| talks && !other.asked);
        let mut said = Vec::new();
        for other in self.who_hear(person, unasked.collect()).await {
            let place = AskedFrom {
                locale: other.locale(),
                ..AskedFrom::new(other.channel, other.guild)
            };
            let public = self.front.public_context(&place).await;
            let page = rooms::asked_to_talk(key, &public);
            said.push(Announcement::new(other.channel, page));
        }
        let done = match (talks, ready.is_empty()) {
            (false, _) => say!(cx, "talk-off"),
            (true, true) => say!(cx, "talk-asked"),
            (true, false) => say!(cx, "talk-on"),
        };
        Ok(Answer::shown(done).for_them_alone().saying(said))
    }
}

/// How many lines of one person go with a report.
const MOST_LINES: usize = 5;

/// How many lines of a table are remembered.
const MOST_OF_TABLE: usize = 40;

/// What was said last at each table, by whom, and who is not to say anything there.
#[derive(Default)]
pub(super) struct SaidLately {
    lines: Mutex<HashMap<TableKey, VecDeque<(PersonId, String)>>>,
    muted: Mutex<HashSet<(TableKey, PersonId)>>,
}

impl SaidLately {
    /// Remembers a line; tables that are not there any more are forgotten.
    pub(super) fn note(
        &self,
        table: TableKey,
        by: PersonId,
        line: String,
        is_there: impl Fn(TableKey) -> bool,
    ) {
        let mut tables = self.lines.lock();
        tables.retain(|key, _| is_there(*key));
        let lines = tables.entry(table).or_default();
        lines.push_back((by, line));
        if lines.len() > MOST_OF_TABLE {
            lines.pop_front();
        }
    }

    /// Whether somebody is muted at a table from now on.
    pub(super) fn mute(
        &self,
        table: TableKey,
        person: PersonId,
        on: bool,
        is_there: impl Fn(TableKey) -> bool,
    ) {
        let mut muted = self.muted.lock();
        muted.retain(|(key, other)| is_there(*key) && (*key, *other) != (table, person));
        if on {
            muted.insert((table, person));
        }
    }

    pub(super) fn is_muted(&self, table: TableKey, person: PersonId) -> bool {
        self.muted.lock().contains(&(table, person))
    }

    /// Drops what somebody said, or with `None` what anybody did.
    pub(super) fn forget(&self, person: Option<PersonId>) {
        for lines in self.lines.lock().values_mut() {
            lines.retain(|(by, _)| person.is_some_and(|person| *by != person));
        }
    }

    /// What somebody said last at a table, the latest at the end.
    pub(super) fn by(&self, table: TableKey, person: PersonId) -> Vec<String> {
        let tables = self.lines.lock();
        let lines = tables.get(&table).into_iter().flatten().rev();
        let own = lines.filter(|(by, _)| *by == person).take(MOST_LINES);
        let mut own: Vec<String> = own.map(|(_, line)| line.clone()).collect();
        own.reverse();
        own
    }
}

#[cfg(test)]
mod tests {
    use crate::desk::tests::{anew, desk, guild, place, run};
    use crate::store::Scope;
    use crate::table::PersonId;

    #[tokio::test]
    async fn who_asks_to_be_forgotten_leaves_no_line_behind() {
        let desk = desk();
        let opened = run(&desk, &anew(1), &guild(), "room new").await;
        let room = opened.table.expect("a room");
        let beside = |channel| place(channel, guild().guild);
        let join = format!("room join {}", room.0);
        for (person, channel) in [(2, 600), (3, 601)] {
            run(&desk, &anew(person), &beside(channel), &join).await;
        }
        for (person, place) in [(1, guild()), (2, beside(600)), (3, beside(601))] {
            run(&desk, &anew(person), &place, "chat hello").await;
        }
        let lines = || [1, 2, 3].map(|person| desk.people.said.by(room, PersonId(person)).len());
        assert_eq!(lines(), [1, 1, 1]);
        run(&desk, &anew(1), &guild(), "settings forget yes").await;
        assert_eq!(lines(), [0, 1, 1]);
        // Another process says so; and it may be anybody whom this one has missed.
        desk.people.forgotten(Some(Scope::Person(PersonId(2))));
        assert_eq!(lines(), [0, 0, 1]);
        desk.people.forgotten(None);
        assert_eq!(lines(), [0, 0, 0]);
    }
}
