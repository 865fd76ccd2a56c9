//! The honours of a game of tic-tac-toe.

use super::Honour;
use crate::game::Seat;
use crate::tictactoe::replay::Replay;

/// What the winner of a finished game earned.
pub fn honours(replay: &Replay) -> Vec<(Seat, Honour)> {
    let Some(winner) = replay.winner else {
        return Vec::new();
    };
    let marks = replay.marks.iter().filter(|(seat, _)| *seat == winner);
    let first = replay.marks.first().map(|(seat, _)| *seat);
    let earned = [
        (marks.count() == replay.line.len(), Honour::Straight),
        (first != Some(winner), Honour::Second),
        (replay.size >= 5, Honour::Wide),
    ];
    let earned = earned.into_iter().filter(|(yes, _)| *yes);
    earned.map(|(_, honour)| (winner, honour)).collect()
}
