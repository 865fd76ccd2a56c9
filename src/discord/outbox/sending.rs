//! A request on its way: through its window and the bot's limit to Discord, and again where that may help.
//!
//! Decides what an answer means for the next attempt, how long one is waited for, when a picture is left out, and when
//! buttons and menus are shown with words alone. What is sent, and to whom, is for the others.

use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until, timeout, timeout_at};

use super::Outbox;
use super::answers::{Failure, Meaning};
use super::letter::{Draft, Image, Newest};
use super::measured;
use super::queue::{Pace as _, Queue, QueueRank};
use super::windows::{RequestPermit, Window};
use super::wire::{Address, RateHeaders, Reply};

/// The most attempts for a request that fails for no lasting reason.
const ATTEMPTS: u32 = 6;
pub(super) const ANSWER_WITHIN: Duration = Duration::from_secs(10);
/// How long a request with a picture is waited for before the rest goes without it; short enough for
/// another attempt at the first answer to an interaction.
const UPLOAD_WITHIN: Duration = Duration::from_millis(1_500);
/// How long no files are sent to a channel or a server that refused one.
const NO_FILES_FOR: Duration = Duration::from_secs(3_600);
const FIRST_PAUSE: Duration = Duration::from_millis(300);
const LONGEST_PAUSE: Duration = Duration::from_secs(8);
/// From this count on, places that take no files are forgotten.
const MOST_WITHOUT_FILES: usize = 4_096;
/// So many refusals of its emojis a message gets over. The first may be a mistake of Discord's, which
/// does not always know emojis that are there; after the second one it is shown without.
const MOST_MISSED: u32 = 2;

/// An admitted request; dropping it tells its window that it has ended.
struct Passage {
    window: Option<Queue<Window>>,
    place: Option<RequestPermit>,
    /// `None` as long as it is not on its way.
    sent_at: Option<Instant>,
    limits: RateHeaders,
}

impl Drop for Passage {
    fn drop(&mut self) {
        if let Some(window) = &self.window {
            let now = Instant::now();
            window.with(|window| match self.sent_at {
                Some(sent_at) => window.answered(sent_at, &self.limits, now),
                None => window.give_back(),
            });
        }
    }
}

/// What is left out of a request after refusals.
#[derive(Default, Clone, Copy)]
pub(super) struct LeftOut {
    image: bool,
    emojis: bool,
}

pub(super) enum Attempt {
    Done(Reply),
    Refused(Failure),
    TooSoon(Instant),
    Failed(String),
    /// It failed with a picture, and may succeed without.
    WithPicture(Failure),
}

impl Attempt {
    /// One of [`measured::OUTCOMES`].
    const fn outcome(&self) -> &'static str {
        match self {
            Attempt::Done(_) => "ok",
            Attempt::TooSoon(_) => "too_many",
            Attempt::Refused(_) => "refused",
            Attempt::Failed(_) | Attempt::WithPicture(_) => "failed",
        }
    }

    /// The same of a request with a picture, which may be why.
    fn pictured(self) -> Self {
        match self {
            Attempt::Failed(last) => Attempt::WithPicture(Failure::GivenUp { attempts: 1, last }),
            Attempt::Refused(failure)
                if matches!(
                    failure.meaning(),
                    Meaning::Forbidden | Meaning::NoUploads | Meaning::Other
                ) =>
            {
                Attempt::WithPicture(failure)
            }
            attempt => attempt,
        }
    }
}

