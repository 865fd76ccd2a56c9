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

/// What happens: a new session began, or one went on after its connection was lost; one was lost for good, so that
/// another one is opened; the gateway could not be reached.
const HAPPENS: [&str; 4] = ["ready", "resumed", "lost", "unreachable"];

/// Counts what happened to a session.
pub(super) fn happened(event: &'static str) {
    counter!(EVENTS, "event" => event).increment(1);
}

/// Counts what serenity tells of a session.
pub fn count(event: &FullEvent) {
    match event {
        FullEvent::Ready { .. } => happened("ready"),
        FullEvent::Resume { .. } => happened("resumed"),
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
    for event in HAPPENS {
        counter!(EVENTS, "event" => event).absolute(0);
    }
}

/// The sessions of this process. Clones are the same.
#[derive(Clone, Default)]
pub struct Connections {
    /// By shard; with who knows its stage once it is open.
    wanted: Arc<Mutex<BTreeMap<u32, Option<Arc<ShardManager>>>>>,
}

fn is_connected((shard, manager): (&u32, &Option<Arc<ShardManager>>)) -> bool {
    let Some(manager) = manager else {
        return false;
    };
    // The list is held only for a moment, by whoever changes a stage.
    manager.runners.try_lock().is_ok_and(|runners| {
        let runner = runners.get(&ShardId(*shard));
        runner.is_some_and(|runner| runner.stage == ConnectionStage::Connected)
    })
}

impl Connections {
    /// The session of a shard is to be opened, or is open.
    pub(super) fn note(&self, shard: u32, open: Option<Arc<ShardManager>>) {
        self.wanted.lock().insert(shard, open);
    }

    /// How many of the wanted sessions are connected, and how many are wanted.
    pub fn count(&self) -> (usize, usize) {
        let wanted = self.wanted.lock();
        let connected = wanted.iter().filter(|session| is_connected(*session));
        (connected.count(), wanted.len())
    }

    /// Sets the figures as they are now.
    pub fn sample(&self) {
        let (connected, wanted) = self.count();
        gauge!(SESSIONS, "state" => "connected").set(connected as f64);
        gauge!(SESSIONS, "state" => "wanted").set(wanted as f64);
    }
}
