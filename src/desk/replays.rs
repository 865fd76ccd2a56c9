//! Replays that were asked for lately, ready to be shown again.
//!
//! Decides how many are kept. Which round is meant, and what it looks like, is for
//! [`super::history`].

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::table::TableId;
use crate::text::locale::Locale;
use crate::text::page::Page;

/// How many replays are cached.
const MOST_KEPT: usize = 16;

/// A replay and its rendering.
pub(super) type Key = (TableId, u32, u32, Locale, String);

/// The cached replays; a finished round does not change.
#[derive(Default)]
pub(super) struct Replays(Mutex<VecDeque<(Key, Arc<Vec<Page>>)>>);

impl Replays {
    pub(super) fn find(&self, key: &Key) -> Option<Arc<Vec<Page>>> {
        let kept = self.0.lock();
        let found = kept.iter().find(|(other, _)| other == key);
        found.map(|(_, pages)| Arc::clone(pages))
    }

    pub(super) fn keep(&self, key: Key, pages: Arc<Vec<Page>>) {
        let mut kept = self.0.lock();
        kept.push_back((key, pages));
        if kept.len() > MOST_KEPT {
            kept.pop_front();
        }
    }
}
