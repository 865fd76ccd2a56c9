//! Turns: what people ask is carried out in fair turns, by server and then by person.
//!
//! Decides who is next where more was asked than is carried out at once, and what is dropped because one person or one
//! server asks for too much. So a storm in one channel takes the places of nobody elsewhere. What is asked, and how it is
//! answered, it does not know.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::desk::{AskedFrom, Who};
use crate::table::PersonId;

/// So many requests are carried out at once,
const MOST: usize = 256;
/// of one server,
const MOST_OF_SERVER: usize = 64;
/// and of one person.
const MOST_OF_PERSON: usize = 8;

/// The time over which requests are counted, from the first of them.
const COUNTED_FOR: Duration = Duration::from_secs(10);
/// What a person asks beyond so many is dropped; no more wait of one either.
const MOST_BY_PERSON: usize = 300;
/// The same of a server.
const MOST_BY_SERVER: usize = 10_000;
/// From this count on those who ask no more are forgotten.
const MOST_COUNTED: usize = 20_000;

/// Who asks, and on which server; every private channel is one of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Requester {
    pub server: u64,
    pub person: PersonId,
}

impl Requester {
    pub fn of(who: &Who, place: &AskedFrom) -> Self {
        Self {
            server: place.guild.unwrap_or(place.channel),
            person: who.person,
        }
    }
}

/// A request that is dropped, as too many came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flood {
    /// Whether it is the first one that is; then its requester is told.
    pub first: bool,
}

/// Gives everybody their turn.
#[derive(Default)]
pub struct Turns(Mutex<Lines>);

#[derive(Default)]
struct Lines {
    by_person: Counts,
    by_server: Counts,
    underway: usize,
    of_server: HashMap<u64, usize>,
    of_person: HashMap<PersonId, usize>,
    /// Those who wait, by server and person.
    waiting: Round<u64, Round<PersonId, VecDeque<oneshot::Sender<Turn>>>>,
}

/// The turn of a request, until it is dropped.
pub struct Turn {
    turns: Arc<Turns>,
    from: Requester,
}

impl Drop for Turn {
    fn drop(&mut self) {
        let Requester { server, person } = self.from;
        let mut lines = self.turns.0.lock();
        lines.underway -= 1;
        one_less(&mut lines.of_server, &server);
        one_less(&mut lines.of_person, &person);
        drop(lines);
        self.turns.let_through();
    }
}

impl Turns {
    /// Counts a request that has just come.
    ///
    /// # Errors
    /// [`Flood`] if it is one too many.
    pub fn count(&self, from: Requester) -> Result<(), Flood> {
        let now = Instant::now();
        let mut lines = self.0.lock();
        let (person, server) = (from.person.0, from.server);
        lines.by_person.count(person, MOST_BY_PERSON, now)?;
        let waiting = lines.waiting.of.get(&server);
        let own = waiting.and_then(|people| people.of.get(&from.person));
        if own.is_some_and(|own| own.len() >= MOST_BY_PERSON) {
            return Err(Flood { first: false });
        }
        let counted = lines.by_server.count(server, MOST_BY_SERVER, now);
        if counted == Err(Flood { first: true }) {
            tracing::warn!(server, "more is asked on a server than is carried out");
        }
        counted
    }

    /// Waits for the turn of a request. A caller that is cancelled uses up nothing.
    pub async fn enter(self: &Arc<Self>, from: Requester) -> Turn {
        let (admit, turn) = oneshot::channel();
        self.0.lock().wait(from, admit);
        self.let_through();
        turn.await
            .expect("whoever waits is let through, and is kept until then")
    }

    /// Gives a turn to everybody who may have one.
    fn let_through(self: &Arc<Self>) {
        loop {
            let next = self.0.lock().next();
            let Some((from, admit)) = next else {
                return;
            };
            let turns = Arc::clone(self);
            // Who does not wait any more gives it back.
            drop(admit.send(Turn { turns, from }));
        }
    }
}

impl Lines {
    fn wait(&mut self, from: Requester, admit: oneshot::Sender<Turn>) {
        let own = self.waiting.of(from.server).of(from.person);
        own.push_back(admit);
    }

