//! The search player: deals the hidden cards many times in ways that agree with what it has seen,
//! lets the quick player finish the round in each of these worlds, and calls, buries and plays what does
//! best on average, weighed against the quick player's own rating.
//!
//! The work is counted in simulated plays, not timed: equal seeds, efforts and views give equal answers on any machine.
//! It is shared by all searches of the process where that is asked for. Choices are tried in the same worlds, and the
//! better half goes on each time.

mod calls;
pub mod playout;
pub mod world;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::heuristic::Bid;
use super::levels::Level;
use super::policy::Policy;
use super::sight::Sight;
use crate::chance::{Chance, Seed};
use crate::game::Seat;
use crate::tractor::action::Call;
use crate::tractor::hand::Hand;
use crate::tractor::view::{PhaseView, View};
pub use calls::Auction;
use playout::Playout;
pub use playout::worth;
pub use world::{Past, SearchPosition};

/// A kitty is looked at so many times as hard as a play: there is one in a round.
const KITTY_EFFORT: u32 = 3;

/// Plays what does best in sampled worlds.
#[derive(Debug, Clone)]
pub struct Search {
    seed: Seed,
    effort: SearchEffort,
    policy: Policy<'static>,
    shares: bool,
}

impl Search {
    /// A player with this seed and the usual effort, which it shares with the other such players of
    /// the process: less the more of them think, and more than one core where cores are free.
    pub fn new(seed: Seed) -> Self {
        Self {
            shares: true,
            ..Self::with(seed, SearchEffort::default())
        }
    }

    /// A player with this effort, whatever others do.
    pub fn with(seed: Seed, effort: SearchEffort) -> Self {
        Self {
            seed,
            effort,
            policy: Policy::trained(),
            shares: false,
        }
    }

    /// The chance for this decision: derived from the seed and the position.
    fn chance(&self, view: &View) -> Chance {
        let plays = match &view.phase {
            PhaseView::Playing { trick, .. } => trick.plays.len() as u64,
            _ => 0,
        };
        let moment = (view.tricks.len() as u64) << 8 | plays << 4;
        self.chance_of("a searching player of tractor", view, moment)
    }

    fn chance_of(&self, purpose: &str, view: &View, moment: u64) -> Chance {
        let seat = view.seat().map_or(0, Seat::index) as u64;
        let attempt = u64::from(view.attempt & 0xFFFF) << 16;
        let moment = u64::from(view.round) << 32 | attempt | moment | seat;
        self.seed.derive(purpose, moment).chance()
    }

    /// The effort for a decision now, with the place that is held until it is made.
    fn effort(&self) -> (Option<SearchPermit>, SearchEffort) {
        let place = self.shares.then(SearchPermit::take);
        let effort = place
            .as_ref()
            .map_or(self.effort, |place| place.share(self.effort));
        (place, effort)
    }
}

impl Level for Search {
    fn call(&self, view: &View, open: &[Call]) -> Option<Call> {
        if open.is_empty() {
            return None;
        }
        let (_place, effort) = self.effort();
        if let Some(auction) = Auction::of(view) {
            let moment = (view.hand.len() as u64) << 8 | (view.calls.len() as u64) << 4;
            let mut chance = self.chance_of("calls of a searching player", view, moment);
            return effort.call(&auction, open, &self.policy, &mut chance);
        }
        let (position, bid) = (SearchPosition::of(view)?, Bid::of(view)?);
        let mut chance = self.chance(view);
        effort.overcall(&position, &bid, open, &self.policy, &mut chance)
    }

    fn bury(&self, view: &View, sight: &Sight<'_>) -> Hand {
        let (_place, effort) = self.effort();
        let mut chance = self.chance(view);
        let found = SearchPosition::of(view)
            .and_then(|position| effort.bury(&position, &self.policy, &mut chance));
        found.unwrap_or_else(|| self.policy.bury(sight))
    }

    fn play(&self, view: &View, sight: &Sight<'_>) -> Option<Hand> {
        let (_place, effort) = self.effort();
        let mut chance = self.chance(view);
        let found = SearchPosition::of(view)
            .and_then(|position| effort.play(&position, &self.policy, &mut chance));
        found.or_else(|| self.policy.play(sight))
    }
}

