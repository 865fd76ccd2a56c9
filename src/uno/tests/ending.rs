//! How a round ends, and what becomes of it when somebody leaves.

use super::*;

#[test]
fn the_last_card_ends_the_round() {
    check("", "R5: R1 / R3 R4 / Y1 Y2", "0 R1", "Out 021: 0 2 2");
    check("", "R5: RD / R3 R4 / Y1 Y2", "0 RD", "Out 021: 0 4 2");
    check("", "R5: WF / R3 R4 / Y1 Y2", "0 WF", "Out 021: 0 6 2");
    check(
        "final_draw_counts=off",
        "R5: RD / R3 R4 / Y1 Y2",
        "0 RD",
        "Out 021: 0 2 2",
    );
    check(
        "last_card=no_wild",
        "R5: W / R3 R4",
        "0 W",
        "the last card may not be W",
    );
    check(
        "last_card=no_wild",
        "R5: W R1 / R3 R4",
        "0 W=B",
        "turn 1: 1 2",
    );
    check(
        "stack=cross",
        "R5: RD Y1 / YD / Y1 Y2",
        "0 RD,1 YD",
        "Out 102: 1 0 6",
    );
    check(
        "end=places",
        "R5: R1 / R3 R4 / Y1 Y2",
        "0 R1",
        "turn 1: 0 2 2",
    );
    check(
        "end=places",
        "R5: W / R3 / Y1 Y2",
        "0 W,0 color=Y",
        "turn 1: 0 1 2",
    );
    check(
        "end=places",
        "R5: R1 / R3 / Y1 Y2",
        "0 R1,1 R3",
        "Out 012: 0 0 2",
    );
    check("end=places", "R5: RD / R3 / Y1 Y2", "0 RD", "turn 2: 0 3 2");
    check("end=places", "R5: RR / R3 / Y1 Y2", "0 RR", "turn 2: 0 1 2");
    check(
        "end=places",
        "R5: R1 / R3 / Y1 Y2",
        "0 R1,0 draw",
        "seat 0 does not play",
    );
}

#[test]
fn nothing_left_to_draw_is_no_deadlock() {
    let mut round = position("", "R5: B1 B2 / Y1 Y2");
    round.withdraw(Seat::new(5), &mut Unlogged);
    round.piles.draw.clear();
    round.piles.discards.clear();
    assert!(round.play(Seat::new(0), Move::Draw, &mut Unlogged).is_ok());
    assert_eq!(told(&round), "turn 1: 2 2");
    assert!(round.play(Seat::new(1), Move::Draw, &mut Unlogged).is_ok());
    assert_eq!(told(&round), "Blocked 01: 2 2");
}

#[test]
fn a_round_is_blocked_when_nobody_of_a_whole_circle_could_do_anything() {
    let mut round = position("", "R5: B1 B2 / Y1 Y2 / R1 R2 R3");
    round.piles.draw.clear();
    round.piles.reshuffles = pile::MOST_RESHUFFLES;
    let moves = ["0 draw", "1 draw", "2 R1", "0 draw", "1 draw", "2 draw"];
    for (text, after) in moves.into_iter().zip([1, 2, 0, 1, 2, 2]) {
        let (by, chosen) = chosen(text);
        assert_eq!(round.end(), None, "{text}");
        let done = round.play(by, chosen, &mut Unlogged);
        done.expect("it is allowed");
        assert_eq!(round.turn().index(), after, "{text}");
    }
    assert_eq!(round.end(), Some(RoundEnd::Blocked));
}

#[test]
fn two_cards_going_round_for_ever_come_to_an_end() {
    // Nobody has a card that goes on a Reverse; the one below the top is all there is to draw.
    let mut round = position("", "YR: G1 G2 / B1 B2 / R3 R4");
    round.piles.draw.clear();
    round.piles.discards = cards("BR").expect("a card");
    let mut moves = 0;
    while round.end().is_none() {
        let lay = round
            .layable()
            .nth(0)
            .map(|card| Move::Play(Play::of(card)));
        let chosen = lay.unwrap_or(Move::Draw);
        round
            .play(round.turn(), chosen, &mut Unlogged)
            .expect("it is allowed");
        moves += 1;
        assert!(moves < 1_000, "no end: {round:?}");
    }
    assert!(moves > 100, "it is not given up early: {moves}");
}

