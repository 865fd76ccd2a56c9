//! The pings of a board: a short message that mentions those for whom the table waits.
//!
//! Decides who is mentioned and when: at most once a turn, nobody who is at it, and nobody who does
//! not want it. The message is deleted when the turn ends, but not at once: who is called finds it. A match that begins mentions its players
//! at once, whoever was replaced by a computer is told so, and those who asked for it when a seat is free.

use std::sync::Arc;
use std::time::Duration;

use ::serenity::all as serenity;
use serenity::{ChannelId, MessageId, UserId};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

use super::posted::{RingPost, note_at, recall_at};
use crate::desk::settings::Mentions;
use crate::desk::{AskedFrom, Who};
use crate::discord::Bot;
use crate::discord::outbox::answers::report;
use crate::discord::outbox::letter::Letter;
use crate::discord::outbox::queue::Urgency;
use crate::discord::replies::calling;
use crate::discord::watched::{MentionKind, Watched};
use crate::host::spawn;
use crate::table::{PersonId, Position, TableKey};
use crate::text::context::RenderContext;
use crate::text::page::Page;
use crate::text::table::game_name;

/// Whoever acts within this time of the turn's beginning is not mentioned.
const FIRST: Duration = Duration::from_secs(20);
/// The same for whoever wants fewer mentions.
const SLOW: Duration = Duration::from_secs(300);

/// For so long a mention can be read, even if the turn ends at once.
const LEAST_SHOWN: Duration = Duration::from_secs(10);

/// A message that pings, posted or being posted, and since when it is there.
type Posted = JoinHandle<Option<(MessageId, Instant)>>;

/// The pings of a table in one channel.
pub(super) struct Pings {
    bot: Bot,
    channel: ChannelId,
    key: TableKey,
    /// When the turn began, as far as this process knows.
    began: Instant,
    /// Those who are due and were not mentioned in this turn.
    waiting: Vec<PersonId>,
    /// When to look at them again, as somebody may have to be mentioned.
    pub(super) next: Option<Instant>,
    /// Those who were mentioned in this turn.
    called: Vec<PersonId>,
    /// Another process rang in this turn: for whom is not known any more.
    resumed: bool,
    /// The message of this turn.
    message: Option<Posted>,
    /// The messages to people who were replaced.
    replaced: Vec<(PersonId, Posted)>,
    /// Who has asked for a seat: nobody is called twice for one person.
    askers: Vec<PersonId>,
}

impl Pings {
    /// The pings of a table in a channel, with the message that rang there for this turn.
    pub(super) fn new(
        bot: Bot,
        channel: ChannelId,
        key: TableKey,
        rung: Option<MessageId>,
    ) -> Self {
        Self {
            bot,
            channel,
            key,
            began: Instant::now(),
            waiting: Vec::new(),
            next: None,
            called: Vec::new(),
            resumed: rung.is_some(),
            message: rung
                .map(|message| tokio::spawn(std::future::ready(Some((message, Instant::now()))))),
            replaced: Vec::new(),
            askers: Vec::new(),
        }
    }

    /// A turn begins, with these people due.
    pub(super) fn begin_turn(&mut self, people: Vec<PersonId>) {
        self.stop();
        self.began = Instant::now();
        let here = |person: &PersonId| self.is_told_here(*person);
        self.waiting = people.into_iter().filter(here).collect();
        self.next = (!self.waiting.is_empty()).then(|| self.began + FIRST);
    }

    /// Whether a person is mentioned in this channel.
    fn is_told_here(&self, person: PersonId) -> bool {
        let shown = self.bot.desk.places().of(self.key);
        shown.tells(person, self.channel.get())
    }

    async fn wish(&self, person: PersonId) -> Mentions {
        self.bot.desk.settings().person(person).await.mentions()
    }

    /// Those of them who are mentioned in this channel, as far as they want it.
    async fn who_wants(&self, people: impl IntoIterator<Item = PersonId>) -> Vec<PersonId> {
        let mut wanting = Vec::new();
        for person in people {
            if self.is_told_here(person) && self.wish(person).await != Mentions::Off {
                wanting.push(person);
            }
        }
        wanting
    }

    /// Mentions those of the people still `awaited` for whom it is time, and waits for the others.
    pub(super) async fn check(
        &mut self,
        turn: Option<Position>,
        awaited: &[PersonId],
        cx: &RenderContext,
    ) {
        let now = Instant::now();
        let (mut due, mut later) = (Vec::new(), Vec::new());
        self.next = None;
        for person in std::mem::take(&mut self.waiting) {
            if !awaited.contains(&person) {
                continue;
            }
            let least = match self.wish(person).await {
                Mentions::On => FIRST,
                Mentions::Slow => SLOW,
                Mentions::Off => continue,
            };
            // Unless they act until then.
            let at = self.began + least;
            let at = at.max(self.bot.attention.until(person).unwrap_or(at));
            if at <= now {
                due.push(person);
            } else {
                later.push(person);
                self.next = Some(self.next.map_or(at, |next| next.min(at)));
            }
        }
        self.waiting = later;
        self.ring(turn, due, |who| say!(cx, "discord-your-turn", who = who));
    }

