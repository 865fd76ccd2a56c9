//! How far behind people's screens are: what was played and when, what a message showed and when, and
//! from both the age of the oldest play that is not shown yet, at any instant.
//!
//! Knows no clock and no Discord: a moment is the time since some beginning.

use std::time::Duration;

use serde::Serialize;

/// How long after the beginning.
pub type Moment = Duration;

/// What one message showed of a table.
#[derive(Default, Clone)]
pub struct Track {
    /// Journal positions, by when they were shown first.
    shown: Vec<(Moment, u64)>,
}

/// The plays of a table, in order: when each was accepted, and the position after it.
#[derive(Default)]
pub struct Plays {
    accepted: Vec<(Moment, u64)>,
}

impl Plays {
    /// Notes that a play was accepted, after which the table stands at `position`.
    pub fn accept(&mut self, at: Moment, position: u64) {
        self.accepted.push((at, position));
    }

    /// Those that were accepted in this time.
    pub fn within(&self, from: Moment, to: Moment) -> impl Iterator<Item = (Moment, u64)> {
        let all = self.accepted.iter().copied();
        all.filter(move |(at, _)| (from..to).contains(at))
    }
}

impl Track {
    /// Notes that the message shows the table as it stood at `position`.
    pub fn show(&mut self, at: Moment, position: u64) {
        if self.position().is_none_or(|newest| newest < position) {
            self.shown.push((at, position));
        }
    }

    pub fn position(&self) -> Option<u64> {
        self.shown.last().map(|(_, position)| *position)
    }

    /// When it first showed the table as it stood at `position`, or later.
    pub fn first_with(&self, position: u64) -> Option<Moment> {
        let place = self.shown.partition_point(|(_, shown)| *shown < position);
        self.shown.get(place).map(|(at, _)| *at)
    }

    /// At each instant (ascending) since it first showed anything: the age of the oldest play that it
    /// does not show; zero where it shows all of them.
    pub fn behind(&self, plays: &Plays, instants: impl Iterator<Item = Moment>) -> Vec<Duration> {
        let (mut next_shown, mut next_play) = (0, 0);
        let mut ages = Vec::new();
        for now in instants {
            while self.shown.get(next_shown).is_some_and(|(at, _)| *at <= now) {
                next_shown += 1;
            }
            let Some((_, position)) = next_shown.checked_sub(1).map(|last| self.shown[last]) else {
                continue;
            };
            let is_shown = |(_, play): &(Moment, u64)| *play <= position;
            while plays.accepted.get(next_play).is_some_and(is_shown) {
                next_play += 1;
            }
            let oldest = plays.accepted.get(next_play).filter(|(at, _)| *at <= now);
            ages.push(oldest.map_or(Duration::ZERO, |(at, _)| now - *at));
        }
        ages
    }
}

/// How durations are spread, in seconds.
#[derive(Serialize, Debug, Default, Clone, Copy, PartialEq)]
pub struct Spread {
    pub count: usize,
    pub p50: f64,
    pub p99: f64,
    pub worst: f64,
}

impl Spread {
    pub fn of(mut all: Vec<Duration>) -> Self {
        all.sort_unstable();
        let at = |percent: usize| {
            let place = (all.len() * percent).div_ceil(100).max(1) - 1;
            all.get(place).map_or(0.0, Duration::as_secs_f64)
        };
        Self {
            count: all.len(),
            p50: at(50),
            p99: at(99),
            worst: at(100),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    #[test]
    fn one_edit_shows_several_plays_and_the_oldest_counts() {
        let (mut plays, mut track) = (Plays::default(), Track::default());
        track.show(ms(0), 7);
        for (at, position) in [(1_000, 8), (2_000, 9), (3_000, 10)] {
            plays.accept(ms(at), position);
        }
        track.show(ms(4_000), 9);
        track.show(ms(4_500), 8);
        let at = |moment| track.behind(&plays, [ms(moment)].into_iter());
        assert_eq!(at(500), [ms(0)]);
        assert_eq!(at(3_500), [ms(2_500)], "the first of three");
        assert_eq!(at(5_000), [ms(2_000)], "the third is still to come");
    }

    #[test]
    fn a_spread_names_what_was_there() {
        let spread = Spread::of((1..=200).map(ms).collect());
        assert_eq!((spread.p50, spread.p99, spread.worst), (0.1, 0.198, 0.2));
        assert_eq!(Spread::of(Vec::new()), Spread::default());
    }
}
