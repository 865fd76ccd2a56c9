//! Keeps the tables of this process: brings them back at the start, hears what other processes write, and looks now and
//! then for what was not told.
//!
//! Decides when it is looked. Knows neither where the store is nor how a table is restored (see `recovery`).
//!
//! The tables that come back after a start: all of them, a few at a time, and before the others those that somebody asks
//! for.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{broadcast, watch};
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};
use tracing::{error, info, warn};

use super::off_thread::spawn;
use super::presence::{LOOKS, Look};
use super::{Host, at_any_table, measured};
use crate::store::{Db, JOURNAL, JournalNotice, Notice, OpenTable, ShardRange, StoreError};
use crate::table::{TableId, TableKey};

/// How often it is looked where journals end: so long a lost notice can keep a table from going on.
const SWEEP: Duration = Duration::from_secs(5);

/// How often the store is asked whether its data are still there.
const CHECK: Duration = Duration::from_secs(2);

/// How often the task is started again after a panic.
const MOST_PANICS: u32 = 5;

/// Keeps the tables. Clones are the same keeper.
#[derive(Clone)]
pub struct TableKeeper {
    pub(super) host: Host,
    pub store: Arc<Db>,
    shards: ShardRange,
    /// Tables that were set aside and could not go on when they were last tried.
    pub(super) tried: Arc<Mutex<HashSet<TableId>>>,
    /// Tables that go on in other processes alone.
    pub(super) unfit: Arc<Mutex<HashSet<TableId>>>,
    /// Whether the tables answer that were closed before it began.
    answers: Arc<AtomicBool>,
}

/// What was brought back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BroughtBack {
    /// Tables restored.
    pub restored: usize,
    /// Those of them whose round is dealt again, or whose match is off, because this version of the
    /// program cannot go on with it.
    pub mended: usize,
    /// Journals set aside because they cannot be continued.
    pub aside: usize,
}

/// The task failed again and again.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the tables cannot be kept: their task failed {MOST_PANICS} times")]
pub struct KeepingFailed;

impl TableKeeper {
    /// Keeps the tables of a host that writes its journals to this store; it serves these shards, if it was told to.
    pub fn new(host: Host, store: Arc<Db>) -> Self {
        let shards = host.shared.shards.get().copied();
        Self {
            shards: shards.unwrap_or(ShardRange::ALL),
            host,
            store,
            tried: Arc::default(),
            unfit: Arc::default(),
            answers: Arc::default(),
        }
    }

    /// Brings the open tables back that are not here. To be called once before the keeper runs, so that an
    /// unreachable store, or another process that serves the same, prevents the start.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be reached; [`StoreError::InUse`].
    pub async fn bring_back(&self) -> Result<BroughtBack, StoreError> {
        self.begin().await?;
        self.bring_all_back().await
    }

    /// The same in the background: who looks for a table waits for it alone ([`Host::has_back`]), so that a start takes
    /// no time for tables that nobody asks for.
    ///
    /// # Errors
    /// As [`TableKeeper::bring_back`], but what fails later is tried again by the running keeper.
    pub async fn begin_to_bring_back(&self) -> Result<(), StoreError> {
        self.begin().await?;
        let keeper = self.clone();
        spawn(async move {
            if let Err(error) = keeper.bring_all_back().await {
                warn!(%error, "not all tables are back yet");
            }
        });
        Ok(())
    }

    async fn begin(&self) -> Result<(), StoreError> {
        let now = self.host.now();
        self.store.serve(Some(self.shards), now).await?;
        self.host.shared.coming.begin();
        Ok(())
    }

    async fn bring_all_back(&self) -> Result<BroughtBack, StoreError> {
        let back = self.restore().await?;
        let (restored, mended, aside) = (back.restored, back.mended, back.aside);
        info!(restored, mended, aside, "tables are back");
        if !self.answers.swap(true, Ordering::Relaxed) {
            let keeper = self.clone();
            spawn(async move {
                if let Err(error) = keeper.answer_for_closed().await {
                    warn!(%error, "tables closed lately do not answer");
                }
            });
        }
        Ok(back)
    }

