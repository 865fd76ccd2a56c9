//! Whom somebody wants to have nothing to do with in rooms: never at one table, and nothing heard of them.
//!
//! Decides who is on such a list and what follows from it. It is a setting of whoever made it, so it is
//! copied and forgotten with everything else of theirs. Nobody learns that they are on one.

use super::places::Showing;
use super::{Answer, At, Desk, Served, Who};
use crate::command::{Anywhere, Name};
use crate::table::PersonId;
use crate::text::context::RenderContext;
use crate::text::page::Page;
use crate::text::rooms::RoomTrouble;
use crate::text::statistics::{self, mentioned};
use crate::text::trouble::Trouble;
use crate::text::words::is_no;

/// The most people that somebody can block.
const MOST: usize = 100;

impl Desk {
    /// Blocks somebody, or with `off` not any more; without words tells who is blocked.
    pub(super) async fn block(&self, who: &Who, words: &str, cx: &RenderContext) -> Answer {
        let (off, rest): (Vec<&str>, Vec<&str>) = words.split_whitespace().partition(|w| is_no(w));
        let mut blocked = self.settings.person(who.person).await.blocked;
        let shown = |person: PersonId| statistics::person(person, "", cx);
        let person = match &rest[..] {
            [] if off.is_empty() => {
                let list: Vec<String> = blocked.iter().map(|person| shown(*person)).collect();
                let said = match list.is_empty() {
                    true => say!(cx, "block-none"),
                    false => say!(cx, "block-list", list = cx.list(list)),
                };
                return Answer::shown(Page::line(said)).for_them_alone();
            }
            [word] => mentioned(word).filter(|person| *person != who.person),
            _ => None,
        };
        let Some(person) = person else {
            let example = cx.command(Name::Anywhere(Anywhere::Block).example());
            return Answer::refused(say!(cx, "block-unclear", example));
        };
        blocked.retain(|other| *other != person);
        if off.is_empty() {
            if blocked.len() >= MOST {
                return Answer::refused(say!(cx, "block-full", most = MOST));
            }
            blocked.push(person);
        }
        if !self.settings.keep_blocked(who.person, &blocked).await {
            return Answer::refused(Trouble::NotSaved.page(cx));
        }
        let command = cx.command(&format!("block off <@{}>", person.0));
        let who = shown(person);
        let said = match off.is_empty() {
            true => say!(cx, "block-done", who, command),
            false => say!(cx, "block-off", who),
        };
        Answer::shown(Page::line(said)).for_them_alone()
    }

    /// Why somebody cannot sit down in a room: they have blocked somebody there, or the other way round.
    pub(super) async fn parted<G: Served>(&self, at: &At<'_, G>) -> Option<Answer> {
        let person = at.who.person;
        if !self.places.is_room(at.handle.key()) {
            return None;
        }
        let view = at.view();
        let newcomers = view.newcomers.iter().map(|newcomer| newcomer.person);
        let seats = view.seats.iter();
        let seated = seats.filter_map(|seat| seat.occupant.holder());
        for other in seated.chain(newcomers).filter(|other| *other != person) {
            if self.has_blocked(person, other).await || self.has_blocked(other, person).await {
                return Some(Answer::refused(RoomTrouble::Parted.page(&at.cx)));
            }
        }
        None
    }

    async fn has_blocked(&self, person: PersonId, other: PersonId) -> bool {
        self.settings.person(person).await.blocked.contains(&other)
    }

    /// Those of these places where somebody sits who wants to hear this person.
    pub(super) async fn who_hear(&self, person: PersonId, places: Vec<Showing>) -> Vec<Showing> {
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
