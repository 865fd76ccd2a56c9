//! Running tables: one actor task owns each in a process, and handles to them are found by key.
//!
//! Decides when things happen: deadlines, computer players, writing before showing, closing and
//! restoring after a restart. Publishes views and notices; knows no sentence and no Discord. Tokio
//! and the `DashMap` are used here and in the faces, nowhere below.
//!
//! Of several processes over the same journals each keeps the tables of all: any can take an input. Their clock and
//! their computer players are those of the process that serves the table's server.
//!
//! The way of an input: [`Handle::submit`] → the actor judges it (a proposal; nothing changes) →
//! the journal keeps it → the actor takes the proposal over → listeners and views show it → the
//! caller gets an [`Update`].

mod actor;
mod alarms;
mod computers;
mod finished;
mod games;
mod handle;
mod house;
mod keeping;
pub mod measured;
#[cfg(any(test, feature = "testing"))]
mod memory;
mod off_thread;
mod presence;
mod recovery;
mod shared;
mod tables;
#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use tokio::sync::{broadcast, watch};

use crate::chance::Seed;
use crate::players::Player;
use crate::players::program::Programs;
use crate::store::{Journal, NewTable, ShardRange, StoreError};
use crate::table::{
    GuildId, Header, Limits, PersonId, Position, ProgramName, Record, Skill, Table, TableId,
    UnixMillis,
};

pub use crate::table::TableKey;
pub use computers::Defects;
pub use finished::{Finishing, Laurels, award_past};
pub use games::{Counted, Counts, FinishedRound, Paced, ProgramMaker, RatedSeats, tictactoe_level};
pub use handle::{Handle, Listener, SubmitError, TableNews, Update};
pub use house::{EndRequest, House, HousePlan, Packed, Packer};
use keeping::Coming;
pub use keeping::{BroughtBack, KeepingFailed, Others, TableKeeper};
#[cfg(any(test, feature = "testing"))]
pub use memory::MemoryJournal;
#[cfg(feature = "testing")]
pub use off_thread::work_in_place;
pub use off_thread::{Lock, Workshop, WorkshopBench, off_thread, spawn};
pub use recovery::check_journal;
pub use shared::{Clock, Fate, NoEntropy, Spoken, SystemClock, fresh_seed};
pub use tables::{AnyTable, Hosted, at_any_table};

use actor::Actor;
use alarms::Age;
use shared::Shared;
use tables::{Listing, Tables};

/// How many openings a slow listener is kept.
const MOST_OPENINGS: usize = 256;

/// How many lines that were said a slow listener is kept.
const MOST_SPOKEN: usize = 64;

/// How many positions openings leave to each millisecond: more than any table takes in one.
const POSITIONS_A_MILLISECOND: u64 = 1_000;

/// How many names are tried for a new table.
const MOST_NAMES: usize = 4;

/// Where a table is: its channel (or what else it is named after), and the server for which it
/// counts. A key alone is one of private messages, or the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Venue {
    /// What the table is found by.
    pub key: TableKey,
    pub guild: GuildId,
}

impl From<TableKey> for Venue {
    fn from(key: TableKey) -> Self {
        let guild = GuildId::default();
        Self { key, guild }
    }
}

/// All tables of this process. Clones share them.
#[derive(Clone)]
pub struct Host {
    shared: Arc<Shared>,
}

#[derive(Debug, Clone, thiserror::Error)]
pub enum OpenError {
    #[error("there is a table here already")]
    AlreadyOpen,
    #[error(transparent)]
    NotSaved(StoreError),
    #[error("no table is opened any more")]
    Stopping,
}

/// Why a table was not brought back. Its journal is left as it is.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RestoreError {
    #[error("there is a table here already")]
    AlreadyOpen,
    /// The journal does not lead to where the table stood.
    #[error("the journal of table {table} cannot be replayed: {why}")]
    Replay {
        /// Whose journal.
        table: TableId,
        why: String,
    },
    /// A later version of the program wrote it.
    #[error("the journal was written by a later version of the program: {what}")]
    Later {
        /// What this version does not know.
        what: String,
    },
    /// The snapshot does not fit; the whole journal is needed.
    #[error("the snapshot does not fit")]
    Snapshot,
    /// The journal cannot be read, or it could not be written down that the round is dealt again.
    #[error(transparent)]
    Store(StoreError),
    #[error("the table was closed")]
    Closed,
    #[error("no table is opened any more")]
    Stopping,
}

