//! The search player: deals the hidden cards many times in ways that agree with what it has seen,
//! lets the heuristic player finish the round in each of these worlds, and plays what does best on
//! average.
//!
//! The work is counted, not timed: equal seeds and views give equal answers on any machine.

pub mod playout;
pub mod world;

use super::Sight;
use super::heuristic::{self, Heuristic, Memory, Odds, Scene, Weights};
use crate::chance::{Chance, Seed};
use crate::game::Seat;
use crate::players::Player;
use crate::tractor::Tractor;
use crate::tractor::action::Action;
use crate::tractor::hand::Hand;
use crate::tractor::round::TrickPosition;
use crate::tractor::rules::Rules;
use crate::tractor::score::{Side, band};
use crate::tractor::seating::PLAYERS;
use crate::tractor::view::{PhaseView, View};
use playout::Playout;
use world::World;

/// Cards in every hand when the first trick begins.
const DEALT: u8 = 25;
/// How many standard errors a play has to be ahead of the heuristic player's to replace it.
const CAUTION: f64 = 1.0;
/// What a level and forty points of the opponents are worth. Points alone would be steadier, levels
/// alone are what counts in the end.
const LEVEL: f64 = 0.7;
/// See [`LEVEL`].
const FORTY_POINTS: f64 = 0.7;
/// The work, in simulated plays, that a world counts as which could not be dealt.
const LOST_WORK: u32 = 100;

/// Plays what does best in sampled worlds.
#[derive(Debug, Clone)]
pub struct Search {
    seed: Seed,
    effort: Effort,
}

/// The effort of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Simulated plays for one real play.
    pub plays: u32,
    /// The most candidates that are tried.
    pub candidates: usize,
}

impl Default for Effort {
    /// The usual effort: about 20 ms a play on an ordinary machine.
    fn default() -> Self {
        Self {
            plays: 32_000,
            candidates: 6,
        }
    }
}

/// A play with its results in the worlds so far, relative to the heuristic player's choice.
#[derive(Debug, Clone, Copy)]
struct Tried {
    cards: Hand,
    sum: f64,
    squares: f64,
    worlds: u32,
}

impl Tried {
    const fn new(cards: Hand) -> Tried {
        Tried {
            cards,
            sum: 0.0,
            squares: 0.0,
            worlds: 0,
        }
    }

    fn add(&mut self, gain: f64) {
        self.sum += gain;
        self.squares += gain * gain;
        self.worlds += 1;
    }

    fn mean(&self) -> f64 {
        self.sum / f64::from(self.worlds.max(1))
    }

    /// The gain that is left when `caution` times its uncertainty is taken off.
    fn surely(&self, caution: f64) -> f64 {
        let worlds = f64::from(self.worlds.max(2));
        let variance = (self.squares / worlds - self.mean().powi(2)).max(0.0);
        self.mean() - caution * (variance / (worlds - 1.0)).sqrt()
    }
}

impl Search {
    /// A player with this seed.
    pub fn new(seed: Seed) -> Self {
        Self::with(seed, Effort::default())
    }

