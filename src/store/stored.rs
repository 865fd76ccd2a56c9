//! What small features keep: values of one type, each under a key in a person's, a server's or a channel's scope.
//!
//! They are settings, so that they are copied, told and forgotten with all others. A value is JSON: what somebody else
//! is in it goes when they ask to be forgotten (see `sql/forgetting.rs`), without the feature knowing of it.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Db, PersonId, Scope, StoreError};
use crate::game::GameKind;
use crate::table::UnixMillis;

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

    /// Changes a value as it is now: `change` makes of it, or of none, what is kept from now on, and is called again where
    /// somebody else was faster. Answers with what the last call says.
    ///
    /// # Errors
    /// [`StoreError::Invalid`].
    pub async fn change_stored<T: Stored, R>(
        &self,
        scope: Scope,
        key: &T::Key,
        mut change: impl FnMut(Option<T>) -> (Option<T>, R),
    ) -> Result<R, StoreError> {
        let (name, _) = setting_of::<T>(key, None);
        loop {
            let before = self.setting(scope, &name).await?;
            let read = before.as_deref();
            let read = read.and_then(|before| serde_json::from_str(before).ok());
            let (after, said) = change(read);
            let (_, after) = setting_of(key, after.as_ref());
            if before == after {
                return Ok(said);
            }
            let values = [before.as_deref(), after.as_deref()];
            if self.swap_setting(scope, &name, values).await? {
                return Ok(said);
            }
        }
    }

    /// Takes a value away, and answers with what it was: of several who ask at once, one is told.
    ///
    /// # Errors
    /// [`StoreError::Failed`].
    pub async fn take_stored<T: Stored>(
        &self,
        scope: Scope,
        key: &T::Key,
    ) -> Result<Option<T>, StoreError> {
        let (name, _) = setting_of::<T>(key, None);
        let taken = self.take_setting(scope, &name).await?;
        Ok(taken.and_then(|taken| serde_json::from_str(&taken).ok()))
    }
}
