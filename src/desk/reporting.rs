//! Reports to the operator of how somebody behaves.
//!
//! Decides whom the words of a report mean, how many somebody may make, and what is kept of it. What becomes of it
//! the operator decides, at the command line.

use super::answer::{Done, Request, refuse};
use super::{Answer, AskedFrom, Desk, Served, Who, at_any_table};
use crate::command::{Anywhere, Name};
use crate::game::{Seat, Viewer};
use crate::host::Handle;
use crate::store::{GuildId, Report, Scope};
use crate::table::{Occupant, PersonId, TableKey, UnixMillis};
use crate::text::context::RenderContext;
use crate::text::markup;
use crate::text::statistics::{self, mentioned};
use crate::text::strangers::{self, ReportTrouble};
use crate::text::table::computer_name;

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

impl Desk {
    /// Keeps a report for the operator.
    pub(super) async fn report(&self, asked: &Request<'_>, words: &str) -> Done {
        let Request { who, place, cx } = asked;
        let refused = |trouble: ReportTrouble| refuse(trouble.page(cx));
        let table = self.table_at(who.person, place);
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
        let kept = self.settings.store().all_stored::<Report>(scope).await;
        let before = asked.read(kept)?.into_iter().map(|row| row.value.at);
        let before: Vec<UnixMillis> = before.collect();
        let now = self.host.now();
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
        if !self.settings.keep_report(&report).await {
            return asked.not_saved();
        }
        tracing::info!(
            id = report.id(),
            "somebody was reported: tractor-bot reports"
        );
        let blocked = self.settings.person(who.person).await.blocked();
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
        let table = self.table_at(who.person, place);
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
