//! Who comes from a browser: the sessions of people, and the links by which they begin one from elsewhere.
//!
//! Both are tokens that name the person and carry a secret; of that the store has only the hash, among the
//! settings of the person: what is kept of somebody is copied and forgotten with everything else of them, and
//! their tokens are worth nothing then. A link opens one table, once, and not for long; what it gives is a
//! session of that person. How a browser keeps its token, the face knows.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::host::{NoEntropy, fresh_seed};
use crate::store::{
    Db, FROM_BROWSERS, LINK, SESSION, Scope, StoreError, Stored, StoredRow, read_setting,
    setting_of,
};
use crate::table::{PersonId, TableKey, UnixMillis};
use crate::text::words::clean;

/// Set in the numbers of people who come from a browser alone.
const OURS: u64 = FROM_BROWSERS as u64;
/// How long a session lasts after it was begun.
pub const SESSION_DAYS: u64 = 30;
/// How long a session shows the table of the window in which it was begun to who has no seat there.
const WINDOW_HOURS: u64 = 24;
/// How long a link can be opened.
pub const LINK_MINUTES: u64 = 10;
/// The most sessions and links of a person; the oldest give way.
const MOST_SESSIONS: usize = 10;
const MOST_LINKS: usize = 4;
/// The longest name, in characters.
const MOST_NAME: usize = 32;

const MINUTE: u64 = 60 * 1_000;

#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Entropy(#[from] NoEntropy),
}

/// A person, and what they are called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visitor {
    pub person: PersonId,
    /// As they wrote it, not escaped; `None` as long as they have not.
    pub name: Option<String>,
}

/// What somebody who plays in a browser is called.
#[derive(Debug, Serialize, Deserialize)]
struct BrowserName(String);

impl Stored for BrowserName {
    const NAME: &'static str = "browser name";
    type Key = ();
}

/// A session, or a link that was not opened yet, under the hash of its secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Pass<const IS_LINK: bool> {
    since: UnixMillis,
    /// The table that a link opens, and that a session shows also without a seat there, if it was begun in a channel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    table: Option<TableKey>,
    /// What the person of a link is called where they asked for it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
}

type Session = Pass<false>;
type Link = Pass<true>;

impl<const IS_LINK: bool> Stored for Pass<IS_LINK> {
    const NAME: &'static str = if IS_LINK { LINK } else { SESSION };
    type Key = String;
}

impl<const IS_LINK: bool> Pass<IS_LINK> {
    /// For how many minutes one lasts, and how many a person has at most; the oldest give way.
    const MOST: (u64, usize) = match IS_LINK {
        true => (LINK_MINUTES, MOST_LINKS),
        false => (SESSION_DAYS * 24 * 60, MOST_SESSIONS),
    };

    fn lasts(&self, minutes: u64, now: UnixMillis) -> bool {
        now.0.saturating_sub(self.since.0) <= minutes * MINUTE
    }
}

/// The sessions and links of everybody.
pub struct Browsers {
    store: Arc<Db>,
}

impl Browsers {
    pub fn new(store: Arc<Db>) -> Self {
        Self { store }
    }

