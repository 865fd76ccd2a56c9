//! House rules in play, each told as a position, moves and what comes of them.

mod ending;
mod matches;
mod newcomers;
mod saying;

use super::*;
use crate::game::RuleSet as _;
use card::{cards, notation};
use round::Unlogged;
use rules::Score;
use score::RoundEnd;
use setup::Setup;

fn seat(text: &str) -> Seat {
    Seat::new(text.parse().expect("a seat"))
}

fn rules(changes: &str) -> Rules {
    let mut rules = Rules::OFFICIAL;
    for (name, value) in changes
        .split_whitespace()
        .filter_map(|word| word.split_once('='))
    {
        rules.set(name, value).expect("a rule");
    }
    rules
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

/// Plays `moves` (with `,` between) from a position and compares: the seat in turn and what it owes,
/// the sizes of all hands, and what else is worth telling; or the words of the refusal.
fn check(changes: &str, start: &str, moves: &str, expected: &str) {
    let mut round = position(changes, start);
    let all = round.cards();
    let mut said = String::new();
    for text in moves.split(',') {
        let (by, chosen) = chosen(text);
        let before = round.clone();
        said = match round.play(by, chosen, &mut Unlogged) {
            Ok(()) => told(&round),
            Err(rejection) => {
                assert_eq!(round, before, "a refused move changes nothing");
                rejection.to_string()
            }
        };
        assert_eq!(round.cards(), all, "cards are kept");
        if round.end().is_none() {
            let plainest = round.judge(round.turn(), round.plainest_move());
            assert!(plainest.is_ok(), "something can always be done: {round:?}");
        }
    }
    assert_eq!(said, expected, "{changes:?} {start} | {moves}");
}

/// `turn 1 owes 2: 3 4 5`, the choice to be made, the end.
fn told(round: &Round) -> String {
    let sizes = round
        .circle()
        .seats()
        .iter()
        .map(|seat| round.hand(*seat).len().to_string());
    let sizes = sizes.collect::<Vec<_>>().join(" ");
    if let Some(end) = round.end() {
        let places = round
            .places()
            .iter()
            .map(|seat| seat.index().to_string())
            .collect::<String>();
        return format!("{end:?} {places}: {sizes}");
    }
    let owes = match round.owed() {
        0 => String::new(),
        owed => format!(" owes {owed}"),
    };
    let choice = match round.stage() {
        Stage::Turn => String::new(),
        Stage::Drawn(card) => format!(" drew {card}"),
        Stage::Color | Stage::StartColor => " color".to_owned(),
        Stage::Swap(_) => " swap".to_owned(),
    };
    format!("turn {}{owes}{choice}: {sizes}", round.turn().index())
}

#[test]
fn officially_draws_are_served_at_once_and_skip_the_turn() {
    let start = "R5: RD RS RR R1 W WF / RD R2 R3 / B1 B2 B3";
    check("", start, "0 RD", "turn 2: 5 5 3");
    check("", start, "0 RS", "turn 2: 5 3 3");
    check("", start, "0 RR", "turn 2: 5 3 3");
    check("", "R5: RR R1 R2/R3 R4", "0 RR", "turn 0: 2 2");
    check("", "R5: RS R1 R2/R3 R4", "0 RS", "turn 0: 2 2");
    check("", start, "0 W=R", "turn 1: 5 3 3");
    check("", start, "0 W,0 R1", "a colour has to be named first");
    check("", start, "0 W,0 color=B", "turn 1: 5 3 3");
    check("", start, "1 R2", "it is the turn of seat 0");
    check("", start, "0 B1", "B1 is not in the hand");
    check("", start, "0 color=B", "there is no colour to name");
    check("", "R5: B1 B2 / R1 R2", "0 B1", "B1 does not go on R5");
}

#[test]
fn one_card_is_drawn_and_it_alone_may_be_laid() {
    let start = "G5: B1 B2 G9 / R1 R2 / R3 R4";
    check("", start, "0 draw", "turn 0 drew G1: 4 2 2");
    check(
        "",
        start,
        "0 draw,0 G9",
        "after drawing, only G1 may be laid",
    );
    check("", start, "0 draw,0 G1", "turn 1: 3 2 2");
    check("", start, "0 draw,0 draw", "a card was drawn already");
    check("", start, "0 draw,0 pass", "turn 1: 4 2 2");
    check("", start, "0 pass", "a card has to be drawn first");
    check("", "R5: B1 B2 / R1 R2", "0 draw", "turn 1: 3 2");
    check(
        "auto_pass=off",
        "R5: B1 B2 / R1 R2",
        "0 draw",
        "turn 0 drew G1: 3 2",
    );
    check("after_draw=any", start, "0 draw,0 G9", "turn 1: 3 2 2");
    check("pass_without_draw=on", start, "0 pass", "turn 1: 3 2 2");
}

#[test]
fn other_ways_to_draw() {
    let start = "R5: B1 B2 / R1 R2";
    check("draw=many", start, "0 draw,0 draw", "turn 0 drew G2: 4 2");
    check("draw=many", start, "0 draw,0 pass", "turn 1: 3 2");
    check(
        "draw=many_no_pass",
        start,
        "0 draw,0 pass",
        "one draws until a card is laid",
    );
    check(
        "draw=many_no_pass",
        start,
        "0 pass",
        "a card has to be drawn first",
    );
    check(
        "draw=until_playable",
        "B3: Y1 Y2 / R1 R2",
        "0 draw",
        "turn 0 drew G3: 5 2",
    );
    let all = ["0 draw"; 10].join(",");
    let more = format!("{all},0 draw");
    check("draw=many", start, &more, "nothing is left to draw");
    let pass = format!("{all},0 pass");
    check("draw=many_no_pass", start, &pass, "turn 1: 12 2");
    check(
        "must_play=on",
        "G5: G1 B2 / R1 R2",
        "0 draw",
        "a card can be laid and has to be",
    );
    check(
        "must_play=on",
        "R5: WF B2 / R1 R2",
        "0 draw",
        "a card can be laid and has to be",
    );
    check(
        "must_play=on",
        "R5: WF R2 Y7 / R1 R2",
        "0 draw",
        "a card can be laid and has to be",
    );
    check(
        "must_play=on auto_pass=off",
        "R5: B1 B2 / R1 R2",
        "0 draw,0 pass",
        "turn 1: 3 2",
    );
    check(
        "must_play=on",
        "G5: B2 B3 / R1 R2",
        "0 draw,0 pass",
        "a card can be laid and has to be",
    );
}

#[test]
fn nobody_has_to_bluff() {
    // The drawn card has to be laid until there is a red one in the hand, which may not be laid.
    let start = "R5: B1 B2 / Y1 / Y3 Y4 > WF R1 R2";
    check(
        "must_play=on",
        start,
        "0 draw,0 pass",
        "a card can be laid and has to be",
    );
    check(
        "must_play=on",
        start,
        "0 draw,0 catch=1,0 pass",
        "turn 1: 5 1 2",
    );
}

#[test]
fn a_bluff_is_called_or_suffered() {
    let bluff = "R5: WF R1 R2 / B1 B2 / Y1 Y2";
    let honest = "R5: WF G1 W / B1 B2 / Y1 Y2";
    check("", bluff, "0 WF=B", "turn 1 owes 4: 2 2 2");
    check("", bluff, "0 WF=B,1 draw", "turn 2: 2 6 2");
    check("", bluff, "0 WF=B,1 call", "turn 1: 6 2 2");
    check("", honest, "0 WF=B,1 call", "turn 2: 2 8 2");
    check(
        "",
        honest,
        "0 WF=B,1 B1",
        "4 cards are to be drawn, and B1 does not hand them on",
    );
    check("", honest, "0 WF=B,1 pass", "a card has to be drawn first");
    check("", bluff, "0 R1,1 call", "there is no bluff to call");
    let too_late = "0 WF=B,1 draw,2 call";
    check("", bluff, too_late, "there is no bluff to call");
    check("after_call=next", bluff, "0 WF=B,1 call", "turn 2: 6 2 2");
    // Another number of the same face is playable, but no card of the colour.
    let number = "R5: WF G5 B1 / B1 B2 / Y1 Y2";
    check("", number, "0 WF=B,1 call", "turn 2: 2 8 2");
    check(
        "bluff_test=any_playable",
        number,
        "0 WF=B,1 call",
        "turn 1: 6 2 2",
    );
    check(
        "bluff_test=any_playable",
        "R5: WF G1 B1 / B1 B2 / Y1 Y2",
        "0 WF=B,1 call",
        "turn 2: 2 8 2",
    );
    check("wild4=free", bluff, "0 WF=B", "turn 2: 2 6 2");
    check(
        "wild4=enforced",
        bluff,
        "0 WF=B",
        "a wild draw four is not allowed as a bluff",
    );
    check("wild4=enforced", honest, "0 WF=B", "turn 2: 2 6 2");
}

#[test]
fn draws_stack_as_far_as_the_house_rules_go() {
    let start = "R5: RD R1 R2 / YD WF Y1 / GD WF Y2";
    check(
        "stack=same_kind",
        start,
        "0 RD,1 YD",
        "turn 2 owes 4: 2 2 3",
    );
    check(
        "stack=same_kind",
        start,
        "0 RD,1 WF",
        "2 cards are to be drawn, and WF does not hand them on",
    );
    check("stack=same_kind", start, "0 RD,1 draw", "turn 2: 2 5 3");
    check(
        "stack=cross",
        start,
        "0 RD,1 WF=B,2 GD",
        "turn 0 owes 8: 2 2 2",
    );
    check(
        "stack=zeroxis",
        start,
        "0 RD,1 WF=G,2 GD",
        "6 cards are to be drawn, and GD does not hand them on",
    );
    let named = "stack=zeroxis draw_2_on_draw_4=true";
    check(named, start, "0 RD,1 WF=G,2 GD", "turn 0 owes 8: 2 2 2");
    check(
        named,
        start,
        "0 RD,1 WF=B,2 GD",
        "6 cards are to be drawn, and GD does not hand them on",
    );
    let any = "stack=zeroxis draw_2_on_draw_4=true_any_color";
    check(any, start, "0 RD,1 WF=B,2 GD", "turn 0 owes 8: 2 2 2");
    let four = "stack=zeroxis draw_4_on_draw_4=true";
    check(four, start, "0 RD,1 WF=B,2 WF=B", "turn 0 owes 10: 2 2 2");
    check(
        "stack=cross pass_without_draw=on",
        start,
        "0 RD,1 pass",
        "a card has to be drawn first",
    );
    // Called on a stack: whoever is wrong draws all of it, the caller two more.
    check("stack=cross", start, "0 RD,1 WF=B,2 call", "turn 0: 2 2 11");
    check(
        "preset=zeroxis",
        start,
        "0 RD,1 WF=B,2 call",
        "turn 0: 2 8 3",
    );
}

#[test]
fn sevens_and_zeros_move_hands() {
    let start = "R5: R7 R0 R1 R2 / B1 B2 / Y1";
    check("seven_zero=on", start, "0 R7=2", "turn 1: 1 2 3");
    check("seven_zero=on", start, "0 R7", "turn 0 swap: 3 2 1");
    check("seven_zero=on", start, "0 R7,0 swap=1", "turn 1: 2 3 1");
    check(
        "seven_zero=on",
        start,
        "0 R7,0 R1",
        "a hand has to be chosen first",
    );
    check(
        "seven_zero=on",
        start,
        "0 R7,0 swap=0",
        "hands cannot be exchanged with seat 0",
    );
    check(
        "seven_zero=on",
        start,
        "0 R7=0",
        "hands cannot be exchanged with seat 0",
    );
    check("seven_zero=on", start, "0 R0", "turn 1: 1 3 2");
    check(
        "seven_zero=on",
        "R5: R7 R1 / B1 B2 B3",
        "0 R7",
        "turn 1: 3 1",
    );
    check("seven_zero=on", "R5: R7 / B1 B2 B3", "0 R7", "Out 01: 0 3");
    let places = "seven_zero=on end=places";
    check(places, "R5: R7 / B1 B2 / Y1 Y2", "0 R7", "turn 1: 0 2 2");
    check(
        places,
        "R5: R1 / R7 R2 R3 / Y1 Y2 / B1 B2",
        "0 R1,1 R7=0",
        "hands cannot be exchanged with seat 0",
    );
    check("", start, "0 R7=2", "turn 1: 3 2 1");
    check("", start, "0 swap=2", "there is no hand to exchange");
}

/// The refusal is said aloud.
#[test]
fn a_swap_with_nobody_does_not_tell_whether_the_card_is_held() {
    let refused = "hands cannot be exchanged with seat 0";
    for held in ["R7 R1", "R2 R1"] {
        let start = format!("R5: {held} / B1 B2 / R5 Y1");
        check("seven_zero=on", &start, "0 R7=0", refused);
    }
    for held in ["R5 Y1", "R2 Y1"] {
        let start = format!("R5: R1 R2 / {held} / B1 B2");
        let refused = "hands cannot be exchanged with seat 1";
        check("jump_in=on", &start, "1 R5=1", refused);
    }
}

#[test]
fn an_equal_card_jumps_in() {
    let start = "R5: R1 R2 / B1 B2 / R1 Y2 R5 / Y1 Y2";
    check("jump_in=on", start, "0 R1,2 R1", "turn 3: 1 2 2 2");
    check("jump_in=on", start, "2 R5", "turn 3: 2 2 2 2");
    check("jump_in=on", start, "0 R1,2 R5", "it is the turn of seat 1");
    check("", start, "0 R1,2 R1", "it is the turn of seat 1");
    check("jump_in=on", start, "0 R1,2 Y2", "it is the turn of seat 1");
    check(
        "jump_in=on",
        "R5: W R1 / B1 B2 / W Y1",
        "0 W=B,2 W",
        "it is the turn of seat 1",
    );
    check(
        "jump_in=on seven_zero=on",
        "R5: R7 R1 R2 / B1 B2 / R7 Y1",
        "0 R7,2 R7",
        "it is the turn of seat 0",
    );
    // Nothing jumps over cards that are owed.
    let owed = "R5: RD R2 / B1 B2 / RD Y2";
    check(
        "jump_in=on stack=cross",
        owed,
        "0 RD,2 RD",
        "it is the turn of seat 1",
    );
    check("jump_in=on", owed, "0 RD,2 RD", "turn 1: 3 4 1");
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

#[test]
fn presets_play_as_they_are_known() {
    let (draws, last) = ("R5: RD R1 R2 / YD WF Y1 / Y1 Y2", "R5: RD / R3 R4 / Y1 Y2");
    let bluff = "R5: WF R1 R2 / B1 B2 / Y1 Y2";
    let nobody = "there is nobody to catch";
    check(
        "preset=zeroxis",
        draws,
        "0 RD,1 WF=B",
        "turn 2 owes 6: 2 2 2",
    );
    check("preset=zeroxis", bluff, "0 WF=B,1 call", "turn 2: 6 2 2");
    check("preset=zeroxis", "R5: R1 R2/R3 R4", "0 R1,1 catch", nobody);
    check("preset=zeroxis", last, "0 RD", "Out 021: 0 2 2");
    check("preset=first2shed", draws, "0 RD", "turn 2: 2 5 2");
    check("preset=first2shed", bluff, "0 WF=B", "turn 2: 2 6 2");
    check("preset=first2shed", bluff, "0 draw,0 R1", "turn 1: 3 2 2");
    check("preset=first2shed", last, "0 RD", "Out 021: 0 2 2");
    let refused = "a wild draw four is not allowed as a bluff";
    check("preset=irc", bluff, "0 WF=B", refused);
    check("preset=irc", bluff, "0 draw,0 R1", "turn 1: 3 2 2");
    check("preset=irc", last, "0 RD", "Out 021: 0 4 2");
    check("preset=party", draws, "0 RD,1 WF=B", "turn 2 owes 6: 2 2 2");
    check(
        "preset=party",
        "B3: Y1 Y2 / B3 R2 R1",
        "0 draw",
        "turn 0 drew G3: 5 3",
    );
    check(
        "preset=party",
        "B3: Y1 Y2 / R2 R1 / B3 R1",
        "2 B3",
        "turn 0: 2 2 1",
    );
    check(
        "preset=party",
        "R5: R7 R1 R2 / B1 B2",
        "0 R7",
        "turn 1: 2 2",
    );
    check(
        "preset=party preset=official",
        draws,
        "0 RD",
        "turn 2: 2 5 2",
    );
}
