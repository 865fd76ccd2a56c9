//! When each person last used the bot: whoever does is not mentioned.
//!
//! Kept in memory alone; after a restart nobody has used it yet.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

use crate::table::PersonId;

/// For so long after a command or a tap a person counts as being at it.
pub const AT_IT: Duration = Duration::from_secs(120);
/// From this count on people who are no longer at it are dropped.
const MOST_PEOPLE: usize = 50_000;

/// When people last used the bot.
#[derive(Default)]
pub struct Attention(Mutex<HashMap<PersonId, Instant>>);

impl Attention {
    pub fn note(&self, person: PersonId) {
        let (now, mut used) = (Instant::now(), self.0.lock());
        if used.len() >= MOST_PEOPLE {
            used.retain(|_, at| now.saturating_duration_since(*at) < AT_IT);
        }
        used.insert(person, now);
    }

    /// Until when a person counts as being at it; `None` for whoever has not used the bot.
    pub fn until(&self, person: PersonId) -> Option<Instant> {
        self.0.lock().get(&person).map(|at| *at + AT_IT)
    }

    pub fn is_at_it(&self, person: PersonId) -> bool {
        self.until(person)
            .is_some_and(|until| until > Instant::now())
    }
}
