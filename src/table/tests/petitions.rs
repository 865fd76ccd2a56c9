//! What one person at a table cannot have without the others: scripts of attacks, and of what is asked
//! for and granted.

use super::script::*;

/// Four seats, three rounds of four turns; three people and a computer in the middle of the first.
const THREE: &str = "1 sits; 2 sits; 3 sits; 1 adds; 1 starts; 1 steps;";

/// Two people and two computers.
const TWO: &str = "1 sits; 2 sits; 1 adds; 1 adds; 1 starts; 1 steps;";

/// One person and three computers.
const ONE: &str = "1 sits; 1 adds; 1 adds; 1 adds; 1 starts; 1 steps;";

fn asking() -> Header<Countdown> {
    let rules = Rules {
        rounds: 3,
        ..Rules::default()
    };
    Header {
        limits: Limits::default(),
        ..header(rules)
    }
}

/// Plays the script at a table as new ones are. Then the seats are as summed up, the limit for a turn
/// is so long, and so many wishes wait.
fn check(script: &str, expected: (&str, u32, usize)) {
    check_from(asking(), script, expected.0);
    let (table, _) = play_from(asking(), script);
    let waiting = table.view(Viewer::Public).petitions.len();
    let limit = table.limits().turn_limit_s.expect("a limit");
    assert_eq!((limit, waiting), (expected.1, expected.2), "{script}");
}

fn check_all(first: &str, cases: &[(&str, (&str, u32, usize))]) {
    for (script, expected) in cases {
        check(&format!("{first} {script}"), *expected);
    }
}

#[test]
fn other_limits_in_the_middle_of_a_round_count_from_the_next_or_when_the_others_agree() {
    const ROUND: &str = "2 steps; 3 steps; c3 steps";
    check_all(
        THREE,
        &[
            ("1 sets turn_limit 5", ("playing 1: 1 2 3 c", 90, 1)),
            (
                "1 sets turn_limit 5; 2 agrees",
                ("playing 1: 1 2 3 c", 90, 1),
            ),
            (
                "1 sets turn_limit 5; 2 agrees; 3 agrees",
                ("playing 1: 1 2 3 c", 5, 0),
            ),
            (
                &format!("1 sets turn_limit 5; 2 disagrees; {ROUND}"),
                ("playing 1: 1 2 3 c", 5, 0),
            ),
            (
                &format!("1 sets turn_limit 5; 1 disagrees; {ROUND}"),
                ("playing 1: 1 2 3 c", 90, 0),
            ),
            // A yes is to what was asked for then.
            (
                "1 sets turn_limit 30; 2 agrees; 1 sets turn_limit 5; 3 agrees",
                ("playing 1: 1 2 3 c", 90, 1),
            ),
            (
                "1 sets turn_limit 5; 1 sets absent_turns 1; t1 steps",
                ("playing 1: 1 2 3 c", 90, 1),
            ),
            (
                "1 sets turn_limit 5; 1 agrees => NotAsked; 4 agrees => NotSeated; 2 agrees; \
                 2 agrees => AnswerStands; 2 disagrees; 3 agrees",
                ("playing 1: 1 2 3 c", 90, 1),
            ),
            // Who asked is no longer the host.
            (
                "1 sets turn_limit 5; 1 leaves",
                ("playing 2: l1 2 3 c", 90, 0),
            ),
            // Those are nobody's loss.
            (
                "1 sets ping off; 1 sets turn_limit 90",
                ("playing 1: 1 2 3 c", 90, 0),
            ),
            (
                "1 sets turn_limit 5; 1 votes; 2 votes; 3 votes",
                ("lobby 1: 1 2 3 c", 5, 0),
            ),
            (
                "1 sets turn_limit 5; 1 sets turn_limit 5 => AskedAlready",
                ("playing 1: 1 2 3 c", 90, 1),
            ),
        ],
    );
    check(
        &format!("{ONE} 1 sets turn_limit 5"),
        ("playing 1: 1 c c c", 5, 0),
    );
    check(
        &format!("{TWO} 1 sets turn_limit 5; 2 leaves"),
        ("playing 1: 1 l2 c c", 5, 0),
    );
    let between = format!("{THREE} {ROUND} ; 1 sets turn_limit 5");
    check(&between, ("playing 1: 1 2 3 c", 5, 0));
}

