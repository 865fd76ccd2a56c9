//! Whether anybody is there while a match is played.
//!
//! Decides when a match is to be paused: after a round in which none of the people who were waited
//! for did anything, or at the end of which no person sits there, and after many steps without a
//! person's, wherever the match is then. Who has a seat and only looks, at their hand, at the score or
//! by a tap that changes nothing, is there as well, though not for ever. What is watched from outside to its
//! end is never paused. What a pause means is for the table.
//!
//! Looks are in no journal and survive no restart: what they decide, a pause or none, is.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::pace::Paced;
use crate::game::Seat;
use crate::store::Notices;
use crate::table::{Input, Table, TableId};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The most steps in a row that the clock and computer players take in a match, a card that is dealt
/// being one: about twenty deals of tractor in which nobody calls, and more than a round of any game
/// takes between two actions of a person.
pub(super) const MOST_ALONE: u32 = 2_000;

/// The most rounds in a row that a match goes on because somebody looked, while nobody did anything: who
/// only looks that long leaves the play to the clock. So a match that nobody plays is paused at the latest
/// after this many rounds more than one at which nobody is there, and like that one after
/// [`MOST_ALONE`] steps, which no look interrupts.
pub(super) const MOST_LOOKED_ON: u32 = 3;

/// Whether somebody who has a seat has looked at the table lately, and whether it is watched. Clones share it: the
/// handles note it, and the table takes it at its next step.
#[derive(Clone, Default)]
pub(super) struct LastLook(Arc<Looks>);

#[derive(Default)]
struct Looks {
    looked: AtomicBool,
    watched: AtomicBool,
    /// Where it is told to the process that decides about a pause, if that is another one; and of which table.
    tells: Option<(TableId, Arc<dyn Notices>)>,
}

/// The topic of words about looks; the rest is the table, and what was done.
pub(super) const LOOKS: &str = "looks";

/// What somebody at a table does of which nothing is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Look {
    /// They have looked.
    Looked,
    /// They watch from now on.
    Stays,
    /// They are alone, and want small steps at once.
    Rushes,
}

impl std::fmt::Debug for LastLook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LastLook").finish_non_exhaustive()
    }
}

impl LastLook {
    /// Looks at a table; they are told where `tells` is given.
    pub(super) fn of(table: TableId, tells: Option<Arc<dyn Notices>>) -> Self {
        Self(Arc::new(Looks {
            tells: tells.map(|tells| (table, tells)),
            ..Looks::default()
        }))
    }

    /// Tells the process that has to know, if that is another one.
    pub(super) fn tell(&self, look: Look) {
        if let Some((table, tells)) = &self.0.tells {
            tells.tell(LOOKS, &json!((table, look)).to_string());
        }
    }

    /// What another process told, and of which table.
    pub(super) fn of_word(body: &str) -> Option<(TableId, Look)> {
        serde_json::from_str(body).ok()
    }

    /// Somebody has looked.
    pub(super) fn note(&self) {
        if !self.0.looked.swap(true, Ordering::Relaxed) {
            self.tell(Look::Looked);
        }
    }

    /// Somebody watches from now on.
    pub(super) fn stay(&self) {
        if !self.0.watched.swap(true, Ordering::Relaxed) {
            self.tell(Look::Stays);
        }
    }

    /// Whether somebody has looked since this was asked last.
    fn take(&self) -> bool {
        self.0.looked.swap(false, Ordering::Relaxed)
    }
}

/// What was noticed of people since a round began.
#[derive(Debug, Default)]
pub(super) struct Presence {
    looks: LastLook,
    /// Somebody has looked in this round.
    looked: bool,
    /// Rounds in a row that went on because somebody had looked.
    looked_on: u32,
    /// Somebody did something in this round.
    acted: bool,
    /// A person was waited for in this round.
    awaited: bool,
    /// Steps since a person's last one.
    alone: u32,
    /// The match is to be paused.
    deserted: bool,
}

impl Presence {
    /// That of a table at which these looks are noted.
    pub(super) fn of(looks: LastLook) -> Self {
        Self {
            looks,
            ..Self::default()
        }
    }

    /// The table was restored in a round in which somebody has `acted`, or nobody.
    pub(super) const fn restore(&mut self, acted: bool) {
        (self.acted, self.awaited) = (acted, true);
    }

    /// Notes a step from one state to the next: an input, or a tick of the clock.
    pub(super) fn note<G: Paced>(
        &mut self,
        before: &Table<G>,
        input: Option<&Input<G>>,
        after: &Table<G>,
    ) {
        let attends = input.is_some_and(Input::attends);
        self.acted |= attends;
        self.looked |= self.looks.take();
        self.awaited |= awaits_people(before);
        self.alone = match attends {
            true => 0,
            false => self.alone.saturating_add(1),
        };
        self.deserted &= !attends;
        if before.round_started() != after.round_started() {
            self.deserted = before.is_playing() && self.is_missed(after);
            (self.acted, self.awaited, self.looked) = (false, false, false);
        }
        self.deserted |= self.alone >= MOST_ALONE;
        self.deserted &= after.is_playing() && !after.is_paused();
        if after.is_paused() {
            self.alone = 0;
        }
    }

    /// Whether nobody was there in a round that ended so.
    fn is_missed<G: Paced>(&mut self, after: &Table<G>) -> bool {
        let missed = (self.awaited && !self.acted) || people(after).next().is_none();
        if self.acted {
            self.looked_on = 0;
        }
        let looks_on = missed && self.looked && self.looked_on < MOST_LOOKED_ON;
        self.looked_on += u32::from(looks_on);
        missed && !looks_on
    }

    /// Whether the match is to be paused.
    pub(super) fn is_deserted(&self) -> bool {
        self.deserted && !self.is_watched()
    }

    /// Whether the match is only watched.
    pub(super) fn is_watched(&self) -> bool {
        self.looks.0.watched.load(Ordering::Relaxed)
    }

    /// The match cannot be paused now.
    pub(super) const fn forget(&mut self) {
        self.deserted = false;
        self.alone = 0;
    }
}

/// The seats where a person sits now.
pub(super) fn people<G: Paced>(table: &Table<G>) -> impl Iterator<Item = Seat> + Clone {
    let occupants = table.occupants();
    occupants.filter_map(|(seat, who)| who.person().map(|_| seat))
}

fn awaits_people<G: Paced>(table: &Table<G>) -> bool {
    let awaited = table.turn().awaited();
    people(table).any(|seat| awaited.contains(seat))
}
