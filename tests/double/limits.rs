//! Discord's limits: requests by bucket, by bot, and the invalid ones that end in a ban. Fixed windows that open with
//! their first request, as Discord's do. What is asked of a bot is told in the headers of every answer.

use super::clock::Moment;
use std::collections::{HashMap, VecDeque};
use std::time::Duration;

/// Which of Discord's limits hold. Deadlines of interactions and tokens always do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limits {
    /// No answer is ever 429, for tests of what a bot does rather than how fast.
    Off,
    /// All of them.
    Real,
}

/// So long an invalid request counts.
const BAN_WINDOW: Duration = Duration::from_secs(600);
const GLOBAL: Quota = Quota {
    requests: 50,
    per: Duration::from_secs(1),
};
/// How old a message is when its edits become few.
pub const OLD_MESSAGE: Duration = Duration::from_secs(3600);
/// Edits of old messages in one channel. Discord does not tell the figure; this is what others have seen.
pub const OLD_EDITS: Quota = Quota {
    requests: 3,
    per: Duration::from_secs(20),
};

#[derive(Clone, Copy, Debug)]
pub struct Quota {
    pub requests: u32,
    pub per: Duration,
}

#[derive(Clone, Copy)]
struct Window {
    opened: Moment,
    used: u32,
}

/// The state of a bucket after a request, for the headers.
#[derive(Clone, Debug)]
pub struct Standing {
    pub bucket: String,
    pub limit: u32,
    pub remaining: u32,
    pub reset_after: Duration,
}

/// A request that came too soon.
#[derive(Clone, Debug)]
pub struct TooMany {
    pub retry_after: Duration,
    pub global: bool,
    pub standing: Option<Standing>,
}

#[derive(Default)]
pub struct Limiter {
    windows: HashMap<String, Window>,
    global: Option<Window>,
    invalid: VecDeque<Moment>,
    /// The most requests that counted against the bot in one global window.
    pub busiest: u32,
}

impl Limiter {
    /// Counts a request, unless it comes too soon.
    pub fn admit(
        &mut self,
        method: &str,
        route: &str,
        major: &str,
        now: Moment,
    ) -> Result<Standing, TooMany> {
        if counts_globally(route) {
            let window = current(self.global, GLOBAL, now);
            if window.used >= GLOBAL.requests {
                let retry_after = GLOBAL.per - (now - window.opened);
                return Err(TooMany {
                    retry_after,
                    global: true,
                    standing: None,
                });
            }
        }
        let quota = quota(method, route);
        let bucket =
            format!("{method} {route}").replace("/messages/@original", "/messages/{message_id}");
        let key = format!("{bucket} {major}");
        let name = bucket_name(&bucket);
        let window = current(self.windows.get(&key).copied(), quota, now);
        let reset_after = quota.per - (now - window.opened);
        if window.used >= quota.requests {
            let standing = Standing {
                bucket: name,
                limit: quota.requests,
                remaining: 0,
                reset_after,
            };
            return Err(TooMany {
                retry_after: reset_after,
                global: false,
                standing: Some(standing),
            });
        }
        let used = window.used + 1;
        self.windows.insert(key, Window { used, ..window });
        if counts_globally(route) {
            let window = current(self.global, GLOBAL, now);
            self.global = Some(Window {
                used: window.used + 1,
                ..window
            });
            self.busiest = self.busiest.max(window.used + 1);
        }
        Ok(Standing {
            bucket: name,
            limit: quota.requests,
            remaining: quota.requests - used,
            reset_after,
        })
    }

    /// Counts one edit of an old message in a channel; how long to wait if there were too many.
    pub fn admit_old_edit(&mut self, channel: u64, now: Moment) -> Result<(), Duration> {
        let key = format!("old edits {channel}");
        let window = current(self.windows.get(&key).copied(), OLD_EDITS, now);
        if window.used >= OLD_EDITS.requests {
            return Err(OLD_EDITS.per - (now - window.opened));
        }
        self.windows.insert(
            key,
            Window {
                used: window.used + 1,
                ..window
            },
        );
        Ok(())
    }

    pub fn count_invalid(&mut self, now: Moment) {
        self.invalid.push_back(now);
    }

    /// Invalid requests of the last ten minutes.
    pub fn invalid(&mut self, now: Moment) -> usize {
        while self
            .invalid
            .front()
            .is_some_and(|at| *at + BAN_WINDOW < now)
        {
            self.invalid.pop_front();
        }
        self.invalid.len()
    }
}

fn current(window: Option<Window>, quota: Quota, now: Moment) -> Window {
    match window {
        Some(window) if now < window.opened + quota.per => window,
        Some(_) | None => Window {
            opened: now,
            used: 0,
        },
    }
}

/// Interaction callbacks and everything that goes through an interaction's token are free of the global limit.
fn counts_globally(route: &str) -> bool {
    !route.starts_with("/interactions/")
        && !route.starts_with("/webhooks/{webhook_id}/{webhook_token}")
}

fn quota(method: &str, route: &str) -> Quota {
    let (requests, milliseconds) = match (method, route) {
        ("POST", "/channels/{channel_id}/messages")
        | ("PATCH", "/channels/{channel_id}/messages/{message_id}")
        | ("POST", "/interactions/{interaction_id}/{interaction_token}/callback") => (5, 5_000),
        ("DELETE", "/channels/{channel_id}/messages/{message_id}") => (5, 1_000),
        (_, route) if route.starts_with("/webhooks/") => (5, 5_000),
        ("PUT", route) if route.contains("/commands") => (5, 20_000),
        ("GET", "/gateway/bot") => (2, 5_000),
        _ => (10, 10_000),
    };
    Quota {
        requests,
        per: Duration::from_millis(milliseconds),
    }
}

/// Discord shows a bucket by an opaque name.
fn bucket_name(bucket: &str) -> String {
    let hash = bucket
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
    format!("{hash:016x}")
}
