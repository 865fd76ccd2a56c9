//! Stores for tests: a database in memory whose calls take no simulated time, processes over one that live and
//! die when the test says so, and calls that fail.

use std::collections::{BTreeMap, BTreeSet};
use std::future::ready;
use std::ops::Deref;
use std::pin::{Pin, pin};
use std::sync::{Arc, LazyLock, OnceLock};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use parking_lot::Mutex;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::broadcast;

use super::lease::Liveness;
use super::peers::{
    HANDED_OVER, Holder, MOST_WORDS, PeerMessage, PeerTable, Peers, Word, check_word,
};
use super::sql::Answer;
use super::sqlite::SqliteMemory;
use super::{Database, Db, Dialect, Fault, Pending, Purpose, StoreError, Transaction, Value};
use crate::table::{TableId, TableKey, UnixMillis};

/// Where the work of databases goes on while tests wait for it.
static WORKSHOP: LazyLock<Runtime> = LazyLock::new(runtime);

/// Where entries are written of stores that were not made in a runtime of their test.
static OFFICE: LazyLock<Runtime> = LazyLock::new(runtime);

fn runtime() -> Runtime {
    let mut runtime = Builder::new_multi_thread();
    let runtime = runtime.worker_threads(1).enable_all().build();
    runtime.expect("a thread can be started")
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits in real time: no simulated time goes by, and nothing else happens meanwhile.
pub fn wait<T>(work: impl Future<Output = T>) -> T {
    let _there = WORKSHOP.enter();
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    // Whoever has used up their turn would be woken only after it, which does not end here.
    let mut work = pin!(tokio::task::unconstrained(work));
    loop {
        match work.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(done) => return done,
            Poll::Pending => thread::park(),
        }
    }
}

/// A transaction whose steps are waited for.
pub struct AtOnce(Option<Box<dyn Transaction>>);

impl AtOnce {
    /// Begins one.
    ///
    /// # Errors
    /// As the database has them.
    pub fn begin(database: &dyn Database, purpose: Purpose) -> Result<Self, sqlx::Error> {
        wait(database.begin(purpose)).map(|begun| Self(Some(begun)))
    }
}

impl Transaction for AtOnce {
    fn run<'a>(
        &'a mut self,
        sql: &'a str,
        values: Vec<Value>,
    ) -> Answer<'a, Vec<Vec<Option<Value>>>> {
        let inner = self.0.as_mut().expect("it is not committed");
        Box::pin(ready(wait(inner.run(sql, values))))
    }

    fn commit(mut self: Box<Self>) -> Answer<'static, ()> {
        let inner = self.0.take().expect("it is not committed");
        Box::pin(ready(wait(inner.commit())))
    }
}

impl Drop for AtOnce {
    fn drop(&mut self) {
        // Its connection goes back where somebody works while others wait for it.
        let _there = WORKSHOP.enter();
        drop(self.0.take());
    }
}

/// A database in memory, with the processes over it. It is one of them itself.
pub struct MemoryStore {
    memory: Arc<Memory>,
    own: Arc<Db>,
}

struct Memory {
    database: SqliteMemory,
    dialect: &'static Dialect,
    fault: Mutex<Option<Fault>>,
    lives: Mutex<BTreeSet<String>>,
    exchange: Mutex<Exchange>,
}

/// What is between processes.
#[derive(Default)]
struct Exchange {
    listeners: BTreeMap<String, broadcast::Sender<PeerMessage>>,
    directory: BTreeMap<TableKey, PeerTable>,
    handed_over: BTreeMap<String, HandOver>,
}

struct HandOver {
    to: String,
    at: UnixMillis,
    body: String,
    taken: bool,
}

impl Exchange {
    /// Enters something that was handed over; `false` if this id was entered before.
    fn enter(&mut self, id: &str, new: HandOver) -> bool {
        let is_new = !self.handed_over.contains_key(id);
        self.handed_over.entry(id.to_owned()).or_insert(new);
        is_new
    }

    /// Passes a word on.
    fn tell(&self, word: &Word) {
        for (life, listener) in &self.listeners {
            if word.is_for(life) {
                // Nobody has to listen.
                drop(listener.send(PeerMessage::Word(word.clone())));
            }
        }
    }
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MemoryStore {
    type Target = Db;

    fn deref(&self) -> &Db {
        &self.own
    }
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        let database = wait(SqliteMemory::new()).expect("there is memory");
        Self::over(database, None)
    }

