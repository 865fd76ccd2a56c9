//! What became of tables at a restart, until their players have been told.
//!
//! Decides that nothing is told twice. How it is said, and where, is for the faces.

use std::collections::BTreeMap;

use parking_lot::Mutex;

use crate::table::{GuildId, TableId, TableKey};

/// What became of a table that could not simply go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// Its round is dealt again, with other cards.
    DealtAgain {
        /// The round; `None` if the match is off.
        round: Option<u32>,
    },
    /// It is set aside.
    Aside {
        /// Its name for the operator.
        table: TableId,
        /// Whether a later version of the program can go on with it.
        later: bool,
    },
}

/// What is still to be told, by table.
#[derive(Debug, Default)]
pub(super) struct Fates(Mutex<BTreeMap<TableKey, (GuildId, Fate)>>);

impl Fates {
    pub(super) fn keep(&self, key: TableKey, guild: GuildId, fate: Fate) {
        self.0.lock().insert(key, (guild, fate));
    }

    pub(super) fn take(&self, key: TableKey) -> Option<(GuildId, Fate)> {
        self.0.lock().remove(&key)
    }

    pub(super) fn keys(&self) -> Vec<TableKey> {
        self.0.lock().keys().copied().collect()
    }
}
