//! What small features keep: values of one type, each under a key in a person's, a server's or a channel's scope.
//!
//! They are settings, so that they are copied, told and forgotten with all others. A value is JSON: what somebody else
//! is in it goes when they ask to be forgotten (see `sql/forgetting.rs`), without the feature knowing of it.
//!
//! What is kept of servers beside their settings: that the bot left, what was changed of the settings, and who looks
//! for a game there. Does not know what a setting means.
//!
//! What people report to the operator, and whom the operator shuts out.
//!
//! A report is among the settings of who made it, so that it is copied, told and forgotten with them. Whom it is
//! about does not take it away by being forgotten: that is for the operator. Does not know what is worth a report.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Db, PersonId, Scope, StoreError};
use crate::club::cup::Cup;
use crate::game::GameKind;
use crate::table::{GuildId, TableId, UnixMillis};

/// A type of which values are kept.
pub trait Stored: Serialize + DeserializeOwned {
    /// What the names of its settings begin with, the key behind it. Of those without keys it is the name.
    const NAME: &'static str;
    /// What tells several of one scope from each other.
    type Key: StoredKey;
}

/// What follows the name of a kind of values.
pub trait StoredKey: Sized {
    /// As it is written. By it, values are in order.
    fn written(&self) -> String;
    /// What is written so.
    fn read(text: &str) -> Option<Self>;
}

impl StoredKey for () {
    fn written(&self) -> String {
        String::new()
    }

    fn read(text: &str) -> Option<Self> {
        text.is_empty().then_some(())
    }
}

impl StoredKey for String {
    fn written(&self) -> String {
        self.clone()
    }

    fn read(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

impl StoredKey for u32 {
    fn written(&self) -> String {
        format!("{self:06}")
    }

    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl StoredKey for UnixMillis {
    fn written(&self) -> String {
        format!("{:015}", self.0)
    }

    fn read(text: &str) -> Option<Self> {
        text.parse().ok().map(UnixMillis)
    }
}

impl StoredKey for PersonId {
    fn written(&self) -> String {
        self.0.to_string()
    }

    fn read(text: &str) -> Option<Self> {
        text.parse().ok().map(PersonId)
    }
}

impl StoredKey for (GameKind, PersonId) {
    fn written(&self) -> String {
        format!("{} {}", self.0.name(), self.1.0)
    }

    fn read(text: &str) -> Option<Self> {
        let (game, person) = text.split_once(' ')?;
        Some((GameKind::of(game)?, PersonId::read(person)?))
    }
}

/// A value that is kept, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRow<T: Stored> {
    /// Whose.
    pub scope: Scope,
    /// Under which key.
    pub key: T::Key,
    /// What.
    pub value: T,
}

/// The setting that keeps a value, or with `None` takes it away: for [`Db::set_settings`].
pub fn setting_of<T: Stored>(key: &T::Key, value: Option<&T>) -> (String, Option<String>) {
    let name = format!("{}{}", T::NAME, key.written());
    let written = |value| serde_json::to_string(value).expect("numbers and texts can be written");
    (name, value.map(written))
}

/// The value that a setting keeps; `None` for one of another kind, or that cannot be read.
pub fn read_setting<T: Stored>(name: &str, value: &str) -> Option<(T::Key, T)> {
    let key = T::Key::read(name.strip_prefix(T::NAME)?)?;
    Some((key, serde_json::from_str(value).ok()?))
}

impl Db {
    /// The value under a key; one that cannot be read is none.
    ///
    /// # Errors
    /// [`StoreError::Failed`].
    pub async fn stored<T: Stored>(
        &self,
        scope: Scope,
        key: &T::Key,
    ) -> Result<Option<T>, StoreError> {
        let kept = self.setting(scope, &setting_of::<T>(key, None).0).await?;
        Ok(kept.and_then(|kept| serde_json::from_str(&kept).ok()))
    }

    /// The values of this scope, or of all, by key.
    ///
    /// # Errors
    /// [`StoreError::Failed`].
    pub async fn all_stored<T: Stored>(
        &self,
        of: Option<Scope>,
    ) -> Result<Vec<StoredRow<T>>, StoreError> {
        let named = self.settings_named(of, T::NAME).await?.into_iter();
        let read = named.filter_map(|named| {
            let (key, value) = read_setting(&named.name, &named.value)?;
            let scope = named.scope;
            Some(StoredRow { scope, key, value })
        });
        Ok(read.collect())
    }

    /// Keeps a value, or with `None` none any more.
    ///
    /// # Errors
    /// [`StoreError::Invalid`].
    pub async fn store<T: Stored>(
        &self,
        scope: Scope,
        key: &T::Key,
        value: Option<&T>,
    ) -> Result<(), StoreError> {
        self.set_settings(scope, vec![setting_of(key, value)]).await
    }

    /// Changes a value as it is now: `change` makes of it, or of none, what is kept from now on. Others who change it wait.
    /// Answers with what `change` says.
    ///
    /// # Errors
    /// [`StoreError::Invalid`].
    pub async fn change_stored<T: Stored, R>(
        &self,
        scope: Scope,
        key: &T::Key,
        change: impl FnOnce(Option<T>) -> (Option<T>, R),
    ) -> Result<R, StoreError> {
        let (name, _) = setting_of::<T>(key, None);
        let change = |before: &str| {
            let (after, said) = change(serde_json::from_str(before).ok());
            (setting_of(key, after.as_ref()).1, said)
        };
        self.change_setting(scope, name, change).await
    }
}

/// When the bot left a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left(pub UnixMillis);

impl Stored for Left {
    const NAME: &'static str = "left";
    type Key = ();
}

/// A change of a server's settings; the time is its key too.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SettingChange {
    /// Milliseconds since 1970.
    pub at: UnixMillis,
    /// Who made it; 0 for somebody who was forgotten.
    pub person: PersonId,
    /// The name of the setting.
    pub setting: String,
    /// The value before, as it is typed.
    pub from: String,
    /// The value since then.
    pub to: String,
}

impl Stored for SettingChange {
    const NAME: &'static str = "log ";
    type Key = UnixMillis;
}

/// That somebody looks for a game on a server; the game and their number are its key too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seek {
    /// Who.
    pub person: PersonId,
    /// For which.
    pub game: GameKind,
    /// What they are called there.
    pub name: String,
    /// Since when, in milliseconds since 1970.
    pub since: UnixMillis,
    /// Until when.
    pub until: UnixMillis,
    /// The channel where they are called.
    pub channel: u64,
}

