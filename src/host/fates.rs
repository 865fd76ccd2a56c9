//! What became of tables at a restart, until their players have been told.
//!
//! Decides that nothing is told twice. How it is said, and where, is for the faces.

use std::collections::BTreeMap;

use parking_lot::Mutex;

use super::Host;
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

impl Host {
    /// Keeps what became of a table until somebody asks for it with [`Host::take_fate`].
    pub(super) fn tell_fate(&self, key: TableKey, guild: GuildId, fate: Fate) {
        self.shared.fates.0.lock().insert(key, (guild, fate));
        self.announce(key);
    }

    /// What became of a table at the last restart, with its server, if nobody has asked yet.
    pub fn take_fate(&self, key: TableKey) -> Option<(GuildId, Fate)> {
        self.shared.fates.0.lock().remove(&key)
    }

    /// The tables of which something is still to be told.
    pub fn fates(&self) -> Vec<TableKey> {
        self.shared.fates.0.lock().keys().copied().collect()
    }
}
