//! The games of this bot as they are hosted: their paces and their players.

use std::time::Duration;

use super::finished::{self, Finishing};
use super::handle::Handle;
use super::pace::{Hosted, Paced};
use super::tables::AnyTable;
use crate::chance::Seed;
use crate::players::tictactoe::Level;
use crate::players::{self, Player};
use crate::store::Finish;
use crate::table::Skill;
use crate::tictactoe::{self, TicTacToe};
use crate::tractor::{self, Tractor, action::Action};
use crate::uno::{self, Uno};

impl Paced for Tractor {
    fn finished(finishing: &Finishing<'_, Self>) -> Vec<Finish> {
        finished::tractor(finishing)
    }

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
            Skill::Random | Skill::Level(0) => Box::new(players::tractor::Random::new(seed)),
            Skill::Lowest | Skill::Level(1) => Box::new(players::tractor::Lowest),
            Skill::Greedy | Skill::Level(2) => Box::new(players::tractor::Greedy),
            Skill::Heuristic | Skill::Level(_) => Box::new(players::tractor::Heuristic::default()),
            Skill::Search => Box::new(players::tractor::Search::new(seed)),
        }
    }

    fn absent(_: Seed) -> Box<dyn Player<Self>> {
        Box::new(players::tractor::Lowest)
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
            AnyTable::Uno(_) | AnyTable::TicTacToe(_) => None,
        }
    }
}

impl Paced for Uno {
    fn finished(finishing: &Finishing<'_, Self>) -> Vec<Finish> {
        finished::uno(finishing)
    }

    fn pace(rules: &uno::Rules, cue: uno::Cue) -> Duration {
        Duration::from_millis(cue.wait_ms(rules))
    }

    fn computer(skill: Skill, seed: Seed) -> Box<dyn Player<Self>> {
        match skill {
            Skill::Random | Skill::Level(0) => Box::new(players::uno::Random::new(seed)),
            Skill::Lowest => Box::new(players::uno::Idle),
            Skill::Greedy | Skill::Heuristic | Skill::Search | Skill::Level(_) => {
                Box::new(players::uno::Steady::new(seed))
            }
        }
    }

    fn absent(_: Seed) -> Box<dyn Player<Self>> {
        Box::new(players::uno::Idle)
    }

    fn goes_on(view: &uno::View) -> bool {
        view.playing().is_some_and(|round| {
            Some(round.turn) == view.seat() && round.decision != uno::view::Decision::Turn
        })
    }
}

impl Hosted for Uno {
    fn any(handle: Handle<Self>) -> AnyTable {
        AnyTable::Uno(handle)
    }

    fn of(table: AnyTable) -> Option<Handle<Self>> {
        match table {
            AnyTable::Uno(handle) => Some(handle),
            AnyTable::Tractor(_) | AnyTable::TicTacToe(_) => None,
        }
    }
}

impl Paced for TicTacToe {
    fn finished(finishing: &Finishing<'_, Self>) -> Vec<Finish> {
        finished::tictactoe(finishing)
    }

    fn pace(_: &tictactoe::Rules, cue: tictactoe::Cue) -> Duration {
        match cue {}
    }

    fn computer(skill: Skill, seed: Seed) -> Box<dyn Player<Self>> {
        let level = match skill {
            Skill::Random | Skill::Lowest => 0,
            Skill::Greedy => 2,
            Skill::Heuristic => 4,
            Skill::Search => Level::BEST.number(),
            Skill::Level(level) => level.min(Level::BEST.number()),
        };
        let level = Level::new(level).unwrap_or(Level::BEST);
        Box::new(players::tictactoe::Computer::new(level, seed))
    }

    fn is_slow(skill: Skill) -> bool {
        // The best level looks ahead, for milliseconds on the largest board.
        match skill {
            Skill::Search | Skill::Level(5..) => true,
            Skill::Random
            | Skill::Lowest
            | Skill::Greedy
            | Skill::Heuristic
            | Skill::Level(..5) => false,
        }
    }

    fn absent(seed: Seed) -> Box<dyn Player<Self>> {
        Self::computer(Skill::Lowest, seed)
    }
}

impl Hosted for TicTacToe {
    fn any(handle: Handle<Self>) -> AnyTable {
        AnyTable::TicTacToe(handle)
    }

    fn of(table: AnyTable) -> Option<Handle<Self>> {
        match table {
            AnyTable::TicTacToe(handle) => Some(handle),
            AnyTable::Tractor(_) | AnyTable::Uno(_) => None,
        }
    }
}
