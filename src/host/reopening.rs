//! Brings one table back from its journal: as it was, or with its round dealt again where this
//! version of the program cannot go on with it.
//!
//! Decides what the clock did meanwhile. Which tables are brought back, and what becomes of the
//! others, is for `recovery`.

use std::sync::Arc;
use std::time::Duration;

use super::alarms::Age;
use super::{AnyTable, Fate, Host, Hosted, Paced, RestoreError, off_thread};
use crate::game::at_game;
use crate::store::NewEntry;
use crate::table::{
    GuildId, Mended, News, Record, ReplayError, Restored, Saved, UnixMillis, mend, restore,
};

/// The most ticks that a table is behind after a restart; more than any deal has.
const MOST_TICKS: u32 = 1_000;

impl Host {
    /// Brings a table back as it was, timers included: what the clock does by itself, such as dealing
    /// cards, has gone on meanwhile.
    ///
    /// # Errors
    /// [`RestoreError`]; nothing was changed then.
    pub fn restore(&self, saved: &Saved) -> Result<AnyTable, RestoreError> {
        at_game!(saved.game, G => self.reopen(saved, read::<G>(saved)?))
    }

    /// Whether this version of the program can go on with a journal.
    ///
    /// # Errors
    /// [`RestoreError`]: why not.
    pub fn check(saved: &Saved) -> Result<(), RestoreError> {
        at_game!(saved.game, G => read::<G>(saved).map(drop))
    }

    /// Goes on with a table whose present round this version of the program cannot go on with: from the
    /// end of the round before, with other cards, or in the lobby. Its players are told. `None` if it
    /// cannot go on in this way either.
    ///
    /// # Errors
    /// [`RestoreError`] if it could not be written down, or as for [`Host::restore`].
    pub(super) async fn mend(
        &self,
        guild: GuildId,
        saved: Saved,
    ) -> Option<Result<AnyTable, RestoreError>> {
        at_game!(saved.game, G => self.mend_as::<G>(guild, saved).await)
    }

    async fn mend_as<G: Hosted>(
        &self,
        guild: GuildId,
        saved: Saved,
    ) -> Option<Result<AnyTable, RestoreError>> {
        let saved = Arc::new(saved);
        let journal = Arc::clone(&saved);
        let mended = off_thread(move || mend::<G>(&journal)).await;
        let Mended {
            mut restored,
            entry,
            events,
        } = mended.flatten()?;
        let at = self.now();
        let entry = NewEntry {
            record: Record::of_entry(&entry, at),
            finished: Vec::new(),
            snapshot: restored.table.snapshot(restored.last_deed),
        };
        let written = self.shared.journal.append(saved.table, entry).await;
        if let Err(problem) = written {
            return Some(Err(RestoreError::NotSaved(problem)));
        }
        (
            restored.last_input,
            restored.turn_began,
            restored.round_began,
        ) = (at, at, at);
        let round = events.iter().find_map(|event| match event {
            News::DealtAgain { round } => *round,
            _ => None,
        });
        let reopened = self.reopen(&saved, restored);
        if reopened.is_ok() {
            self.tell_fate(saved.table.key, guild, Fate::DealtAgain { round });
        }
        Some(reopened)
    }

    /// Lists and runs a restored table.
    fn reopen<G: Hosted>(
        &self,
        saved: &Saved,
        back: Restored<G>,
    ) -> Result<AnyTable, RestoreError> {
        if back.table.is_closed() {
            return Err(RestoreError::Closed);
        }
        let back = caught_up(back, self.now());
        let age = Age::of(&back, self.now());
        let (handle, mut actor) = self.actor(saved.table, back.table, age);
        (actor.round_began, actor.last_deed) = (back.round_began, back.last_deed);
        actor.attendance.restore(back.last_deed > back.round_began);
        actor.filming = back.filming;
        if !self.shared.tables.insert(G::any(handle.clone())) {
            return Err(RestoreError::AlreadyOpen);
        }
        let actor = self.listed(actor).ok_or(RestoreError::Stopping)?;
        tokio::spawn(actor.run());
        self.announce(saved.table.key);
        Ok(G::any(handle))
    }
}

fn read<G: Hosted>(saved: &Saved) -> Result<Restored<G>, RestoreError> {
    restore::<G>(saved).map_err(|error| match error {
        ReplayError::Snapshot => RestoreError::Snapshot,
        ReplayError::Later { what } => RestoreError::Later { what },
        error => RestoreError::Replay {
            table: saved.table,
            why: describe(&error),
        },
    })
}

/// Lets the clock tick as often as it has since the last input; what nobody wrote down was seen all
/// the same.
fn caught_up<G: Paced>(mut back: Restored<G>, now: UnixMillis) -> Restored<G> {
    for _ in 0..MOST_TICKS {
        let Some(cue) = back.table.cue().filter(|cue| G::is_tick(*cue)) else {
            break;
        };
        let pace = millis(G::pace(back.table.rules(), cue));
        let due = UnixMillis(back.last_input.0.saturating_add(pace));
        if due > now {
            break;
        }
        let Some((table, _)) = back.table.tick() else {
            break;
        };
        back.table = table;
        drop(back.filming.follow(&back.table));
        back.last_input = due;
    }
    back
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Says what is wrong with a journal without quoting what may be hidden.
fn describe<G: Paced>(error: &ReplayError<G>) -> String {
    match error {
        ReplayError::Refused { at, .. } => format!("the input of position {} is refused", at.0),
        ReplayError::Format { .. }
        | ReplayError::Game { .. }
        | ReplayError::Later { .. }
        | ReplayError::Unreadable { .. }
        | ReplayError::Gap { .. }
        | ReplayError::Panicked { .. }
        | ReplayError::Diverged { .. }
        | ReplayError::Snapshot => error.to_string(),
    }
}
