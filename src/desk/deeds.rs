//! What cannot be undone: leaving a match, breaking it off, ending a table.
//!
//! Decides whether a request is carried out or answered with a question: what would be lost is asked
//! about first, unless the request itself confirms it (`yes`, or the button of the question). What
//! is refused anyway is refused without a question.
//!
//! What needs the yes of others at a table: how it is asked for and answered.
//!
//! Decides which petition an answer is to, and where somebody is told who asked for a seat.
//! Whose yes counts is decided at the table.

use std::collections::BTreeMap;

use parking_lot::Mutex;

use super::answer::{Done, refuse};
use super::places::{Showing, is_beside};
use super::seats::seat_called;
use super::{Announcement, Answer, AskedFrom, At, Served, Tables};
use crate::game::Viewer;
use crate::table::{
    Closer, Input, Motion, PersonId, PetitionView, Position, Refusal, StageView, TableKey, Wish,
};
use crate::text::context::RenderContext;
use crate::text::page::Page;
use crate::text::press::Line;
use crate::text::statistics::mentioned;
use crate::text::table::{
    comes_in, is_alone, is_voted, person as person_name, question, refusal, wish_line,
};
use crate::text::words::{is_no, is_yes};

/// The question, which can also be answered in the channel by typing this.
pub(super) fn asks(question: Page, command: &str, cx: &RenderContext) -> Answer {
    let mut aloud = Page {
        controls: Vec::new(),
        ..question.clone()
    };
    aloud.push(say!(cx, "ask-typed", command));
    let answer = Answer::shown(question).for_them_alone();
    answer.or_aloud(Some(aloud))
}

impl Tables {
    /// Asks whether to do what this line does.
    fn ask<G: Served>(&self, at: &At<'_, G>, line: impl Into<Line>) -> Answer {
        let line = line.into();
        let question = question(&line, &at.cx.at(&at.view()));
        asks(question, line.as_str(), &at.cx)
    }

    /// Leaves the seat; asks first in a match.
    pub(super) async fn leave<G: Served>(&self, at: &At<'_, G>, sure: bool) -> Done {
        if !sure && at.handle.is_playing() && at.is_seated() {
            return Ok(self.ask(at, "leave yes"));
        }
        let person = at.who.person;
        // Without anybody else the match ends.
        let alone = is_alone(&at.view());
        at.submit(Input::Leave { person }).await?;
        self.front.places.drop_left(at.handle).await;
        let view = at.handle.view(Viewer::Public);
        let plays_on = !alone && view.left_by(person).is_some();
        Ok(Answer::done(match plays_on {
            true => say!(at.cx, "desk-left-match"),
            false => say!(at.cx, "desk-left"),
        }))
    }

    /// Takes the person of these words off their seat, or the computer player: by a mention, a name or a
    /// seat. `yes` behind it confirms it.
    pub(super) async fn kick_by_words<G: Served>(&self, at: &At<'_, G>, words: &str) -> Done {
        let confirmed = words.rsplit_once(char::is_whitespace);
        let confirmed = confirmed.filter(|(_, last)| is_yes(last));
        let (whom, sure) = confirmed.map_or((words, false), |(whom, _)| (whom.trim(), true));
        let view = at.view();
        let seat = seat_called::<G>(whom).ok();
        let seat = seat.and_then(|seat| view.place(seat));
        if let Some(place) = seat.filter(|place| place.occupant.computer().is_some())
            && place.occupant.holder().is_none()
        {
            return self.remove_computers(at, Some(place.seat), 1).await;
        }
        let called = whom.strip_prefix('@').unwrap_or(whom).to_lowercase();
        let named = view.seats.iter().filter(|place| {
            let name = place.name.as_ref().map(|name| name.to_lowercase());
            name.as_ref() == Some(&called)
        });
        let named = named.filter_map(|place| place.occupant.holder());
        let newcomers = view.newcomers.iter();
        let newcomers = newcomers.filter(|newcomer| newcomer.name.to_lowercase() == called);
        let newcomers = newcomers.map(|newcomer| newcomer.person);
        let named: Vec<PersonId> = named.chain(newcomers).collect();
        let person = match (mentioned(whom), &named[..], seat) {
            (Some(person), ..) => Some(person),
            (None, [person], _) => Some(*person),
            (None, _, Some(place)) => place.occupant.holder(),
            (None, ..) => None,
        };
        match person {
            Some(person) => self.kick(at, person, sure).await,
            None => at.refuse(&match view.host == at.who.person {
                true => Refusal::NotThere,
                false => Refusal::NotHost { host: view.host },
            }),
        }
    }

