//! From one match to the next: what counts on, and what is over with the match.

use super::script::*;

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
        let rules = Rules {
            joins: 1,
            ..Rules::default()
        };
        play(rules, &script).0.digest()
    };
    for (one, other) in [
        // Whether it is paused, who votes, whose turn the clock played, who waits for a seat.
        ("pause", "1 sets ping on"),
        ("1 votes", "1 sets ping on"),
        ("t0 steps", "1 steps"),
        ("1 steps; 3 sits", "1 steps; 4 sits"),
    ] {
        assert_ne!(digest(one), digest(other), "{one}, {other}");
    }
}
