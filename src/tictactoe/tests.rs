//! Boards, lines, ends and beginnings, case by case.

use super::*;
use crate::game::{Digest, cases};

/// Plays the squares under `rules` (`size=4 in_row=3`), seats in turn; the last mark has to end
/// as `expected`: `0 0-4-8` (winner and line), `drawn`, `going on`, or a refusal's words.
fn check(rules: &str, squares: &[u8], expected: &str) {
    let mut chosen = Rules::default();
    for (name, value) in rules.split_whitespace().filter_map(|r| r.split_once('=')) {
        chosen.set(name, value).expect("a rule of this game");
    }
    let (mut game, _) = TicTacToe::start(&chosen, 2, Seed::from_number(1));
    let mut said = String::new();
    for square in squares {
        let before = game.clone();
        let seat = game.next;
        said = match game.act(seat, Mark(Square::new(*square))) {
            Err(rejection) => {
                assert_eq!(game, before, "a refused mark changes nothing");
                rejection.to_string()
            }
            Ok(_) => match game.ending() {
                None => "going on".to_owned(),
                Some(Ending::Drawn) => "drawn".to_owned(),
                Some(Ending::Won { seat, line }) => {
                    let line: Vec<_> = line.iter().map(|s| s.index().to_string()).collect();
                    format!("{} {}", seat.index(), line.join("-"))
                }
            },
        };
    }
    assert_eq!(said, expected, "{rules} {squares:?}");
}

#[test]
fn three_in_a_row_win_in_every_direction() {
    check("", &[0, 1, 4, 2, 8], "0 0-4-8");
    check("", &[2, 0, 4, 1, 6], "0 2-4-6");
    check("", &[0, 2, 1, 5, 3, 8], "1 2-5-8");
    check("", &[3, 0, 4, 1, 5], "0 3-4-5");
    check("", &[4, 0, 1, 7, 2, 6, 3, 5, 8], "drawn");
}

#[test]
fn larger_boards_and_longer_rows_are_played_alike() {
    check("size=4 in_row=3", &[1, 0, 6, 4, 11], "0 1-6-11");
    check("size=4 in_row=4", &[0, 1, 5, 2, 10], "going on");
    check(
        "size=5 in_row=5",
        &[4, 0, 8, 1, 12, 2, 16, 3, 20],
        "0 4-8-12-16-20",
    );
    check("size=3 in_row=5", &[0, 1, 4, 2, 8], "0 0-4-8");
    check("first=opponent", &[0, 1, 4, 2, 8], "1 0-4-8");
}

#[test]
fn who_begins_alternates_between_people_and_is_the_person_against_a_computer() {
    let begins = |first, before, computer: Option<u8>| {
        let rules = Rules {
            first,
            ..Rules::default()
        };
        let rules = rules.for_match(before, computer.map(Seat::new).into_iter().collect());
        TicTacToe::start(&rules, 2, Seed::from_number(1))
            .0
            .first
            .index()
    };
    let games = |first, computer| [0, 1, 2].map(|before| begins(first, before, computer));
    assert_eq!(games(First::default(), None), [0, 1, 0]);
    assert_eq!(games(First::default(), Some(1)), [0, 0, 0]);
    assert_eq!(games(First::default(), Some(0)), [1, 1, 1]);
    assert_eq!(games(First::Opponent, None), [1, 1, 1]);
    assert_eq!(games(First::Challenger, Some(0)), [0, 0, 0]);
}

#[test]
fn occupied_and_missing_squares_and_finished_games_are_refused() {
    check("", &[4, 4], "Taken { square: Square(4), by: Seat(0) }");
    check("", &[9], "OffBoard { square: Square(9) }");
    check("size=5", &[25], "OffBoard { square: Square(25) }");
    check("", &[0, 1, 4, 2, 8, 3], "Over");
    let (mut game, _) = TicTacToe::start(&Rules::default(), 2, Seed::from_number(1));
    let turn = Seat::new(0);
    let refused = game.act(Seat::new(1), Mark(Square::new(0)));
    assert_eq!(refused, Err(Rejection::NotYourTurn { turn }));
}