    /// Takes a person off their seat; asks first.
    async fn kick<G: Served>(&self, at: &At<'_, G>, person: PersonId, sure: bool) -> Done {
        let (by, view) = (at.who.person, at.view());
        let seat = view.seat_of(person);
        if !sure && view.host == by && by != person && seat.is_some() {
            return Ok(self.ask(at, format!("kick <@{}> yes", person.0)));
        }
        let public = self.front.public_context(at.place).await;
        let who = person_name(person, &public.at(&view));
        at.submit(Input::Kick { by, person }).await?;
        let same = |wish: &Wish| *wish == Wish::Kick { person };
        if let Some(asked) = self.waits(at, same) {
            return Ok(asked);
        }
        self.front.places.drop_left(at.handle).await;
        let told = Announcement::new(at.place.channel, say!(public, "kick-told", who));
        Ok(Answer::done(say!(at.cx, "desk-kicked")).saying(vec![told]))
    }

    /// Votes for returning to the lobby, or withdraws the vote; the first vote asks first.
    pub(super) async fn vote_reset<G: Served>(&self, at: &At<'_, G>, words: &str) -> Done {
        let (person, support) = (at.who.person, !is_no(words));
        let first = at.handle.is_playing() && at.is_seated() && !is_voted(&at.view());
        if support && first && !is_yes(words) {
            return Ok(self.ask(at, "reset yes"));
        }
        let motion = Motion::Reset;
        let vote = Input::Vote {
            person,
            motion,
            support,
        };
        at.hand_in(vote).await
    }

    /// Ends the table; asks first, except for a game beside the channel's table that is not being
    /// played.
    pub(super) async fn end<G: Served>(&self, at: &At<'_, G>, sure: bool) -> Done {
        let person = at.who.person;
        let view = at.view();
        let key = at.handle.key();
        let may = view.host == person || at.who.moderator || view.limits.open_end_min.is_some();
        let idle = is_beside(key) && !matches!(view.stage, StageView::Playing(_));
        // A room belongs to no server: its moderators only remove it from their channel.
        let sent_away = at.who.moderator && view.host != person && self.front.places.is_room(key);
        if !sure && may && !idle && !sent_away {
            return Ok(self.ask(at, "end yes"));
        }
        if sent_away && self.front.places.leave_channel(key, at.place.channel).await {
            let word = say!(at.cx, "room-sent-away", n = key.0.to_string());
            return Ok(Answer::done(word));
        }
        let by = match view.host == person {
            true => Closer::Host(person),
            false if at.who.moderator => Closer::Moderator(person),
            false if view.limits.open_end_min.is_some() => Closer::Anybody { person, quiet_s: 0 },
            false => Closer::Host(person),
        };
        at.submit(Input::Close { by }).await?;
        Ok(Answer::done(say!(at.cx, "desk-ended")))
    }

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
        let from = (at.place.clone(), at.showing_here());
        let mut asked = self.asked_places.lock();
        if asked.len() >= MANY {
            asked.retain(|(table, _), _| self.front.host.get(*table).is_some());
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
        let answer = at.hand_in(vote).await?;
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
        let left = view.left_by(person);
        if let Some(place) = left.filter(|_| view.barred.contains(&person)) {
            self.front.places.drop_left(at.handle).await;
            let cx = self.front.public_context(at.place).await;
            let who = cx.name(place.name.as_deref().unwrap_or_default());
            let told = Announcement::new(at.place.channel, say!(cx, "kick-told", who));
            answer.said.push(told);
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
        let cx = self.front.public_context(&place).await;
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
        if let_in && self.front.places.is_room(key) {
            self.front.places.settle(key, person, showing).await;
        }
        answer.said.push(Announcement::new(place.channel, line));
        answer
    }
}

/// How many are remembered before those are forgotten whose tables are gone.
const MANY: usize = 1_000;

/// Where somebody asked, and how a room would be shown there.
type Origin = (AskedFrom, Showing);

/// From where who asked for a seat at which table, until they are answered. A restart forgets it: who was let in
/// meanwhile joins again.
pub(super) type AskedPlaces = Mutex<BTreeMap<(TableKey, PersonId), Origin>>;
