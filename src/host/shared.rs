//! What the host and the tasks of all tables share: the list of them, their journal, the time of day,
//! and what is still to be told. Secrets come from here as well.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};

use parking_lot::Mutex;
use rand::TryRng;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};
use tokio::sync::{broadcast, watch};
use tracing::warn;

use super::computers::Defects;
use super::games::Paced;
use super::keeping::Coming;
use super::tables::Tables;
use crate::chance::Seed;
use crate::players::Player;
use crate::players::program::Programs;
use crate::store::{JOURNAL, Journal, JournalNotice, NewEntry, Notices, ShardRange, StoreError};
use crate::table::{GuildId, PersonId, Position, Skill, TableId, TableKey, UnixMillis};

/// What somebody says at a table. It is kept nowhere.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Spoken {
    pub table: TableKey,
    pub by: PersonId,
    pub name: String,
    pub text: String,
}

/// What the tasks of all tables share.
pub(super) struct Shared {
    pub(super) tables: Tables,
    pub(super) journal: Arc<dyn Journal>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) defects: Mutex<Defects>,
    /// Why a journal could not be written, once one could not.
    pub(super) failure: watch::Sender<Option<String>>,
    pub(super) stop: watch::Sender<bool>,
    pub(super) openings: broadcast::Sender<TableKey>,
    pub(super) voices: broadcast::Sender<Spoken>,
    pub(super) last_opening: Mutex<u64>,
    /// What became of tables at a restart, until their players have been told: so nothing is told twice.
    pub(super) fates: Mutex<BTreeMap<TableKey, (GuildId, Fate)>>,
    pub(super) programs: OnceLock<Programs>,
    /// The other processes over the same journals, if there can be some.
    pub(super) notices: Option<Arc<dyn Notices>>,
    /// The shards that are served here; none stands for all.
    pub(super) shards: OnceLock<ShardRange>,
    pub(super) coming: Coming,
}

impl Shared {
    /// Notes it if a journal could not be written.
    pub(super) fn noted(&self, written: Result<(), StoreError>) -> Result<(), StoreError> {
        match &written {
            Ok(()) | Err(StoreError::Conflict { .. } | StoreError::AlreadyOpen(_)) => {}
            Err(error) => drop(self.failure.send_replace(Some(error.to_string()))),
        }
        written
    }

    pub(super) async fn append(&self, table: TableId, entry: NewEntry) -> Result<(), StoreError> {
        self.noted(self.journal.append(table, entry).await)
    }

    pub(super) async fn close(&self, table: TableId) -> Result<(), StoreError> {
        self.noted(self.journal.close(table, self.clock.now()).await)
    }

    /// Tells other processes, if there can be some, that a journal ends at this position by now; with `at_once` they are
    /// all to read it.
    pub(super) fn tell_of(&self, table: TableId, position: Position, at_once: bool) {
        if let Some(others) = &self.notices {
            let notice = JournalNotice {
                table,
                position,
                at_once,
            };
            let notice = serde_json::to_string(&notice).expect("numbers can be written");
            others.tell(JOURNAL, &notice);
        }
    }

    /// Whether clock and computer players of a server's tables are this process's.
    pub(super) fn serves(&self, guild: GuildId) -> bool {
        self.shards.get().is_none_or(|shards| shards.serves(guild))
    }

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

/// The time of day, for deadlines that people see and for the journal. Waiting uses tokio's clock, which
/// tests can pause.
pub trait Clock: Send + Sync + 'static {
    fn now(&self) -> UnixMillis;
}

#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> UnixMillis {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        UnixMillis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }
}

/// The operating system gave no random bytes.
#[derive(Debug, thiserror::Error)]
#[error("the operating system gives no random bytes")]
pub struct NoEntropy;

/// An unguessable secret.
///
/// # Errors
/// [`NoEntropy`] if the operating system has none; no table can be opened then.
pub fn fresh_seed() -> Result<Seed, NoEntropy> {
    let mut bytes = [0; 32];
    SysRng.try_fill_bytes(&mut bytes).map_err(|_| NoEntropy)?;
    Ok(Seed::new(bytes))
}

/// What became of a table that could not simply go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Its round is dealt again, with other cards.
    DealtAgain {
        /// The round; `None` if the match is off.
        round: Option<u32>,
    },
    /// It is as it was when a backup was made; the cards from the next deal on are others.
    PutBack,
    /// It is set aside.
    Aside {
        /// Its name for the operator.
        table: TableId,
        /// Whether a later version of the program can go on with it.
        later: bool,
    },
}
