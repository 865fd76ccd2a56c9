//! Replays and files of finished matches: how many are made at once, and those made lately.
//!
//! Decides who has to wait a moment, and how much is kept. Which round or match is meant, and what it
//! looks like, is for [`super::history`].

#[cfg(test)]
mod tests;

use std::any::Any;
use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use super::pacing::Pacing;
use crate::game::{Game, GameKind};
use crate::host::{Workshop, WorkshopBench};
use crate::table::{Match, PersonId, Position, TableId, UnixMillis};
use crate::text::locale::Locale;
use crate::text::page::{Control, Page};

/// How many replays and files are made at once, and how many wait.
const AT_ONCE: usize = 1;
/// See [`AT_ONCE`].
const WAITING: usize = 8;
/// How many replays and files a person may ask for, and in how many seconds.
const ASKED: (usize, u64) = (10, 30);
/// How many replays are kept to be shown again, and their bytes in all.
const MOST_PAGES: (usize, usize) = (64, 8 << 20);
/// How many matches are kept that were run again, and the bytes of their journals in all.
const MOST_MATCHES: (usize, usize) = (16, 16 << 20);
/// How long pages are kept, in milliseconds: somebody in it may ask another process to be forgotten.
const KEPT_MS: u64 = 10 * 60 * 1_000;
/// How long a match is kept, in milliseconds.
const MATCH_KEPT_MS: u64 = 60 * 1_000;
/// About what a page and a control take besides their text, in bytes.
const FRAME: usize = 256;

/// A replay and its rendering.
pub(super) type ReplayKey = (ReplayTable, u32, u32, Locale, String);

/// A table, and whether it is open: somebody who sat there may be forgotten when it ends.
pub(super) type ReplayTable = (TableId, bool);

/// A match of a table, and at which position of it where that is still open.
pub(super) type MatchKey = (TableId, u32, Option<Position>);

/// A match that was run again.
pub(super) struct Played {
    pub(super) game: GameKind,
    /// Its file, once somebody asked for it.
    pub(super) file: OnceLock<String>,
    run: Box<dyn Any + Send + Sync>,
}

impl Played {
    pub(super) fn new<G: Game>(played: Match<G>) -> Self {
        Self {
            game: G::KIND,
            file: OnceLock::new(),
            run: Box::new(played),
        }
    }

    /// The match, if it is one of this game.
    pub(super) fn of<G: Game>(&self) -> Option<&Match<G>> {
        self.run.downcast_ref()
    }
}

/// The replays and files that are being made, and the matches and pages that were looked at lately; what is over
/// does not change.
pub(super) struct Replays {
    pub(super) pages: Shelf<ReplayKey, Vec<Page>>,
    /// Those that were run again within a minute.
    pub(super) matches: Shelf<MatchKey, Played>,
    workshop: Workshop,
    /// The channels for which something is being made.
    busy: Arc<Mutex<HashSet<u64>>>,
    asked: Pacing<PersonId>,
}

/// The right to make something for a channel; another can be had when it is dropped.
pub(super) struct ReplayPermit {
    pub(super) bench: WorkshopBench,
    _turn: ReplayTurn,
}

/// A channel for which something is being made, or waits to be.
struct ReplayTurn {
    busy: Arc<Mutex<HashSet<u64>>>,
    channel: u64,
}

impl Drop for ReplayTurn {
    fn drop(&mut self) {
        self.busy.lock().remove(&self.channel);
    }
}

impl Default for Replays {
    fn default() -> Self {
        Self {
            pages: Shelf::new(MOST_PAGES, KEPT_MS),
            matches: Shelf::new(MOST_MATCHES, MATCH_KEPT_MS),
            workshop: Workshop::new(AT_ONCE, WAITING),
            busy: Arc::default(),
            asked: Pacing::new(ASKED.0, ASKED.1),
        }
    }
}

impl Replays {
    /// Counts a request of a person; `false` if they asked for too many lately.
    pub(super) fn may_ask(&self, person: PersonId, now: UnixMillis) -> bool {
        let may = self.asked.wait(&person, now).is_none();
        if may {
            self.asked.count(person, now);
        }
        may
    }

    /// The right to make something for this channel, once there is room; `None` if something is made for
    /// it already, or too much waits.
    pub(super) async fn make(&self, channel: u64) -> Option<ReplayPermit> {
        let turn = {
            let mut busy = self.busy.lock();
            busy.insert(channel).then(|| ReplayTurn {
                busy: Arc::clone(&self.busy),
                channel,
            })
        };
        let turn = turn?;
        let bench = self.workshop.enter().await?;
        Some(ReplayPermit { bench, _turn: turn })
    }

    /// Keeps nothing of what was made: somebody in it is forgotten.
    pub(super) fn clear(&self) {
        self.pages.kept.lock().clear();
        self.matches.kept.lock().clear();
    }
}

/// About how many bytes a page takes.
pub(super) fn size(page: &Page) -> usize {
    let lines: usize = page.lines.iter().map(|line| line.len() + 32).sum();
    let controls = page.controls.iter().flatten().map(|control| match control {
        Control::Button { label, .. } => label.len() + FRAME,
        Control::Menu { choices, .. } => choices.len() * FRAME,
    });
    let exhibit = page.exhibit.as_ref().map_or(0, |json| json.len());
    FRAME + page.title.len() + lines + controls.sum::<usize>() + exhibit
}

/// Something that was made, with its bytes and when it was made.
struct Made<T> {
    thing: Arc<T>,
    bytes: usize,
    at: UnixMillis,
}

/// What was made lately, the oldest first: so many things of so many bytes in all.
pub(super) struct Shelf<K, T> {
    most: usize,
    most_bytes: usize,
    kept_ms: u64,
    kept: Mutex<VecDeque<(K, Made<T>)>>,
}

impl<K: PartialEq, T> Shelf<K, T> {
    pub(super) fn new((most, most_bytes): (usize, usize), kept_ms: u64) -> Self {
        Self {
            most,
            most_bytes,
            kept_ms,
            kept: Mutex::default(),
        }
    }

    pub(super) fn find(&self, key: &K, now: UnixMillis) -> Option<Arc<T>> {
        let kept = self.kept.lock();
        let (_, made) = kept.iter().find(|(other, _)| other == key)?;
        let fresh = now.0.saturating_sub(made.at.0) < self.kept_ms;
        fresh.then(|| Arc::clone(&made.thing))
    }

    pub(super) fn keep(&self, key: K, thing: Arc<T>, (bytes, at): (usize, UnixMillis)) {
        if bytes > self.most_bytes {
            return;
        }
        let mut kept = self.kept.lock();
        kept.retain(|(other, _)| *other != key);
        kept.push_back((key, Made { thing, bytes, at }));
        let mut all: usize = kept.iter().map(|(_, made)| made.bytes).sum();
        while kept.len() > self.most || all > self.most_bytes {
            all -= kept.pop_front().map_or(all, |(_, made)| made.bytes);
        }
    }
}
