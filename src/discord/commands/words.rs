//! Localised names and descriptions of slash commands and their options.
//!
//! Discord shows them in the language of a person's client, independent of the bot's language, so
//! they have files of their own.

use std::sync::OnceLock;

use fluent_bundle::FluentResource;
use fluent_bundle::concurrent::FluentBundle;
use unic_langid::LanguageIdentifier;

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
    Some(
        words
            .format_pattern(pattern, None, &mut Vec::new())
            .into_owned(),
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

/// The description of a command.
pub fn description(command: &str) -> Localised {
    localised(command, None)
}

/// The names of a command in other languages.
pub fn names(command: &str) -> Vec<(&'static str, String)> {
    localised(command, Some("name")).1
}

/// The description of an option.
pub fn option_description(command: &str, option: &str) -> Localised {
    localised(command, Some(option))
}

/// The names of an option in other languages.
pub fn option_names(command: &str, option: &str) -> Vec<(&'static str, String)> {
    localised(command, Some(&format!("{option}-name"))).1
}
