//! Deals to train from, and what they teach.

use std::time::{Duration, Instant};

use tractor_bot::chance::{Chance, Seed};
use tractor_bot::game::Seat;
use tractor_bot::players::tractor::policy::Policy;
use tractor_bot::tractor::action::Progress;
use tractor_bot::tractor::card::Rank;
use tractor_bot::tractor::deck::Deck;
use tractor_bot::tractor::round::{DealStart, Dealing};

use crate::sample::Sample;

/// A deal before its first card. One in four is the first of a match, in which whoever calls deals.
pub fn deal(seed: Seed) -> Dealing {
    let mut chance = seed.derive("its levels and dealer", 0).chance();
    let level = Rank::from_index(chance.below(13) as usize).expect("thirteen ranks");
    let dealer = match chance.below(16) {
        0..4 => None,
        other => Some(Seat::new((other % 4) as u8)),
    };
    let deck = Deck::shuffled(&mut seed.derive("a deck", 0).chance());
    let start = DealStart {
        level,
        dealer,
        uncalled: None,
        progress: Progress::Climbing,
    };
    Dealing::new(deck, start)
}

/// Makes labels for so many seconds, those that `label` makes of each deal.
pub fn labels(
    (seconds, seed): (u64, u64),
    policy: Policy<'static>,
    label: fn(Dealing, Policy<'static>, &mut Chance) -> Vec<Sample>,
) -> Vec<Sample> {
    let until = Instant::now() + Duration::from_secs(seconds);
    let seeds = Seed::from_number(seed);
    let mut chance = seeds.derive("choices", 0).chance();
    let (mut samples, mut deals) = (Vec::new(), 0);
    while Instant::now() < until {
        deals += 1;
        samples.extend(label(
            deal(seeds.derive("a deal", deals)),
            policy,
            &mut chance,
        ));
    }
    samples.iter_mut().for_each(Sample::centre);
    println!("{} labels of {deals} deals", samples.len());
    samples
}
