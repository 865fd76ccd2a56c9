//! The languages, and their sentences by key; and how cards are joined to the words around them.
//!
//! A locale is a folder of Fluent files and one line in `SOURCES`; sentences of only one game are
//! in a file with the game's name. Decides where a blank of a sentence is left out: Chinese sets one
//! between its words and `♠K`, and none between its words and `大王`. Which of both a card is depends on
//! its reader. Does not decide which language a person gets.

use super::*;
use crate::game::for_each_game;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::OnceLock;
use unic_langid::LanguageIdentifier;

/// A language: its tag, its own name and its Fluent files.
struct LanguageSource {
    tag: &'static str,
    name: &'static str,
    /// Other tags and bare languages served by this locale.
    also: &'static [&'static str],
    files: &'static [&'static str],
}

/// Declares a locale from the files of its folder; every folder has the same files, including one
/// for each game.
macro_rules! source {
    ($tag:literal, $name:literal, $also:expr, $($game:literal)+) => {
        source!(@$tag, $name, $also, "words" "typed" "table" "rules" "help" "lesson" "desk" "cups"
            "daily" "discord" "web" "setup" "games" $($game)+)
    };
    (@$tag:literal, $name:literal, $also:expr, $($file:literal)+) => {
        LanguageSource {
            tag: $tag,
            name: $name,
            also: $also,
            files: &[
                $(include_str!(concat!("locales/", $tag, "/", $file, ".ftl"))),+
            ],
        }
    };
}

macro_rules! sources {
    ($($number:literal $variant:ident($module:ident) $game:literal,)+) => {
        /// All languages, the fallback first.
        const SOURCES: &[LanguageSource] = &[
            source!("en-US", "English", &["en"], $($game)+),
            source!("zh-CN", "简体中文", &["zh"], $($game)+),
            source!("zh-TW", "繁體中文", &["zh-HK", "zh-MO", "zh-Hant"], $($game)+),
        ];
    };
}
for_each_game!(sources);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Locale(u8);

impl Locale {
    /// American English, the fallback.
    pub const ENGLISH: Locale = Locale(0);
    /// Simplified Chinese.
    #[cfg(feature = "testing")]
    pub const CHINESE: Locale = Locale(1);

    pub fn all() -> impl Iterator<Item = Locale> {
        (0..SOURCES.len() as u8).map(Locale)
    }

    /// The tag, e.g. `zh-CN`.
    pub fn tag(self) -> &'static str {
        self.source().tag
    }

    /// The language's own name, e.g. `简体中文`.
    pub fn name(self) -> &'static str {
        self.source().name
    }

    /// Whether its signs are Chinese ones, simplified or not.
    pub fn is_chinese(self) -> bool {
        self.tag().starts_with("zh-")
    }

    /// The best match for a tag such as `en-GB` or `zh_CN`; `None` if there is none.
    pub fn of(tag: &str) -> Option<Locale> {
        let tag = tag.trim().replace('_', "-");
        let language = tag.split('-').next().unwrap_or_default();
        let serves = |wanted: &str| {
            Locale::all().find(|locale| {
                let source = locale.source();
                let mut tags = std::iter::once(&source.tag).chain(source.also);
                tags.any(|known| known.eq_ignore_ascii_case(wanted))
            })
        };
        serves(&tag).or_else(|| serves(language))
    }

    /// Its Fluent files.
    pub(super) fn files(self) -> &'static [&'static str] {
        self.source().files
    }

    fn source(self) -> &'static LanguageSource {
        &SOURCES[usize::from(self.0)]
    }
}

impl Default for Locale {
    fn default() -> Self {
        Locale::ENGLISH
    }
}

impl Serialize for Locale {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.tag())
    }
}

impl<'de> Deserialize<'de> for Locale {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tag = String::deserialize(deserializer)?;
        Locale::of(&tag).ok_or_else(|| serde::de::Error::custom(format!("unknown locale {tag:?}")))
    }
}

/// An argument of a sentence.
pub type Fact<'a> = FluentValue<'a>;

pub struct Sentences {
    bundle: FluentBundle<FluentResource>,
}

