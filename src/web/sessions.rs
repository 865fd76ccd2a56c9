//! Who somebody is: people with a name and a cookie, kept among their settings.
//!
//! A cookie names the person and carries a secret; of that the store has only the hash. What is kept of a
//! person is copied and forgotten with everything else of them, and their cookies are worth nothing then.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::host::{Lock, NoEntropy, fresh_seed};
use crate::store::{Scope, Store, StoreError};
use crate::table::{PersonId, UnixMillis};
use crate::text::words::clean;

/// The cookie.
const COOKIE: &str = "tractor";
/// The setting of a person that keeps their sessions.
const SETTING: &str = "browser";
/// Set in the numbers of people who come from a browser. Ids of Discord reach this bit in 2049.
const OURS: u64 = 1 << 62;
/// How long a session lasts after it was begun.
const DAYS: u64 = 30;
/// The most sessions that an address begins in an hour.
const MOST_AN_HOUR: u32 = 60;
/// The longest name, in characters.
const MOST_NAME: usize = 32;
/// How many addresses are remembered.
const MANY: usize = 10_000;

const HOUR: u64 = 60 * 60 * 1_000;

#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Entropy(#[from] NoEntropy),
    #[error("too many sessions were begun from this address in an hour")]
    TooMany,
}

/// A person, and what they are called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visitor {
    pub person: PersonId,
    /// As they wrote it, not escaped; `None` as long as they have not.
    pub name: Option<String>,
}

/// What is kept of a person.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Kept {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    sessions: Vec<KeptSession>,
}

#[derive(Debug, Serialize, Deserialize)]
struct KeptSession {
    hash: String,
    /// When it was begun, in milliseconds since 1970.
    since: u64,
}

impl KeptSession {
    fn is_over(&self, now: UnixMillis) -> bool {
        now.0.saturating_sub(self.since) > DAYS * 24 * HOUR
    }
}

pub struct Sessions {
    store: Arc<dyn Store>,
    /// Held while what is kept of somebody is changed.
    changing: Lock,
    /// How many were begun from an address, in which hour.
    begun: Mutex<HashMap<IpAddr, (u64, u32)>>,
}

impl Sessions {
    pub fn new(store: Arc<dyn Store>) -> Self {
        Self {
            store,
            changing: Lock::default(),
            begun: Mutex::default(),
        }
    }

    /// Whose cookie this is; `None` if it is nobody's, or not any more.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn of_cookies(
        &self,
        cookies: &str,
        now: UnixMillis,
    ) -> Result<Option<Visitor>, StoreError> {
        let Some((person, secret)) = read(cookies) else {
            return Ok(None);
        };
        let kept = self.kept(person).await?;
        let hash = hashed(secret);
        let known = |session: &KeptSession| session.hash == hash && !session.is_over(now);
        let visitor = kept.sessions.iter().any(known).then_some(Visitor {
            person,
            name: kept.name,
        });
        Ok(visitor)
    }

    /// Begins a session of somebody new, at this address; the value of its cookie.
    ///
    /// # Errors
    /// If that cannot be, or not now.
    pub async fn begin(&self, from: IpAddr, now: UnixMillis) -> Result<String, SessionError> {
        if !self.may_begin(from, now) {
            return Err(SessionError::TooMany);
        }
        let (number, secret) = (fresh_number()?, fresh_seed()?.reveal());
        let person = PersonId(OURS | (number & (OURS - 1)));
        let session = KeptSession {
            hash: hashed(&secret),
            since: now.0,
        };
        let kept = Kept {
            name: None,
            sessions: vec![session],
        };
        self.keep(person, &kept).await?;
        Ok(format!("{:x}.{secret}", person.0))
    }

    /// What somebody wants to be called, as far as it is a name: what is kept of it.
    ///
    /// # Errors
    /// If it cannot be written down.
    pub async fn call(&self, person: PersonId, name: &str) -> Result<Option<String>, StoreError> {
        let name: String = clean(name.trim()).unwrap_or_default();
        let name: String = name.chars().take(MOST_NAME).collect();
        if name.trim().is_empty() {
            return Ok(None);
        }
        let _changing = self.changing.enter().await;
        let mut kept = self.kept(person).await?;
        kept.name = Some(name.clone());
        self.keep(person, &kept).await?;
        Ok(Some(name))
    }

    fn may_begin(&self, from: IpAddr, now: UnixMillis) -> bool {
        let hour = now.0 / HOUR;
        let mut begun = self.begun.lock();
        if begun.len() >= MANY {
            begun.retain(|_, (then, _)| *then == hour);
        }
        let (then, count) = begun.entry(from).or_default();
        if *then != hour {
            (*then, *count) = (hour, 0);
        }
        *count += 1;
        *count <= MOST_AN_HOUR
    }

    async fn kept(&self, person: PersonId) -> Result<Kept, StoreError> {
        let line = self.store.setting(Scope::Person(person), SETTING).await?;
        let kept = line.and_then(|line| serde_json::from_str(&line).ok());
        Ok(kept.unwrap_or_default())
    }

    async fn keep(&self, person: PersonId, kept: &Kept) -> Result<(), StoreError> {
        let line = serde_json::to_string(kept).ok();
        let scope = Scope::Person(person);
        self.store
            .set_setting(scope, SETTING, line.as_deref())
            .await
    }
}

