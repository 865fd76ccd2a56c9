//! The search player: deals the hidden cards many times in ways that agree with what it has seen,
//! lets the quick player finish the round in each of these worlds, and calls, buries and plays what does
//! best on average, weighed against the quick player's own rating.
//!
//! The work is counted, not timed: equal seeds, efforts and views give equal answers on any machine.

mod calls;
mod effort;
mod moment;
pub mod playout;
pub mod world;

pub use calls::Auction;
#[cfg(feature = "testing")]
pub use effort::think_little;
pub use effort::{SearchEffort, under_way};
pub use moment::{Ground, SearchPosition};
pub use moment::{Past, PastTrick};
pub use playout::worth;

use super::heuristic::{Bid, Memory, RoundScene, alike};
use super::policy::{Heuristic, Policy};
use super::sight::{PlayTurn, Sight};
use crate::chance::{Chance, Seed};
use crate::players::Player;
use crate::tractor::Tractor;
use crate::tractor::action::{Action, Call};
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
    fn chance(&self, sight: &Sight<'_>) -> Chance {
        let view = sight.view;
        let plays = match &view.phase {
            PhaseView::Playing { trick, .. } => trick.plays.len() as u64,
            _ => 0,
        };
        let moment = u64::from(view.round) << 32
            | u64::from(view.attempt & 0xFFFF) << 16
            | (view.tricks.len() as u64) << 8
            | plays << 4
            | sight.seat.index() as u64;
        self.seed
            .derive("a searching player of tractor", moment)
            .chance()
    }

    /// The call to make now, if any of the open ones.
    fn call(&self, view: &View, open: &[Call]) -> Option<Call> {
        let auction = Auction::of(view)?;
        let moment = u64::from(view.round) << 32
            | u64::from(view.attempt & 0xFFFF) << 16
            | (view.hand.len() as u64) << 8
            | (view.calls.len() as u64) << 4
            | view.seat()?.index() as u64;
        let seed = self.seed.derive("calls of a searching player", moment);
        let (_place, effort) = self.effort();
        effort.call(&auction, open, &self.policy, &mut seed.chance())
    }

    /// The effort for a decision now, with the place that is held until it is made.
    fn effort(&self) -> (Option<SearchPermit>, SearchEffort) {
        let place = self.shares.then(SearchPermit::take);
        let effort = place
            .as_ref()
            .map_or(self.effort, |place| place.share(self.effort));
        (place, effort)
    }

    /// The result of the search; `None` where there is nothing to search.
    fn think(&self, view: &View) -> Option<Action> {
        let sight = Sight::of(view)?;
        let turn = sight.turn();
        if matches!(turn, PlayTurn::Wait | PlayTurn::Answer) {
            return None;
        }
        let memory = Memory::of(&sight);
        let moment = SearchPosition::of(&sight, &memory)?;
        let mut chance = self.chance(&sight);
        let (_place, effort) = self.effort();
        Some(match turn {
            PlayTurn::Bury => sight.bury(effort.bury(&moment, &self.policy, &mut chance)?),
            PlayTurn::Overcall(open) => {
                let bid = Bid::of(view)?;
                let call = effort.overcall(&moment, &bid, open, &self.policy, &mut chance);
                call.map_or(Action::PassCall, Action::Call)
            }
            _ => sight.play(effort.play(&moment, &self.policy, &mut chance)?),
        })
    }
}

impl Player<Tractor> for Search {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let quick = |view| Heuristic::with(self.policy).choose(view);
        match &view.phase {
            PhaseView::Dealing { open, .. } if !open.is_empty() => {
                self.call(view, open).map(Action::Call)
            }
            PhaseView::CallWindow { open, .. } if !open.is_empty() => {
                Some(self.call(view, open).map_or(Action::PassCall, Action::Call))
            }
            _ => self.think(view).or_else(|| quick(view)),
        }
    }
}

impl SearchEffort {
    /// The best play of a position; `None` if there is none.
    pub fn play(
        &self,
        moment: &SearchPosition<'_>,
        policy: &Policy<'_>,
        chance: &mut Chance,
    ) -> Option<Hand> {
        let scene = &moment.scene;
        let nominees = self.nominees(scene, policy);
        let ground = &moment.ground;
        let mut deal = || moment.deal(policy, chance);
        self.choose_among(nominees, &mut deal, &|tried, world| {
            let start = ground.imagine(world)?;
            play_out(tried, ground, policy, |cards| {
                let mut playout = start;
                playout.play(cards, ground.rules)?;
                Some(playout)
            })
        })
    }

    /// The call to take the kitty over with, if any of the open ones. That others may take it over after
    /// that is not thought of.
    fn overcall(
        &self,
        moment: &SearchPosition<'_>,
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
        let ground = &moment.ground;
        let mut deal = || moment.deal(policy, chance);
        let best = effort.choose_among(nominees, &mut deal, &|tried, world| {
            play_out(tried, ground, policy, |choice| match choice {
                Some(call) => ground.imagine_taken_over(world, call, policy),
                None => ground.imagine(world),
            })
        });
        best.flatten()
    }

    /// The best kitty of who holds all 33 cards.
    pub fn bury(
        &self,
        moment: &SearchPosition<'_>,
        policy: &Policy<'_>,
        chance: &mut Chance,
    ) -> Option<Hand> {
        let scene = &moment.scene;
        let kitties = policy.kitties(scene);
        let best = f64::from(kitties.first()?.0);
        let scale = policy.kitties.map_or(0.01, |_| 1.0);
        let nominees = kitties
            .into_iter()
            .take(self.candidates)
            .map(|(rating, kitty)| TriedCandidate::new(kitty, (f64::from(rating) - best) * scale));
        let effort = SearchEffort {
            plays: self.plays * KITTY_EFFORT,
            ..*self
        };
        let ground = &moment.ground;
        let mut deal = || moment.deal(policy, chance);
        effort.choose_among(nominees.collect(), &mut deal, &|tried, world| {
            play_out(tried, ground, policy, |kitty| {
                ground.imagine_buried(world, kitty)
            })
        })
    }

    /// The candidate plays, the quick player's choice first.
    fn nominees(&self, scene: &RoundScene<'_>, policy: &Policy<'_>) -> Vec<TriedCandidate<Hand>> {
        let candidates = policy.candidates(scene);
        let mut rated: Vec<_> = candidates.iter().copied().collect();
        rated.sort_by(|a, b| b.score.total_cmp(&a.score));
        let best = rated.first().map_or(0.0, |rated| rated.score);
        let scale = policy.plays.map_or(0.01, |_| 1.0);
        let mut tried: Vec<TriedCandidate<Hand>> = Vec::new();
        for candidate in rated {
            let known = |other: &TriedCandidate<Hand>| alike(scene, other.choice, candidate.cards);
            if tried.len() < self.candidates && !tried.iter().any(known) {
                let rating = f64::from(candidate.score - best) * scale;
                tried.push(TriedCandidate::new(candidate.cards, rating));
            }
        }
        tried
    }
}

/// Plays all of them out from what `begin` makes of them.
fn play_out<C: Copy>(
    tried: &[TriedCandidate<C>],
    ground: &Ground<'_>,
    policy: &Policy<'_>,
    begin: impl Fn(C) -> Option<Playout>,
) -> Results {
    let mut work = 0;
    let mut worths = Vec::with_capacity(tried.len());
    for tried in tried {
        let (points, plays) = begin(tried.choice)?.finish(ground.rules, policy);
        work += plays + 2;
        worths.push(worth(points, ground.rules, ground.declares));
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
