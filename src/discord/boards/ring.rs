//! Whom a board rings: those whose turn it is, once a turn, by a short message that goes away with
//! the turn.

use poise::serenity_prelude as serenity;
use serenity::UserId;
use tokio::time::Instant;

use super::Board;
use super::posted::Post;
use crate::discord::delivery::gate::Urgency;
use crate::discord::delivery::letter::Letter;
use crate::discord::replies;
use crate::discord::rhythm::Rhythm;
use crate::game::{Seat, Viewer};
use crate::host::Heard;
use crate::table::{News, PersonId, Ping};

/// Somebody to ring.
pub(super) struct Ring {
    pub(super) at: Instant,
    pub(super) people: Vec<PersonId>,
    /// Seconds left, for a last warning.
    pub(super) left: Option<u32>,
}

impl<G: Rhythm> Board<G> {
    /// The people of these who are told here.
    pub(super) fn told_here(&self, people: impl IntoIterator<Item = PersonId>) -> Vec<PersonId> {
        let shown = self.bot.desk.places().of(self.handle.key());
        let channel = self.channel.get();
        let people = people.into_iter();
        people
            .filter(|person| shown.tells(*person, channel))
            .collect()
    }

    /// A last warning rings again.
    pub(super) fn hear_warnings(&mut self, heard: &Heard<G>) {
        let Heard::Update(update) = heard else {
            return;
        };
        if self.handle.limits().ping == Ping::Off {
            return;
        }
        for news in update.notices(Viewer::Public) {
            if let News::Warned { seat, seconds } = news
                && let Some(person) = self.person(seat)
            {
                let (at, people) = (Instant::now(), self.told_here([person]));
                self.unring();
                self.ring = (!people.is_empty()).then_some(Ring {
                    at,
                    people,
                    left: Some(seconds),
                });
            }
        }
    }

    fn person(&self, seat: Seat) -> Option<PersonId> {
        self.handle
            .view(Viewer::Public)
            .place(seat)?
            .occupant
            .person()
    }

    /// Rings those whose turn it is, if it still is.
    pub(super) async fn ring(&mut self) {
        let Some(ring) = self.ring.take() else {
            return;
        };
        let passed = self.turn != Some(self.handle.turn_started());
        if passed || self.message.is_barred() {
            return;
        }
        let place = self.place().await;
        let cx = self.bot.desk.public_context(&place).await;
        let mentions = ring.people.iter().map(|person| format!("<@{}>", person.0));
        let who = mentions.collect::<Vec<_>>().join(" ");
        let line = match ring.left {
            None => say!(cx, "discord-your-turn", who = who),
            Some(seconds) => say!(cx, "discord-time-nearly-up", who = who, n = seconds),
        };
        let mut letter = Letter::text(line);
        letter.pings = ring.people.iter().copied().map(user).collect();
        let (bot, channel, key) = (self.bot.clone(), self.channel, self.handle.key());
        let turn = self.turn;
        self.rung = Some(tokio::spawn(async move {
            let post = bot.delivery.post(channel, &letter, None, Urgency::Urgent);
            let post = post.await;
            let id = post.as_ref().ok().copied();
            replies::report(post, "a ring");
            Post::Ring.note(&bot, key, channel, turn.zip(id)).await;
            id
        }));
    }

    /// The turn is over: nobody is rung any more, and the message that did is taken away.
    pub(super) fn unring(&mut self) {
        self.ring = None;
        let Some(rung) = self.rung.take() else {
            return;
        };
        let (bot, channel, key) = (self.bot.clone(), self.channel, self.handle.key());
        tokio::spawn(async move {
            if let Ok(Some(message)) = rung.await {
                let deleted = bot.delivery.delete(channel, message, Urgency::Cosmetic);
                replies::report(deleted.await, "taking a ring away");
                let noted = Post::Ring.recall(&bot, key, channel).await;
                // The next one may ring already.
                if noted.is_some_and(|(_, noted)| noted == message) {
                    Post::Ring.note(&bot, key, channel, None).await;
                }
            }
        });
    }
}

/// The account of a person; no number of ours is 0.
pub(super) fn user(person: PersonId) -> UserId {
    UserId::new(person.0.max(1))
}
