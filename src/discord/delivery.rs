//! Delivery: every request to Discord that is rate-limited goes through here.
//!
//! Decides when a request is sent (one rate limit for the bot, a window for each channel and each
//! interaction, the more urgent first), what is retried, and what is reported as a [`Failure`].
//! Messages that show a state are in [`live_message`]: there the newest state wins. Public messages are
//! edited by the token of a press on them where there is one ([`edits`]). Knows no tables and no
//! sentences.

pub mod budget;
pub mod circuit;
pub mod edits;
pub mod emojis;
pub mod failure;
pub mod figures;
pub mod gate;
pub mod in_flight;
mod lanes;
pub mod letter;
pub mod live_message;
pub mod measured;
mod missed;
pub mod pace;
mod tokens;
pub mod wire;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use serde::Deserialize;
use serde_json::json;
use serenity::model::id::{ChannelId, InteractionId, MessageId, UserId};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep, sleep_until, timeout, timeout_at};

pub use budget::MOST_A_SECOND;
use budget::{Budget, Place};
use circuit::Circuit;
use failure::{Failure, Meaning};
use figures::{Counters, Figures, Route};
use gate::{Gate, Rank, Urgency};
use lanes::{Lane, Lanes};
use letter::{Body, Callback, Letter, Seen};
use measured::{Outcome, Unacknowledged};
use pace::Window;
use tokens::Tokens;
use wire::{Address, RateHeaders, Reply, Token, Wire};

/// Sends messages to Discord. Clones share everything.
#[derive(Clone)]
pub struct Delivery {
    inner: Arc<Inner>,
}

struct Inner {
    wire: Box<dyn Wire>,
    budget: Budget,
    lanes: Lanes,
    tokens: Tokens,
    counters: Counters,
    unacknowledged: Unacknowledged,
    circuit: Mutex<Circuit>,
    direct: Mutex<HashMap<UserId, ChannelId>>,
    /// Channels where text is taken and files are not, since when.
    no_files: Mutex<HashMap<ChannelId, Instant>>,
    nonce_prefix: u32,
    nonces: AtomicU64,
    /// Told when Discord does not know an emoji that a message shows.
    emoji_missed: Notify,
}

/// The most attempts for a request that fails for no lasting reason.
const ATTEMPTS: u32 = 6;
const ANSWER_WITHIN: Duration = Duration::from_secs(10);
/// How long a request with a picture is waited for before the rest goes without it; short enough for
/// another attempt at the first answer to an interaction.
const UPLOAD_WITHIN: Duration = Duration::from_millis(1_500);
/// How long no files are sent to a channel that refused one.
const NO_FILES_FOR: Duration = Duration::from_secs(3_600);
const FIRST_PAUSE: Duration = Duration::from_millis(300);
const LONGEST_PAUSE: Duration = Duration::from_secs(8);
/// Discord accepts the first answer to an interaction for three seconds.
const OPENING_WITHIN: Duration = Duration::from_millis(2_800);
/// How long sending a new message is attempted.
const POST_WITHIN: Duration = Duration::from_secs(120);
/// From this count on, channels that take no files are forgotten.
const MOST_WITHOUT_FILES: usize = 4_096;
const MOST_DIRECT: usize = 65_536;

/// An admitted request; dropping it tells the gates that it has ended.
struct Passage {
    lane: Option<Gate<Window>>,
    place: Option<Place>,
    sent_at: Instant,
    limits: RateHeaders,
}

impl Drop for Passage {
    fn drop(&mut self) {
        if let Some(lane) = &self.lane {
            let now = Instant::now();
            lane.with(|window| window.answered(self.sent_at, &self.limits, now));
        }
    }
}

/// The result of one attempt.
enum Attempt {
    Done(Reply),
    Refused(Failure),
    TooSoon(Instant),
    Failed(String),
    /// It failed with a picture, and may succeed without.
    WithPicture(Failure),
    /// A button or menu shows an emoji that is not there.
    NoSuchEmoji(Failure),
}

