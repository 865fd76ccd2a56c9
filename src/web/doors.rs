//! How many come in at once, from one address and of one person. Whoever is too many is turned away, and
//! nobody else is disturbed.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::table::PersonId;

/// The most connections at once.
const MOST_CONNECTIONS: usize = 4_096;
/// The most connections from one address: a household, or a proxy.
const MOST_OF_ADDRESS: usize = 256;
/// The most screens of a person.
const MOST_OF_PERSON: usize = 8;

/// Counts who is inside.
#[derive(Debug, Default)]
pub struct Doors {
    addresses: Arc<Mutex<HashMap<IpAddr, usize>>>,
    people: Arc<Mutex<HashMap<PersonId, usize>>>,
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
    /// A connection from this address; `None` if it is one too many.
    pub fn connect(&self, from: IpAddr) -> Option<Inside<IpAddr>> {
        let all: usize = self.addresses.lock().values().sum();
        let open = all < MOST_CONNECTIONS;
        open.then(|| enter(&self.addresses, from, MOST_OF_ADDRESS))?
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
        let mut inside: Vec<_> = (0..MOST_OF_ADDRESS).map(|_| doors.connect(here)).collect();
        assert!(inside.iter().all(Option::is_some));
        assert!(doors.connect(here).is_none());
        assert!(doors.connect(IpAddr::from([127, 0, 0, 2])).is_some());
        inside.pop();
        assert!(doors.connect(here).is_some());
    }
}
