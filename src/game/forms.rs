//! The forms in which house rules are kept, beside the one with all of them, and what games have to do
//! with the first format of journals: digests of the state as it was kept in memory. Those are frozen,
//! and a game that came later has nothing to do with them.

use std::collections::BTreeMap;
use std::fmt;

use serde::ser::Error as _;
use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

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

/// The summary of a state that the first format of journals has. Equal for equal states on every
/// machine and in every version.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Digest(#[serde(with = "hex::serde")] pub [u8; 16]);

impl Digest {
    /// The digest of everything that `state` serializes: the first 16 bytes of the SHA-256 of its
    /// JSON.
    ///
    /// # Panics
    /// If the state does not serialize to JSON, which only a map with keys that are not text does.
    pub fn of(state: &impl Serialize) -> Self {
        let json = serde_json::to_vec(state).expect("states serialize: they have no such maps");
        let hash: [u8; 32] = Sha256::digest(&json).into();
        let mut short = [0; 16];
        short.copy_from_slice(&hash[..16]);
        Self(short)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({})", hex::encode(self.0))
    }
}

/// A game that there was when journals had the first format. What it has learned since is no part of
/// its digests, so that every journal that was written with them is checked for ever.
pub(crate) trait FirstFormat: Game {
    /// The fields of the rules that are in the digests and in all exports, in their order.
    const FIRST_RULES: &'static [&'static str];

    /// The summary of the whole state.
    fn first_digest(&self) -> Digest;
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
