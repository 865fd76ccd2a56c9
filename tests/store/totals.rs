//! Sums over all guilds: they are what the sums of each guild add up to, whoever counts.

use std::sync::Arc;

use tractor_bot::game::GameKind;
use tractor_bot::store::*;
use tractor_bot::table::PersonId;

use crate::home::*;

fn round(number: u32, people: &[(PersonId, i64)]) -> Finish {
    let tally = |&(person, wins)| tally(person, &[(Counter::Rounds, 1), (Counter::Wins, wins)]);
    finish(1, Some(number), people.iter().map(tally).collect())
}

/// Who won how often, in all guilds.
async fn wins(store: &Db) -> Vec<(PersonId, i64)> {
    let best = store.leaderboard(Ranking::top10(GameKind::Tractor, Reach::Everywhere));
    let best = best.await.unwrap().into_iter();
    best.map(|row| (row.person, row.part)).collect()
}

pub async fn a_wrong_total_is_found_and_added_up_with_the_next_round(home: &Home) {
    let store = home.process().await;
    let table_id = opened(&store, table_in(1, 7)).await;
    let mut number = 0;
    for (sql, finding) in [
        ("UPDATE totals SET wins = 77", true),
        ("UPDATE totals SET wins = 9223372036854775807", true),
        ("DELETE FROM totals", true),
        ("SELECT 1", false),
    ] {
        number += 1;
        let counted = store.record(table_id, round(number, &[(ANN, 1)]));
        assert_eq!(counted.await, Ok(true));
        assert_eq!(wins(&store).await, [(ANN, i64::from(number))]);
        by_hand(&home.url(), sql).await;
        let findings = store.examine(unread).await.unwrap();
        assert_eq!(!findings.is_empty(), finding, "{sql}: {findings:?}");
        let named = |finding: &DamagedEntry| finding.place == "totals";
        assert!(findings.iter().all(named), "{sql}: {findings:?}");
    }
}

/// Two processes that count for the same people at once, named in opposite orders.
pub async fn processes_that_count_for_the_same_people_wait_for_each_other(home: &Home) {
    const TIMES: u32 = 40;
    let owner = home.process().await;
    let mut both = Vec::new();
    for (key, store) in [(1, Arc::clone(&owner)), (2, home.process().await)] {
        let table_id = opened(&owner, table_in(key, key)).await;
        let mut people = [(ANN, 1), (BOB, 1)];
        if key == 2 {
            people.reverse();
        }
        both.push(tokio::spawn(async move {
            for number in 1..=TIMES {
                let counted = store.record(table_id, round(number, &people)).await;
                assert_eq!(counted, Ok(true));
            }
        }));
    }
    for counting in both {
        counting.await.unwrap();
    }
    let all = i64::from(TIMES) * 2;
    assert_eq!(wins(&owner).await, [(ANN, all), (BOB, all)]);
    assert_eq!(owner.examine(unread).await.unwrap(), []);
}

/// PostgreSQL finds the best of everybody by an index; without one it would still be right, and slow.
#[cfg(feature = "postgres")]
mod postgres {
    use sqlx::ConnectOptions as _;

    use super::*;

    #[tokio::test]
    #[ignore = "needs PostgreSQL"]
    async fn every_measure_has_its_index() {
        let home = Home::postgres("every_measure_has_its_index").await;
        home.process().await;
        let options = tractor_bot::store::postgres::options(&home.url()).unwrap();
        let mut connection = options.connect().await.unwrap();
        for Measure { part, per, .. } in GameKind::ALL.into_iter().flat_map(Measure::of) {
            let per = per.map_or(String::new(), |per| format!("_per_{}", per.name()));
            let name = format!("totals_by_{}{per}", part.name());
            let there = "SELECT to_regclass($1) IS NOT NULL";
            let there = sqlx::query_scalar(there).bind(&name);
            let there: bool = there.fetch_one(&mut connection).await.unwrap();
            assert!(there, "{name}");
        }
    }
}
