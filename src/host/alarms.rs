//! The alarms of a table: what it waits for, and until when.
//!
//! Decides deadlines: a cue keeps its own while the game waits for it, a turn while it is the same
//! person's, so chatter delays neither. If several people are awaited at once, each has their own
//! deadline. Knows nothing of a game but its cues.

use std::time::Duration;

use tokio::time::Instant;

use super::games::Paced;
use super::presence::{LastLook, Look, people};
use crate::game::{Seat, Turn};
use crate::table::{FREE_TURN_S, Position, Restored, Table, UnixMillis};

/// The least time that people have after a restart, up to the full limit.
const GRACE: Duration = Duration::from_secs(20);

/// The pause of clock and computer players after a failed write to the journal.
const HOLD: Duration = Duration::from_secs(1);

/// How long a table had been in its current state when it was restored; zero for a new one.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Age {
    last_input: Duration,
    last_deed: Duration,
    turn: Duration,
    restored: bool,
}

impl Age {
    /// The age of a table restored now.
    pub(super) fn of<G: Paced>(back: &Restored<G>, now: UnixMillis) -> Self {
        let ago = |then: UnixMillis| Duration::from_millis(now.0.saturating_sub(then.0));
        Self {
            last_input: ago(back.last_input),
            last_deed: ago(back.last_deed),
            turn: ago(back.turn_began),
            restored: true,
        }
    }

    /// When a person last did something at the table.
    pub(super) fn quiet_since(&self, now: Instant) -> Instant {
        now.checked_sub(self.last_deed).unwrap_or(now)
    }

    /// The same before so many milliseconds.
    pub(super) fn quiet_ms(&self) -> u64 {
        u64::try_from(self.last_deed.as_millis()).unwrap_or(u64::MAX)
    }

    /// What is left of a limit for people; after a restart at least [`GRACE`], up to the limit.
    fn left(&self, limit: Duration, ago: Duration) -> Duration {
        let least = GRACE.min(limit) * u32::from(self.restored);
        limit.saturating_sub(ago).max(least)
    }
}

/// How long an invited person has to answer a challenge.
const ANSWER: Duration = Duration::from_secs(60);

/// How long people read what became of a round before a computer player, who alone may, goes on.
const BREAK: Duration = Duration::from_secs(15);

/// A cue that is served later than this counts from now instead of from when it was due.
const LAG: Duration = Duration::from_millis(500);

/// What is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Alarm<C> {
    /// The game's cue.
    Cue(C),
    /// The warning before the end of somebody's time.
    Warn { seat: Seat, seconds: u32 },
    /// Somebody's time is up.
    TimeUp(Seat),
    /// Nobody has started what anybody may start.
    Nudge,
    /// The table was quiet for too long, or a challenge was not answered.
    Idle,
    /// Nobody is there: the match is paused.
    Pause,
    /// A seat is kept no longer for who left it.
    Release(Seat),
    /// A computer player is to be asked, or late.
    Ask,
}

/// A turn with a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Timed {
    /// Whose turn it is; `None` if the game waits for nobody in particular.
    seat: Option<Seat>,
    turn: Position,
    limit: Duration,
    warning: Option<u32>,
}

/// How long the table may be quiet, and since which position it has been.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Quiet {
    since: Position,
    limit: Duration,
    /// Whether people see it counting down.
    shown: bool,
}

#[derive(Debug, Clone, Copy)]
struct TurnAlarm {
    of: Timed,
    /// Since when it is measured, after a restart from then on, and the seconds that it has taken out of a
    /// time bank.
    began: Instant,
    spent_s: u32,
    at: Instant,
    warn_at: Option<Instant>,
}

#[derive(Debug)]
pub(super) struct Alarms<G: Paced> {
    looks: LastLook,
    cue: Option<(G::Cue, Instant)>,
    /// One for each awaited person, or one for nobody in particular.
    turns: Vec<TurnAlarm>,
    idle: Option<(Quiet, Instant)>,
    hold: Option<Instant>,
    /// When the alarm that is being served was due.
    pub(super) rang: Option<Instant>,
    age: Age,
}

/// How long somebody who is alone with computers waits between two small steps, such as the cards of a deal.
const MOST_ALONE: Duration = Duration::from_millis(150);

impl<G: Paced> Alarms<G> {
    pub(super) fn new(age: Age, looks: LastLook) -> Self {
        Self {
            looks,
            cue: None,
            turns: Vec::new(),
            idle: None,
            hold: None,
            rang: None,
            age,
        }
    }

