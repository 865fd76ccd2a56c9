//! All positions of tic-tac-toe, all games, and what each level of computer player is worth: counted
//! and computed to the end.

use std::collections::BTreeMap;

use tractor_bot::chance::Seed;
use tractor_bot::game::{Game as _, Seat, Viewer};
use tractor_bot::players::tictactoe::{SkillLevel, candidates};
use tractor_bot::tictactoe::{Ending, Mark, Rules, Square, TicTacToe};

const POSITIONS: &str = include_str!("../../fixtures/tictactoe/positions.txt");

fn start() -> TicTacToe {
    TicTacToe::start(&Rules::default(), 2, Seed::from_number(0)).0
}

fn view(game: &TicTacToe, seat: u8) -> tractor_bot::tictactoe::View {
    game.view(Viewer::Seat(Seat::new(seat)))
}

/// Whose turn it is; `None` when the game is over.
fn turn(game: &TicTacToe) -> Option<u8> {
    view(game, 0).turn.map(|seat| seat.index() as u8)
}

/// The game after the seat in turn marks a square, if it may.
fn marked(game: &TicTacToe, square: Square) -> Option<TicTacToe> {
    let mut next = game.clone();
    next.act(Seat::new(turn(game)?), Mark(square)).ok()?;
    Some(next)
}

fn successors(game: &TicTacToe) -> Vec<TicTacToe> {
    let squares = view(game, 0).board.squares();
    squares.filter_map(|square| marked(game, square)).collect()
}

fn squares(game: &TicTacToe) -> String {
    let board = view(game, 0).board;
    let mark = |square| match board.mark(square) {
        Some(seat) if seat.index() == 0 => 'X',
        Some(_) => 'O',
        None => '.',
    };
    board.squares().map(mark).collect()
}

fn ending(game: &TicTacToe) -> Option<&'static str> {
    Some(match view(game, 0).ending? {
        Ending::Won { seat, .. } if seat.index() == 0 => "X",
        Ending::Won { .. } => "O",
        Ending::Drawn => "draw",
    })
}

/// Every position that can be reached, by its squares.
fn all_positions() -> BTreeMap<String, TicTacToe> {
    let mut found = BTreeMap::new();
    let mut open = vec![start()];
    while let Some(game) = open.pop() {
        if found.insert(squares(&game), game.clone()).is_none() {
            open.extend(successors(&game));
        }
    }
    found
}

/// Compares a position with the fixture: how it ended, or the squares that keep its value.
fn check(game: &TicTacToe, told: &str, known: &mut BTreeMap<String, i8>) {
    let found = match (ending(game), turn(game)) {
        (Some(ending), _) => ending.to_owned(),
        (None, Some(seat)) => {
            let best = candidates(SkillLevel::BEST, &view(game, seat));
            let best: String = best
                .iter()
                .map(|square| square.index().to_string())
                .collect();
            format!("{:+} {best}", value(game, known))
        }
        (None, None) => "neither over nor going on".to_owned(),
    };
    assert_eq!(found, told, "{}", squares(game));
}

/// What a position is worth to whoever is to move when both play on as well as can be.
fn value(game: &TicTacToe, known: &mut BTreeMap<String, i8>) -> i8 {
    match ending(game) {
        Some("draw") => return 0,
        Some(_) => return -1,
        None => {}
    }
    if let Some(value) = known.get(&squares(game)) {
        return *value;
    }
    let values = successors(game)
        .into_iter()
        .map(|next| -value(&next, known));
    let value = values.max().expect("a square is left");
    known.insert(squares(game), value);
    value
}

#[test]
fn all_positions_have_the_known_end_or_best_squares() {
    let positions = all_positions();
    assert_eq!(POSITIONS.lines().count(), 5_478);
    assert_eq!(positions.len(), 5_478);
    let mut known = BTreeMap::new();
    for line in POSITIONS.lines() {
        let (squares, told) = line.split_once(' ').expect("squares and a verdict");
        check(&positions[squares], told, &mut known);
    }
}

#[test]
fn there_are_255_168_games() {
    let mut known = BTreeMap::new();
    assert_eq!(games(&start(), &mut known), [131_184, 77_904, 46_080]);
}

/// Games won by X, by O and drawn from here on.
fn games(game: &TicTacToe, known: &mut BTreeMap<String, [u32; 3]>) -> [u32; 3] {
    match ending(game) {
        Some("X") => return [1, 0, 0],
        Some("O") => return [0, 1, 0],
        Some(_) => return [0, 0, 1],
        None => {}
    }
    if let Some(count) = known.get(&squares(game)) {
        return *count;
    }
    let mut sum = [0; 3];
    for next in successors(game) {
        let more = games(&next, known);
        sum.iter_mut()
            .zip(more)
            .for_each(|(sum, more)| *sum += more);
    }
    known.insert(squares(game), sum);
    sum
}

/// Who plays X against a computer player that plays O.
#[derive(Clone, Copy, PartialEq)]
enum User {
    /// Marks any square.
    Random,
    /// Marks the best square against this very player.
    Best,
}

/// How likely `wanted` (`X`, `O` or `draw`) is when `user` starts against `level`.
fn rate(
    game: &TicTacToe,
    level: SkillLevel,
    user: User,
    wanted: &str,
    known: &mut BTreeMap<String, f64>,
) -> f64 {
    if let Some(ending) = ending(game) {
        return f64::from(u8::from(ending == wanted));
    }
    if let Some(rate) = known.get(&squares(game)) {
        return *rate;
    }
    let (next, may_choose) = if turn(game) == Some(0) {
        (successors(game), user == User::Best)
    } else {
        let chosen = candidates(level, &view(game, 1)).into_iter();
        (
            chosen.filter_map(|square| marked(game, square)).collect(),
            false,
        )
    };
    let rates = next
        .iter()
        .map(|next| rate(next, level, user, wanted, known));
    let rates: Vec<f64> = rates.collect();
    let rate = if may_choose {
        rates.into_iter().fold(0.0, f64::max)
    } else {
        rates.iter().sum::<f64>() / rates.len() as f64
    };
    known.insert(squares(game), rate);
    rate
}

/// The rate is this fraction.
#[track_caller]
fn check_rate(rate: f64, (above, below): (u32, u32)) {
    let told = f64::from(above) / f64::from(below);
    assert!((rate - told).abs() < 1e-12, "{rate}, not {told}");
}

#[test]
fn levels_lose_to_the_best_and_to_random_users_as_often_as_known() {
    let best = [(191, 192), (191, 192), (89, 96), (1, 1), (1, 1)];
    let random = [585, 395, 60, 53, 38];
    let levels = (0..=5).filter_map(SkillLevel::new);
    for (level, (best, random)) in levels.zip(best.into_iter().zip(random)) {
        let user = |user| rate(&start(), level, user, "X", &mut BTreeMap::new());
        check_rate(user(User::Best), best);
        let thousandths = (user(User::Random) * 1e3).round();
        assert_eq!(thousandths as u32, random, "{level:?}");
    }
}

#[test]
fn perfect_play_never_loses_and_beats_random_users_as_often_as_known() {
    let best = SkillLevel::BEST;
    let rate = |user, wanted| rate(&start(), best, user, wanted, &mut BTreeMap::new());
    check_rate(rate(User::Best, "X"), (0, 1));
    check_rate(rate(User::Random, "X"), (0, 1));
    check_rate(rate(User::Random, "O"), (2_645, 3_402));
}
