//! Statistics, history and forgetting.

use std::collections::BTreeMap;

use tractor_bot::game::GameKind;
use tractor_bot::store::about::KeptSum;
use tractor_bot::store::*;
use tractor_bot::table::{PersonId, TableKey, UnixMillis};

use crate::home::*;

/// Ids as Discord gives them; smaller ones are not looked for in journals.
const ANN: PersonId = PersonId(1_111_111_111_111_111_111);
const BOB: PersonId = PersonId(2_222_222_222_222_222_222);
const CAT: PersonId = PersonId(3_333_333_333_333_333_333);

pub async fn a_finished_round_counts_once(home: &Home) {
    let store = home.owner().await;
    let claim = store.open_table(table(5)).await.unwrap();
    let id = claim.table();
    let wins = |count| vec![tally(ANN, &[(Counter::Wins, count)])];
    let round = finish(1, Some(1), wins(1));
    let append = store
        .append(claim, ending(claim, 1, vec![round.clone()]))
        .await;
    append.unwrap();
    assert_eq!(store.record(id, round).await, Ok(false));
    let refused = ending(claim, 1, vec![finish(1, Some(2), wins(10))]);
    assert!(store.append(claim, refused).await.is_err());
    assert_eq!(store.record(id, finish(1, None, wins(100))).await, Ok(true));
    assert_eq!(
        store.record(id, finish(1, None, wins(100))).await,
        Ok(false)
    );
    let sum = async || {
        let stats = store.stats(ANN, Reach::Everywhere).await.unwrap();
        stats.total(GameKind::Tractor, Counter::Wins)
    };
    assert_eq!(sum().await, 101, "a refused entry counts nothing");
    let next = store.append(
        claim,
        ending(claim, 2, vec![finish(1, Some(2), wins(1_000))]),
    );
    next.await.unwrap();
    assert_eq!(sum().await, 1_101);
    let missing = table(5).table;
    let answer = store.record(missing, finish(1, None, vec![])).await;
    assert_eq!(answer, Err(StoreError::Missing { table: missing }));
}

pub async fn history_is_listed_latest_first(home: &Home) {
    let store = home.owner().await;
    let mut tables = Vec::new();
    for (key, matches) in [(5, 2), (6, 1), (5, 1)] {
        let claim = store.open_table(table(key)).await.unwrap();
        for number in 1..=matches {
            for round in [Some(1), Some(2), None] {
                let counted = store.record(claim.table(), finish(number, round, vec![]));
                assert_eq!(counted.await, Ok(true));
            }
        }
        store.close_table(claim, UnixMillis(9)).await.unwrap();
        tables.push(claim.table());
    }
    let list = async |skip, limit| -> Vec<(usize, u32, Option<u32>)> {
        let list = store.history(TableKey(5), skip, limit).await.unwrap();
        let line = |finished: &Finished| {
            assert_eq!(finished.game, GameKind::Tractor);
            let number = finished.match_number;
            assert_eq!(finished.summary, format!("{{\"match\":{number}}}"));
            let table = tables.iter().position(|table| *table == finished.table);
            (table.unwrap(), number, finished.round)
        };
        list.iter().map(line).collect()
    };
    let all = [
        (2, 1, None),
        (2, 1, Some(2)),
        (2, 1, Some(1)),
        (0, 2, None),
        (0, 2, Some(2)),
        (0, 2, Some(1)),
        (0, 1, None),
        (0, 1, Some(2)),
        (0, 1, Some(1)),
    ];
    assert_eq!(list(0, 100).await, all);
    assert_eq!(list(2, 3).await, all[2..5]);
    assert_eq!(list(9, 3).await, []);
}

