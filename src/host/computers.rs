//! Computer players at a table: when they are asked, and what if they fail.
//!
//! Decides which of them speaks next: after every change each is asked where it may speak, and the
//! one whose turn it is seems to think for a while. Where any of several may act and nothing presses
//! (the start of a deal), they leave it to people. Answers are inputs like any other.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::pace::Paced;
use crate::game::{Game, Seat, SeatSet, Turn};
use crate::players::Player;
use crate::table::{Position, Skill, Table};

/// How long a slow player may take before the lowest play is played for it.
pub(in crate::host) const THINK_LIMIT: Duration = Duration::from_secs(3);

/// Defects since the start: none is what should be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Defects {
    /// Answers that came too late.
    pub late: u64,
    /// Answers that were missing when one was due.
    pub silent: u64,
    /// Answers that the rules refuse.
    pub illegal: u64,
    /// Times when not even the lowest play was accepted.
    pub helpless: u64,
    /// Panics of players and games.
    pub panics: u64,
}

/// Counts defects.
#[derive(Debug, Default)]
pub(in crate::host) struct DefectCounters {
    pub(in crate::host) late: AtomicU64,
    pub(in crate::host) silent: AtomicU64,
    pub(in crate::host) illegal: AtomicU64,
    pub(in crate::host) helpless: AtomicU64,
    pub(in crate::host) panics: AtomicU64,
}

/// Counts one more.
pub(in crate::host) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl DefectCounters {
    pub(in crate::host) fn count(&self) -> Defects {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Defects {
            late: read(&self.late),
            silent: read(&self.silent),
            illegal: read(&self.illegal),
            helpless: read(&self.helpless),
            panics: read(&self.panics),
        }
    }
}

/// A player with its skill.
type Seated<G> = (Skill, Box<dyn Player<G>>);

/// A player that was asked, and what it said; `None` if it panicked, which costs it its place.
pub(in crate::host) type Answered<G> = Option<(Seated<G>, Option<<G as Game>::Action>)>;

/// A slow player at work on another thread.
pub(in crate::host) struct Thinking<G: Paced> {
    pub(in crate::host) seat: Seat,
    pub(in crate::host) turn: Position,
    pub(in crate::host) late_at: Instant,
    pub(in crate::host) task: JoinHandle<Answered<G>>,
}

/// Who speaks next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Due {
    seat: Seat,
    turn: Position,
    at: Instant,
}

/// The computer players of a table.
pub(in crate::host) struct Bench<G: Paced> {
    players: BTreeMap<Seat, Seated<G>>,
    asked: (Position, SeatSet),
    due: Option<Due>,
    pub(in crate::host) thinking: Option<Thinking<G>>,
}

impl<G: Paced> Bench<G> {
    pub(in crate::host) fn new() -> Self {
        Self {
            players: BTreeMap::new(),
            asked: (Position::default(), SeatSet::EMPTY),
            due: None,
            thinking: None,
        }
    }

    /// Settles who speaks next and when, for where the table stands now.
    pub(in crate::host) fn refresh(&mut self, table: &Table<G>, now: Instant) {
        if self.asked.0 != table.position() {
            self.asked = (table.position(), SeatSet::EMPTY);
        }
        let asked = self.asked.1;
        let turn = table.turn_started();
        let next = speakers(table).iter().find(|seat| !asked.contains(*seat));
        let same = |due: &Due| Some(due.seat) == next && due.turn == turn;
        if !self.due.as_ref().is_some_and(same) {
            let delay = match table.turn() {
                Turn::Seats(_) => u64::from(table.limits().computer_delay_ms),
                Turn::Clock | Turn::Over => 0,
            };
            let at = now + Duration::from_millis(delay);
            self.due = next.map(|seat| Due { seat, turn, at });
        }
    }

    /// When somebody has to be asked (or is late); nobody is while another one thinks.
    pub(in crate::host) fn next(&self) -> Option<Instant> {
        match &self.thinking {
            Some(thinking) => Some(thinking.late_at),
            None => self.due.map(|due| due.at),
        }
    }

    /// The seat whose player is to be asked now.
    pub(in crate::host) fn speaker(&self) -> Option<Seat> {
        self.due.map(|due| due.seat)
    }

    /// Notes that this seat was asked where the table stands.
    pub(in crate::host) fn note_asked(&mut self, seat: Seat) {
        self.asked.1.insert(seat);
        self.due = None;
    }

    /// Whether the player of this seat has to answer: it is a computer's turn, and nobody else is
    /// left to be asked.
    pub(in crate::host) fn must_answer(&self, table: &Table<G>, seat: Seat) -> bool {
        let mut left = speakers(table)
            .iter()
            .filter(|other| !self.asked.1.contains(*other));
        matches!(table.turn(), Turn::Seats(_))
            && table.cue().is_none()
            && left.all(|other| other == seat)
    }

    /// Takes the player of this seat, a new one if there is none of this skill yet.
    pub(in crate::host) fn take(
        &mut self,
        table: &Table<G>,
        seat: Seat,
        skill: Skill,
    ) -> Seated<G> {
        match self.players.remove(&seat) {
            Some((known, player)) if known == skill => (known, player),
            Some(_) | None => (skill, G::computer(skill, table.player_seed(seat))),
        }
    }

    /// Puts a player back on its seat.
    pub(in crate::host) fn put(&mut self, seat: Seat, player: Seated<G>) {
        self.players.insert(seat, player);
    }
}

/// The seats of computer players that may speak now.
fn speakers<G: Paced>(table: &Table<G>) -> SeatSet {
    let computers: SeatSet = table
        .occupants()
        .filter(|(_, o)| o.computer().is_some())
        .map(|(seat, _)| seat)
        .collect();
    let among = |seats: SeatSet| {
        computers
            .iter()
            .filter(|seat| seats.contains(*seat))
            .collect()
    };
    match table.turn() {
        Turn::Clock => computers,
        Turn::Over => SeatSet::EMPTY,
        Turn::Seats(seats) => {
            let person = |(seat, occupant): (Seat, crate::table::Occupant)| {
                seats.contains(seat) && occupant.person().is_some()
            };
            let unhurried = table.cue().is_none() && table.occupants().any(person);
            if unhurried {
                SeatSet::EMPTY
            } else {
                among(seats)
            }
        }
    }
}

/// Asks a player.
pub(in crate::host) fn ask<G: Paced>(mut player: Seated<G>, view: &G::View) -> Answered<G> {
    let said = catch_unwind(AssertUnwindSafe(|| player.1.choose(view))).ok()?;
    Some((player, said))
}