impl Attempt {
    const fn outcome(&self) -> Outcome {
        match self {
            Attempt::Done(_) => Outcome::Ok,
            Attempt::TooSoon(_) => Outcome::TooMany,
            Attempt::Refused(_) | Attempt::NoSuchEmoji(_) => Outcome::Refused,
            Attempt::Failed(_) | Attempt::WithPicture(_) => Outcome::Failed,
        }
    }
}

/// Whether a request may have been refused for its file alone.
fn may_be_the_file(failure: &Failure) -> bool {
    matches!(failure.meaning(), Meaning::Forbidden | Meaning::Other)
}

impl Inner {
    /// Files are refused in this channel, and text is not.
    fn note_no_files(&self, channel: ChannelId) {
        let mut known = self.no_files.lock();
        if known.len() >= MOST_WITHOUT_FILES {
            known.clear();
        }
        known.insert(channel, Instant::now());
    }
}

impl Delivery {
    /// Delivery over this wire.
    pub fn new(wire: impl Wire) -> Self {
        Self::within(Budget::default(), wire)
    }

    /// Delivery over this wire, within a budget in which others send too.
    pub fn within(budget: Budget, wire: impl Wire) -> Self {
        let inner = Inner {
            wire: Box::new(wire),
            budget,
            lanes: Lanes::default(),
            tokens: Tokens::default(),
            counters: Counters::default(),
            unacknowledged: Unacknowledged::default(),
            circuit: Mutex::default(),
            direct: Mutex::default(),
            no_files: Mutex::default(),
            nonce_prefix: rand::random(),
            nonces: AtomicU64::new(0),
            emoji_missed: Notify::new(),
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    /// Posts a message exactly once, despite retries. `answers` makes it a reply.
    ///
    /// # Errors
    /// [`Failure`] if it was not posted.
    pub async fn post(
        &self,
        channel: ChannelId,
        letter: &Letter,
        answers: Option<MessageId>,
        urgency: Urgency,
    ) -> Result<MessageId, Failure> {
        let nonce = self.nonce();
        let until = Instant::now() + POST_WITHIN;
        let body = || letter.packed(|letter| letter.post(&nonce, answers));
        let reply = self
            .carry(&Address::Post(channel), urgency, until, body)
            .await?;
        id_of(&reply).map(MessageId::new)
    }

    /// Sends a direct message.
    ///
    /// # Errors
    /// [`Failure`]; [`Meaning::DirectClosed`] if the person accepts none from the bot.
    pub async fn whisper(
        &self,
        person: UserId,
        letter: &Letter,
    ) -> Result<(ChannelId, MessageId), Failure> {
        let known = self.inner.direct.lock().get(&person).copied();
        let channel = match known {
            Some(channel) => channel,
            None => self.open_direct(person).await?,
        };
        let message = self.post(channel, letter, None, Urgency::Urgent).await?;
        Ok((channel, message))
    }

    async fn open_direct(&self, person: UserId) -> Result<ChannelId, Failure> {
        let until = Instant::now() + POST_WITHIN;
        let body = || Body::from(json!({ "recipient_id": person }));
        let reply = self
            .carry(&Address::Direct, Urgency::Urgent, until, body)
            .await?;
        let channel = ChannelId::new(id_of(&reply)?);
        let mut direct = self.inner.direct.lock();
        if direct.len() >= MOST_DIRECT {
            direct.clear();
        }
        direct.insert(person, channel);
        Ok(channel)
    }

    /// Deletes a message; one that is already gone is no failure.
    ///
    /// # Errors
    /// [`Failure`] if it still exists.
    pub async fn delete(
        &self,
        channel: ChannelId,
        message: MessageId,
        urgency: Urgency,
    ) -> Result<(), Failure> {
        let until = Instant::now() + POST_WITHIN;
        let address = Address::Delete(channel, message);
        match self.carry(&address, urgency, until, Body::default).await {
            Ok(_) => Ok(()),
            Err(failure) if failure.meaning() == Meaning::MessageGone => Ok(()),
            Err(failure) => Err(failure),
        }
    }

    /// Removes the controls of a message and keeps its content. One that is gone or too old is no
    /// failure.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn disarm(&self, channel: ChannelId, message: MessageId) -> Result<(), Failure> {
        let until = Instant::now() + POST_WITHIN;
        let spot = (channel, message);
        let body = || Body::from(json!({ "components": [] }));
        let edit = self.carry_edit(spot, Urgency::Cosmetic, until, body);
        match edit.await {
            Ok(_) => Ok(()),
            Err(failure) => match failure.meaning() {
                Meaning::MessageGone | Meaning::TooOld => Ok(()),
                _ => Err(failure),
            },
        }
    }

    /// Edits a message, before nothing but progress and tidying.
    ///
    /// # Errors
    /// [`Failure`]; [`Meaning::MessageGone`] if it was deleted meanwhile.
    pub async fn edit(
        &self,
        channel: ChannelId,
        message: MessageId,
        letter: &Letter,
    ) -> Result<(), Failure> {
        let until = Instant::now() + POST_WITHIN;
        let spot = (channel, message);
        let body = || letter.packed(Letter::edit);
        self.carry_edit(spot, Urgency::Automatic, until, body)
            .await
            .map(|_| ())
    }

    /// Sends the first answer to an interaction. "Already answered" is no failure: the answer to an
    /// earlier attempt was lost.
    ///
    /// # Errors
    /// [`Failure`], mostly because the three seconds are over.
    pub async fn open(
        &self,
        interaction: InteractionId,
        token: &Token,
        opening: &Callback,
    ) -> Result<(), Failure> {
        let until = Instant::now() + OPENING_WITHIN;
        let address = Address::Callback(interaction, token.clone());
        let opened = match self
            .carry(&address, Urgency::Urgent, until, || opening.body())
            .await
        {
            Ok(_) => Ok(()),
            Err(failure) if failure.meaning() == Meaning::Answered => Ok(()),
            Err(failure) => Err(failure),
        };
        let acknowledged = opened.is_ok();
        self.inner.unacknowledged.settle(interaction, acknowledged);
        opened
    }

    /// Notes that an interaction was heard of just now, to measure how soon it is acknowledged.
    pub fn hear(&self, interaction: InteractionId, kind: measured::Kind) {
        self.inner.unacknowledged.hear(interaction, kind);
    }

    /// Edits the first answer to an interaction.
    ///
    /// # Errors
    /// [`Failure`]; [`Meaning::InteractionGone`] if the token has expired.
    pub async fn amend(&self, token: &Token, letter: &Letter) -> Result<(), Failure> {
        let until = Instant::now() + POST_WITHIN;
        let address = Address::Original(token.clone());
        let body = || letter.packed(Letter::edit);
        self.carry(&address, Urgency::Urgent, until, body)
            .await
            .map(|_| ())
    }

    /// Sends a follow-up to an interaction.
    ///
    /// # Errors
    /// [`Failure`]; [`Meaning::InteractionGone`] if the token has expired.
    pub async fn follow_up(
        &self,
        token: &Token,
        letter: &Letter,
        seen: Seen,
    ) -> Result<MessageId, Failure> {
        let until = Instant::now() + POST_WITHIN;
        let address = Address::FollowUp(token.clone());
        let body = || letter.packed(|letter| letter.answer(seen));
        let reply = self.carry(&address, Urgency::Urgent, until, body).await?;
        id_of(&reply).map(MessageId::new)
    }

    /// Invalid requests in the last ten minutes, as the circuit breaker counts them.
    pub fn invalid_requests(&self) -> usize {
        self.inner.circuit.lock().invalid(Instant::now())
    }

    /// From now on this process sends at most so many requests a second, at least 1: its share of
    /// [`budget::MOST_A_SECOND`].
    pub fn set_most_a_second(&self, most: usize) {
        self.inner.budget.set_most(most);
    }

    /// What was sent, and what waits.
    pub fn figures(&self) -> Figures {
        self.inner.counters.figures(self.inner.budget.waiting())
    }

    /// Sets the figures that are no counts as they are now.
    pub fn sample(&self) {
        measured::sample(self.inner.budget.waiting(), self.invalid_requests());
    }

    /// Whether requests wait for the bot's rate limit.
    pub fn is_behind(&self) -> bool {
        self.inner.budget.is_busy()
    }

    fn nonce(&self) -> String {
        let number = self.inner.nonces.fetch_add(1, Ordering::Relaxed);
        format!("{:08x}-{number:x}", self.inner.nonce_prefix)
    }

    /// Sends a request with as many attempts as needed. `body` is called just before each, so that
    /// it is the newest. Its picture is sent with the first attempt only: if that fails, the rest
    /// goes without it.
    async fn carry(
        &self,
        to: &Address,
        rank: impl Into<Rank>,
        until: Instant,
        body: impl Fn() -> Body,
    ) -> Result<Reply, Failure> {
        let rank = rank.into();
        let mut attempts = 0;
        let mut pause = FIRST_PAUSE;
        let mut missed_emojis = 0;
        let mut plain = self.takes_no_files(to);
        let mut forbidden = false;
        loop {
            let body = || missed::shown(body(), missed_emojis);
            match self.attempt(to, rank, until, (&body, plain)).await? {
                Attempt::Done(reply) => {
                    // The text alone was taken there.
                    if let (true, Some(channel)) = (forbidden, to.channel()) {
                        self.inner.note_no_files(channel);
                    }
                    return Ok(reply);
                }
                Attempt::WithPicture(failure) => {
                    tracing::warn!(request = to.name(), %failure, "a picture was not taken");
                    plain = true;
                    forbidden = failure.meaning() == Meaning::Forbidden;
                }
                Attempt::Refused(failure) => return Err(failure),
                Attempt::NoSuchEmoji(failure) => {
                    missed_emojis += 1;
                    if missed_emojis > missed::MOST_MISSED {
                        return Err(failure);
                    }
                    if missed_emojis == missed::MOST_MISSED {
                        self.inner.emoji_missed.notify_one();
                    }
                }
                Attempt::TooSoon(wait) => {
                    // With a lane, only that lane is closed for that time.
                    if self.lane(to).is_none() {
                        timeout_at(until, sleep_until(wait))
                            .await
                            .map_err(|_| Failure::Late)?;
                    }
                }
                Attempt::Failed(last) => {
                    attempts += 1;
                    tracing::debug!(request = to.name(), attempts, last, "a request failed");
                    if attempts >= ATTEMPTS {
                        return Err(Failure::GivenUp { attempts, last });
                    }
                    sleep(pause.mul_f64(0.5 + rand::random::<f64>())).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    async fn attempt(
        &self,
        to: &Address,
        rank: Rank,
        until: Instant,
        (body, plain): (&impl Fn() -> Body, bool),
    ) -> Result<Attempt, Failure> {
        let lane = self.lane(to);
        let turn = async {
            let mut passage = Passage {
                lane: None,
                place: None,
                sent_at: Instant::now(),
                limits: RateHeaders::default(),
            };
            if let Some(lane) = &lane {
                lane.enter(rank).await;
                passage.lane = Some(lane.clone());
            }
            if to.counts() {
                passage.place = Some(self.inner.budget.pass(rank).await);
            }
            passage
        };
        let left = until.saturating_duration_since(Instant::now());
        let mut passage = timeout(left, turn).await.map_err(|_| Failure::Late)?;
        if !self
            .inner
            .circuit
            .lock()
            .allows(rank.urgency, Instant::now())
        {
            return Err(Failure::HeldBack);
        }
        let body = body();
        let (body, pictured) = match body.plain {
            Some(without) if plain => (*without, false),
            with => (
                Body {
                    plain: None,
                    ..body
                },
                with.is_some(),
            ),
        };
        let patience = if pictured {
            UPLOAD_WITHIN
        } else {
            ANSWER_WITHIN
        };
        let left = until.saturating_duration_since(Instant::now());
        let patience = patience.min(left);
        self.inner.counters.count(to);
        passage.sent_at = Instant::now();
        let outcome = timeout(patience, self.inner.wire.send(to, body)).await;
        let now = Instant::now();
        let limits = outcome.as_ref().ok().and_then(|sent| sent.as_ref().ok());
        passage.limits = limits.map(|reply| reply.limits).unwrap_or_default();
        let took = now - passage.sent_at;
        drop(passage);
        let is_late = outcome.is_err() && now >= until;
        let attempt = match outcome {
            Err(_) => Attempt::Failed("no answer in time".to_owned()),
            Ok(Err(lost)) => Attempt::Failed(lost.to_string()),
            Ok(Ok(reply)) => self.judge(to, lane.as_ref(), reply, now),
        };
        measured::sent(Route::of(to), attempt.outcome(), took);
        if is_late {
            return Err(Failure::Late);
        }
        Ok(match attempt {
            Attempt::Failed(last) if pictured => {
                Attempt::WithPicture(Failure::GivenUp { attempts: 1, last })
            }
            Attempt::Refused(failure) if pictured && may_be_the_file(&failure) => {
                Attempt::WithPicture(failure)
            }
            attempt => attempt,
        })
    }

    /// Whether files were refused there lately.
    fn takes_no_files(&self, to: &Address) -> bool {
        let since = to
            .channel()
            .and_then(|channel| self.inner.no_files.lock().get(&channel).copied());
        since.is_some_and(|since| since.elapsed() < NO_FILES_FOR)
    }

    fn judge(
        &self,
        to: &Address,
        lane: Option<&Gate<Window>>,
        reply: Reply,
        now: Instant,
    ) -> Attempt {
        match reply.status {
            200..300 => Attempt::Done(reply),
            429 if Failure::refused(&reply).meaning() != Meaning::TooOld => {
                let wait = reply.limits.retry_after.unwrap_or(Duration::from_secs(1));
                let until = now + wait + wait.mul_f64(0.1 * rand::random::<f64>());
                tracing::warn!(
                    request = to.name(),
                    ?wait,
                    global = reply.limits.global,
                    "too fast"
                );
                if !reply.limits.shared {
                    self.inner.circuit.lock().count(now);
                }
                self.inner.counters.count_refused(to);
                if reply.limits.global {
                    self.inner.budget.close_until(until);
                }
                match lane {
                    Some(lane) if !reply.limits.global || !to.counts() => {
                        lane.with(|window| window.close_until(until));
                    }
                    Some(_) | None => {}
                }
                Attempt::TooSoon(until)
            }
            400 if failure::names_no_emoji(&reply) => {
                Attempt::NoSuchEmoji(Failure::refused(&reply))
            }
            400..500 => {
                let failure = Failure::refused(&reply);
                if matches!(reply.status, 401 | 403 | 429) {
                    self.inner.circuit.lock().count(now);
                }
                if reply.status == 401 && to.counts() {
                    self.inner.circuit.lock().revoke();
                }
                Attempt::Refused(failure)
            }
            status => Attempt::Failed(format!("status {status}")),
        }
    }

    fn lane(&self, to: &Address) -> Option<Gate<Window>> {
        Lane::of(to).map(|lane| self.inner.lanes.gate(lane))
    }
}

#[derive(Deserialize)]
struct Created {
    id: MessageId,
}

/// The id of the created channel or message.
fn id_of(reply: &Reply) -> Result<u64, Failure> {
    let created: Created = serde_json::from_slice(&reply.body).map_err(|_| Failure::Unreadable)?;
    Ok(created.id.get())
}