    /// Keeps the tables until the host stops and they have written what they are at.
    ///
    /// # Errors
    /// [`KeepingFailed`] while the host still runs; it has to be shut down then.
    pub async fn run(self) -> Result<(), KeepingFailed> {
        for _ in 0..MOST_PANICS {
            // Whoever drops this ends the task too.
            let mut task = JoinSet::new();
            task.spawn(self.clone().keep_until_stopped());
            match task.join_next().await {
                Some(Ok(())) => {
                    // Tables write until they are gone.
                    self.host.shared.stop.closed().await;
                    return Ok(());
                }
                // The message of a panic may quote what is hidden; the hook of the process has
                // printed it where it belongs.
                Some(Err(_)) | None => {
                    error!("the task that keeps the tables failed; it is started again");
                }
            }
            tokio::time::sleep(CHECK).await;
        }
        Err(KeepingFailed)
    }

    async fn keep_until_stopped(self) {
        let mut stop = self.host.shared.stop.subscribe();
        let (mut sweeps, mut checks) = (interval(SWEEP), interval(CHECK));
        let mut others = self.host.hear_others();
        for ticks in [&mut sweeps, &mut checks] {
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            // The first one comes at once.
            ticks.tick().await;
        }
        let (mut failing, mut moved) = (false, false);
        loop {
            tokio::select! {
                biased;
                () = stopped(&mut stop) => return,
                _ = sweeps.tick() => {
                    let failed = self.look().await.err();
                    match &failed {
                        Some(error) if !failing => warn!(%error, "tables could not be looked for"),
                        None if failing => info!("tables are looked for again"),
                        Some(_) | None => {}
                    }
                    failing = failed.is_some();
                }
                notice = others.next() => match notice {
                    Notice::Word { topic, body } => self.hear(&topic, &body).await,
                    Notice::Missed => sweeps.reset_immediately(),
                },
                _ = checks.tick() => {
                    let found = self.store.check().err();
                    match &found {
                        Some(error) if !moved => error!(%error, "nothing can be written"),
                        None if moved => info!("the store can be written again"),
                        Some(_) | None => {}
                    }
                    moved = found.is_some();
                }
            }
        }
    }

    /// Looks for tables that are not here, and where journals of others end.
    async fn look(&self) -> Result<(), StoreError> {
        if let Err(error) = self.store.serve(Some(self.shards), self.host.now()).await {
            warn!(%error, "other processes do not see what this one serves");
        }
        self.host.has_all_back().await;
        self.restore().await?;
        if self.host.shared.notices.is_none() {
            return Ok(());
        }
        let here = self.host.list();
        let ends: HashMap<_, _> = self.store.positions().await?.into_iter().collect();
        for table in here {
            at_any_table!(&table, handle => match ends.get(&handle.id()) {
                Some(end) => handle.note(*end, false),
                // It is not open any more.
                None => handle.doubt(),
            });
        }
        Ok(())
    }

    async fn restore(&self) -> Result<BroughtBack, StoreError> {
        let ending = self.host.shared.coming.ending();
        let back = self.restore_missing(None).await?;
        drop(ending);
        let as_they_were = back.restored.saturating_sub(back.mended);
        measured::brought_back([as_they_were, back.mended, back.aside]);
        Ok(back)
    }

    async fn hear(&self, topic: &str, body: &str) {
        match topic {
            JOURNAL => {
                if let Ok(notice) = serde_json::from_str(body) {
                    self.note(notice).await;
                }
            }
            LOOKS => {
                if let Ok((table, look)) = serde_json::from_str::<(TableId, Look)>(body)
                    && let Some(here) = self.host.get(table.key).filter(|here| here.id() == table)
                    && at_any_table!(&here, handle => handle.is_served())
                {
                    at_any_table!(&here, handle => handle.looks.note(look));
                }
            }
            // For somebody else who listens, or of a later version.
            _ => {}
        }
    }

