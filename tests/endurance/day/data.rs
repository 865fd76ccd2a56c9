//! The data of a simulated day: in memory, or in a file, which programs of other versions open too.
//!
//! A call to a file is waited for by everybody: no simulated time goes by meanwhile, so that a day over a file repeats
//! itself as one in memory does.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::task::{Context, Poll, Waker};

use tokio::runtime::{Builder, Handle, Runtime};
use tractor_bot::store::{self, MemoryStore, Pending, Store, StoreError};

/// Where the data are.
pub enum Data {
    Memory(MemoryStore),
    File {
        url: String,
        /// Does the work of the store, in real time.
        runtime: Runtime,
    },
}

impl Data {
    pub fn file(url: String) -> Self {
        let mut runtime = Builder::new_multi_thread();
        let runtime = runtime.worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a thread can be started");
        Self::File { url, runtime }
    }

    /// The data for one process more, which holds no leases yet.
    ///
    /// # Errors
    /// As [`store::connect`].
    pub fn open(&self) -> Result<Opened, StoreError> {
        Ok(match self {
            Self::Memory(store) => Opened::memory(store.beside()),
            Self::File { url, runtime } => Opened {
                store: runtime.block_on(store::connect(url))?,
                runtime: Some(runtime.handle().clone()),
            },
        })
    }
}

/// The data as one process has them open.
#[derive(Clone)]
pub struct Opened {
    store: Arc<dyn Store>,
    runtime: Option<Handle>,
}

impl Opened {
    pub fn memory(store: MemoryStore) -> Self {
        Self {
            store: Arc::new(store),
            runtime: None,
        }
    }

    /// Carries a call out, whose answer everybody waits for.
    ///
    /// # Errors
    /// Those of the call.
    pub fn call<T: Send + 'static>(
        &self,
        call: impl FnOnce(&dyn Store) -> Pending<'_, T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let Some(runtime) = &self.runtime else {
            return at_once(call(&*self.store));
        };
        let store = Arc::clone(&self.store);
        let (tell, told) = channel();
        runtime.spawn(async move { tell.send(call(&*store).await) });
        told.recv().expect("the store does not panic")
    }
}

/// The answer of the store in memory, which is there at once.
fn at_once<T>(mut answer: Pending<'_, T>) -> Result<T, StoreError> {
    let mut cx = Context::from_waker(Waker::noop());
    match answer.as_mut().poll(&mut cx) {
        Poll::Ready(answer) => answer,
        Poll::Pending => unreachable!("the store in memory answers at once"),
    }
}
