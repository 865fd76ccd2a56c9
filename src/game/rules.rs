//! House rules: how a set of them is declared, listed, changed by name and checked.
//!
//! The macro `rules!` takes the declaration, which says everything about a rule once: name, type,
//! default, values, group. Knows no rule of any game.

use super::SeatSet;
use super::choices::Choices;

/// A type of values that rules have.
pub(crate) trait RuleValue: Copy {
    /// Reads a value in lower case; `None` if it is none of the choices.
    fn read(text: &str, choices: Choices) -> Option<Self>;

    /// The value as written in commands.
    fn write(self, choices: Choices) -> String;
}

macro_rules! numbers {
    ($($kind:ty),+) => {
        $(impl RuleValue for $kind {
            fn read(text: &str, choices: Choices) -> Option<Self> {
                Self::try_from(choices.read_number(text)?).ok()
            }

            fn write(self, choices: Choices) -> String {
                choices.written(self.into())
            }
        })+
    };
}
numbers!(u8, u16, u32);

/// A number or `off`.
impl RuleValue for Option<u32> {
    fn read(text: &str, choices: Choices) -> Option<Self> {
        match text {
            "off" => Some(None),
            number => choices.read_number(number).map(Some),
        }
    }

    fn write(self, choices: Choices) -> String {
        self.map_or_else(|| "off".to_owned(), |number| choices.written(number))
    }
}

/// Puts the value that the text stands for in place; `false` if it is none of the choices.
pub(crate) fn put<T: RuleValue>(place: &mut T, text: &str, choices: Choices) -> bool {
    let value = T::read(text, choices);
    *place = value.unwrap_or(*place);
    value.is_some()
}

/// The index of a word among `words`; what is on or off may also be true or false, yes or no.
pub(crate) fn word_index(words: &[&str], wanted: &str) -> Option<usize> {
    let index = |wanted: &str| words.iter().position(|word| *word == wanted);
    let same: &[&str] = match wanted {
        "on" | "true" | "yes" => &["on", "true"],
        "off" | "false" | "no" => &["off", "false"],
        _ => &[],
    };
    index(wanted).or_else(|| same.iter().copied().find_map(index))
}

/// A rule as declared, for a set `R` of rules.
pub struct Rule<R: 'static> {
    /// The standard name, e.g. `throw_penalty`.
    pub name: &'static str,
    /// The group in which it is listed; empty for none.
    pub group: &'static str,
    /// Sorts the rules of a group; those with the same number stand as they are declared.
    pub place: i8,
    /// What it may be.
    pub choices: Choices,
    /// The value as written in commands.
    pub(crate) written: fn(&R, Choices) -> String,
    /// Sets the rule to a value in lower case; `false` if it is none of the choices, and nothing is
    /// changed then.
    pub(crate) read: fn(&mut R, &str, Choices) -> bool,
}

impl<R: RuleSet> Rule<R> {
    fn entry(&self, rules: &R) -> RuleEntry {
        RuleEntry {
            name: self.name,
            value: (self.written)(rules, self.choices),
            default: (self.written)(&R::default(), self.choices),
            choices: self.choices,
        }
    }

    fn bad(&self, value: &str) -> RuleError {
        RuleError::BadValue {
            name: self.name,
            value: value.trim().to_owned(),
            choices: self.choices,
        }
    }
}

/// The name that another bot has for a rule, and its words for the values.
pub struct Alias {
    /// The other name.
    pub name: &'static str,
    /// The standard name.
    pub rule: &'static str,
    /// The words to choose from.
    pub words: &'static [&'static str],
    /// Pairs of a word and the value that it stands for. A value without a word is written as it is;
    /// of several values for a word the first is set.
    pub meanings: &'static [(&'static str, &'static str)],
}

impl Alias {
    fn written(&self, value: &str) -> String {
        let pair = self.meanings.iter().find(|(_, meant)| *meant == value);
        pair.map_or(value, |(word, _)| word).to_owned()
    }

    fn meaning(&self, word: &str) -> Option<&'static str> {
        let word = self.words[word_index(self.words, word)?];
        let pair = self.meanings.iter().find(|(known, _)| *known == word);
        pair.map(|(_, meant)| *meant)
    }
}

/// One house rule with its present value, for menus, listings and checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleEntry {
    /// The standard name, e.g. `throw_penalty`.
    pub name: &'static str,
    /// The present value as written in commands.
    pub value: String,
    /// The default value as written in commands.
    pub default: String,
    /// What it may be changed to.
    pub choices: Choices,
}

