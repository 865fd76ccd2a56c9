//! Whole rounds between two policies, each deal twice with the partnerships exchanged.

use tractor_bot::chance::Seed;
use tractor_bot::game::Seat;
use tractor_bot::players::tractor::policy::Policy;
use tractor_bot::players::tractor::search::playout::{bury, finish};
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::score::{Side, band};
use tractor_bot::tractor::seating::Team;

use crate::mean::Mean;
use crate::rounds::deal;

/// Plays a round, the first policy sitting as `first`: the levels that it wins. `None` if nobody ever called.
fn round(policies: [Policy<'static>; 2], first: Team, seed: Seed) -> Option<f64> {
    let rules = Rules::default();
    let of = |seat: Seat| policies[usize::from(Team::of(seat) != first)];
    let burying = (0..20).find_map(|attempt| {
        let seed = match attempt {
            0 => seed,
            _ => seed.derive("again", attempt),
        };
        finish(deal(seed), &of, &rules, None, &mut |_, _, call| call)
    })?;
    let dealer = burying.dealer;
    let mut playout = bury(&burying, &of(dealer), &rules);
    while let Some(seat) = playout.playing.to_play() {
        let cards = of(seat).play(&playout.sight(seat, &rules));
        let cards = cards.expect("cards in hand");
        playout.play(cards, &rules).expect("legal");
    }
    let points = playout.playing.tally(&rules).expect("over").points;
    let (side, levels) = band(points, &rules);
    let wins = (side == Side::Declarers) == (Team::of(dealer) == first);
    Some(if wins { 1.0 } else { -1.0 } * f64::from(levels))
}

/// Whole rounds of two policies, each deal twice.
pub fn play(pairs: u64, seed: u64, policies: [Policy<'static>; 2]) {
    let seeds = Seed::from_number(seed);
    let levels = (0..pairs).map(|number| {
        let seed = seeds.derive("a deal", number);
        let rounds = Team::ALL.map(|first| round(policies, first, seed));
        rounds.into_iter().flatten().sum::<f64>() / 2.0
    });
    println!("{} levels a round", Mean::of(&levels.collect::<Vec<f64>>()));
}