impl Host {
    pub fn new(journal: Arc<dyn Journal>) -> Self {
        Self::with_clock(journal, Arc::new(SystemClock))
    }

    /// A host that is told the time of day by `clock`.
    pub fn with_clock(journal: Arc<dyn Journal>, clock: Arc<dyn Clock>) -> Self {
        Self {
            shared: Arc::new(Shared {
                tables: Tables::default(),
                notices: journal.notices(),
                journal,
                clock,
                defects: Mutex::default(),
                failure: watch::Sender::new(None),
                stop: watch::Sender::new(false),
                openings: broadcast::Sender::new(MOST_OPENINGS),
                voices: broadcast::Sender::new(MOST_SPOKEN),
                last_opening: Mutex::default(),
                fates: Mutex::default(),
                programs: OnceLock::new(),
                coming: Coming::default(),
                shards: OnceLock::new(),
            }),
        }
    }

    /// Has this process be one of several: clock and computer players are only those of the tables of these shards.
    /// Once, before tables are opened or brought back.
    pub fn serve(&self, shards: ShardRange) {
        let first = self.shared.shards.set(shards);
        debug_assert!(first.is_ok(), "it is said once what is served");
    }

    /// Whether other processes can go on with the tables.
    pub fn has_others(&self) -> bool {
        self.shared.notices.is_some()
    }

    /// Whether this process serves a server: its tables' clock and computer players, and their boards there. Private
    /// messages are of server 0.
    pub fn serves(&self, guild: GuildId) -> bool {
        self.shared.serves(guild)
    }

    /// Opens a table. Nobody sits there yet; `opened_by` is its host until others sit down.
    ///
    /// # Errors
    /// [`OpenError`] if there is a table with this key or its journal cannot be begun.
    pub async fn open<G: Hosted>(
        &self,
        venue: impl Into<Venue>,
        rules: G::Rules,
        limits: Limits,
        secret: Seed,
        opened_by: PersonId,
    ) -> Result<Handle<G>, OpenError> {
        self.open_with(venue, (rules, limits), secret, opened_by, |_| {})
            .await
    }

    /// Opens a table, under another name if that one was used, of which more is said in its header: that a seat is kept for who is invited, or that it is for
    /// the deal of a day, whose secret this is.
    ///
    /// # Errors
    /// As [`Host::open`].
    pub async fn open_with<G: Hosted>(
        &self,
        venue: impl Into<Venue>,
        (rules, limits): (G::Rules, Limits),
        secret: Seed,
        opened_by: PersonId,
        say: impl FnOnce(&mut Header<G>),
    ) -> Result<Handle<G>, OpenError> {
        let mut header = Header::<G>::new(rules, limits, secret, opened_by, self.next_opening(0));
        say(&mut header);
        let venue = venue.into();
        for _ in 0..MOST_NAMES {
            // An earlier process has used this name if its clock showed the same millisecond.
            match self.open_as(venue, header.clone()).await {
                Err(OpenError::NotSaved(StoreError::AlreadyOpen(_))) => {
                    header.opening = self.next_opening(POSITIONS_A_MILLISECOND);
                }
                opened => return opened,
            }
        }
        // Another process was faster.
        Err(OpenError::AlreadyOpen)
    }

    /// Opens the table of this header under the name that follows from it.
    async fn open_as<G: Hosted>(
        &self,
        Venue { key, guild }: Venue,
        header: Header<G>,
    ) -> Result<Handle<G>, OpenError> {
        let id = TableId {
            key,
            opening: header.opening,
        };
        let record = Record::of_header(&header, self.shared.clock.now());
        let table = Arc::new(Table::new(header));
        let tables = [Arc::clone(&table), table];
        let (handle, actor) = Actor::new((id, guild), tables, Age::default(), &self.shared);
        if !self.shared.tables.insert(G::any(handle.clone())) {
            return Err(OpenError::AlreadyOpen);
        }
        // From here on the actor's listing takes the table off the list whenever it is dropped.
        let actor = self.listed(actor).ok_or(OpenError::Stopping)?;
        let new = NewTable {
            table: id,
            guild,
            game: G::KIND,
            header: record,
        };
        let begun = self.shared.journal.open(new).await;
        self.shared.noted(begun).map_err(OpenError::NotSaved)?;
        spawn(actor.run());
        self.announce(key);
        self.shared.tell_of(id, id.opening, true);
        Ok(handle)
    }

    pub fn get(&self, key: TableKey) -> Option<AnyTable> {
        self.shared.tables.get(key)
    }

