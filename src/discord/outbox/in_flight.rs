//! The in-flight edit of a live message when another one takes the message over. It may arrive
//! after a newer edit, which then has to be sent again.

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::Instant;

/// The edit that a live message has in flight, if any; whoever replaces the message may cancel it or wait for it.
#[derive(Default)]
pub struct InFlight {
    state: Mutex<FlightState>,
    changed: Notify,
}

#[derive(Default)]
struct FlightState {
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

    /// Prevents everything that is not on its way yet.
    pub fn cancel(&self) {
        self.change(|state| state.cancelled = true);
    }

    /// Whether an edit is in flight or arrived after `since`: it may have overwritten a newer one.
    pub fn overlaps(&self, since: Instant) -> bool {
        let state = self.state.lock();
        state.pending || state.completed.is_some_and(|completed| completed >= since)
    }

    /// Waits until no edit is in flight.
    pub async fn completed(&self) {
        self.until(|state| !state.pending).await;
    }

    /// The same, but does not wait for one that itself still waits at a gate.
    pub async fn landed(&self) {
        self.until(|state| !state.pending || state.waits).await;
    }

    fn change<T>(&self, change: impl FnOnce(&mut FlightState) -> T) -> T {
        let changed = change(&mut self.state.lock());
        self.changed.notify_waiters();
        changed
    }

    async fn until(&self, holds: impl Fn(&FlightState) -> bool) {
        until(&self.changed, || holds(&self.state.lock())).await;
    }
}

/// Waits until something holds, which is asked again whenever those who wait are told that it has `changed`.
pub async fn until(changed: &Notify, holds: impl Fn() -> bool) {
    loop {
        let changed = changed.notified();
        tokio::pin!(changed);
        changed.as_mut().enable();
        if holds() {
            return;
        }
        changed.await;
    }
}
