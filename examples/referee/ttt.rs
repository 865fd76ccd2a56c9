//! The family of tic-tac-toe: `ttt`.

use serde_json::{Value, json};
use tractor_bot::game::Seat;
use tractor_bot::players::tictactoe::{SkillLevel, on_board};
use tractor_bot::tictactoe::{Board, InRow, Rules, Size, Square};

use super::{HouseRules, Judge, field};

/// `board`, nine letters `X`, `O` and `.` along the rows, X having begun → `value` for whoever is to
/// move, the `optimal` squares, and `levels`: for each the squares it may choose.
pub fn ttt(rules: &HouseRules) -> Result<Judge, String> {
    if rules.of(Rules::default())? != Rules::default() {
        return Err("this family is about three in a row on nine squares".to_owned());
    }
    Ok(Box::new(|line: &Value| {
        let (board, to_move) = read(&field::<String>(line, "board")?)?;
        let over = board.completed().is_some() || board.is_full();
        let indices = |squares: Vec<Square>| squares.iter().map(|s| s.index()).collect::<Vec<_>>();
        let may_choose = |level| {
            if over {
                Vec::new()
            } else {
                indices(on_board(level, &board, to_move))
            }
        };
        let levels: Vec<_> = (0..=5)
            .filter_map(SkillLevel::new)
            .map(may_choose)
            .collect();
        Ok(json!({
            "value": value(&board, to_move),
            "optimal": may_choose(SkillLevel::BEST),
            "levels": levels,
        }))
    }))
}

/// The board and who is to move on it.
fn read(text: &str) -> Result<(Board, Seat), String> {
    let mut board = Board::new(Size::Three, InRow::Three);
    let mut counts = [0, 0];
    if text.chars().count() != 9 {
        return Err(format!("{text:?} has no nine squares"));
    }
    for (square, mark) in board.squares().zip(text.chars()) {
        let seat = match mark {
            'X' => 0,
            'O' => 1,
            '.' => continue,
            other => return Err(format!("{other:?} is no mark: X, O or .")),
        };
        counts[usize::from(seat)] += 1;
        board.set(square, Some(Seat::new(seat)));
    }
    match counts {
        [x, o] if x == o => Ok((board, Seat::new(0))),
        [x, o] if x == o + 1 => Ok((board, Seat::new(1))),
        [x, o] => Err(format!("{x} X and {o} O cannot be reached")),
    }
}

/// 1, 0 or -1 for whoever is to move, both playing on perfectly: along any best squares.
fn value(board: &Board, to_move: Seat) -> i8 {
    if let Some((winner, _)) = board.completed() {
        return if winner == to_move { 1 } else { -1 };
    }
    let Some(square) = on_board(SkillLevel::BEST, board, to_move).first().copied() else {
        return 0;
    };
    let mut next = board.clone();
    next.set(square, Some(to_move));
    -value(&next, Seat::new(1 - to_move.index() as u8))
}
