//! What people and servers have chosen: language, prefix, channels, limits of new tables.
//!
//! Decides names, values and defaults; the store keeps them. Settings are read once and then kept
//! in memory, a bounded number of them.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Answer, Desk, Place, Who};
use crate::game::RuleSet;
use crate::store::{GuildId, Scope, Store};
use crate::table::{Limits, PersonId};
use crate::text::locale::Locale;
use crate::text::page::Page;
use crate::text::speech::Speech;
use crate::text::trouble::Trouble;
use crate::text::words;

/// The most scopes whose settings are kept in memory.
const MOST_KEPT: usize = 50_000;
/// The most channels a server can allow.
const MOST_CHANNELS: usize = 50;

/// Settings of people and servers.
pub struct Settings {
    store: Arc<dyn Store>,
    kept: Mutex<HashMap<Scope, Arc<BTreeMap<String, String>>>>,
    language: Locale,
    prefix: String,
}

/// What a person has chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Personal {
    /// The language they want to be answered in.
    pub language: Option<Locale>,
}

/// What a server has chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guild {
    /// What typed commands begin with.
    pub prefix: String,
    /// The language of public messages.
    pub language: Option<Locale>,
    /// Where the bot may be used; empty for everywhere.
    pub channels: Vec<u64>,
    limits: Vec<(String, String)>,
}

impl Guild {
    /// Whether the bot may be used in this channel.
    pub fn allows(&self, channel: u64) -> bool {
        self.channels.is_empty() || self.channels.contains(&channel)
    }

    /// The limits of new tables here.
    pub fn limits(&self, mut standard: Limits) -> Limits {
        for (name, value) in &self.limits {
            if let Err(error) = standard.set(name, value) {
                tracing::warn!(%error, "a stored limit is no longer known");
            }
        }
        standard
    }
}

impl Settings {
    /// Settings in this store; language and prefix are for where nobody has chosen any.
    pub fn new(store: Arc<dyn Store>, language: Locale, prefix: impl Into<String>) -> Self {
        Self {
            store,
            kept: Mutex::default(),
            language,
            prefix: prefix.into(),
        }
    }

    /// The store behind them.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// The language where nobody has chosen one.
    pub const fn standard_language(&self) -> Locale {
        self.language
    }

    /// What a person has chosen.
    pub async fn person(&self, person: PersonId) -> Personal {
        let values = self.values(Scope::Person(person)).await;
        Personal {
            language: values.get("language").and_then(|tag| Locale::of(tag)),
        }
    }

    /// What a server has chosen; the defaults in direct messages and in the terminal.
    pub async fn guild(&self, guild: Option<u64>) -> Guild {
        let values = match guild {
            Some(guild) => self.values(Scope::Guild(GuildId(guild))).await,
            None => Arc::default(),
        };
        let known = |name: &str| {
            Limits::default()
                .entries()
                .iter()
                .any(|entry| entry.name == name)
        };
        let limits = values.iter().filter(|(name, _)| known(name));
        let channels = values
            .get("channels")
            .map(String::as_str)
            .unwrap_or_default();
        Guild {
            prefix: values.get("prefix").unwrap_or(&self.prefix).clone(),
            language: values.get("language").and_then(|tag| Locale::of(tag)),
            channels: channels
                .split(' ')
                .filter_map(|id| id.parse().ok())
                .collect(),
            limits: limits
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
        }
    }

    /// All values of a scope. A store that cannot be read means defaults for now, and the next
    /// reader tries again.
    async fn values(&self, scope: Scope) -> Arc<BTreeMap<String, String>> {
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(values) = kept().get(&scope) {
            return Arc::clone(values);
        }
        match self.store.settings(scope).await {
            Ok(values) => {
                let values = Arc::new(values);
                let mut kept = kept();
                if kept.len() >= MOST_KEPT {
                    kept.clear();
                }
                kept.insert(scope, Arc::clone(&values));
                values
            }
            Err(error) => {
                tracing::warn!(%error, "settings could not be read");
                Arc::default()
            }
        }
    }

