//! Who comes while a match is played and finds no seat: scripts of coming in later.

use super::FOUR;
use super::script::*;

/// A table with four seats, at which newcomers come in with the next of three rounds of two turns.
fn header_of(limits: &[(&str, &str)], out: u32) -> Header<Countdown> {
    let rules = Rules {
        rounds: 3,
        turns: 2,
        joins: 1,
        out,
        ..Rules::default()
    };
    Header {
        limits: Limits::default().with(limits),
        ..header(rules)
    }
}

/// Two people in the middle of the first round.
const TWO: &str = "1 sits; 2 sits; 1 starts; 1 steps;";

fn check_all(first: &str, cases: &[(&str, &str)]) {
    for (script, expected) in cases {
        check_from(header_of(&[], 1), &format!("{first} {script}"), expected);
    }
}

#[test]
fn a_newcomer_waits_for_the_next_round_and_may_change_their_mind() {
    check_all(
        TWO,
        &[
            ("3 sits", "playing 1: 1 2 + 3"),
            (
                "3 sits; 3 sits => ComesIn { admission: NextRound }",
                "playing 1: 1 2 + 3",
            ),
            ("3 sits; 2 steps", "playing 1: 1 2 3"),
            ("3 sits; 3 leaves; 3 leaves => NotSeated", "playing 1: 1 2"),
            ("3 sits; 3 leaves; 2 steps", "playing 1: 1 2"),
            (
                "3 sits; 3 leaves; 4 sits; 3 sits; 2 steps",
                "playing 1: 1 2 4 3",
            ),
            // They are no players yet.
            (
                "3 sits; 3 steps => NotSeated; 3 votes => NotSeated; 3 adds => NotSeated",
                "playing 1: 1 2 + 3",
            ),
            // A seat that there is not is not waited for.
            (
                "3 sits 2 => NoSuchSeat; 3 sits 1 => SeatTaken",
                "playing 1: 1 2",
            ),
            // Between two rounds they come in at once.
            ("2 steps; 3 sits", "playing 1: 1 2 3"),
            (
                "3 sits; 2 steps; 1 steps; 2 steps; 3 steps",
                "playing 1: 1 2 3",
            ),
        ],
    );
}

#[test]
fn no_more_come_in_than_there_are_seats() {
    check_all(
        TWO,
        &[
            ("3 sits; 4 sits; 5 sits => Full", "playing 1: 1 2 + 3 + 4"),
            (
                "3 sits; 4 sits; 2 steps; 5 sits => Full",
                "playing 1: 1 2 3 4",
            ),
            // The seat of who left is not given to anybody in this match.
            (
                "3 sits; 4 sits; 2 steps; 2 leaves; 5 sits; 5 sits => ComesIn { admission: NextMatch }",
                "playing 1: 1 - 3 4 + 5",
            ),
        ],
    );
}

#[test]
fn in_the_last_round_a_newcomer_waits_for_the_next_match() {
    let last = format!("{TWO} 2 steps; 1 steps; 2 steps; 1 steps;");
    check_all(
        &last,
        &[
            (
                "3 sits; 3 sits => ComesIn { admission: NextMatch }",
                "playing 1: 1 2 + 3",
            ),
            ("3 sits; 2 steps", "over 1: 1 2 3 -"),
            ("3 sits; 2 steps; 3 starts", "playing 1: 1 2 3"),
        ],
    );
    // However the match ends.
    check_all(
        TWO,
        &[
            ("3 sits; 1 votes; 2 votes", "lobby 1: 1 2 3 -"),
            ("3 sits; 1 leaves", "over 2: 3 2 - -"),
            ("3 sits; 1 closes", "closed 1: 1 2"),
        ],
    );
}

