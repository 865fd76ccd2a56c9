//! Sums over all guilds: they are what the sums of each guild add up to, whoever counts.

use std::sync::Arc;

use sqlx::{Connection as _, Executor as _};
use tractor_bot::game::GameKind;
use tractor_bot::store::*;
use tractor_bot::table::{PersonId, Position, UnixMillis};

use crate::home::*;

const ANN: PersonId = PersonId(1_111_111_111_111_111_111);
const BOB: PersonId = PersonId(2_222_222_222_222_222_222);

fn round(number: u32, people: &[(PersonId, i64)]) -> Finish {
    let tally = |&(person, wins)| Tally {
        person,
        name: format!("player {}", person.0 % 10),
        versus: Versus::Anybody,
        counts: vec![(Counter::Rounds, 1), (Counter::Wins, wins)],
    };
    Finish {
        match_number: 1,
        round: Some(number),
        position: Position(1),
        at: UnixMillis(5),
        summary: "{}".to_owned(),
        tallies: people.iter().map(tally).collect(),
        replay: None,
    }
}

/// Who won how often, in all guilds.
async fn wins(store: &dyn Store) -> Vec<(PersonId, i64)> {
    let best = store.leaderboard(Ranking::top10(GameKind::Tractor, Reach::Everywhere));
    let best = best.await.unwrap().into_iter();
    best.map(|row| (row.person, row.part)).collect()
}

/// Runs statements as another program does; nothing over memory, where there is none.
async fn by_hand(home: &Home, sql: &str) -> bool {
    match home {
        Home::Memory(_) => return false,
        Home::Sqlite(_) => {
            let mut connection = sqlx::SqliteConnection::connect(&home.url()).await.unwrap();
            connection.execute(sqlx::raw_sql(sql)).await.unwrap();
        }
        #[cfg(feature = "postgres")]
        Home::Postgres(url) => {
            use sqlx::ConnectOptions as _;
            let options = postgres::options(url).unwrap();
            let mut connection = options.connect().await.unwrap();
            connection.execute(sqlx::raw_sql(sql)).await.unwrap();
        }
    }
    true
}

pub async fn another_version_counts_on_in_all_guilds(home: &Home) {
    let store = home.owner().await;
    for (key, guild, people) in [(1, 7, [(ANN, 1), (BOB, 0)]), (2, 8, [(ANN, 0), (BOB, 3)])] {
        let claim = store.open_table(table_in(key, guild)).await.unwrap();
        let counted = store.record(claim.table(), round(1, &people)).await;
        assert_eq!(counted, Ok(true));
    }
    assert_eq!(wins(&*store).await, [(BOB, 3), (ANN, 1)]);
    let insert = "INSERT INTO counters (game, guild, person, versus, counter, value) VALUES";
    for (sql, expected) in [
        (
            format!("{insert} ('tractor', 9, {}, '', 'wins', 4)", ANN.0),
            vec![(ANN, 5), (BOB, 3)],
        ),
        (
            format!(
                "{insert} ('tractor', 8, {}, '', 'wins', 4) \
                 ON CONFLICT (game, guild, person, versus, counter) \
                 DO UPDATE SET value = counters.value + excluded.value",
                BOB.0
            ),
            vec![(BOB, 7), (ANN, 5)],
        ),
        (
            "UPDATE counters SET value = 9223372036854775807 WHERE guild = 9".to_owned(),
            vec![(BOB, 7), (ANN, 1)],
        ),
        (
            "UPDATE counters SET value = 2 WHERE guild = 9".to_owned(),
            vec![(BOB, 7), (ANN, 3)],
        ),
        (
            "DELETE FROM counters WHERE guild = 8".to_owned(),
            vec![(ANN, 3)],
        ),
        (
            format!("DELETE FROM counters WHERE person = {}", ANN.0),
            vec![],
        ),
    ] {
        if by_hand(home, &sql).await {
            assert_eq!(wins(&*store).await, expected, "{sql}");
            let findings = store.examine().await.unwrap();
            let of_totals = |finding: &Finding| finding.place.starts_with("totals");
            assert!(!findings.iter().any(of_totals), "{sql}: {findings:?}");
        }
    }
}

pub async fn a_wrong_total_is_found_and_added_up_with_the_next_round(home: &Home) {
    let store = home.owner().await;
    let claim = store.open_table(table_in(1, 7)).await.unwrap();
    let mut number = 0;
    for (sql, finding) in [
        ("UPDATE totals SET value = 77 WHERE counter = 'wins'", true),
        ("UPDATE totals SET value = 9223372036854775807", true),
        ("DELETE FROM totals", true),
        ("SELECT 1", false),
    ] {
        number += 1;
        let counted = store.record(claim.table(), round(number, &[(ANN, 1)]));
        assert_eq!(counted.await, Ok(true));
        assert_eq!(wins(&*store).await, [(ANN, i64::from(number))]);
        if by_hand(home, sql).await {
            let findings = store.examine().await.unwrap();
            assert_eq!(!findings.is_empty(), finding, "{sql}: {findings:?}");
            let named = |finding: &Finding| finding.place == "totals.value";
            assert!(findings.iter().all(named), "{sql}: {findings:?}");
        }
    }
}

/// Two processes that count for the same people at once, named in opposite orders.
pub async fn processes_that_count_for_the_same_people_wait_for_each_other(home: &Home) {
    const TIMES: u32 = 40;
    let owner = home.owner().await;
    let mut both = Vec::new();
    for (key, store) in [(1, Arc::clone(&owner)), (2, home.process().await)] {
        let claim = owner.open_table(table_in(key, key)).await.unwrap();
        let mut people = [(ANN, 1), (BOB, 1)];
        if key == 2 {
            people.reverse();
        }
        both.push(tokio::spawn(async move {
            for number in 1..=TIMES {
                let counted = store.record(claim.table(), round(number, &people)).await;
                assert_eq!(counted, Ok(true));
            }
        }));
    }
    for counting in both {
        counting.await.unwrap();
    }
    let all = i64::from(TIMES) * 2;
    assert_eq!(wins(&*owner).await, [(ANN, all), (BOB, all)]);
    assert_eq!(owner.examine().await.unwrap(), []);
}