    /// Writes a value, or takes it away; `false` if the store could not do it.
    async fn set(&self, scope: Scope, name: &str, value: Option<&str>) -> bool {
        let written = self.store.set_setting(scope, name, value).await;
        self.kept
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&scope);
        if let Err(error) = &written {
            tracing::error!(%error, "a setting could not be written");
        }
        written.is_ok()
    }

    /// Forgets everything about a person; `false` if the store could not do it.
    async fn forget(&self, person: PersonId) -> bool {
        let forgotten = self.store.forget(person).await;
        self.kept
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&Scope::Person(person));
        if let Err(error) = &forgotten {
            tracing::error!(%error, "a person could not be forgotten");
        }
        forgotten.is_ok()
    }
}

/// What is wrong with a setting.
enum Wrong {
    Name,
    Value { example: String },
}

impl Desk {
    /// Shows the settings, or changes one of one's own or (moderators) of the server's.
    pub(super) async fn change_settings(
        &self,
        who: &Who,
        place: &Place,
        words: &str,
        speech: &Speech,
    ) -> Answer {
        let mut parts = words.split_whitespace();
        match parts.next().map(str::to_lowercase).as_deref() {
            None => Answer::shown(self.settings_page(who, place, speech).await),
            Some("forget") => match self.settings.forget(who.person).await {
                true => Answer::shown(Page::line(say!(speech, "settings-forgotten"))),
                false => Answer::trouble(&Trouble::NotSaved, speech),
            },
            Some("server" | "guild" | "服务器") => {
                let rest: Vec<&str> = parts.collect();
                self.change_guild(who, place, &rest, speech).await
            }
            Some("language" | "语言") => {
                let value = parts.next().unwrap_or_default();
                let language = self.language_value(value);
                self.write(Scope::Person(who.person), "language", language, who, place)
                    .await
            }
            Some(name) => Answer::refused(say!(
                speech,
                "settings-unknown",
                name = words::quotable(name),
                example = speech.command("settings language zh-CN")
            )),
        }
    }

    async fn change_guild(
        &self,
        who: &Who,
        place: &Place,
        words: &[&str],
        speech: &Speech,
    ) -> Answer {
        let Some(guild) = place.guild else {
            return Answer::refused(say!(speech, "settings-no-server"));
        };
        if !who.moderator {
            return Answer::trouble(&Trouble::NotModerator, speech);
        }
        let scope = Scope::Guild(GuildId(guild));
        let (name, values) = match words.split_first() {
            Some((name, values)) => (name.to_lowercase(), values),
            None => return Answer::shown(self.settings_page(who, place, speech).await),
        };
        let value = values.first().copied().unwrap_or_default();
        let checked = match name.as_str() {
            "language" => self.language_value(value),
            "prefix" => prefix_value(value),
            "channels" => channels_value(values),
            limit => limit_value(limit, value),
        };
        match checked {
            Err(Wrong::Name) => Answer::refused(say!(
                speech,
                "settings-unknown",
                name = words::quotable(&name),
                example = speech.command("settings server prefix !")
            )),
            checked => self.write(scope, &name, checked, who, place).await,
        }
    }

    async fn write(
        &self,
        scope: Scope,
        name: &str,
        value: Result<Option<String>, Wrong>,
        who: &Who,
        place: &Place,
    ) -> Answer {
        let value = match value {
            Ok(value) => value,
            Err(Wrong::Name) => return Answer::refused(name),
            Err(Wrong::Value { example }) => {
                let speech = self.speech(who, place).await;
                let scope = if matches!(scope, Scope::Guild(_)) {
                    "server "
                } else {
                    ""
                };
                let example = speech.command(&format!("settings {scope}{name} {example}"));
                return Answer::refused(say!(
                    speech,
                    "settings-bad-value",
                    name = name,
                    example = example
                ));
            }
        };
        if !self.settings.set(scope, name, value.as_deref()).await {
            let speech = self.speech(who, place).await;
            return Answer::trouble(&Trouble::NotSaved, &speech);
        }
        // The answer is already in the language that was just chosen.
        let speech = self.speech(who, place).await;
        Answer::shown(self.settings_page(who, place, &speech).await)
    }

