//! What comes of taps of several people, or of one, at once.

use super::*;
use crate::host::AnyTable;

/// What the taps of two people come to that arrive at once.
async fn both(desk: &Desk, people: [u64; 2], at: Position, line: &'static str) -> [Answer; 2] {
    let (one, other, place) = (anew(people[0]), anew(people[1]), guild());
    let first = press(desk, &one, &place, (HERE, at, line));
    let second = press(desk, &other, &place, (HERE, at, line));
    tokio::join!(first, second).into()
}

/// A table that somebody opened here by a line.
async fn opened(desk: &Desk, line: &str) -> AnyTable {
    check(desk, anew(1), guild(), line, Effect::Done).await;
    desk.host().get(TableKey(HERE)).expect("it was opened")
}

#[tokio::test]
async fn two_taps_at_once_to_play_with_computers_begin_one_match_with_as_many_as_one() {
    for (line, other) in [("join", 1), ("join", 2), ("uno", 1), ("uno", 2)] {
        let desk = desk();
        let table = opened(&desk, line).await;
        let (at, stands) = at_any_table!(&table, handle => {
            let view = handle.view(Viewer::Public);
            (view.position, view.seated())
        });
        let answers = Box::pin(both(&desk, [1, other], at, "start computers")).await;
        let (seated, playing) = at_any_table!(&table, handle => {
            (handle.view(Viewer::Public).seated(), handle.is_playing())
        });
        assert_eq!((stands, seated, playing), (1, 4, true), "{line} {other}");
        // Somebody else finds no seat any more.
        let refused = answers.iter().any(Answer::is_refusal);
        assert!(!refused || other == 2, "{line} {other}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_tap_for_what_somebody_else_has_just_begun_says_nothing() {
    for line in ["join", "uno"] {
        let desk = desk().for_fingers();
        let table = opened(&desk, line).await;
        check(&desk, anew(2), guild(), "join", Effect::Done).await;
        check(&desk, anew(1), guild(), "computer all", Effect::Done).await;
        let now = || at_any_table!(&table, handle => handle.view(Viewer::Public).position);
        for tap in ["start deal", "deal"] {
            for answer in Box::pin(both(&desk, [1, 2], now(), tap)).await {
                assert_eq!(answer.outcome, Effect::Done, "{}", answer.page.text());
            }
        }
        let Some(uno) = Uno::of(table.clone()) else {
            continue;
        };
        // A move of another one's turn has taken the place of the button.
        for person in [1, 2] {
            let on_turn = uno.awaits(uno.viewer(PersonId(person)));
            let tapped = (HERE, now(), "draw");
            let answer = press(&desk, &anew(person), &guild(), tapped).await;
            let expected = match on_turn {
                true => Effect::Refused,
                false => Effect::Done,
            };
            assert_eq!(answer.outcome, expected, "{}", answer.page.text());
        }
    }
}

/// Whatever somebody types twice at once, and be it one line that is delivered twice, they sit in one room.
#[tokio::test]
async fn nobody_comes_into_two_rooms_at_once() {
    let desk = desk();
    let mut rooms = Vec::new();
    for person in [11, 12] {
        let room = run(&desk, &anew(person), &guild(), "room new ttt").await;
        rooms.push(format!("room join {}", room.table.expect("a room").0));
    }
    let once = anew(1);
    let new = || "room new uno".to_owned();
    let all = [
        [(once.clone(), new()), (once, new())],
        [(anew(2), new()), (anew(2), new())],
        [(anew(3), rooms[0].clone()), (anew(3), rooms[1].clone())],
        [(anew(4), rooms[0].clone()), (anew(4), new())],
    ];
    for [(one, says), (other, also)] in all {
        let place = guild();
        let both = tokio::join!(
            run(&desk, &one, &place, &says),
            run(&desk, &other, &place, &also),
        );
        assert_ne!(both.0.is_refusal(), both.1.is_refusal(), "{says} {also}");
        let sits = |table: &AnyTable| at_any_table!(table, handle => handle.view(Viewer::Public).seat_of(one.person).is_some());
        let seats = desk.host().list().into_iter().filter(sits);
        assert_eq!(seats.count(), 1, "{says} {also}");
    }
}

#[tokio::test]
async fn who_is_blocked_plays_with_no_computers_in_the_room_of_who_blocked_them() {
    let desk = desk();
    let room = run(&desk, &anew(1), &guild(), "room new uno").await;
    let key = room.table.expect("a room");
    check(&desk, anew(1), guild(), "block <@2>", Effect::Shown).await;
    let room = desk.host().get(key).and_then(Uno::of).expect("a room");
    let view = || room.view(Viewer::Public);
    for (person, there) in [(2, 1), (3, 4)] {
        let tapped = (key.0, view().position, "start computers");
        let answer = press(&desk, &anew(person), &guild(), tapped).await;
        assert_eq!(view().seated(), there, "{}", answer.page.text());
    }
}
