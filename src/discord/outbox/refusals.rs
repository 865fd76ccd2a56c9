//! What Discord refused lately, by server, and whether it takes the bot's token.
//!
//! Decides what is no longer sent when too much was refused. Discord shuts an address out after ten thousand invalid requests
//! in ten minutes; well before that servers wait that do not let the bot do what it does, and in the end
//! everybody.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use tokio::time::Instant;

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
/// How often a refusal that is no known one is told.
const TOLD_EVERY: Duration = Duration::from_secs(3_600);
const MOST_TOLD: usize = 256;

#[derive(Debug, Default)]
pub struct Refusals {
    /// When, and on which server if it was refused there.
    invalid: VecDeque<(Instant, Option<u64>)>,
    pardoned: HashMap<u64, Instant>,
    /// When a refusal with this status and code was told.
    told: HashMap<(u16, u32), Instant>,
    /// Whether the bot's token is not taken any more, as far as is known.
    revoked: bool,
    /// Whether somebody asks just now if it is taken.
    asked: bool,
}

impl Refusals {
    /// Counts a request that was answered 401, 403 or 429; with the server that refused it.
    pub fn count(&mut self, server: Option<u64>, now: Instant) {
        self.forget(now);
        self.invalid.push_back((now, server));
        if let Some(server) = server.filter(|server| self.of(*server) == SHARE) {
            tracing::warn!(server, "much was refused on a server; it waits");
        }
        let count = self.invalid.len();
        if matches!(count, MANY | BROKEN) {
            tracing::error!(
                count,
                "many requests were refused in ten minutes; sending less"
            );
        }
    }

    /// Whether a refusal that is no known one is to be told: once an hour.
    pub fn tells(&mut self, status: u16, code: u32, now: Instant) -> bool {
        self.told.retain(|_, at| *at + TOLD_EVERY > now);
        let is_new = self.told.len() < MOST_TOLD && !self.told.contains_key(&(status, code));
        if is_new {
            self.told.insert((status, code), now);
        }
        is_new
    }

    /// What a server refused may be allowed there now: it begins anew.
    pub fn pardon(&mut self, server: u64, now: Instant) {
        self.pardoned.retain(|_, at| *at + PARDONED_EVERY > now);
        if self.pardoned.contains_key(&server) || self.of(server) == 0 {
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
        let share = match self.invalid(now) {
            BROKEN.. => return false,
            MANY.. => SMALL_SHARE,
            _ => SHARE,
        };
        server.is_none_or(|server| self.of(server) < share)
    }

    /// Invalid requests of the last ten minutes.
    pub fn invalid(&mut self, now: Instant) -> usize {
        self.forget(now);
        self.invalid.len()
    }

    fn of(&self, server: u64) -> usize {
        let refused = self.invalid.iter();
        refused.filter(|(_, of)| *of == Some(server)).count()
    }

    fn forget(&mut self, now: Instant) {
        while self
            .invalid
            .pop_front_if(|(at, _)| *at + MEMORY < now)
            .is_some()
        {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_server_that_refuses_much_waits_alone_and_in_the_end_everybody_does() {
        let now = Instant::now();
        let mut refusals = Refusals::default();
        let refuse = |refusals: &mut Refusals, server: u64, times: usize| {
            (0..times).for_each(|_| refusals.count(Some(server), now));
        };
        refuse(&mut refusals, 1, SHARE - 1);
        assert!(refusals.allows(Some(1), now));
        refuse(&mut refusals, 1, 1);
        let allowed = [Some(1), Some(2), None].map(|server| refusals.allows(server, now));
        assert_eq!(allowed, [false, true, true]);
        // Its permissions change, and change again at once.
        refusals.pardon(1, now);
        assert!(refusals.allows(Some(1), now));
        refuse(&mut refusals, 1, SHARE);
        refusals.pardon(1, now);
        assert!(!refusals.allows(Some(1), now));
        // Many servers refuse a little: those wait, and no other.
        for server in 10..10 + 300 {
            refuse(&mut refusals, server, SMALL_SHARE);
        }
        let allowed = [Some(10), Some(2), None].map(|server| refusals.allows(server, now));
        assert_eq!(allowed, [false, true, true]);
        while refusals.invalid(now) < BROKEN {
            refusals.count(None, now);
        }
        assert!(!refusals.allows(Some(2), now) && !refusals.allows(None, now));
        // They are forgotten after ten minutes.
        let later = now + MEMORY + Duration::from_secs(1);
        assert!(refusals.allows(Some(1), later) && refusals.invalid.is_empty());
    }
}
