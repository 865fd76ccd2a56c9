//! What people did. Whether it was answered is read from Discord afterwards.

use parking_lot::Mutex;
use std::collections::BTreeMap;

use crate::double::{Asked, Seen};
use crate::people::{Control, Player};

#[derive(Default)]
pub struct Ledger {
    used: Mutex<BTreeMap<&'static str, u64>>,
}

impl Ledger {
    pub fn used(&self, _: &Asked, seen: &Seen, control: &Control) {
        let what = match (control.is_change(), seen.is_ephemeral) {
            (true, true) => "moves from a hand",
            (true, false) => "moves from a board",
            (false, _) => "looks",
        };
        *self.used.lock().entry(what).or_default() += 1;
    }

    pub fn looked(&self, _: &Player, _: Seen) {}

    /// How often what was done.
    pub fn counts(&self) -> BTreeMap<&'static str, u64> {
        self.used.lock().clone()
    }
}