pub async fn people_are_ranked_by_sums_and_ratios(home: &Home) {
    let store = home.owner().await;
    let mut number = 0;
    for (guild, person, games, wins, points) in [
        (7, ANN, 4, 2, 300),
        (8, ANN, 6, 1, 0),
        (7, BOB, 2, 2, 90),
        (8, CAT, 1, 1, 45),
    ] {
        number += 1;
        let new = NewTable {
            game: GameKind::Uno,
            ..table_in(number, guild)
        };
        let claim = store.open_table(new).await.unwrap();
        let counts = [
            (Counter::Games, games),
            (Counter::Wins, wins),
            (Counter::Points, points),
        ];
        let finish = finish(1, None, vec![tally(person, &counts)]);
        store.record(claim.table(), finish).await.unwrap();
    }
    let seven = Reach::Guild(GuildId(7));
    let check = async |by: &str, reach, at_least, limit, expected: &[(PersonId, f64)]| {
        let ranking = Ranking {
            game: GameKind::Uno,
            by: Measure::named(GameKind::Uno, by).unwrap(),
            reach,
            at_least,
            limit,
        };
        let board = store.leaderboard(ranking).await.unwrap();
        let line = |standing: &LeaderboardRow| {
            assert_eq!(standing.name, format!("player {}", standing.person.0 % 10));
            let value = ranking.by.value(standing.part, standing.whole);
            (standing.person, value.unwrap())
        };
        let board: Vec<_> = board.iter().map(line).collect();
        assert_eq!(board, expected, "{by}");
    };
    let all = Reach::Everywhere;
    check("wins", all, 1, 10, &[(ANN, 3.0), (BOB, 2.0), (CAT, 1.0)]).await;
    check("games", all, 1, 1, &[(ANN, 10.0)]).await;
    check("pw", all, 1, 10, &[(BOB, 100.0), (CAT, 100.0), (ANN, 30.0)]).await;
    check("pw", all, 2, 10, &[(BOB, 100.0), (ANN, 30.0)]).await;
    check("pw", seven, 1, 10, &[(BOB, 100.0), (ANN, 50.0)]).await;
    check("ppg", all, 1, 2, &[(BOB, 45.0), (CAT, 45.0)]).await;
    check("points", seven, 1, 10, &[(ANN, 300.0), (BOB, 90.0)]).await;
    let top10 = Ranking::top10(GameKind::Tractor, all);
    assert_eq!(store.leaderboard(top10).await, Ok(vec![]));
    let stats = store.stats(ANN, seven).await.unwrap();
    let pw = Measure::named(GameKind::Uno, "pw").unwrap();
    assert_eq!(stats.measure(GameKind::Uno, pw), Some(50.0));
    assert_eq!(stats.measure(GameKind::TicTacToe, pw), None);
}

/// Three rounds and the end of a match of tractor, two rounds of UNO and two games of
/// tic-tac-toe, added up by hand below.
fn series() -> Vec<(GameKind, u64, Finish)> {
    use Counter::*;
    let round = |round, tallies| finish(1, Some(round), tallies);
    let declarer = |person, won: bool, levels, points| {
        let counts = [
            (Rounds, 1),
            (DeclarerRounds, 1),
            (DeclarerWins, won.into()),
            (Wins, won.into()),
            (Levels, levels),
            (Points, points),
        ];
        tally(person, &counts)
    };
    let opponent = |person, won: bool, levels, points| {
        let counts = [
            (Rounds, 1),
            (OpponentWins, won.into()),
            (Wins, won.into()),
            (Levels, levels),
            (Points, points),
        ];
        tally(person, &counts)
    };
    let throws = |person, tried, failed| tally(person, &[(Throws, tried), (ThrowsFailed, failed)]);
    let matches = |person, won| tally(person, &[(Matches, 1), (MatchesWon, won)]);
    let shed = |person, won: bool, points, seconds| {
        let counts = [
            (Games, 1),
            (Wins, won.into()),
            (Points, points),
            (Seconds, seconds),
        ];
        tally(person, &counts)
    };
    let noughts = |versus, won: bool, draw: bool| PersonTally {
        versus,
        ..tally(ANN, &[(Games, 1), (Wins, won.into()), (Draws, draw.into())])
    };
    use GameKind::*;
    vec![
        (
            Tractor,
            7,
            round(
                1,
                vec![
                    declarer(ANN, true, 1, 25),
                    opponent(BOB, false, 0, 40),
                    throws(ANN, 2, 1),
                ],
            ),
        ),
        (
            Tractor,
            7,
            round(
                2,
                vec![declarer(ANN, false, 0, 10), opponent(BOB, true, 2, 130)],
            ),
        ),
        (
            Tractor,
            7,
            round(
                3,
                vec![
                    declarer(BOB, true, 3, 55),
                    opponent(ANN, false, 0, 0),
                    throws(BOB, 1, 0),
                ],
            ),
        ),
        (
            Tractor,
            7,
            finish(1, None, vec![matches(ANN, 0), matches(BOB, 1)]),
        ),
        (
            Uno,
            7,
            round(1, vec![shed(ANN, true, 64, 300), shed(BOB, false, 0, 300)]),
        ),
        (
            Uno,
            9,
            round(1, vec![shed(ANN, false, 0, 120), shed(CAT, true, 117, 120)]),
        ),
        (
            TicTacToe,
            7,
            round(1, vec![noughts(Versus::Computer("5".into()), false, true)]),
        ),
        (
            TicTacToe,
            7,
            round(2, vec![noughts(Versus::Person(BOB), true, false)]),
        ),
    ]
}

