//! Who plays: players by their names on the command line.

use std::sync::Arc;
use std::time::Duration;

use tractor_bot::chance::Seed;
use tractor_bot::host::Paced;
use tractor_bot::players::Player;
use tractor_bot::players::program::{CommandLine, Faults, Program};
use tractor_bot::players::tractor::{Effort, Search};
use tractor_bot::table::Skill;
use tractor_bot::tractor::Tractor;
use tractor_bot::uno::Uno;

use crate::clerk::Judged;

/// How often a program is started in a run: it is to be measured, not to be given up.
const STARTS: u32 = 1_000;

/// A kind of player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contestant {
    /// A level of the table.
    Level(Skill),
    /// The search with a budget in milliseconds a decision.
    Search(u32),
    /// A program.
    Program(CommandLine),
}

impl Contestant {
    /// Reads `heuristic`, `search:20` or `exec:python3 player.py`; a search without a budget of its
    /// own gets `budget`, if there is one.
    pub fn parse(name: &str, budget: Option<u32>) -> Result<Self, String> {
        if let Some(line) = name.strip_prefix("exec:") {
            let line = CommandLine::parse(line).map_err(|error| format!("{name:?}: {error}"))?;
            return Ok(Contestant::Program(line));
        }
        if let Some(budget) = name.strip_prefix("search:") {
            let budget = budget.parse().ok().filter(|budget| *budget > 0);
            let budget = budget.ok_or("a budget is a number of milliseconds, as in search:20")?;
            return Ok(Contestant::Search(budget));
        }
        match (Skill::from_name(name), budget) {
            (Some(Skill::Search), Some(budget)) => Ok(Contestant::Search(budget)),
            (Some(Skill::Program(_)) | None, _) => {
                let levels: Vec<String> = Skill::NAMED.iter().map(Skill::to_string).collect();
                Err(format!(
                    "{name:?} is no player: {}, search:MS, exec:COMMAND",
                    levels.join(", ")
                ))
            }
            (Some(skill), _) => Ok(Contestant::Level(skill)),
        }
    }

    /// A player of this kind.
    pub fn player<G: Contest>(
        &self,
        seed: Seed,
        limit: Duration,
        faults: &Arc<Faults>,
    ) -> Result<Box<dyn Player<G>>, String> {
        match self {
            Contestant::Level(skill) => Ok(G::computer(*skill, seed)),
            Contestant::Search(budget) => G::search(seed, *budget),
            Contestant::Program(line) => {
                let program = Program::new(line.clone()).patient(limit, STARTS);
                G::program(program.counted(Arc::clone(faults)))
            }
        }
    }

    /// Whether a player of this kind goes on from round to round: a program is started once.
    pub fn stays(&self) -> bool {
        matches!(self, Contestant::Program(_))
    }
}

/// A game that can be played here.
pub trait Contest: Paced + Judged {
    /// The search with a budget in milliseconds.
    fn search(seed: Seed, budget: u32) -> Result<Box<dyn Player<Self>>, String>;

    /// A program as a player.
    fn program(program: Program) -> Result<Box<dyn Player<Self>>, String>;
}

impl Contest for Tractor {
    fn search(seed: Seed, budget: u32) -> Result<Box<dyn Player<Self>>, String> {
        Ok(Box::new(Search::with(seed, effort(budget))))
    }

    fn program(program: Program) -> Result<Box<dyn Player<Self>>, String> {
        Ok(Box::new(program))
    }
}

impl Contest for Uno {
    fn search(_: Seed, _: u32) -> Result<Box<dyn Player<Self>>, String> {
        Err("there is no search for UNO".to_owned())
    }

    fn program(_: Program) -> Result<Box<dyn Player<Self>>, String> {
        Err("programs play tractor alone".to_owned())
    }
}

/// Simulated plays in a millisecond of an idle core, as measured with `search:20`.
const PLAYS_A_MILLISECOND: u32 = 1_600;

/// The effort of a search that is to take about so many milliseconds a decision.
fn effort(budget: u32) -> Effort {
    Effort {
        plays: budget.saturating_mul(PLAYS_A_MILLISECOND),
        ..Effort::default()
    }
}