impl Outbox {
    /// Sends a request with as many attempts as needed. Its picture is sent with the first one only: if that fails, the
    /// rest goes without it.
    pub(super) async fn carry(
        &self,
        to: &Address,
        rank: impl Into<QueueRank>,
        until: Instant,
        newest: Newest<'_>,
    ) -> Result<Reply, Failure> {
        let rank = rank.into();
        let mut attempts = 0;
        let mut pause = FIRST_PAUSE;
        let mut missed_emojis = 0;
        let mut left_out = LeftOut::default();
        loop {
            match self.attempt(to, rank, until, (newest, left_out)).await? {
                Attempt::Done(reply) => return Ok(reply),
                Attempt::WithPicture(failure) => {
                    tracing::warn!(request = ?to, %failure, "a picture was not taken");
                    left_out.image = true;
                    self.note_no_files(to, failure.meaning());
                }
                Attempt::Refused(failure) if failure.meaning() == Meaning::NoSuchEmoji => {
                    missed_emojis += 1;
                    if missed_emojis > MOST_MISSED {
                        return Err(failure);
                    }
                    if missed_emojis == MOST_MISSED {
                        left_out.emojis = true;
                        self.0.emoji_missed.notify_one();
                    }
                }
                Attempt::Refused(failure) => {
                    // Not even text is taken there: that says nothing about files.
                    if let (Meaning::Forbidden, Some(channel)) = (failure.meaning(), to.channel) {
                        self.0.no_files.lock().remove(&channel.get());
                    }
                    return Err(failure);
                }
                Attempt::TooSoon(wait) => {
                    // With a window, only that is closed for that time.
                    if to.lane.is_none() {
                        timeout_at(until, sleep_until(wait))
                            .await
                            .map_err(|_| Failure::Late)?;
                    }
                }
                Attempt::Failed(last) => {
                    attempts += 1;
                    tracing::debug!(request = ?to, attempts, last, "a request failed");
                    if attempts >= ATTEMPTS || to.once {
                        return Err(Failure::GivenUp { attempts, last });
                    }
                    sleep(pause.mul_f64(0.5 + rand::random::<f64>())).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    pub(super) async fn attempt(
        &self,
        to: &Address,
        rank: QueueRank,
        until: Instant,
        (newest, left_out): (Newest<'_>, LeftOut),
    ) -> Result<Attempt, Failure> {
        let left = until.saturating_duration_since(Instant::now());
        let admitted = timeout(left, self.admit(to, rank)).await;
        let mut passage = admitted.map_err(|_| Failure::Late)?;
        if !self.may_send(to) {
            return Err(Failure::HeldBack);
        }
        if !self.0.guests.take_follow_up(to) {
            return Err(Failure::NoToken);
        }
        let mut draft = newest();
        let mut pictured = false;
        if let Draft::Letter(letter, _) = &mut draft {
            letter.without_emojis = left_out.emojis;
            let goes = |_: &mut Image| left_out.image || self.takes_no_files(to);
            letter.image.take_if(goes);
            pictured = letter.image.is_some();
        }
        let patience = match pictured {
            true => UPLOAD_WITHIN,
            false => ANSWER_WITHIN,
        };
        let left = until.saturating_duration_since(Instant::now());
        let sent_at = Instant::now();
        passage.sent_at = Some(sent_at);
        let sent = self.0.wire.send(to, draft.body());
        let outcome = timeout(patience.min(left), sent).await;
        let now = Instant::now();
        let answered = outcome.as_ref().ok().and_then(|sent| sent.as_ref().ok());
        passage.limits = answered.map(|reply| reply.limits).unwrap_or_default();
        let (took, window) = (now - sent_at, passage.window.clone());
        drop(passage);
        let is_late = outcome.is_err() && now >= until;
        let attempt = match outcome {
            Err(_) => Attempt::Failed("no answer in time".to_owned()),
            Ok(Err(lost)) => Attempt::Failed(lost.to_string()),
            Ok(Ok(reply)) => self.judge(to, window.as_ref(), reply, now),
        };
        measured::sent(to.route, attempt.outcome(), took);
        if matches!(attempt, Attempt::TooSoon(_)) {
            self.0.guests.give_back(to);
        }
        if is_late {
            return Err(Failure::Late);
        }
        Ok(match pictured {
            true => attempt.pictured(),
            false => attempt,
        })
    }

    /// Waits until a request may be sent.
    async fn admit(&self, to: &Address, rank: QueueRank) -> Passage {
        let mut passage = Passage {
            window: None,
            place: None,
            sent_at: None,
            limits: RateHeaders::default(),
        };
        if let Some(lane) = &to.lane {
            let window = self.0.windows.of(lane.clone());
            window.enter(rank).await;
            passage.window = Some(window);
        }
        if to.counts() {
            let source = self.source_of(to);
            let rank = QueueRank { source, ..rank };
            passage.place = Some(self.0.budget.pass(rank).await);
        }
        passage
    }

    /// Whether a request may be sent: not where too many were refused. What needs the bot's token waits while that is
    /// not taken.
    fn may_send(&self, to: &Address) -> bool {
        let server = self.source_of(to).filter(|_| to.counts());
        let mut refusals = self.0.refusals.lock();
        refusals.allows(server, Instant::now()) && !(to.counts() && refusals.is_revoked())
    }

    /// The server that a request is for, or its channel where it belongs to none.
    fn source_of(&self, to: &Address) -> Option<u64> {
        if let Some(server) = to.server {
            return Some(server.get());
        }
        let channel = to.channel?.get();
        let server = self.0.server_of.get().and_then(|of| of(channel));
        Some(server.unwrap_or(channel))
    }

    fn judge(
        &self,
        to: &Address,
        window: Option<&Queue<Window>>,
        reply: Reply,
        now: Instant,
    ) -> Attempt {
        match reply.status {
            200..300 => return Attempt::Done(reply),
            400..500 => {}
            status => return Attempt::Failed(format!("status {status}")),
        }
        let failure = Failure::refused(&reply);
        let meaning = failure.meaning();
        let shared = meaning == Meaning::TooMany && reply.limits.shared;
        if matches!(reply.status, 401 | 403 | 429) && !shared {
            let server = self.source_of(to);
            let server = server.filter(|_| reply.status == 403 && to.counts());
            self.0.refusals.lock().count(server, now);
        }
        match meaning {
            Meaning::TooMany => {
                let wait = reply.limits.retry_after.unwrap_or(Duration::from_secs(1));
                let until = now + wait + wait.mul_f64(0.1 * rand::random::<f64>());
                let global = reply.limits.global;
                tracing::warn!(request = ?to, ?wait, global, "too fast");
                if global {
                    self.0.budget.close_until(until);
                }
                if let Some(window) = window.filter(|_| !global || !to.counts()) {
                    window.with(|window| window.close_until(until));
                }
                Attempt::TooSoon(until)
            }
            Meaning::Unauthorized if to.counts() => {
                self.doubt_token();
                Attempt::Failed(failure.to_string())
            }
            Meaning::Other => {
                if let Failure::Refused { status, code, .. } = failure
                    && self.0.refusals.lock().tells(status, code, now)
                {
                    tracing::warn!(request = ?to, %failure, "an answer that is not known");
                }
                Attempt::Refused(failure)
            }
            _ => Attempt::Refused(failure),
        }
    }

    /// Whether files were refused there lately.
    fn takes_no_files(&self, to: &Address) -> bool {
        let places = [to.channel.map(|channel| channel.get()), self.source_of(to)];
        let known = self.0.no_files.lock();
        let mut since = places
            .into_iter()
            .flatten()
            .filter_map(|place| known.get(&place));
        since.any(|since| since.elapsed() < NO_FILES_FOR)
    }

    /// A picture was refused: a channel, or a server, may take no files. What waits to be sent there goes without.
    fn note_no_files(&self, to: &Address, meaning: Meaning) {
        let place = match meaning {
            Meaning::Forbidden => to.channel.map(|channel| channel.get()),
            // They are limited on the whole server.
            Meaning::NoUploads => self.source_of(to),
            _ => None,
        };
        let Some(place) = place else {
            return;
        };
        let mut known = self.0.no_files.lock();
        if known.len() >= MOST_WITHOUT_FILES {
            known.clear();
        }
        known.insert(place, Instant::now());
    }
}
