//! Localised names and descriptions of slash commands and their options.
//!
//! Discord shows them in the language of a person's client, independent of the bot's language, so
//! they have files of their own.

use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;

use crate::game::GameKind;

type Words = FluentBundle<FluentResource>;

/// A text in English, and its translations by Discord's locale codes.
pub type Localised = (String, Vec<(&'static str, String)>);

struct Files {
    english: Words,
    others: [(&'static str, Words); 2],
}

fn files() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| Files {
        english: read(include_str!("en-US.ftl")),
        others: [
            ("zh-CN", read(include_str!("zh-CN.ftl"))),
            ("zh-TW", read(include_str!("zh-TW.ftl"))),
        ],
    })
}

/// Invalid lines are skipped here and found by tests.
fn read(file: &str) -> Words {
    let resource = match FluentResource::try_new(file.to_owned()) {
        Ok(resource) | Err((resource, _)) => resource,
    };
    let mut words = FluentBundle::new_concurrent(vec![LanguageIdentifier::default()]);
    words.set_use_isolating(false);
    // An error means a key defined twice; the first definition is kept.
    words.add_resource(resource).ok();
    words
}

fn find(words: &Words, command: &str, attribute: Option<&str>) -> Option<String> {
    let message = words.get_message(command)?;
    let pattern = match attribute {
        Some(attribute) => message.get_attribute(attribute)?.value(),
        None => message.value()?,
    };
    let mut facts = FluentArgs::new();
    facts.set("games", games(words));
    let text = words.format_pattern(pattern, Some(&facts), &mut Vec::new());
    Some(text.into_owned())
}

/// The games by the names that options take: `tractor, uno or ttt`.
fn games(words: &Words) -> String {
    let joined = |key: &str, a: &str, b: &str| {
        let pattern = words.get_message(key).and_then(|message| message.value());
        let facts: FluentArgs<'_> = [("a", a), ("b", b)].into_iter().collect();
        let pattern = pattern.expect("every file says how games are listed: a test reads them all");
        let text = words.format_pattern(pattern, Some(&facts), &mut Vec::new());
        text.into_owned()
    };
    let names = GameKind::ALL.map(GameKind::name);
    let (last, before) = names.split_last().expect("there are games");
    let before = before.iter().map(|name| (*name).to_owned());
    let before = before.reduce(|a, b| joined("games-comma", &a, &b));
    before.map_or_else(
        || (*last).to_owned(),
        |before| joined("games-or", &before, last),
    )
}

fn localised(command: &str, attribute: Option<&str>) -> Localised {
    let files = files();
    let others = files.others.iter();
    let others = others.filter_map(|(tag, words)| Some((*tag, find(words, command, attribute)?)));
    (
        find(&files.english, command, attribute).unwrap_or_default(),
        others.collect(),
    )
}

pub fn description(command: &str) -> Localised {
    localised(command, None)
}

/// The name of a command in menus of people or messages.
pub fn name_in_menus(command: &str) -> Option<String> {
    find(&files().english, command, Some("menu"))
}

/// The names of a command in other languages.
pub fn names(command: &str) -> Vec<(&'static str, String)> {
    localised(command, Some("name")).1
}

pub fn option_description(command: &str, option: &str) -> Localised {
    localised(command, Some(option))
}

/// The names of an option in other languages.
pub fn option_names(command: &str, option: &str) -> Vec<(&'static str, String)> {
    localised(command, Some(&format!("{option}-name"))).1
}
