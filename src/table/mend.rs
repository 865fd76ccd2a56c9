//! Goes on with a table whose present round the program can no longer replay.
//!
//! Rules change from version to version. Where the inputs of a round no longer lead to the state that
//! its players saw, the round is dealt again from the last state that still fits; where there is no
//! such round, the match is off. The entry that says so is appended to the journal, and the entries
//! that it takes back are skipped by every later replay.

use super::journal::{Entry, Saved};
use super::reading::{ReplayError, read_entry};
use super::replay::{Begun, Restored, begin, counting, guarded};
use super::{Input, TableEvent};
use crate::game::Game;

/// A table that goes on from the last state that fits.
#[derive(Debug)]
pub struct Mended<G: Game> {
    /// The table after the entry. Its last input, turn and round begin with that entry: their times
    /// are those of the state before until the caller sets them.
    pub restored: Restored<G>,
    /// The entry, which has to be durable before the table is taken over.
    pub entry: Entry<G>,
    /// What happens, in order.
    pub events: Vec<TableEvent<G>>,
}

/// Goes back to the last state between two rounds (or outside a match) to which this journal leads,
/// and deals the next round again; `None` if there is no such state: the header cannot be read, only
/// the whole journal can tell, or a later version wrote it.
///
/// It is meant for a journal that [`restore`](super::restore) refuses as unreadable, incomplete,
/// refused, diverged or panicked.
pub fn mend<G: Game>(saved: &Saved) -> Option<Mended<G>> {
    guarded::<G, _>(|_| Ok(try_to_mend(saved))).ok().flatten()
}

fn try_to_mend<G: Game>(saved: &Saved) -> Option<Mended<G>> {
    let mut good = last_good(saved)?;
    let to = good.table.position();
    let last = saved.entries.iter().map(|record| record.position).max();
    let position = last.map_or(to, |last| last.max(to)).next();
    if last == Some(position) {
        return None;
    }
    let before = good.table.revision;
    let mut events = Vec::new();
    good.table.deal_again(position, &mut events);
    good.table.revision = G::REVISION;
    let entry = Entry {
        position,
        ticks: 0,
        input: Input::Again { to },
        nonce: None,
        revision: (before != G::REVISION).then_some(G::REVISION),
        digest: None,
        facts: Some(good.table.digest()),
    };
    Some(Mended {
        restored: good,
        entry,
        events,
    })
}

/// The last state between two rounds that fits its digest.
fn last_good<G: Game>(saved: &Saved) -> Option<Restored<G>> {
    let begun = guarded(|_| begin::<G>(saved, true)).ok()?;
    let Begun { back, rest } = begun;
    let mut good = back.clone();
    let mut present = back;
    let entries = rest
        .iter()
        .map(|record| (record.position, read_entry(record)));
    let mut times = rest.iter();
    for (position, entry) in counting(entries) {
        let record = times.find(|record| record.position == position);
        let at = record.map_or(saved.header.at, |record| record.at);
        let folded = guarded(|_| {
            let entry = entry?;
            present.fold(&entry, at)?;
            let between = present.table.is_between_rounds();
            if between && !saved.altered {
                present.table.check(&entry)?;
            }
            Ok(between)
        });
        match folded {
            Ok(true) => good = present.clone(),
            Ok(false) => {}
            Err(ReplayError::Later { .. }) => return None,
            Err(_) => break,
        }
    }
    Some(good)
}
