//! The list of processes that share a store, and what each should hold.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::task::JoinSet;
use tractor_bot::store::*;
use tractor_bot::table::UnixMillis;

use crate::home::*;

/// A moment at which nothing else here happens.
const NOW: u64 = 1_795_353_516_000;

/// The same kind of home, where several processes can meet; `None` where they cannot.
async fn shared(home: &Home) -> Option<Home> {
    if matches!(home, Home::Sqlite(_)) {
        let process = home.process().await;
        assert!(!process.is_shared());
        assert_eq!(attend(&process, "one", NOW).await, PeerList::default());
        let own = UnixMillis(7);
        assert_eq!(process.time(own).await, Ok(own));
        return None;
    }
    Some(match home {
        Home::Memory(_) => Home::Memory(MemoryStore::shared()),
        #[cfg(feature = "postgres")]
        Home::Postgres(url) => Home::Postgres(url.clone()),
        Home::Sqlite(_) => unreachable!("it is not shared"),
    })
}

async fn attend(store: &Db, owner: &str, now: u64) -> PeerList {
    let attendance = PeerEntry {
        owner: owner.to_owned(),
        now: UnixMillis(now),
        load: 3,
        shares: true,
        doubted_after: 2_500,
        gone_after: 8_000,
    };
    store.attend(attendance).await.unwrap()
}

fn owners(company: &PeerList) -> Vec<(&str, bool, bool)> {
    let members = company.members.iter();
    let mut owners: Vec<_> = members
        .map(|member| (member.owner.as_str(), member.is_self, member.is_dead))
        .collect();
    owners.sort_unstable();
    owners
}

/// Takes and gives up what it should; gives how many shards moved.
async fn follows(store: &Db, owner: &str, now: u64, total: u32) -> usize {
    assert_eq!(store.renew(UnixMillis(now + 8_000)).await, Ok(vec![]));
    let wish = attend(store, owner, now).await.wish(total);
    for shard in &wish.take {
        let request = lease(owner, &format!("{shard}..{shard}/{total}"), now);
        assert_eq!(take(store, request).await, Ok(vec![*shard]));
    }
    store.give_back(wish.give.clone()).await.unwrap();
    wish.take.len() + wish.give.len()
}

pub async fn processes_know_of_each_other(home: &Home) {
    let Some(home) = shared(home).await else {
        return;
    };
    let (one, two) = (home.process().await, home.process().await);
    assert!(one.is_shared());
    let alone = attend(&one, "one", NOW).await;
    assert_eq!(owners(&alone), [("one", true, false)]);
    assert_eq!(alone.members[0].load, 3);
    let both = attend(&two, "two", NOW + 2_000).await;
    let expected = [("one", false, false), ("two", true, false)];
    assert_eq!(owners(&both), expected);
    // Who is silent and lives is waited for, until it counts as gone.
    let silent = attend(&two, "two", NOW + 7_999).await;
    assert_eq!(owners(&silent), expected);
    let later = attend(&two, "two", NOW + 8_000).await;
    assert_eq!(owners(&later), [("two", true, false)]);
    // Who leaves is off the list at once.
    attend(&one, "one", NOW + 8_000).await;
    one.release().await.unwrap();
    let left = attend(&two, "two", NOW + 8_001).await;
    assert_eq!(owners(&left), [("two", true, false)]);
}

pub async fn shards_are_shared_as_processes_come_and_go(home: &Home) {
    let Some(home) = shared(home).await else {
        return;
    };
    let (one, two) = (home.process().await, home.process().await);
    assert_eq!(follows(&one, "one", NOW, 5).await, 5);
    assert_eq!(follows(&two, "two", NOW, 5).await, 0);
    assert_eq!(follows(&one, "one", NOW + 1, 5).await, 2);
    assert_eq!(follows(&two, "two", NOW + 1, 5).await, 2);
    for (store, owner) in [(&one, "one"), (&two, "two")] {
        assert_eq!(follows(store, owner, NOW + 2, 5).await, 0);
    }
    let claim = two.open_table(table_in(4, 4 << 22)).await.unwrap();
    two.append(claim, entry(claim, 1)).await.unwrap();
    // One of the same name is no obstacle here: its life is another.
    let three = home.process().await;
    assert_eq!(follows(&three, "one", NOW + 3, 5).await, 0);
    // Killed: nobody waits for its leases to end, as soon as it has missed a renewal.
    drop(one);
    let early = attend(&two, "two", NOW + 2_000).await;
    assert!(early.members.iter().all(|member| !member.is_dead));
    // A server notices an end a moment later.
    let is_dead = async || {
        let late = attend(&two, "two", NOW + 2_600).await;
        late.members.iter().filter(|member| member.is_dead).count() == 1
    };
    while !is_dead().await {
        tokio::task::yield_now().await;
    }
    // That is the answer for all who ask at one moment.
    let asked = join_all((0..16).map(|_| attend(&two, "two", NOW + 2_600))).await;
    let dead = asked.iter().flat_map(|list| &list.members);
    assert_eq!(dead.filter(|member| member.is_dead).count(), 16);
    let moved = follows(&two, "two", NOW + 2_600, 5).await;
    let others = follows(&three, "one", NOW + 2_601, 5).await;
    assert_eq!((moved, others), (1, 2));
    two.append(claim, entry(claim, 2)).await.unwrap();
}

pub async fn places_for_new_sessions_are_given_once(home: &Home) {
    let Some(home) = shared(home).await else {
        return;
    };
    const EVERY: u64 = 100_000;
    let processes = [home.process().await, home.process().await];
    let mut queueing = JoinSet::new();
    for at in 0..8 {
        let process = Arc::clone(&processes[at % 2]);
        queueing.spawn(async move {
            let queued = process.queue_identify(0, UnixMillis(NOW), EVERY);
            queued.await.unwrap()
        });
    }
    let mut places = queueing.join_all().await;
    places.sort_unstable();
    // A server's time goes on meanwhile, for one request more than for another.
    for (at, place) in (0_u64..).zip(&places) {
        let due = Duration::from_millis(at * EVERY);
        let most = Duration::from_millis(EVERY / 2);
        assert!(place.abs_diff(due) < most, "{places:?}");
    }
    let other = processes[1].queue_identify(1, UnixMillis(NOW), EVERY).await;
    assert_eq!(other, Ok(Duration::ZERO));
}
