//! Settings of people and servers: language, looks, prefix, channels, limits of new tables.
//!
//! Decides the meaning of stored values, and the defaults. Settings are cached in memory, for a
//! bounded number of scopes. `change` is how they are changed, `log` what was changed; `rules` are those with which new
//! tables begin.

mod change;
mod log;
mod rules;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use crate::art::SuitColors;
use crate::game::RuleSet;
use crate::store::{
    Db, GuildId, Left, Report, Scope, Seek, SettingChange, StoreError, Stored, setting_of,
};
use crate::table::{Limits, PersonId, UnixMillis};
use crate::text::locale::Locale;
use crate::text::looks::{CardLook, CardStyle, Looks, named_values, suits_of};
use crate::text::settings::{RULES, all_signs};

/// The topic of the words by which processes tell each other that settings were changed; the rest is
/// the [`Scope`] as JSON.
pub(super) const SETTINGS_CHANGED: &str = "settings";
/// The topic of words that somebody was forgotten.
pub(super) const FORGOTTEN: &str = "forgotten";

/// The most scopes whose settings are cached.
const MOST_KEPT: usize = 50_000;

/// Who changed what, reported whom and looks for a game is looked up when somebody asks for it.
const LOOKED_UP: [&str; 3] = [Report::NAME, Seek::NAME, SettingChange::NAME];
/// The setting of a person with whom they have blocked.
const BLOCKED: &str = "blocked";

pub struct Settings {
    store: Arc<Db>,
    kept: Mutex<HashMap<Scope, Arc<BTreeMap<String, String>>>>,
    /// How often something was taken out of `kept`: what was read before that may be old.
    changes: AtomicU64,
    language: Locale,
    prefix: String,
}

