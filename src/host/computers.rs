//! Computer players at a table: when they are asked, and what happens if they fail.
//!
//! After every change each player is asked, the one in turn after a thinking time. Where people may
//! act as well and no cue is pending, computers leave the turn to them. Answers are inputs like any
//! other.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::Instant;

use super::games::Paced;
use super::presence::people;
use crate::game::{Game, Seat, SeatSet, Turn};
use crate::players::Player;
use crate::table::{Moment, Occupant, Position, Skill, Table};

/// How long a slow player may think before the lowest action is played for it.
pub(super) const THINK_LIMIT: Duration = Duration::from_secs(3);

/// The same for one whose answer is worth any wait.
pub(super) const STEADY_LIMIT: Duration = Duration::from_secs(3_600);

/// Defects since the start; all counts should be 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Defects {
    /// Answers that came too late.
    pub late: u64,
    /// Missing answers where one was due.
    pub silent: u64,
    pub illegal: u64,
    /// Times when even the lowest action was refused.
    pub helpless: u64,
    /// Panics in players and games.
    pub panics: u64,
}

pub(super) type SeatedPlayer<G> = (Skill, Box<dyn Player<G>>);

/// A player that was asked and its answer; `None` if it panicked and is discarded.
pub(super) type Answered<G> = Option<(SeatedPlayer<G>, Option<<G as Game>::Action>)>;

/// A slow player that thinks on another thread.
pub(super) struct Thinking<G: Paced> {
    pub(super) seat: Seat,
    pub(super) turn: Position,
    pub(super) since: Instant,
    /// How long it may think.
    pub(super) limit: Duration,
    /// Whether it owes an answer, and for which state it was asked.
    pub(super) must: bool,
    pub(super) asked_at: Moment,
    pub(super) task: JoinHandle<Answered<G>>,
}

/// The bench: the computer players of a table.
pub(super) struct Bench<G: Paced> {
    pub(super) players: BTreeMap<Seat, SeatedPlayer<G>>,
    /// The state for which players are asked, since when, and who was asked for it.
    here: (Moment, Instant),
    asked: SeatSet,
    /// The cue that the game waits for, and who was asked since it does.
    pub(super) heard: (Option<G::Cue>, SeatSet),
    /// The current turn's position, and since when it has lasted.
    turn: (Position, Instant),
    /// Whether that turn began while the table was here.
    sees_turn_begin: bool,
    /// Who is asked next, and when.
    pub(super) due: Option<(Instant, Seat)>,
    pub(super) thinking: Option<Thinking<G>>,
}

impl<G: Paced> Bench<G> {
    pub(super) fn new(turn: Position, now: Instant) -> Self {
        Self {
            players: BTreeMap::new(),
            here: (Moment::default(), now),
            asked: SeatSet::EMPTY,
            heard: (None, SeatSet::EMPTY),
            turn: (turn, now),
            sees_turn_begin: false,
            due: None,
            thinking: None,
        }
    }

    /// Decides who is asked next and when, for the table's current state.
    ///
    /// The player in turn gets the full thinking time, and people the time to take something back; the
    /// others get half of the thinking time, and while the clock deals there is none.
    pub(super) fn refresh(&mut self, table: &Table<G>, now: Instant) {
        if self.here.0 != table.moment() {
            self.here = (table.moment(), now);
            self.asked = SeatSet::EMPTY;
        }
        if self.heard.0 != table.cue() {
            self.heard = (table.cue(), SeatSet::EMPTY);
        }
        if self.turn.0 != table.turn_started() {
            self.turn = (table.turn_started(), now);
            self.sees_turn_begin = true;
        }
        // A slow player can lose its turn while it thinks: by a vote, or because its person is
        // back.
        let passed = |thinking: &Thinking<G>| {
            let is_computers = |(seat, occupant): (Seat, Occupant)| {
                seat == thinking.seat && occupant.computer().is_some()
            };
            let lost = thinking.turn != table.turn_started() || table.is_paused();
            lost || !table.occupants().any(is_computers)
        };
        if self.thinking.as_ref().is_some_and(passed) {
            self.thinking = None;
        }
        let delay = Duration::from_millis(u64::from(table.limits().computer_delay_ms));
        let speakers = speakers(table);
        let unasked = |seat: &Seat| !self.asked.contains(*seat);
        let in_turn = |seat: &Seat| table.turn().awaited().contains(*seat);
        let patience = match speakers.iter().any(|seat| unasked(&seat) && in_turn(&seat)) {
            true => delay.max(second_thoughts(table)),
            false => delay,
        };
        let due = |seat: Seat| {
            let at = match table.turn() {
                _ if in_turn(&seat) => self.turn.1 + patience,
                Turn::Seats(_) => self.here.1 + delay / 2,
                Turn::Clock | Turn::Over => self.here.1,
            };
            (at, seat)
        };
        let due = speakers.iter().filter(unasked).map(due);
        // Of those who are due at once, first who was not asked before this cue.
        self.due = due.min_by_key(|(at, seat)| (*at, self.heard.1.contains(*seat)));
    }

