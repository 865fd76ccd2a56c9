//! A round of UNO makes no allocation between the deal and its end.

use tractor_bot::chance::Seed;
use tractor_bot::game::RuleSet as _;
use tractor_bot::uno::rules::Rules;

use crate::{check, rounds};

#[test]
fn whole_rounds_are_played_without_allocating() {
    for (name, rules) in Rules::PRESETS {
        for (seats, number) in (2..=10).zip(0..) {
            let seed = Seed::from_number(number);
            let mut chance = seed.derive("moves", 0).chance();
            let mut round = rounds::deal_uno(rules, seats, seed);
            check(&format!("a round of {name} with {seats} players"), || {
                rounds::play_uno(&mut round, &mut chance);
            });
        }
    }
}
