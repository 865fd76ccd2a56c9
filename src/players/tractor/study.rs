//! The study of a decision: what each candidate brings on average, and by what they differ.
//!
//! It sees what the player on turn sees, a [`View`], and deals the hidden cards many times in ways
//! that agree with it. All candidates meet the same hidden cards, fewer and fewer of them, so that luck in the deal is
//! no difference between them. What is said of two of them comes from worlds that had no part in choosing
//! them, so that the better one is not made out better than it is. The work is counted, not timed:
//! equal seeds and views give equal studies on any machine. By what two candidates differ is said in [`finding`].
//!
//! The review of a round tells the decisions of one seat that cost most. All are glanced at; those that
//! seem to have cost most are studied again, more closely and in other worlds.

mod finding;

use super::heuristic::alike;
use super::policy::Policy;
use super::search::playout::Playout;
use super::search::world::{self, HiddenCards};
use super::search::{SearchPosition, worth};
use super::sight::Decision as Due;
use crate::chance::{Chance, Seed};
use crate::game::Seat;
use crate::players::StudyEffort;
use crate::table::Decision;
use crate::tractor::Tractor;
use crate::tractor::action::Action;
use crate::tractor::card::Card;
use crate::tractor::hand::Hand;
use crate::tractor::rules::Rules;
use crate::tractor::score::{Side, band};
use crate::tractor::seating::{PLAYERS, Team};
use crate::tractor::view::{PhaseView, View};
pub use finding::{Finding, Why};

const MOST_TOLD: usize = 3;
/// The most that are looked at closely.
const MOST_STUDIED: usize = 6;
/// The fewest points that a decision must have cost, by estimate, to be told.
const FEWEST: f64 = 4.0;

/// Simulated plays, about a million a second on an ordinary machine, and the most candidates that are tried.
type Effort = (u32, usize);
/// For a hint: somebody waits.
const HINT: Effort = (40_000, 10);
/// For every decision of a round.
const GLANCE: Effort = (30_000, 10);
/// For the few that seem to have cost most.
const CLOSE_LOOK: Effort = (120_000, 12);

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

