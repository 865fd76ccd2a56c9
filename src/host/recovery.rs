//! Brings tables back: reads their journals, several at a time, and decides what becomes of those
//! that cannot go on: their round is dealt again, or they are set aside, by the process that serves them. What the clock
//! did meanwhile has been done.
//!
//! One table never keeps another from coming back: whatever is wrong with it is its own matter.

use std::sync::Arc;
use std::time::Duration;

use super::actor::Actor;
use super::alarms::Age;
use super::keeping::{BroughtBack, TableKeeper};
use super::tables::ANSWERS;
use super::{AnyTable, Fate, Host, Hosted, Paced, RestoreError, measured, off_thread};
use crate::game::at_game;
use crate::host::off_thread::spawn;
use crate::store::{
    DamagedRow, Journal, JournalFault, NewEntry, OpenTable, StoreError, TableState,
};
use crate::table::{
    self, GuildId, Happening, Mended, News, Record, ReplayError, Restored, Saved, TableId,
    TableKey, UnixMillis, mend, restore,
};
use tokio::task::JoinSet;
use tracing::{error, info, warn};

/// How many tables are brought back at a time.
const AT_A_TIME: usize = 8;

/// The most tables that answer though a process before closed them: each is folded from its beginning.
const MOST_CLOSED: u32 = 200;

/// What became of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Back {
    Restored,
    Mended,
    Aside,
    /// It was closed meanwhile, or runs already.
    Nothing,
}

impl From<StoreError> for RestoreError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Later { what, .. } => RestoreError::Later { what },
            error => RestoreError::Store(error),
        }
    }
}

impl TableKeeper {
    /// Has those tables answer that were closed after a match within the last hour, by a process before this one.
    ///
    /// # Errors
    /// [`StoreError`] if they cannot be listed; one that cannot be read is left out.
    pub(super) async fn answer_for_closed(&self) -> Result<(), StoreError> {
        let (store, now) = (&self.store, self.host.now());
        let since = UnixMillis(now.0.saturating_sub(millis(ANSWERS)));
        for (table, at) in store.closed_since(since, MOST_CLOSED).await? {
            let Ok(journal) = store.journal(table).await else {
                continue;
            };
            let ago = Duration::from_millis(now.0.saturating_sub(at.0));
            at_game!(journal.saved.game, G => {
                if let Ok(back) = read::<G>(&journal.saved) {
                    let age = Age::of(&back, now);
                    // Nothing happens there any more.
                    let last = Arc::new(back.table);
                    let tables = [Arc::clone(&last), last];
                    let shared = &self.host.shared;
                    let (handle, _) = Actor::new((table, journal.guild), tables, age, shared);
                    shared.tables.answer(G::any(handle), ago);
                }
            });
        }
        Ok(())
    }

    /// Restores all open tables that are not here; with a key that of this channel.
    ///
    /// # Errors
    /// [`StoreError`] if the store failed; the other tables were brought back all the same.
    pub(super) async fn restore_missing(
        &self,
        of: Option<TableKey>,
    ) -> Result<BroughtBack, StoreError> {
        let mut back = BroughtBack::default();
        let open = self.store.open_tables(of).await?;
        for DamagedRow { row, guild, found } in open.damaged {
            if self.host.serves(guild) {
                let (place, what) = (&found.place, &found.what);
                error!(row, place, %what, "a damaged row is set aside");
                let why = format!("{place}: {what}");
                let whose = (found.table, GuildId::default());
                let aside = self.set_aside(row, whose, &why, found.later);
                back.aside += usize::from(aside.await);
            }
        }
        let mut missing = open.tables;
        let known = |table: &TableId| of.is_none() && self.unfit.lock().contains(table);
        missing.retain(|open| self.host.get(open.table.key).is_none() && !known(&open.table));
        let coming = &self.host.shared.coming;
        let restored = match of {
            Some(_) => self.restore_all(missing.into_iter(), &mut back).await,
            None => {
                coming.expect(missing);
                let next = std::iter::from_fn(|| coming.next());
                self.restore_all(next, &mut back).await
            }
        };
        let mut again = Vec::new();
        for aside in self.store.aside_later().await? {
            let table = aside.table;
            let ours = of.is_none() && self.host.serves(aside.guild);
            if ours && self.host.get(table.key).is_none() && self.tried.lock().insert(table) {
                again.extend(self.reopened(aside).await?);
            }
        }
        self.restore_all(again.into_iter(), &mut back).await?;
        restored.map(|()| back)
    }

