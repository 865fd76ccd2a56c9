//! Programs of other people as players: a seat's view as a line of JSON in, an action as a line out.
//!
//! Decides when a program is started again, and that something is played where it fails: for that decision
//! what the game's humblest player does. Knows no clock but the patience of the channel to the program.
#![doc = ""]
#![doc = include_str!("program/protocol.md")]

mod command_line;
mod process;
#[cfg(test)]
mod tests;

use std::marker::PhantomData;
#[cfg(feature = "testing")]
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};
use std::time::Duration;

use serde_json::{Value, json};
use tracing::{error, warn};

use super::Player;
use super::tractor::Lowest;
use super::tractor::sight::{Decision, tricks};
use super::uno::Quick;
use crate::game::Game;
use crate::tractor::Tractor;
use crate::tractor::view::PhaseView;
use crate::uno::Uno;
use crate::uno::view::UnoDecision;
pub use command_line::{CommandLine, Programs};
use process::Child;
pub use process::{LONGEST_ANSWER, MOST_AT_ONCE, end_all};

/// The version of the protocol. It rises when a field changes its meaning; new fields may come at any time.
const PROTOCOL: u32 = 2;

/// The longest piece of an answer that is quoted, in characters.
const LONGEST_QUOTE: usize = 60;

/// How long a program may think about a decision.
pub const TIME_LIMIT: Duration = Duration::from_secs(2);

/// How often a program is started at a table: once, and again after it ended or was ended.
pub const STARTS: u32 = 4;

/// How often programs did what they should not, by [`FaultKind`].
#[cfg(feature = "testing")]
#[derive(Debug, Default)]
pub struct Faults([AtomicU64; 5]);

/// What a program is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Ask {
    /// In a word.
    pub word: &'static str,
    /// Where it need not do anything: what tells this question from the one before. It is asked once in a moment.
    pub moment: Option<Value>,
}

impl Ask {
    const fn must(word: &'static str) -> Self {
        Self { word, moment: None }
    }
}

/// A game that programs play.
pub trait Asked: Game {
    /// Whether, and for what, a program is asked in this view.
    fn asked(view: &Self::View) -> Option<Ask>;

    /// The least that can be done: an example for the program, and what is played for one that fails. `None`: nothing.
    fn least(view: &Self::View) -> Option<Self::Action>;
}

impl Asked for Tractor {
    fn asked(view: &Self::View) -> Option<Ask> {
        let open = match Decision::of(view) {
            Decision::None | Decision::Answer => return None,
            Decision::Bury => return Some(Ask::must("bury")),
            Decision::Play => {
                let leads = tricks(view)
                    .last()
                    .is_none_or(|trick| trick.plays.is_empty());
                return Some(Ask::must(if leads { "lead" } else { "follow" }));
            }
            Decision::Call(open) | Decision::CallOrPass(open) => open,
        };
        let when = match &view.phase {
            PhaseView::Dealing { .. } => "dealing",
            PhaseView::CallWindow { .. } => "call_window",
            _ => "overcalls",
        };
        let moment = json!([view.round, view.attempt, when, open]);
        (!open.is_empty()).then_some(Ask {
            word: "call",
            moment: Some(moment),
        })
    }

    fn least(view: &Self::View) -> Option<Self::Action> {
        Lowest.choose(view)
    }
}

impl Asked for Uno {
    fn asked(view: &Self::View) -> Option<Ask> {
        let (seat, round) = (view.seat()?, view.playing()?);
        if round.turn == seat {
            return Some(Ask::must(match round.decision {
                UnoDecision::Turn | UnoDecision::AfterDrawing => "turn",
                UnoDecision::Color => "color",
                UnoDecision::Swap => "swap",
            }));
        }
        let forgetful = round.exposed.filter(|exposed| *exposed != seat);
        let catches = forgetful.is_some() && round.may.catch;
        let moment = json!([view.round, round.step, round.exposed, round.playable]);
        (catches || !round.playable.is_empty()).then_some(Ask {
            word: "watch",
            moment: Some(moment),
        })
    }

    fn least(view: &Self::View) -> Option<Self::Action> {
        Quick::idle().choose(view)
    }
}