    /// Since when the present turn has lasted; `None` if it had begun when the table was brought back.
    pub(super) fn turn_since(&self) -> Option<Instant> {
        self.sees_turn_begin.then_some(self.turn.1)
    }

    /// When the next player is to be asked, or the one that thinks becomes late.
    pub(super) fn next(&self) -> Option<Instant> {
        match &self.thinking {
            Some(thinking) => Some(thinking.since + thinking.limit),
            None => self.due.map(|(at, _)| at),
        }
    }

    /// Whether the player who is due is asked before the cue, even if that is due already: each once a
    /// cue, so that they cannot hold it up.
    pub(super) fn precedes(&self) -> bool {
        let due = self.due.filter(|_| self.thinking.is_none());
        due.is_some_and(|(_, seat)| !self.heard.1.contains(seat))
    }

    /// Whether a player thinks about something that it need not say.
    pub(super) fn is_heard_out(&self) -> bool {
        let thinking = self.thinking.as_ref();
        thinking.is_some_and(|thinking| !thinking.must)
    }

    /// Marks this seat as asked for the current position.
    pub(super) fn note_asked(&mut self, seat: Seat) {
        self.asked.insert(seat);
    }

    /// Whether the player of this seat must answer: it is a computer's turn, and no other player
    /// who could act is still to be asked.
    pub(super) fn must_answer(&self, table: &Table<G>, seat: Seat) -> bool {
        let seats = table.turn().awaited();
        let is_left = |other| seats.contains(other) && !self.asked.contains(other);
        let mut others = speakers(table).iter().filter(|other| *other != seat);
        seats.contains(seat) && !others.any(is_left)
    }

    /// Takes the player of this seat off the bench; one is made if none of this skill is there.
    pub(super) fn take(
        &mut self,
        seat: Seat,
        skill: Skill,
        make: impl FnOnce() -> Box<dyn Player<G>>,
    ) -> SeatedPlayer<G> {
        match self.players.remove(&seat) {
            Some((known, player)) if known == skill => (known, player),
            Some(_) | None => (skill, make()),
        }
    }

    /// Tells the player of this seat why its answer was refused.
    pub(super) fn tell_refused(&mut self, seat: Seat, why: &str) {
        if let Some((_, player)) = self.players.get_mut(&seat) {
            player.refused(why);
        }
    }
}

/// How long computer players wait for people who may take back what they did last.
fn second_thoughts<G: Paced>(table: &Table<G>) -> Duration {
    let views = people(table).filter_map(|seat| table.game_view(seat));
    let longest = views.map(|view| G::second_thoughts(&view)).max();
    longest.unwrap_or_default()
}

/// The seats of computer players that may speak now.
fn speakers<G: Paced>(table: &Table<G>) -> SeatSet {
    let computers = table.occupants().filter(|(_, o)| o.computer().is_some());
    let is_person = |seat| people(table).any(|person| person == seat);
    match table.turn() {
        _ if table.is_paused() => SeatSet::EMPTY,
        Turn::Over => SeatSet::EMPTY,
        // Where people may act as well and no cue is pending, computers leave it to them.
        Turn::Seats(seats) if seats.iter().any(is_person) && table.cue().is_none() => computers
            .map(|(seat, _)| seat)
            .filter(|seat| !seats.contains(*seat))
            .collect(),
        Turn::Clock | Turn::Seats(_) => computers.map(|(seat, _)| seat).collect(),
    }
}

pub(super) fn ask<G: Paced>(mut player: SeatedPlayer<G>, view: &G::View) -> Answered<G> {
    let said = catch_unwind(AssertUnwindSafe(|| player.1.choose(view))).ok()?;
    Some((player, said))
}
