//! Reports to the operator of how somebody behaves.
//!
//! Decides whom the words of a report mean, how many somebody may make, and what is kept of it. What becomes of it
//! the operator decides, at the command line.
//!
//! Whom somebody wants to have nothing to do with in rooms: never at one table, and nothing heard of them.
//!
//! Decides who is on such a list and what follows from it. It is a setting of whoever made it, so it is
//! copied and forgotten with everything else of theirs. Nobody learns that they are on one.
//!
//! Whom the operator has shut out: a person, or a server with everybody who asks from there.
//!
//! Decides what that means: nothing is done for them any more, and tables go on without them. Who is shut out is
//! looked up again and again, as the operator says it to the store and to no process.

use std::collections::BTreeSet;

use super::answer::{Done, Request, refuse};
use super::places::Showing;
use super::{Answer, AskedFrom, At, People, Served, Who, at_any_table};
use crate::club::cup::Parted;
use crate::command::{Anywhere, Name};
use crate::game::{Seat, Viewer};
use crate::host::Handle;
use crate::store::{Ban, Banned, GuildId, Report, Scope, setting_of};
use crate::table::{Input, Occupant, PersonId, Submission, TableKey, UnixMillis};
use crate::text::context::RenderContext;
use crate::text::markup;
use crate::text::rooms::RoomTrouble;
use crate::text::statistics::{self, mentioned};
use crate::text::strangers::{self, ReportTrouble};
use crate::text::table::computer_name;
use crate::text::words::{is_no, quotable};

/// The most reports of one person within a day.
const MOST_A_DAY: usize = 5;
/// The most of them that wait for the operator.
const MOST_WAITING: usize = 20;
const DAY_MS: u64 = 86_400_000;

/// Somebody whom words mean.
pub(super) struct Meant<'a> {
    pub(super) person: PersonId,
    /// What they are called at the table; empty for who does not sit there.
    pub(super) name: String,
    /// The words after that.
    pub(super) rest: &'a str,
}

impl People {
    /// Keeps a report for the operator.
    pub(super) async fn report(&self, asked: &Request<'_>, words: &str) -> Done {
        let Request { who, place, cx } = asked;
        let refused = |trouble: ReportTrouble| refuse(trouble.page(cx));
        let table = self.finder.table_at(who.person, place);
        let Some(meant) = self.whom_words_mean(who, place, words) else {
            let example = Name::Anywhere(Anywhere::Report).example();
            let computer = table.and_then(
                |table| at_any_table!(&table, handle => computer_called(handle, words.trim(), cx)),
            );
            return refused(match computer {
                Some(name) => ReportTrouble::Computer { name, example },
                None => ReportTrouble::Whom(example),
            });
        };
        let reason = strangers::reason(meant.rest);
        let long = reason.chars().count();
        if long > strangers::MOST_REASON {
            return refused(ReportTrouble::Long(long));
        }
        let scope = Some(Scope::Person(who.person));
        let kept = self.front.store().all_stored::<Report>(scope).await;
        let before = asked.read(kept)?.into_iter().map(|row| row.value.at);
        let before: Vec<UnixMillis> = before.collect();
        let now = self.front.host.now();
        let lately = before.iter().filter(|at| at.0 + DAY_MS > now.0);
        if lately.count() >= MOST_A_DAY {
            return refused(ReportTrouble::ManyToday(MOST_A_DAY));
        }
        if before.len() >= MOST_WAITING {
            return refused(ReportTrouble::ManyWaiting(MOST_WAITING));
        }
        let last = before.iter().max().map_or(0, |at| at.0 + 1);
        let heard = self.talk_table(who.person, place);
        let said = heard.map(|table| self.said.by(table.key(), meant.person));
        let report = Report {
            at: UnixMillis(now.0.max(last)),
            by: who.person,
            by_name: who.name.clone(),
            about: meant.person,
            about_name: meant.name,
            guild: place.guild.map(GuildId),
            table: table.map(|table| table.id()),
            reason,
            said: said.unwrap_or_default(),
        };
        let (scope, kept) = (
            Scope::Person(who.person),
            setting_of(&report.id(), Some(&report)),
        );
        asked.saved(self.front.settings.set(scope, vec![kept]).await)?;
        tracing::info!(
            id = report.id(),
            "somebody was reported: tractor-bot reports"
        );
        let blocked = self.front.settings.person(who.person).await.blocked();
        let known = (!report.reason.is_empty(), blocked.contains(&report.about));
        let name = statistics::person(report.about, &report.about_name, cx);
        let table = TableKey(place.channel);
        let page = strangers::reported((&name, report.about), known, table, cx);
        Ok(Answer::shown(page).for_them_alone())
    }