    /// Sets the deadlines for the table's current state; those that still hold are kept.
    pub(super) fn refresh(&mut self, table: &Table<G>, watched: bool, now: Instant) {
        let age = std::mem::take(&mut self.age);
        let rang = self.rang.take();
        let on_time = |at: &Instant| now.saturating_duration_since(*at) < LAG;
        let awaited = cue(table, watched);
        if self.cue.map(|(cue, _)| cue) != awaited {
            self.cue = awaited.map(|cue| {
                let pace = self.pace(table, cue);
                // Counted from when the last one was due, so that delays of writing do not add up.
                let since = rang.filter(on_time).unwrap_or(now);
                (cue, since + pace.saturating_sub(age.last_input))
            });
        }
        let before = std::mem::take(&mut self.turns);
        let kept = |of: Timed| before.iter().copied().find(|turn| turn.of == of);
        let begin = |of: Timed| {
            let bank = of.seat.and_then(|seat| table.bank_left_s(seat));
            let with_bank = bank.map(|left| seconds(left.saturating_add(FREE_TURN_S)));
            let limit = with_bank.map_or(of.limit, |most| most.min(of.limit));
            let at = now + age.left(limit, age.turn);
            let before = of.warning.map(seconds).filter(|before| *before < limit);
            let warn_at = before.map(|before| now.max(at.checked_sub(before).unwrap_or(now)));
            let began = now.checked_sub(age.turn).filter(|_| !age.restored);
            TurnAlarm {
                of,
                began: began.unwrap_or(now),
                spent_s: 0,
                at,
                warn_at,
            }
        };
        let timed = timed(table).into_iter();
        let turns = timed.map(|of| kept(of).unwrap_or_else(|| begin(of)));
        self.turns = turns.collect();
        let quiet = quiet(table);
        if self.idle.map(|(of, _)| of) != quiet {
            self.idle = quiet.map(|of| (of, now + age.left(of.limit, age.last_input)));
        }
    }

    /// How long the table waits before a step of the clock.
    fn pace(&self, table: &Table<G>, cue: G::Cue) -> Duration {
        let pace = G::pace(table.rules(), cue);
        if !G::is_tick(cue) || !table.is_alone() {
            self.looks.take(Look::Rushes);
            return pace;
        }
        match self.looks.has(Look::Rushes) {
            true => Duration::ZERO,
            false => pace.min(MOST_ALONE),
        }
    }

    /// The seconds of this seat's turn that are to be taken out of its time bank now: those beyond the free ones
    /// which were not yet.
    pub(super) fn to_spend_s(&self, seat: Seat, now: Instant) -> u32 {
        let turn = self.turns.iter().find(|turn| turn.of.seat == Some(seat));
        turn.map_or(0, |turn| {
            let taken = now.saturating_duration_since(turn.began).as_secs();
            let taken = u32::try_from(taken).unwrap_or(u32::MAX);
            taken.saturating_sub(FREE_TURN_S.saturating_add(turn.spent_s))
        })
    }

    /// So many were taken.
    pub(super) fn spend(&mut self, seat: Seat, seconds: u32) {
        let mut turns = self.turns.iter_mut();
        if let Some(turn) = turns.find(|turn| turn.of.seat == Some(seat)) {
            turn.spent_s = turn.spent_s.saturating_add(seconds);
        }
    }

    /// The next alarm, and when it is due.
    pub(super) fn next(&self) -> Option<(Instant, Alarm<G::Cue>)> {
        let cue = self.cue.map(|(cue, at)| (at, Alarm::Cue(cue)));
        let turns = self
            .turns
            .iter()
            .map(|turn| match (turn.of.seat, turn.warn_at) {
                (Some(seat), Some(at)) => {
                    let seconds = turn.of.warning.unwrap_or_default();
                    (at, Alarm::Warn { seat, seconds })
                }
                (Some(seat), None) => (turn.at, Alarm::TimeUp(seat)),
                (None, _) => (turn.at, Alarm::Nudge),
            });
        let idle = self.idle.map(|(_, at)| (at, Alarm::Idle));
        let all = cue.into_iter().chain(turns).chain(idle);
        let soonest = all.min_by_key(|(at, _)| *at);
        soonest.map(|(at, alarm)| (self.held(at), alarm))
    }

