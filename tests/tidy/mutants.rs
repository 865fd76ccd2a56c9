//! The lists of small faults fit the sources and their tests, and every house rule has a fault that ignores it.

#[path = "../mutants/list.rs"]
mod list;

use std::collections::BTreeSet;

use list::{Fate, Mutant};
use tractor_bot::for_each_game;
use tractor_bot::game::{Game, RuleSet as _};

use super::{check, root};

/// Of so many mutants at most one may live.
const ONE_LIVES_OF: usize = 20;

fn all() -> Vec<Mutant> {
    list::all(root()).unwrap_or_else(|wrong| panic!("{wrong}"))
}

#[test]
fn every_mutant_has_its_place_and_its_killer() {
    let mutants = all();
    assert!(mutants.len() >= 200, "{}", mutants.len());
    check(
        mutants
            .iter()
            .filter_map(|mutant| mutant.wrong(root()))
            .collect(),
    );
    let lives = |mutant: &&Mutant| matches!(mutant.fate, Some(Fate::Lives(_)));
    let living = mutants.iter().filter(lives).count();
    assert!(living * ONE_LIVES_OF <= mutants.len(), "{living} live");
}

/// The rules of a game, as lists of mutants name them.
fn rules_of<G: Game>() -> impl Iterator<Item = String> {
    let rules = G::Rules::RULES.iter().chain(G::Rules::PRESET);
    rules.map(|rule| format!("{}.{}", G::KIND.name(), rule.name))
}

macro_rules! rules_of_all_games {
    ($($number:literal $variant:ident($module:ident) $name:literal,)+) => {
        BTreeSet::from_iter(std::iter::empty()$(.chain(rules_of::<tractor_bot::$module::$variant>()))+)
    };
}

#[test]
fn every_house_rule_has_a_mutant_that_ignores_it() {
    let mutants = all();
    let ignored = mutants.iter().filter_map(|mutant| mutant.ignores.clone());
    let ignored: BTreeSet<String> = ignored.collect();
    let rules: BTreeSet<String> = for_each_game!(rules_of_all_games);
    let missed: Vec<_> = rules.difference(&ignored).collect();
    assert!(
        missed.is_empty(),
        "no mutant in fixtures/mutants ignores {missed:?}"
    );
    let unknown: Vec<_> = ignored.difference(&rules).collect();
    assert!(unknown.is_empty(), "there are no such rules: {unknown:?}");
}
