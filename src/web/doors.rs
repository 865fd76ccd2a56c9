//! How many come in at once: of everybody, from one client, and of one person. Whoever is too many is turned
//! away, and nobody else is disturbed.

use super::*;
use crate::desk::Pacing;
use crate::table::{PersonId, UnixMillis};
use std::collections::HashMap;
use std::hash::Hash;
use std::net::Ipv6Addr;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most connections and screens at once.
const MOST: usize = 4_096;
/// The most of a client: a household.
const MOST_OF_CLIENT: usize = 256;
/// The most screens of a person.
const MOST_OF_PERSON: usize = 8;
/// How many sessions a client begins in so many seconds.
const SESSIONS: (usize, u64) = (60, 3_600);
/// How many addresses and links that lead nowhere a client is told so of.
const GUESSES: (usize, u64) = (20, 600);

/// Where machines of one household come from: with IPv6 it has a network of its own.
pub fn client_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(own) => IpAddr::V6(Ipv6Addr::from_bits(own.to_bits() & !u128::from(u64::MAX))),
        own => own,
    }
}

/// How many of each are inside.
type Counted<K> = Arc<Mutex<HashMap<K, usize>>>;

/// A place inside; dropped when whoever has it leaves.
#[derive(Debug)]
pub struct Inside<K: Eq + Hash> {
    counted: Counted<K>,
    pub key: K,
}

impl<K: Copy + Eq + Hash> Inside<K> {
    fn enter(counted: &Counted<K>, key: K, most: usize) -> Option<Self> {
        let mut inside = counted.lock();
        let count = inside.entry(key).or_default();
        if *count >= most {
            return None;
        }
        *count += 1;
        let counted = Arc::clone(counted);
        Some(Inside { counted, key })
    }
}

impl<K: Eq + Hash> Drop for Inside<K> {
    fn drop(&mut self) {
        let mut counted = self.counted.lock();
        if let Some(count) = counted.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counted.remove(&self.key);
            }
        }
    }
}

pub struct Doors {
    all: Arc<Semaphore>,
    clients: Counted<IpAddr>,
    people: Counted<PersonId>,
    sessions: Pacing<IpAddr>,
    guesses: Pacing<IpAddr>,
}

impl Default for Doors {
    fn default() -> Self {
        Self {
            all: Arc::new(Semaphore::new(MOST)),
            clients: Counted::default(),
            people: Counted::default(),
            sessions: Pacing::new(SESSIONS.0, SESSIONS.1),
            guesses: Pacing::new(GUESSES.0, GUESSES.1),
        }
    }
}

impl Doors {
    /// One more connection or screen, of this client if it is known; `None` if it is one too many.
    pub fn enter(
        &self,
        client: Option<IpAddr>,
    ) -> Option<(OwnedSemaphorePermit, Option<Inside<IpAddr>>)> {
        let all = Arc::clone(&self.all).try_acquire_owned().ok()?;
        match client {
            Some(client) => Some((all, Some(self.come(client)?))),
            None => Some((all, None)),
        }
    }

    /// A place for a connection of this client.
    pub fn come(&self, client: IpAddr) -> Option<Inside<IpAddr>> {
        Inside::enter(&self.clients, client, MOST_OF_CLIENT)
    }

    /// A screen of this person; `None` if it is one too many.
    pub fn open_screen(&self, person: PersonId) -> Option<Inside<PersonId>> {
        Inside::enter(&self.people, person, MOST_OF_PERSON)
    }

    /// Whether [`Self::may_begin`] would say so; nothing is counted.
    pub fn is_open(&self, client: IpAddr, now: UnixMillis) -> bool {
        self.sessions.wait(&client, now).is_none()
    }

    /// Whether this client may begin one more session.
    pub fn may_begin(&self, client: IpAddr, now: UnixMillis) -> bool {
        may(&self.sessions, client, now)
    }

    /// Whether this client is told once more that an address leads nowhere. Who has one that leads somewhere is
    /// let in, whatever was tried from there.
    pub fn may_guess(&self, client: IpAddr, now: UnixMillis) -> bool {
        may(&self.guesses, client, now)
    }
}

fn may(pacing: &Pacing<IpAddr>, client: IpAddr, now: UnixMillis) -> bool {
    let may = pacing.wait(&client, now).is_none();
    if may {
        pacing.count(client, now);
    }
    may
}
