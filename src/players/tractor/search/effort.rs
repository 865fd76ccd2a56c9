//! How much a search may think: counted in simulated plays, so that equal efforts give equal answers
//! on any machine, and shared by all searches of the process where that is asked for.
//!
//! Choices are tried in the same worlds, and the better half goes on each time; what a choice does in a
//! world is told to it.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Simulated plays in a millisecond of an ordinary machine.
const PLAYS_A_MILLISECOND: u32 = 450;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchEffort {
    /// Simulated plays for one real play.
    pub plays: u32,
    /// The most candidates that are tried.
    pub candidates: usize,
    /// Threads that work on one decision. The answer does not depend on it.
    pub threads: usize,
}

impl Default for SearchEffort {
    /// The usual effort: about 10 ms for a play with many candidates on one core.
    fn default() -> Self {
        Self::of_milliseconds(10)
    }
}

impl SearchEffort {
    /// The effort that takes about so long on one core of an ordinary machine.
    pub const fn of_milliseconds(milliseconds: u32) -> SearchEffort {
        SearchEffort {
            plays: PLAYS_A_MILLISECOND * milliseconds,
            candidates: 12,
            threads: 1,
        }
    }
}

/// Simulated plays for one real play of the deal of the day.
const STEADY_PLAYS: u32 = 1_000;

/// How many candidates are tried for it.
const STEADY_CANDIDATES: usize = 8;

#[cfg(feature = "testing")]
static FEWER: AtomicUsize = AtomicUsize::new(STEADY_CANDIDATES);

/// From now on the computers of this process make the quick player's choice in the deal of the day: without
/// optimisation a round would take minutes.
#[cfg(feature = "testing")]
pub fn think_little() {
    FEWER.store(1, Ordering::Relaxed);
}

impl SearchEffort {
    /// The effort for the deal of the day, whatever else the machine does.
    pub fn steady() -> SearchEffort {
        #[cfg(feature = "testing")]
        let candidates = FEWER.load(Ordering::Relaxed);
        #[cfg(not(feature = "testing"))]
        let candidates = STEADY_CANDIDATES;
        SearchEffort {
            plays: STEADY_PLAYS,
            candidates,
            threads: 1,
        }
    }
}

/// Searches under way in this process that share its cores.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// A place among the searches that share the cores of the machine.
#[derive(Debug)]
pub struct SearchPermit {
    others: usize,
}

