//! What a game has to say so that programs can play it: when one is asked, and what the least is that it can do.

use serde_json::{Value, json};

use crate::game::Game;
use crate::players::Player as _;
use crate::players::tractor::Lowest;
use crate::players::tractor::sight::{Decision, tricks};
use crate::players::uno::Quick;
use crate::tractor::Tractor;
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
