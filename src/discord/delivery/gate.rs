//! A gate: a queue that lets requests through at the pace of a rate limit, the most urgent first.
//!
//! Within a class it is first come, first served. So that no class waits for ever, every eighth place
//! that is given to somebody who waits goes to whoever has waited longest, of whatever class. The
//! limit is a [`Pace`]. Knows no requests and no Discord.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

/// How urgent a request is, from the most urgent class to the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Urgency {
    /// Somebody waits for it: an answer, a direct message, a mention.
    Urgent,
    /// What a person did at a table, for those who look at it.
    Played,
    /// What a computer or the clock did there, and pictures.
    Automatic,
    /// It can wait: progress of the deal, tidying a channel.
    Cosmetic,
}

impl Urgency {
    const ALL: [Self; 4] = [Self::Urgent, Self::Played, Self::Automatic, Self::Cosmetic];
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

struct Waiting {
    since: Instant,
    admit: oneshot::Sender<()>,
}

struct State<P> {
    pace: P,
    /// By class.
    queues: [VecDeque<Waiting>; Urgency::ALL.len()],
    pumping: bool,
    /// The places given to those who waited.
    given: u64,
}

/// Of so many places one is for whoever has waited longest.
const ONE_FOR_THE_LONGEST: u64 = 8;
/// Whoever has waited less than this is not ahead of others by it.
const LONG: Duration = Duration::from_secs(1);

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
        let state = State {
            pace,
            queues: Default::default(),
            pumping: false,
            given: 0,
        };
        Self {
            state: Arc::new(Mutex::new(state)),
        }
    }

    /// Waits until admitted. A caller that is cancelled uses up nothing.
    pub async fn enter(&self, urgency: Urgency) {
        let waiting = {
            let mut state = self.state.lock();
            let now = Instant::now();
            let first = state.first();
            let overtakes =
                first.is_none_or(|first| urgency < first) && state.longest(now).is_none();
            if overtakes && state.pace.admit(urgency, now).is_ok() {
                return;
            }
            let (admit, waiting) = oneshot::channel();
            let since = now;
            state.queue(urgency).push_back(Waiting { since, admit });
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

    /// How many wait.
    pub fn waiting(&self) -> usize {
        let state = self.state.lock();
        let all = state.queues.iter().flatten();
        all.filter(|waiting| !waiting.admit.is_closed()).count()
    }

    /// Whether somebody else has this gate too.
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(&self.state) > 1
    }
}

impl<P> State<P> {
    const fn queue(&mut self, urgency: Urgency) -> &mut VecDeque<Waiting> {
        &mut self.queues[urgency as usize]
    }

    /// The most urgent class of which somebody waits.
    fn first(&mut self) -> Option<Urgency> {
        for queue in &mut self.queues {
            while queue.front().is_some_and(|first| first.admit.is_closed()) {
                queue.pop_front();
            }
        }
        let mut all = Urgency::ALL.into_iter();
        all.find(|urgency| !self.queues[*urgency as usize].is_empty())
    }

    /// The class of whoever has waited longest, if the next place is for them.
    fn longest(&self, now: Instant) -> Option<Urgency> {
        if self.given % ONE_FOR_THE_LONGEST != ONE_FOR_THE_LONGEST - 1 {
            return None;
        }
        let fronts = Urgency::ALL.into_iter().filter_map(|urgency| {
            let since = self.queues[urgency as usize].front()?.since;
            (since + LONG <= now).then_some((since, urgency))
        });
        fronts.min().map(|(_, urgency)| urgency)
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
        let Some(first) = state.first() else {
            state.pumping = false;
            return None;
        };
        let now = Instant::now();
        let longest = state.longest(now);
        // A pace may keep its last places for the more urgent.
        let longest = longest.filter(|longest| state.pace.admit(*longest, now).is_ok());
        let urgency = match longest {
            Some(longest) => longest,
            None => match state.pace.admit(first, now) {
                Ok(()) => first,
                Err(at) => return Some(at),
            },
        };
        let next = state.queue(urgency).pop_front();
        match next.map(|waiting| waiting.admit.send(())) {
            Some(Ok(())) => state.given += 1,
            Some(Err(())) | None => state.pace.give_back(),
        }
    }
}