#[test]
fn a_kick_in_a_round_needs_the_yes_of_everybody_who_has_played_it() {
    check_all(
        THREE,
        &[
            ("1 kicks 2", ("playing 1: 1 2 3 c", 90, 1)),
            ("1 kicks 2; 3 agrees", ("playing 1: 1 l2 3 c", 90, 0)),
            (
                "1 kicks 2; 2 agrees => NotAsked; 1 agrees => NotAsked",
                ("playing 1: 1 2 3 c", 90, 1),
            ),
            ("1 kicks 2; 3 disagrees", ("playing 1: 1 2 3 c", 90, 0)),
            (
                "1 kicks 2; 2 steps; 3 steps; c3 steps; 1 steps",
                ("playing 1: 1 2 3 c", 90, 1),
            ),
            ("1 kicks 2; 2 leaves", ("playing 1: 1 l2 3 c", 90, 0)),
            // The seat is not kept for somebody who may not come back, and somebody new is asked about.
            (
                "1 kicks 2; 3 agrees; 2 sits => Barred; 5 sits 1; 1 agrees",
                ("playing 1: 1 n5 3 c", 90, 0),
            ),
        ],
    );
    check_all(
        "1 sits; 2 sits; 3 sits; 4 sits; 1 starts; 1 steps;",
        &[
            ("1 kicks 2; 3 agrees", ("playing 1: 1 2 3 4", 90, 1)),
            (
                "1 kicks 2; 3 agrees; 4 agrees",
                ("playing 1: 1 l2 3 4", 90, 0),
            ),
            (
                "1 kicks 2; 3 agrees; 4 disagrees",
                ("playing 1: 1 2 3 4", 90, 0),
            ),
            // Between rounds one is enough.
            (
                "1 kicks 2; 3 agrees; 2 steps; 3 steps; 4 steps",
                ("playing 1: 1 l2 3 4", 90, 0),
            ),
        ],
    );
    // Who came in the middle of the round is not asked in it.
    let came = "2 leaves; 5 sits 2; 1 agrees; 2 sits; 1 kicks 2; 5 agrees => NotAsked;";
    let came = format!("{TWO} {came}");
    check(&came, ("playing 1: 1 2 5 c", 90, 1));
    check(
        &format!("{came} 2 steps; 5 steps; c3 steps; 5 agrees"),
        ("playing 1: 1 l2 5 c", 90, 0),
    );
    // Nobody else is there to agree: it counts from the next round on.
    check(&format!("{TWO} 1 kicks 2"), ("playing 1: 1 2 c c", 90, 1));
    check(
        &format!("{TWO} 1 kicks 2; 2 steps; c2 steps; c3 steps"),
        ("playing 1: 1 l2 c c", 90, 0),
    );
}

#[test]
fn a_seat_that_was_left_is_kept_for_a_while_and_nobody_sees_two_hands() {
    check_all(
        TWO,
        &[
            (
                "2 leaves; 5 sits 1 => SeatKept",
                ("playing 1: 1 l2 c c", 90, 0),
            ),
            (
                "2 leaves; 5 sits 1 => SeatKept; 2 sits",
                ("playing 1: 1 2 c c", 90, 0),
            ),
            ("2 leaves; free 1; 2 sits", ("playing 1: 1 2 c c", 90, 0)),
            (
                "2 leaves; free 1; 5 sits 1; 1 agrees",
                ("playing 1: 1 n5 c c", 90, 0),
            ),
            (
                "2 leaves; free 1; 5 sits 1; 1 agrees; 2 sits => HeldAnotherHand; \
                 2 sits 2 => HeldAnotherHand",
                ("playing 1: 1 n5 c c", 90, 0),
            ),
            (
                "free 1 => Stale; free 2 => Stale",
                ("playing 1: 1 2 c c", 90, 0),
            ),
            (
                "2 leaves; free 1; free 1 => Stale",
                ("playing 1: 1 g2 c c", 90, 0),
            ),
        ],
    );
    let full = "1 sits; 2 sits; 3 sits; 4 sits; 1 starts; 1 steps;";
    let left =
        format!("{full} 2 leaves; 5 sits => SeatKept; 1 sets seat_kept off; 3 agrees; 4 agrees");
    check(
        &format!("{left}; 5 sits; 1 agrees"),
        ("playing 1: 1 n5 3 4", 90, 0),
    );
}

#[test]
fn nobody_sees_a_hand_of_the_round_that_somebody_else_has_seen() {
    let came = "2 leaves; free 1; 5 sits 1; 1 agrees";
    check_all(
        TWO,
        &[
            // A computer plays the round for them, and they come in with the next one.
            (
                &format!("{came}; 5 steps => NotSeated; c1 steps; c2 steps; c3 steps; 1 steps"),
                ("playing 1: 1 5 c c", 90, 0),
            ),
            (
                &format!(
                    "{came}; 5 sits => ComesIn; 5 sits 1 => AlreadySeated; 5 sits 2 => AlreadySeated"
                ),
                ("playing 1: 1 n5 c c", 90, 0),
            ),
            (
                &format!("{came}; 5 leaves; 5 leaves => NotSeated"),
                ("playing 1: 1 c c c", 90, 0),
            ),
            (
                &format!("{came}; 1 kicks 5; 5 sits => Barred"),
                ("playing 1: 1 c c c", 90, 0),
            ),
            (
                &format!("{came}; 1 leaves; c1 steps; c2 steps; c3 steps"),
                ("playing 5: l1 5 c c", 90, 0),
            ),
            (
                &format!("{came}; 1 leaves; 5 leaves"),
                ("closed 1: l1 c c c", 90, 0),
            ),
            (&format!("{came}; 1 votes"), ("lobby 1: 1 5 c c", 90, 0)),
            // A computer's cards are no second hand for one of those who play, by somebody who is new.
            ("5 sits 2; 1 agrees", ("playing 1: 1 2 n5 c", 90, 0)),
            (
                "5 sits 2; 1 agrees; 2 steps; c2 steps; c3 steps; 1 steps",
                ("playing 1: 1 2 5 c", 90, 0),
            ),
        ],
    );
    // Where one person plays with computers, it is for them to say; who has seen the cards may come back to them.
    check_all(
        ONE,
        &[
            ("5 sits 2; 1 agrees", ("playing 1: 1 c 5 c", 90, 0)),
            (
                "5 sits 2; 1 agrees; 5 leaves; free 2; 5 sits",
                ("playing 1: 1 c 5 c", 90, 0),
            ),
            (
                "5 sits 2; 1 agrees; 5 leaves; free 2; 6 sits 2; 1 agrees",
                ("playing 1: 1 c n6 c", 90, 0),
            ),
            (
                "5 sits 2; 1 agrees; 6 sits 1; 1 agrees",
                ("playing 1: 1 n6 5 c", 90, 0),
            ),
        ],
    );
    // Whoever wanted to be asked about nothing has said so before.
    check(
        "1 sits; 1 sets consent off; 2 sits; 1 adds; 1 adds; 1 starts; 1 steps; 5 sits",
        ("playing 1: 1 2 5 c", 90, 0),
    );
    let (table, _) = play_from(asking(), &format!("{TWO} {came}"));
    assert_eq!(table.viewer(PersonId(5)), Viewer::Public);
    let view = table.view(Viewer::Public);
    assert_eq!(view.admission(PersonId(5)), Some(Admission::NextRound));
}

