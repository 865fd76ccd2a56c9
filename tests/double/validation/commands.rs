//! Registered commands: names, descriptions, translations, options.

use serde_json::Value;
use std::collections::BTreeSet;

const LOCALES: [&str; 32] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th",
    "zh-CN", "ja", "zh-TW", "ko",
];
const MOST_COMMANDS: usize = 100;
const MOST_TEXT: usize = 8_000;

/// Checks one command, or the whole list of them.
pub fn check(body: &Value, faults: &mut Vec<String>) {
    let commands = body
        .as_array()
        .map_or_else(|| std::slice::from_ref(body), Vec::as_slice);
    let typed = commands.iter().filter(|command| kind(command) == 1);
    if typed.clone().count() > MOST_COMMANDS {
        faults.push(format!("more than {MOST_COMMANDS} commands"));
    }
    unique(typed, "command", faults);
    for command in commands {
        if kind(command) == 1 {
            check_names(command, "the command", faults);
            check_options(command, faults);
            let text = weight(command);
            if text > MOST_TEXT {
                faults.push(format!(
                    "the command `{}` of {text} characters, where {MOST_TEXT} are the most",
                    name(command)
                ));
            }
        }
    }
}

fn kind(command: &Value) -> u64 {
    command["type"].as_u64().unwrap_or(1)
}

fn name(of: &Value) -> &str {
    of["name"].as_str().unwrap_or_default()
}

fn unique<'a>(all: impl Iterator<Item = &'a Value>, what: &str, faults: &mut Vec<String>) {
    let mut names = BTreeSet::new();
    for one in all {
        if !names.insert(name(one)) {
            faults.push(format!("the {what} `{}` twice", name(one)));
        }
    }
}

fn check_names(named: &Value, what: &str, faults: &mut Vec<String>) {
    if named.get("name").is_some() && !is_name(name(named)) {
        faults.push(format!("{what} has a name that is none: `{}`", name(named)));
    }
    let description = named["description"]
        .as_str()
        .unwrap_or_default()
        .chars()
        .count();
    if !(1..=100).contains(&description) {
        faults.push(format!(
            "{what} `{}` has a description of {description} characters",
            name(named)
        ));
    }
    for field in ["name_localizations", "description_localizations"] {
        for (locale, text) in named[field].as_object().into_iter().flatten() {
            let text = text.as_str().unwrap_or_default();
            if !LOCALES.contains(&locale.as_str()) {
                faults.push(format!(
                    "{what} `{}`: Discord knows no locale `{locale}`",
                    name(named)
                ));
            }
            if field == "name_localizations" && !is_name(text) {
                faults.push(format!(
                    "{what} `{}` has a name in {locale} that is none: `{text}`",
                    name(named)
                ));
            }
        }
    }
}

/// Letters of any script, digits, `-`, `_` and `'`; lower case where the script has one.
fn is_name(name: &str) -> bool {
    let fits = |c: char| {
        c.is_alphanumeric()
            || matches!(c, '-' | '_' | '\'' | '\u{900}'..='\u{97f}' | '\u{e00}'..='\u{e7f}')
    };
    (1..=32).contains(&name.chars().count())
        && name.chars().all(fits)
        && name.to_lowercase() == name
}

fn check_options(parent: &Value, faults: &mut Vec<String>) {
    let options = parent["options"].as_array().map_or(&[][..], Vec::as_slice);
    unique(options.iter(), "option", faults);
    let is_sub = |option: &&Value| matches!(option["type"].as_u64(), Some(1 | 2));
    let subs = options.iter().filter(is_sub).count();
    if subs != 0 && subs != options.len() {
        faults.push(format!(
            "`{}` mixes subcommands with other options",
            name(parent)
        ));
    }
    let mut optional = false;
    for option in options {
        check_names(option, "the option", faults);
        let required = option["required"] == true;
        if required && optional {
            faults.push(format!(
                "the required option `{}` comes after optional ones",
                name(option)
            ));
        }
        optional |= !required;
        let choices = option["choices"].as_array().map_or(0, Vec::len);
        if choices > 25 {
            faults.push(format!(
                "the option `{}` has {choices} choices",
                name(option)
            ));
        }
        if choices > 0 && option["autocomplete"] == true {
            faults.push(format!(
                "the option `{}` has both choices and completion",
                name(option)
            ));
        }
        check_options(option, faults);
    }
}

/// The characters that count: each text in its longest translation.
fn weight(named: &Value) -> usize {
    let longest = |field: &str| {
        let own = named[field].as_str().map_or(0, |text| text.chars().count());
        let others = named[format!("{field}_localizations")]
            .as_object()
            .into_iter()
            .flatten();
        others
            .filter_map(|(_, text)| text.as_str())
            .map(|text| text.chars().count())
            .max()
            .unwrap_or(0)
            .max(own)
    };
    let value = named["value"]
        .as_str()
        .map_or(0, |text| text.chars().count());
    let inner = ["options", "choices"]
        .into_iter()
        .filter_map(|field| named[field].as_array())
        .flatten();
    longest("name") + longest("description") + value + inner.map(weight).sum::<usize>()
}
