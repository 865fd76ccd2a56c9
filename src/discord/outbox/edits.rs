//! Edits of public messages: by the token of a press on the message where there is one, otherwise as a
//! request that counts against the bot's rate limit. A message that goes on below an older one is posted
//! by the token of a press on that one, which then edits it.
//!
//! Decides which way an edit or such a post goes. What waits to be counted goes by a token as soon as a
//! press brings one. A token that Discord no longer takes is dropped, and the same state goes another way;
//! only the counted way is believed that a message is gone.

use std::collections::BTreeSet;
use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use serenity::model::id::{ChannelId, MessageId};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until, timeout};

use super::answers::Failure;
use super::letter::{Draft, Form, Letter, Newest};
use super::queue::{QueueRank, Urgency};
use super::sending::{Attempt, LeftOut};
pub use super::tokens::Expected;
use super::tokens::Pressed;
use super::wire::{Address, Lane, Reply, Token, TokenMessage};
use super::{Outbox, POST_WITHIN, id_of};

/// How long the window of a token is waited for before the edit counts.
const WINDOW_WITHIN: Duration = Duration::from_secs(6);

/// How long the answers to presses are waited for before a message is posted by another token, or counts.
const PRESSED_WITHIN: Duration = Duration::from_secs(1);
/// How long posting by a token may take.
const POSTED_WITHIN: Duration = Duration::from_secs(10);

/// When to look again at a token for whose window others wait already.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// Where a message is that is edited.
#[derive(Debug, Clone)]
pub enum Spot {
    Channel(ChannelId, MessageId),
    /// The first answer to an interaction, until its token expires.
    Answer(Token, Instant),
    /// A follow-up, until then.
    Further(Token, MessageId, Instant),
}

enum EditRoute {
    Counted,
    By(Pressed),
    /// Every token has sent what it may for now.
    Later(Instant, Arc<Notify>),
}

impl Outbox {
    /// Keeps the token of a press on a message, if the press was answered with an update of that message,
    /// now or later: until then the message is edited with it.
    pub fn keep_token(&self, message: MessageId, token: Token, until: Instant) {
        let tie = TokenMessage::Original;
        self.inner
            .tokens
            .keep(message, Pressed { token, until, tie });
    }

