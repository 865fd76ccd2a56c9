//! Several processes over one store: each serves its fair share of the shards, and the tables of one that
//! goes, willingly or not, go on elsewhere.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use tractor_bot::chance::Seed;
use tractor_bot::host::{
    Clock, Handle, HeldShards, Host, Hosted as _, LeaseManager, LeasesLost, SubmitError, Venue,
};
use tractor_bot::store::{Journal, JournalWriter, MemoryStore, ShardRange, StoreError};
use tractor_bot::table::{GuildId, Input, Limits, PersonId, Submission, TableKey, UnixMillis};
use tractor_bot::tictactoe::{Rules, TicTacToe};

const ANN: PersonId = PersonId(1_111_111_111_111_111_111);

/// The number of shards here.
const SHARDS: u32 = 4;

/// What is waited for at most.
const PATIENCE: Duration = Duration::from_secs(60);

/// A clock that goes with the time of the test.
struct Running(Instant);

impl Clock for Running {
    fn now(&self) -> UnixMillis {
        let since = self.0.elapsed().as_millis();
        UnixMillis(1_763_000_000_000 + u64::try_from(since).expect("a test is short"))
    }
}

struct Process {
    store: Arc<MemoryStore>,
    host: Host,
    leases: LeaseManager,
    run: Option<JoinHandle<Result<(), LeasesLost>>>,
}

impl Process {
    /// A process that does nothing yet.
    fn new(store: &MemoryStore, clock: &Arc<Running>, owner: &str) -> Self {
        let store = Arc::new(store.beside());
        let keeper = Arc::new(JournalWriter::new(Arc::clone(&store) as _));
        let journal: Arc<dyn Journal> = Arc::clone(&keeper) as _;
        let host = Host::with_clock(journal, Arc::clone(clock) as _);
        let shards = ShardRange::new(0, SHARDS - 1, SHARDS).expect("a range");
        let leases = LeaseManager::new(host.clone(), keeper, owner, shards).fairly();
        Self {
            store,
            host,
            leases,
            run: None,
        }
    }

    async fn started(store: &MemoryStore, clock: &Arc<Running>, owner: &str) -> Self {
        let mut process = Self::new(store, clock, owner);
        process.leases.renew().await.expect("the store is in order");
        process.runs();
        process
    }

    fn runs(&mut self) {
        self.run = Some(tokio::spawn(self.leases.clone().run()));
    }

    /// Nothing of it goes on any more.
    fn freezes(&mut self) {
        if let Some(run) = self.run.take() {
            run.abort();
        }
    }

    fn held(&self) -> HeldShards {
        self.leases.held().borrow().clone()
    }

    /// How many shards it holds with their tables.
    fn serves(&self) -> usize {
        let held = self.held();
        held.shards.intersection(&held.restored).count()
    }

    async fn table(&self, shard: u32) -> Handle<TicTacToe> {
        let venue = Venue {
            key: TableKey(100 + u64::from(shard)),
            guild: GuildId((u64::from(shard) + 40 * u64::from(SHARDS)) << 22),
        };
        let seed = Seed::from_number(9);
        let (rules, limits) = (Rules::default(), Limits::default());
        let opened = self.host.open::<TicTacToe>(venue, rules, limits, seed, ANN);
        opened.await.expect("it holds the shard")
    }

    fn find(&self, shard: u32) -> Option<Handle<TicTacToe>> {
        let table = self.host.get(TableKey(100 + u64::from(shard)))?;
        Some(TicTacToe::of(table).expect("no other game"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.freezes();
    }
}

/// Waits until this holds; gives how long it took.
async fn until(what: &str, holds: impl Fn() -> bool) -> Duration {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < PATIENCE, "waited in vain until {what}");
        sleep(Duration::from_millis(20)).await;
    }
    begun.elapsed()
}

async fn sits(table: &Handle<TicTacToe>, person: u64) -> Result<(), SubmitError<TicTacToe>> {
    let sit = Input::Sit {
        person: PersonId(person),
        name: format!("P{person}"),
        seat: None,
    };
    table.submit(Submission::typed(sit)).await.map(drop)
}

fn world() -> (MemoryStore, Arc<Running>) {
    (MemoryStore::shared(), Arc::new(Running(Instant::now())))
}

/// Two processes with two shards each, connected, and a table in each shard.
async fn pair(store: &MemoryStore, clock: &Arc<Running>) -> (Process, Process) {
    let one = Process::started(store, clock, "one").await;
    for shard in 0..SHARDS {
        one.table(shard).await;
    }
    let two = Process::started(store, clock, "two").await;
    for shard in [3, 2] {
        let comes = || two.held().restored.contains(&shard);
        until("a shard has moved", comes).await;
        two.leases.connected(shard).await;
    }
    until("the first has let go", || one.held().leaving.is_empty()).await;
    (one, two)
}

