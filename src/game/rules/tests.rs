//! What holds for every set of house rules, the limits of tables included.

use std::collections::BTreeSet;
use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use super::*;
use crate::game::{Game, RuleUnit, for_each_game};
use crate::table::Limits;
use crate::uno;

/// Numbers just out of range, as written; none for words.
fn out_of_range(choices: Choices) -> Vec<String> {
    let Choices::Number { least, most, .. } = choices else {
        return Vec::new();
    };
    let ends = [least.checked_sub(1), most.checked_add(1)];
    let ends = ends.into_iter().flatten();
    ends.map(|number| number.to_string()).collect()
}

/// Every value that is offered can be set in any case and reads back; others are refused with the
/// choices, and change nothing.
fn check_values<R: RuleSet + Debug + PartialEq>() {
    let standard = R::default();
    let known = |rules: &R| [rules.entries(), rules.aliases()].concat();
    for (index, entry) in known(&standard).into_iter().enumerate() {
        let (name, choices) = (entry.name, entry.choices);
        assert_eq!(entry.value, entry.default, "{name}");
        if let Choices::Words(words) = choices {
            let is_switch = words == ["off", "on"] && entry.default == "on";
            assert!(
                is_switch || words[0] == entry.default,
                "{name}: the default is the first of its words"
            );
        }
        for value in choices.offered().iter().chain([&entry.default.as_str()]) {
            let mut rules = standard;
            let shouted = name.to_uppercase().replace('_', "-");
            let set = rules.set(&shouted, &format!(" {} ", value.to_uppercase()));
            assert_eq!(set, Ok(()), "{name} {value}");
            assert_eq!(known(&rules)[index].value, *value, "{name}");
        }
        let wrong = ["-1", "", "no such value"].map(str::to_owned);
        for value in out_of_range(choices).into_iter().chain(wrong) {
            let mut rules = standard;
            let refused = rules.set(name, &value);
            assert_eq!(
                refused,
                Err(RuleError::BadValue {
                    name,
                    value,
                    choices
                })
            );
            assert_eq!(rules, standard, "{name}");
        }
    }
    let name = "no_such_rule".to_owned();
    let refused = R::default().set("no-such-rule", "on");
    assert_eq!(refused, Err(RuleError::UnknownName { name }));
}

/// Rules with any one value that is offered read back from their JSON, which has what differs from the usual alone;
/// values that cannot be set are refused there too.
fn check_json<R: RuleSet + Debug + PartialEq + Serialize + DeserializeOwned>() {
    let json = |rules: &R| serde_json::to_value(rules).expect("plain fields");
    assert_eq!(json(&R::ABSENT), json!({}));
    for (rule, entry) in R::RULES
        .iter()
        .zip(R::RULES.iter().map(|rule| rule.entry(&R::ABSENT)))
    {
        let mut field = None;
        for value in entry.choices.offered() {
            let mut rules = R::ABSENT;
            rules.set(entry.name, value).expect("an offered value");
            let json = json(&rules);
            let fields: Vec<_> = json.as_object().expect("fields").keys().cloned().collect();
            assert_eq!(fields.len(), usize::from(rules != R::ABSENT), "{json}");
            field = fields.first().cloned().or(field);
            let read = serde_json::from_value::<R>(json);
            assert_eq!(read.ok(), Some(rules), "{value}");
        }
        let (wrong, begin) = match rule.choices {
            Choices::Number { most, unit, .. } => {
                let scale = if unit == RuleUnit::Milliseconds {
                    1_000
                } else {
                    1
                };
                let begin = format!("rule {} cannot be ", rule.name);
                (json!(most * scale + 1), begin)
            }
            Choices::Words(_) => (json!("no such value"), String::new()),
        };
        let field = field.expect("another value than the usual one");
        let refused = serde_json::from_value::<R>(json!({ field: wrong })).expect_err(rule.name);
        assert!(refused.to_string().starts_with(&begin), "{refused}");
    }
}

/// No name is given twice, and each rule of a game with groups is in one of them, which fits a menu.
fn check_groups<R: RuleSet>() {
    let limits: Vec<_> = Limits::RULES.iter().map(|limit| limit.name).collect();
    let names: Vec<_> = R::RULES.iter().map(|rule| rule.name).collect();
    let aliases: Vec<_> = R::ALIASES.iter().map(|alias| alias.name).collect();
    let known = [names.as_slice(), &aliases].concat();
    let different: BTreeSet<_> = known.iter().collect();
    assert_eq!(different.len(), known.len(), "{known:?}");
    assert!(R::ALIASES.iter().all(|alias| names.contains(&alias.rule)));
    let groups = R::groups();
    if groups.is_empty() {
        assert!(known.len() + limits.len() <= 25, "too many for one menu");
        return;
    }
    // The limits of tables are one more.
    assert!(groups.len() < 25);
    for (group, names) in &groups {
        assert!((1..=25).contains(&names.len()), "{group}");
        assert!(names.iter().all(|name| known.contains(name)), "{group}");
        assert!(!known.contains(group), "{group} is a rule as well");
    }
    for name in known.iter().filter(|name| !limits.contains(name)) {
        // Another bot's names have a group where ours may be repeated.
        let own = groups.iter().filter(|(group, _)| {
            let declared = R::RULES.iter().any(|rule| rule.group == *group);
            declared != aliases.contains(name)
        });
        let listed = own.filter(|(_, names)| names.contains(name)).count();
        assert_eq!(listed, 1, "{name}");
    }
}

fn check<R: RuleSet + Debug + PartialEq + Serialize + DeserializeOwned>() {
    check_values::<R>();
    check_json::<R>();
}

fn check_game<G: Game>() {
    check::<G::Rules>();
    check_groups::<G::Rules>();
}

#[test]
fn all_house_rules_are_listed_set_written_and_refused_alike() {
    macro_rules! check_games {
        ($($number:literal $variant:ident($module:ident) $name:literal,)+) => {
            $(check_game::<crate::$module::$variant>();)+
        };
    }
    for_each_game!(check_games);
    check::<Limits>();
}

#[test]
fn a_rule_that_has_a_place_is_listed_there() {
    let groups = groups_of::<uno::Rules>();
    let ending = groups.iter().find(|(group, _)| *group == "ending");
    let names = ["end", "final_draw_counts", "counted", "score", "match_to"];
    assert_eq!(ending, Some(&("ending", names.to_vec())));
}
