//! Whole matches from the first level to the last, each played twice with the teams exchanged.

use std::sync::Arc;

use tractor_bot::game::Game as _;
use tractor_bot::players::program::Faults;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::rules::Rules;
use tractor_bot::tractor::seating::Team;

use crate::figures::Conduct;
use crate::mean::Mean;
use crate::options::Duel;
use crate::report::Outcome;
use crate::threads::spread;
use crate::tractor::Crew;

/// Rounds after which a match counts as drawn.
const MOST_ROUNDS: u32 = 400;

/// Plays so many matches twice.
pub fn duel(duel: &Duel, matches: u32) -> Result<Outcome, String> {
    let rules: Rules = duel.common.rules()?;
    let faults: [Arc<Faults>; 2] = Default::default();
    let (pairs, crews) = spread(
        duel.common.threads(),
        matches,
        || Crew::new(duel, &faults),
        |crew, number| {
            let seed = duel
                .common
                .seed()
                .derive("a match for a measurement", number.into());
            let mut won = (0.0, 0.0);
            for first in Team::ALL {
                let (mut game, _) = Tractor::start(&rules, 4, seed);
                crew.whole(&mut game, first, seed, MOST_ROUNDS);
                let winners = game.winners();
                won.0 += match winners.contains(first.seats()[0]) {
                    _ if winners.is_empty() => 0.25,
                    true => 0.5,
                    false => 0.0,
                };
                won.1 += f64::from(game.round().saturating_sub(1)) / 2.0;
            }
            won
        },
    );
    let (won, rounds): (Vec<f64>, Vec<f64>) = pairs.into_iter().unzip();
    Ok(Outcome {
        unit: "matches played twice",
        measures: vec![
            ("matches won", Mean::of(&won)),
            ("rounds a match", Mean::of(&rounds)),
        ],
        conduct: Conduct::of_both(crews.into_iter().map(|crew| crew.clerks), &faults),
    })
}
