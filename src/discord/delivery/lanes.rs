//! Lanes: the requests that share one of Discord's rate limits pass one gate.
//!
//! Decides which requests those are, what is assumed of a limit before an answer tells it, and when a
//! lane is forgotten.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use serenity::model::id::ChannelId;
use tokio::time::Instant;

use super::gate::Gate;
use super::pace::Window;
use super::wire::{Address, Token};

/// Requests that share one of Discord's rate limits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Lane {
    /// New messages of a channel.
    Posts(ChannelId),
    Edits(ChannelId),
    Deletes(ChannelId),
    Looks(ChannelId),
    /// Opening direct messages.
    Direct,
    /// Edits by the token of an interaction, of whichever message.
    Answers(Token),
    /// New messages by such a token.
    FollowUps(Token),
    Emojis,
}

impl Lane {
    /// The lane of an address; `None` for first answers to interactions, as there is only one of
    /// each.
    pub fn of(to: &Address) -> Option<Self> {
        Some(match to {
            Address::Post(channel) => Lane::Posts(*channel),
            Address::Edit(channel, _) => Lane::Edits(*channel),
            Address::Delete(channel, _) => Lane::Deletes(*channel),
            Address::Newest(channel) => Lane::Looks(*channel),
            Address::Direct => Lane::Direct,
            Address::Original(token)
            | Address::Further(token, _)
            | Address::Pressed { token, .. } => Lane::Answers(token.clone()),
            Address::FollowUp(token) | Address::FurtherPost(_, token) => {
                Lane::FollowUps(token.clone())
            }
            Address::Emojis | Address::NewEmoji(_) | Address::DeleteEmoji(_) => Lane::Emojis,
            Address::Callback(..) => return None,
        })
    }

    /// What is assumed: so many requests in so much time.
    const fn assumed(&self) -> (u32, Duration) {
        match self {
            Lane::Deletes(_) => (3, Duration::from_secs(1)),
            Lane::Posts(_)
            | Lane::Edits(_)
            | Lane::Looks(_)
            | Lane::Direct
            | Lane::Answers(_)
            | Lane::FollowUps(_)
            | Lane::Emojis => (5, Duration::from_secs(5)),
        }
    }
}

/// From this count on, lanes in their initial state are dropped.
const MOST_LANES: usize = 4_096;

/// The lanes in use.
#[derive(Default)]
pub struct Lanes {
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    gates: HashMap<Lane, Gate<Window>>,
    /// How many there were after the last were dropped.
    kept: usize,
}

impl Lanes {
    pub fn gate(&self, lane: Lane) -> Gate<Window> {
        let mut known = self.known.lock();
        if let Some(gate) = known.gates.get(&lane) {
            return gate.clone();
        }
        // What is looked through grows with what is in use, so that this is rare.
        if known.gates.len() >= MOST_LANES.max(2 * known.kept) {
            let now = Instant::now();
            // A gate that somebody is about to enter may still look unused.
            let used = |gate: &Gate<Window>| {
                gate.is_shared() || gate.is_busy() || !gate.with(|window| window.is_fresh(now))
            };
            known.gates.retain(|_, gate| used(gate));
            known.kept = known.gates.len();
        }
        let (limit, length) = lane.assumed();
        let gate = || Gate::new(Window::new(limit, length));
        known.gates.entry(lane).or_insert_with(gate).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::super::gate::{Pace as _, Urgency};
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_lane_in_use_is_never_dropped() {
        let lanes = Lanes::default();
        let lane = |number: usize| Lane::Answers(Token::new(number.to_string()));
        let (held, used) = (lanes.gate(lane(0)), lane(1));
        let admit = |gate: &Gate<Window>| {
            gate.with(|window| window.admit(Urgency::Urgent, Instant::now()).is_ok())
        };
        assert!(admit(&lanes.gate(used.clone())));
        for number in 2..3 * MOST_LANES {
            drop(lanes.gate(lane(number)));
        }
        assert!(lanes.known.lock().gates.len() <= MOST_LANES + 2);
        assert!(held.is_shared(), "it is still the same gate");
        let again = lanes.gate(used);
        let admitted = (0..9).filter(|_| admit(&again)).count();
        assert_eq!(admitted, 4, "one of the five was used");
    }
}