/// The header that gives the cookie to a browser; `secure` where the page came by https.
pub fn set_cookie(value: &str, secure: bool) -> String {
    let seconds = DAYS * 24 * 60 * 60;
    let secure = if secure { "; Secure" } else { "" };
    format!("{COOKIE}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}")
}

/// The person and the secret of our cookie among these.
fn read(cookies: &str) -> Option<(PersonId, &str)> {
    let pairs = cookies.split(';').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.into_iter().find(|(name, _)| name.trim() == COOKIE)?;
    let (person, secret) = value.trim().split_once('.')?;
    let person = u64::from_str_radix(person, 16).ok()?;
    let ours = person & OURS != 0 && secret.len() == 64;
    ours.then_some((PersonId(person), secret))
}

fn hashed(secret: &str) -> String {
    hex::encode(Sha256::digest(secret.as_bytes()))
}

/// A number that nobody can guess.
pub fn fresh_number() -> Result<u64, NoEntropy> {
    let digits = fresh_seed()?.reveal();
    Ok(u64::from_str_radix(&digits[..16], 16).expect("a seed is written in hexadecimal digits"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MemoryStore;

    const NOW: UnixMillis = UnixMillis(1_700_000_000_000);
    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    #[tokio::test]
    async fn a_cookie_is_worth_something_until_it_is_old_or_its_person_forgotten() {
        let store = Arc::new(MemoryStore::new());
        let sessions = Sessions::new(store.clone());
        let cookie = sessions.begin(HERE, NOW).await.expect("a session");
        let check = async |cookie: String, now: UnixMillis| {
            let visitor = sessions.of_cookies(&cookie, now).await.expect("a store");
            visitor.map(|visitor| visitor.person)
        };
        let ours = format!("other=1; tractor={cookie}");
        let person = check(ours.clone(), NOW).await.expect("a person");
        let later = UnixMillis(NOW.0 + (DAYS + 1) * 24 * HOUR);
        assert_eq!(check(ours.clone(), later).await, None, "it is old");
        for forged in [
            String::new(),
            "tractor=".to_owned(),
            format!("tractor={:x}.", person.0),
            format!("tractor={:x}.{}", person.0, "0".repeat(64)),
            format!("tractor={:x}.{}", person.0 ^ 1, &cookie[17..]),
            format!("tractor=7.{}", &cookie[17..]),
            format!("rotcart={cookie}"),
        ] {
            assert_eq!(check(forged.clone(), NOW).await, None, "{forged}");
        }
        let kept = store.setting(Scope::Person(person), SETTING).await;
        let kept = kept.expect("a store").expect("a setting");
        assert!(!kept.contains(&cookie[17..]), "the secret is not kept");
        store.forget(person).await.expect("a store");
        assert_eq!(check(ours, NOW).await, None, "their person is forgotten");
    }

    #[tokio::test]
    async fn names_are_short_and_have_nothing_invisible() {
        let sessions = Sessions::new(Arc::new(MemoryStore::new()));
        let person = PersonId(OURS);
        let check = async |name: &str| sessions.call(person, name).await.expect("a store");
        assert_eq!(check(" Ana ").await.as_deref(), Some("Ana"));
        assert_eq!(check("").await, None);
        let long = check(&"字".repeat(99)).await.expect("a name");
        assert_eq!(long.chars().count(), MOST_NAME);
    }

    #[tokio::test]
    async fn an_address_begins_so_many_sessions_an_hour() {
        let sessions = Sessions::new(Arc::new(MemoryStore::new()));
        for _ in 0..MOST_AN_HOUR {
            assert!(sessions.begin(HERE, NOW).await.is_ok());
        }
        let refused = sessions.begin(HERE, NOW).await;
        assert!(matches!(refused, Err(SessionError::TooMany)));
        let later = UnixMillis(NOW.0 + HOUR);
        assert!(sessions.begin(HERE, later).await.is_ok());
    }
}