#[test]
fn the_host_closes_the_table_to_newcomers_and_opens_it_again() {
    check_all(
        TWO,
        &[
            (
                "1 sets entry closed; 3 sits => NotLetIn; 2 sets entry open => NotHost",
                "playing 1: 1 2",
            ),
            (
                "1 sets entry closed; 1 sets entry open; 3 sits",
                "playing 1: 1 2 + 3",
            ),
            // Who waits already is let in.
            ("3 sits; 1 sets entry closed; 2 steps", "playing 1: 1 2 3"),
            (
                "3 sits; 1 sets entry closed; 3 sits => ComesIn",
                "playing 1: 1 2 + 3",
            ),
            (
                "3 sits; 1 kicks 3; 3 sits => Barred; 2 steps",
                "playing 1: 1 2",
            ),
            ("3 sits; 2 kicks 3 => NotHost", "playing 1: 1 2 + 3"),
        ],
    );
    // Before a match as well; who has a seat stays.
    check_all(
        "1 sits; 2 sits;",
        &[
            (
                "1 sets entry closed; 3 sits => NotLetIn",
                "lobby 1: 1 2 - -",
            ),
            ("1 sets entry closed; 2 sits 3", "lobby 1: 1 - - 2"),
        ],
    );
    // Whoever is asked, where nobody may enter unasked.
    let ask = [("entry", "ask")];
    for (script, expected) in [
        ("3 sits", "playing 1: 1 2"),
        ("3 sits; 1 agrees", "playing 1: 1 2 + 3"),
        ("3 sits; 1 disagrees; 2 steps", "playing 1: 1 2"),
        ("3 sits; 2 steps; 1 agrees", "playing 1: 1 2 3"),
        (
            "3 sits; 1 sets entry closed; 1 agrees",
            "playing 1: 1 2 + 3",
        ),
    ] {
        let two = "1 sits; 2 sits; 1 agrees; 1 starts; 1 steps;";
        check_from(header_of(&ask, 1), &format!("{two} {script}"), expected);
    }
}

#[test]
fn a_seat_that_a_computer_plays_on_is_taken_over_before_anybody_waits() {
    let free = [("consent", "off"), ("seat_kept", "off")];
    let with_computer = "1 sits; 2 sits; 1 adds; 1 starts; 1 steps;";
    for (limits, first, script, expected) in [
        (&free[..], with_computer, "3 sits", "playing 1: 1 2 3"),
        (
            &free[..],
            with_computer,
            "3 sits; 4 sits",
            "playing 1: 1 2 3 + 4",
        ),
        (&free[..], TWO, "2 leaves; 3 sits", "playing 1: 1 n3"),
        // A seat that is kept for who left it is theirs.
        (&[][..], TWO, "2 leaves; 3 sits", "playing 1: 1 l2 + 3"),
        (
            &[][..],
            TWO,
            "2 leaves; 3 sits; 2 sits",
            "playing 1: 1 2 + 3",
        ),
        (&[][..], with_computer, "3 sits", "playing 1: 1 2 c"),
        (
            &[][..],
            with_computer,
            "3 sits; 1 agrees; 4 sits",
            "playing 1: 1 2 n3 + 4",
        ),
    ] {
        check_from(header_of(limits, 0), &format!("{first} {script}"), expected);
    }
}

#[test]
fn nobody_waits_where_the_game_takes_no_more_players() {
    check("1 sits; 2 sits; 1 starts; 3 sits => Full", "playing 1: 1 2");
}

#[test]
fn who_waits_for_a_seat_sees_what_everybody_sees() {
    let header = header_of(&[], 1);
    let (table, _) = play_from(header.clone(), &format!("{TWO} 3 sits"));
    assert_eq!(table.viewer(PersonId(3)), Viewer::Public);
    let (table, _) = play_from(header, &format!("{TWO} 3 sits; 2 steps"));
    assert_eq!(table.viewer(PersonId(3)), Viewer::Seat(Seat::new(2)));
}

#[test]
fn rules_are_not_set_in_a_match_that_somebody_has_left() {
    let header = header_of(&[], 1);
    let script = "1 sits; 2 sits; 1 adds; 1 starts; 2 leaves; 1 sets turns 4 => NotInLobby";
    check_from(header.clone(), script, "playing 1: 1 - c");
    let script = "1 sits; 1 adds; 1 starts; 1 sets turns 4";
    check_from(header, script, "playing 1: 1 c");
}

