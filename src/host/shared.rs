//! What the host and the tasks of all tables share.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use tokio::sync::{broadcast, watch};

use super::clock::Clock;
use super::computers::DefectCounters;
use super::fates::Fates;
use super::tables::Tables;
use crate::store::Journal;
use crate::table::TableKey;

/// What the tasks of all tables share.
pub(super) struct Shared {
    pub(super) tables: Tables,
    pub(super) journal: Arc<dyn Journal>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) defects: DefectCounters,
    pub(super) stop: watch::Sender<bool>,
    pub(super) openings: broadcast::Sender<TableKey>,
    pub(super) last_opening: AtomicU64,
    pub(super) fates: Fates,
}