pub async fn a_fixed_series_adds_up(home: &Home) {
    let store = home.owner().await;
    let mut claims = BTreeMap::new();
    for (game, guild, finish) in series() {
        let key = guild * 10 + claims.len() as u64;
        let (claim, length) = match claims.get_mut(&(game, guild)) {
            Some(open) => open,
            None => {
                let new = NewTable {
                    game,
                    ..table_in(key, guild)
                };
                let claim = store.open_table(new).await.unwrap();
                claims.entry((game, guild)).or_insert((claim, 0))
            }
        };
        *length += 1;
        store
            .append(*claim, ending(*claim, *length, vec![finish.clone()]))
            .await
            .unwrap();
        // Again after a restart, say: nothing more is counted.
        assert_eq!(store.record(claim.table(), finish).await, Ok(false));
    }
    by_hand(&*store).await;
}

/// The sums of [`series`], worked out on paper.
async fn by_hand(store: &dyn Store) {
    use Counter::*;
    use GameKind::*;
    let check = async |person, reach, game, expected: &[(Counter, i64)]| {
        let stats = store.stats(person, reach).await.unwrap();
        for counter in Counter::ALL.iter().copied() {
            let expected = expected.iter().find(|(of, _)| *of == counter);
            let expected = expected.map_or(0, |(_, value)| *value);
            assert_eq!(stats.total(game, counter), expected, "{game:?} {counter:?}");
        }
    };
    let all = Reach::Everywhere;
    let (seven, nine) = (Reach::Guild(GuildId(7)), Reach::Guild(GuildId(9)));
    let ann = [
        (Rounds, 3),
        (DeclarerRounds, 2),
        (DeclarerWins, 1),
        (Wins, 1),
        (Levels, 1),
        (Points, 35),
        (Throws, 2),
        (ThrowsFailed, 1),
        (Matches, 1),
    ];
    check(ANN, all, Tractor, &ann).await;
    check(ANN, nine, Tractor, &[]).await;
    let bob = [
        (Rounds, 3),
        (DeclarerRounds, 1),
        (DeclarerWins, 1),
        (OpponentWins, 1),
        (Wins, 2),
        (Levels, 5),
        (Points, 225),
        (Throws, 1),
        (Matches, 1),
        (MatchesWon, 1),
    ];
    check(BOB, seven, Tractor, &bob).await;
    let uno = |games, wins, points, seconds| {
        [
            (Games, games),
            (Wins, wins),
            (Points, points),
            (Seconds, seconds),
        ]
    };
    check(ANN, all, Uno, &uno(2, 1, 64, 420)).await;
    check(ANN, seven, Uno, &uno(1, 1, 64, 300)).await;
    check(ANN, nine, Uno, &uno(1, 0, 0, 120)).await;
    check(CAT, all, Uno, &uno(1, 1, 117, 120)).await;
    check(ANN, all, TicTacToe, &[(Games, 2), (Wins, 1), (Draws, 1)]).await;
    let stats = store.stats(ANN, all).await.unwrap();
    for (game, games, wins) in [(Tractor, 3, 1), (Uno, 2, 1), (TicTacToe, 2, 1)] {
        let months = stats.months[&game].values();
        let sum = months.fold((0, 0), |sum, month| {
            (sum.0 + month.games, sum.1 + month.wins)
        });
        assert_eq!(sum, (games, wins), "{game:?} in its months");
    }
    let measure = |game, name| stats.measure(game, Measure::named(game, name).unwrap());
    assert_eq!(measure(Uno, "pw"), Some(50.0));
    assert_eq!(measure(Uno, "ppg"), Some(32.0));
    assert_eq!(measure(Tractor, "failed"), Some(50.0));
    let versus = |versus| stats.sums[&(TicTacToe, versus)][&Wins];
    assert_eq!(versus(Versus::Person(BOB)), 1);
    assert_eq!(versus(Versus::Computer("5".into())), 0);
    let name = format!("player {}", BOB.0 % 10);
    assert_eq!(stats.names.get(&BOB), Some(&name));
}

