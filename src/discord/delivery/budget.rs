//! The budget: the requests a second that Discord allows the bot as a whole.
//!
//! Decides which of the waiting requests is sent next, the most urgent first. Everything that counts
//! passes here: messages, and what the bot asks when it starts.

use tokio::time::Instant;

use super::gate::{Gate, Rank};
use super::measured;
use super::pace::RateLimit;

/// Requests a second of all processes together, below Discord's limit of fifty.
pub const MOST_A_SECOND: usize = 45;

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
pub struct Place(Gate<RateLimit>);

impl Drop for Place {
    fn drop(&mut self) {
        let now = Instant::now();
        self.0.with(|limit| limit.answered(now));
    }
}

impl Budget {
    /// Waits for a place. A caller that is cancelled uses up nothing.
    pub async fn pass(&self, rank: impl Into<Rank>) -> Place {
        let (rank, asked) = (rank.into(), Instant::now());
        self.gate.enter(rank).await;
        measured::waited(rank.urgency, asked.elapsed());
        Place(self.gate.clone())
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
