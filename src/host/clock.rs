//! The time of day, for deadlines that people see and for the journal.
//!
//! Waiting uses tokio's clock, which tests can pause.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::table::UnixMillis;

pub trait Clock: Send + Sync + 'static {
    fn now(&self) -> UnixMillis;
}

#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> UnixMillis {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        UnixMillis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }
}
