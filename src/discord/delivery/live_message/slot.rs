//! What a live message is to show next, and what is known of it: shared by those who have states to show
//! and the task that sends them.
//!
//! Decides what becomes of a state that was not sent when a newer one comes.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use parking_lot::Mutex;
use serenity::model::id::MessageId;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use crate::discord::delivery::gate::Urgency;
use crate::discord::delivery::in_flight::InFlight;
use crate::discord::delivery::letter::Letter;

#[derive(Default)]
pub(super) struct Slot {
    pub(super) due: Mutex<Option<Due>>,
    pub(super) message: Mutex<Option<MessageId>>,
    pub(super) changed: Notify,
    pub(super) posted: Notify,
    pub(super) finished: AtomicBool,
    pub(super) erased: AtomicBool,
    /// Another process shows the message from now on.
    pub(super) abandoned: AtomicBool,
    pub(super) dead: watch::Sender<bool>,
    /// The message may not show what was sent last.
    pub(super) doubted: AtomicBool,
    /// The bot could not write there when it last tried.
    pub(super) barred: AtomicBool,
    /// Ends a rest early: what was in the way may be gone.
    pub(super) retry: Notify,
    /// Something more urgent became due.
    pub(super) hurry: Notify,
    pub(super) in_flight: Arc<InFlight>,
}

#[derive(Clone)]
pub(super) struct Due {
    pub(super) letter: Letter,
    pub(super) urgency: Urgency,
    /// Since when something is due that is not shown yet.
    pub(super) since: Instant,
    pub(super) posting: Posting,
    /// What the old message shows in the end, if this state is posted anew.
    pub(super) farewell: Option<Letter>,
}

/// Which message shows a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Posting {
    /// The existing one.
    Same,
    /// A new one; the old one is deleted.
    Below,
    /// A new one; the old one stays, without its controls.
    Anew,
}

impl Slot {
    pub(super) fn put(&self, mut due: Due) {
        if due.urgency < Urgency::Cosmetic {
            self.in_flight.announce();
        }
        {
            let mut slot = self.due.lock();
            if let Some(older) = slot.take() {
                due.urgency = due.urgency.min(older.urgency);
                due.since = due.since.min(older.since);
                due.farewell = older.farewell;
                if due.posting == Posting::Anew && older.posting != Posting::Anew {
                    due.farewell = Some(older.letter);
                }
                due.posting = due.posting.max(older.posting);
            }
            *slot = Some(due);
        }
        self.hurry.notify_waiters();
        self.changed.notify_one();
    }

    /// Whether something is due that is more urgent than this.
    fn has_more_urgent(&self, than: Urgency) -> bool {
        self.due
            .lock()
            .as_ref()
            .is_some_and(|due| due.urgency < than)
    }

    /// Waits until something more urgent is due than what still waits at a gate.
    pub(super) async fn hurried(&self, waiting: Urgency) {
        loop {
            let hurry = self.hurry.notified();
            tokio::pin!(hurry);
            hurry.as_mut().enable();
            if self.in_flight.is_waiting() && self.has_more_urgent(waiting) {
                return;
            }
            hurry.await;
        }
    }

    /// Makes a failed state due again unless a newer one is.
    pub(super) fn put_back(&self, older: Due) {
        let mut slot = self.due.lock();
        match slot.as_mut() {
            Some(newer) => {
                if newer.posting == Posting::Anew && older.posting != Posting::Anew {
                    newer.farewell.get_or_insert(older.letter);
                }
                newer.posting = newer.posting.max(older.posting);
                newer.since = newer.since.min(older.since);
            }
            None => *slot = Some(older),
        }
    }
}