    /// An empty store that several processes share from the start.
    pub fn shared() -> Self {
        let database = wait(SqliteMemory::new()).expect("there is memory");
        let mut tx = wait(database.begin(Purpose::Write)).expect("there is memory");
        for sql in [
            "CREATE TABLE processes (life TEXT PRIMARY KEY, owner TEXT, seen INTEGER, load INTEGER)",
            "CREATE TABLE identifies (bucket INTEGER PRIMARY KEY, next INTEGER)",
        ] {
            wait(tx.run(sql, Vec::new())).expect("they are not there yet");
        }
        wait(tx.commit()).expect("there is memory");
        // No row: then the time is the caller's.
        Self::over(database, Some("SELECT 1 WHERE 1 = 0"))
    }

    fn over(database: SqliteMemory, time: Option<&'static str>) -> Self {
        let dialect = Dialect {
            time,
            ..*database.dialect()
        };
        let memory = Arc::new(Memory {
            database,
            dialect: Box::leak(Box::new(dialect)),
            fault: Mutex::default(),
            lives: Mutex::default(),
            exchange: Mutex::default(),
        });
        // Its entries are written in the runtime of the test: otherwise paused time would go by meanwhile.
        let _there = Handle::try_current().is_err().then(|| OFFICE.enter());
        let own = Db::over(Process::over(&memory));
        Self { memory, own }
    }

    /// Another process over the same data, with no leases yet.
    pub fn beside(&self) -> Arc<Db> {
        Db::over(self.process())
    }

    /// The same, for a store that has something between itself and the data.
    pub fn process(&self) -> Process {
        Process::over(&self.memory)
    }

    /// The store as the process that this is.
    pub fn own(&self) -> Arc<Db> {
        Arc::clone(&self.own)
    }

    /// From now on every other process over the same data counts as dead, as if it had been killed.
    pub fn outlive_others(&self) {
        self.memory.lives.lock().clear();
    }

    /// Makes every call fail in this way from now on; `None` ends that.
    pub fn break_with(&self, fault: Option<Fault>) {
        *self.memory.fault.lock() = fault;
    }
}

/// One process's way to a database in memory.
pub struct Process {
    memory: Arc<Memory>,
    life: OnceLock<String>,
}

impl Process {
    fn over(memory: &Arc<Memory>) -> Self {
        Self {
            memory: Arc::clone(memory),
            life: OnceLock::new(),
        }
    }
}

fn at_once<'a, T: Send + 'a>(done: T) -> Answer<'a, T> {
    Box::pin(ready(Ok(done)))
}

impl Database for Process {
    fn dialect(&self) -> &'static Dialect {
        self.memory.dialect
    }

    fn begin(&self, purpose: Purpose) -> Answer<'_, Box<dyn Transaction>> {
        if let Some(fault) = *self.memory.fault.lock() {
            let failed = StoreError::Failed {
                doing: "reach the database",
                fault,
                detail: "told to fail".to_owned(),
            };
            return Box::pin(ready(Err(sqlx::Error::Configuration(Box::new(failed)))));
        }
        let begun = AtOnce::begin(&self.memory.database, purpose);
        Box::pin(ready(begun.map(|begun| Box::new(begun) as _)))
    }

    fn live<'a>(&'a self, life: &'a str) -> Answer<'a, bool> {
        // Whoever counts as dead does not rise again.
        let life = self.life.get_or_init(|| {
            self.memory.lives.lock().insert(life.to_owned());
            life.to_owned()
        });
        at_once(!life.is_empty())
    }

    fn liveness<'a>(&'a self, life: &'a str) -> Answer<'a, Liveness> {
        at_once(if self.memory.lives.lock().contains(life) {
            Liveness::Alive
        } else {
            Liveness::Dead
        })
    }

    fn peers(&self, life: &str) -> Option<Arc<dyn Peers>> {
        Some(Arc::new(MemoryPeers {
            memory: Arc::clone(&self.memory),
            life: life.to_owned(),
        }))
    }

    fn part(&self) {
        if let Some(life) = self.life.get() {
            self.memory.lives.lock().remove(life);
        }
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(ready(()))
    }
}

/// The other processes over the same memory.
struct MemoryPeers {
    memory: Arc<Memory>,
    life: String,
}

impl MemoryPeers {
    /// Runs a call without waiting.
    fn at_once<T: Send + 'static>(&self, call: impl FnOnce(&mut Exchange) -> T) -> Pending<'_, T> {
        Box::pin(ready(Ok(call(&mut self.memory.exchange.lock()))))
    }

    /// The first column of what is asked, as numbers and texts.
    fn ask(&self, sql: &str) -> Vec<Vec<Option<Value>>> {
        let begun = AtOnce::begin(&self.memory.database, Purpose::Read);
        let mut begun = begun.expect("the memory answers");
        wait(begun.run(sql, Vec::new())).expect("the memory answers")
    }

