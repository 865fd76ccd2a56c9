//! A gate: a queue that lets requests through at the pace of a rate limit, urgent ones first.
//!
//! The limit is a [`Pace`]: [`RateLimit`] for the bot as a whole, [`Window`] for a channel or an
//! interaction. Knows no requests and no Discord.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

/// How urgent a request is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// Somebody is waiting for it: an answer, a turn, a call.
    Urgent,
    /// It can wait: progress of the deal, tidying a channel.
    Cosmetic,
}

/// Decides when a request may pass.
pub trait Pace: Send + 'static {
    /// Admits one request now and counts it.
    ///
    /// # Errors
    /// When to ask again.
    fn admit(&mut self, urgency: Urgency, now: Instant) -> Result<(), Instant>;

    /// An admitted request was not sent after all.
    fn give_back(&mut self);
}

/// A queue before a [`Pace`].
pub struct Gate<P> {
    state: Arc<Mutex<State<P>>>,
}

struct State<P> {
    pace: P,
    urgent: VecDeque<oneshot::Sender<()>>,
    cosmetic: VecDeque<oneshot::Sender<()>>,
    pumping: bool,
}

impl<P> Clone for Gate<P> {
    fn clone(&self) -> Self {
        Self {
            state: Arc::clone(&self.state),
        }
    }
}

impl<P: Pace> Gate<P> {
    /// A gate with this pace and nobody waiting.
    pub fn new(pace: P) -> Self {
        let (urgent, cosmetic) = (VecDeque::new(), VecDeque::new());
        let state = State {
            pace,
            urgent,
            cosmetic,
            pumping: false,
        };
        Self {
            state: Arc::new(Mutex::new(state)),
        }
    }

    /// Waits until admitted. A caller that is cancelled uses up nothing.
    pub async fn enter(&self, urgency: Urgency) {
        let waiting = {
            let mut state = self.state.lock();
            let overtakes = state.first().is_none_or(|first| urgency < first);
            if overtakes && state.pace.admit(urgency, Instant::now()).is_ok() {
                return;
            }
            let (sender, waiting) = oneshot::channel();
            state.queue(urgency).push_back(sender);
            if !state.pumping {
                state.pumping = true;
                tokio::spawn(pump(Arc::clone(&self.state)));
            }
            waiting
        };
        // The pump ends only when nobody waits, so this cannot fail; passing would be right if it
        // did.
        waiting.await.ok();
    }

    /// Reads or corrects the pace.
    pub fn with<T>(&self, change: impl FnOnce(&mut P) -> T) -> T {
        change(&mut self.state.lock().pace)
    }

    /// Whether anybody waits.
    pub fn is_busy(&self) -> bool {
        self.state.lock().pumping
    }
}

impl<P> State<P> {
    fn queue(&mut self, urgency: Urgency) -> &mut VecDeque<oneshot::Sender<()>> {
        match urgency {
            Urgency::Urgent => &mut self.urgent,
            Urgency::Cosmetic => &mut self.cosmetic,
        }
    }

    /// The urgency of the first request that still waits.
    fn first(&mut self) -> Option<Urgency> {
        for urgency in [Urgency::Urgent, Urgency::Cosmetic] {
            let queue = self.queue(urgency);
            while queue.front().is_some_and(oneshot::Sender::is_closed) {
                queue.pop_front();
            }
            if !queue.is_empty() {
                return Some(urgency);
            }
        }
        None
    }
}

async fn pump<P: Pace>(state: Arc<Mutex<State<P>>>) {
    while let Some(at) = let_through(&state) {
        // Waking earlier notices an urgent request that joined, or a corrected pace.
        sleep_until(at.min(Instant::now() + LOOK_AGAIN)).await;
    }
}

const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// Admits every request that may pass now; when to look again if any still waits.
fn let_through<P: Pace>(state: &Mutex<State<P>>) -> Option<Instant> {
    let mut state = state.lock();
    loop {
        let Some(urgency) = state.first() else {
            state.pumping = false;
            return None;
        };
        if let Err(at) = state.pace.admit(urgency, Instant::now()) {
            return Some(at);
        }
        let next = state.queue(urgency).pop_front();
        if next.is_some_and(|sender| sender.send(()).is_err()) {
            state.pace.give_back();
        }
    }
}

