//! Facts of a state: what a digest covers, by name.
//!
//! A game lists what is true of it in an order of its own. Facts are only ever added at the end of
//! the list, and one that has its absent value is left out. So a rule, a field or a phase that is
//! added later changes no digest of a state that does not use it. Names and values are words of
//! this list alone: no names of types, no order of private fields.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::rules::RuleSet;

/// A summary of the facts of a state: the first 8 bytes of their SHA-256, 16 hexadecimal digits in
/// journals. Equal for equal facts on every machine and in every version.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FactsDigest(#[serde(with = "hex::serde")] pub [u8; 8]);

impl fmt::Debug for FactsDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FactsDigest({})", hex::encode(self.0))
    }
}

/// A list of facts that is being written: a line `name=value` for each, the value as JSON; the facts
/// of a part stand between `name{` and `}`.
///
/// ```
/// use engine::game::Facts;
///
/// let digest = |round: u32, stake: u32| {
///     let mut facts = Facts::default();
///     facts.add("round", &round, &1);
///     facts.add("stake", &stake, &0);
///     facts.digest()
/// };
/// let mut older = Facts::default();
/// older.add("round", &2, &1);
/// assert_eq!(digest(2, 0), older.digest(), "a fact that was added later is absent");
/// assert_ne!(digest(2, 5), older.digest());
/// ```
#[derive(Default)]
pub struct Facts {
    text: Vec<u8>,
}

impl Facts {
    /// Adds a fact, unless it has the value that stands for its absence.
    ///
    /// # Panics
    /// If the value does not serialize to JSON, which only a map with keys that are not text does.
    pub fn add<T: Serialize + PartialEq + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
        absent: &T,
    ) {
        if value != absent {
            self.always(name, value);
        }
    }

    /// Adds a fact that has no absent value.
    ///
    /// # Panics
    /// As [`Facts::add`].
    pub fn always<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) {
        self.text.extend_from_slice(name.as_bytes());
        self.text.push(b'=');
        serde_json::to_writer(&mut self.text, value).expect("facts have no maps with other keys");
        self.text.push(b'\n');
    }

    /// Adds the facts of a part; nothing if all of them are absent.
    pub fn part(&mut self, name: &'static str, list: impl FnOnce(&mut Facts)) {
        let before = self.text.len();
        self.text.extend_from_slice(name.as_bytes());
        self.text.extend_from_slice(b"{\n");
        let begun = self.text.len();
        list(self);
        match self.text.len() == begun {
            true => self.text.truncate(before),
            false => self.text.extend_from_slice(b"}\n"),
        }
    }

    /// Adds the rules that differ from what a missing one means, each by its name.
    pub fn rules<R: RuleSet>(&mut self, name: &'static str, rules: &R) {
        self.part(name, |facts| {
            for rule in R::RULES.iter().filter(|rule| !rule.is_absent(rules)) {
                facts.always(rule.name, &(rule.written)(rules, rule.choices));
            }
        });
    }

    /// The digest of what was added so far.
    pub fn digest(&self) -> FactsDigest {
        let hash: [u8; 32] = Sha256::digest(&self.text).into();
        let mut short = [0; 8];
        short.copy_from_slice(&hash[..8]);
        FactsDigest(short)
    }
}

/// Shows nothing: facts hold hidden cards.
impl fmt::Debug for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Facts(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Choices, Rule, rules};

    rules! {
        /// Two rules; one of them was played as 0 before it was there.
        struct House {
            limit: u8 = 3 => Choices::number(0..=9, &["3"]),
            turn_s ("turn_limit"): u8 = 9 => Choices::number(0..=9, &["9"]),
        }
    }

    impl RuleSet for House {
        const RULES: &'static [Rule<Self>] = Self::DECLARED;

        const ABSENT: Self = Self {
            limit: 0,
            ..Self::STANDARD
        };
    }

    fn text(list: impl FnOnce(&mut Facts)) -> String {
        let mut facts = Facts::default();
        list(&mut facts);
        String::from_utf8(facts.text).expect("JSON is UTF-8")
    }

    #[test]
    fn facts_are_lines_and_absent_ones_are_left_out() {
        let written = text(|facts| {
            facts.add("round", &2, &1);
            facts.add("stake", &0, &0);
            facts.part("game", |facts| facts.add("words", "a\n=b", ""));
            facts.part("rest", |facts| facts.add("words", "", ""));
        });
        assert_eq!(written, "round=2\ngame{\nwords=\"a\\n=b\"\n}\n");
    }

    #[test]
    fn rules_are_told_by_name_where_they_differ_from_what_a_missing_one_means() {
        let rules = |rules: House| text(|facts| facts.rules("rules", &rules));
        let mut chosen = House::ABSENT;
        assert_eq!(rules(chosen), "");
        chosen.set("turn_limit", "5").expect("a rule");
        chosen.set("limit", "3").expect("a rule");
        let told = "rules{\nlimit=\"3\"\nturn_limit=\"5\"\n}\n";
        assert_eq!(rules(chosen), told);
    }

    #[test]
    fn a_digest_never_changes() {
        let mut facts = Facts::default();
        facts.add("round", &2, &1);
        let digest = serde_json::to_string(&facts.digest()).expect("plain");
        assert_eq!(digest, "\"1c3bb96919ed378f\"");
    }
}
