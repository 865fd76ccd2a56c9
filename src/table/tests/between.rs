//! From one match to the next: what counts on, and what is over with the match; people who are taken off
//! their seats or challenged, and what they decided.

use super::journals::saved;
use super::script::{OPENER, OPENING, *};
use crate::chance::Seed;
use crate::game::{Seat, Viewer};
use crate::table::*;
use crate::tictactoe::{self, Mark, Square, TicTacToe};

/// A match of two people to its end.
const OVER: &str = "1 sits; 2 sits; 1 starts; 1 steps; 2 steps; 1 steps; 2 steps;";

/// The same, with a computer player on the third seat.
const WITH_COMPUTER: &str =
    "1 sits; 2 sits; 1 adds; 1 starts; 1 steps; 2 steps; c2 steps; 1 steps;";

/// A match that ends while person 1 is absent.
const ABSENT: &str = "1 sits; 2 sits; 1 sets turns 8; 1 starts; t0 steps; 2 steps; t0 steps; \
    2 steps; c0 steps; 2 steps; c0 steps; 2 steps;";

#[test]
fn won_matches_count_until_somebody_comes_goes_or_moves() {
    let played = |script: &str| {
        let (table, _) = play(Rules::default(), script);
        table.view(Viewer::Public).series.played
    };
    for stays in [
        "",
        "1 sets ping off",
        "2 starts",
        "1 starts; 1 votes; 2 votes",
    ] {
        assert_eq!(played(&format!("{OVER} {stays}")), 1, "{stays}");
    }
    for changes in ["1 sits 3", "2 leaves", "3 sits", "1 adds", "1 kicks 2"] {
        assert_eq!(played(&format!("{OVER} {changes}")), 0, "{changes}");
    }
    assert_eq!(played(WITH_COMPUTER), 1);
    assert_eq!(played(&format!("{WITH_COMPUTER} 2 removes 2")), 0);
}

#[test]
fn whoever_left_has_left_for_good_and_whoever_was_absent_has_their_seat() {
    let left = "1 sits; 2 sits; 1 starts; 2 leaves; 1 steps; c1 steps; 1 steps; c1 steps";
    check(left, "over 1: 1 c - -");
    check(ABSENT, "over 2: s1 2 - -");
    check(&format!("{ABSENT} 1 sits"), "over 2: 1 2 - -");
    check(&format!("{ABSENT} 1 sits 3"), "over 2: c 2 - 1");
    check(&format!("{ABSENT} 2 starts"), "playing 2: c 2");
}

#[test]
fn turns_missed_in_a_match_do_not_count_in_the_next() {
    let missed = "1 sits; 2 sits; 1 starts; 1 steps; 2 steps; t0 steps; 2 steps;";
    check(
        &format!("{missed} 1 starts; t0 steps; 2 steps"),
        "playing 1: 1 2",
    );
}

#[test]
fn a_match_that_is_over_makes_those_welcome_again_who_were_taken_off_their_seat() {
    let kicked = "1 sits; 2 sits; 3 sits; 1 starts; 1 kicks 3; 3 sits => Barred;";
    let over = "1 steps; 2 steps; c2 steps; 1 steps;";
    check(&format!("{kicked} {over} 3 sits"), "over 1: 1 2 c 3");
}

#[test]
fn every_match_is_dealt_anew() {
    let secrets = |script: &str| {
        let (table, _) = play(Rules::default(), script);
        Seat::first(2)
            .map(|seat| table.game_view(seat).expect("a match").secret)
            .collect::<Vec<_>>()
    };
    let first = secrets("1 sits; 2 sits; 1 starts");
    assert_ne!(first, secrets(&format!("{OVER} 1 starts")));
}

#[test]
fn a_match_that_is_given_up_while_it_is_paused_is_not_paused_any_more() {
    let script =
        "1 sits; 2 sits; 3 sits; 4 sits; 1 starts; 1 votes; 2 votes; pause; 3 leaves; 4 leaves";
    check(script, "lobby 1: 1 2 c c");
    assert!(!play(Rules::default(), script).0.is_paused());
}

#[test]
fn a_seat_is_played_by_the_computer_that_the_limits_name() {
    let named = "1 sits; 2 sits; 1 sets absent_turns 1; 1 sets substitute greedy; 1 starts;";
    for gone in ["1 leaves", "t0 steps"] {
        let (table, _) = play(Rules::default(), &format!("{named} {gone}"));
        let skills: Vec<_> = table
            .occupants()
            .filter_map(|(_, who)| who.computer())
            .collect();
        assert_eq!(skills, [Skill::Greedy], "{gone}");
    }
}

