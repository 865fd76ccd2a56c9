//! Registered commands: what the description leaves unsaid of names, of options beside each other and of all texts
//! together. Whether every locale is known, and what is written where, stands in `fixtures/discord/commands.json`.

use serde_json::Value;
use std::collections::BTreeSet;

const MOST_COMMANDS: usize = 100;
const MOST_TEXT: usize = 8_000;

/// Checks the list of commands.
pub fn check(body: &Value, faults: &mut Vec<String>) {
    let all = body.as_array().into_iter().flatten();
    let typed: Vec<&Value> = all
        .filter(|one| !matches!(one["type"].as_u64(), Some(2..)))
        .collect();
    if typed.len() > MOST_COMMANDS {
        faults.push(format!("more than {MOST_COMMANDS} commands"));
    }
    check_names(&typed, faults);
    for command in typed {
        check_options(command, faults);
        let text = weight(command);
        if text > MOST_TEXT {
            let name = name(command);
            faults.push(format!(
                "the command `{name}` of {text} characters, where {MOST_TEXT} are the most"
            ));
        }
    }
}

fn name(of: &Value) -> &str {
    of["name"].as_str().unwrap_or_default()
}

/// Names that fit, each once, with a description.
fn check_names(all: &[&Value], faults: &mut Vec<String>) {
    let mut names = BTreeSet::new();
    for one in all {
        let name = name(one);
        if !names.insert(name) {
            faults.push(format!("`{name}` twice"));
        }
        if one["description"].as_str().is_none_or(str::is_empty) {
            faults.push(format!("`{name}` has no description"));
        }
        let localised = one["name_localizations"].as_object().into_iter().flatten();
        let localised = localised.filter_map(|(_, name)| name.as_str());
        let wrong = localised.chain([name]).filter(|name| !is_name(name));
        faults.extend(wrong.map(|name| format!("a name that is none: `{name}`")));
    }
}

/// Letters of any script, digits, `-`, `_` and `'`; lower case where the script has one.
fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '\'');
    name.chars().all(fits) && name.to_lowercase() == name
}

fn check_options(parent: &Value, faults: &mut Vec<String>) {
    let options: Vec<&Value> = parent["options"].as_array().into_iter().flatten().collect();
    check_names(&options, faults);
    let subs = options
        .iter()
        .filter(|one| matches!(one["type"].as_u64(), Some(1 | 2)));
    let subs = subs.count();
    if subs != 0 && subs != options.len() {
        let name = name(parent);
        faults.push(format!("`{name}` mixes subcommands with other options"));
    }
    if !options.is_sorted_by_key(|one| one["required"] != true) {
        let name = name(parent);
        faults.push(format!("`{name}` has required options after optional ones"));
    }
    for option in options {
        let choices = option["choices"].as_array().map_or(0, Vec::len);
        if choices > 0 && option["autocomplete"] == true {
            let name = name(option);
            faults.push(format!("`{name}` has both choices and completion"));
        }
        check_options(option, faults);
    }
}

/// The characters that count: each text in its longest translation.
fn weight(named: &Value) -> usize {
    let length = |text: &Value| text.as_str().map_or(0, |text| text.chars().count());
    let longest = |field: &str| {
        let others = named[format!("{field}_localizations")].as_object();
        let others = others.into_iter().flatten().map(|(_, text)| length(text));
        others
            .chain([length(&named[field])])
            .max()
            .unwrap_or_default()
    };
    let inner = ["options", "choices"].map(|field| named[field].as_array());
    let inner = inner.into_iter().flatten().flatten();
    longest("name")
        + longest("description")
        + length(&named["value"])
        + inner.map(weight).sum::<usize>()
}
