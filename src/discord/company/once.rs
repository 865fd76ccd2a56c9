//! What was answered here lately, so that an event which comes twice is answered once: two processes
//! have connections for one shard for a moment when it changes hands.

use std::collections::{HashSet, VecDeque};

use parking_lot::Mutex;

/// How many ids are remembered.
const MOST: usize = 20_000;

/// The ids of events that were answered here.
#[derive(Default)]
pub struct Once {
    seen: Mutex<(HashSet<u64>, VecDeque<u64>)>,
}

impl Once {
    pub fn is_first(&self, id: u64) -> bool {
        let (known, order) = &mut *self.seen.lock();
        if !known.insert(id) {
            return false;
        }
        order.push_back(id);
        if order.len() > MOST
            && let Some(oldest) = order.pop_front()
        {
            known.remove(&oldest);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_answered_once_and_only_so_many_are_remembered() {
        let once = Once::default();
        assert!(once.is_first(7));
        assert!(!once.is_first(7));
        for id in 100..100 + MOST as u64 {
            assert!(once.is_first(id));
        }
        assert!(once.is_first(7));
    }
}
