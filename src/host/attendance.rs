//! Whether anybody is there while a match is played.
//!
//! Decides when a match is to be paused: after a round in which none of the people who were waited
//! for did anything, or at the end of which no person sits there, and after many steps without a
//! person's, wherever the match is then. What a pause means is for the table.

use super::pace::Paced;
use crate::game::Seat;
use crate::table::{Input, Occupant, Table};

/// The most steps in a row that the clock and computer players take in a match, a card that is dealt
/// being one: about twenty deals of tractor in which nobody calls, and more than a round of any game
/// takes between two actions of a person.
pub(in crate::host) const MOST_ALONE: u32 = 2_000;

/// What was noticed of people since a round began.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::host) struct Attendance {
    /// Somebody did something in this round.
    acted: bool,
    /// A person was waited for in this round.
    awaited: bool,
    /// Steps since a person's last one.
    alone: u32,
    /// The match is to be paused.
    deserted: bool,
}

impl Attendance {
    /// That of a table which was restored in a round in which somebody has `acted`, or nobody.
    pub(in crate::host) const fn restored(acted: bool) -> Self {
        Self {
            acted,
            awaited: true,
            alone: 0,
            deserted: false,
        }
    }

    /// Notes a step from one state to the next: an input, or a tick of the clock.
    pub(in crate::host) fn note<G: Paced>(
        &mut self,
        before: &Table<G>,
        input: Option<&Input<G>>,
        after: &Table<G>,
    ) {
        let attends = input.is_some_and(Input::attends);
        self.acted |= attends;
        self.awaited |= awaits_people(before);
        self.alone = match attends {
            true => 0,
            false => self.alone.saturating_add(1),
        };
        self.deserted &= !attends;
        if before.round_started() != after.round_started() {
            let missed = self.awaited && !self.acted;
            self.deserted = before.is_playing() && (missed || !has_people(after));
            (self.acted, self.awaited) = (false, false);
        }
        self.deserted |= self.alone >= MOST_ALONE;
        self.deserted &= after.is_playing() && !after.is_paused();
        if after.is_paused() {
            self.alone = 0;
        }
    }

    /// Whether the match is to be paused.
    pub(in crate::host) const fn is_deserted(&self) -> bool {
        self.deserted
    }

    /// The match cannot be paused now.
    pub(in crate::host) const fn forget(&mut self) {
        self.deserted = false;
        self.alone = 0;
    }
}

fn people<G: Paced>(table: &Table<G>) -> impl Iterator<Item = Seat> {
    let occupants = table.occupants();
    let people = occupants.filter(|(_, occupant)| matches!(occupant, Occupant::Person(_)));
    people.map(|(seat, _)| seat)
}

fn has_people<G: Paced>(table: &Table<G>) -> bool {
    people(table).next().is_some()
}

fn awaits_people<G: Paced>(table: &Table<G>) -> bool {
    let awaited = table.turn().awaited();
    people(table).any(|seat| awaited.contains(seat))
}
