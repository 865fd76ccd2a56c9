//! The honours of a round of UNO.

use super::Honour;
use crate::game::Seat;
use crate::uno::View;
use crate::uno::score::RoundEnd;

/// What the winner of a finished round earned.
pub fn honours(after: &View) -> Vec<(Seat, Honour)> {
    let Some(outcome) = after.history.last() else {
        return Vec::new();
    };
    let winner = outcome.places.first().copied();
    let Some(winner) = winner.filter(|_| outcome.end == RoundEnd::Out) else {
        return Vec::new();
    };
    let others = outcome.places.iter().filter(|seat| **seat != winner);
    let others: Vec<u16> = others
        .filter_map(|seat| Some(outcome.hands.get(seat.index())?.len()))
        .collect();
    let gained = outcome.gained.get(winner.index()).copied().unwrap_or(0);
    let earned = [
        (gained >= 100, Honour::HundredGained),
        (gained >= 200, Honour::TwoHundredGained),
        (others.len() >= 5, Honour::Crowd),
        (others.contains(&1), Honour::Photo),
        (
            others.iter().min().is_some_and(|least| *least >= 5),
            Honour::FarAhead,
        ),
        (others.iter().any(|cards| *cards >= 15), Honour::Packed),
    ];
    let earned = earned.into_iter().filter(|(yes, _)| *yes);
    earned.map(|(_, honour)| (winner, honour)).collect()
}
