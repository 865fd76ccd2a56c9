//! Sums over all guilds: they are what the sums of each guild add up to, whoever counts.

use std::sync::Arc;

use sqlx::{Connection as _, Executor as _};
use tractor_bot::game::GameKind;
use tractor_bot::store::*;
use tractor_bot::table::PersonId;

use crate::home::*;

const ANN: PersonId = PersonId(1_111_111_111_111_111_111);
const BOB: PersonId = PersonId(2_222_222_222_222_222_222);

fn round(number: u32, people: &[(PersonId, i64)]) -> Finish {
    let tally = |&(person, wins)| tally(person, &[(Counter::Rounds, 1), (Counter::Wins, wins)]);
    finish(1, Some(number), people.iter().map(tally).collect())
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
            "DELETE FROM counters WHERE counter LIKE '%@%'".to_owned(),
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
            let of_totals = |finding: &DamagedEntry| finding.place.starts_with("totals");
            assert!(!findings.iter().any(of_totals), "{sql}: {findings:?}");
        }
    }
}

pub async fn a_wrong_total_is_found_and_added_up_with_the_next_round(home: &Home) {
    let store = home.owner().await;
    let claim = store.open_table(table_in(1, 7)).await.unwrap();
    let mut number = 0;
    for (sql, finding) in [
        ("UPDATE totals SET wins = 77", true),
        ("UPDATE totals SET wins = 9223372036854775807", true),
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
            let named = |finding: &DamagedEntry| finding.place == "totals";
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

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % end
    }
}

/// The person of this number.
fn person(number: u64) -> PersonId {
    PersonId(1_100_000_000_000_000_000 + number)
}

/// Counts everything that can be counted for twelve people in three guilds.
async fn count_everything(store: &dyn Store, seed: u64) {
    let mut dice = Dice(seed);
    for key in 0..9 {
        let new = NewTable {
            game: GameKind::ALL[key as usize % GameKind::ALL.len()],
            ..table_in(key, 7 + key / 3)
        };
        let claim = store.open_table(new).await.unwrap();
        for number in 1..=6 {
            let tallies = (0..4).map(|_| PersonTally {
                versus: match dice.below(4) {
                    0 => Versus::Person(person(dice.below(12))),
                    1 => Versus::Computer("3".to_owned()),
                    _ => Versus::Anybody,
                },
                person: person(dice.below(12)),
                name: "player".to_owned(),
                counts: Counter::ALL
                    .map(|counter| (counter, dice.below(4) as i64 - 1))
                    .to_vec(),
            });
            let finish = Finish {
                tallies: tallies.collect(),
                ..round(number, &[])
            };
            assert_eq!(store.record(claim.table(), finish).await, Ok(true));
        }
    }
}

/// Every leaderboard that can be asked for, and a few more.
async fn leaderboards(store: &dyn Store) -> Vec<(Ranking, Vec<LeaderboardRow>)> {
    let mut all = Vec::new();
    let ranked = Counter::ALL
        .into_iter()
        .filter(|counter| counter.is_ranked());
    let sums: Vec<Measure> = ranked
        .map(|counter| Measure::sum(counter.name(), counter))
        .collect();
    for game in GameKind::ALL {
        for by in Measure::of(game).iter().chain(&sums).copied() {
            for reach in [Reach::Everywhere, Reach::Guild(GuildId(7))] {
                for (at_least, limit) in [(1, 100), (5, 100), (0, 1), (9, 3)] {
                    let ranking = Ranking {
                        game,
                        by,
                        reach,
                        at_least,
                        limit,
                    };
                    let board = store.leaderboard(ranking).await.unwrap();
                    all.push((ranking, board));
                }
            }
        }
    }
    all
}

pub async fn everybody_is_ranked_as_in_memory(home: &Home) {
    let (memory, store) = (Home::memory().owner().await, home.owner().await);
    let seed = 2_026;
    count_everything(&*memory, seed).await;
    count_everything(&*store, seed).await;
    for forgotten in [0, 5] {
        let mut lines = 0;
        let expected = leaderboards(&*memory).await;
        for ((ranking, expected), (_, board)) in
            expected.into_iter().zip(leaderboards(&*store).await)
        {
            assert_eq!(board, expected, "{ranking:?}");
            lines += board.len();
        }
        assert!(lines > 1_000, "{lines}");
        assert_eq!(store.examine().await, Ok(vec![]));
        for store in [&memory, &store] {
            store.forget(person(forgotten)).await.unwrap();
        }
    }
}

/// PostgreSQL finds the best of everybody by an index; without one it would still be right, and slow.
#[cfg(feature = "postgres")]
#[tokio::test]
async fn every_measure_has_its_index() {
    use sqlx::ConnectOptions as _;
    let Some(home) = Home::postgres("every_measure_has_its_index").await else {
        return;
    };
    home.process().await;
    let options = postgres::options(&home.url()).unwrap();
    let mut connection = options.connect().await.unwrap();
    let measures = GameKind::ALL.into_iter().flat_map(Measure::of);
    for Measure { part, per, .. } in measures {
        let per = per.map_or(String::new(), |per| format!("_per_{}", per.name()));
        let name = format!("totals_by_{}{per}", part.name());
        let there = "SELECT to_regclass($1) IS NOT NULL";
        let there = sqlx::query_scalar(there).bind(&name);
        let there: bool = there.fetch_one(&mut connection).await.unwrap();
        assert!(there, "{name}");
    }
}
