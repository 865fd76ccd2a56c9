//! House rules in play, each told as a position, moves and what comes of them.

mod ending;
mod kept;
mod matches;
mod newcomers;

use super::*;
use crate::game::{RuleSet as _, cases};
use card::{cards, notation};
use round::Unlogged;
use rules::Score;
use score::RoundEnd;
use setup::Setup;

fn seat(text: &str) -> Seat {
    Seat::new(text.parse().expect("a seat"))
}

fn rules(changes: &str) -> Rules {
    Rules::OFFICIAL.with(&cases::settings(changes))
}

/// A round in which the first seat is to play: `R5: R1 R2 / B3 B4` is the top card and the hands.
/// The draw pile gives G1, G2, G3 … G9 and then nothing but the discard R0, or first of all what is
/// behind `>`.
fn position(changes: &str, position: &str) -> Round {
    let (position, first) = position.split_once('>').unwrap_or((position, ""));
    let (top, hands) = position.split_once(':').expect("a top card and hands");
    let (top, color) = top.split_once('=').unwrap_or((top, &top[..1]));
    let hand = |text| cards(text).expect("cards").into_iter().collect();
    let setup = Setup {
        rules: rules(changes),
        hands: hands.split('/').map(hand).collect(),
        draw: {
            let mut draw = cards("G9 G8 G7 G6 G5 G4 G3 G2 G1").expect("cards");
            draw.extend(cards(first).expect("cards").into_iter().rev());
            draw
        },
        discards: cards("R0").expect("a card"),
        top: top.parse().expect("a card"),
        color: Color::from_letter(color.chars().next().expect("a letter")).expect("a colour"),
        direction: Direction::Forward,
        turn: Seat::new(0),
        drawn: None,
        owed: 0,
    };
    Round::resume(setup, Seed::from_number(1)).expect("a position that makes sense")
}

/// `0 W=B uno`, `1 draw`, `1 pass`, `1 call`, `0 color=G`, `0 swap=2`, `0 uno`, `2 catch`, `2 catch=0`.
fn chosen(text: &str) -> (Seat, Move) {
    let mut words = text.split_whitespace();
    let by = seat(words.next().expect("a seat"));
    let word = words.next().expect("a move");
    let (word, value) = word
        .split_once('=')
        .map_or((word, None), |(w, v)| (w, Some(v)));
    let color = || value.and_then(|v| Color::from_letter(v.chars().next()?));
    let chosen = match word {
        "draw" => Move::Draw,
        "pass" => Move::Pass,
        "call" => Move::Call,
        "uno" => Move::Uno,
        "catch" => Move::Catch(value.map(seat)),
        "color" => Move::Color(color().expect("a colour")),
        "swap" => Move::Swap(seat(value.expect("a seat"))),
        card => {
            let card: Card = card.parse().expect("a card");
            let color = color();
            let swap = value.filter(|_| !card.is_wild()).map(seat);
            let uno = words.next() == Some("uno");
            Move::Play(Play {
                card,
                color,
                swap,
                uno,
            })
        }
    };
    (by, chosen)
}

/// The round after these moves, all of which are allowed.
fn played(changes: &str, start: &str, moves: &str) -> Round {
    let mut round = position(changes, start);
    for text in moves.split(',').filter(|text| !text.is_empty()) {
        let (by, chosen) = chosen(text);
        let done = round.play(by, chosen, &mut Unlogged);
        done.unwrap_or_else(|no| panic!("{start} | {moves}: {no}"));
    }
    round
}

/// Plays the moves, with `,` between, from a position and compares: the seat in turn and what it owes, the sizes of all
/// hands, and what else is worth telling; or the words of the refusal; or who has said or forgotten UNO.
fn check(case: &[&str]) {
    let [changes, start, moves, expected] = case else {
        panic!("four parts, not {case:?}");
    };
    let mut round = position(changes, start);
    let all = round.cards();
    let mut said = String::new();
    for text in moves.split(',') {
        said = after(&mut round, text);
        assert_eq!(round.cards(), all, "cards are kept");
        if round.end.is_none() {
            let plainest = round.judge(round.turn, round.plainest_move());
            assert!(plainest.is_ok(), "something can always be done: {round:?}");
        }
    }
    if expected.starts_with("uno:") {
        said = uno_said(&round);
    }
    assert_eq!(said, *expected, "{case:?}");
}

