//! The open tables by channel. Gives out clones only, so that no guard can live across an `.await`.

use std::sync::Arc;

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;

use super::handle::Handle;
use crate::game::GameKind;
use crate::table::{TableId, TableKey};
use crate::tictactoe::TicTacToe;
use crate::tractor::Tractor;
use crate::uno::Uno;

/// A table of any game.
#[derive(Debug, Clone)]
pub enum AnyTable {
    /// A table for tractor.
    Tractor(Handle<Tractor>),
    /// A table for UNO.
    Uno(Handle<Uno>),
    /// A table for tic-tac-toe.
    TicTacToe(Handle<TicTacToe>),
}

impl AnyTable {
    /// Which table it is.
    pub fn id(&self) -> TableId {
        match self {
            AnyTable::Tractor(table) => table.id(),
            AnyTable::Uno(table) => table.id(),
            AnyTable::TicTacToe(table) => table.id(),
        }
    }

    /// What it is found by.
    pub fn key(&self) -> TableKey {
        self.id().key
    }

    /// Which game is played there.
    pub const fn kind(&self) -> GameKind {
        match self {
            AnyTable::Tractor(_) => GameKind::Tractor,
            AnyTable::Uno(_) => GameKind::Uno,
            AnyTable::TicTacToe(_) => GameKind::TicTacToe,
        }
    }
}

/// The open tables.
#[derive(Debug, Clone, Default)]
pub(super) struct Tables(Arc<DashMap<TableKey, AnyTable>>);

impl Tables {
    pub(super) fn get(&self, key: TableKey) -> Option<AnyTable> {
        self.0.get(&key).map(|entry| entry.value().clone())
    }

    /// Lists a table; `false` if there is one with its key.
    pub(super) fn insert(&self, table: AnyTable) -> bool {
        match self.0.entry(table.key()) {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                place.insert(table);
                true
            }
        }
    }

    /// Takes this very table from the list, and no later one with its key.
    pub(super) fn remove(&self, table: TableId) {
        self.0
            .remove_if(&table.key, |_, listed| listed.id() == table);
    }

    /// All tables, by key.
    pub(super) fn list(&self) -> Vec<AnyTable> {
        let mut tables: Vec<AnyTable> = self.0.iter().map(|entry| entry.value().clone()).collect();
        tables.sort_unstable_by_key(AnyTable::key);
        tables
    }
}

/// A table's place in the list: it is given up with the task that owns the table, however that ends.
#[derive(Debug)]
pub(super) struct Listing {
    pub(super) tables: Tables,
    pub(super) table: TableId,
}

impl Drop for Listing {
    fn drop(&mut self) {
        self.tables.remove(self.table);
    }
}
