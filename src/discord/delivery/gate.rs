//! A gate: a queue that lets requests through at the pace of a rate limit, the most urgent first.
//!
//! Within a class whoever has waited longest goes first: for a message that shows a state that is the
//! age of the oldest change that people do not see yet, and not the time at which it joined the queue. What people did is
//! ahead of what computers did by [`HEAD_START`] and no more, and of what can wait by [`PATIENCE`], so that under
//! load none is left behind. Among the most urgent, which may come in storms, those from different sources
//! (servers) take turns: whoever has a hundred answers there is served its second when others were served their
//! first. So that no class waits for ever, every eighth place that is given to somebody who waits goes to whoever
//! has waited longest, of whatever class. The limit is a [`RequestPace`]. Knows no requests and no Discord.

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
}

/// The place of a request in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueueRank {
    pub urgency: Urgency,
    /// Since when somebody waits for what it shows.
    pub since: Instant,
    /// The server that it is for, or the channel that belongs to none; `None` where that is not known or does not
    /// matter.
    pub source: Option<u64>,
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
pub trait RequestPace: Send + 'static {
    /// Admits one request now and counts it.
    ///
    /// # Errors
    /// When to ask again.
    fn admit(&mut self, urgency: Urgency, now: Instant) -> Result<(), Instant>;

    /// An admitted request was not sent after all.
    fn give_back(&mut self);
}

/// A queue before a [`RequestPace`].
pub struct Gate<P> {
    state: Arc<Mutex<GateState<P>>>,
}

/// Those who wait, by their round, by since when, and by when they came.
type WaitingQueue = BTreeMap<Place, oneshot::Sender<()>>;
type Place = (u64, Instant, u64);

struct GateState<P> {
    pace: P,
    /// By class.
    queues: [WaitingQueue; Urgency::ALL.len()],
    rounds: Rounds,
    /// How many have come.
    came: u64,
    pumping: bool,
    /// The places given to those who waited.
    given: u64,
}

/// By so much a play of a person is ahead of one of a computer.
pub const HEAD_START: Duration = Duration::from_secs(2);
/// By so much a play of a person is ahead of what can wait, such as a card that was dealt.
pub const PATIENCE: Duration = Duration::from_secs(6);
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

impl<P: RequestPace> Gate<P> {
    pub fn new(pace: P) -> Self {
        let state = GateState {
            pace,
            queues: Default::default(),
            rounds: Rounds::default(),
            came: 0,
            pumping: false,
            given: 0,
        };
        Self {
            state: Arc::new(Mutex::new(state)),
        }
    }

    /// Waits until admitted. A caller that is cancelled uses up nothing.
    pub async fn enter(&self, rank: impl Into<QueueRank>) {
        let QueueRank {
            urgency,
            since,
            source,
        } = rank.into();
        let waiting = {
            let mut state = self.state.lock();
            let now = Instant::now();
            let first = state.first();
            let source = source.filter(|_| urgency == Urgency::Urgent);
            let round = state.rounds.of(source);
            let ahead = |(first, (their, waits, _)): (Urgency, Place)| {
                order(urgency, round, since) < order(first, their, waits)
            };
            let overtakes = first.is_none_or(ahead) && state.longest(now).is_none();
            if overtakes && state.pace.admit(urgency, now).is_ok() {
                return;
            }
            let (admit, waiting) = oneshot::channel();
            state.came += 1;
            let place = (round, since, state.came);
            state.rounds.take(source);
            state.queue(urgency).insert(place, admit);
            if !state.pumping {
                state.pumping = true;
                spawn(pump(Arc::clone(&self.state)));
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

    pub fn waiting(&self) -> usize {
        let state = self.state.lock();
        let all = state.queues.iter().flat_map(BTreeMap::values);
        all.filter(|admit| !admit.is_closed()).count()
    }

    /// Whether somebody else has this gate too.
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(&self.state) > 1
    }
}

/// What the lowest of goes first: what people wait for, then what happened at tables.
fn order(urgency: Urgency, round: u64, since: Instant) -> (u8, u64, Instant) {
    match urgency {
        Urgency::Urgent => (0, round, since),
        Urgency::Played => (1, 0, since),
        Urgency::Automatic => (1, 0, since + HEAD_START),
        Urgency::Cosmetic => (1, 0, since + PATIENCE),
    }
}

/// In which round of the most urgent each source is served next.
#[derive(Default)]
struct Rounds {
    now: u64,
    /// Of those that were served in the present one or are waiting: always later than it.
    next: HashMap<u64, u64>,
}

impl Rounds {
    fn of(&self, source: Option<u64>) -> u64 {
        let next = source.and_then(|source| self.next.get(&source));
        next.copied().unwrap_or(self.now)
    }

    fn take(&mut self, source: Option<u64>) {
        let round = self.of(source);
        if let Some(source) = source {
            self.next.insert(source, round + 1);
        }
    }

    /// One of this round is served.
    fn serve(&mut self, round: u64) {
        if round > self.now {
            self.now = round;
            self.next.retain(|_, next| *next > round);
        }
    }
}

impl<P> GateState<P> {
    const fn queue(&mut self, urgency: Urgency) -> &mut WaitingQueue {
        &mut self.queues[urgency as usize]
    }

    /// Who is first of each class.
    fn fronts(&self) -> impl Iterator<Item = (Urgency, Place)> {
        Urgency::ALL.into_iter().filter_map(|urgency| {
            let (place, _) = self.queues[urgency as usize].first_key_value()?;
            Some((urgency, *place))
        })
    }

    /// The class whose turn it is, and the place of its first.
    fn first(&mut self) -> Option<(Urgency, Place)> {
        for queue in &mut self.queues {
            while let Some(first) = queue.first_entry()
                && first.get().is_closed()
            {
                first.remove();
            }
        }
        self.fronts()
            .min_by_key(|(urgency, (round, since, _))| order(*urgency, *round, *since))
    }

    /// The class of whoever has waited longest, if the next place is for them.
    fn longest(&self, now: Instant) -> Option<Urgency> {
        if self.given % ONE_FOR_THE_LONGEST != ONE_FOR_THE_LONGEST - 1 {
            return None;
        }
        let longest = self.fronts().min_by_key(|(_, (_, since, _))| *since);
        let longest = longest.filter(|(_, (_, since, _))| *since + LONG <= now);
        longest.map(|(urgency, _)| urgency)
    }
}

async fn pump<P: RequestPace>(state: Arc<Mutex<GateState<P>>>) {
    while let Some(at) = let_through(&state) {
        // Waking earlier notices an urgent request that joined, or a corrected pace.
        sleep_until(at.min(Instant::now() + LOOK_AGAIN)).await;
    }
}

const LOOK_AGAIN: Duration = Duration::from_millis(100);

/// Admits every request that may pass now; when to look again if any still waits.
fn let_through<P: RequestPace>(state: &Mutex<GateState<P>>) -> Option<Instant> {
    let mut state = state.lock();
    loop {
        let Some((first, _)) = state.first() else {
            state.pumping = false;
            state.rounds = Rounds::default();
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
        let next = state.queue(urgency).pop_first();
        let round = next.as_ref().map_or(0, |((round, ..), _)| *round);
        match next.map(|(_, admit)| admit.send(())) {
            Some(Ok(())) => {
                state.given += 1;
                state.rounds.serve(round);
            }
            Some(Err(())) | None => state.pace.give_back(),
        }
    }
}
