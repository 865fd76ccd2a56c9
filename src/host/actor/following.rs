//! What other processes write into the journal of a table: read on from where the table stands here, and told like what
//! happens here.
//!
//! Decides when that is done: at once where the table is served or somebody watches it; otherwise when somebody asks. A
//! card that the clock has drawn since the last entry stands in no journal: whoever wrote the next one says how
//! many there were, and what was shown here beyond that is drawn again.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use tracing::{error, info, warn};

use super::{Actor, ended};
use crate::host::finished::Finishing;
use crate::host::pace::Paced;
use crate::store::{JournalError, TableState};
use crate::table::{Input, Position, Proposal, Record};

impl<G: Paced> Actor<G> {
    /// Whether nothing happens here any more.
    pub(super) fn is_over(&self) -> bool {
        self.lost || self.table.is_closed()
    }

    /// Whether the journal has, or may have, more than is known here.
    pub(super) fn is_behind(&self) -> bool {
        self.doubtful || *self.noted.borrow() > self.base.position()
    }

    /// Whether what others write is read at once.
    pub(super) fn follows(&self) -> bool {
        self.serves || self.news.is_heard()
    }

    /// Tells other processes that there is another entry.
    pub(super) fn tell_others(&self, proposal: &Proposal<G>) {
        // Who comes and goes decides which table somebody means.
        let is_play = matches!(proposal.entry.input, Input::Act { .. } | Input::Elapse(_));
        let at_once = !is_play || proposal.table.is_playing() != self.table.is_playing();
        let position = proposal.entry.position;
        self.shared.tell_of(self.id, position, at_once);
    }

    /// Reads on; where that fails it is tried again a moment later.
    pub(super) async fn catch_up(&mut self) {
        if let Err(problem) = self.read_on().await {
            warn!(table = %self.id, %problem, "what others wrote cannot be read now");
            self.alarms.hold(Instant::now());
            tokio::time::sleep(AGAIN).await;
        }
    }

    /// Takes over what the journal has behind the last entry that is known here; `true` if there was something.
    pub(super) async fn read_on(&mut self) -> Result<bool, JournalError> {
        let after = self.base.position();
        let (state, records) = self.shared.journal.read_on(self.id, after).await?;
        self.doubtful = false;
        for record in &records {
            self.follow(record).await;
            if self.is_over() {
                break;
            }
        }
        if state != TableState::Open && !self.is_over() {
            info!(table = %self.id, "a table goes on nowhere");
            self.lost = true;
        }
        Ok(!records.is_empty())
    }

    async fn follow(&mut self, record: &Record) {
        let seen = self.table.moment().ticks;
        let Ok(proposal) = self.base.follow(record, seen) else {
            let Position(at) = record.position;
            error!(table = %self.id, at, "what another process wrote cannot be followed; it is read anew");
            self.lost = true;
            return;
        };
        let now = self.shared.clock.now();
        let ago = Duration::from_millis(now.0.saturating_sub(record.at.0));
        let finishing = Finishing {
            table: &self.base,
            proposal: &proposal,
            at: record.at,
            round_began: self.round_began,
        };
        let ended = ended(&finishing.finishes());
        // What was shown beyond the entry did not happen.
        self.table = Arc::clone(&self.base);
        self.taken(proposal, (record.at, ago), ended).await;
    }
}

/// The pause before what could not be read is read again.
const AGAIN: Duration = Duration::from_secs(1);
