//! Rate limits: at most so many actions of somebody in a time, or in some place, then they have to wait.
//!
//! Has no clock: the time is a parameter. The number of those remembered is bounded.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::net::IpAddr;

use parking_lot::Mutex;

use super::AskedFrom;
use crate::table::{PersonId, UnixMillis};
use crate::text::rooms::RoomTrouble;
use crate::text::trouble::Trouble;

/// From this count on, those who need not wait are forgotten; never are more remembered.
const MOST_KEPT: usize = 10_000;

/// A rate limit for each of many, most often people.
pub struct Pacing<K = PersonId> {
    most: usize,
    within_ms: u64,
    done: Mutex<HashMap<K, VecDeque<u64>>>,
}

impl<K: Eq + Hash> Pacing<K> {
    /// At most `most` times within `seconds`.
    pub fn new(most: usize, seconds: u64) -> Self {
        Self {
            most,
            within_ms: seconds * 1_000,
            done: Mutex::default(),
        }
    }

    /// The seconds that somebody has to wait, if any.
    pub fn wait(&self, whose: &K, now: UnixMillis) -> Option<u32> {
        let mut done = self.done.lock();
        let times = done.get_mut(whose)?;
        let within = self.within_ms;
        times.retain(|time| now.0.saturating_sub(*time) < within);
        let first = times.front().filter(|_| times.len() >= self.most)?;
        let left = (first + within).saturating_sub(now.0);
        Some(u32::try_from(left.div_ceil(1_000)).unwrap_or(u32::MAX))
    }

    pub fn count(&self, whose: K, now: UnixMillis) {
        let mut done = self.done.lock();
        if done.len() >= MOST_KEPT {
            let within = self.within_ms;
            let recent = |time: &u64| now.0.saturating_sub(*time) < within;
            done.retain(|_, times| times.back().is_some_and(recent));
        }
        if done.len() >= MOST_KEPT {
            done.clear();
        }
        let times = done.entry(whose).or_default();
        times.push_back(now.0);
        if times.len() > self.most {
            times.pop_front();
        }
    }
}

/// A limit for numbers of rooms that were none: for each person, on each server, and in all. Whoever has
/// guessed wrong lately waits for what others have guessed; nobody else does, so that nobody can keep
/// people out who know the number.
pub(super) struct Guesses {
    of_people: Pacing<PersonId>,
    /// Whether somebody has guessed wrong lately.
    lately: Pacing<PersonId>,
    on_servers: Pacing<u64>,
    in_all: Pacing<()>,
}

impl Default for Guesses {
    /// 5 a minute for each person, 20 in ten minutes on a server, 200 in ten minutes in all; beyond that one in
    /// ten minutes for each account.
    fn default() -> Self {
        Self {
            of_people: Pacing::new(5, 60),
            lately: Pacing::new(1, 600),
            on_servers: Pacing::new(20, 600),
            in_all: Pacing::new(200, 600),
        }
    }
}

impl Guesses {
    /// How long this person has to wait here, if at all.
    pub(super) fn wait(
        &self,
        person: PersonId,
        guild: Option<u64>,
        now: UnixMillis,
    ) -> Option<RoomTrouble> {
        if let Some(seconds) = self.of_people.wait(&person, now) {
            return Some(RoomTrouble::Guessing(seconds));
        }
        self.lately.wait(&person, now)?;
        let here = guild.and_then(|guild| self.on_servers.wait(&guild, now));
        here.max(self.in_all.wait(&(), now))
            .map(RoomTrouble::GuessedHere)
    }

    /// Counts a number that was none. Those in direct messages count for no server.
    pub(super) fn count(&self, person: PersonId, guild: Option<u64>, now: UnixMillis) {
        self.of_people.count(person, now);
        self.lately.count(person, now);
        if let Some(guild) = guild {
            self.on_servers.count(guild, now);
        }
        self.in_all.count((), now);
    }
}

/// So many tables may be opened within an hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TablesAnHour {
    pub of_server: u32,
    pub of_person: u32,
}

/// Where many people may be: a server, or a house whose machines are one client.
#[derive(PartialEq, Eq, Hash)]
enum Shared {
    Server(u64),
    House(IpAddr),
}