    /// Whose session this token is of; `None` if it is nobody's, or not any more.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn whose(&self, token: &str, now: UnixMillis) -> Result<Option<Visitor>, StoreError> {
        let Some((person, hash)) = read(token) else {
            return Ok(None);
        };
        let kept = self.store.settings(Scope::Person(person)).await?;
        let mut kept = kept.iter();
        let session = kept.clone().find_map(|(name, value)| {
            let (key, session) = read_setting::<Session>(name, value)?;
            (key == hash).then_some(session)
        });
        let name =
            kept.find_map(|(name, value)| Some(read_setting::<BrowserName>(name, value)?.1.0));
        let lasts = session.is_some_and(|session| session.lasts(Session::MOST.0, now));
        Ok(lasts.then_some(Visitor { person, name }))
    }

    /// Begins a session of somebody new; its token.
    ///
    /// # Errors
    /// If that cannot be.
    pub async fn begin(&self, now: UnixMillis) -> Result<String, SessionError> {
        let Visitor { person, .. } = onlooker()?;
        self.give::<false>(person, (None, String::new()), now).await
    }

    /// A link by which a browser becomes this person at a table; its token.
    ///
    /// # Errors
    /// If that cannot be.
    pub async fn offer(
        &self,
        Visitor { person, name }: Visitor,
        table: TableKey,
        now: UnixMillis,
    ) -> Result<String, SessionError> {
        let link = (Some(table), name.unwrap_or_default());
        self.give::<true>(person, link, now).await
    }

    /// Opens a link to a table: the token of the session that it gives, in the place of the `former` one of
    /// that browser. `None` if the link opens something else, was opened before, or is too old.
    ///
    /// # Errors
    /// If that cannot be.
    pub async fn redeem(
        &self,
        token: &str,
        table: TableKey,
        former: Option<&str>,
        now: UnixMillis,
    ) -> Result<Option<String>, SessionError> {
        let Some((person, hash)) = read(token) else {
            return Ok(None);
        };
        let scope = Scope::Person(person);
        let opens = |link: &Link| link.table == Some(table) && link.lasts(Link::MOST.0, now);
        let take = |link: Option<Link>| match link {
            Some(link) if opens(&link) => (None, Some(link)),
            other => (other, None),
        };
        // Of two who open it at once, one gets it.
        let taken = self.store.change_stored(scope, &hash, take).await?;
        let Some(link) = taken else {
            return Ok(None);
        };
        self.leave(former).await?;
        self.name(person, link.name).await?;
        let session = (None, String::new());
        Ok(Some(self.give::<false>(person, session, now).await?))
    }

    /// Begins a session of somebody whom another face knows, in the place of the `former` one of that browser: for some
    /// hours they see this table, also without a seat there. Gives its token.
    ///
    /// # Errors
    /// If that cannot be.
    pub async fn begin_at(
        &self,
        Visitor { person, name }: Visitor,
        table: TableKey,
        former: Option<&str>,
        now: UnixMillis,
    ) -> Result<String, SessionError> {
        self.leave(former).await?;
        self.name(person, name.unwrap_or_default()).await?;
        let session = (Some(table), String::new());
        self.give::<false>(person, session, now).await
    }

    /// The table that the session of this token sees, also without a seat there.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn begun_at(
        &self,
        token: &str,
        now: UnixMillis,
    ) -> Result<Option<TableKey>, StoreError> {
        let Some((person, hash)) = read(token) else {
            return Ok(None);
        };
        let kept = self.store.stored::<Session>(Scope::Person(person), &hash);
        let session = kept.await?;
        let session = session.filter(|session| session.lasts(WINDOW_HOURS * 60, now));
        Ok(session.and_then(|session| session.table))
    }

    /// Ends the session of a token that another one takes the place of.
    async fn leave(&self, former: Option<&str>) -> Result<(), StoreError> {
        if let Some((before, hash)) = former.and_then(read) {
            let scope = Scope::Person(before);
            self.store.store::<Session>(scope, &hash, None).await?;
        }
        Ok(())
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
        self.name(person, name.clone()).await?;
        Ok(Some(name))
    }

    /// How many sessions somebody has.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn count(&self, person: PersonId, now: UnixMillis) -> Result<usize, StoreError> {
        let scope = Some(Scope::Person(person));
        let kept = self.store.all_stored::<Session>(scope);
        let sessions = kept.await?.into_iter();
        let current = sessions.filter(|row| row.value.lasts(Session::MOST.0, now));
        Ok(current.count())
    }

    /// Ends all sessions of somebody, and their links.
    ///
    /// # Errors
    /// If that cannot be; some may have ended.
    pub async fn end_all(&self, person: PersonId) -> Result<(), StoreError> {
        let scope = Scope::Person(person);
        let kept = self.store.settings(scope).await?.into_keys();
        let gone = kept.filter(|name| name.starts_with(SESSION) || name.starts_with(LINK));
        let gone = gone.map(|name| (name, None)).collect();
        self.store.set_settings(scope, gone).await
    }

    /// Keeps something more of somebody, in the place of what is over and of the oldest; the token for it.
    async fn give<const IS_LINK: bool>(
        &self,
        person: PersonId,
        (table, name): (Option<TableKey>, String),
        now: UnixMillis,
    ) -> Result<String, SessionError> {
        let scope = Scope::Person(person);
        let mut kept = self.store.all_stored::<Pass<IS_LINK>>(Some(scope)).await?;
        kept.sort_by_key(|row| row.value.since);
        let lasts = |row: &StoredRow<Pass<IS_LINK>>| row.value.lasts(Pass::<IS_LINK>::MOST.0, now);
        let (current, over): (Vec<_>, Vec<_>) = kept.into_iter().partition(lasts);
        let spare = (current.len() + 1).saturating_sub(Pass::<IS_LINK>::MOST.1);
        let secret = fresh_seed()?.reveal();
        let gone = over.iter().chain(&current[..spare]);
        let gone = gone.map(|row| setting_of::<Pass<IS_LINK>>(&row.key, None));
        let since = now;
        let new = Pass::<IS_LINK> { since, table, name };
        let new = setting_of(&hashed(&secret), Some(&new));
        let changes = gone.chain([new]).collect();
        self.store.set_settings(scope, changes).await?;
        Ok(format!("{:x}.{secret}", person.0))
    }

    async fn name(&self, person: PersonId, name: String) -> Result<(), StoreError> {
        let (scope, name) = (Scope::Person(person), BrowserName(name));
        self.store.store(scope, &(), Some(&name)).await
    }
}

