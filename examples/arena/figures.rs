//! Means with their intervals, and times.

use std::time::Duration;

use serde::Serialize;
use tractor_bot::players::program::Faults;

use crate::clerk::{Clerk, Kind};

/// A mean with the half-width of its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Mean {
    pub mean: f64,
    pub interval: f64,
    pub count: usize,
}

impl Mean {
    pub fn of(values: &[f64]) -> Mean {
        let count = values.len();
        let many = count.max(1) as f64;
        let mean = values.iter().sum::<f64>() / many;
        let square: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let spread = (square / (many - 1.0).max(1.0)).sqrt();
        Mean {
            mean,
            interval: 1.96 * spread / many.sqrt(),
            count,
        }
    }
}

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
    pub by_kind: Vec<(&'static str, Times)>,
}

impl Conduct {
    /// What a clerk noted, and what programs did that they should not.
    pub fn of(clerk: &Clerk, faults: &Faults) -> Conduct {
        let faults = faults.count();
        let times = |wanted: Option<Kind>| {
            let chosen =
                |(kind, _): &&(Kind, Duration)| wanted.is_none_or(|wanted| *kind == wanted);
            Times::of(
                clerk
                    .times
                    .iter()
                    .filter(chosen)
                    .map(|(_, time)| *time)
                    .collect(),
            )
        };
        let by_kind = Kind::ALL.map(|(kind, name)| (name, times(Some(kind))));
        Conduct {
            illegal: clerk.illegal + faults.illegal + faults.unreadable,
            missing: clerk.missing + faults.ended + faults.unasked,
            // A program is not waited for: the time of its decision may exceed the limit by a hair.
            late: clerk.late.max(faults.late),
            panics: clerk.panics,
            ms: times(None),
            by_kind: by_kind
                .into_iter()
                .filter(|(_, times)| times.decisions > 0)
                .collect(),
        }
    }
}
