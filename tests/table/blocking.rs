//! Rooms of people who have blocked each other.

use std::collections::BTreeSet;

use tractor_bot::desk::{AskedFrom, Command, Desk, Effect, Who};
use tractor_bot::game::{Seat, Viewer};
use tractor_bot::host::Hosted as _;
use tractor_bot::table::{Limits, PersonId};
use tractor_bot::tractor::rules::Rules;
use tractor_bot::uno::Uno;

use crate::asking::{check, open};

/// Numbers by chance, the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % n
    }
}

async fn ask(desk: &Desk, person: u64, line: &str) -> tractor_bot::desk::Answer {
    let who = Who::new(PersonId(person), format!("P{person}"));
    let place = AskedFrom::new(10_000_000 + person, None);
    desk.run(&who, &place, Command::parse(line).expect("a command"))
        .await
}

async fn desk() -> Desk {
    let (desk, _) =
        open::<tractor_bot::tractor::Tractor>(Rules::default(), Limits::default()).await;
    desk
}

#[tokio::test(start_paused = true)]
async fn who_has_blocked_somebody_never_sits_in_a_room_with_them() {
    const PEOPLE: u64 = 24;
    let desk = desk().await;
    let mut dice = Dice(7);
    let mut blocked = BTreeSet::new();
    let (mut seated, mut refused) = (0, 0);
    for _ in 0..2_000 {
        let person = 1 + dice.below(PEOPLE);
        let other = 1 + dice.below(PEOPLE);
        let rooms: Vec<_> = desk.host().list().into_iter().filter_map(Uno::of).collect();
        match dice.below(10) {
            // Of two who sit together already, nobody is sent away.
            0 if person != other => {
                let together = rooms.iter().any(|room| {
                    let view = room.view(Viewer::Public);
                    [person, other]
                        .iter()
                        .all(|one| view.expects(PersonId(*one)))
                });
                if !together {
                    ask(&desk, person, &format!("block <@{other}>")).await;
                    blocked.insert((person, other));
                }
            }
            1 => drop(ask(&desk, person, "room leave yes").await),
            2 => drop(ask(&desk, person, "room new uno").await),
            _ if rooms.is_empty() => {}
            _ => {
                let room = &rooms[dice.below(rooms.len() as u64) as usize];
                let line = format!("room join {}", room.key().0);
                match ask(&desk, person, &line).await.is_refusal() {
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

#[tokio::test(start_paused = true)]
async fn who_is_blocked_is_not_heard_and_not_told() {
    let desk = desk().await;
    let opened = ask(&desk, 1, "room new uno").await;
    let key = opened.table.expect("a room").0;
    for person in [2, 3] {
        let joined = ask(&desk, person, &format!("room join {key}")).await;
        assert!(!joined.is_refusal(), "{}", joined.page.text());
    }
    assert_eq!(ask(&desk, 1, "chat hello").await.said.len(), 2);
    check(&ask(&desk, 2, "block").await, Effect::Shown, "nobody");
    check(&ask(&desk, 2, "block Bo").await, Effect::Refused, "$block");
    check(
        &ask(&desk, 2, "block <@2>").await,
        Effect::Refused,
        "$block",
    );
    let done = ask(&desk, 2, "block <@1>").await;
    check(&done, Effect::Shown, "never sit in one room");
    check(&ask(&desk, 2, "block").await, Effect::Shown, "<@1>");
    let said = ask(&desk, 1, "chat hello again").await.said;
    let heard: Vec<u64> = said.iter().map(|said| said.channel).collect();
    assert_eq!(heard, [10_000_003]);
    // Who leaves does not come back to them, nor they to where somebody sits whom they have blocked.
    ask(&desk, 1, "room leave yes").await;
    let back = ask(&desk, 1, &format!("room join {key}")).await;
    check(&back, Effect::Refused, "blocked");
    check(
        &ask(&desk, 2, "block off <@1>").await,
        Effect::Shown,
        "not blocked",
    );
    let back = ask(&desk, 1, &format!("room join {key}")).await;
    assert!(!back.is_refusal(), "{}", back.page.text());
}
