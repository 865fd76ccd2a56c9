//! A decision in sampled worlds: what each candidate leads to when the round is played on.
//!
//! Decides nothing. All candidates meet the same hidden cards, so that luck in the deal is no
//! difference between them.

use crate::chance::Chance;
use crate::game::Seat;
use crate::players::tractor::heuristic::{Memory, alike};
use crate::players::tractor::policy::Policy;
use crate::players::tractor::search::playout::Playout;
use crate::players::tractor::search::world::{self, World};
use crate::players::tractor::search::{self, worth};
use crate::players::tractor::sight::{Sight, Turn};
use crate::tractor::hand::Hand;
use crate::tractor::rules::Rules;
use crate::tractor::score::{Side, band};
use crate::tractor::seating::{PLAYERS, Team};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Bury,
    Lead,
    Follow,
}

/// A decision as the player on turn sees it.
#[derive(Debug)]
pub struct Moment<'a> {
    pub kind: Kind,
    pub at: search::Moment<'a>,
}

/// What one candidate led to in one world. All points count for the own side: as declarers, those
/// of the opponents are negative.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Outcome {
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

impl Outcome {
    /// Points beside the trick, the kitty and failed throws.
    pub fn rest(&self) -> f64 {
        self.points - self.trick - self.kitty - self.penalty
    }
}

impl<'a> Moment<'a> {
    /// The decision of whoever sees this; `None` if they have none to make.
    pub fn of(sight: &Sight<'a>, memory: &'a Memory) -> Option<Moment<'a>> {
        let kind = match sight.turn() {
            Turn::Wait | Turn::Answer => return None,
            Turn::Bury => Kind::Bury,
            Turn::Play if sight.table().is_none() => Kind::Lead,
            Turn::Play => Kind::Follow,
        };
        let at = search::Moment::of(sight, memory)?;
        Some(Moment { kind, at })
    }

    /// What can be done, the heuristic player's choice first; at most so many, beside `also`.
    /// The second part is where `also` stands.
    pub fn candidates(&self, also: Option<Hand>, most: usize) -> (Vec<Hand>, Option<usize>) {
        let (scene, policy) = (&self.at.scene, Policy::trained());
        let rated: Vec<Hand> = match self.kind {
            Kind::Bury => {
                let kitties = policy.kitties(scene);
                kitties.into_iter().map(|(_, kitty)| kitty).collect()
            }
            Kind::Lead | Kind::Follow => {
                let candidates = policy.candidates(scene);
                let mut rated: Vec<_> = candidates.iter().copied().collect();
                rated.sort_by(|a, b| b.score.total_cmp(&a.score));
                rated.into_iter().map(|rated| rated.cards).collect()
            }
        };
        let same = |a: Hand, b: Hand| match self.kind {
            Kind::Bury => a == b,
            Kind::Lead | Kind::Follow => alike(scene, a, b),
        };
        let mut chosen: Vec<Hand> = Vec::new();
        for cards in rated {
            if chosen.len() < most && !chosen.iter().any(|other| same(*other, cards)) {
                chosen.push(cards);
            }
        }
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
    pub fn deal(&self, chance: &mut Chance) -> World {
        world::deal(&self.at.scene, chance)
    }

    /// What these cards lead to in a world, and how many plays that took; `None` if the world is
    /// none in which they can be played.
    pub fn try_in(&self, world: &World, cards: Hand) -> Option<(Outcome, u32)> {
        let ground = &self.at.ground;
        let rules = ground.rules;
        let mut round = match self.kind {
            Kind::Bury => ground.imagine_buried(world, cards)?,
            Kind::Lead | Kind::Follow => ground.imagine(world)?,
        };
        let (mut plays, mut taken) = (0, None);
        if self.kind != Kind::Bury {
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
    fn outcome(&self, round: &Playout, taken: Option<(Seat, [u16; PLAYERS])>) -> Option<Outcome> {
        let (scene, ground) = (&self.at.scene, &self.at.ground);
        let rules = ground.rules;
        let tally = round.playing.tally(rules)?;
        let team = Team::of(scene.seat);
        let opponents = Team::of(scene.dealer).other();
        let sign = if team == opponents { 1.0 } else { -1.0 };
        let swing = |after: [u16; PLAYERS]| -> f64 {
            let seats = Seat::first(PLAYERS as u8);
            let more = seats.map(|seat| {
                let won = f64::from(after[seat.index()] - ground.captured[seat.index()]);
                if Team::of(seat) == team { won } else { -won }
            });
            more.sum::<f64>() / 2.0
        };
        let own = |won: Option<Seat>| f64::from(won.is_some_and(|seat| Team::of(seat) == team));
        let kitty = tally.kitty_factor * round.playing.kitty().points(scene.layout);
        let (side, levels) = band(tally.points, rules);
        let declarers = side == Side::Declarers;
        let levels = f64::from(levels) * if declarers { -1.0 } else { 1.0 };
        let declares = scene.declares();
        Some(Outcome {
            worth: worth(tally.points, rules, declares),
            levels: sign * levels,
            points: sign * f64::from(tally.points),
            trick: taken.map_or(0.0, |(_, after)| swing(after)),
            kitty: sign * f64::from(kitty),
            penalty: sign * f64::from(round.playing.penalties() - ground.penalties),
            takes: own(taken.map(|(winner, _)| winner)),
            last: own(round.playing.last_winner()),
            wins: f64::from(declares == declarers),
        })
    }
}

/// The player on turn plays as it does in simulations.
fn step(round: &mut Playout, rules: &Rules) -> Option<()> {
    let seat = round.playing.to_play()?;
    let cards = Policy::trained().play(&round.scene(seat, rules))?;
    round.play(cards, rules)
}