    /// Takes who is next out of the lines, and counts them as being served; `None` if nobody may be.
    fn next(&mut self) -> Option<(Requester, oneshot::Sender<Turn>)> {
        if self.underway >= MOST {
            return None;
        }
        let (of_server, of_person) = (&self.of_server, &self.of_person);
        let next = self.waiting.next(|server, people| {
            if of_server.get(&server).copied().unwrap_or(0) >= MOST_OF_SERVER {
                return None;
            }
            people.next(|person, own| {
                if of_person.get(&person).copied().unwrap_or(0) >= MOST_OF_PERSON {
                    return None;
                }
                while own.front().is_some_and(oneshot::Sender::is_closed) {
                    own.pop_front();
                }
                own.pop_front()
                    .map(|admit| (Requester { server, person }, admit))
            })
        })?;
        self.underway += 1;
        *self.of_server.entry(next.0.server).or_default() += 1;
        *self.of_person.entry(next.0.person).or_default() += 1;
        Some(next)
    }
}

/// What waits under a name each, whose turns come round.
struct Round<K, T> {
    order: VecDeque<K>,
    of: HashMap<K, T>,
}

impl<K, T> Default for Round<K, T> {
    fn default() -> Self {
        Self {
            order: VecDeque::new(),
            of: HashMap::new(),
        }
    }
}

/// Something that can be empty, and is forgotten then.
trait Emptied: Default {
    fn is_emptied(&self) -> bool;
}

impl<T> Emptied for VecDeque<T> {
    fn is_emptied(&self) -> bool {
        self.is_empty()
    }
}

impl<K, T> Emptied for Round<K, T> {
    fn is_emptied(&self) -> bool {
        self.order.is_empty()
    }
}

impl<K: Copy + Eq + std::hash::Hash, T: Emptied> Round<K, T> {
    /// What waits under this name, which is the last one if nothing did.
    fn of(&mut self, name: K) -> &mut T {
        let order = &mut self.order;
        self.of.entry(name).or_insert_with(|| {
            order.push_back(name);
            T::default()
        })
    }