#[derive(Debug, Clone, PartialEq)]
pub struct Costly {
    /// Which of the decisions it is, counted from 0.
    pub decision: usize,
    /// The trick in which it was made, counted from 1; `None` for the kitty.
    pub trick: Option<u32>,
    /// By what it differs from what the strong player would have done.
    pub finding: Finding,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Review {
    /// How many decisions there were with a choice.
    pub decisions: u32,
    /// How many of them were as good as the strong player's, as far as can be told.
    pub good: u32,
    /// Those that cost most, in the order in which they were made.
    pub costly: Vec<Costly>,
}

impl Review {
    /// Judges the decisions of a seat in one round.
    pub fn of(decisions: &[Decision<Tractor>], diligence: StudyEffort, seed: Seed) -> Review {
        let study = |at: usize, effort, purpose| {
            let Decision { view, action } = &decisions[at];
            let seed = seed.derive(purpose, at as u64);
            Study::of(view, Some(action), (effort, diligence), seed)
        };
        let mut review = Review::default();
        let mut doubtful: Vec<(usize, f64)> = Vec::new();
        for at in 0..decisions.len() {
            let Some(study) = study(at, GLANCE, "a glance") else {
                continue;
            };
            review.decisions += 1;
            match study.against_the_own() {
                Some(finding) if !finding.is_close() => {
                    doubtful.push((at, finding.worth.mean));
                }
                Some(_) | None => review.good += 1,
            }
        }
        doubtful.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        for (at, _) in doubtful.into_iter().take(MOST_STUDIED) {
            let finding = study(at, CLOSE_LOOK, "a close look");
            let finding = finding.and_then(|study| study.against_the_own());
            let view = &decisions[at].view;
            let plays = matches!(view.phase, PhaseView::Playing { .. });
            match finding.filter(|finding| !finding.is_close() && finding.points.mean >= FEWEST) {
                Some(finding) => review.costly.push(Costly {
                    decision: at,
                    trick: plays.then_some(view.tricks.len() as u32 + 1),
                    finding,
                }),
                // The first impression was wrong.
                None => review.good += 1,
            }
        }
        let (costly, worth) = (&mut review.costly, |of: &Costly| of.finding.worth.mean);
        costly.sort_by(|a, b| (worth(b).total_cmp(&worth(a))).then(a.decision.cmp(&b.decision)));
        costly.truncate(MOST_TOLD);
        costly.sort_by_key(|costly| costly.decision);
        review
    }
}

/// A mean with its standard error.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Mean {
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Mean {
    fn of(values: impl Iterator<Item = f64>) -> Mean {
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
struct TrialResult {
    cards: Hand,
    /// The sum of its worth in the worlds in which all that were left were tried.
    sum: f64,
    worlds: u32,
    /// What it led to in the worlds of the comparison.
    outcomes: Vec<SampledOutcome>,
}

#[derive(Debug)]
pub struct Study<'a> {
    /// The decision as the player on turn sees it.
    position: SearchPosition<'a>,
    /// Whether the kitty is to be buried.
    buries: bool,
    tried: Vec<TrialResult>,
    /// The best of them, and the player's own, by place.
    best: usize,
    own: Option<usize>,
}

impl<'a> Study<'a> {
    /// The place of the heuristic player's choice among those that are tried.
    const USUAL: usize = 0;

    /// The study of the decision that this viewer has to make, for a hint. `None` if they have nothing to play or
    /// bury, or no choice.
    pub fn for_hint(view: &'a View, diligence: StudyEffort) -> Option<Study<'a>> {
        // Hints depend only on the view, so any fixed seed will do.
        Study::of(view, None, (HINT, diligence), Seed::from_number(0))
    }

    /// The same for any purpose; `also` is tried, too, as their own.
    fn of(
        view: &'a View,
        also: Option<&Action>,
        ((plays, most), diligence): (Effort, StudyEffort),
        seed: Seed,
    ) -> Option<Study<'a>> {
        let due = Due::of(view);
        if !matches!(due, Due::Bury | Due::Play) {
            return None;
        }
        let position = SearchPosition::of(view)?;
        let also = match also {
            Some(Action::Play(cards) | Action::Bury(cards)) => {
                let sight = &position.sight;
                Some(sight.hand.pick(sight.layout, cards).ok()?)
            }
            Some(_) => return None,
            None => None,
        };
        let plays = plays / 100 * diligence.0;
        let study = Study::begun(position, due == Due::Bury, also, most);
        study.tried_out(plays, &mut seed.chance())
    }

    /// What can be done, the heuristic player's choice first; at most so many, beside `also`.
    fn begun(
        position: SearchPosition<'a>,
        buries: bool,
        also: Option<Hand>,
        most: usize,
    ) -> Study<'a> {
        let (sight, policy) = (&position.sight, Policy::trained());
        let mut rated = match buries {
            true => policy.kitties(sight),
            false => policy.nominees(sight, most),
        };
        rated.truncate(most);
        let mut chosen: Vec<Hand> = rated.into_iter().map(|(_, cards)| cards).collect();
        let same = |a: Hand, b: Hand| a == b || !buries && alike(sight, a, b);
        let own = also.map(|also| {
            let at = chosen.iter().position(|other| same(*other, also));
            at.unwrap_or_else(|| {
                chosen.push(also);
                chosen.len() - 1
            })
        });
        let tried = |cards| TrialResult {
            cards,
            sum: 0.0,
            worlds: 0,
            outcomes: Vec::new(),
        };
        Study {
            tried: chosen.into_iter().map(tried).collect(),
            position,
            buries,
            best: 0,
            own,
        }
    }

    /// The study with what so many simulated plays say; `None` without a choice.
    fn tried_out(mut self, plays: u32, chance: &mut Chance) -> Option<Study<'a>> {
        if self.tried.len() < 2 {
            return None;
        }
        let all: Vec<usize> = (0..self.tried.len()).collect();
        self.try_on(&all, plays / 10 * SCREEN, chance, false);
        let left = self.ahead(LEFT);
        self.try_on(&left, plays / 10 * CHOOSE, chance, false);
        let compared = self.ahead(2);
        let rest = plays / 10 * (10 - SCREEN - CHOOSE);
        self.try_on(&compared, rest, chance, true);
        let gain = self.compare(compared[0], Study::USUAL, |outcome| outcome.worth);
        self.best = match gain.is_above(CAUTION) {
            true => compared[0],
            false => Study::USUAL,
        };
        (!self.tried[Study::USUAL].outcomes.is_empty()).then_some(self)
    }