#[test]
fn each_computer_player_has_a_seed_of_its_own() {
    let table = Table::new(header(Rules::default()));
    let mut seeds: Vec<String> = Seat::first(4)
        .map(|seat| table.player_seed(seat).reveal())
        .chain([Seed::from_number(5).reveal()])
        .collect();
    seeds.sort();
    seeds.dedup();
    assert_eq!(seeds.len(), 5, "and none is the table's secret");
}

#[test]
fn what_tells_two_tables_apart_is_in_their_digests() {
    let digest = |script: &str| {
        let script = format!("1 sits; 2 sits; 1 starts; {script}");
        play(Rules::default(), &script).0.digest()
    };
    for (one, other) in [
        // Whether it is paused, who votes, whose turn the clock played.
        ("pause", "1 sets ping on"),
        ("1 votes", "1 sets ping on"),
        ("t0 steps", "1 steps"),
    ] {
        assert_ne!(digest(one), digest(other), "{one}, {other}");
    }
}

const TWO: &str = "1 sits; 2 sits; 1 starts;";

#[test]
fn the_host_takes_others_off_their_seats_and_they_may_not_sit_down_again() {
    check("1 sits; 2 sits; 3 sits; 1 kicks 2", "lobby 1: 1 - 3 -");
    check(
        "1 sits; 2 sits; 1 kicks 2; 2 sits => Barred; 2 sits 3 => Barred; 3 sits",
        "lobby 1: 1 3 - -",
    );
    check(
        "1 sits; 2 sits; 1 kicks 2; 2 leaves => NotSeated",
        "lobby 1: 1 - - -",
    );
}

#[test]
fn only_the_host_does_and_only_to_others_who_sit_there() {
    check("1 sits; 2 sits; 2 kicks 1 => NotHost", "lobby 1: 1 2 - -");
    check("1 sits; 1 kicks 1 => OwnSeat", "lobby 1: 1 - - -");
    check("1 sits; 1 kicks 2 => NotThere", "lobby 1: 1 - - -");
    // Who opened the table and has not sat down is its host until somebody sits.
    check("2 sits; 1 kicks 2 => NotHost", "lobby 2: 2 - - -");
}

#[test]
fn in_a_match_a_computer_plays_on_and_others_may_take_the_seat() {
    check(&format!("{TWO} 1 kicks 2"), "playing 1: 1 l2");
    check(
        &format!("{TWO} 1 kicks 2; 2 sits => Barred; 2 steps => NotSeated; 3 sits"),
        "playing 1: 1 3",
    );
}

#[test]
fn a_match_that_is_over_or_given_up_makes_them_welcome_again() {
    let over = format!("{TWO} 1 kicks 2; 1 votes");
    check(&format!("{over}; 2 sits"), "lobby 1: 1 c 2 -");
    let kicked = "1 sits; 2 sits; 1 kicks 2; 1 adds; 1 starts; 2 sits => Barred; 1 votes; 2 sits";
    check(kicked, "lobby 1: 1 c 2 -");
}

#[test]
fn a_table_is_brought_back_with_those_who_may_not_sit_down() {
    let (table, _) = play(Rules::default(), "1 sits; 2 sits; 3 sits; 1 kicks 2");
    let (other, _) = play(Rules::default(), "1 sits; 2 sits; 3 sits; 2 leaves");
    assert_ne!(table.digest(), other.digest());
    assert_eq!(
        table.view(crate::game::Viewer::Public).barred,
        [PersonId(2)]
    );
}

/// Person 1 has challenged person 2.
fn challenge() -> Header<Countdown> {
    let rules = Rules {
        seats: 2,
        turns: 2,
        ..Rules::default()
    };
    let mut header = header(rules);
    header.invited = Some(Invited {
        person: PersonId(2),
        name: "Bo".to_owned(),
    });
    header
}

fn check(script: &str, expected: &str) {
    check_from(challenge(), script, expected);
}

#[test]
fn only_who_was_challenged_gets_the_free_seat() {
    check("1 sits; 3 sits => Kept; 2 sits", "lobby 1: 1 2");
    check("1 sits; 1 sits => Kept; 1 sits 1 => Kept", "lobby 1: 1 -");
    check("1 sits; 2 sits; 1 starts; 3 sits => Full", "playing 1: 1 2");
    // The answer is given: from then on it is a table like any other.
    check("1 sits; 2 sits; 2 leaves; 3 sits", "lobby 1: 1 3");
}

