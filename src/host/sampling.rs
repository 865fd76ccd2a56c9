//! What is measured of tables and leases when somebody looks, because it is no count.

use super::leases::LeaseManager;
use super::measured::{self, Census};
use super::{Defects, Host, at_any_table};
use crate::players::tractor::search;

impl Host {
    /// Sets the figures of all tables as they are now.
    pub fn sample(&self) {
        let mut census = Census::default();
        for table in self.list() {
            at_any_table!(table, handle => census.count(&handle.table()));
        }
        census.set();
        let Defects {
            late,
            silent,
            illegal,
            helpless,
            panics,
        } = self.defects();
        for (kind, count) in [
            ("late", late),
            ("silent", silent),
            ("illegal", illegal),
            ("helpless", helpless),
            ("panic", panics),
        ] {
            measured::defects(kind, count);
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        measured::searches(search::under_way(), cores);
    }
}

impl LeaseManager {
    /// Sets the figures of the leases as they are now.
    pub fn sample(&self) {
        let held = self.held.borrow();
        measured::leases(held.shards.len(), held.members.len().max(1));
    }
}
