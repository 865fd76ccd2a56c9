//! What Discord allows: so many requests a second for the bot as a whole ([`Budget`]), and a window for each route
//! ([`Windows`]).
//!
//! Decides how many requests may be under way, from what is assumed and from what the headers of answers say.

use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

use super::measured;
use super::queue::{Pace, Queue, QueueRank, Urgency};
use super::wire::{Lane, RateHeaders};

/// Requests a second of a bot that was told nothing else, below Discord's usual limit of fifty.
pub const MOST_A_SECOND: usize = 45;

/// The bot's limit for requests of all routes. Clones share it.
pub type Budget = Queue<RateLimit>;

impl Default for Budget {
    fn default() -> Self {
        Self::new(RateLimit {
            most: MOST_A_SECOND,
            underway: 0,
            answered: VecDeque::new(),
            closed_until: Instant::now(),
        })
    }
}

/// The place of a request under way; it is free a second after this is dropped.
pub struct RequestPermit(Budget);

impl Drop for RequestPermit {
    fn drop(&mut self) {
        self.0.with(|limit| {
            limit.give_back();
            limit.answered.push_back(Instant::now());
        });
    }
}

impl Budget {
    /// Waits for a place. A caller that is cancelled uses up nothing.
    pub async fn pass(&self, rank: impl Into<QueueRank>) -> RequestPermit {
        let (rank, asked) = (rank.into(), Instant::now());
        self.enter(rank).await;
        measured::waited(rank.urgency, asked.elapsed());
        RequestPermit(self.clone())
    }

    /// From now on at most so many requests a second, at least 1.
    pub fn set_most(&self, most: usize) {
        self.with(|limit| limit.most = most.max(1));
    }

    pub(super) fn close_until(&self, until: Instant) {
        self.with(|limit| limit.closed_until = limit.closed_until.max(until));
    }

    /// Whether nobody waits and less than half of a second's requests were sent.
    pub fn is_calm(&self) -> bool {
        let is_calm = |limit: &mut RateLimit| {
            let now = Instant::now();
            limit.forget(now);
            let sent = limit.underway + limit.answered.len();
            now >= limit.closed_until && sent * 2 < limit.most
        };
        !self.is_busy() && self.with(is_calm)
    }
}

/// From this count on, windows in their initial state are dropped.
const MOST_WINDOWS: usize = 4_096;

/// The windows in use.
#[derive(Default)]
pub struct Windows(Mutex<Known>);

#[derive(Default)]
struct Known {
    queues: HashMap<Lane, Queue<Window>>,
    /// How many there were after the last were dropped.
    kept: usize,
}

