//! A decision in sampled worlds: what each candidate leads to when the round is played on.
//!
//! Decides nothing. All candidates meet the same hidden cards, so that luck in the deal is no
//! difference between them.

use crate::chance::Chance;
use crate::game::Seat;
use crate::players::tractor::Sight;
use crate::players::tractor::heuristic::{self, Memory, Odds, Scene, Weights};
use crate::players::tractor::search::playout::Playout;
use crate::players::tractor::search::world::{self, World};
use crate::players::tractor::search::{alike, worth};
use crate::tractor::hand::Hand;
use crate::tractor::round::TrickPosition;
use crate::tractor::rules::Rules;
use crate::tractor::score::{Side, band};
use crate::tractor::seating::{PLAYERS, Team};
use crate::tractor::view::{PhaseView, TrickView};

/// Cards in every hand when the first trick begins.
const DEALT: u8 = 25;

/// The kind of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Which cards to bury.
    Bury,
    /// What to lead.
    Lead,
    /// What to follow with.
    Follow,
}

/// A decision as the player on turn sees it.
#[derive(Debug, Clone)]
pub struct Moment<'a> {
    /// What is decided.
    pub kind: Kind,
    /// What the player knows.
    pub scene: Scene<'a>,
    /// Who leads the trick.
    pub leader: Seat,
    /// The plays on the table.
    pub plays: Vec<Hand>,
    /// Points captured in tricks, by seat.
    pub captured: [u16; PLAYERS],
    /// Points that failed throws brought the opponents.
    pub penalties: i16,
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
        if !sight.on_turn() || sight.partner_gives_up() {
            return None;
        }
        let scene = Scene::of(sight, memory);
        let captured = sight.captured();
        let penalties = sight.view.penalties;
        match &sight.view.phase {
            PhaseView::Burying => Some(Moment {
                kind: Kind::Bury,
                leader: sight.seat,
                plays: Vec::new(),
                captured,
                penalties,
                scene: Scene {
                    // The kitty is chosen, so none of it is hidden.
                    buried: Some(Hand::EMPTY),
                    sizes: [DEALT; PLAYERS],
                    odds: Odds::unknown(),
                    ..scene
                },
            }),
            PhaseView::Playing { trick, .. } => {
                Some(Moment::in_trick(sight, scene, trick, captured))
            }
            PhaseView::Ready { .. }
            | PhaseView::Dealing { .. }
            | PhaseView::CallWindow { .. }
            | PhaseView::Over { .. } => None,
        }
    }

    fn in_trick(
        sight: &Sight<'a>,
        scene: Scene<'a>,
        trick: &TrickView,
        captured: [u16; PLAYERS],
    ) -> Moment<'a> {
        Moment {
            kind: match trick.plays.is_empty() {
                true => Kind::Lead,
                false => Kind::Follow,
            },
            scene,
            leader: trick.leader,
            plays: trick.plays.iter().map(|play| sight.read(play)).collect(),
            captured,
            penalties: sight.view.penalties,
        }
    }

    /// What can be done, the heuristic player's choice first; at most so many, beside `also`.
    /// The second part is where `also` stands.
    pub fn candidates(
        &self,
        sight: Option<&Sight<'_>>,
        also: Option<Hand>,
        most: usize,
    ) -> (Vec<Hand>, Option<usize>) {
        let scene = &self.scene;
        let rated: Vec<Hand> = match (self.kind, sight) {
            (Kind::Bury, Some(sight)) => {
                let kitties = heuristic::kitty::candidates(sight, &Weights::TUNED);
                kitties.into_iter().map(|(_, kitty)| kitty).collect()
            }
            (Kind::Bury, None) => Vec::new(),
            (Kind::Lead | Kind::Follow, _) => {
                let candidates = heuristic::candidates(scene, &Weights::TUNED);
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
        world::deal(&self.scene, chance)
    }

    /// What these cards lead to in a world, and how many plays that took; `None` if the world is
    /// none in which they can be played.
    pub fn try_in(&self, world: &World, cards: Hand) -> Option<(Outcome, u32)> {
        let mut world = *world;
        if self.kind == Kind::Bury {
            world.kitty = cards;
            world.hands[self.scene.seat.index()] = self.scene.hand.minus(cards);
        }
        let rules = self.scene.rules;
        let position = TrickPosition {
            trump: self.scene.layout.trump(),
            dealer: self.scene.dealer,
            hands: world.hands,
            kitty: world.kitty,
            leader: self.leader,
            plays: &self.plays,
            captured: self.captured,
            penalties: self.penalties,
        };
        let mut round = Playout {
            playing: position.set_up(rules).ok()?,
            memory: *self.scene.memory,
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
        let rules = self.scene.rules;
        let tally = round.playing.tally(rules)?;
        let team = Team::of(self.scene.seat);
        let opponents = Team::of(self.scene.dealer).other();
        let sign = if team == opponents { 1.0 } else { -1.0 };
        let swing = |after: [u16; PLAYERS]| -> f64 {
            let seats = Seat::first(PLAYERS as u8);
            let more = seats.map(|seat| {
                let won = f64::from(after[seat.index()] - self.captured[seat.index()]);
                if Team::of(seat) == team { won } else { -won }
            });
            more.sum::<f64>() / 2.0
        };
        let own = |won: Option<Seat>| f64::from(won.is_some_and(|seat| Team::of(seat) == team));
        let kitty = tally.kitty_factor * round.playing.kitty().points(self.scene.layout);
        let (side, levels) = band(tally.points, rules);
        let declarers = side == Side::Declarers;
        let levels = f64::from(levels) * if declarers { -1.0 } else { 1.0 };
        let declares = self.scene.declares();
        Some(Outcome {
            worth: worth(tally.points, rules, declares),
            levels: sign * levels,
            points: sign * f64::from(tally.points),
            trick: taken.map_or(0.0, |(_, after)| swing(after)),
            kitty: sign * f64::from(kitty),
            penalty: sign * f64::from(round.playing.penalties() - self.penalties),
            takes: own(taken.map(|(winner, _)| winner)),
            last: own(round.playing.last_winner()),
            wins: f64::from(declares == declarers),
        })
    }
}

/// The player on turn plays as it does in simulations.
fn step(round: &mut Playout, rules: &Rules) -> Option<()> {
    let seat = round.playing.to_play()?;
    let cards = heuristic::play(&round.scene(seat, rules), &Weights::TUNED)?;
    round.play(cards, rules)
}
