//! Whom somebody wants to have nothing to do with in rooms: never at one table, and nothing heard of them.
//!
//! Decides who is on such a list and what follows from it. It is a setting of whoever made it, so it is
//! copied and forgotten with everything else of theirs. Nobody learns that they are on one.

use super::answer::{Done, Request, refuse};
use super::places::Showing;
use super::reporting::Meant;
use super::{Answer, At, Desk, Served};
use crate::club::cup::Parted;
use crate::command::{Anywhere, Name};
use crate::table::PersonId;
use crate::text::rooms::RoomTrouble;
use crate::text::statistics;
use crate::text::words::{is_no, quotable};

/// The most people that somebody can block.
const MOST: usize = 100;

impl Desk {
    /// Blocks somebody, or with `off` not any more; without words tells who is blocked.
    pub(super) async fn block(&self, asked: &Request<'_>, words: &str) -> Done {
        let Request { who, place, cx } = asked;
        let (off, rest): (Vec<&str>, Vec<&str>) = words.split_whitespace().partition(|w| is_no(w));
        if rest.is_empty() && off.is_empty() {
            let blocked = self.settings.person(who.person).await.blocked();
            let list = blocked.iter();
            let list: Vec<String> = list
                .map(|person| statistics::person(*person, "", cx))
                .collect();
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
        let mut blocked = self.settings.person(who.person).await.blocked();
        blocked.retain(|other| *other != person);
        if on {
            if blocked.len() >= MOST {
                return refuse(say!(cx, "block-full", most = MOST));
            }
            blocked.push(person);
        }
        if !self.settings.keep_blocked(who.person, &blocked).await {
            return asked.not_saved();
        }
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
        if !self.places.is_room(at.handle.key()) {
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
            let blocked = self.settings.person(*person).await.blocked().into_iter();
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
        self.settings
            .person(person)
            .await
            .blocked()
            .contains(&other)
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
}
