//! Answers what was heard of a person when their turn has come: what people ask is carried out in fair turns, by server and by
//! person.
//!
//! Decides how much is carried out at once, of one person, of one server and of all, and what is dropped because one person or
//! one server asks for too much. So a storm in one channel takes the places of nobody elsewhere.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use serenity::all::ChannelId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::boards::Signal;
use super::boards::posted::note_member;
use super::heard::{Incoming, What};
use super::outbox::measured;
use super::replies::promptly;
use super::{Bot, interactions, replies};
use crate::desk::{AskedFrom, FormRoute, Who};
use crate::table::PersonId;

/// Answers what was heard in this process when its turn has come; of somebody who asks for too much nothing is.
pub async fn answer(bot: &Bot, heard: Incoming) {
    let _answering = bot.underway.subscribe();
    if let Some(interaction) = heard.interaction() {
        let kind = match heard.what {
            What::Press(..) => measured::PRESS,
            _ => measured::COMMAND,
        };
        // Discord repeats events now and then.
        if !bot.outbox.hear(interaction.id, kind) {
            return;
        }
    }
    let from = Requester::of(&heard.who, &heard.place);
    if let Err(flood) = bot.turns.count(from) {
        if let Some(by) = heard.interaction().filter(|_| flood.first) {
            let cx = bot.desk.front.context(&heard.who, &heard.place).await;
            bot.outbox.tell_one(by, say!(cx, "discord-too-much")).await;
        }
        return;
    }
    let turn = bot.turns.enter(from).await;
    // What takes long waits for others, and keeps nobody waiting.
    let answered = Box::pin(here(bot, heard));
    promptly(answered, async { drop(turn) }).await;
}

/// Carries out what was heard, and answers it.
async fn here(bot: &Bot, heard: Incoming) {
    count_token(bot, &heard).await;
    let way = match &heard.what {
        What::Slash(..) => Some(FormRoute::Slash),
        What::Press(..) => None,
        What::Typed(..) | What::Bare(..) | What::Unknown(..) => Some(FormRoute::Typed),
    };
    bot.is_used_by(heard.who.person, way);
    match &heard.what {
        What::Slash(by, slash) => replies::to_slash(bot, &heard, (by, slash)).await,
        What::Press(by, press) => interactions::pressed(bot, &heard, (by, press)).await,
        What::Typed(line, command) => replies::to_message(bot, &heard, *line, command).await,
        What::Bare(line, unknown) => replies::to_bare_line(bot, &heard, line, unknown).await,
        What::Unknown(line, unknown) => {
            replies::unknown_command(bot, &heard, *line, unknown).await;
        }
    }
    if heard.place.as_guest {
        bot.boards.tell(heard.place.channel, &Signal::Used);
    }
}

/// Counts the token of what was used in a chat that nothing else reaches.
async fn count_token(bot: &Bot, heard: &Incoming) {
    let Some(by) = heard.interaction() else {
        return;
    };
    let channel = ChannelId::new(heard.place.channel.max(1));
    let guests = bot.outbox.guests();
    if heard.place.as_guest {
        guests.lend(channel, &by.token, by.until);
    } else if guests.has(channel) {
        note_member(bot, channel).await;
    }
}

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
pub struct Turns {
    all: Arc<Semaphore>,
    of_server: Places,
    of_person: Places,
    counts: Mutex<[Counts; 2]>,
}

impl Default for Turns {
    fn default() -> Self {
        Self {
            all: Arc::new(Semaphore::new(MOST)),
            of_server: Places::of(MOST_OF_SERVER),
            of_person: Places::of(MOST_OF_PERSON),
            counts: Mutex::default(),
        }
    }
}

/// The turn of a request, until it is dropped.
pub type Turn = [OwnedSemaphorePermit; 3];

impl Turns {
    /// Counts a request that has just come.
    ///
    /// # Errors
    /// [`Flood`] if it is one too many.
    pub fn count(&self, from: Requester) -> Result<(), Flood> {
        let (person, server) = (from.person.0, from.server);
        let [by_person, by_server] = &mut *self.counts.lock();
        count(by_person, person, MOST_BY_PERSON)?;
        if self.of_person.used(person) >= MOST_BY_PERSON {
            return Err(Flood { first: false });
        }
        let counted = count(by_server, server, MOST_BY_SERVER);
        if counted == Err(Flood { first: true }) {
            tracing::warn!(server, "more is asked on a server than is carried out");
        }
        counted
    }

    /// Waits for the turn of a request. A caller that is cancelled uses up nothing.
    pub async fn enter(&self, from: Requester) -> Turn {
        let person = place(self.of_person.get(from.person.0)).await;
        let server = place(self.of_server.get(from.server)).await;
        let all = place(Arc::clone(&self.all)).await;
        [person, server, all]
    }
}

async fn place(of: Arc<Semaphore>) -> OwnedSemaphorePermit {
    of.acquire_owned().await.expect("nobody closes it")
}

/// So many places each, by an id.
struct Places {
    each: usize,
    known: Mutex<HashMap<u64, Arc<Semaphore>>>,
}

impl Places {
    fn of(each: usize) -> Self {
        let known = Mutex::default();
        Self { each, known }
    }

    fn get(&self, id: u64) -> Arc<Semaphore> {
        let mut known = self.known.lock();
        if known.len() >= MOST_COUNTED {
            known.retain(|_, places| Arc::strong_count(places) > 1);
        }
        let places = || Arc::new(Semaphore::new(self.each));
        Arc::clone(known.entry(id).or_insert_with(places))
    }

    /// How many have a place or wait for one.
    fn used(&self, id: u64) -> usize {
        let known = self.known.lock();
        known.get(&id).map_or(0, |of| Arc::strong_count(of) - 1)
    }
}

/// How many requests came lately, by from where.
type Counts = HashMap<u64, (Instant, usize)>;

/// Counts one more, of which there may be so many.
fn count(counts: &mut Counts, from: u64, most: usize) -> Result<(), Flood> {
    if counts.len() >= MOST_COUNTED {
        counts.retain(|_, (since, _)| since.elapsed() < COUNTED_FOR);
    }
    let (since, count) = counts.entry(from).or_insert((Instant::now(), 0));
    if since.elapsed() >= COUNTED_FOR {
        (*since, *count) = (Instant::now(), 0);
    }
    *count += 1;
    let first = *count == most + 1;
    (*count <= most).then_some(()).ok_or(Flood { first })
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
        assert_eq!(turns.all.available_permits(), MOST);
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
        assert_eq!(turns.all.available_permits(), MOST - MOST_OF_PERSON);
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