named_values! {
    /// How much a person wants to be mentioned by the bot.
    Mentions {
        /// When a table has waited for a while.
        #[default]
        On = "on",
        /// When a table has waited for long, or the clock is about to act for them.
        Slow = "slow",
        Off = "off",
    }

    /// With whom people sit in rooms who come from a server.
    RoomReach {
        #[default]
        Everywhere = "everywhere",
        /// With others of the server alone.
        Ours = "ours",
        /// There are no rooms.
        Off = "off",
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Personal {
    /// The language of answers to them.
    pub language: Option<Locale>,
    /// What stands for a card.
    pub cards: Option<CardLook>,
    /// How many colours the suits have on faces.
    pub suits: Option<SuitColors>,
    pub style: Option<CardStyle>,
    /// Whether colours have letters as well.
    pub letters: Option<bool>,
    pub show_play_number: Option<bool>,
    /// How much they want to be mentioned.
    pub ping: Option<Mentions>,
    /// Whether a play is put together by one tap and sent by another.
    pub confirm: bool,
    /// Whether they want to be told on every turn what a computer player would do.
    pub suggestions: bool,
    /// Whether their profile is for themselves alone.
    pub is_private: bool,
    /// With whom they do not want to sit in a room.
    pub blocked: Vec<PersonId>,
    /// Their signs in games where players choose one, by the name of the setting.
    pub signs: BTreeMap<&'static str, String>,
}

impl Personal {
    fn of(values: &BTreeMap<String, String>) -> Self {
        let word = |name: &str| values.get(name).map(String::as_str);
        let signs = all_signs().filter_map(|signs| {
            let chosen = (signs.read)(word(signs.setting)?)?;
            Some((signs.setting, chosen))
        });
        Self {
            language: word("language").and_then(Locale::of),
            cards: word("cards").and_then(CardLook::of),
            suits: word("suits").and_then(suits_of),
            style: word("style").and_then(CardStyle::of),
            letters: switch(values, "letters"),
            show_play_number: switch(values, "show_play_number"),
            ping: word("ping").and_then(Mentions::of),
            confirm: switch(values, "confirm").unwrap_or_default(),
            suggestions: switch(values, "suggestions").unwrap_or_default(),
            is_private: word("profile") == Some("private"),
            blocked: numbers(word(BLOCKED)).map(PersonId).collect(),
            signs: signs.collect(),
        }
    }

    pub fn mentions(&self) -> Mentions {
        self.ping.unwrap_or_default()
    }

    /// Their looks, with `public` for what they have not chosen.
    pub fn looks(&self, public: Looks) -> Looks {
        Looks {
            cards: self.cards.unwrap_or(public.cards),
            suits: self.suits.unwrap_or(public.suits),
            style: self.style.unwrap_or(public.style),
            letters: self.letters.unwrap_or(public.letters),
            play_numbers: self.show_play_number.unwrap_or(public.play_numbers),
            confirm: self.confirm,
            suggestions: self.suggestions,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guild {
    pub prefix: String,
    /// The language of public messages.
    pub language: Option<Locale>,
    /// What stands for a card in public messages.
    pub cards: Option<CardLook>,
    /// How many colours the suits have on faces in public messages.
    pub suits: Option<SuitColors>,
    /// The style of UNO cards in public messages.
    pub style: Option<CardStyle>,
    /// Whether plays are numbered in public messages.
    pub show_play_number: Option<bool>,
    /// Whether messages have pictures.
    pub pictures: bool,
    /// Whether tables are shown in embeds.
    pub embeds: bool,
    /// Whether public messages have a link by which anybody can watch in a browser, where there is one.
    pub watching: bool,
    pub rooms: RoomReach,
    /// Whether everybody can call a cup, and not moderators alone.
    pub open_cups: bool,
    /// The channels where the bot may be used; empty for all.
    pub channels: Vec<u64>,
    /// The house rules with which new tables begin, by game, as they are kept; none where they are standard.
    pub rules: BTreeMap<String, String>,
    limits: Vec<(String, String)>,
}

impl Guild {
    /// Whether the bot may be used in this channel.
    pub fn allows(&self, channel: u64) -> bool {
        self.channels.is_empty() || self.channels.contains(&channel)
    }

    /// The looks of public messages. Letters are always on: not everybody can tell colours apart.
    pub fn looks(&self) -> Looks {
        Looks {
            cards: self.cards.unwrap_or_default(),
            suits: self.suits.unwrap_or_default(),
            style: self.style.unwrap_or_default(),
            play_numbers: self.show_play_number.unwrap_or(false),
            ..Looks::default()
        }
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
    /// Settings in this store; `language` and `prefix` are the defaults.
    pub fn new(store: Arc<Db>, language: Locale, prefix: impl Into<String>) -> Self {
        Self {
            store,
            kept: Mutex::default(),
            changes: AtomicU64::new(0),
            language,
            prefix: prefix.into(),
        }
    }

    pub fn store(&self) -> &Arc<Db> {
        &self.store
    }

    pub const fn standard_language(&self) -> Locale {
        self.language
    }

    pub async fn person(&self, person: PersonId) -> Personal {
        Personal::of(&*self.values(Scope::Person(person)).await)
    }

    /// The same without waiting; defaults unless cached.
    pub fn person_as_known(&self, person: PersonId) -> Personal {
        let kept = self.kept.lock();
        let values = kept.get(&Scope::Person(person));
        values
            .map(|values| Personal::of(values))
            .unwrap_or_default()
    }

    /// Keeps whom somebody has blocked; `false` if the store failed.
    pub async fn keep_blocked(&self, person: PersonId, blocked: &[PersonId]) -> bool {
        let people: Vec<String> = blocked.iter().map(|person| person.0.to_string()).collect();
        let people = Some(people.join(" ")).filter(|people| !people.is_empty());
        let scope = Scope::Person(person);
        self.set(scope, vec![(BLOCKED.to_owned(), people)]).await
    }

    /// Keeps a report for the operator; `false` if the store failed.
    pub async fn keep_report(&self, report: &Report) -> bool {
        let scope = Scope::Person(report.by);
        self.set(scope, vec![setting_of(&report.id(), Some(report))])
            .await
    }

    /// The house rules that somebody keeps for a game, by the names that they gave them.
    pub async fn kept_rules(&self, person: PersonId, game: &str) -> BTreeMap<String, String> {
        let values = self.values(Scope::Person(person)).await;
        let start = format!("rules {game} ");
        let kept = values.iter().filter_map(|(name, rules)| {
            let name = name.strip_prefix(&start)?;
            Some((name.to_owned(), rules.clone()))
        });
        kept.collect()
    }

    /// Keeps rules for a game under a name, or with `None` none any more; `false` if the store failed.
    pub async fn keep_rules(
        &self,
        person: PersonId,
        game: &str,
        name: &str,
        rules: Option<&str>,
    ) -> bool {
        let name = format!("rules {game} {name}");
        let change = (name, rules.map(str::to_owned));
        self.set(Scope::Person(person), vec![change]).await
    }

    /// The settings of a server; the defaults in direct messages and in the terminal.
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
        let word = |name: &str| values.get(name).map(String::as_str);
        let rules = values.iter().filter_map(|(name, rules)| {
            Some((name.strip_prefix(RULES)?.to_owned(), rules.clone()))
        });
        Guild {
            prefix: word("prefix").unwrap_or(&self.prefix).to_owned(),
            language: word("language").and_then(Locale::of),
            cards: word("cards").and_then(CardLook::of),
            suits: word("suits").and_then(suits_of),
            style: word("style").and_then(CardStyle::of),
            show_play_number: switch(&values, "show_play_number"),
            pictures: switch(&values, "pictures").unwrap_or(true),
            embeds: switch(&values, "embeds").unwrap_or(false),
            watching: switch(&values, "watching").unwrap_or(false),
            open_cups: word("cups") == Some("everybody"),
            rooms: word("rooms").and_then(RoomReach::of).unwrap_or_default(),
            channels: numbers(word("channels")).collect(),
            rules: rules.collect(),
            limits: limits
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
        }
    }

    /// All values of a scope. If the store fails, the defaults are used for now, and the next call
    /// tries again.
    async fn values(&self, scope: Scope) -> Arc<BTreeMap<String, String>> {
        let kept = || self.kept.lock();
        if let Some(values) = kept().get(&scope) {
            return Arc::clone(values);
        }
        let changes = self.changes.load(Ordering::Acquire);
        match self.store.settings(scope).await {
            Ok(mut values) => {
                values.retain(|name, _| !LOOKED_UP.iter().any(|kind| name.starts_with(kind)));
                let values = Arc::new(values);
                let mut kept = kept();
                if self.changes.load(Ordering::Acquire) != changes {
                    return values;
                }
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

    /// The values of a scope, or of all, were changed and have to be read anew.
    pub fn changed(&self, scope: Option<Scope>) {
        let mut kept = self.kept.lock();
        self.changes.fetch_add(1, Ordering::AcqRel);
        match scope {
            Some(scope) => drop(kept.remove(&scope)),
            None => kept.clear(),
        }
    }

    /// Who may look was changed, and nothing here.
    pub(super) fn look_again(&self) {
        self.changes.fetch_add(1, Ordering::AcqRel);
    }

    /// Counts how often something here, of people's sessions, or of whom is shut out was changed: who keeps what they read looks
    /// again when this is another number.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    /// Somebody's sessions in browsers were ended, which are kept beside these: all processes look again.
    pub fn signed_out(&self, person: PersonId) {
        let scope = Scope::Person(person);
        self.changed(Some(scope));
        self.tell(SETTINGS_CHANGED, scope);
    }

    /// Tells other processes that the values of a scope were changed, or deleted with all else of a person.
    fn tell(&self, topic: &str, scope: Scope) {
        if let (Some(others), Ok(scope)) = (self.store.notices(), serde_json::to_string(&scope)) {
            others.tell(topic, &scope);
        }
    }

    /// Writes values, or removes them; `false` if the store failed.
    async fn set(&self, scope: Scope, changes: Vec<(String, Option<String>)>) -> bool {
        let written = self.store.set_settings(scope, changes).await;
        self.changed(Some(scope));
        self.tell(SETTINGS_CHANGED, scope);
        if let Err(error) = &written {
            tracing::error!(%error, "a setting could not be written");
        }
        written.is_ok()
    }

    /// The bot left a server at this time, or with `None` came back to it.
    pub async fn note_left(&self, guild: GuildId, at: Option<UnixMillis>) {
        let left = setting_of(&(), at.map(Left).as_ref());
        self.set(Scope::Guild(guild), vec![left]).await;
    }

    /// Forgets a server, see [`Db::forget_guild`].
    ///
    /// # Errors
    /// If the store fails; part of it may be forgotten.
    pub async fn forget_guild(
        &self,
        guild: GuildId,
        before: UnixMillis,
    ) -> Result<bool, StoreError> {
        let forgotten = self.store.forget_guild(guild, before).await;
        self.changed(Some(Scope::Guild(guild)));
        self.tell(SETTINGS_CHANGED, Scope::Guild(guild));
        forgotten
    }

    /// Forgets everything about a person; `false` if the store failed.
    async fn forget(&self, person: PersonId) -> bool {
        let forgotten = self.store.forget(person).await;
        self.changed(Some(Scope::Person(person)));
        self.tell(FORGOTTEN, Scope::Person(person));
        if let Err(error) = &forgotten {
            tracing::error!(%error, "a person could not be forgotten");
        }
        forgotten.is_ok()
    }
}

/// The numbers of a list with blanks between.
fn numbers(list: Option<&str>) -> impl Iterator<Item = u64> {
    let list = list.unwrap_or_default();
    list.split(' ').filter_map(|number| number.parse().ok())
}

fn switch(values: &BTreeMap<String, String>, name: &str) -> Option<bool> {
    match values.get(name)?.as_str() {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}