#[tokio::test(start_paused = true)]
async fn who_joins_gets_shards_one_by_one_with_their_tables() {
    let (store, clock) = world();
    let one = Process::started(&store, &clock, "one").await;
    assert_eq!(one.serves(), 4);
    let mut tables = Vec::new();
    for shard in 0..SHARDS {
        let table = one.table(shard).await;
        sits(&table, 1).await.expect("a free seat");
        tables.push(table);
    }
    let two = Process::started(&store, &clock, "two").await;
    until("the first shard has moved", || two.serves() == 1).await;
    let first = *two.held().shards.first().expect("one");
    // The connection of the old one is kept, and nothing else moves, until the new one is connected.
    sleep(Duration::from_secs(10)).await;
    assert_eq!(one.held().leaving.keys().collect::<Vec<_>>(), [&first]);
    assert_eq!((one.serves(), two.serves()), (3, 1));
    let left = tables.swap_remove(first as usize);
    assert!(matches!(sits(&left, 2).await, Err(SubmitError::Gone)));
    assert!(one.find(first).is_none());
    let there = two.find(first).expect("it goes on here");
    sits(&there, 2).await.expect("the other seat is free");
    two.leases.connected(first).await;
    until("the second shard has moved", || two.serves() == 2).await;
    // Nobody says that it is connected: it is given up all the same.
    let took = until("the old connection ends", || one.held().leaving.is_empty()).await;
    assert!(took < Duration::from_secs(23), "{took:?}");
    sleep(Duration::from_secs(10)).await;
    assert_eq!((one.serves(), two.serves()), (2, 2));
    let all: BTreeSet<u32> = &one.held().shards | &two.held().shards;
    assert_eq!(all, (0..SHARDS).collect());
}

#[tokio::test(start_paused = true)]
async fn the_shards_of_one_that_was_killed_are_taken_within_seconds() {
    let (store, clock) = world();
    let (one, mut two) = pair(&store, &clock).await;
    two.freezes();
    one.store.outlive_others();
    let took = until("all are served", || one.serves() == 4).await;
    assert!(took < Duration::from_secs(5), "{took:?}");
    for shard in 0..SHARDS {
        let table = one.find(shard).expect("it goes on");
        sits(&table, 5).await.expect("a free seat");
    }
}

#[tokio::test(start_paused = true)]
async fn one_that_is_cut_off_lets_go_before_others_take_over_and_comes_back() {
    let (store, clock) = world();
    let (one, mut two) = pair(&store, &clock).await;
    let lost: Vec<u32> = two.held().shards.into_iter().collect();
    let stale = two.find(lost[0]).expect("it is here");
    two.freezes();
    let certain = two.held().until.expect("others can take it");
    let took = until("all are served", || one.serves() == 4).await;
    assert!(took < Duration::from_secs(11), "{took:?}");
    assert!(Instant::now() > certain, "it knew before");
    assert!(!two.held().holds(lost[0], Instant::now()));
    // It goes on as if nothing had been.
    let late = sits(&stale, 6).await;
    assert!(matches!(late, Err(SubmitError::NotSaved(_))), "{late:?}");
    let other = two.find(lost[1]).expect("nobody has told it yet");
    two.leases.renew().await.expect("the store is in order");
    assert!(two.find(lost[0]).is_none() && two.find(lost[1]).is_none());
    assert!(matches!(sits(&other, 6).await, Err(SubmitError::Gone)));
    let table = one.find(lost[0]).expect("it goes on");
    sits(&table, 6).await.expect("a free seat");
    two.runs();
    until("it has its share again", || two.serves() == 2).await;
}