    /// This time, or the end of the pause after a failed write if that is later.
    pub(super) fn held(&self, at: Instant) -> Instant {
        self.hold.map_or(at, |hold| hold.max(at))
    }

    /// The deadline that people see counting down: the earliest, if several people are awaited.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let turn = self.turns.iter().map(|turn| turn.at).min();
        let answer = self.idle.filter(|(quiet, _)| quiet.shown);
        let answer = answer.map(|(_, at)| at);
        self.cue.map(|(_, at)| at).or(turn).or(answer)
    }

    /// The state for which deadlines are set next began so long ago.
    pub(super) fn began(&mut self, ago: Duration) {
        (self.age.last_input, self.age.turn) = (ago, ago);
    }

    /// Marks the warning of this seat as given.
    pub(super) fn warned(&mut self, seat: Seat) {
        let mut turns = self.turns.iter_mut();
        if let Some(turn) = turns.find(|turn| turn.of.seat == Some(seat)) {
            turn.warn_at = None;
        }
    }

    /// Sets an alarm that was due without effect again, with a delay so that it cannot spin.
    pub(super) fn set_anew(&mut self, alarm: Alarm<G::Cue>, now: Instant) {
        self.hold(now);
        match alarm {
            Alarm::Cue(_) => self.cue = None,
            Alarm::Warn { seat, .. } | Alarm::TimeUp(seat) => {
                self.turns.retain(|turn| turn.of.seat != Some(seat));
            }
            Alarm::Nudge => self.turns.clear(),
            Alarm::Idle => self.idle = None,
            Alarm::Pause | Alarm::Release(_) | Alarm::Ask => {}
        }
    }

    /// The journal failed: pauses the clock's inputs and computer players.
    pub(super) fn hold(&mut self, now: Instant) {
        self.hold = Some(now + HOLD);
    }
}

/// The cue that the clock gives, if the game waits for one: none that would hurry somebody who is alone, unless the
/// match is only watched.
fn cue<G: Paced>(table: &Table<G>, watched: bool) -> Option<G::Cue> {
    let cue = table.cue()?;
    let mut views = people(table).filter_map(|seat| table.game_view(seat));
    let may_wait = table.is_alone() && !watched && !G::is_tick(cue);
    let waits = may_wait && views.any(|view| G::hurries(&view, cue));
    (!waits).then_some(cue)
}

/// The turns with a limit: none while the game waits for the clock, none of computer players, and none of
/// somebody who is alone.
fn timed<G: Paced>(table: &Table<G>) -> Vec<Timed> {
    let Turn::Seats(seats) = table.turn() else {
        return Vec::new();
    };
    // Nor while the match waits for a person who may not be there.
    if table.cue().is_some() || table.is_stalled() {
        return Vec::new();
    }
    let limits = table.limits();
    let people = people(table);
    let may_start = |seat| {
        let view = table.game_view(seat);
        view.is_some_and(|view| G::nudge(&view).is_some())
    };
    let is_left =
        people.clone().next().is_some() && seats.is_empty() && !people.clone().any(may_start);
    let limit = match (people.clone().next(), table.longest_turn_s()) {
        (Some(_), limit) if is_left => limit.map_or(BREAK, seconds).min(BREAK),
        (Some(_), Some(limit)) => seconds(limit),
        (Some(_), None) => return Vec::new(),
        (None, _) => Duration::from_millis(u64::from(limits.computer_delay_ms)),
    };
    let timed = |seat: Option<Seat>| Timed {
        seat,
        turn: table.turn_started(),
        limit,
        warning: limits.turn_warning_s.filter(|_| seat.is_some()),
    };
    if seats.is_empty() {
        return vec![timed(None)];
    }
    let awaited = people.filter(|seat| seats.contains(*seat));
    awaited.map(|seat| timed(Some(seat))).collect()
}

/// How long the table may be quiet before it is closed, if there is a limit.
fn quiet<G: Paced>(table: &Table<G>) -> Option<Quiet> {
    if table.awaits_answer() {
        let (since, limit) = (table.round_started(), ANSWER);
        return Some(Quiet {
            since,
            limit,
            shown: true,
        });
    }
    let minutes = table.limits().idle_limit_min;
    let minutes = minutes.filter(|_| table.may_expire())?;
    Some(Quiet {
        since: table.position(),
        limit: seconds(minutes.saturating_mul(60)),
        shown: false,
    })
}

const fn seconds(seconds: u32) -> Duration {
    Duration::from_secs(seconds as u64)
}