    /// Restores these tables, several at a time.
    async fn restore_all(
        &self,
        mut tables: impl Iterator<Item = OpenTable>,
        brought_back: &mut BroughtBack,
    ) -> Result<(), StoreError> {
        let mut running = JoinSet::new();
        let mut failed = Ok(());
        loop {
            while running.len() < AT_A_TIME
                && let Some(table) = tables.next()
            {
                let keeper = self.clone();
                running.spawn(async move {
                    let key = table.table.key;
                    let recovered = keeper.recover(table).await;
                    keeper.host.shared.coming.arrived(key);
                    recovered
                });
            }
            match running.join_next().await {
                None => return failed,
                Some(Ok(Ok(Back::Restored))) => brought_back.restored += 1,
                Some(Ok(Ok(Back::Mended))) => {
                    brought_back.restored += 1;
                    brought_back.mended += 1;
                }
                Some(Ok(Ok(Back::Aside))) => brought_back.aside += 1,
                Some(Ok(Ok(Back::Nothing))) => {}
                Some(Ok(Err(error))) => failed = Err(error),
                // Nothing panics there but what is caught; it is tried again.
                Some(Err(_)) => error!("a table could not be brought back for a defect"),
            }
        }
    }

    /// Restores one table, or sets its journal aside.
    async fn recover(&self, open: OpenTable) -> Result<Back, StoreError> {
        let table = open.table;
        let (why, later) = match self.go_on(&open).await {
            Ok(back) => return Ok(back),
            // Nothing is known about the table: another try may succeed.
            Err(RestoreError::Store(error)) if !error.is_of_journal() => return Err(error),
            Err(RestoreError::Later { what }) => (what, true),
            Err(error) => (error.to_string(), false),
        };
        if !self.host.serves(open.guild) {
            if self.unfit.lock().insert(table) {
                warn!(%table, %why, "a table cannot go on in this process; that which serves it decides about it");
            }
            return Ok(Back::Nothing);
        }
        match later {
            false => error!(%table, %why, "a journal cannot be continued and is set aside"),
            true => warn!(%table, what = %why, "a table needs a later version and is set aside"),
        }
        if later {
            self.tried.lock().insert(table);
        }
        let whose = (Some(table), open.guild);
        Ok(match self.set_aside(open.row, whose, &why, later).await {
            true => Back::Aside,
            false => Back::Nothing,
        })
    }

    /// Sets a table aside and has its players told; `false` if that cannot be done now.
    async fn set_aside(
        &self,
        row: i64,
        (table, guild): (Option<TableId>, GuildId),
        why: &str,
        later: bool,
    ) -> bool {
        let at = self.host.now();
        if let Err(problem) = self.store.set_aside(row, at, why, later).await {
            warn!(row, ?table, %problem, "it could not be set aside");
            return false;
        }
        if let Some(table) = table {
            let fate = Fate::Aside { table, later };
            self.host.tell_fate(table.key, guild, fate);
        }
        true
    }

    /// Has a table go on: from its snapshot, from its whole journal, or with its round dealt again.
    async fn go_on(&self, open: &OpenTable) -> Result<Back, RestoreError> {
        let table = open.table;
        let store = &self.store;
        let journal = store.resume(table).await?;
        // The table has just been closed.
        if journal.state != TableState::Open {
            return Ok(Back::Nothing);
        }
        let mut restored = self.restored(journal.saved, open).await;
        if matches!(restored, Err(RestoreError::Snapshot)) {
            measured::snapshot_misfits();
            warn!(%table, "a snapshot does not fit; the whole journal is replayed");
            restored = self.restored(store.journal(table).await?.saved, open).await;
        }
        if let Err(RestoreError::Replay { why, .. }) = &restored
            && self.host.serves(open.guild)
        {
            warn!(%table, %why, "a journal does not lead to where the table stood");
            let saved = store.journal(table).await?.saved;
            match at_game!(saved.game, G => self.host.mend::<G>(open, saved).await) {
                Some(Ok(_)) => {
                    info!(%table, "its round is dealt again");
                    return Ok(Back::Mended);
                }
                // Another try may succeed: nothing is wrong with the journal.
                Some(Err(problem)) => {
                    warn!(%table, %problem, "its round cannot be dealt again now");
                    return Ok(Back::Nothing);
                }
                None => {}
            }
        }
        match restored {
            Ok(()) => Ok(Back::Restored),
            Err(RestoreError::AlreadyOpen | RestoreError::Stopping) => Ok(Back::Nothing),
            Err(RestoreError::Closed) => {
                // The table was closed; only its state in the store had not been updated.
                let at = self.host.now();
                if let Err(problem) = Journal::close(&*self.store, table, at).await {
                    warn!(%table, %problem, "the journal of a closed table stays open");
                }
                Ok(Back::Nothing)
            }
            Err(error) => Err(error),
        }
    }