    /// A press on a public message is being answered until this is dropped; its token may be kept then.
    pub fn expect_token(&self, message: MessageId) -> Expected<'_> {
        self.inner.tokens.expect(message)
    }

    /// Whether the message can be edited outside the bot's rate limit.
    pub fn has_token(&self, message: MessageId) -> bool {
        self.inner.tokens.of(message).is_some()
    }

    /// Replaces the content of a message, unless something `comes` before that is on its way; whether it did.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn edit_unless(
        &self,
        spot: &Spot,
        letter: &Letter,
        rank: QueueRank,
        comes: impl Future<Output = ()>,
    ) -> Result<bool, Failure> {
        let leaves = AtomicBool::new(false);
        let newest = || {
            leaves.store(true, Ordering::Relaxed);
            Draft::of(letter.clone(), Form::Edit)
        };
        let latest = Instant::now() + POST_WITHIN;
        let sent = async {
            match spot {
                Spot::Answer(token, until) => {
                    let address = Address::original(token);
                    self.carry(&address, rank, latest.min(*until), &newest)
                        .await
                }
                Spot::Further(token, message, until) => {
                    let address = Address::further(token, *message);
                    self.carry(&address, rank, latest.min(*until), &newest)
                        .await
                }
                Spot::Channel(channel, message) => {
                    let spot = (*channel, *message);
                    self.carry_edit(spot, rank, latest, &newest).await
                }
            }
        };
        let comes = async {
            comes.await;
            if leaves.load(Ordering::Relaxed) {
                pending::<()>().await;
            }
        };
        tokio::select! {
            biased;
            sent = sent => sent.map(|_| true),
            () = comes => Ok(false),
        }
    }

    /// Replaces the content of a message, like [`Self::carry`].
    pub(super) async fn carry_edit(
        &self,
        (channel, message): (ChannelId, MessageId),
        rank: impl Into<QueueRank>,
        until: Instant,
        body: Newest<'_>,
    ) -> Result<Reply, Failure> {
        let rank = rank.into();
        let leaves = AtomicBool::new(false);
        let leaving = || {
            leaves.store(true, Ordering::Relaxed);
            body()
        };
        loop {
            match self.way((channel, message), rank.urgency) {
                EditRoute::Counted if self.is_guest(channel) => return Err(Failure::NoToken),
                EditRoute::Counted => {
                    let address = Address::edit(channel, message);
                    leaves.store(false, Ordering::Relaxed);
                    tokio::select! {
                        biased;
                        outcome = self.carry(&address, rank, until, &leaving) => return outcome,
                        () = self.inner.tokens.comes(message, &leaves) => {}
                    }
                }
                EditRoute::Later(at, came) => {
                    tokio::select! {
                        () = sleep_until(at.min(until)) => {}
                        () = came.notified() => {}
                    }
                    if Instant::now() >= until {
                        return Err(Failure::Late);
                    }
                }
                EditRoute::By(pressed) => {
                    let Pressed {
                        token,
                        until: ends,
                        tie,
                    } = pressed;
                    let address = Address::pressed(channel, &token, tie);
                    let sent = self.carry(&address, rank, ends.min(until), body);
                    match sent.await {
                        Err(failure) if ends_token(&failure) && Instant::now() < until => {
                            tracing::debug!(%failure, %message, "a press serves no longer");
                            self.inner.tokens.drop_token(message, &token);
                        }
                        outcome => return outcome,
                    }
                }
            }
        }
    }

    /// Posts a message that goes on below an older one: by the newest token of that one, with the first
    /// body; otherwise, or if Discord does not take it, as a request that counts, with the second. There is
    /// one attempt by a token: Discord does not recognize a second one of the same follow-up. If its answer
    /// is lost, the message is looked for first.
    pub(super) async fn carry_below(
        &self,
        (channel, old): (ChannelId, MessageId),
        rank: QueueRank,
        until: Instant,
        (answer, post): (Newest<'_>, Newest<'_>),
    ) -> Result<Reply, Failure> {
        let tokens = &self.inner.tokens;
        let counted = Address::post(channel);
        let leaves = AtomicBool::new(false);
        let leaving = || {
            leaves.store(true, Ordering::Relaxed);
            post()
        };
        loop {
            timeout(PRESSED_WITHIN, tokens.settled(old)).await.ok();
            let Some(pressed) = tokens.newest(old) else {
                tokio::select! {
                    biased;
                    outcome = self.carry(&counted, rank, until, &leaving) => return outcome,
                    () = tokens.comes(old, &leaves) => continue,
                }
            };
            let address = Address::further_post(channel, &pressed.token);
            let within = Instant::now() + POSTED_WITHIN;
            let controls = Mutex::new(BTreeSet::new());
            let answer = || {
                let draft = answer();
                if let Draft::Letter(letter, _) = &draft {
                    *controls.lock() = letter.codes().map(str::to_owned).collect();
                }
                draft
            };
            let all = (&answer as Newest<'_>, LeftOut::default());
            let sent = self.attempt(&address, rank, within, all).await;
            let reply = match sent {
                Ok(Attempt::Done(reply)) => Some(reply),
                Ok(Attempt::Refused(_) | Attempt::TooSoon(_)) => None,
                Ok(Attempt::Failed(_) | Attempt::WithPicture(_)) | Err(_) => {
                    let controls = controls.into_inner();
                    self.posted_unheard((channel, old), rank, &controls).await
                }
            };
            let Some(reply) = reply else {
                return self.carry(&counted, rank, until, post).await;
            };
            let message = MessageId::new(id_of(&reply)?);
            let tie = TokenMessage::Further(message);
            tokens.keep(message, Pressed { tie, ..pressed });
            return Ok(reply);
        }
    }

    /// The newest message of the bot below another one with a control whose code is wanted.
    pub async fn find_below(
        &self,
        channel: ChannelId,
        above: MessageId,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Option<MessageId> {
        let rank = Urgency::Automatic.into();
        let listed = self
            .listed(channel, rank, Instant::now() + POSTED_WITHIN)
            .await?;
        let below = listed.iter().filter(|message| {
            let mut codes = controls_in(message).into_iter();
            codes.any(|code| is_wanted(&code))
        });
        let ids = below.filter_map(|message| message["id"].as_str()?.parse().ok());
        ids.filter(|id| *id > above.get()).max().map(MessageId::new)
    }

    /// The newest messages of a channel; `None` if they cannot be read.
    async fn listed(
        &self,
        channel: ChannelId,
        rank: QueueRank,
        until: Instant,
    ) -> Option<Vec<serde_json::Value>> {
        let newest = Address::newest(channel);
        let listed = self.carry(&newest, rank, until, &Draft::default).await;
        let listed = listed.inspect_err(
            |failure| tracing::warn!(%failure, %channel, "what was posted was not looked for"),
        );
        serde_json::from_slice(&listed.ok()?.body).ok()
    }

    /// Looks for a message below another one that has these controls, which no other message has: it was
    /// posted, and the answer that says so was lost.
    async fn posted_unheard(
        &self,
        (channel, above): (ChannelId, MessageId),
        rank: QueueRank,
        controls: &BTreeSet<String>,
    ) -> Option<Reply> {
        if controls.is_empty() {
            return None;
        }
        let listed = self
            .listed(channel, rank, Instant::now() + POSTED_WITHIN)
            .await?;
        let is_it = |message: &&serde_json::Value| {
            let id = message["id"].as_str().and_then(|id| id.parse().ok());
            let below = id.is_some_and(|id: u64| id > above.get());
            below && controls_in(message) == *controls
        };
        let body = serde_json::to_vec(listed.iter().find(is_it)?).ok()?;
        Some(Reply {
            status: 200,
            body,
            ..Reply::default()
        })
    }

    /// The token with the most left in its window, the newest of equals. If none has anything left, the
    /// edit counts if there is room for it, and otherwise waits for one of them.
    fn way(&self, (channel, message): (ChannelId, MessageId), urgency: Urgency) -> EditRoute {
        let Some((tokens, came)) = self.inner.tokens.of(message) else {
            return EditRoute::Counted;
        };
        let now = Instant::now();
        let mut best: Option<(u32, Pressed)> = None;
        let mut soonest = now + WINDOW_WITHIN;
        let mut waits = false;
        for pressed in tokens {
            let gate = self
                .inner
                .windows
                .of(Lane::of_answers(pressed.token.clone()));
            let room = match gate.is_busy() {
                true => Err(now + LOOK_AGAIN),
                false => gate.with(|window| window.room(urgency, now)),
            };
            match room {
                Ok(room) if best.as_ref().is_some_and(|(most, _)| *most >= room) => {}
                Ok(room) => best = Some((room, pressed)),
                Err(at) => {
                    waits |= at <= soonest;
                    soonest = soonest.min(at);
                }
            }
        }
        match best {
            Some((_, pressed)) => EditRoute::By(pressed),
            None if self.is_guest(channel) => EditRoute::Later(soonest, came),
            None if !waits || self.has_room((channel, message), urgency, now) => EditRoute::Counted,
            None => EditRoute::Later(soonest, came),
        }
    }

    /// Whether a counted edit in a channel would be in nobody's way.
    fn has_room(&self, spot: (ChannelId, MessageId), urgency: Urgency, now: Instant) -> bool {
        let lane = Address::edit(spot.0, spot.1).lane;
        let is_free = lane.is_some_and(|lane| {
            let queue = self.inner.windows.of(lane);
            !queue.is_busy() && queue.with(|window| window.room(urgency, now)).is_ok()
        });
        self.inner.budget.is_calm() && is_free
    }
}

/// Whether the failure is the token's, and not the content's.
pub(super) fn ends_token(failure: &Failure) -> bool {
    match failure {
        Failure::Refused { status, .. } => matches!(status, 401 | 403 | 404),
        Failure::Late => true,
        Failure::GivenUp { .. } | Failure::HeldBack => false,
        Failure::NoToken | Failure::Unreadable => false,
    }
}

/// The codes of the controls of a message.
fn controls_in(message: &serde_json::Value) -> BTreeSet<String> {
    let rows = message["components"].as_array().into_iter().flatten();
    let controls = rows.filter_map(|row| row["components"].as_array());
    let codes = controls
        .flatten()
        .filter_map(|control| control["custom_id"].as_str());
    codes.map(str::to_owned).collect()
}
