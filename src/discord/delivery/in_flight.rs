//! The in-flight edit of a live message when another one takes the message over. It may arrive
//! after a newer edit, which then has to be sent again.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Instant;

/// The edit that a live message has in flight, if any.
#[derive(Default)]
pub struct InFlight {
    state: Mutex<State>,
    completed: Notify,
}

#[derive(Default)]
struct State {
    cancelled: bool,
    pending: bool,
    completed: Option<Instant>,
}

impl InFlight {
    /// Marks an edit as about to be sent.
    pub(super) fn announce(&self) {
        let mut state = self.state.lock();
        state.pending = !state.cancelled;
    }

    /// Marks it as sent; `false` if sending was cancelled.
    pub fn begin(&self) -> bool {
        let allowed = {
            let mut state = self.state.lock();
            state.pending = !state.cancelled;
            state.pending
        };
        if !allowed {
            self.completed.notify_waiters();
        }
        allowed
    }

    /// Marks that nothing will be sent any more.
    pub fn close(&self) {
        self.state.lock().cancelled = true;
        self.complete();
    }

    /// Marks it as arrived or given up.
    pub(super) fn complete(&self) {
        let mut state = self.state.lock();
        state.pending = false;
        state.completed = Some(Instant::now());
        drop(state);
        self.completed.notify_waiters();
    }
}

/// The in-flight edit of a live message that another one replaces.
pub struct InFlightEdit(Arc<InFlight>);

impl InFlightEdit {
    /// That of this message.
    pub fn new(in_flight: &Arc<InFlight>) -> Self {
        Self(Arc::clone(in_flight))
    }

    /// Whether it is that of this message.
    pub fn is(&self, in_flight: &Arc<InFlight>) -> bool {
        Arc::ptr_eq(&self.0, in_flight)
    }

    /// Prevents everything that is not sent yet.
    pub fn cancel(&self) {
        self.0.state.lock().cancelled = true;
    }

    /// Whether an edit is in flight or arrived after `since`: it may have overwritten a newer one.
    pub fn overlaps(&self, since: Instant) -> bool {
        let state = self.0.state.lock();
        state.pending || state.completed.is_some_and(|completed| completed >= since)
    }

    /// Waits until no edit is in flight.
    pub async fn completed(&self) {
        let completed = self.0.completed.notified();
        tokio::pin!(completed);
        completed.as_mut().enable();
        if self.0.state.lock().pending {
            completed.await;
        }
    }
}
