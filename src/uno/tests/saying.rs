//! Saying UNO, forgetting it, and catching whoever does.

use super::*;

const START: &str = "R5: R1 R2 / R3 R4 R6 / Y1 Y2";

/// Compares who then stands as having said UNO and who can be caught: `said 0`, `forgot 0`, or nothing.
fn check_said(changes: &str, start: &str, moves: &str, expected: &str) {
    let round = played(changes, start, moves);
    let said = round.said_uno.iter().map(|seat| ("said", seat));
    let forgot = round.exposed.into_iter().map(|seat| ("forgot", seat));
    let told = said.chain(forgot);
    let told: Vec<_> = told
        .map(|(word, seat)| format!("{word} {}", seat.index()))
        .collect();
    assert_eq!(told.join(" "), expected, "{changes:?} {start} | {moves}");
}

#[test]
fn uno_is_said_with_before_or_after_the_last_but_one_card() {
    check("", START, "0 R1 uno,2 catch", "turn 1: 1 3 4");
    check("", START, "0 uno,0 R1,2 catch=0", "turn 1: 1 3 4");
    check("", START, "0 R1,0 uno,2 catch=0", "turn 1: 1 3 4");
    check("", START, "0 R1,2 catch", "turn 1: 3 3 2");
    check("", START, "0 R1,1 catch=0", "turn 1: 3 3 2");
    check("uno_penalty=4", START, "0 R1,2 catch", "turn 1: 5 3 2");
    check("", START, "0 R1,1 R3,2 catch=0", "turn 2: 1 2 4");
    check(
        "false_catch=off",
        START,
        "0 R1,1 R3,2 catch=0",
        "turn 2: 1 2 2",
    );
    check("", START, "0 R1,2 catch=1", "there is nobody to catch");
    check("", START, "0 R1,0 catch=0", "nobody catches themselves");
    check(
        "",
        START,
        "0 R1,2 catch,2 catch",
        "there is nobody to catch",
    );
    check("", START, "1 uno", "there is no reason to say uno");
    check(
        "uno_call=off",
        START,
        "0 R1,2 catch",
        "there is nobody to catch",
    );
    check(
        "uno_call=automatic",
        START,
        "0 R1,2 catch",
        "there is nobody to catch",
    );
    let wild = "R5: W R2 / R3 R4 R6 / Y1 Y2";
    check("", wild, "0 W,0 uno,0 color=B,2 catch=0", "turn 1: 1 3 4");
    check("", wild, "0 W,2 catch", "turn 0 color: 3 3 2");
}

#[test]
fn uno_is_said_with_two_cards_alone() {
    let no = "there is no reason to say uno";
    let three = "R5: R1 R2 R3 / R4 R6 / Y1 Y2";
    check("", three, "0 uno", no);
    check("", three, "0 R1,0 uno", no);
    check_said("", three, "0 R1 uno", "");
    check_said("", three, "0 R1", "");
    check("", "R5: R1 / R4 R6", "0 uno", no);
    check("", START, "2 uno", no);
    check("", START, "0 uno,0 uno", no);
    check_said("", START, "0 R1 uno", "said 0");
    check_said("", START, "0 uno,0 R1", "said 0");
    check_said("", START, "0 R1", "forgot 0");
    check_said("", START, "0 R1,0 uno", "said 0");
}

#[test]
fn where_uno_is_not_called_nobody_says_it() {
    let no = "there is no reason to say uno";
    for changes in ["uno_call=off", "uno_call=automatic"] {
        check(changes, START, "0 uno", no);
        check(changes, START, "0 R1,0 uno", no);
    }
    check_said("uno_call=off", START, "0 R1 uno", "");
    check_said("uno_call=automatic", START, "0 R1", "said 0");
}

#[test]
fn a_false_catch_costs_as_much_as_a_forgotten_uno() {
    check("", START, "0 R1 uno,2 catch=0", "turn 1: 1 3 4");
    let four = "uno_penalty=4";
    check(four, START, "0 R1,2 catch=0", "turn 1: 5 3 2");
    check(four, START, "0 R1 uno,2 catch=0", "turn 1: 1 3 6");
    let free = "uno_penalty=4 false_catch=off";
    check(free, START, "0 R1 uno,2 catch=0", "turn 1: 1 3 2");
}

#[test]
fn nobody_is_caught_once_the_next_player_began_a_turn() {
    let start = "R5: R1 R2 / B3 B4 B6 / Y1 Y2";
    for catch in ["2 catch", "2 catch=0"] {
        let check = |changes: &str, start: &str, moves: &str, expected: &str| {
            check(changes, start, &format!("{moves},{catch}"), expected);
        };
        check("", start, "0 R1,1 draw", "turn 1 drew G1: 1 4 4");
        check(
            "pass_without_draw=on",
            start,
            "0 R1,1 pass",
            "turn 2: 1 3 4",
        );
        let draws = "R5: RD R2 / B3 B4 / Y1 Y2";
        check("stack=cross", draws, "0 RD,1 draw", "turn 2: 1 4 4");
        let four = "R5: WF G1 / B3 B4 / Y1 Y2";
        check("", four, "0 WF=B,1 call", "turn 2: 1 8 4");
        // What is drawn at once is no turn.
        check("", draws, "0 RD", "turn 2: 3 4 2");
    }
}

#[test]
fn hands_that_are_exchanged_take_no_uno_along() {
    let seven = "R5: R7 R1 / B1 B2 B3 / Y1 Y2";
    let zero = "R5: R0 R1 / B1 B2 B3 / Y1 Y2";
    let house = "seven_zero=on";
    check(house, seven, "0 R7=1,2 catch", "turn 1: 3 1 4");
    check(house, seven, "0 R7,0 swap=1,2 catch", "turn 1: 3 1 4");
    check(house, zero, "0 R0,2 catch", "turn 1: 2 1 5");
    for said in ["", " uno"] {
        check_said(house, seven, &format!("0 R7=1{said}"), "");
        check_said(house, zero, &format!("0 R0{said}"), "");
    }
}

#[test]
fn an_announcement_is_for_ones_own_next_card() {
    check(
        "pass_without_draw=on",
        "R5: R1 R2 / R3 R4 / Y1 Y2",
        "0 uno,0 pass,1 R3,2 catch=1",
        "turn 2: 2 3 2",
    );
    check(
        "jump_in=on",
        "R5: R1 R2 / B1 B2 B3 / R5 Y2",
        "0 uno,2 R5,1 catch=2",
        "turn 0: 2 3 3",
    );
}

#[test]
fn whoever_draws_or_is_out_has_no_uno_any_more() {
    check_said("", "R5: R1 R2 / RD R3 R4", "0 R1 uno,1 RD", "");
    let start = "R5: R1 R2 / R3 / Y1 Y2";
    check("", start, "0 R1,0 catch=1,2 catch", "turn 1: 3 1 4");
    let three = "R5: R1 R2 / R3 R4 R6 / Y1 Y2 Y3";
    check_said("end=places", three, "0 R1 uno,1 R3,2 draw,0 R2", "");
}

#[test]
fn only_others_who_still_play_catch() {
    check("", START, "0 R1,0 catch", "there is nobody to catch");
    check(
        "end=places",
        "R5: R1 / R3 R4 / Y1 Y2",
        "0 R1,1 R3,0 catch",
        "seat 0 does not play",
    );
}
