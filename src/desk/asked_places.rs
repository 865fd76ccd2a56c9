//! From where people asked for a seat, until they are answered.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::answer::AskedFrom;
use super::places::Showing;
use crate::table::{PersonId, TableKey};

/// How many are remembered before those are forgotten whose tables are gone.
const MANY: usize = 1_000;

/// Where somebody asked, and how a room would be shown there.
type Origin = (AskedFrom, Showing);

/// From where who asked for a seat at which table. A restart forgets it: who was let in meanwhile
/// joins again.
#[derive(Default)]
pub(super) struct AskedPlaces(Mutex<BTreeMap<(TableKey, PersonId), Origin>>);

impl AskedPlaces {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<(TableKey, PersonId), Origin>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers where somebody asked; `open` tells which tables there still are.
    pub(super) fn note(
        &self,
        who: (TableKey, PersonId),
        from: Origin,
        open: impl Fn(TableKey) -> bool,
    ) {
        let mut asked = self.lock();
        if asked.len() >= MANY {
            asked.retain(|(table, _), _| open(*table));
        }
        asked.insert(who, from);
    }

    /// Where they asked, once they are answered.
    pub(super) fn take(&self, who: (TableKey, PersonId)) -> Option<Origin> {
        self.lock().remove(&who)
    }
}
