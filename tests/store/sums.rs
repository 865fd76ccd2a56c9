//! Statistics, history and forgetting.

use std::collections::BTreeMap;

use tractor_bot::game::GameKind;
use tractor_bot::store::about::KeptSum;
use tractor_bot::store::*;
use tractor_bot::table::{PersonId, TableId, TableKey};

use crate::home::*;

pub async fn a_finished_round_counts_once(home: &Home) {
    let store = home.process().await;
    let id = opened(&store, table(5)).await;
    let wins = |count| vec![tally(ANN, &[(Counter::Wins, count)])];
    let round = finish(1, Some(1), wins(1));
    let first = store.append(id, ending(id, 1, vec![round.clone()]));
    first.await.unwrap();
    assert_eq!(store.record(id, round).await, Ok(false));
    let refused = NewEntry {
        finished: vec![finish(1, Some(2), wins(10))],
        ..entry_of(id, 1, "{}")
    };
    assert!(store.append(id, refused).await.is_err());
    for counts in [true, false] {
        let counted = store.record(id, finish(1, None, wins(100))).await;
        assert_eq!(counted, Ok(counts));
    }
    let sum = async || {
        let stats = store.stats(ANN, Reach::Everywhere).await.unwrap();
        stats.total(GameKind::Tractor, Counter::Wins)
    };
    assert_eq!(sum().await, 101, "a refused entry counts nothing");
    let second = finish(1, Some(2), wins(1_000));
    let next = store.append(id, ending(id, 2, vec![second]));
    next.await.unwrap();
    assert_eq!(sum().await, 1_101);
    let missing = table(5).table;
    let answer = store.record(missing, finish(1, None, vec![])).await;
    assert_eq!(answer, Err(StoreError::Missing(missing)));
}