/// The person of a token, and the hash of its secret.
fn read(token: &str) -> Option<(PersonId, String)> {
    let (person, secret) = token.trim().split_once('.')?;
    let person = u64::from_str_radix(person, 16).ok()?;
    (secret.len() == 64).then(|| (PersonId(person), hashed(secret)))
}

fn hashed(secret: &str) -> String {
    hex::encode(Sha256::digest(secret.as_bytes()))
}

/// A number that nobody can guess.
///
/// # Errors
/// If the system has none.
pub fn fresh_number() -> Result<u64, NoEntropy> {
    let digits = fresh_seed()?.reveal();
    Ok(u64::from_str_radix(&digits[..16], 16).expect("a seed is written in hexadecimal digits"))
}

/// Somebody who is nobody yet: they look on, and have no session.
///
/// # Errors
/// If the system has no number for them.
pub fn onlooker() -> Result<Visitor, NoEntropy> {
    let person = PersonId(OURS | (fresh_number()? & (OURS - 1)));
    Ok(Visitor { person, name: None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MemoryStore;

    const NOW: UnixMillis = UnixMillis(1_700_000_000_000);
    const TABLE: TableKey = TableKey(7);

    const fn later(minutes: u64) -> UnixMillis {
        UnixMillis(NOW.0 + minutes * MINUTE)
    }

    fn ana() -> Visitor {
        let name = Some("Ana".to_owned());
        let person = PersonId(1);
        Visitor { person, name }
    }

    #[tokio::test]
    async fn a_token_is_worth_something_until_it_is_old_or_its_person_forgotten() {
        let store = MemoryStore::new().own();
        let browsers = Browsers::new(store.clone());
        let token = browsers.begin(NOW).await.expect("a session");
        let check = async |token: &str, now: UnixMillis| {
            let visitor = browsers.whose(token, now).await.expect("a store");
            visitor.map(|visitor| visitor.person)
        };
        let person = check(&token, NOW).await.expect("a person");
        let old = later((SESSION_DAYS + 1) * 24 * 60);
        assert_eq!(check(&token, old).await, None, "it is old");
        for forged in [
            String::new(),
            format!("{:x}.", person.0),
            format!("{:x}.{}", person.0, "0".repeat(64)),
            format!("{:x}.{}", person.0 ^ 1, &token[17..]),
            format!("7.{}", &token[17..]),
        ] {
            assert_eq!(check(&forged, NOW).await, None, "{forged}");
        }
        let kept = store.settings(Scope::Person(person)).await;
        let kept = format!("{:?}", kept.expect("a store"));
        assert!(!kept.contains(&token[17..]), "the secret is not kept");
        store.forget(person).await.expect("a store");
        assert_eq!(check(&token, NOW).await, None, "their person is forgotten");
    }

    #[tokio::test]
    async fn a_link_opens_its_table_once_and_not_for_long() {
        let store = MemoryStore::new().own();
        let browsers = Browsers::new(store.clone());
        let offer = async || browsers.offer(ana(), TABLE, NOW).await.expect("a link");
        let check = async |link: &str, table, now| {
            let redeemed = browsers.redeem(link, table, None, now).await;
            redeemed.expect("a store")
        };
        let link = offer().await;
        let kept = store.settings(Scope::Person(PersonId(1))).await;
        let kept = format!("{:?}", kept.expect("a store"));
        assert!(!kept.contains(&link[2..]), "the secret is not kept");
        assert_eq!(check(&link, TableKey(8), NOW).await, None, "another table");
        assert_eq!(check(&link, TABLE, later(11)).await, None, "it is too old");
        let others = format!("2{}", &link[1..]);
        assert_eq!(check(&others, TABLE, NOW).await, None, "another person");
        let whose = browsers.whose(&link, NOW).await;
        assert_eq!(whose, Ok(None), "a link is no session");
        let session = check(&link, TABLE, later(9)).await.expect("a session");
        let whose = browsers.whose(&session, NOW).await;
        assert_eq!(whose, Ok(Some(ana())));
        assert_eq!(check(&link, TABLE, NOW).await, None, "it was opened before");
        assert_eq!(check(&session, TABLE, NOW).await, None, "no link");
    }

    #[tokio::test]
    async fn a_session_begun_in_a_channel_sees_its_table_and_is_no_link() {
        let browsers = Browsers::new(MemoryStore::new().own());
        let begun = browsers.begin_at(ana(), TABLE, None, NOW).await;
        let session = begun.expect("a session");
        assert_eq!(browsers.whose(&session, NOW).await, Ok(Some(ana())));
        assert_eq!(browsers.begun_at(&session, NOW).await, Ok(Some(TABLE)));
        let redeemed = browsers.redeem(&session, TABLE, None, NOW).await;
        assert!(redeemed.expect("a store").is_none(), "it is no link");
        let late = later(WINDOW_HOURS * 60 + 1);
        assert_eq!(browsers.begun_at(&session, late).await, Ok(None));
        assert_eq!(browsers.whose(&session, late).await, Ok(Some(ana())));
        let other = browsers.begin(NOW).await.expect("a session");
        assert_eq!(browsers.begun_at(&other, NOW).await, Ok(None));
        // The next one in that browser ends it.
        let next = browsers.begin_at(ana(), TABLE, Some(&session), NOW).await;
        assert!(next.is_ok());
        assert_eq!(browsers.whose(&session, NOW).await, Ok(None));
        assert_eq!(browsers.begun_at(&session, NOW).await, Ok(None));
        let old = later((SESSION_DAYS + 1) * 24 * 60);
        let next = next.expect("a session");
        assert_eq!(browsers.whose(&next, old).await, Ok(None), "it is old");
    }

    #[tokio::test]
    async fn of_many_sessions_and_links_the_oldest_give_way() {
        let browsers = Browsers::new(MemoryStore::new().own());
        let mut links = Vec::new();
        for minute in 0..=MOST_LINKS as u64 {
            let link = browsers.offer(ana(), TABLE, later(minute)).await;
            links.push(link.expect("a link"));
        }
        let now = later(MOST_LINKS as u64);
        let mut opened = Vec::new();
        for link in &links {
            let redeemed = browsers.redeem(link, TABLE, None, now).await;
            opened.extend(redeemed.expect("a store"));
        }
        assert_eq!(opened.len(), MOST_LINKS);
        // Whoever opens a link in a browser that has a session has one session there.
        let link = browsers.offer(ana(), TABLE, now).await.expect("a link");
        let redeemed = browsers.redeem(&link, TABLE, Some(&opened[0]), now).await;
        assert!(redeemed.expect("a store").is_some());
        assert_eq!(browsers.count(PersonId(1), now).await, Ok(MOST_LINKS));
        assert_eq!(browsers.whose(&opened[0], now).await, Ok(None));
        for _ in 0..MOST_SESSIONS {
            let link = browsers.offer(ana(), TABLE, now).await.expect("a link");
            let redeemed = browsers.redeem(&link, TABLE, None, now).await;
            assert!(redeemed.expect("a store").is_some());
        }
        assert_eq!(browsers.count(PersonId(1), now).await, Ok(MOST_SESSIONS));
        browsers.end_all(PersonId(1)).await.expect("a store");
        assert_eq!(browsers.count(PersonId(1), now).await, Ok(0));
    }

    #[tokio::test]
    async fn names_are_short_and_have_nothing_invisible() {
        let browsers = Browsers::new(MemoryStore::new().own());
        let person = PersonId(OURS);
        let check = async |name: &str| browsers.call(person, name).await.expect("a store");
        assert_eq!(check(" Ana ").await.as_deref(), Some("Ana"));
        assert_eq!(check("").await, None);
        let long = check(&"字".repeat(99)).await.expect("a name");
        assert_eq!(long.chars().count(), MOST_NAME);
    }
}