#[test]
fn a_challenge_stays_as_it_was_made_until_it_is_answered() {
    check("1 sits; 1 adds => Kept; 1 starts => Kept", "lobby 1: 1 -");
    let script =
        "1 sits; 1 sets turns 3 => Kept; 1 sets turn_limit 30 => Kept; 2 sits; 1 sets turns 3";
    check(script, "lobby 1: 1 2");
}

#[test]
fn it_is_declined_by_who_was_challenged_and_taken_back_by_the_challenger() {
    check("1 sits; 2 declines; 2 sits => Closed", "closed 1: 1 -");
    check(
        "1 sits; 3 declines => Kept; 1 declines => Kept",
        "lobby 1: 1 -",
    );
    check("1 sits; 2 sits; 2 declines => Stale", "lobby 1: 1 2");
    check("1 sits; 2 closes => NotHost; 1 closes", "closed 1: 1 -");
    check("1 sits; 1 leaves", "closed 1: - -");
    check("1 sits; idle", "closed 1: 1 -");
}

#[test]
fn what_became_of_it_can_be_seen_afterwards() {
    let (table, _) = play_from(challenge(), "1 sits; 2 declines");
    let view = table.view(Viewer::Public);
    let by = Some(Closer::Declined(PersonId(2)));
    assert_eq!(
        view.closing
            .map(|closing| (closing.by, closing.game.is_some())),
        Some((by, false))
    );
    assert_eq!(
        view.invited.map(|invited| invited.name).as_deref(),
        Some("Bo")
    );

    let (table, _) = play_from(challenge(), "1 sits; 2 sits; 1 starts; 1 steps; 1 closes");
    let view = table.view(Viewer::Public);
    let closing = view.closing.expect("it is closed");
    assert_eq!(closing.by, Some(Closer::Host(PersonId(1))));
    assert_eq!(closing.game.map(|game| game.taken), Some(1));
    assert_eq!(view.invited, None);
}

#[test]
fn a_header_without_a_challenge_is_written_as_before() {
    let line = |header| serde_json::to_value(header).expect("a header");
    assert!(line(header(Rules::default())).get("invited").is_none());
    let invited = line(challenge())["invited"].clone();
    assert_eq!(invited, serde_json::json!({ "person": 2, "name": "Bo" }));
}

#[test]
fn what_somebody_decided_is_what_they_did_themselves() {
    let header = Header::<TicTacToe>::new(
        tictactoe::Rules::default(),
        Limits::default(),
        Seed::from_number(1),
        OPENER,
        OPENING,
    );
    let (mut table, mut entries) = (Table::new(header.clone()), Vec::new());
    let mut hand_in = |input: Input<TicTacToe>| {
        let proposal = table.propose(&Submission::typed(input)).expect("allowed");
        entries.push(proposal.entry);
        table = proposal.table;
        let mut seats = table.turn().awaited().iter();
        seats.next().map(|seat| seat.index() as u64 + 1)
    };
    for person in [1, 2].map(PersonId) {
        let (name, seat) = (format!("P{}", person.0), None);
        hand_in(Input::Sit { person, name, seat });
    }
    let first = hand_in(Input::Start { by: OPENER }).expect("somebody begins");
    let other = 3 - first;
    let mark = |by, square| Input::Act {
        by,
        action: Mark(Square::new(square)),
    };
    let person = |number| By::Person(PersonId(number));
    hand_in(mark(person(first), 0));
    hand_in(mark(person(other), 3));
    // The clock marks in their place.
    hand_in(mark(By::Clock(Seat::new(first as u8 - 1)), 1));
    hand_in(mark(person(other), 4));
    hand_in(mark(person(first), 2));
    let decided = |entries: &[Entry<TicTacToe>], number: u64| {
        let saved = saved(header.clone(), entries);
        let made = decisions_of::<TicTacToe>(&saved, (1, 1), PersonId(number));
        let made = made.expect("its own journal")?;
        let squares = made.into_iter().map(|made| {
            assert_eq!(made.view.viewer, Viewer::Seat(Seat::new(number as u8 - 1)));
            made.action.0
        });
        Some(squares.collect::<Vec<Square>>())
    };
    let squares = |numbers: &[u8]| Some(numbers.iter().map(|at| Square::new(*at)).collect());
    let unfinished = &entries[..entries.len() - 1];
    assert_eq!(decided(unfinished, first), None, "the game goes on");
    assert_eq!(decided(&entries, first), squares(&[0, 2]));
    assert_eq!(decided(&entries, other), squares(&[3, 4]));
}
