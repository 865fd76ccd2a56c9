//! Programs of other people as players: a seat's view as a line of JSON in, an action as a line out.
//!
//! Decides when a program is started again, and that something is played where it fails: for that decision
//! what the game's humblest player does. Knows no clock but the patience of the channel to the program.
#![doc = ""]
#![doc = include_str!("program/protocol.md")]

mod asked;
mod child;
mod command_line;
#[cfg(target_os = "linux")]
mod guard;
mod process;
#[cfg(test)]
mod tests;
mod tractor;
mod uno;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tracing::{error, warn};

use super::Player;
pub use asked::Asked;
use asked::Useless;
pub use child::LONGEST_ANSWER;
use child::{Child, Silence};
pub use command_line::{CommandLine, Programs, WrongLine, WrongPrograms};
#[cfg(target_os = "linux")]
pub use guard::stand_guard;
pub use process::{MOST_AT_ONCE, end_all, keep_out_of};

/// Elsewhere programs have no guard.
#[cfg(not(target_os = "linux"))]
pub fn stand_guard() -> Option<std::process::ExitCode> {
    None
}

/// How long a program may think about a decision.
pub const TIME_LIMIT: Duration = Duration::from_secs(2);

/// How often a program is started at a table: once, and again after it ended or was ended.
pub const STARTS: u32 = 4;

/// What programs did that they should not.
#[derive(Debug, Default)]
pub struct Faults {
    late: AtomicU64,
    ended: AtomicU64,
    unreadable: AtomicU64,
    illegal: AtomicU64,
    unasked: AtomicU64,
}

/// A program on a seat.
pub struct Program<G: Asked> {
    line: CommandLine,
    limit: Duration,
    starts: u32,
    faults: Arc<Faults>,
    child: Option<Child>,
    /// What was wrong with its last answer, until it is told.
    wrong: Option<String>,
    /// Where it was asked for what need not be done, and did nothing.
    declined: Option<G::Moment>,
}

impl<G: Asked> Program<G> {
    /// A player that this command line starts, with the usual patience. It is started when it is asked
    /// first.
    pub fn new(line: CommandLine) -> Self {
        Self {
            line,
            limit: TIME_LIMIT,
            starts: STARTS,
            faults: Arc::default(),
            child: None,
            wrong: None,
            declined: None,
        }
    }

    /// The program's answer to a question, or what counts its failure.
    fn ask(
        &mut self,
        view: &G::View,
        ask: G::Ask,
    ) -> Result<Option<G::Action>, (FaultKind, String)> {
        let wrong = self.wrong.take();
        let question = G::question(view, ask, wrong.as_deref());
        let child = match &mut self.child {
            Some(child) => child,
            none => {
                if self.starts == 0 {
                    return Err((FaultKind::Unasked, String::new()));
                }
                self.starts -= 1;
                let started = Child::start(&self.line).map_err(Silence::Unstartable);
                none.insert(started.map_err(|why| (FaultKind::Ended, why.to_string()))?)
            }
        };
        let line = child.ask(question.line, self.limit).map_err(|why| {
            let fault = match why {
                Silence::Late(_) => FaultKind::Late,
                Silence::Ended(_) | Silence::Unstartable(_) => FaultKind::Ended,
                Silence::Endless => FaultKind::Unreadable,
            };
            // What it still says would be taken for its answer to the next question.
            self.child = None;
            (fault, why.to_string())
        })?;
        G::read(&line, view, ask).map_err(|useless| {
            let (fault, why) = match useless {
                Useless::Unreadable(why) => (FaultKind::Unreadable, why),
                Useless::Illegal(why) => (FaultKind::Illegal, why),
            };
            let why = format!("{why}; right would be {}", question.example);
            self.wrong = Some(why.clone());
            (fault, why)
        })
    }

    /// Counts a failure and writes it to the log.
    fn note(&mut self, fault: FaultKind, why: &str) {
        let faults = &self.faults;
        let counter = match fault {
            FaultKind::Late => &faults.late,
            FaultKind::Ended => &faults.ended,
            FaultKind::Unreadable => &faults.unreadable,
            FaultKind::Illegal => &faults.illegal,
            FaultKind::Unasked => &faults.unasked,
        };
        counter.fetch_add(1, Ordering::Relaxed);
        let program = &self.line;
        match fault {
            FaultKind::Unasked => {}
            _ if self.starts == 0 && self.child.is_none() => {
                error!(%program, why, "a player program failed too often and is not asked any more");
            }
            _ => {
                warn!(%program, why, "a player program failed; the lowest action is played for it");
            }
        }
    }
}

/// The kinds of [`Faults`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FaultKind {
    Late,
    Ended,
    Unreadable,
    Illegal,
    Unasked,
}

impl<G: Asked> Player<G> for Program<G> {
    fn choose(&mut self, view: &G::View) -> Option<G::Action> {
        let Some(ask) = G::ask_of(view) else {
            return G::stand_in(view);
        };
        let moment = G::moment(view, ask);
        if moment.is_some() && self.declined == moment {
            return G::stand_in(view);
        }
        match self.ask(view, ask) {
            Ok(Some(action)) => Some(action),
            Ok(None) => {
                self.declined = moment;
                G::stand_in(view)
            }
            Err((fault, why)) => {
                self.declined = moment;
                self.note(fault, &why);
                G::stand_in(view)
            }
        }
    }
}

/// What programs did that they should not, as numbers. Each is a decision for which the lowest legal action was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg(feature = "testing")]
pub struct FaultCounts {
    /// No answer within the time limit.
    pub late: u64,
    /// The program ended, or could not be started.
    pub ended: u64,
    /// The answer was no answer to the question.
    pub unreadable: u64,
    /// The rules refuse the answer.
    pub illegal: u64,
    /// The program was not asked any more, having been started too often.
    pub unasked: u64,
}

#[cfg(feature = "testing")]
impl Faults {
    /// How many there are so far.
    pub fn count(&self) -> FaultCounts {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        FaultCounts {
            late: read(&self.late),
            ended: read(&self.ended),
            unreadable: read(&self.unreadable),
            illegal: read(&self.illegal),
            unasked: read(&self.unasked),
        }
    }
}

#[cfg(feature = "testing")]
impl<G: Asked> Program<G> {
    /// The same with another time limit for a decision, started at most `starts` times.
    #[must_use]
    pub fn patient(self, limit: Duration, starts: u32) -> Self {
        Self {
            limit,
            starts,
            ..self
        }
    }

    /// Whether it was asked, and runs.
    pub fn was_started(&self) -> bool {
        self.child.is_some()
    }

    #[must_use]
    pub fn counted(self, faults: Arc<Faults>) -> Self {
        Self { faults, ..self }
    }
}
