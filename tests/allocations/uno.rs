//! A round of UNO makes no allocation between the deal and its end.

use tractor_bot::chance::Seed;
use tractor_bot::game::{RuleSet as _, Seat, SeatSet};
use tractor_bot::uno::round::{Circle, Round, Unlogged};
use tractor_bot::uno::rules::Rules;

use crate::check;

#[test]
fn whole_rounds_are_played_without_allocating() {
    for (name, rules) in Rules::PRESETS {
        for (seats, number) in (2..=10).zip(0..) {
            let all: Vec<Seat> = Seat::first(seats).collect();
            let active: SeatSet = all.iter().copied().collect();
            let seed = Seed::from_number(number);
            let mut chance = seed.derive("moves", 0).chance();
            let mut round = Round::deal(rules, Circle::new(&all), active, seed, &mut Unlogged);
            check(&format!("a round of {name} with {seats} players"), || {
                while round.end.is_none() {
                    let chosen = round.random_move(&mut chance);
                    let played = round.play(round.turn, chosen, &mut Unlogged);
                    played.expect("a random move is allowed");
                }
            });
        }
    }
}
