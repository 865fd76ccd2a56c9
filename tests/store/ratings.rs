//! Ratings: each round moves them once, whoever counts, and they can be worked out again.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tractor_bot::club::{EVERYWHERE, Standing};
use tractor_bot::game::GameKind;
use tractor_bot::store::*;
use tractor_bot::table::{PersonId, UnixMillis};

use crate::home::*;

const DAN: PersonId = PersonId(4_444_444_444_444_444_444);
pub const ALL: [PersonId; 4] = [ANN, BOB, CAT, DAN];

const GUILD: u64 = 77;
pub const DAY: u64 = 86_400_000;

/// A round that the first two won against the last two, on this day.
pub fn round(number: u32, people: [PersonId; 4], day: u64) -> Finish {
    let player = |seat: usize| {
        let name = format!("player {}", people[seat].0 % 10);
        json!({ "seat": seat, "person": people[seat].0, "name": name })
    };
    let side = |place: u32, seats: [usize; 2]| -> Value {
        json!({ "place": place, "players": seats.map(player) })
    };
    let rated = json!({ "sides": [side(0, [0, 1]), side(1, [2, 3])] });
    let people = people.iter();
    let tallies = people.map(|person| tally(*person, &[(Counter::Rounds, 1)]));
    Finish {
        at: UnixMillis(day * DAY + u64::from(number)),
        summary: json!({ "players": [], "result": null, "rated": rated }).to_string(),
        ..finish(1, Some(number), tallies.collect())
    }
}

/// Where all of them stand.
async fn standings(store: &Db) -> BTreeMap<PersonId, Standings> {
    let mut all = BTreeMap::new();
    for person in ALL {
        all.insert(person, store.standings(person).await.unwrap());
    }
    all
}

fn number(standings: &Standings, guild: GuildId) -> Standing {
    standings.now[&(GameKind::Tractor, guild)]
}

/// Rounds of changing partners at two tables on several days, each entered twice.
async fn play(home: &Home) -> std::sync::Arc<Db> {
    let store = home.process().await;
    let mut tables = Vec::new();
    for key in [5, 6] {
        let table_id = opened(&store, table_in(key, GUILD)).await;
        tables.push(table_id);
    }
    for n in 1..=24_u32 {
        let mut people = ALL;
        people.rotate_left(n as usize % 4);
        if n % 3 == 0 {
            people.swap(1, 2);
        }
        let finish = round(n, people, 100 + u64::from(n / 10));
        let table = tables[n as usize % 2];
        assert_eq!(store.record(table, finish.clone()).await, Ok(true));
        assert_eq!(store.record(table, finish).await, Ok(false));
    }
    store
}

pub async fn a_round_moves_each_number_once(home: &Home) {
    let store = home.process().await;
    let table_id = opened(&store, table_in(5, GUILD)).await;
    let finish = round(1, ALL, 100);
    store.record(table_id, finish.clone()).await.unwrap();
    let once = standings(&store).await;
    assert_eq!(store.record(table_id, finish).await, Ok(false));
    assert_eq!(standings(&store).await, once);
    for guild in [EVERYWHERE, GuildId(GUILD)] {
        let of = |person| number(&once[&person], guild);
        assert_eq!(of(ANN), of(BOB));
        assert!(of(ANN).rating > Standing::NEW.rating);
        assert!(of(CAT).rating < Standing::NEW.rating);
        assert!(of(ANN).spread < Standing::NEW.spread);
        assert_eq!(of(DAN).rounds, 1);
    }
    assert_eq!(once[&ANN].now.len(), 2);
    let best = store.best_rated(GameKind::Tractor, Reach::Guild(GuildId(GUILD)), 3);
    let best: Vec<_> = best.await.unwrap().iter().map(|row| row.person).collect();
    assert_eq!(best, [ANN, BOB, CAT]);
    let changes = store.round_ratings((table_id, 1, Some(1))).await.unwrap();
    assert_eq!(changes.len(), 4);
    for change in changes {
        assert_eq!(change.before, Standing::NEW);
        assert_eq!(change.after, number(&once[&change.person], EVERYWHERE));
    }
    let none = store.round_ratings((table_id, 1, Some(2))).await;
    assert_eq!(none, Ok(Vec::new()));
}

pub async fn what_is_worked_out_again_is_what_was_there(home: &Home) {
    let store = play(home).await;
    let before = standings(&store).await;
    assert_eq!(before[&ANN].course[&GameKind::Tractor].len(), 3);
    let rebuilt = store.rebuild_ratings().await.unwrap();
    assert_eq!((rebuilt.rounds, rebuilt.people), (24, 4));
    assert_eq!(standings(&store).await, before);
    // And the next round goes on from there as it would have.
    let table_id = opened(&store, table_in(7, GUILD)).await;
    store.record(table_id, round(1, ALL, 102)).await.unwrap();
    let after = standings(&store).await;
    assert_ne!(after, before);
    store.rebuild_ratings().await.unwrap();
    assert_eq!(standings(&store).await, after);
}

pub async fn who_is_forgotten_leaves_the_numbers_of_others(home: &Home) {
    let store = play(home).await;
    let mut before = standings(&store).await;
    store.forget(CAT).await.unwrap();
    for key in [5, 6] {
        let tables = store.open_tables(None).await.unwrap().tables;
        let mut tables = tables.iter();
        let open = tables.find(|open| open.table.key.0 == key).unwrap();
        close(&store, open.table).await;
    }
    before.insert(CAT, Standings::default());
    assert_eq!(standings(&store).await, before);
    store.rebuild_ratings().await.unwrap();
    assert_eq!(standings(&store).await, before);
}

pub async fn against_the_same_people_rounds_of_a_day_weigh_less(home: &Home) {
    let store = home.process().await;
    let table_id = opened(&store, table_in(5, GUILD)).await;
    let mut steps = Vec::new();
    let mut last = Standing::NEW.rating;
    for n in 1..=20_u32 {
        let day = if n == 20 { 101 } else { 100 };
        store.record(table_id, round(n, ALL, day)).await.unwrap();
        let now = store.standings(ANN).await.unwrap();
        let now = number(&now, EVERYWHERE).rating;
        steps.push(now - last);
        last = now;
    }
    assert!(steps.iter().all(|step| *step > 0), "{steps:?}");
    assert!(
        steps[8] * 3 < steps[7] * 2,
        "the ninth weighs half: {steps:?}"
    );
    assert!(steps[16] * 3 < steps[15] * 2, "and so on: {steps:?}");
    assert!(
        steps[19] > steps[18] * 2,
        "the next day is another: {steps:?}"
    );
}
