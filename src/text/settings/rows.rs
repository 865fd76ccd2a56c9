//! What can be set, a row for each setting: whose it is, what it may be and what it usually is.
//!
//! Reads what is typed. Limits of new tables are settings of a server as well, under their own names.

use super::{AUTOMATIC, EVERYWHERE, HERE, Owner, STANDARD, SignSetting, all_signs};
use crate::game::RuleSet;
use crate::table::Limits;
use crate::text::locale::Locale;
use crate::text::words::means;

/// The most channels that a server can allow.
const MOST_CHANNELS: usize = 50;
const PREFIXES: &[&str] = &["$", "!", ".", "?", ";", "-", "+", "%"];

/// A setting, before anybody has chosen a value.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The name in commands.
    pub name: &'static str,
    /// The value of a person who has chosen none; `None` if it is no setting of a person.
    own: Option<&'static str>,
    /// The same of a server.
    server: Option<&'static str>,
    pub kind: Kind,
}

/// What a setting may be.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    Language,
    Prefix,
    Channels,
    /// One of these words; the sentences `word-SETTING-VALUE` and `word-VALUE` list how it is typed besides.
    Words(&'static [&'static str]),
    Signs(&'static SignSetting),
    /// A limit of new tables, with the values offered.
    Limit(&'static [&'static str]),
}

const ON_OFF: Kind = Kind::Words(&["on", "off"]);
const CARDS: Kind = Kind::Words(&["faces", "symbols", "letters"]);
const SUITS: Kind = Kind::Words(&["two", "four"]);
/// Their names are the same in every language.
const STYLES: Kind = Kind::Words(&["circle", "short", "emoji", "heart", "long"]);
const PINGS: Kind = Kind::Words(&["on", "slow", "off"]);
const PROFILES: Kind = Kind::Words(&["open", "private"]);
const CALLERS: Kind = Kind::Words(&["moderators", "everybody"]);
const ROOMS: Kind = Kind::Words(&["everywhere", "ours", "off"]);

const fn row(
    name: &'static str,
    own: Option<&'static str>,
    server: Option<&'static str>,
    kind: Kind,
) -> Row {
    Row {
        name,
        own,
        server,
        kind,
    }
}

/// The settings that are no limits and no signs, in the order in which they are read.
pub const ROWS: [Row; 17] = [
    row("prefix", None, Some("$"), Kind::Prefix),
    row("language", Some(AUTOMATIC), Some(AUTOMATIC), Kind::Language),
    row("channels", None, Some(EVERYWHERE), Kind::Channels),
    row("cards", Some(AUTOMATIC), Some("faces"), CARDS),
    row("suits", Some(AUTOMATIC), Some("two"), SUITS),
    row("style", Some(AUTOMATIC), Some("circle"), STYLES),
    row("letters", Some("on"), None, ON_OFF),
    row("show_play_number", Some(AUTOMATIC), Some("off"), ON_OFF),
    row("ping", Some("on"), None, PINGS),
    row("confirm", Some("off"), None, ON_OFF),
    row("suggestions", Some("off"), None, ON_OFF),
    row("profile", Some("open"), None, PROFILES),
    row("pictures", None, Some("on"), ON_OFF),
    row("embeds", None, Some("off"), ON_OFF),
    row("cups", None, Some("moderators"), CALLERS),
    row("rooms", None, Some("everywhere"), ROOMS),
    row("watching", None, Some("off"), ON_OFF),
];

impl Row {
    /// All settings of a person, or of a server.
    pub fn of(owner: Owner) -> Vec<Row> {
        let signs = all_signs();
        let signs = signs.map(|of| row(of.setting, Some(AUTOMATIC), None, Kind::Signs(of)));
        let limits = Limits::default().entries().into_iter().map(|limit| {
            let kind = Kind::Limit(limit.choices.offered());
            row(limit.name, None, Some(STANDARD), kind)
        });
        let rows = ROWS.into_iter().chain(signs).chain(limits);
        rows.filter(|row| row.usual(owner).is_some()).collect()
    }

    /// What it is where nothing is chosen.
    pub const fn usual(&self, owner: Owner) -> Option<&'static str> {
        match owner {
            Owner::Person => self.own,
            Owner::Server => self.server,
        }
    }

    /// Whether it is called so in a language.
    pub fn is_called(&self, word: &str) -> bool {
        let key = format!("word-setting-{}", self.name.replace('_', "-"));
        self.name == word || means(word, &key)
    }

    /// The values offered.
    pub fn offers(&self, owner: Owner) -> Vec<&'static str> {
        let values: Vec<&'static str> = match self.kind {
            Kind::Language => Locale::all().map(Locale::tag).collect(),
            Kind::Prefix => PREFIXES.to_vec(),
            Kind::Channels => vec![EVERYWHERE, HERE],
            Kind::Words(words) => words.to_vec(),
            Kind::Signs(signs) => signs.offers.to_vec(),
            Kind::Limit(offers) => offers.iter().copied().chain([STANDARD]).collect(),
        };
        let automatic = self.usual(owner).filter(|usual| *usual == AUTOMATIC);
        automatic.into_iter().chain(values).collect()
    }

    /// The value that is typed, `here` being this channel; `None` within if nothing is to be chosen.
    ///
    /// # Errors
    /// [`NoSuchValue`] if the setting cannot be that.
    pub fn read(&self, typed: &str, here: u64) -> Result<Option<String>, NoSuchValue> {
        let typed = typed.trim();
        let resets = match self.kind {
            Kind::Channels => means(typed, "word-all-channels"),
            Kind::Language if typed.eq_ignore_ascii_case("off") => true,
            _ => means(typed, "word-automatic"),
        };
        if resets {
            return Ok(None);
        }
        let value = match self.kind {
            Kind::Language => Locale::of(typed).map(|locale| locale.tag().to_owned()),
            Kind::Prefix => is_prefix(typed).then(|| typed.to_owned()),
            Kind::Channels => channels(typed, here),
            Kind::Words(words) => {
                let is_typed = |word: &&&str| {
                    let keys = [format!("word-{}-{word}", self.name), format!("word-{word}")];
                    word.eq_ignore_ascii_case(typed) || keys.iter().any(|key| means(typed, key))
                };
                words.iter().find(is_typed).map(|word| (*word).to_owned())
            }
            Kind::Signs(signs) => (signs.read)(typed),
            Kind::Limit(_) => {
                let set = Limits::default().set(self.name, typed);
                set.is_ok().then(|| typed.to_lowercase())
            }
        };
        value.map(Some).ok_or(NoSuchValue)
    }
}

/// What was typed is no value of the setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the setting has no such value")]
pub struct NoSuchValue;

fn is_prefix(typed: &str) -> bool {
    let sign = |c: char| c.is_ascii_punctuation() && !"/@#`<>\\".contains(c) || c.is_alphanumeric();
    (1..=5).contains(&typed.chars().count()) && typed.chars().all(sign)
}

fn channels(typed: &str, here: u64) -> Option<String> {
    if means(typed, "word-this-channel") {
        return Some(here.to_string());
    }
    let id = |value: &str| {
        let digits = value.trim_start_matches("<#").trim_end_matches('>');
        digits.parse::<u64>().ok().filter(|id| *id > 0)
    };
    let ids: Option<Vec<u64>> = typed.split_whitespace().map(id).collect();
    let ids = ids.filter(|ids| (1..=MOST_CHANNELS).contains(&ids.len()))?;
    Some(ids.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
}
