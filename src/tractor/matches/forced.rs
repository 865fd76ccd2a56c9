//! Plays that leave no choice: which they are, and whether the clock makes them.
//!
//! Decides by what is due alone. How long the clock waits is for the host.

use super::Tractor;
use crate::tractor::follow;
use crate::tractor::round::{Playing, Ruling};
use crate::tractor::rules::{ForcedPlays, Rules};

impl Tractor {
    /// Whether the clock makes the play that is due. Not while an offer to surrender waits for its
    /// answer.
    pub(super) fn is_forced(&self, playing: &Playing) -> bool {
        self.offers.is_empty() && forced(playing, &self.rules).is_some()
    }
}

/// The play that the clock makes for the player on turn: the only legal one, and never a lead.
pub(super) fn forced(playing: &Playing, rules: &Rules) -> Option<Ruling> {
    if rules.forced_plays == ForcedPlays::Player {
        return None;
    }
    let lead = playing.trick().lead()?;
    let hand = playing.hand(playing.to_play()?);
    let play = follow::only(playing.layout(), rules.into(), lead, hand)?;
    playing.judge(play, rules).ok()
}
