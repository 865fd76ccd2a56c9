//! The time that Discord's deadlines are measured by. It stands still and is moved ahead by a test, so that fifteen
//! minutes of a token's life need not be waited for, and no slow machine misses a deadline; or it runs with tokio's
//! clock, where that is asked for. It never goes back.

use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::Instant;

/// Milliseconds from the Unix epoch to Discord's, 1 January 2015.
const DISCORD_EPOCH_MS: u64 = 1_420_070_400_000;

/// A point in time: how long after the double started.
pub type Moment = Duration;

/// How Discord's time goes by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// By [`crate::Double::advance`] alone.
    Held,
    /// With tokio's clock.
    Runs,
}

pub struct Clock {
    wall_at_start: Duration,
    started: Option<Instant>,
    ahead: Duration,
}

impl Clock {
    pub fn start(time: Time) -> Self {
        let wall_at_start = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .expect("the epoch has passed");
        Self {
            wall_at_start,
            started: (time == Time::Runs).then(Instant::now),
            ahead: Duration::ZERO,
        }
    }

    pub fn now(&self) -> Moment {
        let ran = self.started.map(|started| started.elapsed());
        ran.unwrap_or_default() + self.ahead
    }

    pub fn advance(&mut self, by: Duration) {
        self.ahead += by;
    }

    /// Seconds since the Unix epoch.
    pub fn unix(&self, moment: Moment) -> Duration {
        self.wall_at_start + moment
    }

    /// The time part of a snowflake made at `moment`.
    pub fn snowflake(&self, moment: Moment) -> u64 {
        let ms = u64::try_from(self.unix(moment).as_millis()).expect("milliseconds fit for ages");
        (ms - DISCORD_EPOCH_MS) << 22
    }

    /// An ISO 8601 timestamp as Discord writes it.
    pub fn stamp(&self, moment: Moment) -> String {
        let unix = self.unix(moment);
        let seconds = i64::try_from(unix.as_secs()).expect("seconds fit for ages");
        let time = serenity::model::Timestamp::from_unix_timestamp(seconds).expect("a valid time");
        let text = time.to_string();
        let whole = text.trim_end_matches('Z');
        format!(
            "{}.{:06}+00:00",
            whole.split('.').next().unwrap_or(whole),
            unix.subsec_micros()
        )
    }
}
