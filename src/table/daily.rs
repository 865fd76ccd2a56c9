//! The deal of a day at a table: whose day it is, and what nobody can ask for there.
//!
//! Decides what keeps the round the same for everybody: one person on one seat, the computers that
//! were seated with it, one match and no other rules. Which cards a day has is for whoever opens the
//! table.

use serde::{Deserialize, Serialize};

use super::{Input, Refusal, Table, TableStage};
use crate::game::Game;

/// The deal of a day, as a table has it from its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DailyDeal {
    /// Days since 1970-01-01 UTC.
    pub day: u32,
    /// Whether the result counts; otherwise the deal is played once more for practice.
    pub counts: bool,
}

impl<G: Game> Table<G> {
    /// The deal of a day that is played here, if it is one.
    pub const fn daily(&self) -> Option<DailyDeal> {
        self.daily
    }

    /// Refuses what would make the deal of a day another one than it is for everybody else.
    pub(super) fn check_daily(&self, input: &Input<G>) -> Result<(), Refusal<G>> {
        if self.daily.is_none() {
            return Ok(());
        }
        let lobby = matches!(self.stage, TableStage::Lobby);
        let allowed = match input {
            Input::Sit { person, .. } => *person == self.host,
            Input::AddComputer { .. } | Input::Start { .. } => lobby,
            Input::Leave { .. }
            | Input::Kick { .. }
            | Input::RemoveComputer { .. }
            | Input::SetRule { .. }
            | Input::Vote { .. } => false,
            Input::Act { .. }
            | Input::Elapse(_)
            | Input::Close { .. }
            | Input::Pause
            | Input::Release { .. }
            | Input::Reseed { .. }
            | Input::Again { .. } => true,
        };
        match allowed {
            true => Ok(()),
            false => Err(Refusal::Daily),
        }
    }
}