impl SearchPermit {
    /// Joins those under way.
    pub fn take() -> SearchPermit {
        SearchPermit {
            others: UNDER_WAY.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// The share of this search in an effort: all free cores while there are some, and less than a core
    /// when there are more searches than cores.
    pub fn share(&self, effort: SearchEffort) -> SearchEffort {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        share(effort, self.others, cores)
    }
}

/// How many searches share the cores now.
pub fn under_way() -> usize {
    UNDER_WAY.load(Ordering::Relaxed)
}

impl Drop for SearchPermit {
    fn drop(&mut self) {
        UNDER_WAY.fetch_sub(1, Ordering::Relaxed);
    }
}

fn share(effort: SearchEffort, others: usize, cores: usize) -> SearchEffort {
    let threads = cores.saturating_sub(others).clamp(1, MOST_THREADS);
    let crowd = (others + 1).div_ceil(cores.max(1)) as u32;
    SearchEffort {
        plays: (effort.plays / crowd).max(effort.plays / LEAST),
        threads,
        ..effort
    }
}

/// The most threads for one decision: more of them wait for each other too much.
const MOST_THREADS: usize = 4;
/// The least part of an effort that is left to a search among many.
const LEAST: u32 = 16;

/// The work, in simulated plays, that a world counts as which could not be dealt.
const LOST_WORK: u32 = 100;
/// Worlds that are dealt before any of them is played out.
const BATCH: usize = 8;
/// The worth of each choice in one world, and how many plays it took to find out; `None` if the world
/// cannot be.
pub(super) type Results = Option<(Vec<f64>, u32)>;

impl SearchEffort {
    /// The best of the nominees; the first is the quick player's own. All are tried in the same worlds.
    /// Half of those that are left go on, until two are.
    pub(super) fn choose_among<C: Copy + Sync, W: Sync>(
        &self,
        mut tried: Vec<TriedCandidate<C>>,
        deal: &mut dyn FnMut() -> W,
        try_all: &(dyn Fn(&[TriedCandidate<C>], &W) -> Results + Sync),
    ) -> Option<C> {
        let own = tried.first()?.choice;
        if tried.len() < 2 {
            return Some(own);
        }
        let stages = tried.len().ilog2();
        for stage in 0..stages {
            let mut budget = self.plays / stages;
            while budget > 0 {
                let worlds = [(); BATCH].map(|()| deal());
                for results in self.in_worlds(&tried, &worlds, try_all) {
                    let work = note(&mut tried, results).unwrap_or(LOST_WORK);
                    budget = budget.saturating_sub(work.max(1));
                }
            }
            if stage + 1 < stages {
                tried[1..].sort_by(|a, b| b.expected().total_cmp(&a.expected()));
                tried.truncate(tried.len().div_ceil(2).max(2));
            }
        }
        let mut best = (0.0, own);
        for tried in &tried[1..] {
            let gain = tried.expected();
            if gain > best.0 {
                best = (gain, tried.choice);
            }
        }
        Some(best.1)
    }

    /// Tries all in each of these worlds, in the order of the worlds.
    fn in_worlds<C: Sync, W: Sync>(
        &self,
        tried: &[TriedCandidate<C>],
        worlds: &[W],
        try_all: &(dyn Fn(&[TriedCandidate<C>], &W) -> Results + Sync),
    ) -> Vec<Results> {
        let each = |worlds: &[W]| -> Vec<Results> {
            worlds.iter().map(|world| try_all(tried, world)).collect()
        };
        let part = worlds.len().div_ceil(self.threads.max(1));
        let mut parts = worlds.chunks(part);
        let first = parts.next().unwrap_or(&[]);
        if self.threads < 2 {
            return each(first);
        }
        thread::scope(|scope| {
            let others: Vec<_> = parts.map(|part| scope.spawn(move || each(part))).collect();
            let mut results = each(first);
            for other in others {
                results.extend(other.join().expect("a simulation does not panic"));
            }
            results
        })
    }
}

/// Adds the results of a world, and returns how many plays it took.
fn note<C>(tried: &mut [TriedCandidate<C>], results: Results) -> Option<u32> {
    let (worths, work) = results?;
    let own = worths.first()?;
    for (tried, worth) in tried.iter_mut().zip(&worths) {
        tried.add(worth - own);
    }
    Some(work)
}

/// A variance of the gain in one world that a few worlds do not speak against, in squares of
/// [`worth`](super::worth).
const USUAL_VARIANCE: f64 = 0.2;
/// How many worlds that counts as.
const USUAL_WORLDS: f64 = 3.0;
/// The variance of what the quick player's rating says of a gain.
const DOUBT: f64 = 0.01;

/// A call, kitty or play with its results in the worlds so far, relative to the quick player's choice.
#[derive(Debug, Clone, Copy)]
pub struct TriedCandidate<C> {
    pub choice: C,
    /// The gain that the quick player's rating promises.
    rating: f64,
    sum: f64,
    squares: f64,
    worlds: u32,
}

impl<C> TriedCandidate<C> {
    /// Not tried yet.
    pub const fn new(choice: C, rating: f64) -> TriedCandidate<C> {
        TriedCandidate {
            choice,
            rating,
            sum: 0.0,
            squares: 0.0,
            worlds: 0,
        }
    }

    /// Notes what it gained in one more world.
    pub fn add(&mut self, gain: f64) {
        self.sum += gain;
        self.squares += gain * gain;
        self.worlds += 1;
    }

    pub fn mean(&self) -> f64 {
        self.sum / f64::from(self.worlds.max(1))
    }

    /// The square of the standard error of the mean.
    pub fn error(&self) -> f64 {
        let worlds = f64::from(self.worlds.max(1));
        let variance = (self.squares / worlds - self.mean().powi(2)).max(0.0);
        (variance + USUAL_VARIANCE) / (worlds + USUAL_WORLDS)
    }

    /// The expected gain: what the worlds say, weighed against the quick player's rating by how sure
    /// each of them is.
    pub fn expected(&self) -> f64 {
        if self.worlds == 0 {
            return self.rating;
        }
        let error = self.error();
        (self.mean() * DOUBT + self.rating * error) / (DOUBT + error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_share_the_cores() {
        let whole = SearchEffort::of_milliseconds(16);
        let shared = |others, cores| {
            let effort = share(whole, others, cores);
            (whole.plays / effort.plays, effort.threads)
        };
        assert_eq!(shared(0, 1), (1, 1));
        assert_eq!(shared(0, 2), (1, 2));
        assert_eq!(shared(1, 2), (1, 1));
        assert_eq!(shared(2, 2), (2, 1));
        assert_eq!(shared(7, 2), (4, 1));
        assert_eq!(shared(500, 2), (16, 1));
        assert_eq!(shared(0, 64), (1, 4));
    }

    #[test]
    fn a_place_is_given_back() {
        let places: Vec<SearchPermit> = (0..3).map(|_| SearchPermit::take()).collect();
        assert!(UNDER_WAY.load(Ordering::Relaxed) >= 3);
        let last = places.last().expect("three");
        assert!(last.others >= 2);
    }
}
