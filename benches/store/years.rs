//! What people ask of a store in which a million rounds were finished, how long ratings of all of them take to be worked
//! out again, and what one more round costs.

use std::sync::Arc;
use std::time::Instant;

use tractor_bot::game::GameKind;
use tractor_bot::store::*;
use tractor_bot::table::{GuildId, PersonId, Position, UnixMillis};

use super::home::by_hand;
use super::{open, record};

/// What a million rounds of `people` people in servers of ten leave behind, one in ten of them
/// in a second server: sums of all time and of twelve months, results and names. Understood by both
/// databases.
fn years(people: u64) -> Vec<String> {
    let numbers = |last: u64| {
        format!(
            "WITH RECURSIVE n(i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {last}), \
             member(person, guild, i) AS (\
             SELECT {PERSON} + i, {GUILD} + i / 10 * 4194304, i FROM n UNION ALL \
             SELECT {PERSON} + i, {GUILD} + (i / 10 + 1) % ({people} / 10) * 4194304, i \
             FROM n WHERE i % 10 = 3)"
        )
    };
    let sums = |game: &str, counters: &str| {
        format!(
            "INSERT INTO counters (game, guild, person, versus, counter, value) {} \
             SELECT '{game}', guild, person, '', counter, i * 7919 % (2 * mean) + 1 \
             FROM member, (VALUES {counters}) AS c(counter, mean)",
            numbers(people - 1)
        )
        .replace(
            "(VALUES",
            "(SELECT '' AS counter, 0 AS mean WHERE 1 = 0 UNION ALL VALUES",
        )
        .replace(") AS c(counter, mean)", ") AS c")
    };
    let months: Vec<String> = (1..=12)
        .flat_map(|month| [("games", month), ("wins", month)])
        .map(|(what, month)| format!("('{what}@2025-{month:02}', 10)"))
        .collect();
    let months = months.join(",");
    let tractor = "('rounds', 150), ('declarer_rounds', 75), ('declarer_wins', 40), \
                   ('opponent_wins', 35), ('wins', 75), ('levels', 120), ('points', 3000), \
                   ('throws', 20), ('throws_failed', 5), ('matches', 12), ('matches_won', 6)";
    let uno = "('games', 50), ('wins', 15), ('points', 2000), ('seconds', 15000)";
    let tables = people * 2;
    vec![
        sums("tractor", tractor),
        sums("tractor", &months),
        sums("uno", uno),
        sums("uno", &months),
        format!(
            "INSERT INTO counters (game, guild, person, versus, counter, value) {} \
             SELECT 'ttt', guild, person, \
             'person:' || CAST(person - i % 10 + (i + k) % 10 AS TEXT), 'games', i % 20 + 1 \
             FROM member, (SELECT 1 AS k UNION ALL SELECT 2 UNION ALL SELECT 3) AS c",
            numbers(people - 1)
        ),
        format!(
            "INSERT INTO people (person, name, seen) {} SELECT {PERSON} + i, 'player', 20000 FROM n",
            numbers(people - 1)
        ),
        format!(
            "INSERT INTO tables (channel, opening, guild, bucket, game, header, seal, state, \
             opened_at, ended_at, packed) {} \
             SELECT {GUILD} + i % {people}, 10000 + i, {GUILD}, {GUILD} / 4194304, 'tractor', '{{}}', '', \
             'closed', 1, 2, 1 FROM n",
            numbers(tables - 1)
        ),
        format!(
            "INSERT INTO finished (table_id, match_number, round_number, channel, guild, game, \
             position, at, summary) {} SELECT id, i / 13 + 1, i % 13, channel, \
             {GUILD} + id % ({people} / 10) * 4194304, game, i, \
             1760000000000 + (id * 25 + i) * 31536, {} FROM tables, n WHERE tables.packed = 1",
            numbers(25),
            rated_summary(people)
        ),
        "INSERT INTO rated (table_id, match_number, round_number, number, weight, before) \
         SELECT table_id, match_number, round_number, table_id, 1000, '{\"all\":[]}' FROM finished \
         WHERE game = 'tractor'"
            .to_owned(),
    ]
}

