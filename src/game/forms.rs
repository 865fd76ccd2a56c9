//! The forms in which house rules are kept, beside the one with all of them.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer, ser::Error as _};

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