    /// A player with this effort.
    pub const fn with(seed: Seed, effort: Effort) -> Self {
        Self { seed, effort }
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

    fn play(&self, sight: &Sight<'_>) -> Option<Hand> {
        let memory = Memory::of(sight);
        let scene = Scene::of(sight, &memory);
        let nominees = self.nominees(&scene);
        let mut chance = self.chance(sight);
        self.choose_among(nominees, |tried| {
            let start = imagine(sight, &scene, &mut chance)?;
            try_all(tried, sight, |cards, rules| {
                let mut playout = start;
                playout.play(cards, rules)?;
                Some(playout)
            })
        })
    }

    fn bury(&self, sight: &Sight<'_>) -> Option<Hand> {
        let memory = Memory::of(sight);
        let scene = Scene {
            buried: Some(Hand::EMPTY),
            sizes: [DEALT; PLAYERS],
            odds: Odds::unknown(),
            ..Scene::of(sight, &memory)
        };
        let kitties = heuristic::kitty::candidates(sight, &Weights::TUNED);
        let kitties = kitties.into_iter().take(self.effort.candidates);
        let nominees = kitties.map(|(_, kitty)| Tried::new(kitty)).collect();
        let mut chance = self.chance(sight);
        self.choose_among(nominees, |tried| {
            let world = world::deal(&scene, &mut chance);
            try_all(tried, sight, |kitty, rules| {
                let mut world = world;
                world.kitty = kitty;
                world.hands[scene.seat.index()] = scene.hand.minus(kitty);
                playout(sight, &scene, &world, scene.seat, &[], rules)
            })
        })
    }

    /// The best of the nominees; the first is the heuristic player's own, and another one has to
    /// be better beyond doubt. `try_in_a_world` tries all of them in one more world and returns how
    /// many plays that took. Half of those that are left go on, until two are.
    fn choose_among(
        &self,
        mut tried: Vec<Tried>,
        mut try_in_a_world: impl FnMut(&mut [Tried]) -> Option<u32>,
    ) -> Option<Hand> {
        let own = tried.first()?.cards;
        if tried.len() < 2 {
            return Some(own);
        }
        let stages = tried.len().ilog2();
        for stage in 0..stages {
            let mut budget = self.effort.plays / stages;
            while budget > 0 {
                let work = try_in_a_world(&mut tried).unwrap_or(LOST_WORK);
                budget = budget.saturating_sub(work.max(1));
            }
            if stage + 1 < stages {
                tried[1..].sort_by(|a, b| b.mean().total_cmp(&a.mean()));
                tried.truncate(tried.len().div_ceil(2).max(2));
            }
        }
        let mut best = (0.0, own);
        for tried in &tried[1..] {
            let gain = tried.surely(CAUTION);
            if gain > best.0 {
                best = (gain, tried.cards);
            }
        }
        Some(best.1)
    }

    /// The candidate plays, the heuristic player's choice first.
    fn nominees(&self, scene: &Scene<'_>) -> Vec<Tried> {
        let candidates = heuristic::candidates(scene, &Weights::TUNED);
        let mut rated: Vec<_> = candidates.iter().copied().collect();
        rated.sort_by(|a, b| b.score.total_cmp(&a.score));
        let mut tried: Vec<Tried> = Vec::new();
        for candidate in rated {
            let known = |other: &Tried| alike(scene, other.cards, candidate.cards);
            if tried.len() < self.effort.candidates && !tried.iter().any(known) {
                tried.push(Tried::new(candidate.cards));
            }
        }
        tried
    }
}

/// Plays all of them out from what `begin` makes of them, and returns how many plays that took.
fn try_all(
    tried: &mut [Tried],
    sight: &Sight<'_>,
    begin: impl Fn(Hand, &Rules) -> Option<Playout>,
) -> Option<u32> {
    let rules = &sight.view.rules;
    let (mut own, mut work) = (None, 0);
    for tried in tried {
        let (points, plays) = begin(tried.cards, rules)?.finish(rules, &Weights::TUNED);
        work += plays + 2;
        let worth = worth(points, rules, sight.declares());
        tried.add(worth - *own.get_or_insert(worth));
    }
    Some(work)
}

/// Whether two plays are single cards that do the same.
pub fn alike(scene: &Scene<'_>, a: Hand, b: Hand) -> bool {
    let (low, high) = (a.one().min(b.one()), a.one().max(b.one()));
    let single = a.is_single() && b.is_single();
    a == b || (single && heuristic::does_the_same(scene, low, high))
}

/// A world in which the player's moment could be, ready to be played on.
fn imagine(sight: &Sight<'_>, scene: &Scene<'_>, chance: &mut Chance) -> Option<Playout> {
    let world = world::deal(scene, chance);
    let PhaseView::Playing { trick, .. } = &sight.view.phase else {
        return None;
    };
    let plays: Vec<Hand> = trick.plays.iter().map(|play| sight.read(play)).collect();
    playout(
        sight,
        scene,
        &world,
        trick.leader,
        &plays,
        &sight.view.rules,
    )
}

/// A world as a position to be played on.
fn playout(
    sight: &Sight<'_>,
    scene: &Scene<'_>,
    world: &World,
    leader: Seat,
    plays: &[Hand],
    rules: &Rules,
) -> Option<Playout> {
    let position = TrickPosition {
        trump: scene.layout.trump(),
        dealer: scene.dealer,
        hands: world.hands,
        kitty: world.kitty,
        leader,
        plays,
        captured: sight.captured(),
        penalties: sight.view.penalties,
    };
    Some(Playout {
        playing: position.set_up(rules).ok()?,
        memory: *scene.memory,
    })
}

/// What a round is worth to the declarers or the opponents when these are the opponents' points:
/// levels, and a little for every point, so that what is not decided yet counts too.
pub fn worth(points: u16, rules: &Rules, declares: bool) -> f64 {
    let (side, levels) = band(points, rules);
    let levels = match side {
        Side::Declarers => f64::from(levels),
        Side::Opponents => -f64::from(levels),
    };
    let worth = LEVEL * levels
        + FORTY_POINTS * (f64::from(rules.points_to_win.0) - f64::from(points)) / 40.0;
    if declares { worth } else { -worth }
}

impl Player<Tractor> for Search {
    fn choose(&mut self, view: &View) -> Option<Action> {
        self.think(view)
            .or_else(|| Heuristic::default().choose(view))
    }
}

impl Search {
    /// The result of the search; `None` where there is nothing to search.
    fn think(&self, view: &View) -> Option<Action> {
        let sight = Sight::of(view)?;
        if sight.partner_gives_up() || !sight.on_turn() {
            return None;
        }
        match view.phase {
            PhaseView::Burying => Some(sight.bury(self.bury(&sight)?)),
            PhaseView::Playing { .. } => Some(sight.play(self.play(&sight)?)),
            PhaseView::Ready { .. }
            | PhaseView::Dealing { .. }
            | PhaseView::CallWindow { .. }
            | PhaseView::Over { .. } => None,
        }
    }
}
