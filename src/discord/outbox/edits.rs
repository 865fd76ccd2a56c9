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
use reqwest::Method;
use serde_json::{Value, json};
use serenity::model::id::{ChannelId, MessageId};
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until, timeout};

use super::answers::{Failure, Meaning};
use super::letter::{Draft, Form, Letter, Newest, Rows};
use super::queue::{QueueRank, Urgency};
use super::sending::{Attempt, LeftOut};
use super::wire::{Address, Lane, Reply, TokenMessage};
use super::{Outbox, POST_WITHIN, id_of, read, unless_it_means};

/// How long the window of a token is waited for before the edit counts.
const WINDOW_WITHIN: Duration = Duration::from_secs(6);

/// How long the answers to presses are waited for before a message is posted by another token, or counts.
const PRESSED_WITHIN: Duration = Duration::from_secs(1);
/// How long posting by a token may take.
const POSTED_WITHIN: Duration = Duration::from_secs(10);

/// When to look again at a token for whose window others wait already.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// The kind of a row of controls.
const ROW: u8 = 1;

/// Where a message is that is edited.
#[derive(Debug, Clone)]
pub enum Spot {
    Channel(ChannelId, MessageId),
    By(TokenMessage),
}

enum EditRoute {
    Counted,
    By(TokenMessage),
    /// Every token has sent what it may for now.
    Later(Instant, Arc<Notify>),
}

/// What becomes of something, unless something else `comes` before it `leaves`.
pub(super) async fn unless<T>(
    comes: impl Future<Output = ()>,
    leaves: &AtomicBool,
    carried: impl Future<Output = T>,
) -> Option<T> {
    let comes = async {
        comes.await;
        if leaves.load(Ordering::Relaxed) {
            pending::<()>().await;
        }
    };
    tokio::select! {
        biased;
        carried = carried => Some(carried),
        () = comes => None,
    }
}

impl Outbox {
    /// Replaces the content of a message.
    ///
    /// # Errors
    /// [`Failure`]; [`Meaning::MessageGone`](super::answers::Meaning) if it was deleted meanwhile.
    pub async fn edit(
        &self,
        spot: &Spot,
        letter: &Letter,
        rank: impl Into<QueueRank>,
    ) -> Result<(), Failure> {
        let edited = self.edit_unless(pending(), spot, letter, rank.into());
        edited.await.map(drop)
    }

