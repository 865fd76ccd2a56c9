//! What becomes of a process that cannot keep its leases: it says so, and ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tractor_bot::host::{Clock, Host, LeaseManager, LeasesLost};
use tractor_bot::store::{Journal, JournalWriter, LeaseRequest, MemoryStore, ShardRange, Store};
use tractor_bot::table::UnixMillis;

/// A clock that is set by hand; at zero it fails.
struct Hand(AtomicU64);

impl Clock for Hand {
    fn now(&self) -> UnixMillis {
        let now = self.0.load(Ordering::SeqCst);
        assert_ne!(now, 0, "this clock is broken");
        UnixMillis(now)
    }
}

fn manager(store: &MemoryStore, clock: &Arc<Hand>) -> (Host, LeaseManager) {
    let keeper = Arc::new(JournalWriter::new(Arc::new(store.beside())));
    let journal: Arc<dyn Journal> = Arc::clone(&keeper) as _;
    let host = Host::with_clock(journal, Arc::clone(clock) as _);
    let leases = LeaseManager::new(host.clone(), keeper, "me", ShardRange::ALL);
    (host, leases)
}

#[tokio::test(start_paused = true)]
async fn a_task_that_fails_is_started_again_and_in_the_end_the_process_is_told() {
    let (store, clock) = (
        MemoryStore::new(),
        Arc::new(Hand(AtomicU64::new(1_000_000))),
    );
    let (_host, leases) = manager(&store, &clock);
    leases.renew().await.expect("the first in this store");
    let running = tokio::spawn(leases.run());
    // It gets over a short time of failing.
    clock.0.store(0, Ordering::SeqCst);
    tokio::time::sleep(std::time::Duration::from_secs(5)).await;
    clock.0.store(1_005_000, Ordering::SeqCst);
    tokio::time::sleep(std::time::Duration::from_secs(30)).await;
    assert!(!running.is_finished());
    clock.0.store(0, Ordering::SeqCst);
    let ended = running.await.expect("the manager itself does not fail");
    assert_eq!(ended, Err(LeasesLost::Panicked));
}

#[tokio::test(start_paused = true)]
async fn a_process_whose_tables_another_one_serves_ends_and_names_it() {
    let (store, clock) = (
        MemoryStore::new(),
        Arc::new(Hand(AtomicU64::new(1_000_000))),
    );
    let (_host, leases) = manager(&store, &clock);
    leases.renew().await.expect("the first in this store");
    let running = tokio::spawn(leases.run());
    // It sleeps for longer than its leases last, and another process is started meanwhile.
    let now = 1_020_000;
    let other = store.beside();
    let request = LeaseRequest {
        owner: "the other".to_owned(),
        shards: ShardRange::ALL,
        now: UnixMillis(now),
        until: UnixMillis(now + 3_000_000),
    };
    other.acquire(request).await.expect("the lease has expired");
    clock.0.store(now, Ordering::SeqCst);
    let ended = running.await.expect("the manager does not fail");
    let Err(LeasesLost::TakenOver { holder }) = ended else {
        panic!("{ended:?}");
    };
    assert!(holder.contains("the other"), "{holder}");
}