#[test]
fn the_host_is_asked_before_somebody_new_sits_down_in_a_match() {
    check_all(
        TWO,
        &[
            ("5 sits", ("playing 1: 1 2 c c", 90, 1)),
            (
                "5 sits; 2 agrees => NotHost; 1 agrees",
                ("playing 1: 1 2 n5 c", 90, 0),
            ),
            ("5 sits 3; 1 agrees", ("playing 1: 1 2 c n5", 90, 0)),
            ("5 sits; 1 disagrees", ("playing 1: 1 2 c c", 90, 0)),
            ("5 sits; 5 disagrees", ("playing 1: 1 2 c c", 90, 0)),
            (
                "5 sits; 5 sits => AskedAlready; 5 sits 3; 1 agrees",
                ("playing 1: 1 2 c n5", 90, 0),
            ),
            (
                "5 sits; 5 sits 1 => SeatTaken; 5 agrees => NotSeated",
                ("playing 1: 1 2 c c", 90, 1),
            ),
            // The next host is asked where the first has left.
            (
                "5 sits; 1 leaves; 1 agrees => NotSeated; 2 agrees",
                ("playing 2: l1 2 5 c", 90, 0),
            ),
            (
                "5 sits 2; 6 sits 2; 1 agrees; 1 agrees => SeatTaken",
                ("playing 1: 1 2 n6 c", 90, 1),
            ),
            (
                "5 sits; 1 votes; 2 votes; 5 sits",
                ("lobby 1: 1 2 5 c", 90, 0),
            ),
        ],
    );
}

#[test]
fn a_table_that_asks_lets_nobody_in_unasked_before_a_match_either() {
    check_all(
        "1 sits; 1 sets entry ask;",
        &[
            ("2 sits", ("lobby 1: 1 - - -", 90, 1)),
            ("2 sits; 1 agrees", ("lobby 1: 1 2 - -", 90, 0)),
            ("2 sits; 1 agrees; 2 sits 3", ("lobby 1: 1 - - 2", 90, 0)),
            ("2 sits; 1 disagrees", ("lobby 1: 1 - - -", 90, 0)),
            (
                "2 sits; 1 sets entry open; 2 sits",
                ("lobby 1: 1 2 - -", 90, 0),
            ),
        ],
    );
    // The host comes and goes.
    check("1 sets entry ask; 1 sits", ("lobby 1: 1 - - -", 90, 0));
}

#[test]
fn a_table_is_brought_back_with_what_waits() {
    let (table, _) = play_from(asking(), &format!("{TWO} 5 sits; 1 kicks 2"));
    let (other, _) = play_from(asking(), &format!("{TWO} 5 sits; 1 sets turn_limit 5"));
    assert_ne!(table.digest(), other.digest());
    let wishes = |table: &Table<Countdown>| table.view(Viewer::Public).petitions;
    assert_eq!(wishes(&table).len(), 2);
    let awaited: Vec<_> = wishes(&table)
        .into_iter()
        .map(|wish| wish.awaited)
        .collect();
    assert_eq!(awaited, [vec![PersonId(1)], Vec::new()]);
    // What waits when a round begins is in its snapshot.
    let (table, _) = play_from(
        asking(),
        &format!("{TWO} 5 sits; 2 steps; c2 steps; c3 steps"),
    );
    let at = table.snapshot(UnixMillis(1)).expect("a round begins");
    let record = Record {
        position: table.position(),
        at: UnixMillis(1),
        line: at,
    };
    let back = Table::of_snapshot(&asking(), &record, None).expect("it fits");
    assert_eq!(wishes(&back.0), wishes(&table));
    assert_eq!(back.0.digest(), table.digest());
}
