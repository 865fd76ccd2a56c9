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
    // In channels of one server.
    let place = AskedFrom::new(10_000_000 + person, Some(7));
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
    // Where most have blocked most, little happens any more: 4,000 steps among other people every 2,000.
    for seed in 7..9 {
        rooms_by_chance(seed).await;
    }
}

async fn rooms_by_chance(seed: u64) {
    const PEOPLE: u64 = 24;
    let desk = desk().await;
    let mut dice = Dice(seed);
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
    // Within a command a mention would be a number.
    check(&done, Effect::Shown, "$block @");
    assert!(!done.page.text().contains("@1>`"), "{}", done.page.text());
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
        "blocked any more",
    );
    let back = ask(&desk, 1, &format!("room join {key}")).await;
    assert!(!back.is_refusal(), "{}", back.page.text());
}

#[tokio::test(start_paused = true)]
async fn a_server_says_with_whom_its_people_sit_in_rooms() {
    let desk = desk().await;
    let ask = async |person: u64, guild: Option<u64>, line: &str| {
        let who = Who {
            moderator: true,
            ..Who::new(PersonId(person), format!("P{person}"))
        };
        let place = AskedFrom::new(10_000_000 + person, guild);
        let command = Command::parse(line).expect("a command");
        desk.run(&who, &place, command).await
    };
    let sets = async |guild, line: &str| {
        let line = format!("settings server rooms {line}");
        check(&ask(90, Some(guild), &line).await, Effect::Shown, "Rooms");
    };
    sets(1, "ours").await;
    let refused = ask(90, Some(1), "settings server rooms nowhere").await;
    check(&refused, Effect::Refused, "");
    let opened = ask(1, Some(1), "room new uno").await;
    let ours = format!("room join {}", opened.table.expect("a room").0);
    let opened = ask(2, Some(2), "room new uno").await;
    let others = format!("room join {}", opened.table.expect("a room").0);
    for (person, guild, line, seated) in [
        (3, Some(1), &ours, true),
        (4, Some(2), &ours, false),
        (5, None, &ours, false),
        (6, Some(1), &others, false),
        (7, Some(3), &others, true),
        (8, None, &others, true),
    ] {
        let answer = ask(person, guild, line).await;
        let text = answer.page.text();
        assert_eq!(!answer.is_refusal(), seated, "{person} {line}: {text}");
    }
    sets(2, "off").await;
    check(&ask(9, Some(2), "room new").await, Effect::Refused, "off");
    check(&ask(9, Some(2), &others).await, Effect::Refused, "off");
    // Who sits there stays, and nobody from elsewhere comes to them.
    check(&ask(2, Some(2), &others).await, Effect::Done, "");
    check(
        &ask(10, Some(3), &others).await,
        Effect::Refused,
        "one another",
    );
    sets(2, "everywhere").await;
    assert!(!ask(10, Some(3), &others).await.is_refusal());
}
