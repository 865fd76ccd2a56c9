//! House rules as a line of text, by which they are kept apart from any table.
//!
//! Decides what is written of them and how that is read. Knows neither who keeps them nor where.

use super::{RuleEntry, RuleSet};

/// What is written of rules that are all standard.
const STANDARD: &str = "-";

/// The rules of a game one by one, without the preset that they make.
pub fn rules_one_by_one<R: RuleSet>(rules: &R) -> impl Iterator<Item = RuleEntry> + use<R> {
    let preset = R::PRESET.map(|preset| preset.name);
    let entries = rules.entries().into_iter();
    entries.filter(move |entry| Some(entry.name) != preset)
}

/// The rules as they are kept: `name=value` of all that are not standard.
pub fn kept_rules<R: RuleSet>(rules: &R) -> String {
    let changed = rules_one_by_one(rules).filter(|entry| entry.value != entry.default);
    let changed = changed.map(|entry| format!("{}={}", entry.name, entry.value));
    let changed: Vec<String> = changed.collect();
    match changed.is_empty() {
        true => STANDARD.to_owned(),
        false => changed.join(" "),
    }
}

/// The rules that were kept so. What this version does not know, or what does not go with the rest, is
/// standard.
pub fn rules_of_kept<R: RuleSet>(kept: &str) -> R {
    let mut rules = R::default();
    for (name, value) in kept
        .split_whitespace()
        .filter_map(|pair| pair.split_once('='))
    {
        if let Err(error) = rules.set(name, value) {
            tracing::warn!(%error, "a kept rule is not known or does not go with the rest");
        }
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tractor::rules::Rules;

    fn check(kept: &str, again: &str) {
        assert_eq!(kept_rules(&rules_of_kept::<Rules>(kept)), again, "{kept}");
    }

    #[test]
    fn what_is_kept_is_read_as_it_was_written() {
        for kept in [
            "-",
            "jack=single",
            "start_level=10 match_to=J start_level_we=J",
            "deal_interval=0.2 permanent_trumps=twos permanent_levels=passed_over",
        ] {
            check(kept, kept);
        }
    }

    #[test]
    fn what_a_version_does_not_know_is_standard() {
        check("", "-");
        check("default", "-");
        check("weather=rain jack=single", "jack=single");
        check("jack=ten match_to=6", "match_to=6");
    }

    #[test]
    fn of_what_does_not_go_together_a_part_is_standard() {
        check("start_level=10 match_to=9", "start_level=10");
    }
}
