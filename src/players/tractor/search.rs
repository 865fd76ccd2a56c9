//! The search player: deals the hidden cards many times in ways that agree with what it has seen,
//! lets the quick player finish the round in each of these worlds, and calls, buries and plays what does
//! best on average, weighed against the quick player's own rating.
//!
//! The work is counted, not timed: equal seeds, efforts and views give equal answers on any machine.

mod calls;
mod effort;
pub mod playout;
mod position;
pub mod world;

pub use calls::Auction;
#[cfg(feature = "testing")]
pub use effort::think_little;
pub use effort::{SearchEffort, under_way};
pub use playout::worth;
pub use position::{Past, SearchPosition};

use super::heuristic::Bid;
use super::levels::Level;
use super::policy::Policy;
use super::sight::Sight;
use crate::chance::{Chance, Seed};
use crate::game::Seat;
use crate::tractor::action::Call;
use crate::tractor::hand::Hand;
use crate::tractor::view::{PhaseView, View};
use effort::Results;
use effort::SearchPermit;
use effort::TriedCandidate;
use playout::Playout;

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
        let mut deal = || position.deal(policy, chance);
        self.choose_among(nominees, &mut deal, &|tried, world| {
            let start = position.imagine(world)?;
            play_out(tried, &position.sight, policy, |cards| {
                let mut playout = start;
                playout.play(cards, position.sight.rules)?;
                Some(playout)
            })
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
        let effort = SearchEffort {
            plays: self.plays * calls::CALL_EFFORT,
            ..*self
        };
        let mut deal = || position.deal(policy, chance);
        let best = effort.choose_among(nominees, &mut deal, &|tried, world| {
            play_out(tried, &position.sight, policy, |choice| match choice {
                Some(call) => position.imagine_taken_over(world, call, policy),
                None => position.imagine(world),
            })
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
        let effort = SearchEffort {
            plays: self.plays * KITTY_EFFORT,
            ..*self
        };
        let mut deal = || position.deal(policy, chance);
        effort.choose_among(nominees, &mut deal, &|tried, world| {
            play_out(tried, &position.sight, policy, |kitty| {
                position.imagine_buried(world, kitty)
            })
        })
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

/// Plays all of them out from what `begin` makes of them.
fn play_out<C: Copy>(
    tried: &[TriedCandidate<C>],
    sight: &Sight<'_>,
    policy: &Policy<'_>,
    begin: impl Fn(C) -> Option<Playout>,
) -> Results {
    let mut work = 0;
    let mut worths = Vec::with_capacity(tried.len());
    for tried in tried {
        let (points, plays) = begin(tried.choice)?.finish(sight.rules, policy);
        work += plays + 2;
        worths.push(worth(points, sight.rules, sight.declares()));
    }
    Some((worths, work))
}

#[cfg(feature = "testing")]
impl Search {
    /// The same with another quick player, in whose place it thinks.
    pub fn over(self, policy: Policy<'static>) -> Self {
        Self { policy, ..self }
    }
}
