//! Which sessions are wanted and which of them are connected, and what happens to them, for the operator.
//!
//! Decides when a shard counts as connected. Opens and closes nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use metrics::{counter, describe_counter, describe_gauge, gauge};
use parking_lot::Mutex;
use poise::serenity_prelude::FullEvent;
use serenity::gateway::{ConnectionStage, ShardManager};
use serenity::model::id::ShardId;

const SESSIONS: &str = "tractor_bot_gateway_sessions";
const EVENTS: &str = "tractor_bot_gateway_events_total";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionEvent {
    /// A new one began.
    Ready,
    /// One went on after its connection was lost.
    Resumed,
    /// One was lost for good; another one is opened.
    Lost,
    /// The gateway could not be reached.
    Unreachable,
}

impl SessionEvent {
    const ALL: [Self; 4] = [Self::Ready, Self::Resumed, Self::Lost, Self::Unreachable];

    const fn name(self) -> &'static str {
        match self {
            SessionEvent::Ready => "ready",
            SessionEvent::Resumed => "resumed",
            SessionEvent::Lost => "lost",
            SessionEvent::Unreachable => "unreachable",
        }
    }

    pub fn count(self) {
        counter!(EVENTS, "event" => self.name()).increment(1);
    }
}

/// Counts what serenity tells of a session.
pub fn count(event: &FullEvent) {
    match event {
        FullEvent::Ready { .. } => SessionEvent::Ready.count(),
        FullEvent::Resume { .. } => SessionEvent::Resumed.count(),
        _ => {}
    }
}

/// Tells what is measured here, and begins to count.
pub fn describe() {
    describe_gauge!(
        SESSIONS,
        "Connections to Discord: those wanted, and those that are there."
    );
    describe_counter!(EVENTS, "What happened to sessions at Discord's gateway.");
    for event in SessionEvent::ALL {
        counter!(EVENTS, "event" => event.name()).absolute(0);
    }
}

/// The sessions of this process. Clones are the same.
#[derive(Clone, Default)]
pub struct Connections {
    /// By shard.
    wanted: Arc<Mutex<BTreeMap<u32, Session>>>,
}

struct Session {
    /// Differs from that of every other, also of the same shard.
    number: u64,
    /// Who knows its stage once it is open.
    manager: Option<Arc<ShardManager>>,
}

impl Session {
    fn is_connected(&self, shard: u32) -> bool {
        let Some(manager) = &self.manager else {
            return false;
        };
        // The list is held only for a moment, by whoever changes a stage.
        manager.runners.try_lock().is_ok_and(|runners| {
            let runner = runners.get(&ShardId(shard));
            runner.is_some_and(|runner| runner.stage == ConnectionStage::Connected)
        })
    }
}

impl Connections {
    /// This session is to be opened.
    pub(super) fn begin(&self, shard: u32, number: u64) {
        let session = Session {
            number,
            manager: None,
        };
        self.wanted.lock().insert(shard, session);
    }

    /// The gateway was reached for this session.
    pub(super) fn open(&self, shard: u32, number: u64, manager: Arc<ShardManager>) {
        if let Some(session) = self.wanted.lock().get_mut(&shard)
            && session.number == number
        {
            session.manager = Some(manager);
        }
    }

    /// This session has ended, or is not wanted any more.
    pub(super) fn end(&self, shard: u32, number: u64) {
        let mut wanted = self.wanted.lock();
        if wanted
            .get(&shard)
            .is_some_and(|session| session.number == number)
        {
            wanted.remove(&shard);
        }
    }

    /// How many of the wanted sessions are connected, and how many are wanted.
    pub fn count(&self) -> (usize, usize) {
        let wanted = self.wanted.lock();
        let connected = wanted
            .iter()
            .filter(|(shard, session)| session.is_connected(**shard));
        (connected.count(), wanted.len())
    }

    /// Sets the figures as they are now.
    pub fn sample(&self) {
        let (connected, wanted) = self.count();
        gauge!(SESSIONS, "state" => "connected").set(connected as f64);
        gauge!(SESSIONS, "state" => "wanted").set(wanted as f64);
    }
}