/// At most so many requests in any second, wherever that second starts. A request counts from when
/// it is sent until a second after its answer, so its time on the way does not matter.
#[derive(Debug)]
pub struct RateLimit {
    most: usize,
    underway: usize,
    answered: VecDeque<Instant>,
    closed_until: Instant,
}

const SECOND: Duration = Duration::from_secs(1);

impl RateLimit {
    /// At most `most` requests a second.
    pub fn new(most: usize) -> Self {
        let (answered, closed_until) = (VecDeque::new(), Instant::now());
        Self {
            most,
            underway: 0,
            answered,
            closed_until,
        }
    }

    /// From now on at most `most` requests a second, at least 1.
    pub fn set_most(&mut self, most: usize) {
        self.most = most.max(1);
    }

    /// An answer came, or will not come any more.
    pub fn answered(&mut self, now: Instant) {
        self.underway = self.underway.saturating_sub(1);
        self.answered.push_back(now);
    }

    /// Nothing passes before `until`.
    pub fn close_until(&mut self, until: Instant) {
        self.closed_until = self.closed_until.max(until);
    }
}

impl Pace for RateLimit {
    fn admit(&mut self, _: Urgency, now: Instant) -> Result<(), Instant> {
        if now < self.closed_until {
            return Err(self.closed_until);
        }
        while self.answered.front().is_some_and(|at| *at + SECOND <= now) {
            self.answered.pop_front();
        }
        if self.underway + self.answered.len() >= self.most {
            let next = self.answered.front().map(|at| *at + SECOND);
            return Err(next.unwrap_or(now + SECOND));
        }
        self.underway += 1;
        Ok(())
    }

    fn give_back(&mut self) {
        self.underway = self.underway.saturating_sub(1);
    }
}

/// So many requests in a window that opens with the first of them, as Discord counts. Headers of
/// answers correct the assumed values.
#[derive(Debug)]
pub struct Window {
    limit: u32,
    length: Duration,
    left: u32,
    sent: u32,
    ends: Option<Instant>,
    closed_until: Option<Instant>,
}

impl Window {
    /// Assumes `limit` in `length` until an answer says otherwise.
    pub fn new(limit: u32, length: Duration) -> Self {
        Self {
            limit,
            length,
            left: limit,
            sent: 0,
            ends: None,
            closed_until: None,
        }
    }

    /// Takes over the headers of an answer, as far as they are present: `remaining` of `limit`
    /// until `ends`.
    pub fn answered(&mut self, limit: Option<u32>, remaining: Option<u32>, ends: Option<Instant>) {
        self.sent = self.sent.saturating_sub(1);
        if let Some(limit) = limit {
            self.limit = limit.max(1);
        }
        if let (Some(remaining), Some(ends)) = (remaining, ends) {
            // Requests in flight were not yet counted in this answer.
            self.left = remaining.saturating_sub(self.sent);
            self.ends = Some(ends);
        }
    }

    /// Nothing passes before `until`.
    pub fn close_until(&mut self, until: Instant) {
        self.closed_until = Some(until);
    }

    /// Whether a new window would be the same.
    pub fn is_fresh(&self, now: Instant) -> bool {
        self.sent == 0
            && self.ends.is_none_or(|ends| ends < now)
            && self.closed_until.is_none_or(|until| until < now)
    }
}

impl Pace for Window {
    fn admit(&mut self, urgency: Urgency, now: Instant) -> Result<(), Instant> {
        if let Some(until) = self.closed_until.filter(|until| now < *until) {
            return Err(until);
        }
        let ends = match self.ends {
            Some(ends) if now < ends => ends,
            Some(_) | None => {
                self.left = self.limit.saturating_sub(self.sent).max(1);
                *self.ends.insert(now + self.length)
            }
        };
        // The last request of a window is reserved for urgent ones.
        let kept = u32::from(urgency == Urgency::Cosmetic && self.limit > 2);
        if self.left <= kept {
            return Err(ends);
        }
        self.left -= 1;
        self.sent += 1;
        Ok(())
    }

    fn give_back(&mut self) {
        self.left += 1;
        self.sent = self.sent.saturating_sub(1);
    }
}
