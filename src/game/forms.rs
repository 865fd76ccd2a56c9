//! The forms in which house rules are kept, beside the one with all of them.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer, ser::Error as _};

use super::Game;
use super::rules::{RuleSet, checked};

/// Serializes the fields that differ from [`RuleSet::ABSENT`]: what is left out reads back as that,
/// also where a rule that was added later is not known.
///
/// # Errors
/// Those of the serializer.
pub(crate) fn short_rules<R: RuleSet + Serialize, S: Serializer>(
    rules: &R,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let fields = |rules: &R| serde_json::to_value(rules).map_err(S::Error::custom);
    let (all, absent) = (fields(rules)?, fields(&R::ABSENT)?);
    let all = all.as_object().into_iter().flatten();
    serializer.collect_map(all.filter(|(name, value)| absent.get(name) != Some(value)))
}

/// Serializes the fields that there were in the first format, and of those that were added since the
/// ones that differ from [`RuleSet::ABSENT`]: the form of exports, which a rule that is added later
/// and not used does not change.
///
/// # Errors
/// Those of the serializer.
pub(crate) fn export_rules<G: Game, S: Serializer>(
    rules: &G::Rules,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let fields = |rules: &G::Rules| serde_json::to_value(rules).map_err(S::Error::custom);
    let (all, absent) = (fields(rules)?, fields(&G::Rules::ABSENT)?);
    let first = G::FIRST_RULES.iter().copied();
    let first = first.filter_map(|name| Some((name, all.get(name)?)));
    let since = all.as_object().into_iter().flatten();
    let since = since.filter(|(name, value)| {
        !G::FIRST_RULES.contains(&name.as_str()) && absent.get(name) != Some(value)
    });
    let since = since.map(|(name, value)| (name.as_str(), value));
    serializer.collect_map(first.chain(since))
}

/// The rules that differ from [`RuleSet::ABSENT`], by name and as written in commands: the short form
/// of snapshots, which rules that are added later do not change.
pub(crate) fn differing<R: RuleSet>(rules: &R) -> BTreeMap<String, String> {
    let differ = R::RULES.iter().filter(|rule| !rule.is_absent(rules));
    let written = differ.map(|rule| (rule.name.to_owned(), (rule.written)(rules, rule.choices)));
    written.collect()
}

/// The rules of which [`differing`] gave these; `None` if one of them is not known.
pub(crate) fn of_differing<R: RuleSet>(values: &BTreeMap<String, String>) -> Option<R> {
    let mut rules = R::ABSENT;
    for (name, value) in values {
        let rule = R::RULES.iter().find(|rule| rule.name == name)?;
        (rule.read)(&mut rules, &value.to_ascii_lowercase(), rule.choices).then_some(())?;
    }
    checked(rules).ok()
}

/// Some fields of a set of rules in a fixed order, as the first format of digests has them: fields
/// that are added later never appear, and those that were left out of journals still are.
pub(crate) struct FirstForm<'a, R>(pub &'a R, pub &'static [&'static str]);

impl<R: Serialize> Serialize for FirstForm<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let all = serde_json::to_value(self.0).map_err(S::Error::custom)?;
        let fields = self.1.iter();
        serializer.collect_map(fields.filter_map(|field| Some((field, all.get(field)?))))
    }
}
