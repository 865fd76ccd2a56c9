//! Times, and what players did beside winning and losing.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tractor_bot::players::program::Faults;

use crate::clerk::Clerk;

/// How long decisions took, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Times {
    pub decisions: usize,
    pub mean: f64,
    pub p50: f64,
    pub p99: f64,
    pub longest: f64,
}

impl Times {
    pub fn of(mut times: Vec<Duration>) -> Times {
        times.sort_unstable();
        let Some(last) = times.last() else {
            return Times::default();
        };
        let ms = |time: &Duration| time.as_secs_f64() * 1e3;
        let rank = |share: f64| ms(&times[((times.len() - 1) as f64 * share) as usize]);
        Times {
            decisions: times.len(),
            mean: times.iter().map(ms).sum::<f64>() / times.len() as f64,
            p50: rank(0.5),
            p99: rank(0.99),
            longest: ms(last),
        }
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} decisions, {:.4} ms on average, half below {:.4}, 99 % below {:.4}, {:.2} at most",
            self.decisions, self.mean, self.p50, self.p99, self.longest
        )
    }
}

/// What one kind of player did beside winning and losing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Conduct {
    /// Answers that the rules refused, or that were no answers.
    pub illegal: u64,
    /// Answers that did not come.
    pub missing: u64,
    /// Answers that came too late.
    pub late: u64,
    pub panics: u64,
    /// Milliseconds a decision.
    pub ms: Times,
    #[serde(rename = "ms_by_kind")]
    pub by_kind: BTreeMap<&'static str, Times>,
}

impl Conduct {
    /// What each kind did on all threads.
    pub fn of_both(
        crews: impl IntoIterator<Item = [Clerk; 2]>,
        faults: &[Arc<Faults>; 2],
    ) -> [Conduct; 2] {
        let mut all: [Clerk; 2] = Default::default();
        for crew in crews {
            for (sum, clerk) in all.iter_mut().zip(crew) {
                sum.add(clerk);
            }
        }
        [0, 1].map(|kind| Conduct::of(&all[kind], &faults[kind]))
    }

    /// What a clerk noted, and what programs did that they should not.
    pub fn of(clerk: &Clerk, faults: &Faults) -> Conduct {
        let faults = faults.count();
        let mut by_kind: BTreeMap<_, Vec<Duration>> = BTreeMap::new();
        for (kind, time) in &clerk.times {
            by_kind.entry(*kind).or_default().push(*time);
        }
        let all = clerk.times.iter().map(|(_, time)| *time);
        let by_kind = by_kind.into_iter();
        Conduct {
            illegal: clerk.illegal + faults.unreadable,
            missing: clerk.missing + faults.ended + faults.unasked,
            // A program is not waited for: the time of its decision may exceed the limit by a hair.
            late: clerk.late.max(faults.late),
            panics: clerk.panics,
            ms: Times::of(all.collect()),
            by_kind: by_kind
                .map(|(kind, times)| (kind, Times::of(times)))
                .collect(),
        }
    }

    /// Whether nothing happened that must not.
    pub const fn is_clean(&self) -> bool {
        self.illegal + self.missing + self.late + self.panics == 0
    }

    /// What happened that must not.
    pub fn faults(&self) -> String {
        let Conduct {
            illegal,
            missing,
            late,
            panics,
            ..
        } = self;
        format!("{illegal} illegal, {missing} missing, {late} late, {panics} panics")
    }
}
