//! Processes that meet at one store: which of them may go on, and who the other is.

use tractor_bot::store::*;
use tractor_bot::table::UnixMillis;

use crate::home::*;

pub async fn a_living_namesake_is_refused_at_once(home: &Home) {
    let (one, two) = (home.process().await, home.process().await);
    let now = 1_795_353_516_000;
    let taken = take(&one, lease("me", "0..0/2", now)).await;
    assert_eq!(taken, Ok(vec![0]));
    for shards in ["0..0/2", "0..1/2", "1..1/2", "0..0/1"] {
        let error = take(&two, lease("me", shards, now)).await.unwrap_err();
        let StoreError::Namesake { owner, holder } = &error else {
            panic!("{shards}: {error}");
        };
        assert_eq!(owner, "me");
        let process = format!("process {}", std::process::id());
        assert!(holder.contains(&process), "{holder}");
        assert!(holder.contains("2026-11-22 13:18:36 UTC"), "{holder}");
        assert!(error.to_string().contains("INSTANCE"), "{error}");
    }
    assert_eq!(one.renew(UnixMillis(now + 20_000)).await, Ok(vec![]));
    let claim = one.open_table(table(5)).await.unwrap();
    one.append(claim, entry(claim, 1)).await.unwrap();
}

pub async fn overlapping_shards_are_refused_to_who_starts(home: &Home) {
    let (one, two) = (home.process().await, home.process().await);
    take(&one, lease("one", "0..1/4", 0)).await.unwrap();
    let error = take(&two, lease("two", "1..2/4", 1)).await.unwrap_err();
    let StoreError::Overlap { shards, holder } = &error else {
        panic!("{error}");
    };
    assert_eq!(*shards, [1]);
    assert!(holder.contains("\"one\""), "{holder}");
    assert!(error.to_string().contains("SHARDS"), "{error}");
    assert_eq!(take(&two, lease("two", "2..3/4", 1)).await, Ok(vec![2, 3]));
    // One that runs does not get it, and is told who has it.
    let leases = two.acquire(lease("two", "1..3/4", 1)).await.unwrap();
    assert_eq!(leases.taken, [0; 0]);
    assert_eq!(leases.elsewhere.len(), 1);
    assert_eq!(leases.elsewhere[0].shard, 1);
    assert!(leases.elsewhere[0].holder.contains("\"one\""));
    // Its time is over: nobody has renewed it.
    let late = two.acquire(lease("two", "1..3/4", 10_001)).await.unwrap();
    assert_eq!((late.taken, late.elsewhere), (vec![1], vec![]));
}

pub async fn a_dead_process_is_in_nobodys_way(home: &Home) {
    for (owner, next) in [("me", "me"), ("me", "another")] {
        let before = home.process().await;
        let taken = take(&before, lease(owner, "0..0/1", 1_000)).await;
        assert_eq!(taken, Ok(vec![0]));
        // Nothing is given back, as when it is killed.
        drop(before);
        let after = home.process().await;
        let taken = take(&after, lease(next, "0..0/1", 1_001)).await;
        assert_eq!(taken, Ok(vec![0]), "{owner}, then {next}");
        after.release().await.unwrap();
    }
}

pub async fn a_closed_store_lives_no_longer(home: &Home) {
    let before = home.process().await;
    take(&before, lease("me", "0..0/1", 0)).await.unwrap();
    before.close().await.unwrap();
    if matches!(home, Home::Memory(_)) {
        drop(before);
    }
    let after = home.process().await;
    let taken = take(&after, lease("me", "0..0/1", 1)).await;
    assert_eq!(taken, Ok(vec![0]));
}

pub async fn a_lease_of_years_is_none(home: &Home) {
    let (one, two) = (home.process().await, home.process().await);
    let absurd = LeaseRequest {
        until: UnixMillis(4_000_000_000_000),
        ..lease("one", "0..0/1", 0)
    };
    assert_eq!(take(&one, absurd).await, Ok(vec![0]));
    let taken = take(&two, lease("two", "0..0/1", 1)).await;
    assert_eq!(taken, Ok(vec![0]));
}

#[cfg(feature = "postgres")]
mod postgres {
    use sqlx::ConnectOptions as _;
    use tractor_bot::store::postgres;

    use super::*;

    #[tokio::test]
    #[ignore = "needs PostgreSQL"]
    async fn a_process_that_lost_its_connections_is_seen_to_live_again() {
        let home = Home::postgres("a_lost_life").await;
        let (one, two) = (home.process().await, home.process().await);
        take(&one, lease("me", "0..0/1", 0)).await.unwrap();
        let url = std::env::var("TEST_POSTGRES_URL").unwrap();
        let options = postgres::options(&url).unwrap();
        let mut admin = options.connect().await.unwrap();
        let of_life = "FROM pg_locks JOIN pg_stat_activity USING (pid) \
                       WHERE locktype = 'advisory' AND application_name LIKE '%a_lost_life'";
        let key = format!("SELECT (classid::BIGINT << 32) | objid::BIGINT {of_life}");
        let key = sqlx::query_scalar(&key).fetch_one(&mut admin).await;
        let key: i64 = key.unwrap();
        for is_asked_about in [false, true] {
            let sql = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity \
                       WHERE application_name LIKE '%a_lost_life'";
            sqlx::query(sql).execute(&mut admin).await.unwrap();
            if is_asked_about {
                // Somebody asks whether it lives in just the moment in which it comes back, so its lock is free again and not to
                // be had.
                let sql = "SELECT pg_advisory_lock_shared($1)";
                let asked = sqlx::query(sql).bind(key).execute(&mut admin).await;
                asked.unwrap();
                assert_eq!(one.renew(UnixMillis(10_000)).await, Ok(vec![]));
                let sql = "SELECT pg_advisory_unlock_shared($1)";
                let answered = sqlx::query(sql).bind(key).execute(&mut admin).await;
                answered.unwrap();
            }
            // The next renewal takes the lock anew.
            assert_eq!(one.renew(UnixMillis(10_000)).await, Ok(vec![]));
            let refused = take(&two, lease("me", "0..0/1", 1)).await;
            let named = matches!(refused, Err(StoreError::Namesake { .. }));
            assert!(named, "{refused:?}");
            assert_eq!(one.renew(UnixMillis(10_000)).await, Ok(vec![]));
        }
    }
}