    /// Whom the words begin with: a mention, or the name or seat of somebody at the requester's table. Nobody means
    /// themselves.
    pub(super) fn whom_words_mean<'a>(
        &self,
        who: &Who,
        place: &AskedFrom,
        words: &'a str,
    ) -> Option<Meant<'a>> {
        let words = words.trim();
        let table = self.finder.table_at(who.person, place);
        let named = table.map(|table| at_any_table!(&table, handle => called_at(handle, words)));
        let (first, rest) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let meant = match mentioned(first) {
            Some(person) => {
                let name = named.and_then(|(people, _)| {
                    let mut people = people.into_iter();
                    people.find(|(other, _)| *other == person)
                });
                let name = name.map_or_else(String::new, |(_, name)| name);
                Meant { person, name, rest }
            }
            None => {
                let (people, end) = named?;
                let [(person, name)] = <[(PersonId, String); 1]>::try_from(people).ok()?;
                let rest = &words[end?..];
                Meant { person, name, rest }
            }
        };
        let rest = meant.rest.trim();
        (meant.person != who.person).then_some(Meant { rest, ..meant })
    }

    /// Blocks somebody, or with `off` not any more; without words tells who is blocked.
    pub(super) async fn block(&self, asked: &Request<'_>, words: &str) -> Done {
        let Request { who, place, cx } = asked;
        let (off, rest): (Vec<&str>, Vec<&str>) = words.split_whitespace().partition(|w| is_no(w));
        if rest.is_empty() && off.is_empty() {
            let blocked = self.front.settings.person(who.person).await.blocked();
            let list = blocked.iter();
            let list = list.map(|person| statistics::person(*person, "", cx));
            let list: Vec<String> = list.collect();
            let said = match list.is_empty() {
                true => say!(cx, "block-none"),
                false => say!(cx, "block-list", list = cx.list(list)),
            };
            return Ok(Answer::shown(said).for_them_alone());
        }
        let rest = rest.join(" ");
        let meant = self.whom_words_mean(who, place, &rest);
        let Some(Meant { person, name, .. }) = meant.filter(|meant| meant.rest.is_empty()) else {
            let example = cx.command(Name::Anywhere(Anywhere::Block).example());
            return refuse(say!(cx, "block-unclear", example));
        };
        let on = off.is_empty();
        let mut blocked = self.front.settings.person(who.person).await.blocked();
        blocked.retain(|other| *other != person);
        if on {
            if blocked.len() >= MOST {
                return refuse(say!(cx, "block-full", most = MOST));
            }
            blocked.push(person);
        }
        asked.saved(self.front.settings.keep_blocked(who.person, &blocked).await)?;
        // Within a command a mention would be a number.
        let called = match quotable(&name) {
            called if called.is_empty() => "…".to_owned(),
            called => format!("@{called}"),
        };
        let command = cx.command(&format!("block {called} off"));
        let who = statistics::person(person, &name, cx);
        let said = match on {
            true => say!(cx, "block-done", who, command),
            false => say!(cx, "block-off", who),
        };
        Ok(Answer::shown(said).for_them_alone())
    }

    /// Refuses a seat in a room to somebody who has blocked somebody there, or the other way round.
    pub(super) async fn keep_parted<G: Served>(&self, at: &At<'_, G>) -> Done<()> {
        let person = at.who.person;
        if !self.front.places.is_room(at.handle.key()) {
            return Ok(());
        }
        let view = at.view();
        let newcomers = view.newcomers.iter().map(|newcomer| newcomer.person);
        let seats = view.seats.iter();
        let seated = seats.filter_map(|seat| seat.occupant.holder());
        for other in seated.chain(newcomers).filter(|other| *other != person) {
            if self.are_parted(person, other).await {
                return refuse(RoomTrouble::Parted.page(&at.cx));
            }
        }
        Ok(())
    }

    /// Who of these people are not to meet.
    pub(super) async fn parted_among(&self, people: &[PersonId]) -> Parted {
        let mut blocks = Vec::new();
        for person in people {
            let blocked = self
                .front
                .settings
                .person(*person)
                .await
                .blocked()
                .into_iter();
            let among = blocked.filter(|other| people.contains(other));
            blocks.extend(among.map(|other| (*person, other)));
        }
        blocks.into_iter().collect()
    }

    /// Whether one of two has blocked the other.
    pub(super) async fn are_parted(&self, person: PersonId, other: PersonId) -> bool {
        self.has_blocked(person, other).await || self.has_blocked(other, person).await
    }

    pub(super) async fn has_blocked(&self, person: PersonId, other: PersonId) -> bool {
        let chosen = self.front.settings.person(person).await;
        chosen.blocked().contains(&other)
    }

    /// Those of these places where somebody sits who wants to hear this person.
    pub(super) async fn who_hear<'a>(
        &self,
        person: PersonId,
        places: Vec<&'a Showing>,
    ) -> Vec<&'a Showing> {
        let mut hearing = Vec::with_capacity(places.len());
        for place in places {
            let mut deaf = !place.people.is_empty();
            for listener in &place.people {
                deaf = deaf && self.has_blocked(*listener, person).await;
            }
            if !deaf {
                hearing.push(place);
            }
        }
        hearing
    }

    /// Reads anew whom the operator has shut out, and has them leave the tables of this process: a person gives up
    /// their seat, and a table leaves a server's channels, of which `guild_of` knows whose they are. If the store
    /// fails, those who were shut out stay so.
    pub async fn heed_bans(&self, guild_of: impl Fn(u64) -> Option<u64>) {
        let store = self.front.store();
        let kept = match store.all_stored::<Ban>(Some(Ban::SCOPE)).await {
            Ok(kept) => kept,
            Err(error) => {
                tracing::warn!(%error, "who is shut out could not be read");
                return;
            }
        };
        let bans: BTreeSet<Banned> = kept.into_iter().map(|ban| ban.key).collect();
        if *self.bans.lock() != bans {
            self.bans.lock().clone_from(&bans);
            self.front.settings.look_again();
        }
        let people = bans.iter().filter_map(|banned| match banned {
            Banned::Person(person) => Some(*person),
            Banned::Guild(_) => None,
        });
        let people: Vec<PersonId> = people.collect();
        for table in self.front.host.list() {
            at_any_table!(&table, handle => self.send_away(handle, &people).await);
            for place in self.front.places.of(table.key()).places {
                let guild = place.guild.or_else(|| guild_of(place.channel));
                if guild.is_some_and(|guild| bans.contains(&Banned::Guild(GuildId(guild)))) {
                    self.front.places.desert(place.channel).await;
                }
            }
        }
    }

    /// Has people leave a table where they sit or wait for a seat.
    async fn send_away<G: Served>(&self, handle: &Handle<G>, people: &[PersonId]) {
        let view = handle.view(Viewer::Public);
        for &person in people.iter().filter(|person| view.expects(**person)) {
            let leaves = Submission::typed(Input::Leave { person });
            match handle.submit(leaves).await {
                Ok(_) => self.front.places.drop_left(handle).await,
                Err(error) => {
                    tracing::warn!(table = %handle.id(), %error, "somebody who is shut out still sits there");
                }
            }
        }
    }

    /// Whether somebody, or the server from which they look, is shut out: they see no table of others either.
    pub fn shuts_out(&self, person: PersonId, guild: Option<u64>) -> bool {
        let bans = self.bans.lock();
        let guild = guild.map(|guild| Banned::Guild(GuildId(guild)));
        bans.contains(&Banned::Person(person)) || guild.is_some_and(|guild| bans.contains(&guild))
    }

    /// Refuses everything that is asked by somebody, or from a server, that is shut out.
    pub(super) fn shut_out(&self, asked: &Request) -> Done<()> {
        let Request { who, place, cx } = asked;
        match self.shuts_out(who.person, place.guild) {
            false => Ok(()),
            true if self.shuts_out(who.person, None) => refuse(say!(cx, "banned-person")),
            true => refuse(say!(cx, "banned-server")),
        }
    }
}

