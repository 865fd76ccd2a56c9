//! How well ratings tell who is stronger: people of known strength play a season of tractor.
//!
//! ```text
//! cargo run --release --example ratings -- --people 1000 --evenings 40
//! ```
//!
//! Strengths lie around 1000, two of three within 150. People belong to circles of ten; each evening
//! four of a circle play some rounds, with partners drawn anew. A round is won by the stronger side as
//! often as their distance says, with the luck that the ratings assume, and by a margin that follows
//! from the same luck. Ratings predict each round before it is counted; what that costs is the mean of
//! the negative logarithms of what they gave to what happened, over the last quarter of the season.

use std::collections::BTreeMap;

use clap::Parser;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tractor_bot::club::{
    BeforeRound, BookedStanding, EVERYWHERE, Ledger, RatedEntry, RatedPlayer, RatedRound,
    RatedSide, Standing,
};
use tractor_bot::game::{GameKind, Seat};
use tractor_bot::table::{PersonId, UnixMillis};

/// The luck of one player's round, as the ratings assume it.
const BETA: f64 = 250.0;
/// How far strengths lie from each other.
const SPREAD: f64 = 150.0;
/// So much luck is worth forty points of a round.
const FORTY_POINTS: f64 = 730.0;
const CIRCLE: usize = 10;
const DAY: u64 = 86_400_000;

