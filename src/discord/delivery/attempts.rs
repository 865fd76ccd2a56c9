//! The attempts of a request: through the gates, to Discord, and again where that may help.
//!
//! Decides what an answer means for the next attempt, how long one is waited for, when a picture is left out,
//! and what a message shows whose emojis Discord does not know: buttons and menus with words alone. What is sent, and to whom, is for the others.

use std::time::Duration;

use serde_json::Value;
use serenity::model::id::ChannelId;
use tokio::time::{Instant, sleep, sleep_until, timeout, timeout_at};

use super::Delivery;
use super::failure::{Failure, Meaning, names_no_emoji};
use super::gate::{Gate, QueueRank};
use super::letter::{Body, Newest};
use super::limits::{Lane, RequestPermit};
use super::measured::{self, RequestOutcome};
use super::pace::Window;
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

/// An admitted request; dropping it tells the gates that it has ended.
struct Passage {
    lane: Option<Gate<Window>>,
    place: Option<RequestPermit>,
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

pub(super) enum Attempt {
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
    const fn outcome(&self) -> RequestOutcome {
        match self {
            Attempt::Done(_) => RequestOutcome::Ok,
            Attempt::TooSoon(_) => RequestOutcome::TooMany,
            Attempt::Refused(_) | Attempt::NoSuchEmoji(_) => RequestOutcome::Refused,
            Attempt::Failed(_) | Attempt::WithPicture(_) => RequestOutcome::Failed,
        }
    }
}

/// Whether a request may have been refused for its file alone.
fn may_be_the_file(failure: &Failure) -> bool {
    let meaning = failure.meaning();
    matches!(
        meaning,
        Meaning::Forbidden | Meaning::NoUploads | Meaning::Other
    )
}

impl Delivery {
    /// Sends a request with as many attempts as needed. The body's picture is sent with the first attempt only: if that fails, the rest
    /// goes without it.
    pub(super) async fn carry(
        &self,
        to: &Address,
        rank: impl Into<QueueRank>,
        until: Instant,
        body: Newest<'_>,
    ) -> Result<Reply, Failure> {
        let rank = rank.into();
        let mut attempts = 0;
        let mut pause = FIRST_PAUSE;
        let mut missed_emojis = 0;
        let mut plain = false;
        loop {
            let body = || shown(body(), missed_emojis);
            match self.attempt(to, rank, until, (&body, plain)).await? {
                Attempt::Done(reply) => return Ok(reply),
                Attempt::WithPicture(failure) => {
                    tracing::warn!(request = to.name(), %failure, "a picture was not taken");
                    plain = true;
                    // At once, so that what waits to be sent there goes without.
                    let place = match failure.meaning() {
                        Meaning::Forbidden => to.channel().map(ChannelId::get),
                        // They are limited on the whole server.
                        Meaning::NoUploads => self.source_of(to),
                        _ => None,
                    };
                    if let Some(place) = place {
                        self.note_no_files(place);
                    }
                }
                Attempt::Refused(failure) => {
                    // Not even text is taken there: that says nothing about files.
                    if let (Meaning::Forbidden, Some(channel)) = (failure.meaning(), to.channel()) {
                        self.inner.no_files.lock().remove(&channel.get());
                    }
                    return Err(failure);
                }
                Attempt::NoSuchEmoji(failure) => {
                    missed_emojis += 1;
                    if missed_emojis > MOST_MISSED {
                        return Err(failure);
                    }
                    if missed_emojis == MOST_MISSED {
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
                    // It may have been done all the same.
                    let once = matches!(to, Address::FurtherPost(..) | Address::NewThread(_));
                    if attempts >= ATTEMPTS || once {
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
        (body, plain): (Newest<'_>, bool),
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
                let source = self.source_of(to);
                let rank = QueueRank { source, ..rank };
                passage.place = Some(self.inner.budget.pass(rank).await);
            }
            passage
        };
        let left = until.saturating_duration_since(Instant::now());
        let mut passage = timeout(left, turn).await.map_err(|_| Failure::Late)?;
        if !self.may_send(to) {
            return Err(Failure::HeldBack);
        }
        if !self.inner.guests.take_follow_up(to) {
            return Err(Failure::NoToken);
        }
        let body = body();
        let (body, pictured) = match body.plain {
            Some(without) if plain || self.takes_no_files(to) => (*without, false),
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
        measured::sent(to, attempt.outcome(), took);
        if matches!(attempt, Attempt::TooSoon(_)) {
            self.inner.guests.give_back(to);
        }
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

    /// Whether a request may be sent: not where too many were refused. What needs the bot's token waits while that is
    /// not taken.
    fn may_send(&self, to: &Address) -> bool {
        let server = self.source_of(to).filter(|_| to.counts());
        let mut circuit = self.inner.circuit.lock();
        circuit.allows(server, Instant::now()) && !(to.counts() && circuit.is_revoked())
    }

    /// The server that a request is for, or its channel where it belongs to none.
    fn source_of(&self, to: &Address) -> Option<u64> {
        if let Address::Threads(guild) = to {
            return Some(guild.get());
        }
        let channel = to.channel()?.get();
        let server = self.inner.server_of.get().and_then(|of| of(channel));
        Some(server.unwrap_or(channel))
    }

    /// Whether files were refused there lately.
    fn takes_no_files(&self, to: &Address) -> bool {
        let places = [to.channel().map(ChannelId::get), self.source_of(to)];
        let known = self.inner.no_files.lock();
        let mut since = places
            .into_iter()
            .flatten()
            .filter_map(|place| known.get(&place));
        since.any(|since| since.elapsed() < NO_FILES_FOR)
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
                    self.inner.circuit.lock().count(None, now);
                }
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
            400 if names_no_emoji(&reply) => Attempt::NoSuchEmoji(Failure::refused(&reply)),
            400..500 => {
                let failure = Failure::refused(&reply);
                if matches!(reply.status, 401 | 403 | 429) {
                    let server = self.source_of(to);
                    let server = server.filter(|_| reply.status == 403 && to.counts());
                    self.inner.circuit.lock().count(server, now);
                }
                if reply.status == 401 && to.counts() {
                    self.doubt_token();
                    return Attempt::Failed(failure.to_string());
                }
                Attempt::Refused(failure)
            }
            status => Attempt::Failed(format!("status {status}")),
        }
    }

    fn lane(&self, to: &Address) -> Option<Gate<Window>> {
        Lane::of(to).map(|lane| self.inner.lanes.gate(lane))
    }

    /// A channel, or a server, takes no files.
    fn note_no_files(&self, place: u64) {
        let mut known = self.inner.no_files.lock();
        if known.len() >= MOST_WITHOUT_FILES {
            known.clear();
        }
        known.insert(place, Instant::now());
    }
}

/// So many refusals of its emojis a message gets over. The first may be a mistake of Discord's, which
/// does not always know emojis that are there; then it is shown without.
const MOST_MISSED: u32 = 2;

/// What is sent after so many refusals of its emojis: after the second one, buttons and menus with
/// words alone.
fn shown(mut body: Body, missed: u32) -> Body {
    if missed < MOST_MISSED {
        return body;
    }
    if let Ok(mut fields) = serde_json::from_slice(&body.json) {
        without_emojis(&mut fields);
        body.json = fields.to_string().into_bytes();
    }
    body.plain = body.plain.map(|plain| Box::new(shown(*plain, missed)));
    body
}

fn without_emojis(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if let Some(emoji) = fields.remove("emoji") {
                let words = fields.get("label").and_then(Value::as_str);
                if words.is_none_or(str::is_empty) {
                    // A button has to show something: `t_SK_3fa9` is worth `SK`.
                    let name = emoji["name"].as_str().unwrap_or("?");
                    let stem = name.split_once('_').map_or(name, |(_, stem)| stem);
                    let stem = stem.rsplit_once('_').map_or(stem, |(stem, _)| stem);
                    fields.insert("label".to_owned(), stem.into());
                }
            }
            fields.values_mut().for_each(without_emojis);
        }
        Value::Array(list) => list.iter_mut().for_each(without_emojis),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_message_is_shown_without_emojis_in_the_end() {
        let emoji = json!({"id": "17", "name": "t_SK_3fa9"});
        let body = json!({"data": {"content": "<:t_SK_3fa9:17>", "components": [{"type": 1, "components": [
            {"type": 2, "label": "Play", "emoji": emoji, "custom_id": "a"},
            {"type": 2, "emoji": emoji, "custom_id": "b"},
            {"type": 3, "options": [{"label": "K", "value": "1", "emoji": emoji}]},
        ]}]}});
        let sent = |body: &Value, missed| -> Value {
            let body = shown(Body::from(body.clone()), missed);
            serde_json::from_slice(&body.json).expect("JSON")
        };
        assert_eq!(sent(&body, 1), body);
        let bare = json!({"data": {"content": "<:t_SK_3fa9:17>", "components": [{"type": 1, "components": [
            {"type": 2, "label": "Play", "custom_id": "a"},
            {"type": 2, "label": "SK", "custom_id": "b"},
            {"type": 3, "options": [{"label": "K", "value": "1"}]},
        ]}]}});
        assert_eq!(sent(&body, 2), bare);
    }
}
