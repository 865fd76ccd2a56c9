//! A trial of candidates: all of them in the same sampled worlds, fewer and fewer of them.
//!
//! All candidates meet the same hidden cards, so that luck in the deal is no difference between them.
//! Decides which does best. By what two of them differ is said in [`super::finding`].

use crate::chance::{Chance, Seed};
use crate::game::Seat;
use crate::players::StudyEffort;
use crate::players::tractor::heuristic::alike;
use crate::players::tractor::policy::Policy;
use crate::players::tractor::search::playout::Playout;
use crate::players::tractor::search::world::HiddenCards;
use crate::players::tractor::search::{SearchPosition, world, worth};
use crate::players::tractor::sight::Decision;
use crate::tractor::action::Action;
use crate::tractor::card::Card;
use crate::tractor::hand::{Hand, Layout};
use crate::tractor::rules::Rules;
use crate::tractor::score::{Side, band};
use crate::tractor::seating::{PLAYERS, Team};
use crate::tractor::view::View;

/// The work, in simulated plays, that a world counts as which could not be dealt.
const LOST_WORK: u32 = 100;
/// The shares of the work, of 10: all candidates; those that are left; the comparison.
const SCREEN: u32 = 3;
/// See [`SCREEN`].
const CHOOSE: u32 = 3;
/// How many of the best go on after all were tried, beside the heuristic player's choice and the
/// player's own.
const LEFT: usize = 3;
/// How many standard errors a candidate has to be ahead of the heuristic player's to replace it.
const CAUTION: f64 = 1.0;

/// In fewer worlds than this nothing is taken for certain.
const FEWEST_WORLDS: usize = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrialEffort {
    /// Simulated plays, about a million a second on an ordinary machine.
    pub plays: u32,
    /// The most candidates that are tried.
    pub candidates: usize,
}

impl TrialEffort {
    pub const fn with(self, diligence: StudyEffort) -> TrialEffort {
        TrialEffort {
            plays: self.plays / 100 * diligence.0,
            ..self
        }
    }

    /// For a hint: somebody waits.
    pub const HINT: TrialEffort = TrialEffort {
        plays: 40_000,
        candidates: 10,
    };
    /// For every decision of a round.
    pub const GLANCE: TrialEffort = TrialEffort {
        plays: 30_000,
        candidates: 10,
    };
    /// For the few that seem to have cost most.
    pub const CLOSE_LOOK: TrialEffort = TrialEffort {
        plays: 120_000,
        candidates: 12,
    };
}

/// A mean with its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Mean {
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Mean {
    pub(super) fn of(values: impl Iterator<Item = f64>) -> Mean {
        let values: Vec<f64> = values.collect();
        let count = values.len().max(2) as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares = values.iter().map(|value| (value - mean).powi(2));
        let error = match values.len() < FEWEST_WORLDS {
            true => f64::INFINITY,
            false => (squares.sum::<f64>() / (count - 1.0) / count).sqrt(),
        };
        Mean { mean, error }
    }

    /// Whether it is above 0 by so many standard errors.
    pub fn is_above(&self, errors: f64) -> bool {
        self.mean > errors * self.error
    }
}

/// A candidate with what it led to.
#[derive(Debug, Clone)]
pub(super) struct TrialResult {
    pub(super) cards: Hand,
    /// The sum of its worth in the worlds in which all that were left were tried.
    sum: f64,
    worlds: u32,
    /// What it led to in the worlds of the comparison.
    pub(super) outcomes: Vec<SampledOutcome>,
}

#[derive(Debug, Clone)]
pub struct Study {
    pub kind: DecisionKind,
    pub(super) layout: &'static Layout,
    pub(super) hand: Hand,
    pub(super) declares: bool,
    pub(super) tried: Vec<TrialResult>,
    /// The best of them, and the player's own, by place.
    pub(super) best: usize,
    pub(super) own: Option<usize>,
}

impl Study {
    /// The place of the heuristic player's choice among those that are tried.
    pub(super) const USUAL: usize = 0;

    /// The study of the decision that this viewer has to make; `also` is tried, too, as their own.
    /// `None` if they have nothing to play or bury, or no choice.
    pub fn of(
        view: &View,
        also: Option<&Action>,
        effort: TrialEffort,
        seed: Seed,
    ) -> Option<Study> {
        let at = DecisionPoint::of(view)?;
        let sight = &at.position.sight;
        let also = match also {
            Some(Action::Play(cards) | Action::Bury(cards)) => {
                Some(sight.hand.pick(sight.layout, cards).ok()?)
            }
            Some(_) => return None,
            None => None,
        };
        let candidates = at.candidates(also, effort.candidates);
        Study::among(&at, candidates, effort, &mut seed.chance())
    }

