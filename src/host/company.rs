//! What processes that share leases have agreed on: how long leases last, and what they tell each other
//! about them.
//!
//! Changes nothing itself: see `sharing`.

use std::time::Duration;

use crate::store::peers::{Heard, Word};

/// How long leases last, and how often they are renewed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    pub(super) lease: Duration,
    pub(super) renewal: Duration,
}

/// How long a lease lasts after its last renewal, where other processes may take it: whoever is silent
/// for this long loses its tables.
pub(super) const LEASE: Duration = Duration::from_secs(8);

/// The interval of renewals there.
pub(super) const RENEWAL: Duration = Duration::from_secs(2);

/// A process that has been silent for longer than it should be is looked for: one that ended is known to
/// have ended before its leases do.
pub(super) const DOUBTED_AFTER: Duration = Duration::from_millis(2_500);

/// A process lets go of what it could not renew this long before others may take it.
pub(super) const MARGIN: Duration = Duration::from_secs(1);

/// How long the connection of a shard that was given up is kept at most.
pub(super) const HAND_OVER: Duration = Duration::from_secs(20);

/// How long it is kept once another process is connected: what Discord told before may still be on its way.
pub(super) const GRACE: Duration = Duration::from_secs(2);

/// The topic of what processes tell each other about leases.
pub(super) const TOPIC: &str = "leases";

/// Told when leases have become free.
pub(super) const FREE: &str = "free";

/// Told, with the number of the shard, by who hears Discord there.
pub(super) const CONNECTED: &str = "connected ";

/// What another process said about leases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    /// There may be leases to take.
    Free,
    /// It is connected for this shard.
    Connected(u32),
}

/// What these words say about leases, if anything.
pub(super) fn said(heard: &Heard) -> Option<Said> {
    match heard {
        Heard::Missed => Some(Said::Free),
        Heard::Word(Word { topic, body, .. }) if topic == TOPIC => {
            match body.strip_prefix(CONNECTED) {
                Some(shard) => shard.parse().ok().map(Said::Connected),
                None => (body == FREE).then_some(Said::Free),
            }
        }
        Heard::Word(_) => None,
    }
}
