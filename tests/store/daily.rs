//! The deals of the days.

use tractor_bot::chance::Seed;
use tractor_bot::store::*;
use tractor_bot::table::{PersonId, TableId, UnixMillis};

use crate::home::*;

/// The day of all tests, and a time in it.
const DAY: u32 = 20_000;
const NOON: u64 = DAY as u64 * 86_400_000 + 43_200_000;

fn score(levels: i32, points: u32) -> DailyScore {
    DailyScore {
        levels,
        points,
        declares: true,
        trump: "♠".to_owned(),
        course: "wlewl".to_owned(),
    }
}

/// The deal of a day, played to its end at a new table in this guild.
async fn play(store: &Db, person: PersonId, days: u32, guild: u64, score: DailyScore) {
    let (table_id, daily) = begin(store, person, days, guild, score).await;
    let at = NOON + u64::from(days) * 86_400_000;
    end(store, table_id, daily, at).await;
}

async fn begin(
    store: &Db,
    person: PersonId,
    days: u32,
    guild: u64,
    score: DailyScore,
) -> (TableId, DailyFinish) {
    let key = person.0 % 1_000 + u64::from(days) * 1_000 + guild * 1_000_000;
    let table_id = opened(store, table_in(key, guild)).await;
    let day = DAY + days;
    let begun = store.begin_daily((person, day), GuildId(guild), table_id);
    begun.await.unwrap();
    (table_id, DailyFinish { person, day, score })
}

async fn end(store: &Db, table_id: TableId, daily: DailyFinish, at: u64) {
    let finish = Finish {
        at: UnixMillis(at),
        daily: Some(daily.clone()),
        ..finish(1, Some(1), vec![tally(daily.person, &[])])
    };
    let ended = store.append(table_id, ending(table_id, 1, vec![finish]));
    ended.await.unwrap();
}

pub async fn the_first_secret_stays(home: &Home) {
    let store = home.process().await;
    let offered = |number, first| DailySecret {
        secret: Seed::from_number(number),
        first,
    };
    let kept = store.daily_secret(offered(1, DAY)).await.unwrap();
    assert_eq!(kept, offered(1, DAY));
    let other = home.process().await;
    let kept = other.daily_secret(offered(2, DAY + 1)).await.unwrap();
    assert_eq!(kept, offered(1, DAY));
}

pub async fn a_day_is_begun_once_and_its_result_counts_once(home: &Home) {
    let store = home.process().await;
    assert_eq!(store.daily(ANN, DAY).await, Ok(None));
    let (table_id, daily) = begin(&store, ANN, 0, 7, score(-1, 95)).await;
    let (again, _) = begin(&store, ANN, 0, 8, score(3, 0)).await;
    let begun = DailyEntry {
        table: table_id,
        result: None,
    };
    assert_eq!(store.daily(ANN, DAY).await, Ok(Some(begun.clone())));
    assert_eq!(store.daily_field(DAY).await, Ok(vec![]));
    // What was begun second is none.
    let other = DailyFinish {
        score: score(3, 0),
        ..daily.clone()
    };
    end(&store, again, other, NOON).await;
    assert_eq!(store.daily(ANN, DAY).await, Ok(Some(begun.clone())));
    end(&store, table_id, daily, NOON).await;
    let done = DailyEntry {
        result: Some((score(-1, 95), true)),
        ..begun
    };
    let other = home.process().await;
    assert_eq!(other.daily(ANN, DAY).await, Ok(Some(done)));
    assert_eq!(other.daily_days(ANN).await, Ok(vec![DAY]));
    // Who is done after the day is over does not count.
    let (late, daily) = begin(&store, BOB, 0, 7, score(2, 30)).await;
    end(&store, late, daily, NOON + 86_400_000).await;
    let kept = store.daily(BOB, DAY).await.unwrap();
    let kept = kept.and_then(|kept| kept.result);
    assert_eq!(kept, Some((score(2, 30), false)));
    assert_eq!(store.daily_days(BOB).await, Ok(vec![]));
    assert_eq!(store.daily_field(DAY).await.unwrap().len(), 1);
}

pub async fn results_of_a_day_are_compared_and_those_of_many_added_up(home: &Home) {
    let store = home.process().await;
    let people = (1..=4).map(|number| PersonId(ANN.0 + number));
    let people: Vec<PersonId> = people.collect();
    let scores = [(1, 60), (1, 70), (-1, 90), (1, 60)];
    for (person, (levels, points)) in people.iter().zip(scores) {
        play(&store, *person, 0, 7, score(levels, points)).await;
    }
    play(&store, people[2], 1, 8, score(2, 20)).await;
    let group = |levels: i32, points: i64, people| DailyGroup {
        rank: i64::from(levels) * 10_000 - points,
        levels,
        people,
    };
    let field = [group(-1, 90, 1), group(1, 70, 1), group(1, 60, 2)];
    assert_eq!(store.daily_field(DAY).await, Ok(field.to_vec()));
    let ranking = DailyRanking {
        from: DAY,
        to: DAY,
        guild: None,
        limit: 3,
    };
    let order = async |ranking| {
        let leaders = store.daily_leaders(ranking).await.unwrap();
        let place = |leader: &DailyLeader| {
            let (won, levels, points) = (leader.won, leader.levels, leader.points);
            (leader.person, (won, levels, points, leader.days))
        };
        leaders.iter().map(place).collect::<Vec<_>>()
    };
    let best = [
        (people[0], (1, 1, 60, 1)),
        (people[3], (1, 1, 60, 1)),
        (people[1], (1, 1, 70, 1)),
    ];
    assert_eq!(order(ranking).await, best);
    let both = DailyRanking {
        to: DAY + 1,
        limit: 1,
        ..ranking
    };
    assert_eq!(order(both).await, [(people[2], (2, 1, 110, 2))]);
    let there = DailyRanking {
        guild: Some(GuildId(8)),
        ..both
    };
    assert_eq!(order(there).await, [(people[2], (2, 2, 20, 1))]);
    let leaders = store.daily_leaders(ranking).await.unwrap();
    assert_eq!(leaders[0].name, format!("player {}", people[0].0 % 10));
}

pub async fn who_is_forgotten_leaves_the_others(home: &Home) {
    let store = home.process().await;
    play(&store, ANN, 0, 7, score(1, 60)).await;
    play(&store, BOB, 0, 7, score(0, 90)).await;
    store.forget(ANN).await.unwrap();
    assert_eq!(store.daily(ANN, DAY).await, Ok(None));
    assert_eq!(store.daily_days(BOB).await, Ok(vec![DAY]));
    assert_eq!(store.daily_field(DAY).await.unwrap().len(), 1);
}
