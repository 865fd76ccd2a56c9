//! What can be asked of the arena.

use std::thread::available_parallelism;
use std::time::Duration;

use clap::{Args, Parser, ValueEnum};
use tractor_bot::chance::Seed;
use tractor_bot::game::RuleSet;

use crate::contestant::Contestant;

/// Measures players against each other over the same deals.
#[derive(Debug, Clone, Parser)]
pub struct Options {
    /// A level of the table, search:MS, or exec:COMMAND
    pub first: String,
    /// The other player
    pub second: String,
    /// Which game
    #[arg(long, value_enum, default_value = "tractor")]
    pub game: Game,
    /// How many deals, each played with the seats exchanged
    #[arg(long, default_value_t = 300)]
    pub pairs: u32,
    /// Whole matches of tractor instead, each played with the teams exchanged
    #[arg(long, value_name = "N")]
    pub matches: Option<u32>,
    /// How many sit at a table of UNO: an even number
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(2..=10))]
    pub seats: u8,
    /// Prints JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub common: Common,
}

/// What every run takes.
#[derive(Debug, Clone, Args)]
pub struct Common {
    /// The seed of all deals
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// A house rule, such as throw_winner=all_units; may be given several times
    #[arg(long = "rule", value_name = "NAME=VALUE")]
    pub rules: Vec<String>,
    /// Draws the other house rules at random for every deal, and fails if anybody breaks one, is late or missing
    #[arg(long, conflicts_with = "matches")]
    pub any_rules: bool,
    /// Milliseconds a decision for a search that names none itself
    #[arg(long, value_name = "MS")]
    pub budget: Option<u32>,
    /// Milliseconds after which an answer counts as late; programs are not waited for any longer
    #[arg(long, value_name = "MS", default_value_t = 2_000)]
    pub limit: u64,
    /// How many threads play; results do not depend on it [default: one for each core]
    #[arg(long)]
    pub threads: Option<usize>,
}

/// The games of the arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Game {
    Tractor,
    Uno,
}

/// Two players, and how often they meet.
#[derive(Debug, Clone)]
pub struct Duel {
    pub names: [String; 2],
    pub contestants: [Contestant; 2],
    pub pairs: u32,
    pub common: Common,
}

impl Options {
    pub fn duel(&self) -> Result<Duel, String> {
        let names = [self.first.clone(), self.second.clone()];
        let contestant = |name: &String| Contestant::parse(name, self.common.budget);
        let contestants = [contestant(&names[0])?, contestant(&names[1])?];
        Ok(Duel {
            names,
            contestants,
            pairs: self.pairs,
            common: self.common.clone(),
        })
    }
}

impl Common {
    pub fn seed(&self) -> Seed {
        Seed::from_number(self.seed)
    }

    /// When an answer is late.
    pub fn limit(&self) -> Duration {
        Duration::from_millis(self.limit)
    }

    pub fn threads(&self) -> usize {
        let cores = || available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(cores).max(1)
    }

    /// The standard rules with those that were named.
    pub fn rules<R: RuleSet>(&self) -> Result<R, String> {
        let mut rules = R::default();
        for rule in &self.rules {
            let (name, value) = rule.split_once('=').ok_or(format!("{rule}: NAME=VALUE"))?;
            rules.set(name, value).map_err(|error| error.to_string())?;
        }
        Ok(rules)
    }

    /// These rules for one deal: as they are, or with the others drawn at random.
    pub fn drawn<R: RuleSet + Copy>(&self, fixed: &R, seed: Seed) -> R {
        let (mut rules, mut chance) = (*fixed, seed.derive("its house rules", 0).chance());
        let is_named = |name: &str| {
            self.rules
                .iter()
                .any(|rule| rule.split('=').next() == Some(name))
        };
        let others = fixed
            .entries()
            .into_iter()
            .filter(|rule| self.any_rules && !is_named(rule.name));
        for rule in others {
            let offered = rule.choices.offered();
            let value = offered[chance.below(offered.len() as u32) as usize];
            // Two that exclude each other: the one drawn first stays.
            let _ = rules.set(rule.name, value);
        }
        rules
    }
}