    /// The study of a decision between these candidates.
    pub(super) fn among(
        at: &DecisionPoint<'_>,
        (candidates, own): (Vec<Hand>, Option<usize>),
        effort: TrialEffort,
        chance: &mut Chance,
    ) -> Option<Study> {
        if candidates.len() < 2 {
            return None;
        }
        let tried = |cards| TrialResult {
            cards,
            sum: 0.0,
            worlds: 0,
            outcomes: Vec::new(),
        };
        let mut study = Study {
            kind: at.kind,
            layout: at.position.sight.layout,
            hand: at.position.sight.hand,
            declares: at.position.sight.declares(),
            tried: candidates.into_iter().map(tried).collect(),
            best: 0,
            own,
        };
        let all: Vec<usize> = (0..study.tried.len()).collect();
        study.try_on(at, &all, effort.plays / 10 * SCREEN, chance, false);
        let left = study.ahead(LEFT);
        study.try_on(at, &left, effort.plays / 10 * CHOOSE, chance, false);
        let compared = study.ahead(2);
        let rest = effort.plays / 10 * (10 - SCREEN - CHOOSE);
        study.try_on(at, &compared, rest, chance, true);
        let gain = study.compare(compared[0], Study::USUAL, |outcome| outcome.worth);
        study.best = match gain.is_above(CAUTION) {
            true => compared[0],
            false => Study::USUAL,
        };
        (!study.tried[Study::USUAL].outcomes.is_empty()).then_some(study)
    }

    /// Tries these candidates in further worlds.
    fn try_on(
        &mut self,
        at: &DecisionPoint<'_>,
        places: &[usize],
        mut budget: u32,
        chance: &mut Chance,
        compares: bool,
    ) {
        while budget > 0 {
            let world = at.deal(chance);
            let outcomes: Option<Vec<(SampledOutcome, u32)>> = places
                .iter()
                .map(|place| at.try_in(&world, self.tried[*place].cards))
                .collect();
            let mut work = LOST_WORK;
            if let Some(outcomes) = outcomes {
                work = outcomes.iter().map(|(_, plays)| plays + 2).sum();
                for (place, (outcome, _)) in places.iter().zip(outcomes) {
                    let tried = &mut self.tried[*place];
                    match compares {
                        true => tried.outcomes.push(outcome),
                        false => {
                            tried.sum += outcome.worth;
                            tried.worlds += 1;
                        }
                    }
                }
            }
            budget = budget.saturating_sub(work);
        }
    }

