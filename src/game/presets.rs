//! The rule that sets many others at once, for every game that has sets of rules with a name.
//!
//! Decides how it is read and written. Which sets there are, and what they leave as it is, is for
//! each game.

use super::choices::Choices;
use super::rules::{Rule, RuleSet};

/// What a listing says of the preset once a rule of it was changed. It can be set too, and changes nothing.
pub(crate) const CUSTOM: &str = "custom";

/// The names of presets.
pub(crate) const fn preset_names<R, const N: usize>(
    presets: &[(&'static str, R)],
) -> [&'static str; N] {
    let mut names = [""; N];
    let mut index = 0;
    while index < N {
        names[index] = presets[index].0;
        index += 1;
    }
    names
}

/// The rule that chooses among the presets of these names.
pub(crate) const fn preset_rule<R: RuleSet>(names: &'static [&'static str]) -> Rule<R> {
    Rule {
        name: "preset",
        group: "",
        place: 0,
        choices: Choices::Words(names),
        written: |rules, _| rules.preset().unwrap_or(CUSTOM).to_owned(),
        read: |rules, wanted, _| {
            let preset = R::PRESETS.iter().find(|(name, _)| *name == wanted);
            *rules = preset.map_or(*rules, |(_, preset)| rules.of_preset(preset));
            preset.is_some() || wanted == CUSTOM
        },
        same: |one, other| one.preset() == other.preset(),
    }
}