#[test]
fn a_snapshot_has_those_who_wait() {
    // Three of four seats were used up, and one more waits for the next match.
    let header = header_of(&[], 1);
    let script = format!("{TWO} 3 sits; 4 sits; 2 steps; 2 leaves; 5 sits; 1 steps; 3 steps");
    let (table, _) = play_from(header.clone(), &script);
    assert_eq!(sum_up(&table), "playing 1: 1 - 3 4 + 5");
    let line = table.snapshot(UnixMillis(7)).expect("a round has begun");
    let record = Record {
        position: table.position(),
        line,
        at: UnixMillis(7),
    };
    let (again, _) = Table::of_snapshot(&header, &record, None).expect("its own snapshot");
    assert_eq!(again.digest(), table.digest());
    assert_eq!(sum_up(&again), sum_up(&table));
}

#[test]
fn a_seat_that_is_kept_is_not_waited_for_by_its_name() {
    let script = format!("{TWO} 2 leaves; 3 sits 1 => SeatKept");
    check_from(header_of(&[], 0), &script, "playing 1: 1 l2");
}

#[test]
fn who_takes_over_a_seat_waits_no_longer() {
    let free = header_of(&[("consent", "off"), ("seat_kept", "off")], 0);
    check_from(
        free,
        &format!("{TWO} 3 sits; 2 leaves; 3 sits 1; c1 steps"),
        "playing 1: 1 3",
    );
}

#[test]
fn who_asked_for_a_seat_and_comes_in_otherwise_asks_no_more() {
    let header = header_of(&[("consent", "off"), ("entry", "ask")], 1);
    let asked = "1 sits; 2 sits; 1 agrees; 1 starts; 1 steps; 3 sits";
    let waiting = |script: &str| {
        let (table, _) = play_from(header.clone(), script);
        (sum_up(&table), table.view(Viewer::Public).petitions.len())
    };
    assert_eq!(waiting(asked), ("playing 1: 1 2".to_owned(), 1));
    let opened = format!("{asked}; 1 sets entry open; 3 sits");
    assert_eq!(waiting(&opened), ("playing 1: 1 2 + 3".to_owned(), 0));
}

#[test]
fn who_comes_between_two_rounds_sits_down_and_does_not_wait() {
    let (table, _) = play_from(header_of(&[], 1), &format!("{TWO} 2 steps"));
    let (submission, _) = read("3 sits", &table);
    let events = table.propose(&submission).expect("there is a seat").events;
    assert!(matches!(&events[..], [News::Sat { .. }]), "{events:?}");
}

#[test]
fn won_matches_count_anew_when_somebody_comes_in() {
    let match_of_three = "1 steps; 2 steps; 1 steps; 2 steps; 1 steps; 2 steps;";
    let again = format!("1 sits; 2 sits; 1 starts; {match_of_three} 1 starts; 1 steps; 3 sits");
    let won = |script: &str| {
        let (table, _) = play_from(header_of(&[], 1), script);
        table.view(Viewer::Public).seats[0].won
    };
    assert_eq!((won(&again), won(&format!("{again}; 2 steps"))), (1, 0));
}

#[test]
fn somebody_new_may_take_a_computers_seat_in_a_match() {
    check(
        "1 sits; 1 adds; 1 adds; 1 starts; 2 sits",
        "playing 1: 1 2 c",
    );
    check(
        "1 sits; 1 adds; 1 adds; 1 starts; 2 sits 2",
        "playing 1: 1 c 2",
    );
    check(
        "1 sits; 1 adds; 1 starts; 2 sits 0 => SeatTaken",
        "playing 1: 1 c",
    );
    check("1 sits; 2 sits; 1 starts; 3 sits => Full", "playing 1: 1 2");
    check(
        &format!("{FOUR} 2 leaves; 5 sits; 2 sits => HeldAnotherHand"),
        "playing 1: 1 5 3 4",
    );
}