impl SearchEffort {
    /// The best play of a position; `None` if there is none.
    pub fn play(
        &self,
        position: &SearchPosition<'_>,
        policy: &Policy<'_>,
        chance: &mut Chance,
    ) -> Option<Hand> {
        let scale = policy.plays.map_or(0.01, |_| 1.0);
        let rated = policy.nominees(&position.sight, self.candidates);
        let nominees = self.tried(rated, scale);
        let mut deal = || position.imagine(&position.deal(policy, chance));
        self.choose_among(nominees, &mut deal, &|cards, start: &Option<Playout>| {
            let mut playout = (*start)?;
            playout.play(cards, position.sight.rules)?;
            Some(position.outcome(playout, policy))
        })
    }

    /// The call to take the kitty over with, if any of the open ones. That others may take it over after
    /// that is not thought of.
    fn overcall(
        &self,
        position: &SearchPosition<'_>,
        bid: &Bid<'_>,
        open: &[Call],
        policy: &Policy<'_>,
        chance: &mut Chance,
    ) -> Option<Call> {
        let quick = policy.call(bid, open.iter().copied());
        let mut nominees = calls::nominees(bid, quick, open, policy);
        nominees.truncate(self.candidates);
        let mut deal = || position.deal(policy, chance);
        let effort = self.times(calls::CALL_EFFORT);
        let best = effort.choose_among(nominees, &mut deal, &|choice, world| {
            let playout = match choice {
                Some(call) => position.imagine_taken_over(world, call, policy),
                None => position.imagine(world),
            };
            Some(position.outcome(playout?, policy))
        });
        best.flatten()
    }

    /// The best kitty of who holds all 33 cards.
    pub fn bury(
        &self,
        position: &SearchPosition<'_>,
        policy: &Policy<'_>,
        chance: &mut Chance,
    ) -> Option<Hand> {
        let scale = policy.kitties.map_or(0.01, |_| 1.0);
        let nominees = self.tried(policy.kitties(&position.sight), scale);
        let mut deal = || position.deal(policy, chance);
        let effort = self.times(KITTY_EFFORT);
        effort.choose_among(nominees, &mut deal, &|kitty, world| {
            Some(position.outcome(position.imagine_buried(world, kitty)?, policy))
        })
    }

    /// So many times this effort.
    fn times(self, factor: u32) -> SearchEffort {
        let plays = self.plays * factor;
        SearchEffort { plays, ..self }
    }

    /// Candidates with the gains that their ratings promise, of which one stands for so much; the best comes first.
    fn tried(&self, rated: Vec<(f32, Hand)>, scale: f64) -> Vec<TriedCandidate<Hand>> {
        let best = rated.first().map_or(0.0, |(rating, _)| *rating);
        let rated = rated.into_iter().take(self.candidates);
        let gain = |rating: f32| f64::from(rating - best) * scale;
        rated
            .map(|(rating, cards)| TriedCandidate::new(cards, gain(rating)))
            .collect()
    }
}

#[cfg(feature = "testing")]
impl Search {
    /// The same with another quick player, in whose place it thinks.
    pub fn over(self, policy: Policy<'static>) -> Self {
        Self { policy, ..self }
    }
}

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
            plays: 1_000,
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
/// What a choice is worth in a world, and how many plays it took to find out; `None` if the world cannot be.
type Attempt = Option<(f64, u32)>;

impl SearchEffort {
    /// The best of the nominees; the first is the quick player's own. All are tried in the same worlds.
    /// Half of those that are left go on, until two are.
    pub(super) fn choose_among<C: Copy + Sync, W: Sync>(
        &self,
        mut tried: Vec<TriedCandidate<C>>,
        deal: &mut dyn FnMut() -> W,
        attempt: &(dyn Fn(C, &W) -> Attempt + Sync),
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
                for results in self.in_worlds(&tried, &worlds, attempt) {
                    let work = results.map_or(LOST_WORK, |results| note(&mut tried, &results));
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
    fn in_worlds<C: Copy + Sync, W: Sync>(
        &self,
        tried: &[TriedCandidate<C>],
        worlds: &[W],
        attempt: &(dyn Fn(C, &W) -> Attempt + Sync),
    ) -> Vec<Option<Vec<(f64, u32)>>> {
        let in_one = |world: &W| {
            tried
                .iter()
                .map(|tried| attempt(tried.choice, world))
                .collect()
        };
        let each = |worlds: &[W]| -> Vec<_> { worlds.iter().map(in_one).collect() };
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

/// Adds the results of a world, and returns how many plays they took.
fn note<C>(tried: &mut [TriedCandidate<C>], results: &[(f64, u32)]) -> u32 {
    for (tried, (worth, _)) in tried.iter_mut().zip(results) {
        tried.add(worth - results[0].0);
    }
    results.iter().map(|(_, work)| work).sum()
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