    /// Notes where a journal ends by now; a table that is not here is brought.
    async fn note(&self, notice: JournalNotice) {
        let table = notice.table;
        match self.host.get(table.key).filter(|here| here.id() == table) {
            Some(here) => {
                at_any_table!(&here, handle => handle.note(notice.position, notice.at_once));
            }
            // It may have been dealt again.
            None if !notice.at_once && self.unfit.lock().contains(&table) => {}
            None => {
                if let Err(error) = self.restore_missing(Some(table.key)).await {
                    warn!(%table, %error, "a table of another process could not be read yet");
                }
            }
        }
    }
}

/// What other processes tell.
pub struct Others(Option<broadcast::Receiver<Notice>>);

impl Others {
    /// The next; it never comes where there are none. Cancel-safe.
    pub async fn next(&mut self) -> Notice {
        if let Some(heard) = &mut self.0 {
            match heard.recv().await {
                Ok(notice) => return notice,
                Err(broadcast::error::RecvError::Lagged(_)) => return Notice::Missed,
                Err(broadcast::error::RecvError::Closed) => {}
            }
        }
        self.0 = None;
        std::future::pending().await
    }
}

impl Host {
    /// Hears other processes from now on.
    pub fn hear_others(&self) -> Others {
        Others(self.shared.notices.as_ref().map(|others| others.hear()))
    }

    /// Waits until none of these tables is still to come back after the start of the process.
    pub async fn has_back(&self, keys: &[TableKey]) {
        let coming = &self.shared.coming;
        coming.0.send_if_modified(|lists| {
            let wanted: Vec<_> = keys.iter().filter(|key| lists.has(**key)).collect();
            lists.asked.extend(wanted);
            false
        });
        let has_come = |lists: &Lists| !keys.iter().any(|key| lists.has(*key));
        coming.until(has_come).await;
    }

    /// Waits until all tables are back.
    pub async fn has_all_back(&self) {
        let all = |lists: &Lists| {
            !lists.listing && lists.waiting.is_empty() && lists.under_way.is_empty()
        };
        self.shared.coming.until(all).await;
    }
}

/// Waits until the host stops.
pub(super) async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that the host is gone.
    drop(stop.wait_for(|stop| *stop).await);
}

/// What is still to come back: it changes whenever a table is there, or could not come.
#[derive(Default)]
pub(super) struct Coming(watch::Sender<Lists>);

pub(super) struct Ending<'a>(&'a Coming);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.0.send_replace(Lists::default());
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

    /// Begins with the next: the first that somebody asked for, if that still waits.
    fn next(&mut self) -> Option<OpenTable> {
        let asked = std::iter::from_fn(|| self.asked.pop_front());
        let wanted = asked.into_iter().find(|key| self.waiting.contains_key(key));
        let key = wanted.or_else(|| self.waiting.keys().next().copied())?;
        self.under_way.insert(key);
        self.waiting.remove(&key)
    }
}

impl Coming {
    /// Some may come back: which, is told later.
    pub(super) fn begin(&self) {
        self.0.send_modify(|lists| lists.listing = true);
    }

    pub(super) fn expect(&self, tables: Vec<OpenTable>) {
        self.0.send_modify(|lists| {
            lists.listing = false;
            let tables = tables.into_iter().map(|open| (open.table.key, open));
            lists.waiting.extend(tables);
        });
    }

    /// The next to be brought back.
    pub(super) fn next(&self) -> Option<OpenTable> {
        let mut next = None;
        self.0.send_if_modified(|lists| {
            next = lists.next();
            false
        });
        next
    }

    /// A table is here, or does not come.
    pub(super) fn arrived(&self, key: TableKey) {
        self.0.send_modify(|lists| {
            lists.under_way.remove(&key);
        });
    }

    /// When what this gives is dropped, nothing is brought back any more: nobody waits for what failed.
    pub(super) fn ending(&self) -> Ending<'_> {
        Ending(self)
    }

    async fn until(&self, is_there: impl Fn(&Lists) -> bool) {
        // The sender is here.
        drop(self.0.subscribe().wait_for(is_there).await);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::game::GameKind;
    use crate::host::MemoryJournal;
    use crate::table::{GuildId, Position, TableId};

    fn open(key: u64) -> OpenTable {
        let (key, opening) = (TableKey(key), Position(0));
        OpenTable {
            row: 0,
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
