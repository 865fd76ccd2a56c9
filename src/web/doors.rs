//! How many come in at once, from one address and of one person. Whoever is too many is turned away, and
//! nobody else is disturbed.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::table::{PersonId, UnixMillis};

/// The most connections at once.
const MOST_CONNECTIONS: usize = 4_096;
/// The most connections from one address: a household, or a proxy.
const MOST_OF_ADDRESS: usize = 256;
/// The most screens of a person.
const MOST_OF_PERSON: usize = 8;

/// The most sessions that an address begins in an hour.
const MOST_AN_HOUR: u32 = 60;
/// How many addresses are remembered.
const MANY: usize = 10_000;

const HOUR: u64 = 60 * 60 * 1_000;

/// Counts who is inside.
#[derive(Debug, Default)]
pub struct Doors {
    addresses: Arc<Mutex<HashMap<IpAddr, usize>>>,
    people: Arc<Mutex<HashMap<PersonId, usize>>>,
    /// How many sessions were begun from an address, in which hour.
    begun: Mutex<HashMap<IpAddr, (u64, u32)>>,
}

/// A place inside; dropped when whoever has it leaves.
#[derive(Debug)]
pub struct Inside<K: Eq + Hash> {
    counted: Arc<Mutex<HashMap<K, usize>>>,
    key: K,
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

fn enter<K: Copy + Eq + Hash>(
    counted: &Arc<Mutex<HashMap<K, usize>>>,
    key: K,
    most: usize,
) -> Option<Inside<K>> {
    let mut inside = counted.lock();
    let count = inside.entry(key).or_default();
    if *count >= most {
        return None;
    }
    *count += 1;
    let counted = Arc::clone(counted);
    Some(Inside { counted, key })
}

impl Doors {
    /// A connection from this address; `None` if it is one too many. A proxy that says for whom it asks may have
    /// as many as there are: those are counted.
    pub fn connect(&self, from: IpAddr, proxied: bool) -> Option<Inside<IpAddr>> {
        let most = match proxied {
            true => MOST_CONNECTIONS,
            false => MOST_OF_ADDRESS,
        };
        let all: usize = self.addresses.lock().values().sum();
        let open = all < MOST_CONNECTIONS;
        open.then(|| enter(&self.addresses, from, most))?
    }

    /// Whether [`Self::may_begin`] would say so; nothing is counted.
    pub fn is_open(&self, from: IpAddr, now: UnixMillis) -> bool {
        let begun = self.begun.lock();
        let begun = begun.get(&from).filter(|(then, _)| *then == now.0 / HOUR);
        begun.is_none_or(|(_, count)| *count < MOST_AN_HOUR)
    }

    /// Whether one more session may be begun from this address in this hour.
    pub fn may_begin(&self, from: IpAddr, now: UnixMillis) -> bool {
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

    /// A screen of this person; `None` if it is one too many.
    pub fn open_screen(&self, person: PersonId) -> Option<Inside<PersonId>> {
        enter(&self.people, person, MOST_OF_PERSON)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_leaves_makes_room() {
        let doors = Doors::default();
        let here = IpAddr::from([127, 0, 0, 1]);
        let mut inside: Vec<_> = (0..MOST_OF_ADDRESS)
            .map(|_| doors.connect(here, false))
            .collect();
        assert!(inside.iter().all(Option::is_some));
        assert!(doors.connect(here, false).is_none());
        assert!(doors.connect(IpAddr::from([127, 0, 0, 2]), false).is_some());
        inside.pop();
        assert!(doors.connect(here, false).is_some());
    }

    #[test]
    fn an_address_begins_so_many_sessions_an_hour() {
        let doors = Doors::default();
        let here = IpAddr::from([127, 0, 0, 1]);
        let now = UnixMillis(1_700_000_000_000);
        for _ in 0..MOST_AN_HOUR {
            assert!(doors.is_open(here, now));
            assert!(doors.may_begin(here, now));
        }
        assert!(!doors.is_open(here, now));
        assert!(doors.is_open(here, UnixMillis(now.0 + HOUR)));
        assert!(!doors.may_begin(here, now));
        assert!(doors.may_begin(here, UnixMillis(now.0 + HOUR)));
    }
}