/// A program on a seat.
pub struct Program<G: Asked> {
    line: CommandLine,
    limit: Duration,
    starts: u32,
    #[cfg(feature = "testing")]
    faults: Arc<Faults>,
    child: Option<Child>,
    /// What was wrong with its last answer, until it is told.
    wrong: Option<String>,
    /// The last question that it need not have answered and did not, or not so that it could be used.
    declined: Option<Ask>,
    /// What it was asked last, and what would have been a right answer.
    last: Option<(Ask, Value)>,
    game: PhantomData<fn() -> G>,
}

/// A question as it is sent.
fn question<G: Game>(view: &G::View, ask: &Ask, example: &Value, error: Option<&str>) -> String {
    let mut question = json!({
        "protocol": PROTOCOL,
        "game": G::KIND.name(),
        "ask": ask.word,
        "example": example,
        "view": view,
    });
    if let Some(error) = error {
        question["error"] = error.into();
    }
    question.to_string()
}

impl<G: Asked> Program<G> {
    /// A player that this command line starts, with the usual patience. It is started when it is asked
    /// first.
    pub fn new(line: CommandLine) -> Self {
        Self {
            line,
            limit: TIME_LIMIT,
            starts: STARTS,
            #[cfg(feature = "testing")]
            faults: Arc::default(),
            child: None,
            wrong: None,
            declined: None,
            last: None,
            game: PhantomData,
        }
    }

    /// The program's answer to a question, or what counts its failure.
    fn answer(
        &mut self,
        view: &G::View,
        ask: &Ask,
        example: &Value,
    ) -> Result<Option<G::Action>, (FaultKind, String)> {
        let wrong = self.wrong.take();
        let question = question::<G>(view, ask, example, wrong.as_deref());
        let child =
            match &mut self.child {
                Some(child) => child,
                none => {
                    if self.starts == 0 {
                        return Err((FaultKind::Unasked, String::new()));
                    }
                    self.starts -= 1;
                    let started = Child::start(&self.line);
                    none.insert(started.map_err(|why| {
                        (FaultKind::Ended, format!("it cannot be started: {why}"))
                    })?)
                }
            };
        let line = child.ask(question, self.limit);
        if line.is_err() {
            // What it still says would be taken for its answer to the next question.
            self.child = None;
        }
        let line = line?;
        serde_json::from_str(&line).map_err(|why| {
            let quoted: String = line.chars().take(LONGEST_QUOTE).collect();
            let why = format!("{quoted:?} is no action: {why}; right would be {example}");
            self.wrong = Some(why.clone());
            (FaultKind::Unreadable, why)
        })
    }

    /// Counts a failure and writes it to the log.
    fn note(&mut self, fault: FaultKind, why: &str) {
        #[cfg(feature = "testing")]
        self.faults.0[fault as usize].fetch_add(1, Ordering::Relaxed);
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

/// What a program did that it should not.
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
        let Some(ask) = G::asked(view).filter(|ask| self.declined.as_ref() != Some(ask)) else {
            return G::least(view);
        };
        let example = json!(G::least(view));
        let answer = self.answer(view, &ask, &example);
        let action = answer.unwrap_or_else(|(fault, why)| {
            self.note(fault, &why);
            None
        });
        if action.is_none() && ask.moment.is_some() {
            self.declined = Some(ask);
        } else {
            self.last = Some((ask, example));
        }
        action.or_else(|| G::least(view))
    }

    fn refused(&mut self, why: &str) {
        let Some((ask, example)) = self.last.take() else {
            return;
        };
        let why = format!("{why}; right would have been {example}");
        self.note(FaultKind::Illegal, &why);
        self.wrong = Some(why);
        self.declined = ask.moment.is_some().then_some(ask);
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
        let read = |fault| self.0[fault as usize].load(Ordering::Relaxed);
        FaultCounts {
            late: read(FaultKind::Late),
            ended: read(FaultKind::Ended),
            unreadable: read(FaultKind::Unreadable),
            illegal: read(FaultKind::Illegal),
            unasked: read(FaultKind::Unasked),
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
