//! The games of this bot as they are hosted: their paces and their players.

use std::time::Duration;

use super::handle::Handle;
use super::pace::{Hosted, Paced};
use super::tables::AnyTable;
use crate::chance::Seed;
use crate::players::{Player, tractor as tractor_players};
use crate::table::Skill;
use crate::tictactoe::{self, Mark, TicTacToe};
use crate::tractor::{self, Tractor, action::Action};

impl Paced for Tractor {
    fn pace(rules: &tractor::rules::Rules, cue: tractor::action::Cue) -> Duration {
        match cue {
            tractor::action::Cue::Deal { .. } => {
                Duration::from_millis(u64::from(rules.deal_interval_ms))
            }
            tractor::action::Cue::CloseCalls { .. } => {
                Duration::from_secs(u64::from(rules.call_window_s))
            }
        }
    }

    fn computer(skill: Skill, seed: Seed) -> Box<dyn Player<Self>> {
        match skill {
            Skill::Random | Skill::Level(0) => Box::new(tractor_players::Random::new(seed)),
            Skill::Lowest | Skill::Level(1) => Box::new(tractor_players::Lowest),
            Skill::Greedy | Skill::Heuristic | Skill::Search | Skill::Level(_) => {
                Box::new(tractor_players::Greedy)
            }
        }
    }

    fn absent(_: Seed) -> Box<dyn Player<Self>> {
        Box::new(tractor_players::Lowest)
    }

    fn nudge(view: &tractor::view::View) -> Option<Action> {
        match view.phase {
            tractor::view::PhaseView::Ready { .. } => Some(Action::Deal),
            tractor::view::PhaseView::Dealing { .. }
            | tractor::view::PhaseView::CallWindow { .. }
            | tractor::view::PhaseView::Burying
            | tractor::view::PhaseView::Playing { .. }
            | tractor::view::PhaseView::Over { .. } => None,
        }
    }
}

impl Hosted for Tractor {
    fn any(handle: Handle<Self>) -> AnyTable {
        AnyTable::Tractor(handle)
    }

    fn of(table: AnyTable) -> Option<Handle<Self>> {
        match table {
            AnyTable::Tractor(handle) => Some(handle),
            AnyTable::TicTacToe(_) => None,
        }
    }
}

/// Marks the first empty square.
struct FirstSquare;

impl Player<TicTacToe> for FirstSquare {
    fn choose(&mut self, view: &tictactoe::View) -> Option<Mark> {
        view.board
            .squares()
            .find(|square| view.board.is_empty(*square))
            .map(Mark)
    }
}

impl Paced for TicTacToe {
    fn pace(_: &tictactoe::Rules, cue: tictactoe::Cue) -> Duration {
        match cue {}
    }

    fn computer(_: Skill, seed: Seed) -> Box<dyn Player<Self>> {
        Self::absent(seed)
    }

    fn absent(_: Seed) -> Box<dyn Player<Self>> {
        Box::new(FirstSquare)
    }
}

impl Hosted for TicTacToe {
    fn any(handle: Handle<Self>) -> AnyTable {
        AnyTable::TicTacToe(handle)
    }

    fn of(table: AnyTable) -> Option<Handle<Self>> {
        match table {
            AnyTable::TicTacToe(handle) => Some(handle),
            AnyTable::Tractor(_) => None,
        }
    }
}
