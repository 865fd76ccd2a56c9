//! Rounds under house rules drawn at random, with one player on all seats: nothing may be illegal,
//! missing, late or panic.

use std::fmt;
use std::sync::Arc;

use tractor_bot::chance::{Chance, Seed};
use tractor_bot::game::{Choices, Game as _, RuleSet, Seat};
use tractor_bot::players::program::Faults;
use tractor_bot::tractor::Tractor;
use tractor_bot::tractor::action::Progress;
use tractor_bot::tractor::card::Rank;
use tractor_bot::tractor::rules::{self as tractor_rules, AfterAce};
use tractor_bot::tractor::score::MatchScore;
use tractor_bot::tractor::seating::Team;
use tractor_bot::uno::Uno;
use tractor_bot::uno::rules as uno_rules;

use crate::clerk::Clerk;
use crate::contestant::{Contest as _, Contestant};
use crate::figures::Conduct;
use crate::options::{Duel, Game, Soak};
use crate::threads::spread;
use crate::tractor::Crew;
use crate::uno;

/// Rounds between two looks at how many decisions there were.
const ROUNDS_A_STEP: u32 = 16;

#[derive(Debug, Clone)]
pub struct Soaked {
    level: String,
    rounds: u64,
    pub conduct: Conduct,
}

impl fmt::Display for Soaked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Soaked {
            level,
            rounds,
            conduct,
        } = self;
        let (faults, ms) = (conduct.faults(), conduct.ms);
        write!(
            f,
            "{level}: {rounds} rounds under random house rules: {faults}; {ms}"
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
    let noted = Arc::<Faults>::default();
    let faults = [Arc::clone(&noted), Arc::clone(&noted)];
    let named = &duel.common.rules;
    let (clerk, rounds) = match options.game {
        Game::Tractor => {
            let fixed: tractor_rules::Rules = duel.common.rules()?;
            let round = |crew: &mut Crew, seed: Seed| {
                crew.round(&mut drawn(&fixed, named, seed), Team::NorthSouth, seed);
            };
            repeated(
                options,
                || Crew::new(&duel, &faults),
                round,
                |crew| &mut crew.clerks,
            )?
        }
        Game::Uno => {
            let fixed: uno_rules::Rules = duel.common.rules()?;
            let contestant = &duel.contestants[0];
            Uno::player(contestant, duel.common.seed(), duel.common.limit(), &noted)?;
            let round = |clerks: &mut [Clerk; 2], seed: Seed| {
                let mut chance = seed.derive("its house rules", 0).chance();
                let rules = drawn_rules(&fixed, named, &mut chance);
                let few = Uno::seats(&rules);
                let more = chance.below(u32::from(few.end() - few.start()) + 1);
                let seats = few.start() + more as u8;
                uno::round(&duel, clerks, &rules, seats, 0, seed);
            };
            repeated(options, Default::default, round, |clerks| clerks)?
        }
    };
    Ok(Soaked {
        level: options.level.clone(),
        rounds,
        conduct: Conduct::of(&clerk, &noted),
    })
}

/// Plays rounds until there were so many decisions: what was noted of them, and how many rounds there
/// were. `begin` makes what each thread works with.
fn repeated<C: Send>(
    options: &Soak,
    begin: impl Fn() -> C + Sync,
    round: impl Fn(&mut C, Seed) + Sync,
    clerks: impl Fn(&mut C) -> &mut [Clerk; 2],
) -> Result<(Clerk, u64), String> {
    let (mut all, mut rounds) = (Clerk::default(), 0);
    while (all.times.len() as u64) < options.decisions {
        let first = rounds;
        let (_, crews) = spread(
            options.common.threads(),
            ROUNDS_A_STEP,
            || Ok(begin()),
            |crew, number| {
                let number = first + u64::from(number);
                round(
                    crew,
                    options.common.seed().derive("a round of a soak", number),
                );
            },
        )?;
        for mut crew in crews {
            for clerk in clerks(&mut crew) {
                all.add(std::mem::take(clerk));
            }
        }
        rounds += u64::from(ROUNDS_A_STEP);
    }
    Ok((all, rounds))
}

/// House rules drawn at random; those that were named stay as they are.
fn drawn_rules<R: RuleSet + Copy>(fixed: &R, named: &[String], chance: &mut Chance) -> R {
    let mut rules = *fixed;
    for rule in fixed.entries() {
        let is_named = |named: &String| named.split('=').next() == Some(rule.name);
        if named.iter().any(is_named) {
            continue;
        }
        let value = value(&rule.choices, chance);
        // Two that exclude each other: the one drawn first stays.
        let _ = rules.set(rule.name, &value);
    }
    rules
}

/// A round of tractor under rules drawn at random.
fn drawn(fixed: &tractor_rules::Rules, named: &[String], seed: Seed) -> Tractor {
    let mut chance = seed.derive("its house rules", 0).chance();
    let rules = drawn_rules(fixed, named, &mut chance);
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
