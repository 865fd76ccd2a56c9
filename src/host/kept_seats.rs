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
        self.ends(table).min()
    }

    /// For how many seconds more a seat is kept; `None` if none is kept that was left.
    pub(super) fn left_s<G: Game>(
        &self,
        table: &Table<G>,
        seat: Seat,
        now: Instant,
    ) -> Option<u32> {
        let (end, _) = self.ends(table).find(|(_, kept)| *kept == seat)?;
        let still = end.saturating_duration_since(now);
        u32::try_from(still.as_millis().div_ceil(1_000)).ok()
    }

    /// When the time of each kept seat is over.
    fn ends<G: Game>(&self, table: &Table<G>) -> impl Iterator<Item = (Instant, Seat)> {
        let limit = table.limits().seat_kept_min;
        let limit = limit.map(|minutes| Duration::from_secs(u64::from(minutes) * 60));
        let left = limit.map(|limit| self.left.iter().map(move |left| (left.2 + limit, left.0)));
        left.into_iter().flatten()
    }
}
