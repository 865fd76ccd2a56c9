//! The strong player: it plays what it could do to the end, in many worlds that look the same to it.
//!
//! Every candidate meets the same worlds. What is clearly worse than the best so far is dropped on
//! the way; so the effort, which is counted in moves and not in time, goes where it matters.

use super::heuristic::{choice, suspicion};
use super::sight::Sight;
use super::worlds::{Worlds, play_out, worth};
use crate::chance::{Chance, Seed};
use crate::players::Player;
use crate::uno::card::{Card, Color, Face};
use crate::uno::round::{Round, Unlogged};
use crate::uno::view::UnoDecision;
use crate::uno::{Action, Move, Play, Uno, View};

/// How much a searching player looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchSize {
    /// Moves of playouts for a decision, in all.
    pub moves: u32,
    /// Worlds for a decision, at most.
    pub worlds: u32,
}

impl SearchSize {
    /// Some ten milliseconds at most.
    pub const USUAL: SearchSize = SearchSize {
        moves: 120_000,
        worlds: 1_600,
    };
}

/// Deals the hidden cards anew and takes what does best in the mean.
#[derive(Debug, Clone, Copy)]
pub struct Search {
    seed: Seed,
    effort: SearchSize,
}

/// Worlds after which candidates are compared.
const BATCH: u32 = 16;
/// A candidate is dropped once the best one leads by so many standard errors.
const BEHIND: f64 = 2.5;
/// The usual move is left only for one that leads by so many.
const SURE: f64 = 1.0;
const MOST_CANDIDATES: usize = 16;

impl Search {
    /// A player with this seed and the usual effort.
    pub const fn new(seed: Seed) -> Self {
        Self::with(seed, SearchSize::USUAL)
    }

    pub const fn with(seed: Seed, effort: SearchSize) -> Self {
        Self { seed, effort }
    }
}

impl Player<Uno> for Search {
    fn choose(&mut self, view: &View) -> Option<Action> {
        let sight = Sight::of(view, "a strong player of uno", self.seed)?;
        if !sight.in_turn() {
            return sight.catch().or_else(|| sight.jump_in());
        }
        let usual = choice(&sight)?;
        let candidates = candidates(&sight, usual);
        let best = match candidates.len() {
            0 | 1 => usual,
            _ => best(&sight, self.effort, usual, candidates).unwrap_or(usual),
        };
        Some(best.into())
    }
}

/// What the player could do, the usual move first.
fn candidates(sight: &Sight<'_>, usual: Move) -> Vec<Move> {
    let round = sight.round;
    let mut moves = vec![usual];
    let mut add = |chosen: Move| {
        if !moves.contains(&chosen) && moves.len() < MOST_CANDIDATES {
            moves.push(chosen);
        }
    };
    match round.decision {
        UnoDecision::Color => Color::ALL.into_iter().map(Move::Color).for_each(add),
        UnoDecision::Swap => sight.others().map(Move::Swap).for_each(add),
        UnoDecision::Turn | UnoDecision::AfterDrawing => {
            for card in &round.playable {
                let plays = plays(sight, *card).into_iter();
                plays.map(Move::Play).for_each(&mut add);
            }
            sight.instead().for_each(add);
        }
    }
    moves
}

/// The ways to lay a card: with each colour, or each hand to exchange.
fn plays(sight: &Sight<'_>, card: Card) -> Vec<Play> {
    let usual = sight.play(card, Color::Red);
    if card.is_wild() {
        let color = |color| Play {
            color: Some(color),
            ..usual
        };
        // A colour one does not hold is named only where there is no other.
        let held = |color: &Color| sight.hand.of_color(*color) > 0;
        let mut colors: Vec<Color> = Color::ALL.into_iter().filter(held).collect();
        if colors.is_empty() {
            colors.extend(Color::ALL);
        }
        return colors.into_iter().map(color).collect();
    }
    if usual.swap.is_some() && card.face() == Face::Number(7) {
        let with = |seat| Play {
            swap: Some(seat),
            ..usual
        };
        return sight.others().map(with).collect();
    }
    vec![usual]
}

/// What a candidate was worth in each world.
struct TriedMove {
    chosen: Move,
    worths: Vec<i32>,
}

impl TriedMove {
    fn sum(&self) -> i64 {
        self.worths.iter().map(|worth| i64::from(*worth)).sum()
    }

    /// By how many standard errors this one is better than another over the same worlds.
    fn lead_over(&self, other: &TriedMove) -> f64 {
        let count = self.worths.len() as f64;
        let pairs = self.worths.iter().zip(&other.worths);
        let differences = pairs.map(|(own, others)| f64::from(own - others));
        let (sum, square) = differences.fold((0.0, 0.0), |(sum, square), difference| {
            (sum + difference, square + difference * difference)
        });
        let mean = sum / count;
        let spread = (square / count - mean * mean).max(1.0);
        mean / (spread / count).sqrt()
    }
}

fn best(sight: &Sight<'_>, effort: SearchSize, usual: Move, candidates: Vec<Move>) -> Option<Move> {
    let worlds = Worlds::of(sight.view, suspicion(sight))?;
    let mut tried: Vec<TriedMove> = candidates
        .into_iter()
        .map(|chosen| TriedMove {
            chosen,
            worths: Vec::with_capacity(effort.worlds as usize),
        })
        .collect();
    let mut chance = sight.seed.derive("worlds", 0).chance();
    let (mut moves, mut world) = (0, 0);
    while moves < effort.moves && world < effort.worlds && tried.len() > 1 {
        for _ in 0..BATCH {
            let round = worlds.deal(&mut chance, sight.seed)?;
            // The same luck for every candidate.
            let luck = chance.clone();
            for one in &mut tried {
                let (worth, length) = look(sight, &round, one.chosen, luck.clone());
                one.worths.push(worth);
                moves += length;
            }
            world += 1;
        }
        tried.sort_by_key(|one| std::cmp::Reverse(one.sum()));
        let others = tried.split_off(1);
        let best = &tried[0];
        let left = others
            .into_iter()
            .filter(|one| best.lead_over(one) < BEHIND);
        let left: Vec<TriedMove> = left.collect();
        tried.extend(left);
    }
    let best = tried.first()?;
    let known = tried.iter().find(|one| one.chosen == usual);
    let sure = known.is_none_or(|known| best.lead_over(known) > SURE);
    Some(if sure { best.chosen } else { usual })
}

/// Plays a move and then the round to its end in one world.
fn look(sight: &Sight<'_>, world: &Round, chosen: Move, mut luck: Chance) -> (i32, u32) {
    let mut round = world.clone();
    if round.play(sight.seat, chosen, &mut Unlogged).is_err() {
        return (i32::MIN / 4096, 1);
    }
    let moves = play_out(sight.rules, &mut round, &mut luck);
    (
        worth(sight.rules, &sight.view.scores, &round, sight.seat),
        moves + 4,
    )
}
