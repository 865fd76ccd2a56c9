//! What cannot be undone: leaving a match, breaking it off, ending a table, conceding a round.
//!
//! Decides whether a request is carried out or answered with a question: what would be lost is asked
//! about first, unless the request itself confirms it (`yes`, or the button of the question). What
//! is refused anyway is refused without a question.

use super::answer::Done;
use super::places::is_beside;
use super::seats::seat_called;
use super::{Announcement, Answer, At, Desk, Served};
use crate::command::{Name, Verb};
use crate::table::{Closer, Input, Motion, PersonId, Refusal, StageView, Wish};
use crate::text::context::RenderContext;
use crate::text::page::{Page, PageKind};
use crate::text::press::{Line, Press};
use crate::text::statistics::mentioned;
use crate::text::table::{asked, is_alone, is_voted, person as person_name, question, sheet_page};
use crate::text::words::{is_no, is_yes};

/// The question, which can also be answered in the channel by typing this.
pub(super) fn asks(question: Page, command: &str, cx: &RenderContext) -> Answer {
    let mut aloud = Page {
        controls: Vec::new(),
        ..question.clone()
    };
    aloud.push(say!(cx, "ask-typed", command));
    Answer::shown(question)
        .for_them_alone()
        .or_aloud(Some(aloud))
}

impl Desk {
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
        self.leave_places(at.handle).await;
        let view = at.handle.view(crate::game::Viewer::Public);
        let mut places = view.seats.iter();
        let plays_on = !alone && places.any(|place| place.occupant.away() == Some(person));
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
        let seat = seat_called::<G>(whom)
            .ok()
            .and_then(|seat| view.place(seat));
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
        let named: Vec<PersonId> = named
            .chain(newcomers.map(|newcomer| newcomer.person))
            .collect();
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
        let public = self.public_context(at.place).await;
        let who = person_name(person, &public.at(&view));
        at.submit(Input::Kick { by, person }).await?;
        let same = |wish: &Wish| *wish == Wish::Kick { person };
        if let Some(asked) = self.waits(at, same) {
            return Ok(asked);
        }
        self.leave_places(at.handle).await;
        let page = Page::line(say!(public, "kick-told", who));
        let channel = at.place.channel;
        Ok(Answer {
            said: vec![Announcement { channel, page }],
            ..Answer::done(say!(at.cx, "desk-kicked"))
        })
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
        self.submit(at, vote).await
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
        let sent_away = at.who.moderator && view.host != person && self.places.is_room(key);
        if !sure && may && !idle && !sent_away {
            return Ok(self.ask(at, "end yes"));
        }
        if sent_away && self.places.leave_channel(key, at.place.channel).await {
            self.host.announce(key);
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

    /// The question whether to concede, if the words of the command do not confirm it and nobody's
    /// offer is answered; `None` where there is nothing to ask about.
    pub(super) fn concedes<G: Served>(&self, at: &At<'_, G>, words: &str) -> Option<Answer> {
        // The button of the question names the round.
        if is_yes(words) || words.parse::<u32>().is_ok() {
            return None;
        }
        let page = sheet_page(PageKind::Surrender, &at.cx.at(&at.view()));
        if words == "?" {
            return Some(Answer::shown(page).for_them_alone());
        }
        let plays_on = |press: &Press| press.line.name() == Some(Name::Move(Verb::PlayOn));
        let answers = page.presses().any(plays_on);
        asked(&page).filter(|_| !answers)?;
        Some(asks(page, "surrender yes", &at.cx))
    }
}
