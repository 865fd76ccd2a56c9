//! A journal in memory, for tests.

use std::collections::BTreeMap;

use parking_lot::Mutex;

use crate::club::RatingChange;
use crate::store::{
    Fault, FinishedPlace, Journal, NewEntry, NewTable, Pending, ReadOn, StoreError, TableState,
};
use crate::table::{Position, Record, Saved, TableId, UnixMillis};

#[derive(Debug, Default)]
pub struct MemoryJournal {
    tables: Mutex<BTreeMap<TableId, KeptTable>>,
}

#[derive(Debug, Clone)]
struct KeptTable {
    saved: Saved,
    closed: bool,
}

#[cfg(feature = "testing")]
impl MemoryJournal {
    pub fn saved(&self, table: TableId) -> Option<Saved> {
        self.tables
            .lock()
            .get(&table)
            .map(|kept| kept.saved.clone())
    }

    /// The journals of all tables that are not closed.
    pub fn open_tables(&self) -> Vec<Saved> {
        let tables = self.tables.lock();
        tables
            .values()
            .filter(|kept| !kept.closed)
            .map(|kept| kept.saved.clone())
            .collect()
    }
}

impl MemoryJournal {
    fn append_now(&self, table: TableId, entry: Record) -> Result<(), StoreError> {
        let mut tables = self.tables.lock();
        let kept = tables.get_mut(&table).filter(|kept| !kept.closed);
        let kept = kept.ok_or_else(|| unavailable("no open journal of this table"))?;
        let last = kept
            .saved
            .entries
            .last()
            .unwrap_or(&kept.saved.header)
            .position;
        if entry.position != last.next() {
            return Err(unavailable("the entry does not follow the last one"));
        }
        kept.saved.entries.push(entry);
        Ok(())
    }
}

fn unavailable(why: &str) -> StoreError {
    StoreError::Failed {
        doing: "keep a journal",
        fault: Fault::Other,
        detail: why.to_owned(),
    }
}

impl Journal for MemoryJournal {
    fn open(&self, new: NewTable) -> Pending<'_, ()> {
        let table = new.table;
        let saved = Saved {
            table,
            game: new.game,
            header: new.header,
            snapshot: None,
            entries: Vec::new(),
            altered: false,
        };
        self.tables.lock().insert(
            table,
            KeptTable {
                saved,
                closed: false,
            },
        );
        Box::pin(async { Ok(()) })
    }

    fn append(&self, table: TableId, entry: NewEntry) -> Pending<'_, ()> {
        let appended = self.append_now(table, entry.record);
        Box::pin(async { appended })
    }

    fn read_on(&self, table: TableId, after: Position) -> Pending<'_, ReadOn> {
        let tables = self.tables.lock();
        let kept = tables
            .get(&table)
            .ok_or_else(|| unavailable("no such journal"));
        let read = kept.map(|kept| {
            let behind = kept.saved.entries.iter();
            let behind = behind.filter(|entry| entry.position > after).cloned();
            let state = match kept.closed {
                true => TableState::Closed,
                false => TableState::Open,
            };
            (state, behind.collect())
        });
        Box::pin(std::future::ready(read))
    }

    fn round_ratings(&self, _: FinishedPlace) -> Pending<'_, Vec<RatingChange>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn close(&self, table: TableId, _: UnixMillis) -> Pending<'_, ()> {
        if let Some(kept) = self.tables.lock().get_mut(&table) {
            kept.closed = true;
        }
        Box::pin(async { Ok(()) })
    }
}
