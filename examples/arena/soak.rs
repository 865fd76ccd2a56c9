//! Rounds under house rules drawn at random, with one player on all seats: nothing may be illegal,
//! missing, late or panic.

use std::fmt;
use std::sync::Arc;

use tractor_bot::chance::{Chance, Seed};
use tractor_bot::game::{Choices, RuleSet as _, Seat};
use tractor_bot::players::program::Faults;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Progress;
use tractor_bot::tractor::card::Rank;
use tractor_bot::tractor::rules::{AfterAce, Rules};
use tractor_bot::tractor::score::MatchScore;
use tractor_bot::tractor::seating::Team;

use crate::contestant::Contestant;
use crate::figures::Conduct;
use crate::options::{Duel, Soak};
use crate::threads::spread;
use crate::tractor::{Crew, conduct};

/// Rounds between two looks at how many decisions there were.
const ROUNDS_A_STEP: u32 = 16;

/// What came of a soak.
#[derive(Debug, Clone)]
pub struct Soaked {
    level: String,
    rounds: u64,
    conduct: Conduct,
}

impl Soaked {
    /// Whether nothing happened that must not.
    pub fn is_clean(&self) -> bool {
        let Conduct {
            illegal,
            missing,
            late,
            panics,
            ..
        } = self.conduct;
        [illegal, missing, late, panics] == [0; 4]
    }

    /// How many decisions were made.
    #[cfg(test)]
    pub fn decisions(&self) -> usize {
        self.conduct.ms.decisions
    }
}

impl fmt::Display for Soaked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conduct { ms, .. } = &self.conduct;
        write!(
            f,
            "{}: {} decisions in {} rounds under random house rules: {} illegal, {} missing, {} panics, \
             {} late; {:.4} ms on average, 99 % below {:.4}, {:.2} at most",
            self.level,
            ms.decisions,
            self.rounds,
            self.conduct.illegal,
            self.conduct.missing,
            self.conduct.panics,
            self.conduct.late,
            ms.mean,
            ms.p99,
            ms.longest
        )
    }
}

/// Plays until there were so many decisions.
pub fn soak(options: &Soak) -> Result<Soaked, String> {
    let contestant = Contestant::parse(&options.level, options.common.budget)?;
    let duel = Duel {
        names: [options.level.clone(), options.level.clone()],
        contestants: [contestant.clone(), contestant],
        pairs: 0,
        common: options.common.clone(),
    };
    let fixed: Rules = duel.common.rules()?;
    let faults: [Arc<Faults>; 2] = Default::default();
    let (mut crews, mut rounds, mut decisions) = (Vec::new(), 0_u32, 0);
    while decisions < options.decisions {
        let begin = rounds;
        let (_, more) = spread(
            duel.common.threads(),
            ROUNDS_A_STEP,
            || Ok(Crew::new(&duel, &faults)),
            |crew, number| {
                let number = u64::from(begin) + u64::from(number);
                let seed = duel.common.seed().derive("a round of a soak", number);
                let mut game = drawn(&fixed, &duel.common.rules, seed);
                crew.round(&mut game, Team::NorthSouth, seed);
            },
        )?;
        let clerks = more.iter().flat_map(|crew| &crew.clerks);
        decisions += clerks.map(|clerk| clerk.times.len() as u64).sum::<u64>();
        rounds += ROUNDS_A_STEP;
        crews.extend(more);
    }
    // Both kinds are the same player.
    for crew in &mut crews {
        let second = std::mem::take(&mut crew.clerks[1]);
        crew.clerks[0].add(second);
    }
    let [mut conduct, other] = conduct(crews, &faults);
    conduct.illegal += other.illegal;
    conduct.missing += other.missing;
    conduct.late += other.late;
    Ok(Soaked {
        level: options.level.clone(),
        rounds: rounds.into(),
        conduct,
    })
}

/// A round under rules drawn at random; those that were named stay as they are.
fn drawn(fixed: &Rules, named: &[String], seed: Seed) -> Tractor {
    let mut chance = seed.derive("its house rules", 0).chance();
    let mut rules = *fixed;
    for rule in fixed.entries() {
        let is_named = |named: &String| named.split('=').next() == Some(rule.name);
        if named.iter().any(is_named) {
            continue;
        }
        let value = value(&rule.choices, &mut chance);
        // Two that exclude each other: the one drawn first stays.
        let _ = rules.set(rule.name, &value);
    }
    let mut rank = || Rank::from_index(chance.below(13) as usize).expect("thirteen ranks");
    let levels = [rank(), rank()];
    let mut standing = MatchScore {
        levels,
        ..MatchScore::new(&rules)
    };
    for progress in &mut standing.progress {
        if rules.after_ace == AfterAce::NoTrumpRound && chance.below(4) == 0 {
            *progress = Progress::NoTrumpRound;
        }
    }
    let dealer = match chance.below(5) {
        0 => None,
        other => Some(Seat::new(other as u8 - 1)),
    };
    Tractor::resumed(&rules, standing, dealer, seed)
}

fn value(choices: &Choices, chance: &mut Chance) -> String {
    let offered = choices.offered();
    offered[chance.below(offered.len() as u32) as usize].to_owned()
}