    /// Mentions whoever has to know of what happened in this turn.
    pub(super) async fn tell(&mut self, what: MentionKind, turn: Position, cx: &RenderContext) {
        match what {
            MentionKind::Returned(person) => {
                // What told them that they were replaced goes.
                for (_, posted) in self.replaced.extract_if(.., |(who, _)| *who == person) {
                    let (bot, channel) = (self.bot.clone(), self.channel);
                    spawn(async move {
                        delete(&bot, channel, posted).await;
                    });
                }
            }
            // Unless they were mentioned in this turn.
            MentionKind::Warned(person, n) if !self.resumed && !self.called.contains(&person) => {
                let called = self.who_wants([person]).await;
                self.waiting.retain(|other| !called.contains(other));
                let line = |who: String| say!(cx, "discord-time-nearly-up", who, n);
                self.ring(Some(turn), called, line);
            }
            // Until they are back.
            MentionKind::Replaced(person) => {
                let called = self.who_wants([person]).await;
                if !called.is_empty() {
                    let line = say!(cx, "discord-replaced", who = mentions(&called));
                    self.replaced.push((person, self.post(line, &called, None)));
                }
            }
            // Once for each who asks.
            MentionKind::SeatAsked { by, name, of } if !self.askers.contains(&by) => {
                let called = self.who_wants(of).await;
                if !called.is_empty() {
                    self.askers.push(by);
                    let (who, name) = (mentions(&called), cx.name(&name));
                    self.post(say!(cx, "discord-seat-asked", who, name), &called, None);
                }
            }
            // Who plays now is told with the board of the match.
            MentionKind::Started | MentionKind::Warned(..) | MentionKind::SeatAsked { .. } => {}
        }
    }

    /// Mentions the players of a match that begins; of a `short` one only those who are not at it.
    pub(super) async fn begin_match(
        &mut self,
        turn: Position,
        players: Vec<PersonId>,
        short: bool,
        cx: &RenderContext,
    ) {
        // Whoever plays alone has just begun it.
        let several = players.len() > 1;
        let (attention, now) = (Arc::clone(&self.bot.attention), Some(Instant::now()));
        let is_called = |person: &PersonId| several && !(short && attention.until(*person) > now);
        let called = self.who_wants(players.into_iter().filter(is_called)).await;
        self.waiting.retain(|person| !called.contains(person));
        self.ring(Some(turn), called, |who| {
            say!(cx, "discord-match-begins", who = who)
        });
    }

    /// Drops what is pending.
    pub(super) fn forget(&mut self) {
        self.next = None;
        self.waiting.clear();
    }

    /// Mentions these people in a line; the message belongs to this turn and replaces an earlier one.
    fn ring(
        &mut self,
        turn: Option<Position>,
        people: Vec<PersonId>,
        line: impl FnOnce(String) -> String,
    ) {
        if people.is_empty() {
            return;
        }
        self.take_away();
        self.message = Some(self.post(line(mentions(&people)), &people, turn));
        self.called.extend(people);
    }

    /// Posts a line that mentions these people; it is noted where it belongs to a turn.
    fn post(&self, line: String, people: &[PersonId], turn: Option<Position>) -> Posted {
        let mut letter = Letter::text(line);
        letter.pings = people.iter().copied().map(user).collect();
        let (bot, key, channel) = (self.bot.clone(), self.key, self.channel);
        tokio::spawn(async move {
            let post = bot.outbox.post(channel, &letter, None, Urgency::Urgent);
            let post = post.await;
            let id = post.as_ref().ok().copied();
            report(post, "a mention");
            let ring = turn
                .zip(id)
                .map(|(turn, message)| RingPost { turn, message });
            if turn.is_some() {
                note_at(&bot, (key, channel), ring.as_ref()).await;
            }
            id.map(|id| (id, Instant::now()))
        })
    }

    /// Ends the turn: drops what is pending and deletes the message.
    pub(super) fn stop(&mut self) {
        self.forget();
        self.called.clear();
        self.resumed = false;
        self.take_away();
    }

    fn take_away(&mut self) {
        let Some(posted) = self.message.take() else {
            return;
        };
        let (bot, channel, key) = (self.bot.clone(), self.channel, self.key);
        spawn(async move {
            if let Some(message) = delete(&bot, channel, posted).await {
                let noted = recall_at::<RingPost>(&bot, (key, channel)).await;
                // The next message may be there already.
                if noted.is_some_and(|noted| noted.message == message) {
                    note_at::<RingPost>(&bot, (key, channel), None).await;
                }
            }
        });
    }
}

/// Tells those who wait in this channel, if there is a seat for them: by a direct message, or where they asked for
/// that or take none, by a mention in the channel.
pub(super) async fn tell_of_seat(bot: Bot, table: Watched, channel: ChannelId, place: AskedFrom) {
    for (person, here) in table.whom_to_tell(&bot.desk, channel.get()).await {
        let who = Who::new(person, "");
        let cx = bot.desk.front.context(&who, &place).await;
        let there = format!("<#{channel}>");
        let game = game_name(table.0.kind().name(), &cx);
        let line = say!(cx, "tell-now", channel = there, game = game);
        if !here {
            let letter = Letter::text(line.clone());
            match bot.outbox.whisper(user(person), &letter).await {
                Ok(_) => continue,
                Err(failure) => {
                    tracing::debug!(%failure, "a direct message was not delivered: it is told in the channel");
                }
            }
        }
        let mut page = Page::line(line);
        page.ping = vec![person];
        let letter = calling(&page);
        let post = bot.outbox.post(channel, &letter, None, Urgency::Urgent);
        report(post.await, "that a seat is free");
    }
}

/// Deletes a message once it is posted and could be read; which one it was.
async fn delete(bot: &Bot, channel: ChannelId, posted: Posted) -> Option<MessageId> {
    let (message, since) = posted.await.ok().flatten()?;
    sleep_until(since + LEAST_SHOWN).await;
    let deleted = bot.outbox.tidy(channel, message);
    report(deleted.await, "taking a mention away");
    Some(message)
}

fn mentions(people: &[PersonId]) -> String {
    let mentions = people.iter().map(|person| format!("<@{}>", person.0));
    mentions.collect::<Vec<_>>().join(" ")
}

/// The account of a person; ids are never 0.
pub(super) fn user(person: PersonId) -> UserId {
    UserId::new(person.0.max(1))
}
