//! What is on its way to a message that another keeper takes over: it may arrive after something
//! newer, which is then to be sent again.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Instant;

/// Whether a keeper has something on its way.
#[derive(Default)]
pub(super) struct InFlight {
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
    /// Notes that something is about to be sent.
    pub(super) fn announce(&self) {
        let mut state = self.state.lock();
        state.pending = !state.cancelled;
    }

    /// Notes that something is sent; `false` if nothing may be any more.
    pub(super) fn begin(&self) -> bool {
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

    /// Notes that nothing will be sent any more.
    pub(super) fn close(&self) {
        self.state.lock().cancelled = true;
        self.complete();
    }

    /// Notes that it arrived, or will not any more.
    pub(super) fn complete(&self) {
        let mut state = self.state.lock();
        state.pending = false;
        state.completed = Some(Instant::now());
        drop(state);
        self.completed.notify_waiters();
    }
}

/// What a keeper has on its way when another takes its place.
pub struct InFlightEdit(Arc<InFlight>);

impl InFlightEdit {
    pub(super) fn new(in_flight: &Arc<InFlight>) -> Self {
        Self(Arc::clone(in_flight))
    }

    /// From now on nothing more is sent.
    pub fn cancel(&self) {
        self.0.state.lock().cancelled = true;
    }

    /// Whether something is on its way, or arrived after this: it may have overtaken what was sent
    /// meanwhile.
    pub fn overlaps(&self, since: Instant) -> bool {
        let state = self.0.state.lock();
        state.pending || state.completed.is_some_and(|completed| completed >= since)
    }

    /// Waits until nothing is on its way.
    pub async fn completed(&self) {
        let completed = self.0.completed.notified();
        tokio::pin!(completed);
        completed.as_mut().enable();
        if self.0.state.lock().pending {
            completed.await;
        }
    }
}
