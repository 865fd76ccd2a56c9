//! Stores for tests: a database in memory whose calls take no simulated time, processes over one, and calls
//! that fail.

use std::collections::BTreeMap;
use std::future::ready;
use std::ops::Deref;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use parking_lot::Mutex;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::broadcast;

use super::keeper::MOST_WORDS;
use super::sql::Answer;
use super::sqlite::SqliteMemory;
use super::{
    Database, Db, Dialect, Fault, Notice, Notices, Purpose, StoreError, Transaction, Value,
};

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
    listeners: Mutex<BTreeMap<String, broadcast::Sender<Notice>>>,
    /// Whether what one process tells reaches no other.
    deaf: AtomicBool,
    /// How many times all processes were killed.
    killed: AtomicUsize,
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
        Self::over(database, false)
    }

    /// An empty store that several processes share from the start.
    pub fn shared() -> Self {
        let database = wait(SqliteMemory::new()).expect("there is memory");
        Self::over(database, true)
    }

    fn over(database: SqliteMemory, is_shared: bool) -> Self {
        let dialect = Dialect {
            is_shared,
            ..*database.dialect()
        };
        let memory = Arc::new(Memory {
            database,
            dialect: Box::leak(Box::new(dialect)),
            fault: Mutex::default(),
            listeners: Mutex::default(),
            deaf: AtomicBool::new(false),
            killed: AtomicUsize::new(0),
        });
        // Its entries are written in the runtime of the test: otherwise paused time would go by meanwhile.
        let _there = Handle::try_current().is_err().then(|| OFFICE.enter());
        let own = Process {
            begun: usize::MAX,
            ..Process::over(&memory)
        };
        let own = Db::over(own);
        Self { memory, own }
    }

    /// Another process over the same data.
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

    /// From now on no other process over the same data writes anything, as if it had been killed.
    pub fn outlive_others(&self) {
        self.memory.killed.fetch_add(1, Ordering::Relaxed);
    }

    /// From now on what one process tells is lost, or not any more.
    pub fn lose_notices(&self, lost: bool) {
        self.memory.deaf.store(lost, Ordering::Relaxed);
    }

    /// Makes every call fail in this way from now on; `None` ends that.
    pub fn break_with(&self, fault: Option<Fault>) {
        *self.memory.fault.lock() = fault;
    }
}

/// One process's way to a database in memory.
pub struct Process {
    memory: Arc<Memory>,
    /// After how many deaths it began.
    begun: usize,
}

impl Process {
    fn over(memory: &Arc<Memory>) -> Self {
        Self {
            memory: Arc::clone(memory),
            begun: memory.killed.load(Ordering::Relaxed),
        }
    }

    fn is_dead(&self) -> bool {
        self.begun < self.memory.killed.load(Ordering::Relaxed)
    }
}

impl Database for Process {
    fn dialect(&self) -> &'static Dialect {
        self.memory.dialect
    }

    fn begin(&self, purpose: Purpose) -> Answer<'_, Box<dyn Transaction>> {
        let dead = (purpose == Purpose::Write && self.is_dead()).then_some(Fault::Disconnected);
        if let Some(fault) = self.memory.fault.lock().or(dead) {
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

    fn notices(&self, id: &str) -> Option<Arc<dyn Notices>> {
        self.memory.dialect.is_shared.then(|| {
            Arc::new(MemoryNotices {
                memory: Arc::clone(&self.memory),
                id: id.to_owned(),
            }) as _
        })
    }

    fn close(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(ready(()))
    }
}

/// The other processes over the same memory.
struct MemoryNotices {
    memory: Arc<Memory>,
    id: String,
}

impl Notices for MemoryNotices {
    fn hear(&self) -> broadcast::Receiver<Notice> {
        let mut listeners = self.memory.listeners.lock();
        let own = listeners.entry(self.id.clone());
        own.or_insert_with(|| broadcast::Sender::new(MOST_WORDS))
            .subscribe()
    }

    fn tell(&self, topic: &str, body: &str) {
        if self.memory.deaf.load(Ordering::Relaxed) {
            return;
        }
        let word = Notice::of_line(&Notice::line(topic, body)).expect("a topic and the rest");
        let listeners = self.memory.listeners.lock();
        for (_, listener) in listeners.iter().filter(|(id, _)| **id != self.id) {
            // Nobody has to listen.
            drop(listener.send(word.clone()));
        }
    }
}