/// Why a house rule cannot be as it was asked for.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum RuleError {
    /// No rule has this name.
    #[error("unknown rule {name:?}")]
    UnknownName {
        /// What was asked for.
        name: String,
    },
    /// The rule cannot have this value along with that of another rule.
    #[error("rule {name} cannot be {value:?} while {other} is {while_it_is:?}")]
    Clash {
        /// The rule.
        name: &'static str,
        /// What was asked for.
        value: String,
        /// The other rule.
        other: &'static str,
        /// Its value as written in commands.
        while_it_is: String,
    },
    /// The rule exists but cannot have this value.
    #[error("rule {name} cannot be {value:?}")]
    BadValue {
        /// The rule.
        name: &'static str,
        /// What was asked for.
        value: String,
        /// What it may be.
        #[serde(skip)]
        choices: Choices,
    },
}

/// Why the people at a table cannot have what they agree on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AccordError {
    /// Not at this moment of the match.
    #[error("not at this moment")]
    NotNow,
    /// Not with this value, or not under the house rules.
    #[error(transparent)]
    Rule(#[from] RuleError),
}

/// A set of house rules that can be listed, and changed by name before a game starts.
pub trait RuleSet: Copy + Default + PartialEq + 'static {
    /// The rules as `rules!` has declared them.
    const RULES: &'static [Rule<Self>];

    /// What rules mean that are missing where a set is kept: in journals, exports and snapshots. A
    /// rule that was added later has here what was played before there was such a rule.
    const ABSENT: Self;

    /// Sets of rules that go by a name, the default first; none where a game has no such sets.
    const PRESETS: &'static [(&'static str, Self)] = &[];

    /// The rule that chooses among them, listed first; made by `preset_rule`.
    const PRESET: Option<&'static Rule<Self>> = None;

    /// The names that other bots have for some of the rules.
    const ALIASES: &'static [Alias] = &[];

    /// The name of a rule whose value is impossible along with that of another one, and the name of that.
    fn clash(&self) -> Option<[&'static str; 2]> {
        None
    }

    /// A preset as it is taken over from these rules: with what presets leave as it is.
    fn of_preset(&self, preset: &Self) -> Self {
        *preset
    }

    /// The name of the preset that these rules are; `None` if one of them was changed.
    fn preset(&self) -> Option<&'static str> {
        let mut presets = Self::PRESETS.iter();
        let found = presets.find(|(_, preset)| self.of_preset(preset) == *self);
        found.map(|(name, _)| *name)
    }

    /// Every rule in the order in which people read them: numbers first, then words.
    fn entries(&self) -> Vec<RuleEntry> {
        let is_number = |rule: &&Rule<Self>| matches!(rule.choices, Choices::Number { .. });
        let (numbers, words): (Vec<_>, Vec<_>) = Self::RULES.iter().partition(is_number);
        let rules = Self::PRESET.into_iter().chain(numbers).chain(words);
        rules.map(|rule| rule.entry(self)).collect()
    }

    /// The same rules under the names that other bots have for them, for listings alone: each can be
    /// set by that name.
    fn aliases(&self) -> Vec<RuleEntry> {
        let entries = self.entries();
        let entry = |alias: &Alias| {
            let rule = entries.iter().find(|entry| entry.name == alias.rule)?;
            Some(RuleEntry {
                name: alias.name,
                value: alias.written(&rule.value),
                default: alias.written(&rule.default),
                choices: Choices::Words(alias.words),
            })
        };
        Self::ALIASES.iter().filter_map(entry).collect()
    }

    /// The rule of this standard name, or alias, as it is now.
    fn entry(&self, name: &str) -> Option<RuleEntry> {
        let mut all = self.entries().into_iter().chain(self.aliases());
        all.find(|entry| entry.name == name)
    }

    /// The groups in which the rules are listed, each with the names of its rules; none where they
    /// fit one menu.
    fn groups() -> Vec<(&'static str, Vec<&'static str>)> {
        groups_of::<Self>()
    }

    /// Sets one rule by its standard name or an alias (any case).
    ///
    /// ```
    /// use engine::game::RuleSet;
    ///
    /// let mut rules = engine::tractor::rules::Rules::default();
    /// rules.set("deal_interval", "0.2").expect("a value of this rule");
    /// assert_eq!(rules.deal_interval_ms, 200);
    /// assert!(rules.set("deal_interval", "6").is_err(), "at most 5 seconds");
    /// ```
    ///
    /// # Errors
    /// [`RuleError`] if the name or the value is not known, or the value is impossible along with
    /// those of other rules; nothing is changed then.
    fn set(&mut self, name: &str, value: &str) -> Result<(), RuleError> {
        set_rule(self, name, value)
    }

    /// These rules with others set by their names.
    ///
    /// # Panics
    /// If one of them cannot be set.
    #[cfg(feature = "testing")]
    fn with(mut self, settings: &[(&str, &str)]) -> Self {
        for (name, value) in settings {
            let set = self.set(name, value);
            set.unwrap_or_else(|error| panic!("{name}={value}: {error}"));
        }
        self
    }

    /// The rules of the next match of players who have played `before` of them, `computers` being
    /// the seats of computer players: what alternates from match to match, such as who begins, is
    /// settled here.
    fn for_match(&self, _before: u32, _computers: SeatSet) -> Self {
        *self
    }

    /// Whether the seats of a match are drawn when it starts. Otherwise everybody keeps the one they chose.
    fn draws_seats(&self) -> bool {
        false
    }

    /// Limits of the table that belong to a rule, by name and value: they are set along with it, for
    /// a game that was played so elsewhere. `self` are the rules before.
    fn limits_with(&self, _name: &str, _value: &str) -> &'static [(&'static str, &'static str)] {
        &[]
    }
}