/// A name as it is compared with one that is typed.
fn folded(name: &str) -> String {
    let seen = name.chars().filter(|c| !markup::is_treacherous(*c));
    let seen: String = seen.collect();
    seen.trim().to_lowercase()
}

/// The computer player at a table whom the words begin with, by its name or seat.
fn computer_called<G: Served>(
    handle: &Handle<G>,
    words: &str,
    cx: &RenderContext,
) -> Option<String> {
    let view = handle.view(Viewer::Public);
    let called = folded(words.trim_start_matches('@'));
    let first = words.split_whitespace().next()?;
    let seat = G::parse_seat(first).ok();
    let seats = view.seats.iter();
    let computers = seats.filter(|place| matches!(place.occupant, Occupant::Computer(_)));
    let mut named = computers.map(|place| (place.seat, computer_name::<G>(place.seat, cx)));
    let is_it = |(at, name): &(Seat, String)| {
        let after = called.strip_prefix(&folded(name));
        let by_name = after.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
        by_name || seat == Some(*at)
    };
    named.find(is_it).map(|(_, name)| name)
}

/// Those at a table whom the words begin with, by a name or a seat, and where that ends; without a name, all.
fn called_at<G: Served>(
    handle: &Handle<G>,
    words: &str,
) -> (Vec<(PersonId, String)>, Option<usize>) {
    let view = handle.view(Viewer::Public);
    let seated = view.seats.iter().filter_map(|place| {
        let person = place.occupant.holder().or(place.occupant.away())?;
        Some((person, place.name.clone().unwrap_or_default()))
    });
    let newcomers = view.newcomers.iter();
    let newcomers = newcomers.map(|newcomer| (newcomer.person, newcomer.name.clone()));
    let people: Vec<(PersonId, String)> = seated.chain(newcomers).collect();
    let ends = words.match_indices(char::is_whitespace).map(|(at, _)| at);
    let mut ends: Vec<usize> = ends.chain([words.len()]).collect();
    ends.reverse();
    // The longest name that fits.
    for end in ends {
        let called = folded(words[..end].trim().trim_start_matches('@'));
        let same = |(_, name): &&(PersonId, String)| {
            let shown = markup::plain(&markup::name(name));
            !called.is_empty() && (folded(name) == called || folded(&shown) == called)
        };
        let found: Vec<(PersonId, String)> = people.iter().filter(same).cloned().collect();
        if !found.is_empty() {
            return (found, Some(end));
        }
    }
    let end = words.find(char::is_whitespace).unwrap_or(words.len());
    let seat = G::parse_seat(&words[..end]).ok();
    let place = seat.and_then(|seat| view.place(seat));
    let holder = place.and_then(|place| place.occupant.holder().or(place.occupant.away()));
    let found = people.iter().find(|(person, _)| Some(*person) == holder);
    match found {
        Some(found) => (vec![found.clone()], Some(end)),
        None => (people, None),
    }
}

/// The most people that somebody can block.
const MOST: usize = 100;
