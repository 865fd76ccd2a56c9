//! What Discord allows: so many requests a second for the bot as a whole (the budget), a limit of their own for
//! the requests of each kind and place (lanes), and not too many that it has to refuse (the circuit breaker).
//!
//! Decides which requests share a limit, what is assumed of one before an answer tells it, and what is no
//! longer sent when too much was refused. Who goes first is for the gates to say.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use parking_lot::Mutex;
use serenity::model::id::{ChannelId, GuildId};
use tokio::time::Instant;

use super::gate::{Gate, QueueRank, Urgency};
use super::measured;
use super::pace::{RateLimit, Window};
use super::wire::{Address, Token};

/// Requests a second of a bot that was told nothing else, below Discord's usual limit of fifty.
pub(super) const MOST_A_SECOND: usize = 45;

/// What Discord allows the bot as a whole. Clones share it.
#[derive(Clone)]
pub struct Budget {
    gate: Gate<RateLimit>,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            gate: Gate::new(RateLimit::new(MOST_A_SECOND)),
        }
    }
}

/// The place of a request under way; it is free a second after this is dropped.
pub struct RequestPermit(Gate<RateLimit>);

impl Drop for RequestPermit {
    fn drop(&mut self) {
        let now = Instant::now();
        self.0.with(|limit| limit.answered(now));
    }
}

impl Budget {
    /// Waits for a place. A caller that is cancelled uses up nothing.
    pub async fn pass(&self, rank: impl Into<QueueRank>) -> RequestPermit {
        let (rank, asked) = (rank.into(), Instant::now());
        self.gate.enter(rank).await;
        measured::waited(rank.urgency, asked.elapsed());
        RequestPermit(self.gate.clone())
    }

    /// From now on at most so many requests a second, at least 1.
    pub fn set_most(&self, most: usize) {
        self.gate.with(|limit| limit.set_most(most));
    }

    pub(super) fn close_until(&self, until: Instant) {
        self.gate.with(|limit| limit.close_until(until));
    }

    /// Whether anybody waits.
    pub fn is_busy(&self) -> bool {
        self.gate.is_busy()
    }

    pub fn waiting(&self) -> usize {
        self.gate.waiting()
    }

    /// Whether nobody waits and less than half of a second's requests were sent.
    pub fn is_calm(&self) -> bool {
        !self.is_busy() && self.gate.with(|limit| limit.is_calm(Instant::now()))
    }
}

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
    Windows,
    Emojis,
    NewThreads(ChannelId),
    Threads(GuildId),
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
            | Address::Withdraw(_, token, _)
            | Address::Pressed { token, .. } => Lane::Answers(token.clone()),
            Address::FollowUp(token) | Address::FurtherPost(_, token) => {
                Lane::FollowUps(token.clone())
            }
            Address::NewThread(channel) => Lane::NewThreads(*channel),
            Address::Threads(guild) => Lane::Threads(*guild),
            Address::Window(_) => Lane::Windows,
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
            | Lane::Windows
            | Lane::NewThreads(_)
            | Lane::Threads(_)
            | Lane::Emojis => (5, Duration::from_secs(5)),
        }
    }
}

/// From this count on, lanes in their initial state are dropped.
const MOST_LANES: usize = 4_096;

/// The lanes in use.
#[derive(Default)]
pub struct Lanes {
    known: Mutex<KnownLanes>,
}

#[derive(Default)]
struct KnownLanes {
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

/// The time over which Discord counts.
const MEMORY: Duration = Duration::from_secs(600);
/// From this count on cosmetic requests are held back.
const WARY: usize = 500;
/// From this count on nothing is sent.
const BROKEN: usize = 3_000;

/// The circuit breaker: counts invalid requests. Discord bans an IP address after ten thousand of them in ten
/// minutes; well before that only urgent requests are sent, then none.
#[derive(Debug, Default)]
pub struct Circuit {
    invalid: VecDeque<Instant>,
    revoked: bool,
}

impl Circuit {
    /// Counts a request that was answered 401, 403 or 429.
    pub fn count(&mut self, now: Instant) {
        self.forget(now);
        self.invalid.push_back(now);
        if matches!(self.invalid.len(), WARY | BROKEN) {
            let count = self.invalid.len();
            tracing::error!(
                count,
                "many requests were refused in ten minutes; sending less"
            );
        }
    }

    /// The bot's token was refused: nothing is sent any more.
    pub fn revoke(&mut self) {
        if !self.revoked {
            tracing::error!("Discord no longer accepts the bot's token; nothing is sent any more");
        }
        self.revoked = true;
    }

    pub fn allows(&mut self, urgency: Urgency, now: Instant) -> bool {
        self.forget(now);
        let most = match urgency {
            Urgency::Urgent | Urgency::Played | Urgency::Automatic => BROKEN,
            Urgency::Cosmetic => WARY,
        };
        !self.revoked && self.invalid.len() < most
    }

    /// Invalid requests of the last ten minutes.
    pub fn invalid(&mut self, now: Instant) -> usize {
        self.forget(now);
        self.invalid.len()
    }

    fn forget(&mut self, now: Instant) {
        while self.invalid.front().is_some_and(|at| *at + MEMORY < now) {
            self.invalid.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::gate::RequestPace as _;
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

    #[tokio::test(start_paused = true)]
    async fn after_many_refusals_less_is_sent_and_after_too_many_nothing() {
        let now = Instant::now();
        let mut circuit = Circuit::default();
        let mut allowed = |refused: usize, at: Instant| {
            while circuit.invalid(at) < refused {
                circuit.count(at);
            }
            let asked = [Urgency::Urgent, Urgency::Automatic, Urgency::Cosmetic];
            asked.map(|urgency| circuit.allows(urgency, at))
        };
        assert_eq!(allowed(499, now), [true, true, true]);
        assert_eq!(allowed(500, now), [true, true, false]);
        assert_eq!(allowed(2_999, now), [true, true, false]);
        assert_eq!(allowed(3_000, now), [false, false, false]);
        // They are forgotten after ten minutes.
        assert_eq!(allowed(0, now + MEMORY), [false, false, false]);
        let later = now + MEMORY + Duration::from_secs(1);
        assert_eq!(allowed(0, later), [true, true, true]);
    }
}