    fn language_value(&self, value: &str) -> Result<Option<String>, Wrong> {
        if is_standard(value) {
            return Ok(None);
        }
        let example = "zh-CN".to_owned();
        let locale = Locale::of(value).ok_or(Wrong::Value { example })?;
        Ok(Some(locale.tag().to_owned()))
    }

    async fn settings_page(&self, who: &Who, place: &Place, speech: &Speech) -> Page {
        let own = self.settings.person(who.person).await;
        let mut page = Page::titled(say!(speech, "settings-title"));
        let name = |locale: Option<Locale>| match locale {
            Some(locale) => locale.name().to_owned(),
            None => say!(speech, "settings-automatic"),
        };
        page.push(say!(
            speech,
            "settings-own-language",
            language = name(own.language)
        ));
        let languages: Vec<String> = Locale::all()
            .map(|locale| speech.command(&format!("settings language {}", locale.tag())))
            .collect();
        page.push(languages.join(" · "));
        if place.guild.is_some() {
            let guild = self.settings.guild(place.guild).await;
            page.push("");
            page.push(say!(speech, "settings-server"));
            page.push(say!(
                speech,
                "settings-server-prefix",
                prefix = format!("`{}`", guild.prefix)
            ));
            page.push(say!(
                speech,
                "settings-server-language",
                language = name(guild.language)
            ));
            let channels: Vec<String> = guild
                .channels
                .iter()
                .map(|channel| format!("<#{channel}>"))
                .collect();
            let channels = match channels.is_empty() {
                true => say!(speech, "settings-everywhere"),
                false => channels.join(" "),
            };
            page.push(say!(
                speech,
                "settings-server-channels",
                channels = channels
            ));
            for entry in guild.limits(self.limits).entries() {
                page.push(format!("{} `{}`", entry.name, entry.value));
            }
        }
        page.push("");
        page.push(say!(
            speech,
            "settings-forget",
            command = speech.command("settings forget")
        ));
        page
    }
}

/// Whether a value asks for the default again.
fn is_standard(value: &str) -> bool {
    matches!(
        value.to_lowercase().as_str(),
        "auto" | "default" | "off" | "自动" | "默认"
    )
}

fn prefix_value(value: &str) -> Result<Option<String>, Wrong> {
    if is_standard(value) {
        return Ok(None);
    }
    let sign = |c: char| c.is_ascii_punctuation() && !"/@#`<>\\".contains(c) || c.is_alphanumeric();
    let fits = (1..=5).contains(&value.chars().count()) && value.chars().all(sign);
    match fits {
        true => Ok(Some(value.to_owned())),
        false => Err(Wrong::Value {
            example: "!".to_owned(),
        }),
    }
}

fn channels_value(values: &[&str]) -> Result<Option<String>, Wrong> {
    if values.len() == 1 && (is_standard(values[0]) || values[0].eq_ignore_ascii_case("all")) {
        return Ok(None);
    }
    let id = |value: &&str| {
        let digits = value.trim_start_matches("<#").trim_end_matches('>');
        digits.parse::<u64>().ok().filter(|id| *id > 0)
    };
    let ids: Option<Vec<u64>> = values.iter().map(id).collect();
    let ids = ids.filter(|ids| (1..=MOST_CHANNELS).contains(&ids.len()));
    let ids = ids.ok_or(Wrong::Value {
        example: "#tractor".to_owned(),
    })?;
    Ok(Some(
        ids.iter().map(u64::to_string).collect::<Vec<_>>().join(" "),
    ))
}

fn limit_value(name: &str, value: &str) -> Result<Option<String>, Wrong> {
    let entries = Limits::default().entries();
    let entry = entries
        .iter()
        .find(|entry| entry.name == name)
        .ok_or(Wrong::Name)?;
    if value.eq_ignore_ascii_case("default") {
        return Ok(None);
    }
    let fits = Limits::default().set(name, value).is_ok();
    match fits {
        true => Ok(Some(value.to_lowercase())),
        false => Err(Wrong::Value {
            example: entry.default.clone(),
        }),
    }
}