#[tokio::test(start_paused = true)]
async fn who_leaves_gives_everything_back_at_once_and_takes_nothing_any_more() {
    let (store, clock) = world();
    let (one, two) = pair(&store, &clock).await;
    one.leases.leave().await;
    let took = until("the other has all", || two.serves() == 4).await;
    assert!(took < Duration::from_secs(1), "{took:?}");
    assert_eq!(one.held().leaving.len(), 2);
    for shard in one.held().leaving.into_keys() {
        two.leases.connected(shard).await;
    }
    until("its connections end", || one.held().leaving.is_empty()).await;
    sleep(Duration::from_secs(20)).await;
    assert_eq!((one.serves(), two.serves()), (0, 4));
    assert_eq!(two.held().members.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn what_is_opened_while_a_shard_moves_is_not_lost() {
    let (store, clock) = world();
    let one = Process::started(&store, &clock, "one").await;
    let two = Process::started(&store, &clock, "two").await;
    let mut opened = Vec::new();
    for key in 0..400_u64 {
        let venue = Venue {
            key: TableKey(1_000 + key),
            guild: GuildId((key % u64::from(SHARDS)) << 22),
        };
        let (rules, limits) = (Rules::default(), Limits::default());
        let seed = Seed::from_number(key);
        let opening = one.host.open::<TicTacToe>(venue, rules, limits, seed, ANN);
        if opening.await.is_ok() {
            opened.push(venue.key);
        }
        sleep(Duration::from_millis(20)).await;
    }
    until("a shard has moved", || two.serves() >= 1).await;
    assert!(opened.len() < 400, "some came too late");
    let everywhere = || {
        let lists = [&one, &two].map(|process| process.host.list());
        let mut keys: Vec<TableKey> = lists.iter().flatten().map(|table| table.key()).collect();
        keys.sort_unstable();
        keys == opened
    };
    until("each is at one process", everywhere).await;
}

#[tokio::test(start_paused = true)]
async fn another_number_of_shards_is_refused() {
    let (store, clock) = world();
    let _one = Process::started(&store, &clock, "one").await;
    let keeper = Arc::new(JournalWriter::new(Arc::new(store.beside())));
    let journal: Arc<dyn Journal> = Arc::clone(&keeper) as _;
    let host = Host::with_clock(journal, Arc::clone(&clock) as _);
    let shards = ShardRange::new(0, 7, 8).expect("a range");
    let leases = LeaseManager::new(host, keeper, "two", shards).fairly();
    let refused = leases.renew().await;
    let (ours, theirs) = (8, SHARDS);
    assert_eq!(refused.err(), Some(StoreError::OtherTotal { ours, theirs }));
}

/// A process that takes these shards, all or a fair share of them, and does nothing yet.
fn manager(store: &MemoryStore, clock: &Arc<Running>, owner: &str, shards: &str) -> LeaseManager {
    let keeper = Arc::new(JournalWriter::new(Arc::new(store.beside())));
    let host = Host::with_clock(
        Arc::clone(&keeper) as Arc<dyn Journal>,
        Arc::clone(clock) as _,
    );
    let (fair, range) = match shards.strip_prefix("auto/") {
        Some(total) => (true, format!("0..{}/{total}", SHARDS - 1)),
        None => (false, shards.to_owned()),
    };
    let range = range.parse().expect("a range");
    let leases = LeaseManager::new(host, keeper, owner, range);
    if fair { leases.fairly() } else { leases }
}

#[tokio::test(start_paused = true)]
async fn whoever_starts_with_shards_of_its_own_is_refused_those_of_others() {
    let (store, clock) = world();
    let one = manager(&store, &clock, "one", "0..1/4");
    one.renew().await.expect("it is alone");
    let namesake = manager(&store, &clock, "one", "2..3/4").renew().await;
    let is_namesake = |error: &StoreError| matches!(error, StoreError::Namesake { .. });
    assert!(namesake.as_ref().is_err_and(is_namesake), "{namesake:?}");
    let overlap = manager(&store, &clock, "two", "1..3/4").renew().await;
    let overlaps = |error: &StoreError| match error {
        StoreError::Overlap { shards, .. } => *shards == [1],
        _ => false,
    };
    assert!(overlap.as_ref().is_err_and(overlaps), "{overlap:?}");
    one.renew().await.expect("nobody disturbs it");
}

#[tokio::test(start_paused = true)]
async fn a_share_and_shards_of_ones_own_are_not_mixed() {
    for (first, second) in [("auto/4", "2..3/4"), ("0..1/4", "auto/4")] {
        let (store, clock) = world();
        let one = manager(&store, &clock, "one at home", first);
        one.renew().await.expect("it is alone");
        let two = manager(&store, &clock, "two", second);
        let error = two.renew().await.expect_err("they cannot share");
        let StoreError::OtherSharing { owner, theirs, .. } = &error else {
            panic!("{error}");
        };
        assert_eq!((owner.as_str(), theirs.as_str()), ("one at home", first));
        assert!(
            error.to_string().contains("for example SHARDS=auto/4"),
            "{error}"
        );
        // Nobody waits for the one that was refused.
        one.renew().await.expect("it goes on");
        assert!(!one.held().borrow().has_company());
        // One that was killed a moment ago is in nobody's way.
        drop(one);
        store.outlive_others();
        manager(&store, &clock, "two", second)
            .renew()
            .await
            .expect("it is alone");
    }
}

#[tokio::test(start_paused = true)]
async fn shards_of_ones_own_are_divided_by_the_settings() {
    let (store, clock) = world();
    let one = manager(&store, &clock, "one", "0..1/4");
    let two = manager(&store, &clock, "two", "2..3/4");
    for leases in [&one, &two, &one] {
        leases.renew().await.expect("they are not mixed");
    }
    assert!(one.held().borrow().has_company());
}
