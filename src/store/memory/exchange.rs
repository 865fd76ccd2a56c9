//! What is between the processes over one memory.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as MapEntry;

use tokio::sync::broadcast;

use crate::store::peers::{Entry, Heard, Word};
use crate::table::{TableKey, UnixMillis};

/// What is between the processes.
#[derive(Default)]
pub struct Exchange {
    pub listeners: BTreeMap<String, broadcast::Sender<Heard>>,
    pub directory: BTreeMap<TableKey, Entry>,
    pub handed_over: BTreeMap<String, HandOver>,
}

pub struct HandOver {
    pub to: String,
    pub at: UnixMillis,
    pub body: String,
    pub taken: bool,
}

impl Exchange {
    /// Enters something that was handed over; `false` if this id was entered before.
    pub fn enter(&mut self, id: &str, new: HandOver) -> bool {
        match self.handed_over.entry(id.to_owned()) {
            MapEntry::Occupied(_) => false,
            MapEntry::Vacant(free) => {
                free.insert(new);
                true
            }
        }
    }

    /// Passes a word on.
    pub fn tell(&self, word: &Word) {
        for (life, listener) in &self.listeners {
            if word.is_for(life) {
                // Nobody has to listen.
                drop(listener.send(Heard::Word(word.clone())));
            }
        }
    }
}