    /// The same, unless something `comes` before that is on its way; whether it was edited.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn edit_unless(
        &self,
        comes: impl Future<Output = ()>,
        spot: &Spot,
        letter: &Letter,
        rank: QueueRank,
    ) -> Result<bool, Failure> {
        let leaves = AtomicBool::new(false);
        let newest = || {
            leaves.store(true, Ordering::Relaxed);
            Draft::of(letter.clone(), Form::Edit)
        };
        let latest = Instant::now() + POST_WITHIN;
        let sent = async {
            match spot {
                Spot::By(message) => {
                    let address = Address::about(("answer", Method::PATCH), message);
                    let until = latest.min(message.until);
                    self.carry(&address, rank, until, &newest).await
                }
                Spot::Channel(channel, message) => {
                    let spot = (*channel, *message);
                    self.carry_edit(spot, rank, latest, &newest).await
                }
            }
        };
        let sent = unless(comes, &leaves, sent).await;
        sent.map_or(Ok(false), |sent| sent.map(|_| true))
    }

    /// Sends a request that counts, unless a token of the message comes before it is on its way.
    async fn carry_counted(
        &self,
        to: &Address,
        message: MessageId,
        (rank, until): (QueueRank, Instant),
        body: Newest<'_>,
    ) -> Option<Result<Reply, Failure>> {
        let leaves = AtomicBool::new(false);
        let leaving = || {
            leaves.store(true, Ordering::Relaxed);
            body()
        };
        let comes = self.0.tokens.comes(message);
        unless(comes, &leaves, self.carry(to, rank, until, &leaving)).await
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
        loop {
            match self.way((channel, message), rank.urgency) {
                EditRoute::Counted if self.0.guests.has(channel) => {
                    return Err(Failure::NoToken);
                }
                EditRoute::Counted => {
                    let address = Address::edit(channel, message);
                    let carried = self.carry_counted(&address, message, (rank, until), body);
                    if let Some(outcome) = carried.await {
                        return outcome;
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
                    let address = Address::pressed(channel, &pressed);
                    let sent = self.carry(&address, rank, pressed.until.min(until), body);
                    match sent.await {
                        Err(failure) if ends_token(&failure) && Instant::now() < until => {
                            tracing::debug!(%failure, %message, "a press serves no longer");
                            self.0.tokens.drop_token(message, &pressed.token);
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
    ) -> Result<MessageId, Failure> {
        let tokens = &self.0.tokens;
        let counted = Address::post(channel);
        loop {
            timeout(PRESSED_WITHIN, tokens.settled(old)).await.ok();
            let Some(pressed) = tokens.newest(old) else {
                let carried = self.carry_counted(&counted, old, (rank, until), post);
                match carried.await {
                    Some(outcome) => return id_of(&outcome?),
                    None => continue,
                }
            };
            let address = Address::further_post(channel, &pressed.token);
            let within = Instant::now() + POSTED_WITHIN;
            let controls = Mutex::new(BTreeSet::new());
            let answer = || {
                let draft = answer();
                if let Draft::Letter(letter, _) = &draft {
                    *controls.lock() = controls_in(&json!({ "components": &letter.rows[..] }));
                }
                draft
            };
            let all = (&answer as Newest<'_>, LeftOut::default());
            let posted = match self.attempt(&address, rank, within, all).await {
                Ok(Attempt::Done(reply)) => Some(id_of(&reply)?),
                Ok(Attempt::Refused(_) | Attempt::TooSoon(_)) => None,
                Ok(Attempt::Failed(_) | Attempt::WithPicture(_)) | Err(_) => {
                    // No other message has these controls.
                    let controls = controls.into_inner();
                    let is_it = |codes: &BTreeSet<String>| !codes.is_empty() && *codes == controls;
                    self.find_below(channel, old, rank, is_it).await
                }
            };
            let Some(message) = posted else {
                return id_of(&self.carry(&counted, rank, until, post).await?);
            };
            let posted = TokenMessage {
                follow_up: Some(message),
                ..pressed
            };
            tokens.keep(message, posted);
            return Ok(message);
        }
    }

    /// Removes the controls of a message and keeps its content, which is what it was `shown` with; unless that is known
    /// Discord is asked. One that is gone or too old is no failure.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn disarm(
        &self,
        (channel, message): (ChannelId, MessageId),
        shown: Option<&Letter>,
    ) -> Result<(), Failure> {
        let left = match shown {
            Some(shown) if shown.laid_out => {
                let rows = Rows::default();
                Draft::of(
                    Letter {
                        rows,
                        ..shown.clone()
                    },
                    Form::Edit,
                )
            }
            Some(_) => Draft::Fields(json!({ "components": [] })),
            None if self.0.guests.has(channel) => return Ok(()),
            None => {
                let (how, path) = (("post", Method::GET), format!("messages/{message}"));
                let address = Address::at(how, channel, path, "looks");
                let shown = self.request(&address, Urgency::Cosmetic, &Draft::default);
                let mut shown: Value = match shown.await {
                    Err(failure) if failure.meaning() == Meaning::MessageGone => return Ok(()),
                    shown => read(&shown?)?,
                };
                take_rows(&mut shown);
                Draft::Fields(json!({ "components": shown["components"] }))
            }
        };
        let until = Instant::now() + POST_WITHIN;
        let spot = (channel, message);
        match self
            .carry_edit(spot, Urgency::Cosmetic, until, &|| left.clone())
            .await
        {
            Err(Failure::NoToken) => Ok(()),
            edited => unless_it_means(&[Meaning::MessageGone, Meaning::TooOld], edited),
        }
    }

    /// The newest message of the bot below another one with controls whose codes are wanted.
    pub async fn find_below(
        &self,
        channel: ChannelId,
        above: MessageId,
        rank: impl Into<QueueRank>,
        is_wanted: impl Fn(&BTreeSet<String>) -> bool,
    ) -> Option<MessageId> {
        let path = "messages?limit=50";
        let newest = Address::at(("post", Method::GET), channel, path, "looks");
        let until = Instant::now() + POSTED_WITHIN;
        let listed = self.carry(&newest, rank, until, &Draft::default).await;
        let listed = listed.inspect_err(
            |failure| tracing::warn!(%failure, %channel, "what was posted was not looked for"),
        );
        let listed: Vec<Value> = read(&listed.ok()?).ok()?;
        let wanted = listed
            .iter()
            .filter(|message| is_wanted(&controls_in(message)));
        let ids = wanted.filter_map(|message| message["id"].as_str()?.parse().ok());
        ids.filter(|id| *id > above.get()).max().map(MessageId::new)
    }

    /// The token with the most left in its window, the newest of equals. If none has anything left, the
    /// edit counts if there is room for it, and otherwise waits for one of them.
    fn way(&self, (channel, message): (ChannelId, MessageId), urgency: Urgency) -> EditRoute {
        let Some((tokens, came)) = self.0.tokens.of(message) else {
            return EditRoute::Counted;
        };
        let now = Instant::now();
        let mut best: Option<(u32, TokenMessage)> = None;
        let mut soonest: Option<Instant> = None;
        for pressed in tokens.into_iter().rev() {
            let lane = Lane::of_answers(pressed.token.clone());
            match self.room(lane, urgency, now) {
                Ok(room) if best.as_ref().is_none_or(|(most, _)| *most <= room) => {
                    best = Some((room, pressed));
                }
                Ok(_) => {}
                Err(at) => soonest = Some(soonest.map_or(at, |soonest| soonest.min(at))),
            }
        }
        if let Some((_, pressed)) = best {
            return EditRoute::By(pressed);
        }
        let latest = now + WINDOW_WITHIN;
        let waits = soonest.is_some_and(|at| at <= latest);
        let later = EditRoute::Later(soonest.map_or(latest, |at| at.min(latest)), came);
        // Where a counted edit would be in nobody's way, it goes at once.
        let edits = Address::edit(channel, message).lane;
        let is_free = |lane| self.room(lane, urgency, now).is_ok() && self.0.budget.is_calm();
        match self.0.guests.has(channel) || (waits && !edits.is_some_and(is_free)) {
            true => later,
            false => EditRoute::Counted,
        }
    }

    /// How many requests of this urgency may pass there now, before which nobody waits; otherwise when to ask again.
    fn room(&self, lane: Lane, urgency: Urgency, now: Instant) -> Result<u32, Instant> {
        let queue = self.0.windows.of(lane);
        match queue.is_busy() {
            true => Err(now + LOOK_AGAIN),
            false => queue.with(|window| window.room(urgency, now)),
        }
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

/// Takes the controls out of a message, or of some of its parts.
fn take_rows(message: &mut Value) {
    if let Some(parts) = message["components"].as_array_mut() {
        parts.retain(|part| part["type"] != ROW);
        parts.iter_mut().for_each(take_rows);
    }
}

/// The codes of the controls of a message, or of some of its parts.
fn controls_in(message: &Value) -> BTreeSet<String> {
    let parts = message["components"].as_array().into_iter().flatten();
    let codes = parts.flat_map(|part| {
        let own = part["custom_id"].as_str().map(str::to_owned);
        controls_in(part).into_iter().chain(own)
    });
    codes.collect()
}
