//! Settings of people and servers: language, looks, prefix, channels, limits of new tables.
//!
//! Decides the meaning of stored values, and the defaults. Settings are cached in memory, for a
//! bounded number of scopes. `change` is how they are changed, `log` what was changed; `rules` are those with which new
//! tables begin.

mod change;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use super::Served;
use crate::game::{RuleSet, rules_of_kept};
use crate::store::{
    Db, GuildId, Left, Report, Scope, Seek, SettingChange, StoreError, Stored, setting_of,
};
use crate::table::{Limits, PersonId, UnixMillis};
use crate::text::locale::Locale;
use crate::text::looks::{CardLook, CardStyle, Looks, named_values, suits_of};
use crate::text::settings::{Owner, ROWS, RULES, SignSetting};

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
    pub(super) language: Locale,
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

/// What a person has chosen, or a server: values by the names of their rows.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Chosen(Arc<BTreeMap<String, String>>);

impl Chosen {
    /// What is chosen, or what is usual where nothing is.
    pub fn word(&self, name: &str) -> &str {
        let usual = || {
            let row = ROWS.iter().find(|row| row.name == name)?;
            row.usual(Owner::Person).or(row.usual(Owner::Server))
        };
        let chosen = self.0.get(name).map(String::as_str);
        chosen.or_else(usual).unwrap_or_default()
    }

    pub fn is_on(&self, name: &str) -> bool {
        self.word(name) == "on"
    }

    /// The language in which they are answered, or spoken to.
    pub fn language(&self) -> Option<Locale> {
        Locale::of(self.word("language"))
    }

    /// How much a person wants to be mentioned.
    pub fn mentions(&self) -> Mentions {
        Mentions::of(self.word("ping")).unwrap_or_default()
    }

    /// With whom people of a server sit in rooms.
    pub fn rooms(&self) -> RoomReach {
        RoomReach::of(self.word("rooms")).unwrap_or_default()
    }

    /// The looks that they have chosen, with these for what they have not. Letters are always on in public messages: not
    /// everybody can tell colours apart.
    pub fn looks(&self, others: Looks) -> Looks {
        let switch = |name: &str| self.0.get(name).map(|value| value == "on");
        Looks {
            cards: CardLook::of(self.word("cards")).unwrap_or(others.cards),
            suits: suits_of(self.word("suits")).unwrap_or(others.suits),
            style: CardStyle::of(self.word("style")).unwrap_or(others.style),
            letters: switch("letters").unwrap_or(others.letters),
            play_numbers: switch("show_play_number").unwrap_or(others.play_numbers),
            confirm: self.is_on("confirm"),
            suggestions: self.is_on("suggestions"),
        }
    }

    /// Their sign in a game where players choose one.
    pub fn sign(&self, signs: &SignSetting) -> Option<String> {
        (signs.read)(self.0.get(signs.setting)?)
    }

    /// With whom a person does not want to sit in a room.
    pub fn blocked(&self) -> Vec<PersonId> {
        numbers(self.word(BLOCKED)).map(PersonId).collect()
    }

    /// Whether the bot may be used in this channel of a server.
    pub fn allows(&self, channel: u64) -> bool {
        let mut allowed = numbers(self.word("channels")).peekable();
        allowed.peek().is_none() || allowed.any(|allowed| allowed == channel)
    }

    /// The limits of new tables.
    pub fn limits(&self, mut standard: Limits) -> Limits {
        for entry in Limits::default().entries() {
            let chosen = self.0.get(entry.name);
            if let Some(Err(error)) = chosen.map(|value| standard.set(entry.name, value)) {
                tracing::warn!(%error, "a stored limit is no longer known");
            }
        }
        standard
    }

    /// House rules as they are kept, by what stands behind this: those with which new tables of a server begin, or those of a
    /// person for a game.
    pub fn rules(&self, start: &str) -> BTreeMap<String, String> {
        let kept = self.0.iter().filter_map(|(name, rules)| {
            let name = name.strip_prefix(start)?;
            Some((name.to_owned(), rules.clone()))
        });
        kept.collect()
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

    pub async fn person(&self, person: PersonId) -> Chosen {
        Chosen(self.values(Scope::Person(person)).await)
    }

    /// The same without waiting; defaults unless cached.
    pub fn person_as_known(&self, person: PersonId) -> Chosen {
        let kept = self.kept.lock();
        let values = kept.get(&Scope::Person(person)).cloned();
        Chosen(values.unwrap_or_default())
    }

    /// Keeps whom somebody has blocked; `false` if the store failed.
    pub async fn keep_blocked(&self, person: PersonId, blocked: &[PersonId]) -> bool {
        let people: Vec<String> = blocked.iter().map(|person| person.0.to_string()).collect();
        let people = Some(people.join(" ")).filter(|people| !people.is_empty());
        let scope = Scope::Person(person);
        self.set(scope, vec![(BLOCKED.to_owned(), people)]).await
    }

    /// The settings of a server; the defaults in direct messages and in the terminal.
    pub async fn guild(&self, guild: Option<u64>) -> Chosen {
        let mut values = match guild {
            Some(guild) => self.values(Scope::Guild(GuildId(guild))).await,
            None => Arc::default(),
        };
        if !values.contains_key("prefix") {
            let prefix = ("prefix".to_owned(), self.prefix.clone());
            Arc::make_mut(&mut values).extend([prefix]);
        }
        Chosen(values)
    }

    /// The rules with which a table of this game begins that is opened on a server.
    pub(super) async fn opening_rules<G: Served>(&self, guild: Option<u64>) -> G::Rules {
        let mut kept = self.guild(guild).await.rules(RULES);
        let kept = kept.remove(G::KIND.name());
        kept.map(|kept| rules_of_kept(&kept)).unwrap_or_default()
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
        self.changed_for_all(SETTINGS_CHANGED, Scope::Person(person));
    }

    /// The values of a scope were changed, or deleted with all else of a person: all processes read them anew.
    fn changed_for_all(&self, topic: &str, scope: Scope) {
        self.changed(Some(scope));
        self.store.tell(topic, &scope);
    }

    /// Writes values, or removes them; `false` if the store failed.
    pub(super) async fn set(&self, scope: Scope, changes: Vec<(String, Option<String>)>) -> bool {
        let written = self.store.set_settings(scope, changes).await;
        self.changed_for_all(SETTINGS_CHANGED, scope);
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
        self.changed_for_all(SETTINGS_CHANGED, Scope::Guild(guild));
        forgotten
    }

    /// Forgets everything about a person; `false` if the store failed.
    async fn forget(&self, person: PersonId) -> bool {
        let forgotten = self.store.forget(person).await;
        self.changed_for_all(FORGOTTEN, Scope::Person(person));
        if let Err(error) = &forgotten {
            tracing::error!(%error, "a person could not be forgotten");
        }
        forgotten.is_ok()
    }
}

/// The numbers of a list with blanks between.
fn numbers(list: &str) -> impl Iterator<Item = u64> {
    list.split(' ').filter_map(|number| number.parse().ok())
}
