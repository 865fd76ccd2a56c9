//! What needs the yes of others at a table: how it is asked for and answered.
//!
//! Decides which petition an answer is to, and where somebody is told who asked to come into a room.
//! Whose yes counts is decided at the table.

use super::{Announcement, Answer, At, Desk, Served};
use crate::game::Viewer;
use crate::table::{Input, Motion, PersonId, PetitionView, Position, Refusal, Wish};
use crate::text::page::Page;
use crate::text::table::{refusal, wish_line};

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
        let line = wish_line(petition.by, &petition.wish, &view, &at.cx);
        Some(Answer::done(Page::line(line)))
    }

    /// What is told to somebody who asked for a seat and has none yet.
    pub(super) fn waits_for_seat<G: Served>(&self, at: &At<'_, G>) -> Option<Answer> {
        let (key, person) = (at.handle.key(), at.who.person);
        let own = |wish: &Wish| matches!(wish, Wish::Sit { person: who, .. } if *who == person);
        let answer = self.waits(at, own)?;
        if self.places.is_room(key) {
            let from = (at.place.clone(), self.showing_here(at));
            let open = |room| self.host.get(room).is_some();
            self.asked_places.note((key, person), from, open);
        }
        Some(answer)
    }

    /// Says yes or no to what somebody asked for: to that of a button, or to the newest that waits for
    /// this person. Who asked takes it back by a no.
    pub(super) async fn answer_petition<G: Served>(
        &self,
        at: &At<'_, G>,
        to: Option<Position>,
        support: bool,
    ) -> Answer {
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
            return Answer::refused(refusal(&refused, &view, &at.cx));
        };
        let motion = Motion::Petition(petition.at);
        let vote = Input::Vote {
            person,
            motion,
            support,
        };
        let answer = self.submit(at, vote).await;
        match (&petition.wish, answer.is_refusal()) {
            (Wish::Sit { person, .. }, false) => self.tell_asker(at, *person, answer).await,
            (Wish::Kick { .. }, false) => {
                self.leave_places(at.handle).await;
                answer
            }
            _ => answer,
        }
    }

    /// Shows a room where somebody sits who was let in, or tells them there that they were not.
    async fn tell_asker<G: Served>(
        &self,
        at: &At<'_, G>,
        person: PersonId,
        mut answer: Answer,
    ) -> Answer {
        let key = at.handle.key();
        let asked = self.asked_places.take((key, person));
        let Some((place, showing)) = asked else {
            return answer;
        };
        let view = at.handle.view(Viewer::Public);
        if view.seat_of(person).is_some() {
            self.places.settle(key, person, showing).await;
            self.host.announce(key);
        } else if self.places.of(key).at(place.channel).is_none() {
            let cx = self.public_context(&place).await;
            answer.said.push(Announcement {
                channel: place.channel,
                page: Page::line(say!(cx, "desk-not-let-in")),
            });
        }
        answer
    }
}
