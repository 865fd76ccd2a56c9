//! What the tables of a program live in that is not Discord's: a host, and a store that keeps them for the
//! next time.
//!
//! Decides when another program's tables are waited for, and what is to end before the store is closed.
//!
//! The signals that ask a program to end.
//!
//! Packs the journals of closed tables, and lets old ones go, and names of people who were not seen for long.
//!
//! Decides when: in the background, one table after another, so that play does not wait for it. How they are
//! kept is for the store.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tracing::{info, warn};

use super::keeping::stopped;
use super::{Host, KeepingFailed, TableKeeper};
use crate::players::program::Programs;
use crate::store::{self, Db, StoreError};
use crate::table::UnixMillis;

/// How often tables are asked for that another program has.
const PATIENCE: Duration = Duration::from_millis(300);

/// What a house is opened with.
#[derive(Debug, Clone)]
pub struct HousePlan {
    /// Where its tables are kept.
    pub database_url: String,
    /// The programs that may be seated as computer players.
    pub programs: Programs,
    /// For how many days the moves of closed tables are kept; `None` for ever.
    pub keep_matches_days: Option<u32>,
}

/// The host of one program's tables, their store, and the tasks that look after both.
pub struct House {
    pub host: Host,
    pub store: Arc<Db>,
    caring: JoinHandle<Result<(), KeepingFailed>>,
    packing: JoinHandle<()>,
}

impl House {
    /// The URL of a store that ends with the program.
    pub const IN_MEMORY: &str = "memory:";

    /// Opens the store. While another program has its tables, it is waited for, after `waits` was told
    /// once whose end that is; `None` if this one is asked to end meanwhile.
    ///
    /// # Errors
    /// If the store cannot be opened.
    pub async fn open(
        plan: HousePlan,
        waits: impl FnOnce(&str),
        ending: &mut EndRequest,
    ) -> Result<Option<Self>, StoreError> {
        let store = store::connect(&plan.database_url).await?;
        let host = Host::new(Arc::clone(&store) as _);
        host.allow_programs(plan.programs);
        let keeper = TableKeeper::new(host.clone(), Arc::clone(&store));
        let mut waits = Some(waits);
        loop {
            match keeper.bring_back().await {
                Ok(_) => break,
                // Another program serves the file.
                Err(StoreError::InUse(holder)) => {
                    if let Some(waits) = waits.take() {
                        waits(&holder);
                    }
                }
                Err(error) => return Err(error),
            }
            tokio::select! {
                () = tokio::time::sleep(PATIENCE) => {}
                () = ending.asked() => {
                    store.close().await?;
                    return Ok(None);
                }
            }
        }
        let caring = tokio::spawn(keeper.run());
        let packer = Packer::new(host.clone(), Arc::clone(&store), plan.keep_matches_days);
        Ok(Some(Self {
            host,
            store,
            caring,
            packing: tokio::spawn(packer.run()),
        }))
    }

    /// Stops the tables; they stay open in the store.
    pub async fn close(self) {
        self.host.shutdown().await;
        // They end with the host; a panic in one has already been reported.
        let _ = self.caring.await;
        let _ = self.packing.await;
        if let Err(error) = self.store.close().await {
            tracing::warn!(%error, "the store was not closed in good order");
        }
    }
}

/// Whether the program was asked to end. Clones hear of it too.
#[derive(Debug, Clone)]
pub struct EndRequest(watch::Receiver<bool>);

impl EndRequest {
    /// Listens from now on, instead of being ended at once.
    pub fn listen() -> Self {
        let (tell, told) = watch::channel(false);
        let asked = asked();
        tokio::spawn(async move {
            asked.await;
            tell.send_replace(true);
            tell.closed().await;
        });
        Self(told)
    }

    /// Waits until the program is asked to end.
    pub async fn asked(&mut self) {
        if self.0.wait_for(|asked| *asked).await.is_err() {
            // Nobody listens for signals any more.
            std::future::pending::<()>().await;
        }
    }
}