    fn is_open(&self, table: TableId) -> bool {
        let (channel, opening) = (table.key.0.cast_signed(), table.opening.0.cast_signed());
        let sql = format!(
            "SELECT id FROM tables WHERE channel = {channel} AND opening = {opening} AND state = 'open'"
        );
        !self.ask(&sql).is_empty()
    }

    fn word(&self, to: Option<&str>, topic: &str, body: String) -> Word {
        Word {
            from: self.life.clone(),
            to: to.map(str::to_owned),
            topic: topic.to_owned(),
            body,
        }
    }
}

impl Peers for MemoryPeers {
    fn life(&self) -> &str {
        &self.life
    }

    fn hear(&self) -> broadcast::Receiver<PeerMessage> {
        let mut exchange = self.memory.exchange.lock();
        let listeners = &mut exchange.listeners;
        let own = listeners.entry(self.life.clone());
        own.or_insert_with(|| broadcast::Sender::new(MOST_WORDS))
            .subscribe()
    }

    fn tell(&self, to: Option<&str>, topic: &str, body: String) -> Pending<'_, ()> {
        let word = self.word(to, topic, body);
        if let Err(error) = check_word(&word) {
            return Box::pin(ready(Err(error)));
        }
        self.at_once(|exchange| exchange.tell(&word))
    }

    fn publish(&self, table: TableId, facts: String) -> Pending<'_, ()> {
        let life = self.life.clone();
        let entry = PeerTable { table, life, facts };
        self.at_once(|exchange| {
            exchange.directory.insert(table.key, entry);
        })
    }

    fn withdraw(&self, table: TableId) -> Pending<'_, ()> {
        self.at_once(|exchange| {
            let own = exchange.directory.get(&table.key);
            if own.is_some_and(|entry| entry.table == table && entry.life == self.life) {
                exchange.directory.remove(&table.key);
            }
        })
    }

    fn directory(&self) -> Pending<'_, Vec<PeerTable>> {
        self.at_once(|exchange| {
            let all = exchange.directory.values();
            all.filter(|entry| self.is_open(entry.table))
                .cloned()
                .collect()
        })
    }

    fn holders(&self) -> Pending<'_, Vec<Holder>> {
        let rows = self.ask("SELECT shard, total, life FROM leases ORDER BY shard");
        let holder = |row: Vec<Option<Value>>| match row.as_slice() {
            [
                Some(Value::Int(shard)),
                Some(Value::Int(total)),
                Some(Value::Text(life)),
            ] => Some(Holder {
                shard: u32::try_from(*shard).ok()?,
                total: u32::try_from(*total).ok()?,
                life: life.clone(),
            }),
            _ => None,
        };
        let holders = rows.into_iter().filter_map(holder).collect();
        Box::pin(ready(Ok(holders)))
    }

    fn hand_over(&self, to: &str, id: &str, at: UnixMillis, body: String) -> Pending<'_, ()> {
        let word = self.word(Some(to), HANDED_OVER, id.to_owned());
        let to = to.to_owned();
        self.at_once(|exchange| {
            let taken = false;
            let new = HandOver {
                to,
                at,
                body,
                taken,
            };
            if exchange.enter(id, new) {
                exchange.tell(&word);
            }
        })
    }

    fn take(&self, id: &str) -> Pending<'_, Option<String>> {
        self.at_once(|exchange| {
            let found = exchange.handed_over.get_mut(id)?;
            let before = std::mem::replace(&mut found.taken, true);
            (!before).then(|| found.body.clone())
        })
    }

    fn claim(&self, id: &str, at: UnixMillis) -> Pending<'_, bool> {
        let to = self.life.clone();
        self.at_once(|exchange| {
            let new = HandOver {
                to,
                at,
                body: String::new(),
                taken: true,
            };
            exchange.enter(id, new)
        })
    }

    fn waiting(&self) -> Pending<'_, Vec<String>> {
        self.at_once(|exchange| {
            let all = exchange.handed_over.iter();
            let mut waiting: Vec<_> = all
                .filter(|(_, waiting)| !waiting.taken && waiting.to == self.life)
                .collect();
            waiting.sort_by_key(|(_, waiting)| waiting.at);
            waiting.into_iter().map(|(id, _)| id.clone()).collect()
        })
    }

    fn sweep(&self, before: UnixMillis) -> Pending<'_, ()> {
        self.at_once(|exchange| {
            let mut directory = std::mem::take(&mut exchange.directory);
            directory.retain(|_, entry| self.is_open(entry.table));
            exchange.directory = directory;
            exchange.handed_over.retain(|_, old| old.at >= before);
        })
    }
}