    /// Tries these candidates in further worlds.
    fn try_on(&mut self, places: &[usize], mut budget: u32, chance: &mut Chance, compares: bool) {
        while budget > 0 {
            let world = world::deal(&self.position.sight, chance);
            let outcomes: Option<Vec<(SampledOutcome, u32)>> = places
                .iter()
                .map(|place| self.try_in(&world, self.tried[*place].cards))
                .collect();
            let mut work = LOST_WORK;
            if let Some(outcomes) = outcomes {
                work = outcomes.iter().map(|(_, plays)| plays + 2).sum();
                for (place, (outcome, _)) in places.iter().zip(outcomes) {
                    let tried = &mut self.tried[*place];
                    if compares {
                        tried.outcomes.push(outcome);
                    } else {
                        tried.sum += outcome.worth;
                        tried.worlds += 1;
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
    fn compare(&self, one: usize, other: usize, what: impl Fn(&SampledOutcome) -> f64) -> Mean {
        let (one, other) = (&self.tried[one].outcomes, &self.tried[other].outcomes);
        let pairs = one.iter().zip(other);
        Mean::of(pairs.map(|(one, other)| what(one) - what(other)))
    }

    fn mean(&self, place: usize, what: impl Fn(&SampledOutcome) -> f64) -> f64 {
        Mean::of(self.tried[place].outcomes.iter().map(what)).mean
    }

    fn cards(&self, cards: Hand) -> Vec<Card> {
        cards.cards(self.position.sight.layout).collect()
    }

    fn action(&self, place: usize) -> Action {
        let cards = self.cards(self.tried[place].cards);
        match self.buries {
            true => Action::Bury(cards),
            false => Action::Play(cards),
        }
    }

    pub fn best(&self) -> Action {
        self.action(self.best)
    }

    /// What these cards lead to in a world, and how many plays that took; `None` if the world is
    /// none in which they can be played.
    fn try_in(&self, world: &HiddenCards, cards: Hand) -> Option<(SampledOutcome, u32)> {
        let rules = self.position.sight.rules;
        let mut round = match self.buries {
            true => self.position.imagine_buried(world, cards)?,
            false => self.position.imagine(world)?,
        };
        let (mut plays, mut taken) = (0, None);
        if !self.buries {
            round.play(cards, rules)?;
            plays = 1;
            while !round.playing.trick.plays().is_empty() && round.playing.to_play().is_some() {
                step(&mut round, rules)?;
                plays += 1;
            }
            taken = Some((round.playing.last_winner()?, round.playing.captured));
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
        let kitty = tally.kitty_factor * round.playing.kitty.points(sight.layout);
        let declarers = band(tally.points, rules).0 == Side::Declarers;
        let declares = sight.declares();
        Some(SampledOutcome {
            worth: worth(tally.points, rules, declares),
            points: sign * f64::from(tally.points),
            trick: taken.map_or(0.0, |(_, after)| swing(after)),
            kitty: sign * f64::from(kitty),
            penalty: sign * f64::from(round.playing.penalties - before.penalties),
            takes: own(taken.map(|(winner, _)| winner)),
            last: own(round.playing.last_winner()),
            wins: f64::from(declares == declarers),
        })
    }
}

/// What one candidate led to in one world. All points count for the own side: as declarers, those
/// of the opponents are negative.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct SampledOutcome {
    /// Levels and points as the search weighs them.
    worth: f64,
    /// All points of the round.
    points: f64,
    /// Half of what the trick in which the decision is made brings the own side more than the other:
    /// points brought home count as much as points kept from the others. 0 for a kitty.
    trick: f64,
    /// Those of the kitty, as often as they count.
    kitty: f64,
    /// Those for failed throws.
    penalty: f64,
    /// 1 if the own side wins the trick, else 0.
    takes: f64,
    /// 1 if the own side wins the last trick, else 0.
    last: f64,
    /// 1 if the own side wins the round, else 0.
    wins: f64,
}

impl SampledOutcome {
    /// Points beside the trick, the kitty and failed throws.
    fn rest(&self) -> f64 {
        self.points - self.trick - self.kitty - self.penalty
    }
}

/// The player on turn plays as it does in simulations.
fn step(round: &mut Playout, rules: &Rules) -> Option<()> {
    let seat = round.playing.to_play()?;
    let cards = Policy::trained().play(&round.sight(seat, rules))?;
    round.play(cards, rules)
}

#[cfg(test)]
mod tests;
