//! Numbers: how strong somebody is, how certain that is, and how a round moves both.
//!
//! Weng-Lin (the Bradley-Terry form with whole sides) is the crate's; the scale, the fixed numbers of
//! computer players and what keeps numbers honest are decided here.

use serde::{Deserialize, Serialize};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use crate::game::GameKind;
use crate::table::Skill;

/// How much luck there is in one player's round, in points.
const BETA: f64 = 250.0;
/// A number never becomes more certain than this: people change.
const LEAST_SPREAD: i64 = 60_000;
/// A number is provisional while it is not more certain than this, in thousandths.
pub const PROVISIONAL: i64 = 120_000;
/// The number of rounds of a day against the same people that weigh the same; each further so many
/// weigh half.
const FULL_ROUNDS: u32 = 8;
/// Halved so often, a round weighs nothing.
const MOST_HALVINGS: u32 = 10;

/// How strong somebody is, in thousandths of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(i64, i64, u32)", into = "(i64, i64, u32)")]
pub struct Standing {
    /// The number.
    pub rating: i64,
    /// How uncertain it is: in two of three cases the truth is not further away.
    pub spread: i64,
    /// How many rounds have moved it.
    pub rounds: u32,
}

impl From<(i64, i64, u32)> for Standing {
    fn from((rating, spread, rounds): (i64, i64, u32)) -> Self {
        Self {
            rating,
            spread,
            rounds,
        }
    }
}

impl From<Standing> for (i64, i64, u32) {
    fn from(standing: Standing) -> Self {
        (standing.rating, standing.spread, standing.rounds)
    }
}

impl Standing {
    /// That of somebody who was never rated: as strong as the simple computer, or not at all.
    pub const NEW: Standing = Standing {
        rating: 1_000_000,
        spread: 250_000,
        rounds: 0,
    };

    /// That of a computer player, which never moves.
    const fn fixed(points: i64) -> Standing {
        Standing {
            rating: points * 1_000,
            spread: 1_000,
            rounds: 0,
        }
    }

    /// Whether it is still too uncertain to move others.
    pub const fn is_provisional(self) -> bool {
        self.spread >= PROVISIONAL
    }

    /// Number and uncertainty in whole points.
    pub const fn points(self) -> (i64, i64) {
        ((self.rating + 500) / 1_000, (self.spread + 500) / 1_000)
    }
}

/// The fixed number of a computer player, measured in the arena (see the page about their strength in
/// [`crate::players`]); `None` where it was not measured, such as that of other people's programs.
pub fn anchor(game: GameKind, skill: Skill) -> Option<Standing> {
    let points = match (game, skill) {
        (_, Skill::Greedy) => 1_000,
        (GameKind::Tractor, Skill::Random) => 430,
        (GameKind::Tractor, Skill::Beginner) => 885,
        (GameKind::Tractor, Skill::Heuristic) => 1_165,
        (GameKind::Tractor, Skill::Search) => 1_210,
        (GameKind::Uno, Skill::Random) => 0,
        (GameKind::Uno, Skill::Beginner) => 890,
        (GameKind::Uno, Skill::Heuristic) => 1_055,
        (GameKind::Uno, Skill::Search) => 1_100,
        _ => return None,
    };
    Some(Standing::fixed(points))
}

/// What a round weighs, in thousandths, if so many of this day had the same people on the same sides.
pub const fn weight_after(before: u32) -> u32 {
    match before / FULL_ROUNDS {
        halvings if halvings < MOST_HALVINGS => 1_000 >> halvings,
        _ => 0,
    }
}

/// One side of a round: its place, equal for a draw, and the players with their numbers before it.
pub(super) struct Side {
    pub place: u32,
    pub players: Vec<Standing>,
}

/// The numbers after a round of this weight in thousandths, in the same order.
pub(super) fn rated(sides: &[Side], weight: u32) -> Vec<Vec<Standing>> {
    let points = |thousandths: i64| thousandths as f64 / 1_000.0;
    let of = |player: &Standing| WengLinRating {
        rating: points(player.rating),
        uncertainty: points(player.spread),
    };
    let before: Vec<(Vec<WengLinRating>, MultiTeamOutcome)> = sides
        .iter()
        .map(|side| {
            let players = side.players.iter().map(of).collect();
            (players, MultiTeamOutcome::new(side.place as usize))
        })
        .collect();
    let borrowed: Vec<_> = before.iter().map(|(side, at)| (&side[..], *at)).collect();
    let config = WengLinConfig {
        beta: BETA,
        uncertainty_tolerance: 0.000_001,
    };
    let after = weng_lin_multi_team(&borrowed, &config);
    let certain = |players: &[Standing]| players.iter().filter(|p| !p.is_provisional()).count();
    let all: usize = sides.iter().map(|side| side.players.len()).sum();
    let all_certain: usize = sides.iter().map(|side| certain(&side.players)).sum();
    let moved = |(side, after): (&Side, Vec<WengLinRating>)| {
        let opponents = all - side.players.len();
        let theirs = all_certain - certain(&side.players);
        let pairs = side.players.iter().zip(after);
        let one = |(before, after): (&Standing, WengLinRating)| {
            let share = match before.is_provisional() {
                true => 1.0,
                false => theirs as f64 / opponents.max(1) as f64,
            };
            let share = share * f64::from(weight) / 1_000.0;
            let step = |old: i64, new: f64| {
                let new = new * 1_000.0;
                old + ((new - old as f64) * share).round() as i64
            };
            let spread = step(before.spread, after.uncertainty);
            Standing {
                rating: step(before.rating, after.rating),
                spread: spread.max(LEAST_SPREAD.min(before.spread)),
                rounds: before.rounds + 1,
            }
        };
        pairs.map(one).collect()
    };
    sides.iter().zip(after).map(moved).collect()
}