#[test]
fn the_seed_decides_who_begins_where_the_house_leaves_it_to_chance() {
    let random = Rules {
        first: First::Random,
        ..Rules::default()
    };
    let begins = |number| {
        let (game, events) = TicTacToe::start(&random, 2, Seed::from_number(number));
        assert_eq!(events, [Event::Started { first: game.first }]);
        assert_eq!(game.next, game.first);
        game.first.index()
    };
    let first: Vec<usize> = (0..40).map(begins).collect();
    assert_eq!(first, (0..40).map(begins).collect::<Vec<_>>());
    let second = first.iter().filter(|seat| **seat == 1).count();
    assert!((10..=30).contains(&second), "{second} of 40");
}

#[test]
fn lines_are_told_diagonals_first_then_columns_then_rows() {
    let lines = |size, in_row| {
        let lines = Board::new(size, in_row).lines();
        let told = |line: &Vec<Square>| {
            let squares: Vec<String> = line.iter().map(|s| s.index().to_string()).collect();
            squares.join("-")
        };
        lines.iter().map(told).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        lines(Size::Three, InRow::Three),
        "0-4-8 2-4-6 0-3-6 1-4-7 2-5-8 0-1-2 3-4-5 6-7-8"
    );
    assert_eq!(
        lines(Size::Four, InRow::Three),
        "0-5-10 1-6-11 4-9-14 5-10-15 2-5-8 3-6-9 6-9-12 7-10-13 \
         0-4-8 4-8-12 1-5-9 5-9-13 2-6-10 6-10-14 3-7-11 7-11-15 \
         0-1-2 1-2-3 4-5-6 5-6-7 8-9-10 9-10-11 12-13-14 13-14-15"
    );
}

#[test]
fn every_state_of_a_game_comes_back_as_it_was() {
    let mut endings = std::collections::BTreeSet::new();
    for number in 0..60 {
        let seed = Seed::from_number(number);
        let rules = Rules {
            size: Size::ALL[number as usize % 3],
            in_row: InRow::ALL[number as usize / 3 % 3],
            first: First::Random,
        };
        let (mut game, _) = TicTacToe::start(&rules, 2, seed);
        let mut squares: Vec<Square> = game.board.squares().collect();
        seed.chance().shuffle(&mut squares);
        while let Some(square) = squares.pop().filter(|_| game.turn() != Turn::Over) {
            assert_eq!(game.is_between_rounds(), game.last.is_none());
            game.act(game.next, Mark(square)).expect("it is empty");
            let text = serde_json::to_string(&game).expect("plain");
            let mut read: TicTacToe = serde_json::from_str(&text).expect("its own");
            assert_eq!(read, game, "{text}");
            assert!(read.past_mut().put_back(game.past().to_vec()), "{text}");
            assert_eq!(read.view(Viewer::Public), game.view(Viewer::Public));
            game = read;
        }
        assert!(game.turn() == Turn::Over && game.is_between_rounds());
        endings.extend(game.past().iter().map(|ending| *ending == Ending::Drawn));
    }
    assert_eq!(endings.len(), 2, "somebody won, and nobody did");
}

#[test]
fn the_digest_of_a_state_never_changes() {
    let (mut game, _) = TicTacToe::start(&Rules::default(), 2, Seed::from_number(1));
    game.act(Seat::new(0), Mark(Square::new(4))).expect("empty");
    let text = serde_json::to_string(&game).expect("plain");
    let digest = serde_json::to_string(&Digest::of_text(&text)).expect("plain");
    assert_eq!(digest, "\"0319e8cb28da4bd7\"", "{text}");
}

#[test]
fn what_is_no_board_of_the_game_is_not_read() {
    let (game, _) = TicTacToe::start(&Rules::default(), 2, Seed::from_number(1));
    let state = serde_json::to_value(&game).expect("plain");
    for (field, wrong) in [
        ("/rules/size", r#""4""#),
        ("/rules/size", r#""6""#),
        ("/board/size", "4"),
        ("/board/in_row", "4"),
        ("/board/marks", "[null]"),
        ("/board/marks/8", "2"),
        ("/first", "2"),
        ("/next", "2"),
        ("/no_such_field", "1"),
    ] {
        let bad = cases::changed(&state, field, wrong);
        assert!(serde_json::from_value::<TicTacToe>(bad).is_err(), "{field}");
    }
    assert_eq!(serde_json::from_value(state).ok(), Some(game));
}
