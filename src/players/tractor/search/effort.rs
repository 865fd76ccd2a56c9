//! How much a search may think: counted in simulated plays, so that equal efforts give equal answers
//! on any machine, and shared by all searches of the process where that is asked for.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Simulated plays in a millisecond of an ordinary machine.
const PLAYS_A_MILLISECOND: u32 = 450;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Simulated plays for one real play.
    pub plays: u32,
    /// The most candidates that are tried.
    pub candidates: usize,
    /// Threads that work on one decision. The answer does not depend on it.
    pub threads: usize,
}

impl Default for Effort {
    /// The usual effort: about 10 ms for a play with many candidates on one core.
    fn default() -> Self {
        Self::of_milliseconds(10)
    }
}

impl Effort {
    /// The effort that takes about so long on one core of an ordinary machine.
    pub const fn of_milliseconds(milliseconds: u32) -> Effort {
        Effort {
            plays: PLAYS_A_MILLISECOND * milliseconds,
            candidates: 12,
            threads: 1,
        }
    }
}

/// Searches under way in this process that share its cores.
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// A place among the searches that share the cores of the machine.
#[derive(Debug)]
pub struct Place {
    others: usize,
}

impl Place {
    /// Joins those under way.
    pub fn take() -> Place {
        Place {
            others: UNDER_WAY.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// The share of this search in an effort: all free cores while there are some, and less than a core
    /// when there are more searches than cores.
    pub fn share(&self, effort: Effort) -> Effort {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        share(effort, self.others, cores)
    }
}

/// How many searches share the cores now.
pub fn under_way() -> usize {
    UNDER_WAY.load(Ordering::Relaxed)
}

impl Drop for Place {
    fn drop(&mut self) {
        UNDER_WAY.fetch_sub(1, Ordering::Relaxed);
    }
}

fn share(effort: Effort, others: usize, cores: usize) -> Effort {
    let threads = cores.saturating_sub(others).clamp(1, MOST_THREADS);
    let crowd = (others + 1).div_ceil(cores.max(1)) as u32;
    Effort {
        plays: (effort.plays / crowd).max(effort.plays / LEAST),
        threads,
        ..effort
    }
}

/// The most threads for one decision: more of them wait for each other too much.
const MOST_THREADS: usize = 4;
/// The least part of an effort that is left to a search among many.
const LEAST: u32 = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_share_the_cores() {
        let whole = Effort::of_milliseconds(16);
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
        let places: Vec<Place> = (0..3).map(|_| Place::take()).collect();
        assert!(UNDER_WAY.load(Ordering::Relaxed) >= 3);
        let last = places.last().expect("three");
        assert!(last.others >= 2);
    }
}
