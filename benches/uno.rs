//! How many random rounds of UNO one core plays in a second: shuffled, dealt, judged, settled and
//! scored by the very functions that the game at the table uses.

#![expect(missing_docs, reason = "the function that criterion's macro makes")]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tractor_bot::chance::Seed;
use tractor_bot::game::{RuleSet as _, Seat, SeatSet};
use tractor_bot::uno::round::{Circle, Round, Unlogged};
use tractor_bot::uno::rules::Rules;

/// Plays one round to its end and says how many moves it took and what the winner collects.
fn play(rules: &Rules, seats: u8, seed: Seed) -> (u32, u32) {
    let all: Vec<Seat> = Seat::first(seats).collect();
    let active: SeatSet = all.iter().copied().collect();
    let mut chance = seed.derive("random moves", 0).chance();
    let mut round = Round::deal(rules, Circle::new(&all), active, seed, &mut Unlogged);
    let mut moves = 0;
    while round.end().is_none() {
        let chosen = round.random_move(&mut chance);
        let done = round.play(round.turn(), chosen, &mut Unlogged);
        done.expect("a random move is allowed");
        moves += 1;
    }
    let points = all.iter().map(|seat| round.hand(*seat).points()).sum();
    (moves, points)
}

fn random_rounds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random UNO rounds");
    group.throughput(Throughput::Elements(1));
    for (preset, rules) in Rules::PRESETS {
        for seats in [2, 4] {
            let mut number = 0;
            group.bench_function(BenchmarkId::new(*preset, seats), |bench| {
                bench.iter(|| {
                    number += 1;
                    play(rules, seats, black_box(Seed::from_number(number)))
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, random_rounds);
criterion_main!(benches);