/// The first of the signals; their handlers are in place when it is called.
#[cfg(unix)]
fn asked() -> impl Future<Output = ()> + Send {
    use std::task::Poll;

    use tokio::signal::unix::{SignalKind, signal};

    let kinds = [
        SignalKind::interrupt(),
        SignalKind::terminate(),
        SignalKind::hangup(),
    ];
    let mut signals = kinds.map(signal);
    std::future::poll_fn(move |cx| {
        let mut there = signals.iter_mut().flatten();
        match there.any(|signal| signal.poll_recv(cx).is_ready()) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    })
}

/// Ctrl+C.
#[cfg(not(unix))]
async fn asked() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// How often the packer looks for work.
const INTERVAL: Duration = Duration::from_secs(10);

/// How many closed tables it asks for at a time.
const AT_A_TIME: u32 = 32;

/// How long it rests between two tables.
const REST: Duration = Duration::from_millis(20);

/// How often it counts the tables of each server and looks at all names: it has to look at all of them.
const COUNTED_EVERY: Duration = Duration::from_secs(3_600);

/// For how many days names of people are kept of whom nothing is counted.
const NAME_DAYS: u32 = 365;

/// A day in milliseconds.
const DAY: u64 = 86_400_000;

/// Packs what is over in a store.
pub struct Packer {
    host: Host,
    store: Arc<Db>,
    /// For how many days the moves of closed tables are kept; `None` for ever.
    keep_days: Option<u32>,
    /// For how many closed tables of a server they are kept; `None` for all.
    pub most_tables: Option<u32>,
    /// When those were last counted, and names looked at.
    counted: Option<Instant>,
}

/// What was done in one go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Packed {
    pub packed: usize,
    /// Tables whose moves were let go.
    pub pruned: usize,
    /// Names of people that were let go.
    pub names: usize,
}

impl Packer {
    pub fn new(host: Host, store: Arc<Db>, keep_days: Option<u32>) -> Self {
        Self {
            host,
            store,
            keep_days,
            most_tables: None,
            counted: None,
        }
    }

    /// Works until the host stops.
    pub async fn run(mut self) {
        let mut stop = self.host.shared.stop.subscribe();
        loop {
            tokio::select! {
                biased;
                () = stopped(&mut stop) => return,
                () = tokio::time::sleep(INTERVAL) => {}
            }
            match self.work().await {
                Ok(done) if done == Packed::default() => {}
                Ok(done) => info!(
                    packed = done.packed,
                    pruned = done.pruned,
                    names = done.names,
                    "closed tables were packed"
                ),
                Err(error) => warn!(%error, "closed tables could not be packed"),
            }
        }
    }

    /// Does everything that there is to do now, or until the host stops.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be reached.
    pub async fn work(&mut self) -> Result<Packed, StoreError> {
        let mut done = Packed::default();
        while !*self.host.shared.stop.borrow() {
            let tables = self.store.unpacked(AT_A_TIME).await?;
            if tables.is_empty() {
                break;
            }
            for table in tables {
                match self.store.pack(table).await {
                    Ok(_) => done.packed += 1,
                    Err(error @ StoreError::Failed { .. }) => return Err(error),
                    Err(error) => warn!(%table, %error, "a journal cannot be packed"),
                }
                tokio::time::sleep(REST).await;
            }
        }
        if let Some(days) = self.keep_days {
            let age = DAY.saturating_mul(days.into());
            let before = self.host.now().0.saturating_sub(age);
            done.pruned = self.store.prune(UnixMillis(before)).await?;
        }
        let due = |at: Instant| at.elapsed() >= COUNTED_EVERY;
        if self.counted.is_none_or(due) {
            if let Some(most) = self.most_tables {
                done.pruned += self.store.prune_beyond(most).await?;
            }
            let now = self.host.now();
            done.names = self.store.forget_names(now, NAME_DAYS).await?;
            self.counted = Some(Instant::now());
        }
        Ok(done)
    }
}
