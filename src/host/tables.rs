//! The open tables by channel. Gives out clones only, so that no guard can live across an `.await`.

use std::sync::Arc;

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;

use super::handle::Handle;
use super::pace::Paced;
use crate::game::{GameKind, for_each_game};
use crate::table::{TableId, TableKey};

/// A game whose tables can be found by channel: every one on the list of games.
pub trait Hosted: Paced {
    /// The table as one among those of all games.
    fn any(handle: Handle<Self>) -> AnyTable;

    /// The table as one of this game, if it is one.
    fn of(table: AnyTable) -> Option<Handle<Self>>;
}

/// Declares [`AnyTable`], and each game's place in it.
macro_rules! any_table {
    ($($number:literal $variant:ident($module:ident) $name:literal,)+) => {
        /// A table of any game.
        #[derive(Debug, Clone)]
        pub enum AnyTable {
            $(
                #[doc = concat!("A table of [`", stringify!($module), "`](crate::", stringify!($module), ").")]
                $variant(Handle<crate::$module::$variant>),
            )+
        }

        impl AnyTable {
            /// Which game is played there.
            pub const fn kind(&self) -> GameKind {
                match self {
                    $(AnyTable::$variant(_) => GameKind::$variant,)+
                }
            }
        }

        $(
            impl Hosted for crate::$module::$variant {
                fn any(handle: Handle<Self>) -> AnyTable {
                    AnyTable::$variant(handle)
                }

                fn of(table: AnyTable) -> Option<Handle<Self>> {
                    match table {
                        AnyTable::$variant(handle) => Some(handle),
                        _ => None,
                    }
                }
            }
        )+
    };
}
for_each_game!(any_table);

/// Runs the same code with the handle of a table of whichever game.
#[macro_export]
macro_rules! at_any_table {
    ($table:expr, $handle:ident => $run:expr) => {
        $crate::for_each_game!($crate::at_listed_table { $table, $handle => $run })
    };
}
pub use at_any_table;

/// What [`at_any_table!`] becomes.
#[doc(hidden)]
#[macro_export]
macro_rules! at_listed_table {
    ({ $table:expr, $handle:ident => $run:expr }
     $($number:literal $variant:ident($module:ident) $name:literal,)+) => {
        match $table {
            $($crate::host::AnyTable::$variant($handle) => $run,)+
        }
    };
}

impl AnyTable {
    /// Which table it is.
    pub fn id(&self) -> TableId {
        at_any_table!(self, table => table.id())
    }

    /// What it is found by.
    pub fn key(&self) -> TableKey {
        self.id().key
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
