//! Work that takes a while and waits for nothing, such as replaying a match: it is done on a thread
//! of its own, so that no table waits for it. Where people could ask for much of it at once, a
//! [`Workshop`] bounds it; what only one may do at a time waits at a [`Lock`].

use std::pin::Pin;
use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard, OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;

#[cfg(feature = "testing")]
mod in_place {
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Whether work is done on the threads of the tables.
    static IN_PLACE: AtomicBool = AtomicBool::new(false);

    /// From now on the work of this process is done on the threads of the tables, in turn with them: a
    /// simulation on one thread then repeats itself exactly. Where people are served, all tables would
    /// wait for it.
    pub fn work_in_place() {
        IN_PLACE.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_wanted() -> bool {
        IN_PLACE.load(Ordering::Relaxed)
    }
}
#[cfg(feature = "testing")]
pub use in_place::work_in_place;

pub(super) fn begin_off_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> JoinHandle<T> {
    #[cfg(feature = "testing")]
    if in_place::is_wanted() {
        return tokio::spawn(async { work() });
    }
    tokio::task::spawn_blocking(work)
}

/// Begins a task whose end nobody needs a value of. The runtime's own code for a task is compiled once for
/// all that begin here, instead of twice for each of them.
pub fn spawn(task: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
    tokio::spawn(Box::pin(task) as Pin<Box<dyn Future<Output = ()> + Send>>)
}

/// The result of the work; `None` if it panicked.
pub async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let done = begin_off_thread(work).await;
    if done.is_err() {
        tracing::error!("work on a thread of its own panicked");
    }
    done.ok()
}

/// A place where only so much work is done at once and only so much waits; clones are the same place.
#[derive(Debug, Clone)]
pub struct Workshop {
    benches: Arc<Semaphore>,
    /// One for each bench, and one for each that may wait.
    room: Arc<Semaphore>,
}

impl Workshop {
    /// A workshop in which so much is done at once, and so much may wait for that.
    pub fn new(at_once: usize, waiting: usize) -> Self {
        Self {
            benches: Arc::new(Semaphore::new(at_once.max(1))),
            room: Arc::new(Semaphore::new(at_once.max(1) + waiting)),
        }
    }

    /// The result of the work, done off the async threads; `None` if there is no room for it, or it
    /// panicked. Work that was begun is done to its end, whether or not anybody still waits for it.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        self.enter().await?.work(work).await
    }

    /// A bench, once one is free; `None` if there is no room to wait for it. For work with more than one
    /// part, or with something to wait for in between.
    pub async fn enter(&self) -> Option<WorkshopBench> {
        let place = Arc::clone(&self.room).try_acquire_owned().ok()?;
        let bench = Arc::clone(&self.benches).acquire_owned().await.ok()?;
        Some(WorkshopBench(Arc::new((bench, place))))
    }
}

/// A bench in a [`Workshop`]. It is free again when it is dropped and all that was begun at it is done.
#[derive(Debug)]
pub struct WorkshopBench(Arc<(OwnedSemaphorePermit, OwnedSemaphorePermit)>);

impl WorkshopBench {
    /// The result of the work, done off the async threads; `None` if it panicked.
    pub async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let taken = Arc::clone(&self.0);
        let done = move || {
            let done = work();
            drop(taken);
            done
        };
        off_thread(done).await
    }
}

/// A place that one request at a time may be at; clones are the same place.
#[derive(Debug, Clone, Default)]
pub struct Lock(Arc<Mutex<()>>);

impl Lock {
    /// Waits for its turn. Others wait until what is returned is dropped.
    pub async fn enter(&self) -> OwnedMutexGuard<()> {
        Arc::clone(&self.0).lock_owned().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[tokio::test]
    async fn a_workshop_turns_away_what_it_has_no_room_for() {
        let workshop = Workshop::new(1, 1);
        let (go, wait) = mpsc::channel::<()>();
        let (begun, begins) = tokio::sync::oneshot::channel();
        let (first, second) = (workshop.clone(), workshop.clone());
        let first = tokio::spawn(async move {
            let work = move || {
                begun.send(()).expect("somebody listens");
                wait.recv().expect("a signal");
                1
            };
            first.work(work).await
        });
        begins.await.expect("it begins");
        let second = tokio::spawn(async move { second.work(|| 2).await });
        while workshop.room.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(workshop.work(|| 3).await, None, "one works and one waits");
        go.send(()).expect("it waits");
        assert_eq!(first.await.expect("no panic"), Some(1));
        assert_eq!(second.await.expect("no panic"), Some(2));
        assert_eq!(workshop.work(|| 4).await, Some(4), "there is room again");
        let panics = workshop.work(|| panic!("on purpose"));
        assert_eq!(panics.await, None::<()>);
        assert_eq!(workshop.work(|| 5).await, Some(5), "a panic takes no room");
    }
}
