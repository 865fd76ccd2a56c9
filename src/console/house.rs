//! How a terminal table is set up, and what it lives in: a host, and a store that keeps it for the next time.
//!
//! Decides who sits where, when nothing is kept (repeatable and watched tables), when another program's
//! table is waited for, and when an earlier table goes on.

use crate::console::ConsoleError;
use crate::console::TerminalOptions;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::Paint;
use super::screen::{EndRequest, Screen, print};
use crate::desk::Served;
use crate::game::{GameKind, Viewer};
use crate::host::{Archivist, Handle, Host, LeaseManager, LeasesLost};
use crate::store;
use crate::store::{
    Journal, JournalError, JournalWriter, NewEntry, Pending, ShardRange, Store, StoreError,
};
use crate::table::{GuildId, Record, StageView, TableId, TableKey, UnixMillis};
use crate::text::context::{RenderContext, Surface};
use crate::text::table::fate_line;
use crate::text::words::means;

/// How often a table is asked for that another program has.
const PATIENCE: Duration = Duration::from_millis(300);

/// Where a table is kept that ends with the program.
const IN_MEMORY: &str = "memory:";

/// The channel of the terminal; the games' tables are counted from it.
const CHANNEL: u64 = 1;

/// Keeps journals, and tells when one could not be written.
struct Noticed {
    writer: Arc<JournalWriter>,
    failed: watch::Sender<Option<String>>,
}

impl Noticed {
    fn look(&self, done: Result<(), JournalError>) -> Result<(), JournalError> {
        if let Err(JournalError::Unavailable { why }) = &done {
            self.failed.send_replace(Some(why.clone()));
        }
        done
    }
}

impl Journal for Noticed {
    fn open(
        &self,
        table: TableId,
        guild: GuildId,
        game: GameKind,
        header: Record,
    ) -> Pending<'_, (), JournalError> {
        Box::pin(async move { self.look(self.writer.open(table, guild, game, header).await) })
    }

    fn append(&self, table: TableId, entry: NewEntry) -> Pending<'_, (), JournalError> {
        Box::pin(async move { self.look(self.writer.append(table, entry).await) })
    }

    fn close(&self, table: TableId, at: UnixMillis) -> Pending<'_, (), JournalError> {
        Box::pin(async move { self.look(self.writer.close(table, at).await) })
    }
}

pub(super) struct House {
    /// Why a journal could not be written, once one could not.
    pub(super) failed: watch::Receiver<Option<String>>,
    pub(super) host: Host,
    pub(super) store: Arc<dyn Store>,
    caring: JoinHandle<Result<(), LeasesLost>>,
    archiving: JoinHandle<()>,
}

impl House {
    /// Opens the store of the options, or one in memory if nothing is to be kept. While another
    /// program has the table, it is waited for; `None` if this one is asked to end meanwhile.
    ///
    /// # Errors
    /// [`ConsoleError::Store`] if the store cannot be opened.
    pub(super) async fn open(
        options: &TerminalOptions,
        ending: &mut EndRequest,
    ) -> Result<Option<Self>, ConsoleError> {
        let kept = options.seed.is_none() && !options.watch;
        let url = if kept {
            &options.database_url
        } else {
            IN_MEMORY
        };
        let store = store::connect(url).await?;
        let cx = RenderContext::new(options.locale, Surface::Terminal, options.prefix.clone());
        if let Some(file) = store::exposed(url) {
            let file = crate::text::markup::escape(&file);
            let line = Paint::Plain.line(&say!(cx, "console-exposed", file));
            print(&line.then("\n"));
        }
        let keeper = Arc::new(JournalWriter::new(Arc::clone(&store)));
        let (failed, failure) = watch::channel(None);
        let writer = Arc::clone(&keeper);
        let host = Host::new(Arc::new(Noticed { writer, failed }));
        host.allow_programs(options.programs.clone());
        // Each terminal has its own name, so the second one cannot take the first one's lease.
        let name = format!("terminal {}", std::process::id());
        let leases = LeaseManager::new(host.clone(), keeper, name, ShardRange::ALL);
        let mut waits = false;
        loop {
            match leases.renew().await {
                Ok(_) => break,
                // Another terminal, or the bot, writes to the file.
                Err(StoreError::Overlap { holder, .. } | StoreError::Namesake { holder, .. }) => {
                    if !std::mem::replace(&mut waits, true) {
                        say_that_it_waits(&holder, options);
                    }
                }
                Err(error) => return Err(error.into()),
            }
            tokio::select! {
                () = tokio::time::sleep(PATIENCE) => {}
                () = ending.asked() => {
                    store.close().await?;
                    return Ok(None);
                }
            }
        }
        // Tables of other games among them, which are not opened now.
        let fates = host.fates().into_iter();
        for (_, fate) in fates.filter_map(|key| host.take_fate(key)) {
            print(&Paint::Plain.line(&fate_line(fate, &cx)).then("\n"));
        }
        let caring = tokio::spawn(leases.run());
        let archivist = Archivist::new(host.clone(), Arc::clone(&store), options.keep_matches_days);
        Ok(Some(Self {
            failed: failure,
            host,
            store,
            caring,
            archiving: tokio::spawn(archivist.run()),
        }))
    }

    /// The stored table of this game, if it is still open.
    pub(super) fn earlier<G: Served>(&self) -> Option<Handle<G>> {
        self.host.get(table_key::<G>()).and_then(G::of)
    }

    /// Stops the tables; they stay open in the store.
    pub(super) async fn close(self) {
        self.host.shutdown().await;
        // They end with the host; a panic in one has already been reported.
        let _ = self.caring.await;
        let _ = self.archiving.await;
        if let Err(error) = self.store.close().await {
            tracing::warn!(%error, "the store was not closed in good order");
        }
    }
}

/// Whether an earlier table goes on, although the command line may ask for another one: nobody loses a
/// match that way. Whoever types is asked; a script goes on. `None` if the program is to end instead.
pub(super) async fn keeps<G: Served>(
    earlier: &Handle<G>,
    options: &TerminalOptions,
    screen: &mut Screen,
    ending: &mut EndRequest,
    cx: &RenderContext,
) -> Result<Option<bool>, ConsoleError> {
    if options.rules.is_empty() && options.usual_seats {
        return Ok(Some(true));
    }
    let view = earlier.view(Viewer::Public);
    let StageView::Playing(game) = &view.stage else {
        return Ok(Some(false));
    };
    if !screen.is_typed() {
        screen.line(&say!(cx, "console-options-wait", end = cx.command("end")));
        return Ok(Some(true));
    }
    let what = G::table_page(&view, game, cx).title;
    loop {
        screen.line(&say!(cx, "console-another", what = what.as_str()));
        let line = tokio::select! {
            () = ending.asked() => return Ok(None),
            line = screen.next() => line?,
        };
        match line.as_deref().map(str::trim) {
            None => return Ok(None),
            Some("") => return Ok(Some(true)),
            Some(word) if means(word.trim_start_matches('$'), "word-new") => {
                return Ok(Some(false));
            }
            Some(_) => {}
        }
    }
}

/// The key of a game's table in the terminal: one for each game.
pub fn table_key<G: Served>() -> TableKey {
    TableKey(CHANNEL + u64::from(G::KIND.number()))
}

/// One line that says whose end is waited for.
fn say_that_it_waits(holder: &str, options: &TerminalOptions) {
    let cx = RenderContext::new(options.locale, Surface::Terminal, options.prefix.clone());
    let holder = crate::text::markup::escape(holder);
    let line = Paint::Plain.line(&say!(cx, "console-waits", holder));
    print(&line.then("\n"));
}