/// [`RuleSet::groups`] as the rules declare them, in the order in which their first rules stand.
pub(crate) fn groups_of<R: RuleSet>() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut groups: Vec<(&str, Vec<&Rule<R>>)> = Vec::new();
    for rule in R::RULES.iter().filter(|rule| !rule.group.is_empty()) {
        match groups.iter_mut().find(|(group, _)| *group == rule.group) {
            Some((_, rules)) => rules.push(rule),
            None => groups.push((rule.group, vec![rule])),
        }
    }
    let named = groups.into_iter().map(|(group, mut rules)| {
        rules.sort_by_key(|rule| rule.place);
        (group, rules.iter().map(|rule| rule.name).collect())
    });
    named.collect()
}

/// [`RuleSet::set`] for every set that reads no value in a way of its own.
pub(crate) fn set_rule<R: RuleSet>(
    rules: &mut R,
    name: &str,
    value: &str,
) -> Result<(), RuleError> {
    let plain = |text: &str| text.trim().to_ascii_lowercase().replace('-', "_");
    let (name, wanted) = (plain(name), plain(value));
    if let Some(alias) = R::ALIASES.iter().find(|alias| alias.name == name) {
        let meant = alias.meaning(&wanted).ok_or_else(|| RuleError::BadValue {
            name: alias.name,
            value: value.trim().to_owned(),
            choices: Choices::Words(alias.words),
        })?;
        return set_rule(rules, alias.rule, meant);
    }
    let mut known = R::PRESET.into_iter().chain(R::RULES);
    let Some(rule) = known.find(|rule| rule.name == name) else {
        return Err(RuleError::UnknownName { name });
    };
    let mut changed = *rules;
    if !(rule.read)(&mut changed, &wanted, rule.choices) {
        return Err(rule.bad(value));
    }
    if let Some([first, second]) = changed.clash() {
        let other = if first == rule.name { second } else { first };
        return Err(RuleError::Clash {
            name: rule.name,
            value: value.trim().to_owned(),
            other,
            while_it_is: rules
                .entry(other)
                .map_or_else(String::new, |entry| entry.value),
        });
    }
    *rules = changed;
    Ok(())
}

/// The rules, if every value is one that could be set by name; else what is wrong, with the choices.
pub(crate) fn checked<R: RuleSet>(rules: R) -> Result<R, String> {
    let clash = rules.clash();
    for rule in R::RULES {
        let value = (rule.written)(&rules, rule.choices);
        let mut read = rules;
        let known = (rule.read)(&mut read, &value.to_ascii_lowercase(), rule.choices);
        if !known || clash.is_some_and(|clash| clash[0] == rule.name) {
            let choices = rule.choices;
            return Err(format!("{}: it may be {choices}", rule.bad(&value)));
        }
    }
    Ok(rules)
}

