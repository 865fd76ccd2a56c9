//! Whether anybody is there while a match is played.
//!
//! Decides when a match is to be paused: after a round in which none of the people who were waited
//! for did anything, or at the end of which no person sits there, and after many steps without a
//! person's, wherever the match is then. Who has a seat and only looks, at their hand, at the score or
//! by a tap that changes nothing, is there as well, though not for ever. What is watched from outside to its
//! end is never paused. What a pause means is for the table.
//!
//! Looks are in no journal and survive no restart: what they decide, a pause or none, is.
//!
//! The seats that are kept for people who left a match, and since when.
//!
//! Decides how long one is kept still: the table knows no clock. What a restart forgets is taken to have
//! happened when somebody last did something at the table, which is never too early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::time::Instant;

use super::games::Paced;
use crate::game::{Game, Seat};
use crate::store::Notices;
use crate::table::{Input, Occupant, PersonId, Table, TableId};

/// The most steps in a row that the clock and computer players take in a match, a card that is dealt
/// being one: about twenty deals of tractor in which nobody calls, and more than a round of any game
/// takes between two actions of a person.
pub(super) const MOST_ALONE: u32 = 2_000;

/// The most rounds in a row that a match goes on because somebody looked, while nobody did anything: who
/// only looks that long leaves the play to the clock. So a match that nobody plays is paused at the latest
/// after this many rounds more than one at which nobody is there, and like that one after
/// [`MOST_ALONE`] steps, which no look interrupts.
pub(super) const MOST_LOOKED_ON: u32 = 3;

/// What people at the table do of which nothing is written down. Clones share it: the handles note it, and the table takes
/// it at its next step.
#[derive(Clone, Default)]
pub(super) struct LastLook {
    /// Whether each [`Look`] was noted.
    noted: Arc<[AtomicBool; 3]>,
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
    /// They are alone with computers, and want the small steps at once that the game waits for, until it waits for
    /// something else.
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
        Self {
            noted: Arc::default(),
            tells: tells.map(|tells| (table, tells)),
        }
    }

    /// Tells the process that has to know, if that is another one.
    pub(super) fn tell(&self, look: Look) {
        if let Some((table, tells)) = &self.tells {
            tells.tell(LOOKS, &json!((table, look)).to_string());
        }
    }

    /// Notes it.
    pub(super) fn note(&self, look: Look) {
        if !self.noted[look as usize].swap(true, Ordering::Relaxed) {
            self.tell(look);
        }
    }

    /// Whether it was noted.
    pub(super) fn has(&self, look: Look) -> bool {
        self.noted[look as usize].load(Ordering::Relaxed)
    }

    /// Whether it was noted since this was asked last.
    pub(super) fn take(&self, look: Look) -> bool {
        self.noted[look as usize].swap(false, Ordering::Relaxed)
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
        self.looked |= self.looks.take(Look::Looked);
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
        self.looks.has(Look::Stays)
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

/// Since when seats have been left.
#[derive(Debug, Default)]
pub(super) struct KeptSeats {
    left: Vec<(Seat, PersonId, Instant)>,
}

impl KeptSeats {
    /// Notes who has left, at `since` the latest.
    pub(super) fn follow<G: Game>(&mut self, table: &Table<G>, since: Instant) {
        let before = std::mem::take(&mut self.left);
        let kept = table.kept_seats();
        for (seat, occupant) in table.occupants() {
            if let Occupant::Substitute { instead_of, .. } = occupant
                && kept.contains(&seat)
            {
                let mut before = before.iter().copied();
                let known = before.find(|left| (left.0, left.1) == (seat, instead_of));
                self.left.push(known.unwrap_or((seat, instead_of, since)));
            }
        }
    }

    /// The seat whose time is over first, and when.
    pub(super) fn next<G: Game>(&self, table: &Table<G>) -> Option<(Instant, Seat)> {
        self.ends(table).min()
    }

    /// For how many seconds more a seat is kept; `None` if none is kept that was left.
    pub(super) fn left_s<G: Game>(
        &self,
        table: &Table<G>,
        seat: Seat,
        now: Instant,
    ) -> Option<u32> {
        let (end, _) = self.ends(table).find(|(_, kept)| *kept == seat)?;
        let still = end.saturating_duration_since(now);
        u32::try_from(still.as_millis().div_ceil(1_000)).ok()
    }

    /// When the time of each kept seat is over.
    fn ends<G: Game>(&self, table: &Table<G>) -> impl Iterator<Item = (Instant, Seat)> {
        let limit = table.limits().seat_kept_min;
        let limit = limit.map(|minutes| Duration::from_secs(u64::from(minutes) * 60));
        let left = limit.map(|limit| self.left.iter().map(move |left| (left.2 + limit, left.0)));
        left.into_iter().flatten()
    }
}
