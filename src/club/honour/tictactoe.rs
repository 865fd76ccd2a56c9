//! The honours of a game of tic-tac-toe.

use super::Honour;
use crate::game::Seat;
use crate::tictactoe::{Ending, Square, View};

/// What the winner of a finished game earned.
pub fn honours(after: &View) -> Vec<(Seat, Honour)> {
    let Some(Ending::Won { seat: winner, line }) = &after.ending else {
        return Vec::new();
    };
    let own = |square: &Square| after.board.mark(*square) == Some(*winner);
    let marks = after.board.squares().filter(own);
    let earned = [
        (marks.count() == line.len(), Honour::Straight),
        (after.first != *winner, Honour::Second),
        (after.board.size() >= 5, Honour::Wide),
    ];
    let earned = earned.into_iter().filter(|(yes, _)| *yes);
    earned.map(|(_, honour)| (*winner, honour)).collect()
}
