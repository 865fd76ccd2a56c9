//! The pings of a board: a short message that mentions those for whom the table waits.
//!
//! Decides who is mentioned and when: at most once a turn, nobody who is at it, and nobody who does
//! not want it. The message is deleted when the turn ends, but not at once: who is called finds it. A match that begins mentions its players
//! at once, whoever was replaced by a computer is told so, and those who asked for it when a seat is free.

use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{ChannelId, MessageId, UserId};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

use super::posted::Post;
use crate::desk::settings::Mentions;
use crate::desk::{AskedFrom, Who};
use crate::discord::Bot;
use crate::discord::outbox::answers::report;
use crate::discord::outbox::letter::Letter;
use crate::discord::outbox::queue::Urgency;
use crate::discord::watched::Watched;
use crate::host::spawn;
use crate::table::{PersonId, Position, TableKey};
use crate::text::context::RenderContext;
use crate::text::table::game_name;

/// Whoever acts within this time of the turn's beginning is not mentioned.
const FIRST: Duration = Duration::from_secs(20);
/// The same for whoever wants fewer mentions.
const SLOW: Duration = Duration::from_secs(300);

/// For so long a mention can be read, even if the turn ends at once.
const LEAST_SHOWN: Duration = Duration::from_secs(10);

/// What a mention says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MentionReason {
    /// The table waits for them.
    Turn,
    /// The clock acts for them in so many seconds.
    LastWarning(u32),
    /// A match begins.
    Match,
}

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
    /// When to look at them again.
    next: Option<Instant>,
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

    /// When somebody may have to be mentioned.
    pub(super) const fn due(&self) -> Option<Instant> {
        self.next
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

    /// When a person who is due is mentioned, unless they act; `None` if never.
    async fn due_at(&self, person: PersonId) -> Option<Instant> {
        let least = match self.wish(person).await {
            Mentions::On => FIRST,
            Mentions::Slow => SLOW,
            Mentions::Off => return None,
        };
        let at_it = self.bot.attention.until(person);
        let at = self.began + least;
        Some(at_it.map_or(at, |until| until.max(at)))
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
            match self.due_at(person).await {
                Some(at) if at <= now => due.push(person),
                Some(at) => {
                    later.push(person);
                    self.next = Some(self.next.map_or(at, |next| next.min(at)));
                }
                None => {}
            }
        }
        self.waiting = later;
        self.ring(turn, due, MentionReason::Turn, cx);
    }

    /// Mentions somebody whose time is nearly up, unless they were mentioned in this turn.
    pub(super) async fn warn(
        &mut self,
        turn: Position,
        person: PersonId,
        seconds: u32,
        cx: &RenderContext,
    ) {
        let known = self.resumed || self.called.contains(&person);
        if known || !self.is_told_here(person) || self.wish(person).await == Mentions::Off {
            return;
        }
        self.waiting.retain(|other| *other != person);
        self.ring(
            Some(turn),
            vec![person],
            MentionReason::LastWarning(seconds),
            cx,
        );
    }

    /// Mentions the players of a match that begins; of a `short` one only those who are not at it.
    pub(super) async fn begin_match(
        &mut self,
        turn: Position,
        players: Vec<PersonId>,
        short: bool,
        cx: &RenderContext,
    ) {
        let mut called = Vec::new();
        // Whoever plays alone has just begun it.
        for person in players.iter().copied().filter(|_| players.len() > 1) {
            let at_it = short && self.bot.attention.is_at_it(person);
            if !at_it && self.is_told_here(person) && self.wish(person).await != Mentions::Off {
                called.push(person);
            }
        }
        self.waiting.retain(|person| !called.contains(person));
        self.ring(Some(turn), called, MentionReason::Match, cx);
    }

    /// Tells somebody that a computer plays for them, until they are back.
    pub(super) async fn replaced(&mut self, person: PersonId, cx: &RenderContext) {
        if !self.is_told_here(person) || self.wish(person).await == Mentions::Off {
            return;
        }
        let (who, join) = (mentions(&[person]), cx.command("join"));
        let line = say!(cx, "discord-replaced", who = who, join = join);
        let (bot, channel, letter) = (self.bot.clone(), self.channel, letter(line, &[person]));
        let posted = tokio::spawn(async move { post(&bot, channel, &letter).await });
        self.replaced.push((person, posted));
    }

    /// Tells those whose yes it needs that somebody asks for a seat, once for each who does.
    pub(super) async fn seat_asked(
        &mut self,
        (by, name): (PersonId, &str),
        of: &[PersonId],
        cx: &RenderContext,
    ) {
        let mut called = Vec::new();
        for person in of.iter().copied().filter(|_| !self.askers.contains(&by)) {
            if self.is_told_here(person) && self.wish(person).await != Mentions::Off {
                called.push(person);
            }
        }
        if called.is_empty() {
            return;
        }
        self.askers.push(by);
        let (who, name) = (mentions(&called), cx.name(name));
        let letter = letter(say!(cx, "discord-seat-asked", who, name), &called);
        let (bot, channel) = (self.bot.clone(), self.channel);
        spawn(async move {
            post(&bot, channel, &letter).await;
        });
    }

    /// Takes away what told somebody that they were replaced.
    pub(super) fn returned(&mut self, person: PersonId) {
        let all = std::mem::take(&mut self.replaced);
        let (theirs, others): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|(who, _)| *who == person);
        self.replaced = others;
        for (_, posted) in theirs {
            let (bot, channel) = (self.bot.clone(), self.channel);
            spawn(async move {
                delete(&bot, channel, posted).await;
            });
        }
    }

    /// Drops what is pending.
    pub(super) fn forget(&mut self) {
        self.next = None;
        self.waiting.clear();
    }

    /// Mentions these people; the message belongs to this turn and replaces an earlier one.
    fn ring(
        &mut self,
        turn: Option<Position>,
        people: Vec<PersonId>,
        reason: MentionReason,
        cx: &RenderContext,
    ) {
        if people.is_empty() {
            return;
        }
        self.take_away();
        let who = mentions(&people);
        let line = match reason {
            MentionReason::Turn => say!(cx, "discord-your-turn", who = who),
            MentionReason::LastWarning(seconds) => {
                say!(cx, "discord-time-nearly-up", who = who, n = seconds)
            }
            MentionReason::Match => say!(cx, "discord-match-begins", who = who),
        };
        let letter = letter(line, &people);
        self.called.extend(people);
        let (bot, channel, key) = (self.bot.clone(), self.channel, self.key);
        self.message = Some(tokio::spawn(async move {
            let posted = post(&bot, channel, &letter).await;
            let id = posted.map(|(id, _)| id);
            Post::Ring.note(&bot, key, channel, turn.zip(id)).await;
            posted
        }));
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
                let noted = Post::Ring.recall(&bot, key, channel).await;
                // The next message may be there already.
                if noted.is_some_and(|(_, noted)| noted == message) {
                    Post::Ring.note(&bot, key, channel, None).await;
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
        let cx = bot.desk.context(&who, &place).await;
        let there = format!("<#{channel}>");
        let game = game_name(table.0.kind().name(), &cx);
        let line = say!(cx, "tell-now", channel = there, game = game);
        let user = user(person);
        let letter = Letter::text(line.clone());
        let closed = match here {
            true => true,
            false => match bot.outbox.whisper(user, &letter).await {
                Ok(_) => false,
                Err(failure) => {
                    tracing::debug!(%failure, "a direct message was not delivered: it is told in the channel");
                    true
                }
            },
        };
        if closed {
            let mut letter = Letter::text(format!("<@{user}> {line}"));
            letter.pings = vec![user];
            let post = bot.outbox.post(channel, &letter, None, Urgency::Urgent);
            report(post.await, "that a seat is free");
        }
    }
}

async fn post(bot: &Bot, channel: ChannelId, letter: &Letter) -> Option<(MessageId, Instant)> {
    let post = bot.outbox.post(channel, letter, None, Urgency::Urgent);
    let post = post.await;
    let id = post.as_ref().ok().copied();
    report(post, "a mention");
    id.map(|id| (id, Instant::now()))
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

fn letter(line: String, people: &[PersonId]) -> Letter {
    let mut letter = Letter::text(line);
    letter.pings = people.iter().copied().map(user).collect();
    letter
}

/// The account of a person; ids are never 0.
pub(super) fn user(person: PersonId) -> UserId {
    UserId::new(person.0.max(1))
}