impl Shared {
    /// Direct messages belong to none.
    fn of(place: &AskedFrom) -> Option<Self> {
        let server = place.guild.map(Self::Server);
        server.or(place.client.map(Self::House))
    }
}

/// The tables that were opened within an hour, by whom and on which server, or from which house.
pub(super) struct Openings {
    most: TablesAnHour,
    of_servers: Pacing<Shared>,
    of_people: Pacing<PersonId>,
}

impl Openings {
    pub(super) fn new(most: TablesAnHour) -> Self {
        Self {
            most,
            of_servers: Pacing::new(most.of_server as usize, 3_600),
            of_people: Pacing::new(most.of_person as usize, 3_600),
        }
    }

    /// Why this person may not open a table there now, if so.
    pub(super) fn check(
        &self,
        person: PersonId,
        place: &AskedFrom,
        now: UnixMillis,
    ) -> Result<(), Trouble> {
        let own = self.of_people.wait(&person, now);
        let here = Shared::of(place).and_then(|here| self.of_servers.wait(&here, now));
        match (own, here) {
            (None, None) => Ok(()),
            (Some(left_s), here) if here.is_none_or(|here| here <= left_s) => {
                let most = self.most.of_person;
                Err(Trouble::OpenedMany { most, left_s })
            }
            (_, here) => Err(Trouble::ManyOpenedHere {
                most: self.most.of_server,
                left_s: here.unwrap_or_default(),
                in_house: place.guild.is_none(),
            }),
        }
    }

    pub(super) fn count(&self, person: PersonId, place: &AskedFrom, now: UnixMillis) {
        self.of_people.count(person, now);
        if let Some(here) = Shared::of(place) {
            self.of_servers.count(here, now);
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
            assert_eq!(pacing.wait(&ana, at(second)), None);
            pacing.count(ana, at(second));
        }
        assert_eq!(pacing.wait(&ana, at(3)), Some(7));
        assert_eq!(pacing.wait(&bo, at(3)), None);
        assert_eq!(pacing.wait(&ana, at(10)), None);
        pacing.count(ana, at(10));
        assert_eq!(pacing.wait(&ana, at(10)), Some(1));
        assert_eq!(pacing.wait(&ana, at(30)), None);
    }

    #[test]
    fn never_more_are_remembered() {
        let pacing = Pacing::new(1, 60);
        for person in 0..=MOST_KEPT as u64 {
            pacing.count(PersonId(person), UnixMillis(0));
        }
        assert!(pacing.done.lock().len() <= MOST_KEPT);
    }

    #[test]
    fn who_guesses_waits_and_who_knows_the_number_does_not() {
        let at = |seconds: u64| UnixMillis(1_000_000 + seconds * 1_000);
        // On one server: each of many accounts tries once.
        let guesses = Guesses::default();
        for account in 0..20 {
            assert_eq!(guesses.wait(PersonId(account), Some(7), at(0)), None);
            guesses.count(PersonId(account), Some(7), at(0));
        }
        let waits = Some(RoomTrouble::GuessedHere(590));
        for account in 0..20 {
            assert_eq!(guesses.wait(PersonId(account), Some(7), at(10)), waits);
            // Nor on another server, but for what was guessed there.
            assert_eq!(guesses.wait(PersonId(account), Some(8), at(10)), None);
        }
        assert_eq!(guesses.wait(PersonId(99), Some(7), at(10)), None);
        assert_eq!(guesses.wait(PersonId(0), Some(7), at(600)), None);
        // On many servers, and in direct messages.
        let guesses = Guesses::default();
        for account in 0..200 {
            let guild = Some(account).filter(|account| account % 2 == 0);
            assert_eq!(guesses.wait(PersonId(account), guild, at(0)), None);
            guesses.count(PersonId(account), guild, at(0));
        }
        for guild in [Some(1), None] {
            let waits = Some(RoomTrouble::GuessedHere(600));
            assert_eq!(guesses.wait(PersonId(0), guild, at(0)), waits);
            assert_eq!(guesses.wait(PersonId(999), guild, at(0)), None);
        }
        // One person is told of their own attempts.
        let guesses = Guesses::default();
        for _ in 0..5 {
            guesses.count(PersonId(1), Some(7), at(0));
        }
        let waits = Some(RoomTrouble::Guessing(60));
        assert_eq!(guesses.wait(PersonId(1), Some(7), at(0)), waits);
    }
}