/// What comes of one move, or of somebody who leaves.
fn after(round: &mut Round, text: &str) -> String {
    if let Some(who) = text.strip_suffix("leave") {
        round.withdraw(seat(who.trim()), &mut Unlogged);
        return told(round);
    }
    let (by, chosen) = chosen(text);
    let before = round.clone();
    match round.play(by, chosen, &mut Unlogged) {
        Ok(()) => told(round),
        Err(rejection) => {
            assert_eq!(*round, before, "a refused move changes nothing");
            rejection.to_string()
        }
    }
}

/// `uno: said 0`, `uno: forgot 0`, `uno:`.
fn uno_said(round: &Round) -> String {
    let said = round.said_uno.iter().map(|seat| ("said", seat));
    let forgot = round.exposed.into_iter().map(|seat| ("forgot", seat));
    let mut told = "uno:".to_owned();
    for (word, seat) in said.chain(forgot) {
        told += &format!(" {word} {}", seat.index());
    }
    told
}

/// `turn 1 owes 2: 3 4 5`, the choice to be made, the end.
fn told(round: &Round) -> String {
    let sizes = round
        .circle
        .seats()
        .iter()
        .map(|seat| round.hand(*seat).len().to_string());
    let sizes = sizes.collect::<Vec<_>>().join(" ");
    if let Some(end) = round.end {
        let places = round
            .places()
            .iter()
            .map(|seat| seat.index().to_string())
            .collect::<String>();
        return format!("{end:?} {places}: {sizes}");
    }
    let owes = match round.owed {
        0 => String::new(),
        owed => format!(" owes {owed}"),
    };
    let choice = match round.stage {
        Stage::Turn => String::new(),
        Stage::Drawn(card) => format!(" drew {card}"),
        Stage::Color | Stage::StartColor => " color".to_owned(),
        Stage::Swap(_) => " swap".to_owned(),
    };
    format!("turn {}{owes}{choice}: {sizes}", round.turn.index())
}

cases::sections! {
    include_str!("../../fixtures/uno/moves.cases"), cases::each(check);
    officially_draws_are_served_at_once_and_skip_the_turn
    one_card_is_drawn_and_it_alone_may_be_laid
    other_ways_to_draw
    nobody_has_to_bluff
    a_bluff_is_called_or_suffered
    draws_stack_as_far_as_the_house_rules_go
    sevens_and_zeros_move_hands
    an_equal_card_jumps_in
    presets_play_as_they_are_known
    the_last_card_ends_the_round
    uno_is_said_with_before_or_after_the_last_but_one_card
    a_false_catch_costs_as_much_as_a_forgotten_uno
    a_swap_with_nobody_does_not_tell_whether_the_card_is_held
    uno_is_said_with_two_cards_alone
    where_uno_is_not_called_nobody_says_it
    nobody_is_caught_once_the_next_player_began_a_turn
    hands_that_are_exchanged_take_no_uno_along
    an_announcement_is_for_ones_own_next_card
    whoever_draws_or_is_out_has_no_uno_any_more
    only_others_who_still_play_catch
    a_round_in_which_everybody_only_passes_is_blocked
    a_leaver_goes_and_the_others_play_on
    a_leaver_takes_nothing_along_and_leaves_no_blame
}

#[test]
fn the_clock_plays_the_plainest_move() {
    let check = |changes: &str, start: &str, moves: &str, expected: &str| {
        let plainest = played(changes, start, moves).plainest_move();
        assert_eq!(
            plainest,
            chosen(expected).1,
            "{changes:?} {start} | {moves}"
        );
    };
    let start = "R5: R1 B2 WF / B3 B4";
    check("", start, "", "0 draw");
    check("", "G5: B1 G2 / B3 B4", "0 draw", "0 pass");
    check("pass_without_draw=on", start, "", "0 pass");
    check("time_out=play", start, "", "0 R1");
    check("time_out=play", "R5: B1 B2 / B3 B4", "", "0 draw");
    check("draw=many_no_pass", start, "", "0 R1");
    check("draw=many_no_pass", "R5: B1 B2 / B3 B4", "", "0 draw");
    check("must_play=on", start, "", "0 R1");
    check("", "R5: WF G1 G2 B1 / B3 B4", "0 WF", "0 color=G");
    // Hands are exchanged with whoever holds fewest.
    let seven = "R5: R7 R1 / B1 B2 B3 / Y1 Y2 / G1 G2 G3 G4";
    check("seven_zero=on", seven, "0 R7", "0 swap=2");
}
