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
    changed: Notify,
}

#[derive(Default)]
struct State {
    cancelled: bool,
    pending: bool,
    /// It waits at a gate and is not on its way yet.
    waits: bool,
    completed: Option<Instant>,
}

impl InFlight {
    /// Marks an edit as about to be sent.
    pub(super) fn announce(&self) {
        let mut state = self.state.lock();
        state.pending = !state.cancelled;
    }

    /// Marks it as being sent; `false` if sending was cancelled.
    pub fn begin(&self) -> bool {
        self.change(|state| {
            state.pending = !state.cancelled;
            state.pending
        })
    }

    /// Marks that it waits at a gate from now on.
    pub(super) fn wait(&self) {
        self.change(|state| state.waits = true);
    }

    /// Marks it as on its way.
    pub(super) fn leave(&self) {
        let mut state = self.state.lock();
        (state.waits, state.pending) = (false, true);
    }

    /// Whether it waits at a gate.
    pub(super) fn is_waiting(&self) -> bool {
        self.state.lock().waits
    }

    /// Waits until it is cancelled before it is on its way.
    pub(super) async fn cancelled(&self) {
        self.until(|state| state.cancelled && state.waits).await;
    }

    /// Marks that nothing will be sent any more.
    pub fn close(&self) {
        self.change(|state| (state.cancelled, state.pending, state.waits) = (true, false, false));
    }

    /// Marks it as arrived or given up.
    pub(super) fn complete(&self) {
        self.change(|state| {
            (state.pending, state.waits) = (false, false);
            state.completed = Some(Instant::now());
        });
    }

    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let changed = change(&mut self.state.lock());
        self.changed.notify_waiters();
        changed
    }

    async fn until(&self, holds: impl Fn(&State) -> bool) {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            if holds(&self.state.lock()) {
                return;
            }
            changed.await;
        }
    }
}

/// The in-flight edit of a live message that another one replaces.
pub struct InFlightEdit(Arc<InFlight>);

impl InFlightEdit {
    pub fn new(in_flight: &Arc<InFlight>) -> Self {
        Self(Arc::clone(in_flight))
    }

    /// Whether it is that of this message.
    pub fn is(&self, in_flight: &Arc<InFlight>) -> bool {
        Arc::ptr_eq(&self.0, in_flight)
    }

    /// Prevents everything that is not on its way yet.
    pub fn cancel(&self) {
        self.0.change(|state| state.cancelled = true);
    }

    /// Whether an edit is in flight or arrived after `since`: it may have overwritten a newer one.
    pub fn overlaps(&self, since: Instant) -> bool {
        let state = self.0.state.lock();
        state.pending || state.completed.is_some_and(|completed| completed >= since)
    }

    /// Waits until no edit is in flight.
    pub async fn completed(&self) {
        self.0.until(|state| !state.pending).await;
    }

    /// The same, but does not wait for one that itself still waits at a gate.
    pub async fn landed(&self) {
        self.0.until(|state| !state.pending || state.waits).await;
    }
}
