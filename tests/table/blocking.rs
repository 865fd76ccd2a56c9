//! Rooms of people who have blocked each other.

use std::collections::BTreeSet;

use tractor_bot::chance::{Chance, Seed};
use tractor_bot::desk::{Answer, AskedFrom, Who};
use tractor_bot::game::{Seat, Viewer};
use tractor_bot::host::Hosted as _;
use tractor_bot::store::MemoryStore;
use tractor_bot::table::PersonId;
use tractor_bot::uno::Uno;

use crate::asking::{NOW, Town};

/// Somebody asks in their own channel of one server.
async fn ask(town: &Town, person: u64, line: &str) -> Answer {
    let who = Who::new(PersonId(person), format!("P{person}"));
    let place = AskedFrom::new(10_000_000 + person, Some(7));
    town.says(&who, &place, line).await
}

#[tokio::test(start_paused = true)]
async fn who_has_blocked_somebody_never_sits_in_a_room_with_them() {
    // Where most have blocked most, little happens any more: 4,000 steps among other people every 2,000.
    for seed in 7..9 {
        rooms_by_chance(seed).await;
    }
}

async fn rooms_by_chance(seed: u64) {
    const PEOPLE: u32 = 24;
    let town = Town::over(&MemoryStore::new(), NOW, 7).await;
    let desk = &town.desk;
    let mut chance = Seed::from_number(seed).chance();
    let anybody = |chance: &mut Chance| 1 + u64::from(chance.below(PEOPLE));
    let mut blocked = BTreeSet::new();
    let (mut seated, mut refused) = (0, 0);
    for _ in 0..2_000 {
        let (person, other) = (anybody(&mut chance), anybody(&mut chance));
        let rooms: Vec<_> = desk.host().list().into_iter().filter_map(Uno::of).collect();
        match chance.below(10) {
            // Of two who sit together already, nobody is sent away.
            0 if person != other => {
                let together = rooms.iter().any(|room| {
                    let view = room.view(Viewer::Public);
                    [person, other]
                        .iter()
                        .all(|one| view.expects(PersonId(*one)))
                });
                if !together {
                    ask(&town, person, &format!("block <@{other}>")).await;
                    blocked.insert((person, other));
                }
            }
            1 => drop(ask(&town, person, "room leave yes").await),
            2 => drop(ask(&town, person, "room new uno").await),
            _ if rooms.is_empty() => {}
            _ => {
                let room = &rooms[chance.below(rooms.len() as u32) as usize];
                let line = format!("room join {}", room.key().0);
                match ask(&town, person, &line).await.is_refusal() {
                    true => refused += 1,
                    false => seated += 1,
                }
            }
        }
        for room in desk.host().list().into_iter().filter_map(Uno::of) {
            let view = room.view(Viewer::Public);
            let people = Seat::first(10).filter_map(|seat| view.place(seat)?.occupant.holder());
            let people: Vec<PersonId> = people.collect();
            for (one, two) in people
                .iter()
                .flat_map(|one| people.iter().map(move |two| (one, two)))
            {
                assert!(!blocked.contains(&(one.0, two.0)), "{one:?} and {two:?}");
            }
        }
    }
    assert!(seated > 100 && refused > 100, "{seated} {refused}");
}
