//! The other processes, as this one knows them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{oneshot, watch};
use tokio::time::{Instant, timeout};

use super::known::Known;
use super::once::Once;
use crate::desk::directory::Directory;
use crate::discord::heard::{Heard, Offer};
use crate::host::Held;
use crate::store::peers::Peers;

/// How long a request waits until it is certain which shards are held here.
const CERTAIN_WITHIN: Duration = Duration::from_millis(2_000);
/// How long other processes are told something.
pub(super) const TOLD_WITHIN: Duration = Duration::from_millis(1_000);

/// The other processes, as this one knows them.
pub struct Company {
    pub(super) peers: Arc<dyn Peers>,
    pub(super) held: watch::Receiver<Held>,
    pub(super) known: Known,
    pub(super) answered: Once,
    /// The completions that are waited for, by the id of the question.
    pub(super) questions: Mutex<HashMap<u64, oneshot::Sender<Vec<Offer>>>>,
}

impl Company {
    /// The company of a process that holds these shards.
    pub fn new(peers: Arc<dyn Peers>, held: watch::Receiver<Held>) -> Self {
        Self {
            peers,
            held,
            known: Known::default(),
            answered: Once::default(),
            questions: Mutex::default(),
        }
    }

    /// Whether there are other processes, or tables that one of them had a moment ago.
    pub fn is_several(&self, known: &Directory) -> bool {
        let held = self.held.borrow().has_company();
        held || self.known.has_others(self.peers.life()) || !known.is_empty()
    }

    /// Whether it is answered here for the first time.
    pub fn is_first(&self, heard: &Heard) -> bool {
        self.answered.is_first(heard.id())
    }

    /// Waits until it is certain which shards are held here; `false` if that takes too long.
    pub(super) async fn is_certain(&self) -> bool {
        let certain = |held: &Held| held.is_certain(Instant::now());
        if certain(&self.held.borrow()) {
            return true;
        }
        let mut held = self.held.clone();
        let becomes = timeout(CERTAIN_WITHIN, held.wait_for(certain));
        matches!(becomes.await, Ok(Ok(_)))
    }

    /// Tells one process, or all others; a word that is lost is only logged.
    pub(super) async fn tell(&self, to: Option<&str>, topic: &str, body: String) {
        let told = timeout(TOLD_WITHIN, self.peers.tell(to, topic, body)).await;
        if !matches!(told, Ok(Ok(()))) {
            tracing::warn!(topic, "other processes could not be told something");
        }
    }
}