#[test]
fn a_round_in_which_everybody_only_passes_is_blocked() {
    let passes = ["0 pass,1 pass"; 10].join(",");
    let start = "R5: B1 B2 / Y1 Y3";
    check("pass_without_draw=on", start, &passes, "Blocked 01: 2 2");
    let but_one = passes.strip_suffix(",1 pass").expect("the last pass");
    check("pass_without_draw=on", start, but_one, "turn 1: 2 2");
    let start = "R5: B1 B2 / R1 Y3 Y4";
    let laid = format!("{but_one},1 R1,0 pass");
    check("pass_without_draw=on", start, &laid, "turn 1: 2 2");
    let drawn = format!("0 draw,{passes}");
    let slow = "pass_without_draw=on auto_pass=off";
    check(slow, start, &drawn, "turn 0: 3 3");
}

#[test]
fn a_leaver_goes_and_the_others_play_on() {
    let leave = |changes: &str, start: &str, moves: &str, who: u8, expected: &str| {
        let mut round = played(changes, start, moves);
        let all = round.cards();
        round.withdraw(Seat::new(who), &mut Unlogged);
        assert_eq!(
            (told(&round).as_str(), round.cards()),
            (expected, all),
            "{start} {moves}"
        );
    };
    let start = "R5: W RD R1 WF / B1 B2 / Y1 Y2";
    leave("", start, "", 0, "turn 1: 0 2 2");
    leave("", start, "", 2, "turn 0: 4 2 0");
    leave("", start, "0 W", 0, "turn 1: 0 2 2");
    leave("stack=cross", start, "0 RD", 1, "turn 2: 3 0 2");
    leave("", start, "0 WF=B", 0, "turn 1 owes 4: 0 2 2");
    leave("", "R5: R1 R2 / R3 R4", "", 1, "Abandoned 0: 2 0");
}

#[test]
fn a_leaver_takes_nothing_along_and_leaves_no_blame() {
    let mut left = position("auto_pass=off", "R5: R1 R2 / B1 B2 / Y1 Y2");
    left.withdraw(Seat::new(0), &mut Unlogged);
    let (by, draw) = chosen("1 draw");
    assert_eq!(left.play(by, draw, &mut Unlogged), Ok(()));
    assert_eq!(
        told(&left),
        "turn 1 drew G1: 0 3 2",
        "they go under the pile"
    );
    let mut bluff = played("", "R5: WF R1 R2 / B1 B2 / Y1 Y2", "0 WF=B");
    bluff.withdraw(Seat::new(0), &mut Unlogged);
    let (by, call) = chosen("1 call");
    assert_eq!(bluff.judge(by, call), Err(Rejection::NothingToCall));
}

#[test]
fn where_places_are_played_for_it_counts_what_the_others_held_when_the_first_was_out() {
    let three = ("R5: R1 / R2 W / R9 R3", "0 R1,1 R2,2 R9,1 W=R");
    let four = ("R5: R1 / R2 / R3 W / R9 R8 Y9", "0 R1,1 R2,2 R3,3 R9,2 W=R");
    for (counted, (start, moves), held) in [
        ("first_out", three, &[0, 52, 12][..]),
        ("round_end", three, &[0, 0, 3]),
        ("first_out", four, &[0, 2, 53, 26]),
        ("round_end", four, &[0, 0, 0, 17]),
    ] {
        let changes = format!("end=places counted={counted} uno_call=off score=round");
        let mut game = matches::in_position(&changes, start);
        for text in moves.split(',') {
            let (by, chosen) = chosen(text);
            game.act(by, chosen.into()).expect("it is allowed");
        }
        let result = &game.history[0];
        assert!(
            result
                .places
                .iter()
                .copied()
                .eq(Seat::first(held.len() as u8))
        );
        let mut gained = vec![0; held.len()];
        gained[0] = held.iter().sum();
        assert_eq!(result.gained, gained, "{counted} {start}");
    }
}
