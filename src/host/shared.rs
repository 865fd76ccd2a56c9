//! What the host and the tasks of all tables share.

use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock};

use tokio::sync::{broadcast, watch};
use tracing::warn;

use super::clock::Clock;
use super::computers::DefectCounters;
use super::fates::Fates;
use super::pace::Paced;
use super::tables::Tables;
use crate::chance::Seed;
use crate::players::Player;
use crate::players::program::Programs;
use crate::store::Journal;
use crate::table::{Skill, TableKey};

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
    pub(super) programs: OnceLock<Programs>,
}

impl Shared {
    pub(super) fn computer<G: Paced>(&self, skill: Skill, seed: Seed) -> Box<dyn Player<G>> {
        if let Skill::Program(name) = skill {
            let line = self.programs.get().and_then(|programs| programs.get(name));
            match (G::PROGRAM, line) {
                (Some(make), Some(line)) => return make(line),
                _ => warn!(program = %name, "no such program is allowed: the usual computer plays"),
            }
        }
        G::computer(skill, seed)
    }
}
