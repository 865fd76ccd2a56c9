//! The circuit breaker. Discord bans an IP address after ten thousand invalid requests in ten
//! minutes; well before that only urgent requests are sent, then none.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

use super::gate::Urgency;

/// The time over which Discord counts.
const MEMORY: Duration = Duration::from_secs(600);
/// From this count on cosmetic requests are held back.
const WARY: usize = 500;
/// From this count on nothing is sent.
const BROKEN: usize = 3_000;

/// Counts invalid requests.
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
    use super::*;

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
