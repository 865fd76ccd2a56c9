//! The books of a day: the ledger, with all tables that were opened and what was last shown of each.

use std::collections::{BTreeMap, BTreeSet};

use tractor_bot::desk::at_any_table;
use tractor_bot::game::Viewer;
use tractor_bot::host::{AnyTable, Host};
use tractor_bot::store::testing::wait;
use tractor_bot::store::{Db, TableState};
use tractor_bot::table::{Moment, Saved, TableId};

use super::memory::{Account, on};
use crate::digest::{Sum, may_close};
use crate::ledger::{Ledger, replayed};

#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    pub closed: u64,
    /// Journals replayed from their first entry to the last.
    pub replayed: u64,
    /// Tables whose views were compared after a restart.
    pub compared: u64,
}

#[derive(Default)]
pub struct Books {
    pub ledger: Ledger,
    pub counts: Counts,
    /// Every table that may have been opened and is not known to be closed.
    tables: BTreeSet<TableId>,
    /// By which handle each was last shown.
    shown: BTreeMap<TableId, AnyTable>,
    /// A process brings tables back: those that are back go on, and nobody is shown them yet.
    unseen: bool,
}

impl Books {
    /// A table may have been opened.
    pub fn opened(&mut self, table: TableId) {
        self.tables.insert(table);
    }

    /// A process begins to bring tables back.
    pub fn starts(&mut self) {
        self.unseen = true;
    }

    /// A table is shown by this handle.
    pub fn shows(&mut self, table: AnyTable) {
        self.shown.insert(table.id(), table);
    }

    /// How many tables of the store are not known to be closed.
    pub fn open_tables(&self) -> usize {
        self.tables.len()
    }

    /// Holds everything against the journals; no process runs. `replay` says whose journals are replayed from the
    /// beginning when they are closed; closed ones are added to the sum and forgotten.
    pub fn audit(
        &mut self,
        store: &Db,
        sum: &mut Sum,
        replay: impl Fn(TableId) -> bool,
    ) -> Result<(), String> {
        let mut closed = Vec::new();
        for &table in &self.tables {
            let Ok(journal) = on(Account::Store, || wait(store.journal(table))) else {
                if self.ledger.sum_of(table).is_some() {
                    return Err(format!("{table} is gone"));
                }
                // It was never opened.
                closed.push((table, None));
                continue;
            };
            let saved = journal.saved;
            self.ledger.follow(&saved)?;
            if let Some(shown) = self.shown.get(&table) {
                check_shown(shown, &saved, self.unseen)?;
            }
            match journal.state {
                TableState::Open => {}
                TableState::Closed => closed.push((table, Some(saved))),
                TableState::Aside(why) => return Err(format!("{table} is set aside: {why}")),
            }
        }
        self.ledger.settle()?;
        for (table, saved) in closed {
            self.tables.remove(&table);
            self.shown.remove(&table);
            let followed = self.ledger.sum_of(table);
            self.ledger.closed(table);
            let (Some(saved), Some(followed)) = (saved, followed) else {
                continue;
            };
            sum.add(&format!("{table} {followed}"));
            self.counts.closed += 1;
            if replay(table) {
                replayed(&saved)?;
                self.counts.replayed += 1;
            }
        }
        Ok(())
    }

    /// Holds the tables of a new process against what was shown by the one before: nothing may have gone back, and what
    /// stands at the same moment has to look the same to everybody.
    pub fn check_back(&mut self, host: &Host, store: &Db) -> Result<(), String> {
        self.unseen = false;
        for (id, before) in std::mem::take(&mut self.shown) {
            let Some(now) = host.get(id.key).filter(|now| now.id() == id) else {
                // What closed it may be written and not yet shown, or its time was up while others were brought back.
                if is_closing(&before) || self.may_be_closed(id) || ends_closed(id, store) {
                    continue;
                }
                return Err(format!("{id} did not come back"));
            };
            let (then, here) = (moment(&before), moment(&now));
            if here < then {
                return Err(format!(
                    "{id} was shown at {then:?}, and is back at {here:?}"
                ));
            }
            if here == then {
                self.counts.compared += 1;
                if views(&before) != views(&now) || moment(&now) != here {
                    return Err(format!("{id} looks different at {here:?}"));
                }
            }
        }
        Ok(())
    }

    /// Whether the end of the table was written, though nobody was shown it.
    fn may_be_closed(&self, table: TableId) -> bool {
        self.ledger.sum_of(table).is_none_or(Sum::ends_closed)
    }
}

/// Whether the last entry of a table in the store may have closed it.
fn ends_closed(table: TableId, store: &Db) -> bool {
    let journal = on(Account::Store, || wait(store.journal(table)));
    journal.is_ok_and(|journal| {
        let last = journal.saved.entries.last();
        last.is_some_and(|last| may_close(&last.line))
    })
}

/// What was shown is written, and at most one entry more where everything is shown.
fn check_shown(shown: &AnyTable, saved: &Saved, unseen: bool) -> Result<(), String> {
    let end = saved.entries.last().unwrap_or(&saved.header).position;
    let at = moment(shown).position;
    match at <= end && (unseen || end.0 - at.0 <= 1) {
        true => Ok(()),
        false => Err(format!(
            "{}: {at:?} was shown, and {end:?} is written",
            saved.table
        )),
    }
}

fn moment(table: &AnyTable) -> Moment {
    at_any_table!(table, handle => handle.moment())
}

fn is_closing(table: &AnyTable) -> bool {
    at_any_table!(table, handle => handle.view(Viewer::Public).closing.is_some())
}

/// What everybody sees, to the byte.
fn views(table: &AnyTable) -> Vec<String> {
    at_any_table!(table, handle => {
        let seats = handle.view(Viewer::Public).seats;
        let viewers = seats.iter().map(|place| Viewer::Seat(place.seat)).chain([Viewer::Public]);
        viewers.map(|viewer| serde_json::to_string(&handle.view(viewer)).expect("a view")).collect()
    })
}