/// Declares a set of house rules: a struct with a field for each.
///
/// A field is written as
/// `"group" place name ("rule"): Type { variants } = default => choices`, where everything but the
/// name and the type may be left out:
/// * the group in which the rule is listed, and its [`Rule::place`] there;
/// * the name of the rule where the field has another, because it tells a unit;
/// * the variants of a choice between words, with the words used in commands and journals: they make
///   the type, an enum. One that several rules have is declared by itself, as `enum Name { variants }`;
/// * the default, else the first variant; of words the default stands first, so that lists begin with
///   it (the tests ask);
/// * the [`Choices`], else the words of all variants.
///
/// Beside the struct this makes its serde form (the fields that differ from [`RuleSet::ABSENT`], which is read where
/// one is missing, so that a rule that is added later and not used changes nothing; rules that are not known and values
/// that cannot be set by name are refused), `STANDARD`, which is the default, and `DECLARED`, the list for
/// [`RuleSet::RULES`].
macro_rules! rules {
    (@or [$given:expr] $usual:tt) => { $given };
    (@or [] [$usual:expr]) => { $usual };
    (@words $doc:tt $vis:vis $name:ident []) => {};
    (@words [$($doc:tt)*] $vis:vis $name:ident [$($variants:tt)+]) => {
        $crate::game::rules! { $($doc)* $vis enum $name { $($variants)+ } }
    };
    (
        $(#[$doc:meta])* $vis:vis enum $name:ident {
            $($(#[$variant_doc:meta])* $variant:ident = $word:literal),+ $(,)?
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
        $vis enum $name {
            $($(#[$variant_doc])* #[serde(rename = $word)] $variant),+
        }

        impl $name {
            /// The words of this rule, the default first.
            pub const WORDS: &'static [&'static str] = &[$($word),+];
            /// The values of this rule, the default first.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            /// The word used in commands.
            pub const fn word(self) -> &'static str {
                Self::WORDS[self as usize]
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::ALL[0]
            }
        }

        impl $crate::game::RuleValue for $name {
            fn read(text: &str, _: $crate::game::Choices) -> Option<Self> {
                $crate::game::word_index(Self::WORDS, text).map(|index| Self::ALL[index])
            }

            fn write(self, _: $crate::game::Choices) -> String {
                self.word().to_owned()
            }
        }
    };
    (
        $(#[$doc:meta])* $vis:vis struct $name:ident {
            $(
                $(#[$meta:meta])*
                $($group:literal $($place:literal)?)?
                $field:ident $(($rule:literal))?: $kind:ident $(<$inner:ident>)?
                $({ $($variants:tt)+ })? $(= $default:expr)? $(=> $choices:expr)?
            ),+ $(,)?
        }
    ) => {
        $($crate::game::rules! {
            @words [$(#[$meta])*] $vis $kind [$($($variants)+)?]
        })+

        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis struct $name {
            $($(#[$meta])* $vis $field: $kind $(<$inner>)?),+
        }

        impl $name {
            /// The rules of the standard game, which are the default.
            $vis const STANDARD: Self = Self {
                $($field: $crate::game::rules!(@or [$($default)?] [<$kind>::ALL[0]])),+
            };

            /// The rules as declared.
            $vis const DECLARED: &'static [$crate::game::Rule<Self>] = &[$($crate::game::Rule {
                name: $crate::game::rules!(@or [$($rule)?] [stringify!($field)]),
                group: concat!("" $(, $group)?),
                place: 0 $($(+ $place)?)?,
                choices: $crate::game::rules!(
                    @or [$($choices)?] [$crate::game::Choices::Words(<$kind>::WORDS)]
                ),
                written: |rules, choices| $crate::game::RuleValue::write(rules.$field, choices),
                read: |rules, text, choices| $crate::game::put(&mut rules.$field, text, choices),
            }),+];
        }

        impl Default for $name {
            fn default() -> Self {
                Self::STANDARD
            }
        }

        const _: () = {
            impl serde::Serialize for $name {
                fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                    let absent = <$name as $crate::game::RuleSet>::ABSENT;
                    let mut fields = to.serialize_map(None)?;
                    $(if self.$field != absent.$field {
                        let name = stringify!($field);
                        serde::ser::SerializeMap::serialize_entry(&mut fields, name, &self.$field)?;
                    })+
                    serde::ser::SerializeMap::end(fields)
                }
            }

            /// The fields before their values are checked.
            #[derive(serde::Deserialize)]
            #[serde(default, deny_unknown_fields)]
            struct Unchecked {
                $($(#[$meta])* $field: $kind $(<$inner>)?),+
            }

            impl Default for Unchecked {
                fn default() -> Self {
                    let $name { $($field),+ } = <$name as $crate::game::RuleSet>::ABSENT;
                    Self { $($field),+ }
                }
            }

            impl<'de> serde::Deserialize<'de> for $name {
                fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                    let Unchecked { $($field),+ } = serde::Deserialize::deserialize(from)?;
                    $crate::game::checked($name { $($field),+ }).map_err(serde::de::Error::custom)
                }
            }
        };
    };
}
pub(crate) use rules;

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
    }
}

#[cfg(test)]
mod tests;
