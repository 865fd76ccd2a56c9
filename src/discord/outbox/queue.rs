//! A queue before a limit: lets requests through at its pace, whatever is due first.
//!
//! A request is due some time after somebody began to wait for what it shows, by its [`Urgency`]. So the more urgent goes
//! first, of equals what people have waited for longest, and under load nothing is left behind. Each urgent
//! request of a server is due a little later than the one before, so that in a storm servers take turns. Knows no
//! requests and no Discord.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

use crate::host::spawn;

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
    pub const ALL: [Self; 4] = [Self::Urgent, Self::Played, Self::Automatic, Self::Cosmetic];

    /// How long it can wait, compared with others.
    const fn patience(self) -> Duration {
        Duration::from_secs(match self {
            Urgency::Urgent => 0,
            Urgency::Played => 50,
            Urgency::Automatic => 52,
            Urgency::Cosmetic => 56,
        })
    }
}

/// By so much the next urgent request of a server is due later: when many tables begin at once on one, others wait for
/// the first of them, and not for all.
const TURN: Duration = Duration::from_secs(1);

/// The place of a request in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueRank {
    pub urgency: Urgency,
    /// Since when somebody waits for what it shows: the age of the oldest change that people do not see yet.
    pub since: Instant,
    /// The server that it is for, or the channel that belongs to none; `None` where that is not known or does not
    /// matter.
    pub source: Option<u64>,
}

impl QueueRank {
    /// The server that takes turns with others.
    fn turn(self) -> Option<u64> {
        self.source.filter(|_| self.urgency == Urgency::Urgent)
    }
}

impl From<Urgency> for QueueRank {
    /// Of something that is asked for now.
    fn from(urgency: Urgency) -> Self {
        Self {
            urgency,
            since: Instant::now(),
            source: None,
        }
    }
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

/// A queue before a [`Pace`]. Clones share it.
pub struct Queue<P>(Arc<Mutex<Waiting<P>>>);

struct Waiting<P> {
    pace: P,
    /// By when it is due, and when it came.
    heap: BTreeMap<(Instant, u64), (Urgency, oneshot::Sender<()>)>,
    came: u64,
    /// When the last urgent request of each server is due, while anybody waits.
    servers: HashMap<u64, Instant>,
    pumping: bool,
}

impl<P> Clone for Queue<P> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<P: Pace> Queue<P> {
    pub fn new(pace: P) -> Self {
        Self(Arc::new(Mutex::new(Waiting {
            pace,
            heap: BTreeMap::new(),
            came: 0,
            servers: HashMap::new(),
            pumping: false,
        })))
    }

    /// Waits until a request may pass. A caller that is cancelled uses up nothing.
    pub async fn enter(&self, rank: QueueRank) {
        let waiting = {
            let mut queue = self.0.lock();
            let due = queue.due(rank);
            let first = queue.heap.first_key_value();
            let overtakes = first.is_none_or(|((first, _), _)| due < *first);
            if overtakes && queue.pace.admit(rank.urgency, Instant::now()).is_ok() {
                return;
            }
            let (admit, waiting) = oneshot::channel();
            queue.push(rank, due, admit);
            if !queue.pumping {
                queue.pumping = true;
                spawn(pump(Arc::clone(&self.0)));
            }
            waiting
        };
        let mut place = Place {
            queue: self,
            waiting,
        };
        // The pump ends only when nobody waits, so this cannot fail; passing would be right if it did.
        (&mut place.waiting).await.ok();
    }

    /// Reads or corrects the pace.
    pub fn with<T>(&self, change: impl FnOnce(&mut P) -> T) -> T {
        change(&mut self.0.lock().pace)
    }

    /// Whether anybody waits.
    pub fn is_busy(&self) -> bool {
        self.0.lock().pumping
    }

    pub fn waiting(&self) -> usize {
        let queue = self.0.lock();
        let waiting = queue.heap.values();
        waiting.filter(|(_, admit)| !admit.is_closed()).count()
    }

    /// Whether somebody else has this queue too.
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(&self.0) > 1
    }
}

/// A place in the queue, until it is left: by passing, or because the caller was cancelled.
struct Place<'a, P: Pace> {
    queue: &'a Queue<P>,
    waiting: oneshot::Receiver<()>,
}

impl<P: Pace> Drop for Place<'_, P> {
    fn drop(&mut self) {
        self.waiting.close();
        // It was admitted, and has not noticed.
        if self.waiting.try_recv().is_ok() {
            self.queue.with(Pace::give_back);
        }
    }
}

impl<P: Pace> Waiting<P> {
    fn due(&self, rank: QueueRank) -> Instant {
        let due = rank.since + rank.urgency.patience();
        let last = rank.turn().and_then(|server| self.servers.get(&server));
        last.map_or(due, |last| due.max(*last + TURN))
    }

    fn push(&mut self, rank: QueueRank, due: Instant, admit: oneshot::Sender<()>) {
        if let Some(server) = rank.turn() {
            self.servers.insert(server, due);
        }
        self.came += 1;
        self.heap.insert((due, self.came), (rank.urgency, admit));
    }

    /// Admits every request that may pass now; when to look again if any still waits.
    fn let_through(&mut self) -> Option<Instant> {
        while let Some(first) = self.heap.first_entry() {
            let (urgency, admit) = first.get();
            if admit.is_closed() {
                first.remove();
                continue;
            }
            if let Err(at) = self.pace.admit(*urgency, Instant::now()) {
                return Some(at);
            }
            let (_, admit) = first.remove();
            if admit.send(()).is_err() {
                self.pace.give_back();
            }
        }
        self.servers.clear();
        self.pumping = false;
        None
    }
}

const LOOK_AGAIN: Duration = Duration::from_millis(100);

async fn pump<P: Pace>(queue: Arc<Mutex<Waiting<P>>>) {
    loop {
        let at = queue.lock().let_through();
        let Some(at) = at else {
            return;
        };
        // Waking earlier notices an urgent request that joined, or a corrected pace.
        sleep_until(at.min(Instant::now() + LOOK_AGAIN)).await;
    }
}