pub async fn a_forgotten_person_leaves_no_trace(home: &Home) {
    let store = home.owner().await;
    let sit = |person: PersonId, name: &str| {
        let id = person.0;
        format!(r#"{{"sit":{{"name":"{name}","person":{id},"seat":1}}}}"#)
    };
    let against = |person, versus| PersonTally {
        versus: Versus::Person(versus),
        ..tally(person, &[(Counter::Rounds, 1), (Counter::Wins, 1)])
    };
    let summary = Finish {
        summary: format!("[{},{}]", ANN.0, BOB.0),
        ..finish(1, None, vec![against(ANN, BOB), against(BOB, ANN)])
    };
    let mut claims = Vec::new();
    for key in [5, 6] {
        let claim = store.open_table(table(key)).await.unwrap();
        let first = entry_of(claim, 1, &sit(ANN, "Ann"));
        store.append(claim, first).await.unwrap();
        let second = NewEntry {
            finished: vec![summary.clone()],
            ..entry_of(claim, 2, &sit(BOB, "Bob"))
        };
        store.append(claim, second).await.unwrap();
        claims.push(claim);
    }
    store.close_table(claims[0], UnixMillis(9)).await.unwrap();
    let mine = Scope::Person(ANN);
    store
        .set_setting(mine, "style", Some("emoji"))
        .await
        .unwrap();

    let kept = store.about(ANN).await.unwrap();
    assert_eq!(kept.name.as_deref(), Some("player 1"));
    assert_eq!(kept.settings["style"], "emoji");
    assert_eq!(kept.finished.len(), 2);
    let won = |sum: &&KeptSum| sum.counter == "wins" && !sum.versus.is_empty();
    assert!(kept.sums.iter().any(|sum| won(&sum)), "{kept:?}");
    let stranger = store.about(PersonId(ANN.0 + 1)).await.unwrap();
    assert_eq!(stranger, KeptAbout::default());

    assert_eq!(store.forget(ANN).await, Ok(1));
    assert_eq!(store.forget(ANN).await, Ok(0));
    let none = store.stats(ANN, Reach::Everywhere).await.unwrap();
    assert_eq!(none, Stats::default());
    assert_eq!(store.setting(mine, "style").await, Ok(None));
    let bob = store.stats(BOB, Reach::Everywhere).await.unwrap();
    let versus: Vec<_> = bob.sums.keys().map(|(_, versus)| versus.clone()).collect();
    assert_eq!(versus, [Versus::Person(PersonId(0))]);
    assert!(bob.names.is_empty());
    assert_eq!(bob.total(GameKind::Tractor, Counter::Wins), 2);

    let lines = async |claim: Claim| -> (Vec<String>, bool) {
        let journal = store.journal(claim.table()).await.unwrap();
        let lines = journal.saved.entries.into_iter().map(|entry| entry.line);
        (lines.collect(), journal.saved.altered)
    };
    let nobody = sit(PersonId(1), "");
    let bob = sit(BOB, "Bob");
    let ann = sit(ANN, "Ann");
    assert_eq!(
        lines(claims[0]).await,
        (vec![nobody.clone(), bob.clone()], true)
    );
    assert_eq!(
        lines(claims[1]).await,
        (vec![ann, bob.clone()], false),
        "open"
    );
    store.close_table(claims[1], UnixMillis(9)).await.unwrap();
    assert_eq!(lines(claims[1]).await, (vec![nobody, bob], true));
    for key in [5, 6] {
        let history = store.history(TableKey(key), 0, 1).await.unwrap();
        assert_eq!(history[0].summary, format!("[1,{}]", BOB.0));
    }
    assert_eq!(store.forget(BOB).await, Ok(2));
    for forgotten in [ANN, BOB] {
        let kept = store.about(forgotten).await;
        assert_eq!(kept, Ok(KeptAbout::default()));
    }
    let (lines, altered) = lines(claims[0]).await;
    assert_eq!(lines[1], sit(PersonId(2), ""), "not the same nobody");
    assert!(altered);
}