    /// The places of those that go on: so many that did best, the best first, the heuristic player's
    /// choice and the player's own.
    fn ahead(&self, most: usize) -> Vec<usize> {
        let longest = self.tried.iter().map(|tried| tried.worlds).max();
        let tried = self.tried.iter().enumerate();
        let mut places: Vec<(usize, f64)> = tried
            .filter(|(_, tried)| Some(tried.worlds) == longest)
            .map(|(place, tried)| (place, tried.sum))
            .collect();
        places.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut places: Vec<usize> = places.into_iter().map(|(place, _)| place).collect();
        places.truncate(most);
        for place in [Some(Study::USUAL), self.own].into_iter().flatten() {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }

    /// By how much one candidate is ahead of another in the worlds of the comparison.
    pub(super) fn compare(
        &self,
        one: usize,
        other: usize,
        what: impl Fn(&SampledOutcome) -> f64,
    ) -> Mean {
        let (one, other) = (&self.tried[one].outcomes, &self.tried[other].outcomes);
        let pairs = one.iter().zip(other);
        Mean::of(pairs.map(|(one, other)| what(one) - what(other)))
    }

    pub(super) fn mean(&self, place: usize, what: impl Fn(&SampledOutcome) -> f64) -> f64 {
        Mean::of(self.tried[place].outcomes.iter().map(what)).mean
    }

    pub(super) fn cards(&self, cards: Hand) -> Vec<Card> {
        cards.cards(self.layout).collect()
    }

    pub(super) fn action(&self, place: usize) -> Action {
        let cards = self.cards(self.tried[place].cards);
        match self.kind {
            DecisionKind::Bury => Action::Bury(cards),
            DecisionKind::Lead | DecisionKind::Follow => Action::Play(cards),
        }
    }

    pub fn best(&self) -> Action {
        self.action(self.best)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecisionKind {
    Bury,
    Lead,
    Follow,
}

/// A decision as the player on turn sees it.
#[derive(Debug)]
pub struct DecisionPoint<'a> {
    pub kind: DecisionKind,
    pub position: SearchPosition<'a>,
}

/// What one candidate led to in one world. All points count for the own side: as declarers, those
/// of the opponents are negative.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SampledOutcome {
    /// Levels and points as the search weighs them.
    pub worth: f64,
    /// Levels, positive for the own side.
    pub levels: f64,
    /// All points of the round.
    pub points: f64,
    /// Half of what the trick in which the decision is made brings the own side more than the other:
    /// points brought home count as much as points kept from the others. 0 for a kitty.
    pub trick: f64,
    /// Those of the kitty, as often as they count.
    pub kitty: f64,
    /// Those for failed throws.
    pub penalty: f64,
    /// 1 if the own side wins the trick, else 0.
    pub takes: f64,
    /// 1 if the own side wins the last trick, else 0.
    pub last: f64,
    /// 1 if the own side wins the round, else 0.
    pub wins: f64,
}

impl SampledOutcome {
    /// Points beside the trick, the kitty and failed throws.
    pub fn rest(&self) -> f64 {
        self.points - self.trick - self.kitty - self.penalty
    }
}

impl<'a> DecisionPoint<'a> {
    /// The decision of whoever sees this; `None` if they have none to make.
    pub fn of(view: &'a View) -> Option<DecisionPoint<'a>> {
        let decision = Decision::of(view);
        if !matches!(decision, Decision::Bury | Decision::Play) {
            return None;
        }
        let position = SearchPosition::of(view)?;
        let kind = match (decision, &position.sight.table) {
            (Decision::Bury, _) => DecisionKind::Bury,
            (_, None) => DecisionKind::Lead,
            (_, Some(_)) => DecisionKind::Follow,
        };
        Some(DecisionPoint { kind, position })
    }

    /// What can be done, the heuristic player's choice first; at most so many, beside `also`.
    /// The second part is where `also` stands.
    pub fn candidates(&self, also: Option<Hand>, most: usize) -> (Vec<Hand>, Option<usize>) {
        let (sight, policy) = (&self.position.sight, Policy::trained());
        let mut rated = match self.kind {
            DecisionKind::Bury => policy.kitties(sight),
            DecisionKind::Lead | DecisionKind::Follow => policy.nominees(sight, most),
        };
        rated.truncate(most);
        let mut chosen: Vec<Hand> = rated.into_iter().map(|(_, cards)| cards).collect();
        let same = |a: Hand, b: Hand| match self.kind {
            DecisionKind::Bury => a == b,
            DecisionKind::Lead | DecisionKind::Follow => alike(sight, a, b),
        };
        let own = also.map(|also| {
            let at = chosen.iter().position(|other| same(*other, also));
            at.unwrap_or_else(|| {
                chosen.push(also);
                chosen.len() - 1
            })
        });
        (chosen, own)
    }

    /// The hidden cards, dealt once.
    pub fn deal(&self, chance: &mut Chance) -> HiddenCards {
        world::deal(&self.position.sight, chance)
    }

    /// What these cards lead to in a world, and how many plays that took; `None` if the world is
    /// none in which they can be played.
    pub fn try_in(&self, world: &HiddenCards, cards: Hand) -> Option<(SampledOutcome, u32)> {
        let rules = self.position.sight.rules;
        let mut round = match self.kind {
            DecisionKind::Bury => self.position.imagine_buried(world, cards)?,
            DecisionKind::Lead | DecisionKind::Follow => self.position.imagine(world)?,
        };
        let (mut plays, mut taken) = (0, None);
        if self.kind != DecisionKind::Bury {
            round.play(cards, rules)?;
            plays = 1;
            while !round.playing.trick().plays().is_empty() && round.playing.to_play().is_some() {
                step(&mut round, rules)?;
                plays += 1;
            }
            taken = Some((round.playing.last_winner()?, *round.playing.captured()));
        }
        while round.playing.to_play().is_some() {
            step(&mut round, rules)?;
            plays += 1;
        }
        Some((self.outcome(&round, taken)?, plays))
    }

    /// What became of the round; `taken` is who won the trick, and what was captured by then.
    fn outcome(
        &self,
        round: &Playout,
        taken: Option<(Seat, [u16; PLAYERS])>,
    ) -> Option<SampledOutcome> {
        let (before, sight) = (&self.position, &self.position.sight);
        let rules = sight.rules;
        let tally = round.playing.tally(rules)?;
        let team = Team::of(sight.seat);
        let opponents = Team::of(sight.dealer).other();
        let sign = if team == opponents { 1.0 } else { -1.0 };
        let swing = |after: [u16; PLAYERS]| -> f64 {
            let seats = Seat::first(PLAYERS as u8);
            let more = seats.map(|seat| {
                let won = f64::from(after[seat.index()] - before.captured[seat.index()]);
                if Team::of(seat) == team { won } else { -won }
            });
            more.sum::<f64>() / 2.0
        };
        let own = |won: Option<Seat>| f64::from(won.is_some_and(|seat| Team::of(seat) == team));
        let kitty = tally.kitty_factor * round.playing.kitty().points(sight.layout);
        let (side, levels) = band(tally.points, rules);
        let declarers = side == Side::Declarers;
        let levels = f64::from(levels) * if declarers { -1.0 } else { 1.0 };
        let declares = sight.declares();
        Some(SampledOutcome {
            worth: worth(tally.points, rules, declares),
            levels: sign * levels,
            points: sign * f64::from(tally.points),
            trick: taken.map_or(0.0, |(_, after)| swing(after)),
            kitty: sign * f64::from(kitty),
            penalty: sign * f64::from(round.playing.penalties() - before.penalties),
            takes: own(taken.map(|(winner, _)| winner)),
            last: own(round.playing.last_winner()),
            wins: f64::from(declares == declarers),
        })
    }
}

/// The player on turn plays as it does in simulations.
fn step(round: &mut Playout, rules: &Rules) -> Option<()> {
    let seat = round.playing.to_play()?;
    let cards = Policy::trained().play(&round.sight(seat, rules))?;
    round.play(cards, rules)
}
