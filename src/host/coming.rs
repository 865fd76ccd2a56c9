//! The tables that come back after a start: all of them, a few at a time, and before the others those that somebody asks
//! for.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use parking_lot::Mutex;
use tokio::sync::watch;

use super::Host;
use crate::store::OpenTable;
use crate::table::TableKey;

/// What is still to come back.
#[derive(Default)]
pub(super) struct Coming {
    lists: Mutex<Lists>,
    /// Changes whenever a table is there, or could not come.
    arrivals: watch::Sender<()>,
}

pub(super) struct Ending<'a>(&'a Coming);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        *self.0.lists.lock() = Lists::default();
        self.0.arrivals.send_replace(());
    }
}

#[derive(Default)]
struct Lists {
    /// Whether it is not known yet which they are.
    listing: bool,
    /// Nobody has begun with these.
    waiting: BTreeMap<TableKey, OpenTable>,
    /// Somebody has.
    under_way: BTreeSet<TableKey>,
    /// Somebody asked for these, the first of them first.
    asked: VecDeque<TableKey>,
}

impl Lists {
    fn has(&self, key: TableKey) -> bool {
        self.listing || self.waiting.contains_key(&key) || self.under_way.contains(&key)
    }
}

impl Coming {
    /// Some may come back: which, is told later.
    pub(super) fn begin(&self) {
        self.lists.lock().listing = true;
    }

    pub(super) fn expect(&self, tables: Vec<OpenTable>) {
        let mut lists = self.lists.lock();
        lists.listing = false;
        let tables = tables.into_iter().map(|open| (open.table.key, open));
        lists.waiting.extend(tables);
        drop(lists);
        self.arrivals.send_replace(());
    }

    /// The next to be brought back.
    pub(super) fn next(&self) -> Option<OpenTable> {
        let mut lists = self.lists.lock();
        let Lists { waiting, asked, .. } = &mut *lists;
        let wanted = std::iter::from_fn(|| asked.pop_front()).find(|key| waiting.contains_key(key));
        let key = wanted.or_else(|| waiting.keys().next().copied())?;
        lists.under_way.insert(key);
        lists.waiting.remove(&key)
    }

    /// A table is here, or does not come.
    pub(super) fn arrived(&self, key: TableKey) {
        self.lists.lock().under_way.remove(&key);
        self.arrivals.send_replace(());
    }

    /// When what this gives is dropped, nothing is brought back any more: nobody waits for what failed.
    pub(super) fn ending(&self) -> Ending<'_> {
        Ending(self)
    }

    async fn until(&self, is_there: impl Fn(&Lists) -> bool) {
        let mut arrivals = self.arrivals.subscribe();
        while !is_there(&self.lists.lock()) {
            // The sender is here.
            drop(arrivals.changed().await);
        }
    }
}

impl Host {
    /// Waits until none of these tables is still to come back after the start of the process.
    pub async fn has_back(&self, keys: &[TableKey]) {
        let coming = &self.shared.coming;
        {
            let mut lists = coming.lists.lock();
            let wanted: Vec<_> = keys.iter().filter(|key| lists.has(**key)).collect();
            if wanted.is_empty() {
                return;
            }
            lists.asked.extend(wanted);
        }
        coming
            .until(|lists| !keys.iter().any(|key| lists.has(*key)))
            .await;
    }

    /// Waits until all tables are back.
    pub async fn has_all_back(&self) {
        let all = |lists: &Lists| {
            !lists.listing && lists.waiting.is_empty() && lists.under_way.is_empty()
        };
        self.shared.coming.until(all).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::GameKind;
    use crate::host::MemoryJournal;
    use crate::table::{GuildId, Position, TableId};
    use std::sync::Arc;

    fn open(key: u64) -> OpenTable {
        let (key, opening) = (TableKey(key), Position(0));
        OpenTable {
            table: TableId { key, opening },
            guild: GuildId(0),
            game: GameKind::TicTacToe,
            salt: None,
        }
    }

    #[tokio::test]
    async fn who_asks_for_a_table_waits_for_it_alone_and_it_comes_first() {
        let host = Host::new(Arc::new(MemoryJournal::default()));
        let coming = &host.shared.coming;
        let next = || coming.next().map(|open| open.table.key.0);
        let is_there = async |key: u64| {
            let back = [TableKey(key)];
            let back = host.has_back(&back);
            tokio::select! { biased; () = back => true, () = std::future::ready(()) => false }
        };
        assert!(is_there(2).await, "nothing comes back");
        coming.begin();
        assert!(!is_there(9).await, "it is not known what comes back");
        coming.expect([1, 2, 3, 4].map(open).into());
        assert!(is_there(9).await, "it does not come back");
        assert!(!is_there(3).await && !is_there(2).await);
        assert_eq!(
            [next(), next()],
            [Some(3), Some(2)],
            "in the order in which they were asked for"
        );
        coming.arrived(TableKey(3));
        assert!(is_there(3).await && !is_there(2).await);
        assert_eq!([next(), next(), next()], [Some(1), Some(4), None]);
        for key in [1, 2, 4] {
            let all = tokio::select! {
                biased;
                () = host.has_all_back() => true,
                () = std::future::ready(()) => false,
            };
            assert!(!all);
            coming.arrived(TableKey(key));
        }
        host.has_all_back().await;
        coming.expect(vec![open(5)]);
        assert!(!is_there(5).await);
        drop(coming.ending());
        assert!(is_there(5).await, "it was given up");
    }
}
