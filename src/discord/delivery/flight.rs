//! What is on its way to a message that another keeper takes over: it may arrive after something
//! newer, which is then to be sent again.

use std::sync::{Arc, Mutex};

use tokio::sync::Notify;
use tokio::time::Instant;

use super::lock;

/// Whether a keeper has something on its way.
#[derive(Default)]
pub(super) struct Wing {
    state: Mutex<State>,
    landed: Notify,
}

#[derive(Default)]
struct State {
    grounded: bool,
    under_way: bool,
    landed: Option<Instant>,
}

impl Wing {
    /// Notes that something is about to be sent.
    pub(super) fn announce(&self) {
        let mut state = lock(&self.state);
        state.under_way = !state.grounded;
    }

    /// Notes that something is sent; `false` if nothing may be any more.
    pub(super) fn take_off(&self) -> bool {
        let flies = {
            let mut state = lock(&self.state);
            state.under_way = !state.grounded;
            state.under_way
        };
        if !flies {
            self.landed.notify_waiters();
        }
        flies
    }

    /// Notes that nothing will be sent any more.
    pub(super) fn close(&self) {
        lock(&self.state).grounded = true;
        self.land();
    }

    /// Notes that it arrived, or will not any more.
    pub(super) fn land(&self) {
        let mut state = lock(&self.state);
        state.under_way = false;
        state.landed = Some(Instant::now());
        drop(state);
        self.landed.notify_waiters();
    }
}

/// What a keeper has on its way when another takes its place.
pub struct Flight(Arc<Wing>);

impl Flight {
    pub(super) fn new(wing: &Arc<Wing>) -> Self {
        Self(Arc::clone(wing))
    }

    /// From now on nothing more is sent.
    pub fn ground(&self) {
        lock(&self.0.state).grounded = true;
    }

    /// Whether something is on its way, or arrived after this: it may have overtaken what was sent
    /// meanwhile.
    pub fn crosses(&self, since: Instant) -> bool {
        let state = lock(&self.0.state);
        state.under_way || state.landed.is_some_and(|landed| landed >= since)
    }

    /// Waits until nothing is on its way.
    pub async fn landed(&self) {
        let landed = self.0.landed.notified();
        tokio::pin!(landed);
        landed.as_mut().enable();
        if lock(&self.0.state).under_way {
            landed.await;
        }
    }
}
