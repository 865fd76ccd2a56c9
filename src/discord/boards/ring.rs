//! The bell of a board: a short message that pings those whose turn it is, once a turn, and is
//! deleted when the turn ends.

use poise::serenity_prelude as serenity;
use serenity::{ChannelId, MessageId, UserId};
use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::posted::Post;
use crate::desk::Served;
use crate::discord::delivery::gate::Urgency;
use crate::discord::delivery::letter::Letter;
use crate::discord::{Bot, replies};
use crate::game::Viewer;
use crate::host::{Handle, Heard};
use crate::table::{News, PersonId, Ping, Position, TableKey};
use crate::text::context::RenderContext;

/// A pending ring.
struct Ring {
    at: Instant,
    people: Vec<PersonId>,
    /// Seconds left, for the last warning.
    left: Option<u32>,
}

/// The bell of a table in one channel.
pub(super) struct Bell {
    bot: Bot,
    channel: ChannelId,
    key: TableKey,
    next: Option<Ring>,
    /// The latest bell message.
    rung: Option<JoinHandle<Option<MessageId>>>,
}

impl Bell {
    /// The bell of a table in a channel, with the message that rang there for this turn.
    pub(super) fn new(
        bot: Bot,
        channel: ChannelId,
        key: TableKey,
        rung: Option<MessageId>,
    ) -> Self {
        let rung = rung.map(|message| tokio::spawn(std::future::ready(Some(message))));
        Self {
            bot,
            channel,
            key,
            next: None,
            rung,
        }
    }

    /// When the pending ring is due.
    pub(super) fn due(&self) -> Option<Instant> {
        self.next.as_ref().map(|ring| ring.at)
    }

    /// Schedules a ring for those of these people who are told in this channel.
    pub(super) fn ring_later(&mut self, at: Instant, people: Vec<PersonId>) {
        self.set(at, people, None);
    }

    fn set(&mut self, at: Instant, mut people: Vec<PersonId>, left: Option<u32>) {
        let shown = self.bot.desk.places().of(self.key);
        people.retain(|person| shown.tells(*person, self.channel.get()));
        self.next = (!people.is_empty()).then_some(Ring { at, people, left });
    }

    /// Schedules a ring for a last warning.
    pub(super) fn hear_warnings<G: Served>(&mut self, heard: &Heard<G>, handle: &Handle<G>) {
        let Heard::Update(update) = heard else {
            return;
        };
        if handle.limits().ping == Ping::Off {
            return;
        }
        for news in update.notices(Viewer::Public) {
            if let News::Warned { seat, seconds } = news
                && let view = handle.view(Viewer::Public)
                && let Some(person) = view.place(seat).and_then(|place| place.occupant.person())
            {
                self.stop();
                self.set(Instant::now(), vec![person], Some(seconds));
            }
        }
    }

    /// Drops the pending ring.
    pub(super) fn forget(&mut self) {
        self.next = None;
    }

    /// Rings; the message belongs to this turn.
    pub(super) fn ring(&mut self, turn: Option<Position>, cx: &RenderContext) {
        let Some(ring) = self.next.take() else {
            return;
        };
        let mentions = ring.people.iter().map(|person| format!("<@{}>", person.0));
        let who = mentions.collect::<Vec<_>>().join(" ");
        let line = match ring.left {
            None => say!(cx, "discord-your-turn", who = who),
            Some(seconds) => say!(cx, "discord-time-nearly-up", who = who, n = seconds),
        };
        let mut letter = Letter::text(line);
        letter.pings = ring.people.iter().copied().map(user).collect();
        let (bot, channel, key) = (self.bot.clone(), self.channel, self.key);
        self.rung = Some(tokio::spawn(async move {
            let post = bot.delivery.post(channel, &letter, None, Urgency::Urgent);
            let post = post.await;
            let id = post.as_ref().ok().copied();
            replies::report(post, "a ring");
            Post::Ring.note(&bot, key, channel, turn.zip(id)).await;
            id
        }));
    }

    /// Ends the turn: drops the pending ring and deletes the bell message.
    pub(super) fn stop(&mut self) {
        self.next = None;
        let Some(rung) = self.rung.take() else {
            return;
        };
        let (bot, channel, key) = (self.bot.clone(), self.channel, self.key);
        tokio::spawn(async move {
            if let Ok(Some(message)) = rung.await {
                let deleted = bot.delivery.delete(channel, message, Urgency::Cosmetic);
                replies::report(deleted.await, "taking a ring away");
                let noted = Post::Ring.recall(&bot, key, channel).await;
                // The next bell message may be there already.
                if noted.is_some_and(|(_, noted)| noted == message) {
                    Post::Ring.note(&bot, key, channel, None).await;
                }
            }
        });
    }
}

/// The account of a person; ids are never 0.
pub(super) fn user(person: PersonId) -> UserId {
    UserId::new(person.0.max(1))
}