impl Windows {
    /// What waits for the window of a route.
    pub fn of(&self, lane: Lane) -> Queue<Window> {
        let mut known = self.0.lock();
        if let Some(queue) = known.queues.get(&lane) {
            return queue.clone();
        }
        // What is looked through grows with what is in use, so that this is rare.
        if known.queues.len() >= MOST_WINDOWS.max(2 * known.kept) {
            let now = Instant::now();
            // One that somebody is about to enter may still look unused.
            let is_used = |queue: &Queue<Window>| {
                queue.is_shared() || queue.is_busy() || !queue.with(|window| window.is_fresh(now))
            };
            known.queues.retain(|_, queue| is_used(queue));
            known.kept = known.queues.len();
        }
        let (limit, length) = lane.assumed();
        let queue = || Queue::new(Window::new(limit, length));
        known.queues.entry(lane).or_insert_with(queue).clone()
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
    fn forget(&mut self, now: Instant) {
        while self.answered.front().is_some_and(|at| *at + SECOND <= now) {
            self.answered.pop_front();
        }
    }
}

impl Pace for RateLimit {
    fn admit(&mut self, _: Urgency, now: Instant) -> Result<(), Instant> {
        if now < self.closed_until {
            return Err(self.closed_until);
        }
        self.forget(now);
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
///
/// Answers overtake each other, and one of an earlier window can come in a later one. So an answer
/// makes room only by opening a later window, and whatever is on the way is assumed to count in every
/// window until its answer is there.
#[derive(Debug)]
pub struct Window {
    limit: u32,
    length: Duration,
    left: u32,
    /// On the way.
    sent: u32,
    opened: Option<Instant>,
    ends: Option<Instant>,
    /// The end is from an answer.
    told: bool,
    closed_until: Option<Instant>,
}

/// When to ask again while everything that a window admits is on the way.
const SOON: Duration = Duration::from_millis(100);

impl Window {
    /// Assumes `limit` in `length` until an answer says otherwise.
    pub fn new(limit: u32, length: Duration) -> Self {
        Self {
            limit,
            length,
            left: limit,
            sent: 0,
            opened: None,
            ends: None,
            told: false,
            closed_until: None,
        }
    }

    /// A request that was sent at `sent_at` is answered now, with these headers, or will not be.
    pub fn answered(&mut self, sent_at: Instant, headers: &RateHeaders, now: Instant) {
        self.sent = self.sent.saturating_sub(1);
        if let Some(limit) = headers.limit.map(|limit| limit.max(1)) {
            self.left = (self.left + limit).saturating_sub(self.limit);
            self.limit = limit;
        }
        let (Some(remaining), Some(reset)) = (headers.remaining, headers.reset_after) else {
            return;
        };
        let (Some(opened), Some(known)) = (self.opened, self.ends) else {
            return;
        };
        let (left, ends) = (remaining.saturating_sub(self.sent), now + reset);
        let margin = self.length / 2;
        if sent_at < opened {
            // Discord's window may have begun late and last longer than this one.
            if ends > known {
                (self.left, self.ends) = (self.left.min(left), Some(ends));
            }
            return;
        }
        if remaining + 1 == self.limit {
            self.length = reset.max(SOON);
        }
        if !self.told {
            (self.left, self.ends, self.told) = (self.left.min(left), Some(ends), true);
        } else if ends > known + margin {
            (self.left, self.ends) = (left, Some(ends));
        } else if ends + margin >= known {
            (self.left, self.ends) = (self.left.min(left), Some(known.max(ends)));
        }
    }

    pub fn close_until(&mut self, until: Instant) {
        self.closed_until = Some(until);
    }

    /// Whether a new window would be the same.
    pub fn is_fresh(&self, now: Instant) -> bool {
        self.sent == 0
            && self.ends.is_none_or(|ends| ends <= now)
            && self.closed_until.is_none_or(|until| until <= now)
    }

    /// How many requests of this urgency may pass now.
    ///
    /// # Errors
    /// If none may: when to ask again.
    pub fn room(&self, urgency: Urgency, now: Instant) -> Result<u32, Instant> {
        if let Some(until) = self.closed_until.filter(|until| now < *until) {
            return Err(until);
        }
        let open = self.ends.filter(|ends| now < *ends);
        let (left, ends) = match open {
            Some(ends) => (self.left, ends),
            None => (self.limit.saturating_sub(self.sent), now + SOON),
        };
        // The last request of a window is kept for those for whom somebody waits.
        let kept = u32::from(urgency > Urgency::Played && self.limit > 2);
        match left.saturating_sub(kept) {
            0 => Err(ends),
            room => Ok(room),
        }
    }
}

impl Pace for Window {
    fn admit(&mut self, urgency: Urgency, now: Instant) -> Result<(), Instant> {
        self.room(urgency, now)?;
        if self.ends.is_none_or(|ends| ends <= now) {
            self.left = self.limit.saturating_sub(self.sent);
            (self.opened, self.ends) = (Some(now), Some(now + self.length));
            self.told = false;
        }
        self.left = self.left.saturating_sub(1);
        self.sent += 1;
        Ok(())
    }

    fn give_back(&mut self) {
        self.left += 1;
        self.sent = self.sent.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use serenity::model::id::ChannelId;

    use super::super::wire::Address;
    use super::*;
    use crate::chance::Seed;

    #[tokio::test(start_paused = true)]
    async fn a_window_in_use_is_never_dropped() {
        let windows = Windows::default();
        let lane = |number: u64| {
            Address::post(ChannelId::new(number))
                .lane
                .expect("it has one")
        };
        let (held, used) = (windows.of(lane(1)), lane(2));
        let admit = |queue: &Queue<Window>| {
            queue.with(|window| window.admit(Urgency::Urgent, Instant::now()).is_ok())
        };
        assert!(admit(&windows.of(used.clone())));
        for number in 3..3 * MOST_WINDOWS as u64 {
            drop(windows.of(lane(number)));
        }
        assert!(windows.0.lock().queues.len() <= MOST_WINDOWS + 2);
        assert!(held.is_shared(), "it is still the same");
        let again = windows.of(used);
        let admitted = (0..9).filter(|_| admit(&again)).count();
        assert_eq!(admitted, 4, "one of the five was used");
    }

    #[tokio::test(start_paused = true)]
    async fn the_last_place_of_a_window_is_for_what_people_wait_for() {
        let now = Instant::now();
        for (urgency, most) in [
            (Urgency::Cosmetic, 4),
            (Urgency::Automatic, 4),
            (Urgency::Played, 5),
            (Urgency::Urgent, 5),
        ] {
            let mut window = Window::new(5, LENGTH);
            let admitted = (0..9).filter(|_| window.admit(urgency, now).is_ok());
            assert_eq!(admitted.count(), most, "{urgency:?}");
        }
        // Where there are only two, none is kept back.
        let mut narrow = Window::new(2, LENGTH);
        let admitted = (0..9).filter(|_| narrow.admit(Urgency::Cosmetic, now).is_ok());
        assert_eq!(admitted.count(), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_on_its_way_counts_in_the_next_window_too() {
        let now = Instant::now();
        let mut window = Window::new(5, LENGTH);
        for _ in 0..3 {
            let admitted = window.admit(Urgency::Urgent, now);
            assert_eq!(admitted, Ok(()));
        }
        let later = now + LENGTH;
        let admitted = (0..9).filter(|_| window.admit(Urgency::Urgent, later).is_ok());
        assert_eq!(admitted.count(), 2);
    }

    const LENGTH: Duration = Duration::from_secs(5);

    /// Discord's side: five requests in a window that opens with the first.
    #[derive(Default)]
    struct Theirs {
        opened: Option<Instant>,
        used: u32,
        refused: u32,
    }

    impl Theirs {
        fn takes(&mut self, now: Instant) -> RateHeaders {
            if self.opened.is_none_or(|opened| opened + LENGTH <= now) {
                (self.opened, self.used) = (Some(now), 0);
            }
            let opened = self.opened.unwrap_or(now);
            match self.used < 5 {
                true => self.used += 1,
                false => self.refused += 1,
            }
            RateHeaders {
                limit: Some(5),
                remaining: Some(5 - self.used),
                reset_after: Some(opened + LENGTH - now),
                ..RateHeaders::default()
            }
        }
    }

    /// What happens to a request: it arrives, and its answer arrives.
    enum Event {
        There(Instant),
        Back(Instant, RateHeaders),
    }

    /// Sends as fast as the window admits for ten minutes, with these ways there and back (in
    /// milliseconds, at most); how many were sent and how many refused.
    fn sends(seed: u64, (there, back): (u32, u32)) -> (u32, u32) {
        let mut chance = Seed::from_number(seed).chance();
        let mut within = |most: u32| Duration::from_millis(1 + u64::from(chance.below(most)));
        let (start, step) = (Instant::now(), Duration::from_millis(10));
        let (mut own, mut theirs) = (Window::new(5, LENGTH), Theirs::default());
        let mut events: Vec<(Instant, Event)> = Vec::new();
        let mut sent = 0;
        for tick in 0..60_000 {
            let now = start + step * tick;
            let (mut due, later): (Vec<_>, Vec<_>) =
                events.into_iter().partition(|(at, _)| *at <= now);
            events = later;
            due.sort_by_key(|(at, _)| *at);
            for (_, event) in due {
                match event {
                    Event::There(since) => {
                        let headers = theirs.takes(now);
                        events.push((now + within(back), Event::Back(since, headers)));
                    }
                    Event::Back(since, headers) => own.answered(since, &headers, now),
                }
            }
            // Not always at once: windows begin at odd times.
            while within(10).as_millis() <= 7 && own.admit(Urgency::Urgent, now).is_ok() {
                sent += 1;
                events.push((now + within(there), Event::There(now)));
            }
        }
        (sent, theirs.refused)
    }

    #[test]
    fn nothing_is_refused_however_long_the_way_and_whatever_overtakes() {
        for seed in 0..12 {
            for ways in [(20, 20), (900, 50), (50, 900), (1_500, 1_500)] {
                let (sent, refused) = sends(seed, ways);
                assert_eq!(refused, 0, "seed {seed}, ways {ways:?}");
                assert!(sent > 400, "seed {seed}, ways {ways:?}: {sent} of 600");
            }
        }
    }
}