    /// Restores a table off the async threads.
    async fn restored(&self, saved: Saved, open: &OpenTable) -> Result<(), RestoreError> {
        let (host, table, open) = (self.host.clone(), saved.table, open.clone());
        let restored = off_thread(move || host.restore_open(&saved, &open).map(drop)).await;
        // A panic outside the rules, which are guarded.
        let why = || "a defect".to_owned();
        restored.unwrap_or_else(|| Err(RestoreError::Replay { table, why: why() }))
    }

    /// Opens a table again that was set aside, if it can go on now.
    async fn reopened(&self, aside: OpenTable) -> Result<Option<OpenTable>, StoreError> {
        let table = aside.table;
        let store = &self.store;
        let checked = match store.journal(table).await {
            Ok(journal) => {
                let checked = off_thread(move || Host::check(&journal.saved)).await;
                checked.is_some_and(|checked| checked.is_ok())
            }
            Err(error) if error.is_of_journal() => false,
            Err(error) => return Err(error),
        };
        if !checked {
            return Ok(None);
        }
        match store.reopen(aside.row).await {
            Ok(()) => {
                info!(%table, "a table that was set aside goes on");
                Ok(Some(aside))
            }
            Err(StoreError::NoRow(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The most ticks that a table is behind after a restart; more than any deal has.
const MOST_TICKS: u32 = 1_000;

impl Host {
    /// Brings a table back as it was, timers included: what the clock does by itself, such as dealing
    /// cards, has gone on meanwhile.
    ///
    /// # Errors
    /// [`RestoreError`]; nothing was changed then.
    #[cfg(any(test, feature = "testing"))]
    pub fn restore(&self, saved: &Saved) -> Result<AnyTable, RestoreError> {
        let open = OpenTable {
            row: 0,
            table: saved.table,
            guild: GuildId::default(),
            game: saved.game,
            salt: None,
        };
        self.restore_open(saved, &open)
    }

    /// The same, with what the store knows of the table besides its journal.
    fn restore_open(&self, saved: &Saved, open: &OpenTable) -> Result<AnyTable, RestoreError> {
        at_game!(saved.game, G => self.reopen(saved, read::<G>(saved)?, open))
    }

    /// Whether this version of the program can go on with a journal.
    ///
    /// # Errors
    /// [`RestoreError`]: why not.
    pub fn check(saved: &Saved) -> Result<(), RestoreError> {
        at_game!(saved.game, G => read::<G>(saved).map(drop))
    }

    /// Goes on with a table whose present round this version of the program cannot go on with: from the
    /// end of the round before, with other cards, or in the lobby. Its players are told. `None` if it
    /// cannot go on in this way either.
    ///
    /// # Errors
    /// [`RestoreError`] if it could not be written down, or as for a table that is brought back.
    async fn mend<G: Hosted>(
        &self,
        open: &OpenTable,
        saved: Saved,
    ) -> Option<Result<AnyTable, RestoreError>> {
        let saved = Arc::new(saved);
        let journal = Arc::clone(&saved);
        let mended = off_thread(move || mend::<G>(&journal)).await;
        let Mended {
            mut restored,
            entry,
            events,
        } = mended.flatten()?;
        let at = self.now();
        let entry = NewEntry {
            record: Record::of_entry(&entry, at),
            finished: Vec::new(),
            snapshot: restored.table.snapshot(restored.last_deed),
        };
        if let Err(problem) = self.shared.append(saved.table, entry).await {
            return Some(Err(RestoreError::Store(problem)));
        }
        let position = restored.table.position();
        self.shared.tell_of(saved.table, position, true);
        restored.last_input = at;
        restored.turn_began = at;
        restored.round_began = at;
        let round = events.iter().find_map(|event| match event {
            News::Table(Happening::DealtAgain { round }) => *round,
            _ => None,
        });
        let reopened = self.reopen(&saved, restored, open);
        if reopened.is_ok() {
            self.tell_fate(saved.table.key, open.guild, Fate::DealtAgain { round });
        }
        Some(reopened)
    }

    /// Lists and runs a restored table.
    fn reopen<G: Hosted>(
        &self,
        saved: &Saved,
        back: Restored<G>,
        open: &OpenTable,
    ) -> Result<AnyTable, RestoreError> {
        if back.table.is_closed() {
            return Err(RestoreError::Closed);
        }
        let base = Arc::new(back.table.clone());
        let back = caught_up(back, self.now());
        let guild = open.guild;
        let salt = open.salt.filter(|salt| !back.table.is_salted(salt));
        let age = Age::of(&back, self.now());
        let shown = match back.table.moment() == base.moment() {
            true => Arc::clone(&base),
            false => Arc::new(back.table),
        };
        let tables = [base, shown];
        let (handle, mut actor) = Actor::new((saved.table, guild), tables, age, &self.shared);
        (actor.round_began, actor.last_deed) = (back.round_began, back.last_deed);
        actor.presence.restore(back.last_deed > back.round_began);
        actor.salt = salt;
        if !self.shared.tables.insert(G::any(handle.clone())) {
            return Err(RestoreError::AlreadyOpen);
        }
        let actor = self.listed(actor).ok_or(RestoreError::Stopping)?;
        spawn(actor.run());
        self.announce(saved.table.key);
        if salt.is_some() {
            self.tell_fate(saved.table.key, guild, Fate::PutBack);
        }
        Ok(G::any(handle))
    }
}

/// Runs a journal from its beginning; see [`JournalCheck`](crate::store::JournalCheck).
///
/// # Errors
/// [`JournalFault`].
pub fn check_journal(saved: &Saved) -> Result<(), JournalFault> {
    at_game!(saved.game, G => table::check_journal::<G>(saved).map_err(|error| JournalFault {
        later: matches!(error, ReplayError::Later { .. }),
        what: describe(&error),
    }))
}

fn read<G: Hosted>(saved: &Saved) -> Result<Restored<G>, RestoreError> {
    restore::<G>(saved).map_err(|error| match error {
        ReplayError::Snapshot => RestoreError::Snapshot,
        ReplayError::Later { what } => RestoreError::Later { what },
        error => RestoreError::Replay {
            table: saved.table,
            why: describe(&error),
        },
    })
}

/// Lets the clock tick as often as it has since the last input: what nobody wrote down was seen all the same.
fn caught_up<G: Paced>(mut back: Restored<G>, now: UnixMillis) -> Restored<G> {
    for _ in 0..MOST_TICKS {
        let Some(cue) = back.table.cue().filter(|cue| G::is_tick(*cue)) else {
            break;
        };
        // Who is alone may have had them at once.
        let pace = match back.table.is_alone() {
            true => 0,
            false => millis(G::pace(back.table.rules(), cue)),
        };
        let due = UnixMillis(back.last_input.0.saturating_add(pace));
        if due > now || !back.table.pass_tick() {
            break;
        }
        back.last_input = due;
    }
    back
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Says what is wrong with a journal without quoting what may be hidden.
fn describe<G: Paced>(error: &ReplayError<G>) -> String {
    match error {
        ReplayError::Refused { at, .. } => format!("the input of position {} is refused", at.0),
        ReplayError::Format { .. }
        | ReplayError::Game { .. }
        | ReplayError::Later { .. }
        | ReplayError::Unreadable { .. }
        | ReplayError::Gap { .. }
        | ReplayError::Panicked { .. }
        | ReplayError::Diverged { .. }
        | ReplayError::Snapshot => error.to_string(),
    }
}
