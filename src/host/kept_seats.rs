//! The seats that are kept for people who left a match, and since when.
//!
//! Decides how long one is kept still: the table knows no clock. What a restart forgets is taken to have
//! happened when somebody last did something at the table, which is never too early.

use std::time::Duration;

use tokio::time::Instant;

use crate::game::{Game, Seat};
use crate::table::{Occupant, PersonId, Table};

/// Since when seats have been left.
#[derive(Debug, Default)]
pub(super) struct KeptSeats {
    left: Vec<(Seat, PersonId, Instant)>,
}

impl KeptSeats {
    /// Notes who has left, at `since` the latest.
    pub(super) fn follow<G: Game>(&mut self, table: &Table<G>, since: Instant) {
        let before = std::mem::take(&mut self.left);
        let kept = table.kept_seats();
        for (seat, occupant) in table.occupants() {
            if let Occupant::Substitute { instead_of, .. } = occupant
                && kept.contains(&seat)
            {
                let known = before
                    .iter()
                    .find(|left| (left.0, left.1) == (seat, instead_of));
                self.left
                    .push(known.copied().unwrap_or((seat, instead_of, since)));
            }
        }
    }

    /// The seat whose time is over first, and when.
    pub(super) fn next<G: Game>(&self, table: &Table<G>) -> Option<(Instant, Seat)> {
        let minutes = table.limits().seat_kept_min?;
        let limit = Duration::from_secs(u64::from(minutes) * 60);
        let ends = self
            .left
            .iter()
            .map(|(seat, _, since)| (*since + limit, *seat));
        ends.min()
    }

    /// For how many seconds more a seat is kept; `None` if none is kept that was left.
    pub(super) fn left_s<G: Game>(
        &self,
        table: &Table<G>,
        seat: Seat,
        now: Instant,
    ) -> Option<u32> {
        let minutes = table.limits().seat_kept_min?;
        let left = self.left.iter().find(|left| left.0 == seat)?;
        let limit = Duration::from_secs(u64::from(minutes) * 60);
        let still = limit.saturating_sub(now.saturating_duration_since(left.2));
        u32::try_from(still.as_millis().div_ceil(1_000)).ok()
    }
}
