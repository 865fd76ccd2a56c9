//! The list of open tables by key. Gives out clones only, so that no guard can live across an
//! `.await`.

use std::sync::Arc;

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;

use super::handle::Handle;
use super::pace::Paced;
use crate::game::{GameKind, for_each_game};
use crate::table::{TableId, TableKey};

/// A game in the list of games, so that its tables can be found by key.
pub trait Hosted: Paced {
    fn any(handle: Handle<Self>) -> AnyTable;

    /// The handle of this game, if the table is one of its tables.
    fn of(table: AnyTable) -> Option<Handle<Self>>;
}

/// Declares [`AnyTable`] and its conversions for every game.
macro_rules! any_table {
    ($($number:literal $variant:ident($module:ident) $name:literal,)+) => {
        /// The handle of a table of any game.
        #[derive(Debug, Clone)]
        pub enum AnyTable {
            $(
                #[doc = concat!("A table of [`", stringify!($module), "`](crate::", stringify!($module), ").")]
                $variant(Handle<crate::$module::$variant>),
            )+
        }

        impl AnyTable {
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

/// Runs the same code with the handle of a table, whichever its game.
#[macro_export]
macro_rules! at_any_table {
    ($table:expr, $handle:ident => $run:expr) => {
        $crate::for_each_game!($crate::at_listed_table { $table, $handle => $run })
    };
}
pub use at_any_table;

/// The expansion of [`at_any_table!`].
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
    pub fn id(&self) -> TableId {
        at_any_table!(self, table => table.id())
    }

    pub fn key(&self) -> TableKey {
        self.id().key
    }
}

#[derive(Debug, Clone, Default)]
pub(super) struct Tables(Arc<DashMap<TableKey, AnyTable>>);

impl Tables {
    pub(super) fn get(&self, key: TableKey) -> Option<AnyTable> {
        self.0.get(&key).map(|entry| entry.value().clone())
    }

    /// Lists a table; `false` if its key is taken.
    pub(super) fn insert(&self, table: AnyTable) -> bool {
        match self.0.entry(table.key()) {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                place.insert(table);
                true
            }
        }
    }

    /// Removes this table from the list, but no later one with its key.
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

/// A table's entry in the list; dropped with the actor, however that ends, which removes the entry.
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
