//! What a round may bring whom.

use super::*;

/// Plays a round of six turns on two seats, the last input only on trial: who may gain by it then?
fn check(script: &str, expected: &[u64]) {
    let rules = Rules {
        seats: 2,
        turns: 6,
        rounds: 2,
        ..Rules::default()
    };
    let (before, last) = script.rsplit_once("; ").expect("several inputs");
    let (table, _) = play(rules, &format!("1 sits; 2 sits; 1 starts; {before}"));
    let (submission, _) = read(last, &table);
    let log = table.round_log_with(&submission.input);
    let gains = |person: &u64| {
        let mut seats = Seat::first(2);
        seats.any(|seat| log.gains(seat, PersonId(*person)))
    };
    let gaining: Vec<u64> = (1..=3).filter(gains).collect();
    assert_eq!(gaining, expected, "{script}");
}

#[test]
fn whose_cards_others_played_gains_nothing() {
    check(
        "1 steps; 2 steps; 1 steps; 2 steps; 1 steps; 2 steps",
        &[1, 2],
    );
    // A third is not more than a third.
    check(
        "1 steps; 2 steps; 1 steps; t1 steps; 1 steps; 2 steps",
        &[1, 2],
    );
    check(
        "1 steps; t1 steps; 1 steps; t1 steps; 1 steps; 2 steps",
        &[1],
    );
    check(
        "1 steps; 2 steps; 1 steps; t1 steps; 1 steps; t1 steps",
        &[1],
    );
    check(
        "1 steps; 2 leaves; c1 steps; 1 steps; c1 steps; 1 steps; c1 steps",
        &[1],
    );
    // Whoever sits down in mid-round was not dealt it: a computer plays it on.
    check(
        "1 steps; 2 leaves; 3 sits 1; c1 steps; 1 steps; c1 steps; 1 steps; c1 steps",
        &[1],
    );
    // Between two people who come before anything was decided, the later one is dealt the round.
    check(
        "2 leaves; 3 sits 1; 1 steps; 3 steps; 1 steps; 3 steps; 1 steps; 3 steps",
        &[1, 3],
    );
    // What was before the round does not matter.
    check(
        "1 steps; t1 steps; 1 steps; t1 steps; 1 steps; c1 steps; 1 steps; 2 steps; 1 steps; 2 steps",
        &[1, 2],
    );
}

#[test]
fn whoever_is_advised_more_than_three_times_gains_nothing() {
    let asks = |times: usize| format!("1 steps; {}2 steps", "2 asks; ".repeat(times));
    check(&asks(3), &[1, 2]);
    check(&asks(4), &[1]);
}
