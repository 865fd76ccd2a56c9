//! What is measured of sending: requests and refusals, how long they wait and take, and how soon people's
//! presses and commands are acknowledged.
//!
//! Only names, counts and durations, none by person or channel; decides nothing.

use std::collections::BTreeMap;
use std::time::Duration;

use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram};
use metrics::{gauge, histogram};
use parking_lot::Mutex;
use serenity::model::id::InteractionId;
use tokio::time::Instant;

use super::queue::Urgency;

const ACKNOWLEDGED: &str = "tractor_bot_acknowledgement_seconds";
const UNACKNOWLEDGED: &str = "tractor_bot_acknowledgements_failed_total";
const WAIT: &str = "tractor_bot_delivery_wait_seconds";
const WAITING: &str = "tractor_bot_delivery_waiting";
const REQUESTS: &str = "tractor_bot_discord_requests_total";
const TOOK: &str = "tractor_bot_discord_request_seconds";
const INVALID: &str = "tractor_bot_discord_invalid_requests";

/// The kinds of requests. Pressed is a public message, or an edit of one, by the token of a press; an answer edits what
/// was said to an interaction.
const ROUTES: [&str; 9] = [
    "post",
    "edit",
    "delete",
    "direct",
    "callback",
    "answer",
    "follow_up",
    "pressed",
    "emojis",
];
/// What becomes of a request: 429, another refusal, no answer or an error of Discord's own.
pub(super) const OUTCOMES: [&str; 4] = ["ok", "too_many", "refused", "failed"];

/// What is acknowledged: the use of a button or menu, or a command.
pub const PRESS: &str = "press";
pub const COMMAND: &str = "command";

const fn name_of_urgency(urgency: Urgency) -> &'static str {
    match urgency {
        Urgency::Urgent => "urgent",
        Urgency::Played => "played",
        Urgency::Automatic => "automatic",
        Urgency::Cosmetic => "cosmetic",
    }
}

/// Tells what is measured here, and begins to count.
pub fn describe() {
    describe_histogram!(
        ACKNOWLEDGED,
        Unit::Seconds,
        "From hearing of a press or slash command to Discord's word that it is acknowledged."
    );
    describe_counter!(
        UNACKNOWLEDGED,
        "Presses and slash commands that could not be acknowledged."
    );
    let wait = "How long requests waited for the bot's rate limit.";
    describe_histogram!(WAIT, Unit::Seconds, wait);
    describe_gauge!(WAITING, "Requests that wait for the bot's rate limit.");
    describe_counter!(REQUESTS, "Requests to Discord, each attempt for itself.");
    let took = "How long requests to Discord took, from sending to the answer.";
    describe_histogram!(TOOK, Unit::Seconds, took);
    describe_gauge!(
        INVALID,
        "Requests that Discord refused as not allowed or too many, in the last ten minutes."
    );
    for kind in [PRESS, COMMAND] {
        drop(histogram!(ACKNOWLEDGED, "kind" => kind));
        counter!(UNACKNOWLEDGED, "kind" => kind).absolute(0);
    }
    for urgency in Urgency::ALL.map(name_of_urgency) {
        drop(histogram!(WAIT, "urgency" => urgency));
    }
    for route in ROUTES {
        drop(histogram!(TOOK, "route" => route));
        for outcome in OUTCOMES {
            counter!(REQUESTS, "route" => route, "outcome" => outcome).absolute(0);
        }
    }
}

/// A request was admitted after this time.
pub(super) fn waited(urgency: Urgency, time: Duration) {
    histogram!(WAIT, "urgency" => name_of_urgency(urgency)).record(time);
}

/// A request was sent, and took so long.
pub(super) fn sent(route: &'static str, outcome: &'static str, time: Duration) {
    histogram!(TOOK, "route" => route).record(time);
    counter!(REQUESTS, "route" => route, "outcome" => outcome).increment(1);
}

/// Sets what waits, and the invalid requests of the last ten minutes.
pub(super) fn sample(waiting: usize, invalid: usize) {
    gauge!(WAITING).set(waiting as f64);
    gauge!(INVALID).set(invalid as f64);
}

/// Interactions that were heard of lately, the oldest first: of which kind one is, as long as it is not acknowledged, and
/// since when it is known.
#[derive(Default)]
pub(super) struct HeardOf(Mutex<BTreeMap<InteractionId, (Option<&'static str>, Instant)>>);

/// So long Discord takes answers; an event that it repeats later does nothing any more.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(15 * 60);

impl HeardOf {
    /// One was heard of now; whether it was not before.
    pub(super) fn hear(&self, interaction: InteractionId, kind: &'static str) -> bool {
        let mut heard = self.0.lock();
        while let Some(oldest) = heard.first_entry()
            && oldest.get().1.elapsed() >= FORGOTTEN_AFTER
        {
            oldest.remove();
        }
        let is_new = !heard.contains_key(&interaction);
        if is_new {
            heard.insert(interaction, (Some(kind), Instant::now()));
        }
        is_new
    }

    /// One was acknowledged, or could not be.
    pub(super) fn settle(&self, interaction: InteractionId, acknowledged: bool) {
        let mut heard = self.0.lock();
        let known = heard.get_mut(&interaction);
        let Some((Some(kind), since)) = known.map(|(kind, since)| (kind.take(), *since)) else {
            return;
        };
        match acknowledged {
            true => histogram!(ACKNOWLEDGED, "kind" => kind).record(since.elapsed()),
            false => counter!(UNACKNOWLEDGED, "kind" => kind).increment(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_was_heard_of_is_known_for_as_long_as_it_can_be_answered() {
        let known = HeardOf::default();
        let one = InteractionId::new(1);
        assert!(known.hear(one, PRESS));
        known.settle(one, true);
        tokio::time::advance(FORGOTTEN_AFTER - Duration::from_secs(1)).await;
        assert!(!known.hear(one, PRESS));
        assert!(known.hear(InteractionId::new(2), PRESS));
        tokio::time::advance(Duration::from_secs(1)).await;
        assert!(known.hear(one, COMMAND));
        assert!(!known.hear(InteractionId::new(2), PRESS));
    }
}