/// The result of a round of four out of a circle of ten, in SQL: by the number of its table and its own, `i`.
fn rated_summary(people: u64) -> String {
    let player = |seat: u64| {
        format!(
            r#"{{"seat":{seat},"name":"player","person":' || CAST({PERSON} + id % ({people} / 10) * 10 + (i + {}) % 10 AS TEXT) || '}}"#,
            seat * 3
        )
    };
    let side = |place: &str, first: u64| {
        let (one, other) = (player(first), player(first + 2));
        format!(r#"{{"place":' || CAST({place} AS TEXT) || ',"players":[{one},{other}]}}"#)
    };
    let first = side("(id + i * i) % 2", 0);
    let second = side("1 - (id + i * i) % 2", 1);
    format!(
        r#"'{{"declarers":[1,2],"points":85,"levels":1,"length":1234567890,"rated":{{"sides":[{first},{second}]}}}}'"#
    )
}

/// The first person and the first server of those who played for years.
const PERSON: i64 = 1_100_000_000_000_000_000;
const GUILD: i64 = 4_194_304 * 200_000_000_000;

/// Prints the median time of a question that a store of this name is asked again and again.
async fn ask<T>((name, times): (&str, u32), what: &str, question: impl AsyncFn(u32) -> T) {
    let mut all = Vec::new();
    for time in 0..times {
        let begun = Instant::now();
        std::hint::black_box(question(time).await);
        all.push(begun.elapsed());
    }
    all.sort_unstable();
    let at = |part: usize| all[(all.len() - 1) * part / 100].as_secs_f64() * 1_000.0;
    let (half, most) = (at(50), at(90));
    println!("{name:<10} {what:<37} p50 {half:>7.3} ms, p90 {most:>7.3} ms");
}

/// What people ask of a store with a million rounds, and what one more round costs.
pub async fn statistics(name: &str, store: &Arc<Db>, url: &str, people: u64, times: u32) {
    for sql in years(people) {
        by_hand(url, &sql).await;
    }
    if url.starts_with("postgres") {
        by_hand(url, "ANALYZE").await;
    }
    let (often, seldom) = ((name, times), (name, times / 10 + 1));
    let guild = |time: u32| GuildId((GUILD + i64::from(time % 7) * 4_194_304) as u64);
    let board = async |by: usize, reach: Reach| {
        let by = Measure::of(GameKind::Tractor)[by];
        let top10 = Ranking::top10(GameKind::Tractor, reach);
        let ranking = Ranking {
            by,
            at_least: if by.per.is_some() { 5 } else { 1 },
            ..top10
        };
        let rows = store.leaderboard(ranking).await.expect("a leaderboard");
        assert_eq!(rows.len(), 10);
    };
    let server = async |time| board(0, Reach::Guild(guild(time))).await;
    ask(often, "leaderboard of a server", server).await;
    let ratio = async |time| board(2, Reach::Guild(guild(time))).await;
    ask(often, "leaderboard of a server, a ratio", ratio).await;
    let everywhere = async |_| board(0, Reach::Everywhere).await;
    ask(seldom, "leaderboard of all", everywhere).await;
    let points = async |_| board(6, Reach::Everywhere).await;
    ask(seldom, "leaderboard of all, by points", points).await;
    let ratio = async |_| board(2, Reach::Everywhere).await;
    ask(seldom, "leaderboard of all, a ratio", ratio).await;
    let stats = async |time: u32| {
        let person = PersonId((PERSON + i64::from(time % 50)) as u64);
        let stats = store.stats(person, Reach::Everywhere).await;
        assert_eq!(stats.expect("statistics").names.len(), 3);
    };
    ask(often, "statistics of a person", stats).await;
    let begun = Instant::now();
    let rebuilt = store.rebuild_ratings().await.expect("ratings");
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{name:<10} ratings of {} people from {} rounds in {seconds:.1} s",
        rebuilt.people, rebuilt.rounds
    );
    let profile = async |time: u32| {
        let person = PersonId((PERSON + i64::from(time % 50)) as u64);
        let stats = store.stats(person, Reach::Everywhere).await;
        let standings = store.standings(person).await;
        let days = store.daily_days(person).await;
        assert!(stats.is_ok() && standings.is_ok() && days.is_ok());
    };
    ask(often, "what a profile asks for", profile).await;
    for (what, everywhere) in [("a server", false), ("all", true)] {
        let best = async |time: u32| {
            let reach = match everywhere {
                true => Reach::Everywhere,
                false => Reach::Guild(guild(time)),
            };
            let best = store.best_rated(GameKind::Tractor, reach, 10).await;
            assert_eq!(best.expect("a leaderboard").len(), 10);
        };
        ask(often, &format!("leaderboard of {what}, by rating"), best).await;
    }
    finish_rounds(name, store, url, people, times).await;
}

/// How long the log of an SQLite file is, in bytes; `None` for another kind of store.
fn log_of(url: &str) -> Option<u64> {
    let file = url.strip_prefix("sqlite://")?;
    let log = std::fs::metadata(format!("{file}-wal"));
    Some(log.expect("an open file has a log").len())
}

/// What is counted of everybody in a round.
const COUNTED: &[Counter] = &[
    Counter::Rounds,
    Counter::DeclarerRounds,
    Counter::DeclarerWins,
    Counter::Wins,
    Counter::Levels,
    Counter::Points,
    Counter::Throws,
];

/// Appends entries that finish a round of four people each.
async fn finish_rounds(name: &str, store: &Arc<Db>, url: &str, people: u64, times: u32) {
    let tables = open(store, 1, 5_000_000).await;
    let finish = async |time: u32| {
        let tally = |seat: i64| PersonTally {
            person: PersonId((PERSON + (i64::from(time) * 40 + seat * 7) % people as i64) as u64),
            name: format!("player {seat}"),
            versus: Versus::Anybody,
            counts: COUNTED.iter().map(|counter| (*counter, 1)).collect(),
        };
        let finish = Finish {
            match_number: 1,
            round: Some(time + 1),
            position: Position(u64::from(time) + 1),
            at: UnixMillis(1_760_000_000_000),
            summary: "{}".to_owned(),
            tallies: (0..4).map(tally).collect(),
            daily: None,
        };
        let entry = NewEntry {
            record: record(u64::from(time) + 1),
            finished: vec![finish],
            snapshot: None,
        };
        store.append(tables[0], entry).await.expect("an append");
    };
    ask((name, times), "an entry that finishes a round", finish).await;
    if log_of(url).is_some() {
        // Few enough that the log is not begun anew meanwhile.
        const ROUNDS: u32 = 10;
        by_hand(url, "PRAGMA wal_checkpoint(TRUNCATE)").await;
        for time in times..times + ROUNDS {
            finish(time).await;
        }
        let bytes = log_of(url).unwrap_or_default() / u64::from(ROUNDS);
        println!("{name:<10} an entry that finishes a round writes {bytes} bytes of log");
    }
}
