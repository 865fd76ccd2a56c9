//! What somebody decided in a round that is over.

use super::journals::saved;
use super::script::{OPENER, OPENING};
use crate::chance::Seed;
use crate::game::{Seat, Viewer};
use crate::table::*;
use crate::tictactoe::{Mark, Rules, Square, TicTacToe};

#[test]
fn what_somebody_decided_is_what_they_did_themselves() {
    let header = Header::<TicTacToe>::new(
        Rules::default(),
        Limits::default(),
        Seed::from_number(1),
        OPENER,
        OPENING,
    );
    let (mut table, mut entries) = (Table::new(header.clone()), Vec::new());
    let mut hand_in = |input: Input<TicTacToe>| {
        let proposal = table.propose(&Submission::typed(input)).expect("allowed");
        entries.push(proposal.entry);
        table = proposal.table;
        let mut seats = table.turn().awaited().iter();
        seats.next().map(|seat| seat.index() as u64 + 1)
    };
    for person in [1, 2].map(PersonId) {
        let (name, seat) = (format!("P{}", person.0), None);
        hand_in(Input::Sit { person, name, seat });
    }
    let first = hand_in(Input::Start { by: OPENER }).expect("somebody begins");
    let other = 3 - first;
    let mark = |by, square| Input::Act {
        by,
        action: Mark(Square::new(square)),
    };
    let person = |number| By::Person(PersonId(number));
    hand_in(mark(person(first), 0));
    hand_in(mark(person(other), 3));
    // The clock marks in their place.
    hand_in(mark(By::Clock(Seat::new(first as u8 - 1)), 1));
    hand_in(mark(person(other), 4));
    hand_in(mark(person(first), 2));
    let decided = |entries: &[Entry<TicTacToe>], number: u64| {
        let saved = saved(header.clone(), entries);
        let played = Match::<TicTacToe>::of(&saved, 1).expect("its own journal");
        let made = played.decisions(1, |_, by| by == Some(PersonId(number)))?;
        let squares = made.into_iter().map(|made| {
            assert_eq!(made.view.viewer, Viewer::Seat(Seat::new(number as u8 - 1)));
            made.action.0
        });
        Some(squares.collect::<Vec<Square>>())
    };
    let squares = |numbers: &[u8]| Some(numbers.iter().map(|at| Square::new(*at)).collect());
    let unfinished = &entries[..entries.len() - 1];
    assert_eq!(decided(unfinished, first), None, "the game goes on");
    assert_eq!(decided(&entries, first), squares(&[0, 2]));
    assert_eq!(decided(&entries, other), squares(&[3, 4]));
}
