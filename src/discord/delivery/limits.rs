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

use super::gate::{Gate, QueueRank};
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
    Myself,
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
            Address::Myself => Lane::Myself,
            Address::Direct => Lane::Direct,
            Address::Original(token)
            | Address::WhichOriginal(token)
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
            | Lane::Myself
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
/// So many requests a server may have refused in that time: then it waits, and no other.
const SHARE: usize = 60;
/// From this count over all servers on the share of each is small: those wait where much was refused.
const MANY: usize = 500;
const SMALL_SHARE: usize = 5;
/// From this count on nothing is sent.
const BROKEN: usize = 3_000;
/// How soon a server gets another share because its permissions have changed once more.
const PARDONED_EVERY: Duration = Duration::from_secs(30);

/// The circuit breaker: counts invalid requests. Discord bans an IP address after ten thousand of them in ten
/// minutes; well before that servers wait that do not let the bot do what it does, and in the end everybody.
#[derive(Debug, Default)]
pub struct Circuit {
    /// When, and on which server if it was refused there.
    invalid: VecDeque<(Instant, Option<u64>)>,
    servers: HashMap<u64, usize>,
    pardoned: HashMap<u64, Instant>,
    /// Whether the bot's token is not taken any more, as far as is known.
    revoked: bool,
    /// Whether somebody asks just now if it is taken.
    asked: bool,
}

impl Circuit {
    /// Counts a request that was answered 401, 403 or 429; with the server that refused it.
    pub fn count(&mut self, server: Option<u64>, now: Instant) {
        self.forget(now);
        self.invalid.push_back((now, server));
        if let Some(server) = server {
            let refused = self.servers.entry(server).or_default();
            *refused += 1;
            if *refused == SHARE {
                tracing::warn!(server, "much was refused on a server; it waits");
            }
        }
        if matches!(self.invalid.len(), MANY | BROKEN) {
            let count = self.invalid.len();
            tracing::error!(
                count,
                "many requests were refused in ten minutes; sending less"
            );
        }
    }

    /// What a server refused may be allowed there now: it begins anew.
    pub fn pardon(&mut self, server: u64, now: Instant) {
        self.pardoned.retain(|_, at| *at + PARDONED_EVERY > now);
        if self.pardoned.contains_key(&server) || self.servers.remove(&server).is_none() {
            return;
        }
        self.pardoned.insert(server, now);
        for (_, of) in &mut self.invalid {
            *of = of.filter(|of| *of != server);
        }
    }

    /// The bot's token was refused once. Whether somebody has to ask now if it is still taken.
    pub fn doubt(&mut self) -> bool {
        !std::mem::replace(&mut self.asked, true)
    }

    /// Discord takes the bot's token, or it does not: then nothing is sent that needs it.
    pub fn learn(&mut self, is_taken: bool) {
        match (self.revoked, is_taken) {
            (false, false) => tracing::error!(
                "Discord does not accept the bot's token any more; it is asked again each minute"
            ),
            (true, true) => tracing::info!("Discord accepts the bot's token again"),
            (true, false) | (false, true) => {}
        }
        self.revoked = !is_taken;
        self.asked = !is_taken;
    }

    /// Whether the bot's token is not taken any more.
    pub const fn is_revoked(&self) -> bool {
        self.revoked
    }

    /// Whether a request may be sent for a server, or for none.
    pub fn allows(&mut self, server: Option<u64>, now: Instant) -> bool {
        self.forget(now);
        let share = match self.invalid.len() {
            BROKEN.. => return false,
            MANY.. => SMALL_SHARE,
            _ => SHARE,
        };
        let refused = server.and_then(|server| self.servers.get(&server));
        refused.is_none_or(|refused| *refused < share)
    }

    /// Invalid requests of the last ten minutes.
    pub fn invalid(&mut self, now: Instant) -> usize {
        self.forget(now);
        self.invalid.len()
    }

    fn forget(&mut self, now: Instant) {
        while let Some((_, server)) = self.invalid.pop_front_if(|(at, _)| *at + MEMORY < now) {
            let Some(server) = server else {
                continue;
            };
            if let Some(refused) = self.servers.get_mut(&server) {
                *refused -= 1;
                if *refused == 0 {
                    self.servers.remove(&server);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::gate::{RequestPace as _, Urgency};
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
    async fn a_server_that_refuses_much_waits_alone_and_in_the_end_everybody_does() {
        let now = Instant::now();
        let mut circuit = Circuit::default();
        let refuse = |circuit: &mut Circuit, server: u64, times: usize| {
            (0..times).for_each(|_| circuit.count(Some(server), now));
        };
        refuse(&mut circuit, 1, SHARE - 1);
        assert!(circuit.allows(Some(1), now));
        refuse(&mut circuit, 1, 1);
        let allowed = [Some(1), Some(2), None].map(|server| circuit.allows(server, now));
        assert_eq!(allowed, [false, true, true]);
        // Its permissions change, and change again at once.
        circuit.pardon(1, now);
        assert!(circuit.allows(Some(1), now));
        refuse(&mut circuit, 1, SHARE);
        circuit.pardon(1, now);
        assert!(!circuit.allows(Some(1), now));
        // Many servers refuse a little: those wait, and no other.
        for server in 10..10 + 300 {
            refuse(&mut circuit, server, SMALL_SHARE);
        }
        let allowed = [Some(10), Some(2), None].map(|server| circuit.allows(server, now));
        assert_eq!(allowed, [false, true, true]);
        while circuit.invalid(now) < BROKEN {
            circuit.count(None, now);
        }
        assert!(!circuit.allows(Some(2), now) && !circuit.allows(None, now));
        // They are forgotten after ten minutes.
        let later = now + MEMORY + Duration::from_secs(1);
        assert!(circuit.allows(Some(1), later) && circuit.servers.is_empty());
    }
}
