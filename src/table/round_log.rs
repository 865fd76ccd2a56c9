//! Who decided on each seat in the present round, and with how much help: what a round is rated by.
//!
//! It is a part of the table, so a restart brings it back with the journal. It begins anew with every round.

use serde::{Deserialize, Serialize};

use super::people::PersonId;
use super::seating::Seating;
use super::view::SeatView;
use super::{By, Input, Table};
use crate::game::{Game, Seat, SeatSet, Turn, is_default};

/// So many hints a round cost nothing.
const FREE_HINTS: u32 = 3;

/// What was decided on a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SeatLog {
    /// Decisions of the person who held it at the deal.
    #[serde(skip_serializing_if = "is_default")]
    own: u32,
    /// Decisions of a computer, of the clock, or of somebody else.
    #[serde(skip_serializing_if = "is_default")]
    others: u32,
    #[serde(skip_serializing_if = "is_default")]
    hints: u32,
    #[serde(skip_serializing_if = "is_default")]
    took_back: bool,
}

/// Notes something of a decision.
pub(super) type Note = fn(&mut SeatLog);

/// The present round so far.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundLog {
    dealt: Vec<SeatView>,
    seats: Vec<SeatLog>,
}

impl RoundLog {
    /// A round of which these seats are dealt.
    pub(super) fn begun(seating: &Seating) -> Self {
        let dealt = seating.view(|_| 0);
        Self {
            seats: vec![SeatLog::default(); dealt.len()],
            dealt,
        }
    }

    /// Who held the seats when the round was dealt.
    pub fn dealt(&self) -> &[SeatView] {
        &self.dealt
    }

    /// Whether this person may gain by the round: it was dealt to them on this seat, no more than a third
    /// of its decisions were not theirs, and they took nothing back and asked for few hints.
    pub fn gains(&self, seat: Seat, person: PersonId) -> bool {
        let Some(log) = self.seats.get(seat.index()) else {
            return false;
        };
        let helped = log.took_back || log.hints > FREE_HINTS;
        self.holder(seat) == Some(person) && 2 * log.others <= log.own && !helped
    }

    /// Whether another hint on this seat has to be counted: there were not too many yet.
    pub fn counts_hints(&self, seat: Seat) -> bool {
        let log = self.seats.get(seat.index());
        log.is_some_and(|log| log.hints <= FREE_HINTS)
    }

    /// Whether anybody played their own cards.
    pub fn is_played(&self) -> bool {
        self.seats.iter().any(|log| log.own > 0)
    }

    /// Notes something on a seat.
    pub(super) fn note(&mut self, deed: Option<(Seat, Note)>) {
        if let Some((seat, note)) = deed
            && let Some(log) = self.seats.get_mut(seat.index())
        {
            note(log);
        }
    }

    fn is_empty(&self) -> bool {
        self.seats.iter().all(|log| *log == SeatLog::default())
    }

    /// Whose the seat was when the round was dealt.
    fn holder(&self, seat: Seat) -> Option<PersonId> {
        let place = self.dealt.get(seat.index())?;
        place.occupant.holder()
    }
}

impl<G: Game> Table<G> {
    /// The log of the present round.
    pub const fn round_log(&self) -> &RoundLog {
        &self.log
    }

    /// The same with this input, if that is accepted.
    pub fn round_log_with(&self, input: &Input<G>) -> RoundLog {
        let mut log = self.log.clone();
        log.note(self.deed(input));
        log
    }

    /// On which seat something is noted, and what.
    pub(super) fn deed(&self, input: &Input<G>) -> Option<(Seat, Note)> {
        let game = self.playing()?;
        if let Input::Advised { person } = input {
            return Some((self.seating.held_by(*person)?, |log| log.hints += 1));
        }
        let (by, action) = input.act()?;
        // To deal, or to mix words into the shuffle, decides nothing.
        if game.turn() == Turn::Seats(SeatSet::EMPTY) {
            return None;
        }
        let (seat, person) = match by {
            By::Person(person) => (self.seating.held_by(person)?, Some(person)),
            By::Computer(seat) | By::Clock(seat) | By::ClockOn(seat) => (seat, None),
        };
        let own = person.is_some() && person == self.log.holder(seat);
        Some(match own {
            true if game.takes_back(action) => (seat, |log| log.took_back = true),
            true => (seat, |log| log.own += 1),
            false => (seat, |log| log.others += 1),
        })
    }

    /// Begins the log with a round, and anew as long as nothing was asked of anybody and nothing is in it:
    /// whoever comes or goes until then is dealt the round, or not.
    pub(super) fn log_round(&mut self) {
        let unasked = self.turn_started == self.round_started && self.log.is_empty();
        if self.position == self.round_started || unasked {
            self.log = RoundLog::begun(&self.seating);
        }
    }
}
