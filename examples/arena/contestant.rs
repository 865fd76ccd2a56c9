//! Who plays: players by their names on the command line.

use std::sync::Arc;
use std::time::Duration;

use tractor_bot::chance::Seed;
use tractor_bot::host::Paced;
use tractor_bot::players::Player;
use tractor_bot::players::program::{Asked, CommandLine, Faults, Program};
use tractor_bot::players::tractor::{Policy, Search, SearchEffort};
use tractor_bot::table::Skill;
use tractor_bot::tractor::Tractor;
use tractor_bot::uno::Uno;

/// How often a program is started in a run: it is to be measured, not to be given up.
const STARTS: u32 = 1_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contestant {
    Level(Skill),
    /// The quick player of tractor without some of its networks.
    Quick(Without),
    /// The search, with a budget in milliseconds a decision, over such a quick player.
    Search(Option<u32>, Without),
    Program(CommandLine),
}

/// The networks that a player does without: rules of thumb take their place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Without {
    calls: bool,
    kitties: bool,
    plays: bool,
}

impl Without {
    fn policy(self) -> Policy<'static> {
        let trained = Policy::trained();
        Policy {
            calls: trained.calls.filter(|_| !self.calls),
            kitties: trained.kitties.filter(|_| !self.kitties),
            plays: trained.plays.filter(|_| !self.plays),
        }
    }
}

/// Reads what stands behind the name: `20`, `-calls`, `20:-plays:-calls`.
fn settings(text: &str) -> Result<(Option<u32>, Without), String> {
    let (mut budget, mut without) = (None, Without::default());
    for part in text.split(':').filter(|part| !part.is_empty()) {
        match part {
            "-calls" => without.calls = true,
            "-kitties" => without.kitties = true,
            "-plays" => without.plays = true,
            number => {
                let number = number.parse().ok().filter(|number| *number > 0);
                budget = Some(number.ok_or(
                    "a budget is a number of milliseconds, as in search:20; networks are left out as \
                     in heuristic:-calls:-kitties:-plays",
                )?);
            }
        }
    }
    Ok((budget, without))
}

impl Contestant {
    /// Reads `heuristic`, `search:20` or `exec:python3 player.py`; a search without a budget of its
    /// own gets `budget`, if there is one.
    pub fn parse(name: &str, budget: Option<u32>) -> Result<Self, String> {
        if let Some(line) = name.strip_prefix("exec:") {
            let line = CommandLine::parse(line).map_err(|error| format!("{name:?}: {error}"))?;
            return Ok(Contestant::Program(line));
        }
        let (word, rest) = name.split_once(':').unwrap_or((name, ""));
        let (own, without) = settings(rest)?;
        match Skill::from_name(word) {
            Some(Skill::Search) => Ok(Contestant::Search(own.or(budget), without)),
            Some(Skill::Heuristic) if without != Without::default() => {
                Ok(Contestant::Quick(without))
            }
            Some(skill) if rest.is_empty() && !matches!(skill, Skill::Program(_)) => {
                Ok(Contestant::Level(skill))
            }
            _ => {
                let levels: Vec<String> = Skill::NAMED.iter().map(Skill::to_string).collect();
                Err(format!(
                    "{name:?} is no player: {}, search:MS, heuristic:-plays, exec:COMMAND",
                    levels.join(", ")
                ))
            }
        }
    }

    /// Whether a player of this kind goes on from round to round: a program is started once.
    pub fn stays(&self) -> bool {
        matches!(self, Contestant::Program(_))
    }

    /// A player of this kind; the error says why there is none. What a program does wrong is counted.
    pub fn player<G: Contest>(
        &self,
        seed: Seed,
        limit: Duration,
        faults: &Arc<Faults>,
    ) -> Result<Box<dyn Player<G>>, &'static str> {
        let Contestant::Program(line) = self else {
            return G::player(self, seed);
        };
        let program = Program::new(line.clone()).patient(limit, STARTS);
        Ok(Box::new(program.counted(Arc::clone(faults))))
    }
}

/// A game that can be played here.
pub trait Contest: Paced + Asked {
    /// A player of this kind, which is no program.
    fn player(contestant: &Contestant, seed: Seed) -> Result<Box<dyn Player<Self>>, &'static str>;
}

impl Contest for Tractor {
    fn player(contestant: &Contestant, seed: Seed) -> Result<Box<dyn Player<Self>>, &'static str> {
        Ok(match contestant {
            Contestant::Level(skill) => Tractor::computer(*skill, seed),
            Contestant::Quick(without) => Box::new(without.policy()),
            Contestant::Search(budget, without) => {
                let effort = budget.map_or(SearchEffort::default(), SearchEffort::of_milliseconds);
                Box::new(Search::with(seed, effort).over(without.policy()))
            }
            Contestant::Program(_) => unreachable!("a program plays every game"),
        })
    }
}

impl Contest for Uno {
    fn player(contestant: &Contestant, seed: Seed) -> Result<Box<dyn Player<Self>>, &'static str> {
        match contestant {
            Contestant::Level(skill) => Ok(Uno::computer(*skill, seed)),
            Contestant::Search(None, without) if *without == Without::default() => {
                Ok(Uno::computer(Skill::Search, seed))
            }
            Contestant::Search(..) => Err("there is no search with a budget for UNO"),
            Contestant::Quick(_) => Err("players of UNO have no networks"),
            Contestant::Program(_) => unreachable!("a program plays every game"),
        }
    }
}
