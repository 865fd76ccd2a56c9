//! The list of open tables by key. Gives out clones only, so that no guard can live across an
//! `.await`.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use dashmap::DashMap;
use dashmap::mapref::entry::Entry;
use parking_lot::Mutex;
use tokio::time::Instant;

use super::games::Paced;
use super::handle::Handle;
use crate::game::{GameKind, Viewer, for_each_game};
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

/// For how long a table that was closed after a match still answers for it.
pub(super) const ANSWERS: Duration = Duration::from_secs(3_600);

/// The most closed tables that do.
const MOST_CLOSED: usize = 1_000;

#[derive(Debug, Clone, Default)]
pub(super) struct Tables {
    open: Arc<DashMap<TableKey, AnyTable>>,
    /// Those closed lately after a match, the latest last.
    closed: Arc<Mutex<VecDeque<(Instant, AnyTable)>>>,
}

impl Tables {
    pub(super) fn get(&self, key: TableKey) -> Option<AnyTable> {
        self.open.get(&key).map(|entry| entry.value().clone())
    }

    /// The tables closed lately after a match, the latest first.
    pub(super) fn lately_closed(&self) -> Vec<AnyTable> {
        let closed = self.closed.lock();
        let lately = closed.iter().rev();
        let lately = lately.take_while(|(at, _)| at.elapsed() < ANSWERS);
        lately.map(|(_, table)| table.clone()).collect()
    }

    /// Has a table answer that was closed before this process began, so long ago: earlier than all that do.
    pub(super) fn answer(&self, table: AnyTable, ago: Duration) {
        let of_match =
            at_any_table!(&table, handle => handle.view(Viewer::Public).result().is_some());
        if let Some(at) = Instant::now().checked_sub(ago).filter(|_| of_match) {
            self.closed.lock().push_front((at, table));
        }
    }

    /// Lists a table; `false` if its key is taken.
    pub(super) fn insert(&self, table: AnyTable) -> bool {
        match self.open.entry(table.key()) {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                place.insert(table);
                true
            }
        }
    }

    /// Removes this table from the list, but no later one with its key.
    pub(super) fn remove(&self, table: TableId) {
        let of = |_: &TableKey, listed: &AnyTable| listed.id() == table;
        let Some((_, removed)) = self.open.remove_if(&table.key, of) else {
            return;
        };
        let mut closed = self.closed.lock();
        closed.retain(|(at, _)| at.elapsed() < ANSWERS);
        if at_any_table!(&removed, handle => handle.view(Viewer::Public).result().is_some()) {
            if closed.len() >= MOST_CLOSED {
                closed.pop_front();
            }
            closed.push_back((Instant::now(), removed));
        }
    }

    /// All tables, by key.
    pub(super) fn list(&self) -> Vec<AnyTable> {
        let tables = self.open.iter().map(|entry| entry.value().clone());
        let mut tables: Vec<AnyTable> = tables.collect();
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