impl Seek {
    /// Under which key it is kept.
    pub fn key(&self) -> (GameKind, PersonId) {
        (self.game, self.person)
    }
}

impl Stored for Seek {
    const NAME: &'static str = "seek ";
    type Key = (GameKind, PersonId);
}

impl Stored for Cup {
    const NAME: &'static str = "cup ";
    /// Its number on the server, from 1.
    type Key = u32;
}

/// What somebody reported of somebody else.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Report {
    /// Milliseconds since 1970.
    pub at: UnixMillis,
    /// Who reports.
    pub by: PersonId,
    /// What they were called where they did.
    pub by_name: String,
    /// Whom.
    pub about: PersonId,
    /// What those are called at the table; empty for who does not sit there.
    pub about_name: String,
    /// On which server; `None` in direct messages.
    pub guild: Option<GuildId>,
    /// The table at which who reports was.
    pub table: Option<TableId>,
    /// Why, in one line; may be empty.
    pub reason: String,
    /// What those said last in the room of who reports, each in one line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<String>,
}

impl Report {
    /// What the operator calls it by.
    pub fn id(&self) -> String {
        // Of two in one millisecond, too.
        let number = u128::from(self.at.0) * 1_000 + u128::from(self.by.0 % 1_000);
        format!("{number:x}")
    }
}

impl Stored for Report {
    const NAME: &'static str = "report ";
    /// See [`Report::id`].
    type Key = String;
}

/// Somebody whom the operator shuts out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Banned {
    /// One person, everywhere.
    Person(PersonId),
    /// Everybody who asks from a server.
    Guild(GuildId),
}

impl StoredKey for Banned {
    fn written(&self) -> String {
        match self {
            Banned::Person(person) => format!("person {}", person.0),
            Banned::Guild(guild) => format!("server {}", guild.0),
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (kind, id) = text.split_once(' ')?;
        let id = id.parse().ok()?;
        match kind {
            "person" => Some(Banned::Person(PersonId(id))),
            "server" => Some(Banned::Guild(GuildId(id))),
            _ => None,
        }
    }
}

/// That the operator has shut somebody out; whom is its key. Bans are settings of the server that is none, so that they stay
/// when a person or a server is forgotten.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ban {
    /// Since when, in milliseconds since 1970.
    pub at: UnixMillis,
    /// Why, for the operator.
    pub reason: String,
}

impl Ban {
    /// Where bans are kept.
    pub const SCOPE: Scope = Scope::Guild(GuildId(0));
}

impl Stored for Ban {
    const NAME: &'static str = "ban ";
    type Key = Banned;
}
