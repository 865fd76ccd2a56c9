//! What a game has to say so that programs can play it: when one is asked, and what the least is that it can do.

use serde_json::{Value, json};

use crate::game::Game;
use crate::players::Player as _;
use crate::players::tractor::Lowest;
use crate::players::tractor::sight::{PlayTurn, Sight};
use crate::players::uno::Idle;
use crate::tractor::Tractor;
use crate::tractor::action::Call;
use crate::tractor::view::PhaseView;
use crate::uno::Uno;
use crate::uno::view::UnoDecision;

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
        let seat = view.seat()?;
        let (open, when): (&[Call], _) = match &view.phase {
            PhaseView::Ready { .. } | PhaseView::Over { .. } => return None,
            PhaseView::Dealing { open, .. } => (&open[..], "dealing"),
            PhaseView::CallWindow { passed, .. } if passed.contains(seat) => return None,
            PhaseView::CallWindow { open, .. } => (&open[..], "call_window"),
            PhaseView::Burying | PhaseView::Overcalls { .. } | PhaseView::Playing { .. } => {
                let sight = Sight::of(view)?;
                match sight.turn() {
                    PlayTurn::Wait | PlayTurn::Answer => return None,
                    PlayTurn::Bury => return Some(Ask::must("bury")),
                    PlayTurn::Overcall(open) => (open, "overcalls"),
                    PlayTurn::Play if sight.table().is_none() => return Some(Ask::must("lead")),
                    PlayTurn::Play => return Some(Ask::must("follow")),
                }
            }
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
        Idle.choose(view)
    }
}