    /// The first that `take` finds; the name that it was under is the last one then.
    fn next<R>(&mut self, mut take: impl FnMut(K, &mut T) -> Option<R>) -> Option<R> {
        for _ in 0..self.order.len() {
            let name = self.order.pop_front()?;
            let own = self.of.get_mut(&name)?;
            let found = take(name, own);
            match own.is_emptied() {
                true => drop(self.of.remove(&name)),
                false => self.order.push_back(name),
            }
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// How many requests came lately, by from where.
#[derive(Default)]
struct Counts(HashMap<u64, (Instant, usize)>);

impl Counts {
    fn count(&mut self, from: u64, most: usize, now: Instant) -> Result<(), Flood> {
        let is_over = |since: Instant| now.saturating_duration_since(since) >= COUNTED_FOR;
        if self.0.len() >= MOST_COUNTED {
            self.0.retain(|_, (since, _)| !is_over(*since));
        }
        let (since, count) = self.0.entry(from).or_insert((now, 0));
        if is_over(*since) {
            (*since, *count) = (now, 0);
        }
        *count += 1;
        match *count > most {
            true => Err(Flood {
                first: *count == most + 1,
            }),
            false => Ok(()),
        }
    }
}

fn one_less<K: Eq + std::hash::Hash>(counts: &mut HashMap<K, usize>, of: &K) {
    if let Some(count) = counts.get_mut(of) {
        *count -= 1;
        if *count == 0 {
            counts.remove(of);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn from(server: u64, person: u64) -> Requester {
        let person = PersonId(person);
        Requester { server, person }
    }

    type Served = Arc<Mutex<Vec<u64>>>;

    /// Has a request wait for its turn, which takes a second and is noted by its server.
    fn ask(turns: &Arc<Turns>, served: &Served, from: Requester) {
        let (turns, served) = (Arc::clone(turns), Arc::clone(served));
        tokio::spawn(async move {
            let _turn = turns.enter(from).await;
            served.lock().push(from.server);
            tokio::time::sleep(Duration::from_secs(1)).await;
        });
    }

    #[tokio::test(start_paused = true)]
    async fn a_storm_on_one_server_delays_no_other() {
        let (turns, served) = (Arc::new(Turns::default()), Served::default());
        for number in 0..1_000 {
            ask(&turns, &served, from(1, 100 + number % 40));
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert_eq!(served.lock().len(), MOST_OF_SERVER);
        let at = Instant::now();
        drop(turns.enter(from(2, 7)).await);
        assert_eq!(at.elapsed(), Duration::ZERO);
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert_eq!(served.lock().len(), 1_000, "and nothing is lost");
        let lines = turns.0.lock();
        assert!(lines.underway == 0 && lines.of_server.is_empty() && lines.of_person.is_empty());
        assert!(lines.waiting.of.is_empty() && lines.waiting.order.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn one_person_delays_nobody_else_on_their_server() {
        let (turns, served) = (Arc::new(Turns::default()), Served::default());
        for _ in 0..200 {
            ask(&turns, &served, from(1, 7));
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert_eq!(served.lock().len(), MOST_OF_PERSON);
        let at = Instant::now();
        drop(turns.enter(from(1, 8)).await);
        assert_eq!(at.elapsed(), Duration::ZERO);
    }

    #[tokio::test(start_paused = true)]
    async fn where_all_places_are_taken_servers_take_turns_and_people_within_them() {
        let (turns, served) = (Arc::new(Turns::default()), Served::default());
        for number in 0..MOST as u64 {
            ask(&turns, &served, from(1_000 + number, 10_000 + number));
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
        served.lock().clear();
        for number in 0..50 {
            ask(&turns, &served, from(1, 100 + number));
        }
        // Somebody's ten requests, and one of somebody else on their server.
        for _ in 0..10 {
            ask(&turns, &served, from(2, 20));
        }
        ask(&turns, &served, from(2, 21));
        ask(&turns, &served, from(3, 30));
        tokio::time::sleep(Duration::from_millis(1)).await;
        assert!(served.lock().is_empty());
        let mut lines = turns.0.lock();
        lines.underway -= 8;
        let next = (0..8).map_while(|_| lines.next());
        let next: Vec<_> = next.map(|(who, _)| (who.server, who.person.0)).collect();
        let expected = [
            (1, 100),
            (2, 20),
            (3, 30),
            (1, 101),
            (2, 21),
            (1, 102),
            (2, 20),
            (1, 103),
        ];
        assert_eq!(next, expected);
        assert!(lines.next().is_none(), "all places are taken again");
    }

    #[tokio::test(start_paused = true)]
    async fn who_does_not_wait_any_more_takes_no_place() {
        let turns = Arc::new(Turns::default());
        let mut held = Vec::new();
        for _ in 0..MOST_OF_PERSON {
            held.push(turns.enter(from(1, 7)).await);
        }
        let gone = tokio::time::timeout(Duration::from_secs(1), turns.enter(from(1, 7)));
        assert!(gone.await.is_err());
        held.pop();
        held.push(turns.enter(from(1, 7)).await);
        assert_eq!(turns.0.lock().underway, MOST_OF_PERSON);
    }

    #[tokio::test(start_paused = true)]
    async fn what_a_person_asks_beyond_three_hundred_in_ten_seconds_is_dropped() {
        let turns = Turns::default();
        let came = |turns: &Turns| {
            (0..400)
                .map(|_| turns.count(from(1, 7)))
                .collect::<Vec<_>>()
        };
        let counted = came(&turns);
        assert!(counted[..300].iter().all(Result::is_ok));
        assert_eq!(counted[300], Err(Flood { first: true }));
        assert!(counted[301..].contains(&Err(Flood { first: false })));
        assert!(!counted[301..].contains(&Err(Flood { first: true })));
        assert_eq!(turns.count(from(1, 8)), Ok(()));
        tokio::time::sleep(COUNTED_FOR).await;
        assert_eq!(came(&turns), counted, "it is counted anew");
    }

    #[tokio::test(start_paused = true)]
    async fn what_a_server_asks_beyond_ten_thousand_in_ten_seconds_is_dropped() {
        let turns = Turns::default();
        let counted = (0..10_001).map(|number| turns.count(from(1, 100 + number % 50)));
        let counted: Vec<_> = counted.collect();
        assert!(counted[..10_000].iter().all(Result::is_ok));
        assert_eq!(counted[10_000], Err(Flood { first: true }));
        assert_eq!(turns.count(from(2, 100)), Ok(()));
    }
}