pub async fn history_is_listed_latest_first(home: &Home) {
    let store = home.process().await;
    let mut tables = Vec::new();
    for (key, matches) in [(5, 2), (6, 1), (5, 1)] {
        let table_id = opened(&store, table(key)).await;
        for number in 1..=matches {
            for round in [Some(1), Some(2), None] {
                let counted = store.record(table_id, finish(number, round, vec![]));
                assert_eq!(counted.await, Ok(true));
            }
        }
        close(&store, table_id).await;
        tables.push(table_id);
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
    let store = home.process().await;
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
        let table_id = opened(&store, new).await;
        let counts = [
            (Counter::Games, games),
            (Counter::Wins, wins),
            (Counter::Points, points),
        ];
        let finish = finish(1, None, vec![tally(person, &counts)]);
        store.record(table_id, finish).await.unwrap();
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

/// Three rounds and the end of a match of tractor, two rounds of UNO and two games of tic-tac-toe: game, guild and
/// round, and what everybody did. They are added up on paper in [`SUMS`].
const SERIES: &str = "\
tractor 7 1: ann rounds declarer_rounds declarer_wins wins levels points=25 throws=2 throws_failed; bob rounds points=40
tractor 7 2: ann rounds declarer_rounds points=10; bob rounds opponent_wins wins levels=2 points=130
tractor 7 3: bob rounds declarer_rounds declarer_wins wins levels=3 points=55 throws; ann rounds
tractor 7 -: ann matches; bob matches matches_won
uno 7 1: ann games wins points=64 seconds=300; bob games seconds=300
uno 9 1: ann games seconds=120; cat games wins points=117 seconds=120
ttt 7 1: ann/5 games draws
ttt 7 2: ann/bob games wins";

/// Game, guild (all of them, if none is named) and person, with all that is not zero.
const SUMS: &str = "\
tractor - ann: rounds=3 declarer_rounds=2 declarer_wins wins levels points=35 throws=2 throws_failed matches
tractor 9 ann:
tractor 7 bob: rounds=3 declarer_rounds declarer_wins opponent_wins wins=2 levels=5 points=225 throws matches matches_won
uno - ann: games=2 wins points=64 seconds=420
uno 7 ann: games wins points=64 seconds=300
uno 9 ann: games seconds=120
uno - cat: games wins points=117 seconds=120
ttt - ann: games=2 wins draws";

fn person(name: &str) -> PersonId {
    match name {
        "ann" => ANN,
        "bob" => BOB,
        _ => CAT,
    }
}

/// What follows a name: counters, each with its number where it is not one.
fn counts<'a>(words: impl Iterator<Item = &'a str>) -> Vec<(Counter, i64)> {
    let count = |word: &str| {
        let (name, number) = word.split_once('=').unwrap_or((word, "1"));
        let mut all = Counter::ALL.iter().copied();
        let counter = all.find(|counter| counter.name() == name);
        (counter.expect("a counter"), number.parse().unwrap())
    };
    words.map(count).collect()
}

fn series() -> impl Iterator<Item = (GameKind, u64, Finish)> {
    SERIES.lines().map(|line| {
        let (head, people) = line.split_once(": ").unwrap();
        let head: Vec<&str> = head.split(' ').collect();
        let tally = |text: &str| {
            let mut words = text.split(' ');
            let (who, versus) = words.next().unwrap().split_once('/').unzip();
            let who = who.unwrap_or(text.split(' ').next().unwrap());
            PersonTally {
                versus: match versus {
                    Some("bob") => Versus::Person(BOB),
                    Some(level) => Versus::Computer(level.into()),
                    None => Versus::Anybody,
                },
                ..tally(person(who), &counts(words))
            }
        };
        let tallies = people.split("; ").map(tally).collect();
        let game = GameKind::of(head[0]).unwrap();
        let guild = head[1].parse().unwrap();
        (game, guild, finish(1, head[2].parse().ok(), tallies))
    })
}

pub async fn a_fixed_series_adds_up(home: &Home) {
    let store = home.process().await;
    let mut table_ids = BTreeMap::new();
    for (game, guild, finish) in series() {
        let key = guild * 10 + table_ids.len() as u64;
        let (table_id, length) = match table_ids.get_mut(&(game, guild)) {
            Some(open) => open,
            None => {
                let new = NewTable {
                    game,
                    ..table_in(key, guild)
                };
                let table_id = opened(&store, new).await;
                table_ids.entry((game, guild)).or_insert((table_id, 0))
            }
        };
        *length += 1;
        store
            .append(*table_id, ending(*table_id, *length, vec![finish.clone()]))
            .await
            .unwrap();
        // Again after a restart, say: nothing more is counted.
        assert_eq!(store.record(*table_id, finish).await, Ok(false));
    }
    by_hand(&store).await;
}

async fn by_hand(store: &Db) {
    use Counter::Wins;
    use GameKind::{TicTacToe, Tractor, Uno};
    let all = Reach::Everywhere;
    for line in SUMS.lines() {
        let (head, sums) = line.split_once(':').unwrap();
        let head: Vec<&str> = head.split(' ').collect();
        let game = GameKind::of(head[0]).unwrap();
        let guild = head[1].parse().map(|guild| Reach::Guild(GuildId(guild)));
        let stats = store.stats(person(head[2]), guild.unwrap_or(all));
        let (stats, expected) = (stats.await.unwrap(), counts(sums.split_whitespace()));
        for counter in Counter::ALL {
            let expected = expected.iter().find(|(of, _)| *of == counter);
            let expected = expected.map_or(0, |(_, value)| *value);
            assert_eq!(stats.total(game, counter), expected, "{line}: {counter:?}");
        }
    }
    let stats = store.stats(ANN, all).await.unwrap();
    for (game, games, wins) in [(Tractor, 3, 1), (Uno, 2, 1), (TicTacToe, 2, 1)] {
        let months = stats.months[&game].values();
        let sum = months.fold((0, 0), |sum, month| {
            (sum.0 + month.games, sum.1 + month.wins)
        });
        assert_eq!(sum, (games, wins), "{game:?} in its months");
    }
    leaderboards_agree(store).await;
    let measure = |game, name| stats.measure(game, Measure::named(game, name).unwrap());
    assert_eq!(measure(Uno, "pw"), Some(50.0));
    assert_eq!(measure(Uno, "ppg"), Some(32.0));
    assert_eq!(measure(Tractor, "failed"), Some(50.0));
    let versus = |versus| {
        let sums = stats.sums.get(&(TicTacToe, versus));
        sums.and_then(|sums| sums.get(&Wins)).copied().unwrap_or(0)
    };
    assert_eq!(versus(Versus::Person(BOB)), 1);
    assert_eq!(versus(Versus::Computer("5".into())), 0);
    let name = format!("player {}", BOB.0 % 10);
    assert_eq!(stats.names.get(&BOB), Some(&name));
}

/// Whoever stands on a leaderboard stands there with what their own statistics say, and nobody is missing.
async fn leaderboards_agree(store: &Db) {
    let reaches = [7, 9].map(|guild| Reach::Guild(GuildId(guild)));
    for reach in [Reach::Everywhere, reaches[0], reaches[1]] {
        for game in GameKind::ALL {
            for by in Measure::of(game) {
                let ranking = Ranking {
                    by: *by,
                    at_least: 1,
                    ..Ranking::top10(game, reach)
                };
                let board = store.leaderboard(ranking).await.unwrap().into_iter();
                let board = board.map(|row| (row.person, by.value(row.part, row.whole)));
                let board = BTreeMap::from_iter(board.filter(|(_, value)| *value != Some(0.0)));
                let mut own = BTreeMap::new();
                for person in [ANN, BOB, CAT] {
                    let stats = store.stats(person, reach).await.unwrap();
                    let value = stats.measure(game, *by);
                    own.extend(
                        value
                            .filter(|value| *value != 0.0)
                            .map(|value| (person, Some(value))),
                    );
                }
                assert_eq!(board, own, "{game:?} by {} in {reach:?}", by.name);
            }
        }
    }
}

pub async fn a_forgotten_person_leaves_no_trace(home: &Home) {
    let store = home.process().await;
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
    let mut table_ids = Vec::new();
    for key in [5, 6] {
        let table_id = opened(&store, table(key)).await;
        let first = entry_of(table_id, 1, &sit(ANN, "Ann"));
        store.append(table_id, first).await.unwrap();
        let second = NewEntry {
            finished: vec![summary.clone()],
            ..entry_of(table_id, 2, &sit(BOB, "Bob"))
        };
        store.append(table_id, second).await.unwrap();
        table_ids.push(table_id);
    }
    close(&store, table_ids[0]).await;
    let mine = Scope::Person(ANN);
    set(&store, mine, "style", "emoji").await;

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

    let lines = async |table_id: TableId| -> (Vec<String>, bool) {
        let journal = store.journal(table_id).await.unwrap();
        let lines = journal.saved.entries.into_iter().map(|entry| entry.line);
        (lines.collect(), journal.saved.altered)
    };
    let nobody = sit(PersonId(1), "");
    let bob = sit(BOB, "Bob");
    let ann = sit(ANN, "Ann");
    let forgotten = (vec![nobody, bob.clone()], true);
    assert_eq!(lines(table_ids[0]).await, forgotten);
    assert_eq!(lines(table_ids[1]).await, (vec![ann, bob], false), "open");
    close(&store, table_ids[1]).await;
    assert_eq!(lines(table_ids[1]).await, forgotten);
    for key in [5, 6] {
        let history = store.history(TableKey(key), 0, 1).await.unwrap();
        assert_eq!(history[0].summary, format!("[1,{}]", BOB.0));
    }
    assert_eq!(store.forget(BOB).await, Ok(2));
    for forgotten in [ANN, BOB] {
        let kept = store.about(forgotten).await;
        assert_eq!(kept, Ok(KeptAbout::default()));
    }
    let (lines, altered) = lines(table_ids[0]).await;
    assert_eq!(lines[1], sit(PersonId(2), ""), "not the same nobody");
    assert!(altered);
}
