//! Deals to train from, and the files of what they teach.

use std::fs::File;
use std::io::Write as _;
use std::time::{Duration, Instant};

use tractor_bot::chance::{Chance, Seed};
use tractor_bot::game::Seat;
use tractor_bot::players::tractor::policy::Policy;
use tractor_bot::tractor::action::Progress;
use tractor_bot::tractor::card::Rank;
use tractor_bot::tractor::deck::Deck;
use tractor_bot::tractor::round::{DealStart, Dealing};

use crate::sample::Sample;
use crate::{Labelling, policy};

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

/// Writes labels for so many seconds, those that `label` makes of each deal.
pub fn write(of: &Labelling, label: fn(Dealing, Policy<'static>, &mut Chance) -> Vec<Sample>) {
    let until = Instant::now() + Duration::from_secs(of.seconds);
    let seeds = Seed::from_number(of.seed);
    let policy = policy(&of.policy);
    let mut chance = seeds.derive("choices", 0).chance();
    let mut file = File::create(&of.out).expect("a file");
    let (mut count, mut deals) = (0, 0);
    while Instant::now() < until {
        deals += 1;
        let mut out = Vec::new();
        for mut sample in label(deal(seeds.derive("a deal", deals)), policy, &mut chance) {
            sample.centre();
            sample.write(&mut out);
            count += 1;
        }
        file.write_all(&out).expect("a file that can be written");
    }
    println!("{count} labels of {deals} deals");
}