    /// The tables that were closed within an hour after a match, the latest first: what is asked about it is
    /// answered by them, after a restart, too.
    pub fn lately_closed(&self) -> Vec<AnyTable> {
        self.shared.tables.lately_closed()
    }

    /// All open tables, by key.
    pub fn list(&self) -> Vec<AnyTable> {
        self.shared.tables.list()
    }

    /// Whole seconds from now until then, rounded up; 0 for the past.
    pub fn seconds_until(&self, then: UnixMillis) -> u32 {
        let left = then.0.saturating_sub(self.shared.clock.now().0);
        u32::try_from(left.div_ceil(1_000)).unwrap_or(u32::MAX)
    }

    /// The time of day.
    pub fn now(&self) -> UnixMillis {
        self.shared.clock.now()
    }

    /// Has those who hear of openings look at a table anew, as if it were just opened.
    pub fn announce(&self, key: TableKey) {
        // Nobody has to listen.
        let _ = self.shared.openings.send(key);
    }

    /// Keeps what became of a table until somebody asks for it with [`Host::take_fate`].
    fn tell_fate(&self, key: TableKey, guild: GuildId, fate: Fate) {
        self.shared.fates.lock().insert(key, (guild, fate));
        self.announce(key);
    }

    /// What became of a table at the last restart, with its server, if nobody has asked yet.
    pub fn take_fate(&self, key: TableKey) -> Option<(GuildId, Fate)> {
        self.shared.fates.lock().remove(&key)
    }

    /// The tables of which something is still to be told.
    pub fn fates(&self) -> Vec<TableKey> {
        self.shared.fates.lock().keys().copied().collect()
    }

    /// Hears of tables that are opened, brought back or announced from now on.
    pub fn openings(&self) -> broadcast::Receiver<TableKey> {
        self.shared.openings.subscribe()
    }

    /// Has those who listen hear what somebody says at a table.
    pub fn speak(&self, spoken: Spoken) {
        // Nobody has to listen.
        let _ = self.shared.voices.send(spoken);
    }

    /// Hears what is said at all tables from now on; whom it concerns is for who listens.
    pub fn voices(&self) -> broadcast::Receiver<Spoken> {
        self.shared.voices.subscribe()
    }

    /// Allows these programs as computer players: once, before tables are opened or brought back.
    pub fn allow_programs(&self, programs: Programs) {
        let first = self.shared.programs.set(programs);
        debug_assert!(first.is_ok(), "programs are allowed once");
    }

    /// The programs that may be seated at tables of this game, by name.
    pub fn programs<G: Paced>(&self) -> Vec<ProgramName> {
        let allowed = self.shared.programs.get().filter(|_| G::PROGRAM.is_some());
        allowed.into_iter().flat_map(Programs::names).collect()
    }

    /// A computer player of this skill. Where it is a program that is not allowed (any more), the usual
    /// computer plays, and the log says so.
    pub fn computer<G: Paced>(&self, skill: Skill, seed: Seed) -> Box<dyn Player<G>> {
        self.shared.computer(skill, seed)
    }

    /// What computer players did that they should not, and other defects, since the start.
    pub fn defects(&self) -> Defects {
        *self.shared.defects.lock()
    }

    /// Why a journal could not be written, once one could not.
    pub fn failure(&self) -> watch::Receiver<Option<String>> {
        self.shared.failure.subscribe()
    }

    /// Stops all tables after what they are at. Journals stay as they are: nobody at a table has
    /// lost anything, and [`Host::restore`] goes on from there.
    pub async fn shutdown(&self) {
        self.shared.stop.send_replace(true);
        self.shared.stop.closed().await;
    }

    /// Binds the actor's place in the list to its life; `None` if the bot is about to stop.
    fn listed<G: Paced>(&self, mut actor: Actor<G>) -> Option<Actor<G>> {
        actor.listing = Some(Listing {
            tables: self.shared.tables.clone(),
            table: actor.id,
        });
        (!*self.shared.stop.borrow()).then_some(actor)
    }

    /// An opening position that no table of this process has had: the microsecond, or the next free
    /// one, and `beyond` that.
    fn next_opening(&self, beyond: u64) -> Position {
        let micros = self.now().0.saturating_mul(POSITIONS_A_MILLISECOND);
        let mut last = self.shared.last_opening.lock();
        *last = micros.max(*last + 1) + beyond;
        Position(*last)
    }
}