impl Sentences {
    pub fn of(locale: Locale) -> &'static Sentences {
        static ALL: OnceLock<HashMap<Locale, Sentences>> = OnceLock::new();
        let read = |locale: Locale| {
            let files = locale.files().iter().map(|file| (*file).to_owned());
            (locale, Sentences::read(locale.tag(), files))
        };
        let all = ALL.get_or_init(|| Locale::all().map(read).collect());
        all.get(&locale).expect("every locale was read")
    }

    /// Invalid lines are skipped here and found by tests: no input of people gets here.
    pub fn read(tag: &str, files: impl Iterator<Item = String>) -> Sentences {
        let tag: LanguageIdentifier = tag.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        bundle.set_use_isolating(false);
        for (name, sign) in [("CMD", COMMAND), ("BUTTON", BUTTON)] {
            let added = bundle.add_function(name, move |words, _| {
                let words = words.iter().map(|word| match word {
                    FluentValue::String(text) => text.to_string(),
                    FluentValue::Number(number) => number.as_string().into_owned(),
                    _ => String::new(),
                });
                let parted = if sign == BUTTON { "\n" } else { " " };
                format!("{sign}{}{ENDS}", words.collect::<Vec<_>>().join(parted)).into()
            });
            added.expect("each name is there once");
        }
        for file in files {
            let resource = match FluentResource::try_new(file) {
                Ok(resource) | Err((resource, _)) => resource,
            };
            // An error means a key defined twice; the first definition is kept.
            let _ = bundle.add_resource(resource);
        }
        Sentences { bundle }
    }

    pub fn has(&self, key: &str) -> bool {
        self.bundle.has_message(key)
    }

    /// The sentence for the key with these arguments; the fallback language's if this one lacks it.
    pub fn say(&self, key: &str, facts: &[(&str, Fact<'_>)]) -> String {
        let fallback = || Sentences::of(Locale::ENGLISH).part(key, None, facts);
        let said = self.part(key, None, facts).or_else(fallback);
        said.unwrap_or_else(|| key.to_owned())
    }

    /// What stands in a message: as its attribute of this name, or as its value.
    pub fn part(
        &self,
        key: &str,
        attribute: Option<&str>,
        facts: &[(&str, Fact<'_>)],
    ) -> Option<String> {
        let message = self.bundle.get_message(key)?;
        let pattern = match attribute {
            Some(attribute) => message.get_attribute(attribute)?.value(),
            None => message.value()?,
        };
        let args = facts.iter().map(|(name, told)| (*name, fact(name, told)));
        let (args, mut errors) = (args.collect::<FluentArgs<'_>>(), Vec::new());
        let bundle = &self.bundle;
        let sentence = bundle.format_pattern(pattern, Some(&args), &mut errors);
        debug_assert!(errors.is_empty(), "{key}: {errors:?}");
        Some(joined(sentence.into_owned()))
    }
}

/// `say!(cx, "key", name = value, name, …)`: the sentence for `key` in the language of the context; a
/// name without a value is that of a variable. Keys and names are literals, so that a test can compare
/// them with the Fluent files.
macro_rules! say {
    (@fact $name:ident) => { $crate::text::locale::Fact::from($name) };
    (@fact $name:ident = $value:expr) => { $crate::text::locale::Fact::from($value) };
    ($cx:expr, $key:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $cx.said($key, &[$((stringify!($name), say!(@fact $name $(= $value)?))),*])
    };
}

/// The facts that are cards. They are joined to the words around them, as `你` and the winds are.
const CARDS: &str = "card cards lead plays played back with taken_back start drawn";

/// Around such a fact, while its sentence is put together: where it begins or ends with a Chinese word.
const OPENS: char = '\u{e000}';
/// See [`OPENS`].
const CLOSES: char = '\u{e001}';

/// What a command is, or a button, stands behind these in a sentence until it is written for its reader: in a
/// language's file `CMD("join")`, and `BUTTON("button-start", "start")` where the face may have a button for it.
pub(super) const COMMAND: char = '\u{e002}';
/// See [`COMMAND`].
pub(super) const BUTTON: char = '\u{e003}';
/// The end of either.
pub(super) const ENDS: char = '\u{e004}';

/// A fact on its way into a sentence.
pub(super) fn fact<'a>(name: &str, fact: &Fact<'a>) -> Fact<'a> {
    let text = match fact {
        Fact::String(text) if CARDS.split(' ').any(|card| card == name) || is_sign(text) => text,
        _ => return fact.clone(),
    };
    let opens = text.starts_with(is_word).then_some(OPENS);
    let closes = text.ends_with(is_word).then_some(CLOSES);
    let marked = opens.into_iter().chain(text.chars()).chain(closes);
    Fact::from(marked.collect::<String>())
}

/// The sentence that was put together of such facts.
pub(super) fn joined(marked: String) -> String {
    if !marked.contains([OPENS, CLOSES]) {
        return marked;
    }
    let mut sentence = String::with_capacity(marked.len());
    let mut signs = marked.chars().peekable();
    // How far it was when a card ended: two cards keep the blank between them.
    let mut closed = None;
    while let Some(sign) = signs.next() {
        match sign {
            OPENS => {
                let before = sentence.strip_suffix(' ');
                if before.is_some_and(|text| text.ends_with(is_word) && closed != Some(text.len()))
                {
                    sentence.pop();
                }
            }
            CLOSES => {
                closed = Some(sentence.len());
                let mut next = signs.clone();
                if next.next() == Some(' ') && next.next().is_some_and(is_word) {
                    signs.next();
                }
            }
            sign => sentence.push(sign),
        }
    }
    sentence
}

/// Whether it is a single word of one sign, such as `你` or `北`.
fn is_sign(text: &str) -> bool {
    let mut signs = text.chars();
    signs.next().is_some_and(is_word) && signs.next().is_none()
}

/// Whether a Chinese word is written with it.
const fn is_word(sign: char) -> bool {
    matches!(sign, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
}

#[cfg(test)]
mod tests;
