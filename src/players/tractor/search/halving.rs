//! Choices tried in the same worlds, of which the better half goes on each time.
//!
//! Decides how work is spread over choices and worlds; what a choice does in a world is told to it.

use super::effort::Effort;
use super::tried::Tried;
use std::thread;

/// The work, in simulated plays, that a world counts as which could not be dealt.
const LOST_WORK: u32 = 100;
/// Worlds that are dealt before any of them is played out.
const BATCH: usize = 8;
/// The worth of each choice in one world, and how many plays it took to find out; `None` if the world
/// cannot be.
pub(super) type Results = Option<(Vec<f64>, u32)>;

impl Effort {
    /// The best of the nominees; the first is the quick player's own. All are tried in the same worlds.
    /// Half of those that are left go on, until two are.
    pub(super) fn choose_among<C: Copy + Sync, W: Sync>(
        &self,
        mut tried: Vec<Tried<C>>,
        deal: &mut dyn FnMut() -> W,
        try_all: &(dyn Fn(&[Tried<C>], &W) -> Results + Sync),
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
        tried: &[Tried<C>],
        worlds: &[W],
        try_all: &(dyn Fn(&[Tried<C>], &W) -> Results + Sync),
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
fn note<C>(tried: &mut [Tried<C>], results: Results) -> Option<u32> {
    let (worths, work) = results?;
    let own = worths.first()?;
    for (tried, worth) in tried.iter_mut().zip(&worths) {
        tried.add(worth - own);
    }
    Some(work)
}
