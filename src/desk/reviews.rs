//! Reviews that are being made, and those that were made lately.
//!
//! Decides how many are made at once, how many wait and how many are kept. Which round is meant, and
//! what is said of it, is for [`super::review`].

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::host::Workshop;
use crate::table::{PersonId, TableId};
use crate::text::page::Page;

/// How many reviews are made at once, and how many wait.
const AT_ONCE: usize = 1;
/// See [`AT_ONCE`].
const WAITING: usize = 6;
/// How many reviews are kept to be shown again.
const MOST_KEPT: usize = 32;

/// Whose review of which round, and how it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ReviewKey {
    pub(super) table: TableId,
    pub(super) number: u32,
    pub(super) round: u32,
    pub(super) person: PersonId,
    pub(super) reader: String,
}

#[derive(Debug, Clone)]
pub(super) enum Reviewed {
    Pages(Vec<Page>),
    /// The requester decided nothing in that round.
    NotPlayed,
    /// What was played is not kept, or cannot be replayed.
    NotKept,
}

/// The reviews that are being made, and those that were made lately.
#[derive(Clone)]
pub(super) struct Reviews {
    workshop: Workshop,
    kept: Arc<Mutex<VecDeque<(ReviewKey, Reviewed)>>>,
}

impl Default for Reviews {
    fn default() -> Self {
        Self {
            workshop: Workshop::new(AT_ONCE, WAITING),
            kept: Arc::default(),
        }
    }
}

impl Reviews {
    fn find(&self, key: &ReviewKey) -> Option<Reviewed> {
        let kept = self.kept.lock();
        let found = kept.iter().find(|(other, _)| other == key);
        found.map(|(_, reviewed)| reviewed.clone())
    }

    fn keep(&self, key: ReviewKey, reviewed: Reviewed) {
        let mut kept = self.kept.lock();
        kept.push_back((key, reviewed));
        if kept.len() > MOST_KEPT {
            kept.pop_front();
        }
    }

    /// The review of this name; `None` if too many are asked for. Who asks twice at once waits for
    /// the one that is made already.
    pub(super) async fn of(
        &self,
        key: ReviewKey,
        make: impl FnOnce() -> Reviewed + Send + 'static,
    ) -> Option<Reviewed> {
        if let Some(kept) = self.find(&key) {
            return Some(kept);
        }
        let reviews = self.clone();
        let work = move || {
            reviews.find(&key).unwrap_or_else(|| {
                let made = make();
                reviews.keep(key, made.clone());
                made
            })
        };
        self.workshop.work(work).await
    }
}
