//! How a round ends, and what becomes of it when somebody leaves.

use super::*;

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
        assert_eq!(round.end, None, "{text}");
        let done = round.play(by, chosen, &mut Unlogged);
        done.expect("it is allowed");
        assert_eq!(round.turn.index(), after, "{text}");
    }
    assert_eq!(round.end, Some(RoundEnd::Blocked));
}

#[test]
fn two_cards_going_round_for_ever_come_to_an_end() {
    // Nobody has a card that goes on a Reverse; the one below the top is all there is to draw.
    let mut round = position("", "YR: G1 G2 / B1 B2 / R3 R4");
    round.piles.draw.clear();
    round.piles.discards = cards("BR").expect("a card");
    let mut moves = 0;
    while round.end.is_none() {
        let lay = round
            .layable()
            .nth(0)
            .map(|card| Move::Play(Play::of(card)));
        let chosen = lay.unwrap_or(Move::Draw);
        round
            .play(round.turn, chosen, &mut Unlogged)
            .expect("it is allowed");
        moves += 1;
        assert!(moves < 1_000, "no end: {round:?}");
    }
    assert!(moves > 100, "it is not given up early: {moves}");
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

#[test]
fn a_reverse_tells_by_itself_whether_the_same_player_plays_again() {
    for (start, moves, again) in [
        ("R5: RR R1 / B1 B2", "0 RR", true),
        ("R5: RR R1 / B1 B2 / G1 G2", "0 RR", false),
        // Of three one goes out with it, and the two others play on.
        ("R5: RR / B1 B2 / G1 G2", "0 RR", false),
    ] {
        let mut game = matches::in_position("end=places uno_call=off score=round", start);
        let (by, chosen) = chosen(moves);
        let told = game.act(by, chosen.into()).expect("it is allowed");
        let told = format!("{told:?}");
        assert!(told.contains(&format!("again: {again}")), "{start}: {told}");
    }
}