#[derive(Debug, Parser)]
struct Season {
    /// How many people play.
    #[arg(long, default_value_t = 1_000)]
    people: usize,
    /// On how many evenings each circle meets.
    #[arg(long, default_value_t = 40)]
    evenings: u64,
    /// How many rounds it plays on each.
    #[arg(long, default_value_t = 8)]
    rounds: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What a round weighs, by the levels that it brought.
struct Scheme {
    name: &'static str,
    /// In percent, for 0, 1, 2, 3 levels; nothing where matches are counted and not rounds.
    weights: [u32; 4],
}

const SCHEMES: &[Scheme] = &[
    Scheme {
        name: "every round the same",
        weights: [100; 4],
    },
    Scheme {
        name: "more by levels: 75, 100, 125, 150 %",
        weights: [75, 100, 125, 150],
    },
    Scheme {
        name: "more by levels: 50, 100, 150, 200 %",
        weights: [50, 100, 150, 200],
    },
    Scheme {
        name: "the evening's match alone, 100 %",
        weights: [0; 4],
    },
];

/// What a season came to.
#[derive(Default)]
struct Outcome {
    predicted: f64,
    truth: f64,
    counted: u32,
    /// After so many rounds of each person: pairs of a circle in the right order, of how many.
    order: BTreeMap<u32, (u32, u32)>,
}

fn chance_of(distance: f64, variance: f64) -> f64 {
    let scale = (2.0 * BETA * BETA + variance).sqrt();
    1.0 / (1.0 + (-distance / scale).exp())
}

fn person(number: usize) -> PersonId {
    PersonId(number as u64 + 1)
}

fn standing(ledger: &Ledger, number: usize) -> Standing {
    let booked = ledger
        .standings
        .get(&(GameKind::Tractor, EVERYWHERE, person(number)));
    booked.map_or(Standing::NEW, |BookedStanding { standing, .. }| *standing)
}

fn round(players: [usize; 4], first_wins: bool) -> RatedRound {
    let player = |(seat, number): (u8, usize)| RatedPlayer {
        seat: Seat::new(seat),
        person: Some(person(number)),
        name: String::new(),
        computer: None,
    };
    let side = |won: bool, seats: [u8; 2]| RatedSide {
        place: u32::from(!won),
        players: seats
            .map(|seat| player((seat, players[usize::from(seat)])))
            .into(),
    };
    RatedRound {
        sides: vec![side(first_wins, [0, 1]), side(!first_wins, [2, 3])],
    }
}

/// Counts a round that weighs so many percent.
fn book(ledger: &mut Ledger, round: &RatedRound, percent: u32, at: UnixMillis) {
    let entry = RatedEntry {
        number: 1,
        weight: percent * 10,
        before: BeforeRound::default(),
    };
    let place = (GameKind::Tractor, EVERYWHERE);
    ledger.book(round, place, at, &entry, |_| false);
}

fn play(season: &Season, scheme: &Scheme) -> Outcome {
    let mut chance = ChaCha8Rng::seed_from_u64(season.seed);
    let normal = |chance: &mut ChaCha8Rng| -> f64 {
        let draws: f64 = (0..12).map(|_| chance.random::<f64>()).sum();
        draws - 6.0
    };
    let strengths: Vec<f64> = (0..season.people)
        .map(|_| 1_000.0 + SPREAD * normal(&mut chance))
        .collect();
    let mut ledger = Ledger::default();
    let mut outcome = Outcome::default();
    let mut played = vec![0_u32; season.people];
    for evening in 0..season.evenings {
        let at = UnixMillis(evening * DAY);
        for circle in 0..season.people / CIRCLE {
            let mut members: Vec<usize> = (circle * CIRCLE..(circle + 1) * CIRCLE).collect();
            for place in 0..4 {
                let other = chance.random_range(place..members.len());
                members.swap(place, other);
            }
            let mut won = 0_i64;
            let mut players = [members[0], members[1], members[2], members[3]];
            for _ in 0..season.rounds {
                if scheme.weights[1] > 0 && chance.random::<bool>() {
                    players.swap(1, 2);
                }
                let sum = |value: &dyn Fn(usize) -> f64| {
                    let [a, b, c, d] = players.map(value);
                    a + b - c - d
                };
                let distance = sum(&|number| strengths[number]);
                let draw: f64 = chance.random_range(1e-9..1.0 - 1e-9);
                let luck = (2.0 * BETA * BETA).sqrt() * (draw / (1.0 - draw)).ln();
                let margin = distance + luck;
                let wins = margin > 0.0;
                let declares = chance.random::<bool>();
                let steps = (margin.abs() / FORTY_POINTS) as usize;
                let levels = (steps + usize::from(declares)).min(3);
                won += if wins { 1 } else { -1 };
                if evening >= season.evenings * 3 / 4 {
                    let now = players.map(|number| standing(&ledger, number));
                    let points = |thousandths: i64| thousandths as f64 / 1_000.0;
                    let variance = now.iter().map(|of| points(of.spread).powi(2)).sum();
                    let guess = sum(&|number| points(standing(&ledger, number).rating));
                    let cost = |chance: f64| -(if wins { chance } else { 1.0 - chance }).ln();
                    outcome.predicted += cost(chance_of(guess, variance));
                    outcome.truth += cost(chance_of(distance, 0.0));
                    outcome.counted += 1;
                }
                if scheme.weights[levels] > 0 {
                    book(
                        &mut ledger,
                        &round(players, wins),
                        scheme.weights[levels],
                        at,
                    );
                }
            }
            if scheme.weights[1] == 0 && won != 0 {
                book(&mut ledger, &round(players, won > 0), 100, at);
            }
            for number in players {
                played[number] += season.rounds;
            }
        }
        let least = u32::try_from(evening + 1).unwrap_or(u32::MAX) * season.rounds * 4 / 10;
        let mut right = (0, 0);
        for circle in 0..season.people / CIRCLE {
            for one in circle * CIRCLE..(circle + 1) * CIRCLE {
                for other in one + 1..(circle + 1) * CIRCLE {
                    let rated = |number| standing(&ledger, number).rating;
                    let same = (rated(one) > rated(other)) == (strengths[one] > strengths[other]);
                    right.0 += u32::from(same);
                    right.1 += 1;
                }
            }
        }
        outcome.order.insert(least, right);
    }
    outcome
}

fn main() {
    let season = Season::parse();
    println!("always even: {:.4}", 2_f64.ln());
    for scheme in SCHEMES {
        let outcome = play(&season, scheme);
        let mean = |sum: f64| sum / f64::from(outcome.counted.max(1));
        println!(
            "{}: {:.4}; who knew the truth: {:.4}",
            scheme.name,
            mean(outcome.predicted),
            mean(outcome.truth)
        );
        let share = |(right, all): &(u32, u32)| f64::from(*right) / f64::from(*all);
        let mut told = Vec::new();
        for (rounds, pairs) in outcome.order.iter().filter(|(_, pairs)| pairs.1 > 0) {
            if rounds.is_power_of_two() || rounds.count_ones() <= 2 || share(pairs) >= 0.9 {
                told.push(format!("{rounds}: {:.0} %", share(pairs) * 100.0));
            }
            if share(pairs) >= 0.9 {
                break;
            }
        }
        println!(
            "  pairs of a circle in the right order after rounds: {}",
            told.join(", ")
        );
    }
}
