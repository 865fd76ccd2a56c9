//! What needs the yes of others at a table: how it is asked for and answered.
//!
//! Decides which petition an answer is to, and where somebody is told who asked for a seat.
//! Whose yes counts is decided at the table.

use std::collections::BTreeMap;

use parking_lot::Mutex;

use super::answer::{Done, refuse};
use super::places::Showing;
use super::{Announcement, Answer, AskedFrom, At, Desk, Served};
use crate::game::Viewer;
use crate::table::{Input, Motion, PersonId, PetitionView, Position, Refusal, TableKey, Wish};
use crate::text::page::Page;
use crate::text::table::{comes_in, refusal, wish_line};

/// How many are remembered before those are forgotten whose tables are gone.
const MANY: usize = 1_000;

/// Where somebody asked, and how a room would be shown there.
type Origin = (AskedFrom, Showing);

/// From where who asked for a seat at which table, until they are answered. A restart forgets it: who was let in
/// meanwhile joins again.
pub(super) type AskedPlaces = Mutex<BTreeMap<(TableKey, PersonId), Origin>>;

impl Desk {
    /// What is told to somebody whose wish now waits for others; `None` if there is no such wish.
    pub(super) fn waits<G: Served>(
        &self,
        at: &At<'_, G>,
        wanted: impl Fn(&Wish) -> bool,
    ) -> Option<Answer> {
        let view = at.handle.view(Viewer::Public);
        let own = |petition: &&PetitionView| petition.by == at.who.person && wanted(&petition.wish);
        let petition = view.petitions.iter().rfind(own)?;
        let line = wish_line(petition.by, &petition.wish, &at.cx.at(&view));
        Some(Answer::asked(line))
    }

    /// What is told to somebody who asked for a seat and has none yet.
    pub(super) fn waits_for_seat<G: Served>(&self, at: &At<'_, G>) -> Option<Answer> {
        let (key, person) = (at.handle.key(), at.who.person);
        let own = |wish: &Wish| matches!(wish, Wish::Sit { person: who, .. } if *who == person);
        let answer = self.waits(at, own)?;
        let from = (at.place.clone(), self.showing_here(at));
        let mut asked = self.asked_places.lock();
        if asked.len() >= MANY {
            asked.retain(|(table, _), _| self.host.get(*table).is_some());
        }
        asked.insert((key, person), from);
        Some(answer)
    }

    /// Says yes or no to what somebody asked for: to that of a button, or to the newest that waits for
    /// this person. Who asked takes it back by a no.
    pub(super) async fn answer_petition<G: Served>(
        &self,
        at: &At<'_, G>,
        to: Option<Position>,
        support: bool,
    ) -> Done {
        let (person, view) = (at.who.person, at.handle.view(Viewer::Public));
        let meant = |petition: &&PetitionView| match to {
            Some(to) => petition.at == to,
            None => petition.awaited.contains(&person) || (petition.by == person && !support),
        };
        let petitions = &view.petitions;
        let petition = petitions.iter().rfind(meant);
        let petition = petition.or(petitions.last().filter(|_| to.is_none()));
        let Some(petition) = petition else {
            let refused = match to {
                Some(_) => Refusal::Stale,
                None => Refusal::NotAsked,
            };
            return refuse(refusal(&refused, &at.cx.at(&view)));
        };
        let motion = Motion::Petition(petition.at);
        let vote = Input::Vote {
            person,
            motion,
            support,
        };
        let answer = self.submit(at, vote).await?;
        Ok(match &petition.wish {
            Wish::Sit { person, name, .. } => self.tell_asker(at, (*person, name), answer).await,
            Wish::Kick { person } => self.tell_of_kick(at, *person, answer).await,
            Wish::Limits(_) | Wish::Accord(_) => answer,
        })
    }

    /// Tells the channel that somebody was asked to sit out, if they were.
    async fn tell_of_kick<G: Served>(
        &self,
        at: &At<'_, G>,
        person: PersonId,
        mut answer: Answer,
    ) -> Answer {
        let view = at.handle.view(Viewer::Public);
        let mut places = view.seats.iter();
        let left = places.find(|place| place.occupant.away() == Some(person));
        if let Some(place) = left.filter(|_| view.barred.contains(&person)) {
            self.leave_places(at.handle).await;
            let cx = self.public_context(at.place).await;
            let who = cx.name(place.name.as_deref().unwrap_or_default());
            answer.said.push(Announcement {
                channel: at.place.channel,
                page: Page::line(say!(cx, "kick-told", who)),
            });
        }
        answer
    }

    /// Tells somebody who asked for a seat what became of it, where they asked; a room is shown there
    /// from now on if they were let in.
    async fn tell_asker<G: Served>(
        &self,
        at: &At<'_, G>,
        (person, name): (PersonId, &str),
        mut answer: Answer,
    ) -> Answer {
        let key = at.handle.key();
        let from = self.asked_places.lock().remove(&(key, person));
        let Some((place, showing)) = from else {
            return answer;
        };
        let cx = self.public_context(&place).await;
        let who = cx.name(name);
        let view = at.handle.view(Viewer::Public);
        let let_in = view.expects(person);
        let line = match view.admission(person) {
            Some(admission) => {
                say!(
                    cx,
                    "desk-let-in-later",
                    who,
                    when = comes_in(admission, &cx)
                )
            }
            None if let_in => say!(cx, "desk-let-in", who),
            None => say!(cx, "desk-not-let-in", who),
        };
        if let_in && self.places.is_room(key) {
            self.places.settle(key, person, showing).await;
            self.host.announce(key);
        }
        answer.said.push(Announcement {
            channel: place.channel,
            page: Page::line(line),
        });
        answer
    }
}
