//! Names and descriptions of slash commands and their options.
//!
//! Discord shows them in the language of a person's client, independent of the bot's language, so they have files of
//! their own; those of a command that opens a game stand with its sentences, as `slash-NAME`.

use std::sync::LazyLock;

use crate::game::GameKind;
use crate::text::locale::{Locale, Sentences};

/// What commands are called and how they are described: in English, then in other languages by Discord's codes.
static FILES: LazyLock<[Words; 3]> = LazyLock::new(|| {
    let files = [
        ("en-US", include_str!("en-US.ftl")),
        ("zh-CN", include_str!("zh-CN.ftl")),
        ("zh-TW", include_str!("zh-TW.ftl")),
    ];
    files.map(|(tag, file)| (tag, Sentences::read(tag, [file.to_owned()].into_iter())))
});

/// A language by Discord's code, and what is said in it of commands that open no game.
type Words = (&'static str, Sentences);

fn find((tag, words): &Words, command: &str, attribute: Option<&str>) -> Option<String> {
    let facts = [("games", games(words).into())];
    let of_game = || {
        let sentences = Sentences::of(Locale::of(tag)?);
        sentences.part(&format!("slash-{command}"), attribute, &facts)
    };
    words.part(command, attribute, &facts).or_else(of_game)
}

/// The games by the names that options take: `tractor, uno or ttt`.
fn games(words: &Sentences) -> String {
    let joined = |key: &str, a: &str, b: &str| {
        let text = words.part(key, None, &[("a", a.into()), ("b", b.into())]);
        text.expect("every file says how games are listed: a test reads them all")
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

/// What is said of a command in English, and its translations: its description, or what has this name.
pub fn localised(command: &str, attribute: Option<&str>) -> (String, Vec<(&'static str, String)>) {
    let [english, others @ ..] = &*FILES;
    let found = |words: &Words| Some((words.0, find(words, command, attribute)?));
    let english = find(english, command, attribute);
    (
        english.unwrap_or_default(),
        others.iter().filter_map(found).collect(),
    )
}

/// The names of an option in other languages.
pub fn option_names(command: &str, option: &str) -> Vec<(&'static str, String)> {
    localised(command, Some(&format!("{option}-name"))).1
}

/// The name of a command in menus of people or messages.
pub fn name_in_menus(command: &str) -> Option<String> {
    find(&FILES[0], command, Some("menu"))
}
