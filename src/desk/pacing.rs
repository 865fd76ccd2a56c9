//! Rate limits for people: at most so many actions in a time, then they have to wait.
//!
//! Has no clock: the time is a parameter. The number of people remembered is bounded.

use std::collections::{HashMap, VecDeque};

use parking_lot::Mutex;

use crate::table::{PersonId, UnixMillis};

/// From this count on, people who need not wait are forgotten.
const MOST_PEOPLE: usize = 10_000;

/// A rate limit for each person.
pub(super) struct Pacing {
    most: usize,
    within_ms: u64,
    done: Mutex<HashMap<PersonId, VecDeque<u64>>>,
}

impl Pacing {
    /// At most `most` times within `seconds`.
    pub(super) fn new(most: usize, seconds: u64) -> Self {
        Self {
            most,
            within_ms: seconds * 1_000,
            done: Mutex::default(),
        }
    }

    /// The seconds that a person has to wait, if any.
    pub(super) fn wait(&self, person: PersonId, now: UnixMillis) -> Option<u32> {
        let mut done = self.done.lock();
        let times = done.get_mut(&person)?;
        let within = self.within_ms;
        times.retain(|time| now.0.saturating_sub(*time) < within);
        let first = times.front().filter(|_| times.len() >= self.most)?;
        let left = (first + within).saturating_sub(now.0);
        Some(u32::try_from(left.div_ceil(1_000)).unwrap_or(u32::MAX))
    }

    /// Counts an action of a person.
    pub(super) fn count(&self, person: PersonId, now: UnixMillis) {
        let mut done = self.done.lock();
        if done.len() >= MOST_PEOPLE {
            let within = self.within_ms;
            let recent = |time: &u64| now.0.saturating_sub(*time) < within;
            done.retain(|_, times| times.back().is_some_and(recent));
        }
        let times = done.entry(person).or_default();
        times.push_back(now.0);
        if times.len() > self.most {
            times.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_times_within_a_while() {
        let pacing = Pacing::new(3, 10);
        let (ana, bo) = (PersonId(1), PersonId(2));
        let at = |seconds: u64| UnixMillis(1_000_000 + seconds * 1_000);
        for second in [0, 1, 2] {
            assert_eq!(pacing.wait(ana, at(second)), None);
            pacing.count(ana, at(second));
        }
        assert_eq!(pacing.wait(ana, at(3)), Some(7));
        assert_eq!(pacing.wait(bo, at(3)), None);
        assert_eq!(pacing.wait(ana, at(10)), None);
        pacing.count(ana, at(10));
        assert_eq!(pacing.wait(ana, at(10)), Some(1));
        assert_eq!(pacing.wait(ana, at(30)), None);
    }

    #[test]
    fn people_who_may_go_on_are_forgotten() {
        let pacing = Pacing::new(1, 1);
        for person in 0..=MOST_PEOPLE as u64 {
            pacing.count(PersonId(person), UnixMillis(person * 10));
        }
        let kept = pacing.done.lock();
        assert!(kept.len() < 200);
    }
}
