//! What is over: replays of finished rounds, and finished matches to take home.
//!
//! Decides which round or match is meant, and that nothing is given away of what is still played:
//! a replay shows finished rounds alone, a file holds a finished match alone; both by the journal, which is
//! run again. Decides as well how many are made at once, who has to wait a moment, and how much is kept of
//! what was made.

use std::any::Any;
use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use super::answer::{Attachment, Done, Request, refuse};
use super::pacing::Pacing;
use super::{Answer, Archive, AskedFrom, Served};
use crate::club::rated_round;
use crate::game::{Game, GameKind, at_game};
use crate::host::{Paced as _, Workshop, WorkshopBench};
use crate::store::{Finished, StoreError};
use crate::table::{
    ExportError, ExportHead, Match, PastError, PersonId, Position, Saved, TableId, TableKey,
    UnixMillis,
};
use crate::text::context::RenderContext;
use crate::text::locale::Locale;
use crate::text::markup;
use crate::text::page::{Control, Page};
use crate::text::replay::{self, ReplayPage};

#[cfg(test)]
mod tests;

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

/// A channel for which something is being made, or waits to be, until it is dropped.
pub(super) struct ReplayTurn(Arc<Mutex<HashSet<u64>>>, u64);

impl Drop for ReplayTurn {
    fn drop(&mut self) {
        self.0.lock().remove(&self.1);
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
    pub(super) async fn make(&self, channel: u64) -> Option<(WorkshopBench, ReplayTurn)> {
        let free = self.busy.lock().insert(channel);
        let turn = free.then(|| ReplayTurn(Arc::clone(&self.busy), channel))?;
        Some((self.workshop.enter().await?, turn))
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

/// Something that was made, with its bytes and when it was.
type Made<T> = (Arc<T>, usize, UnixMillis);

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
        let (_, (thing, _, at)) = kept.iter().find(|(other, _)| other == key)?;
        let fresh = now.0.saturating_sub(at.0) < self.kept_ms;
        fresh.then(|| Arc::clone(thing))
    }

    pub(super) fn keep(&self, key: K, thing: Arc<T>, (bytes, at): (usize, UnixMillis)) {
        if bytes > self.most_bytes {
            return;
        }
        let mut kept = self.kept.lock();
        kept.retain(|(other, _)| *other != key);
        kept.push_back((key, (thing, bytes, at)));
        let mut all: usize = kept.iter().map(|(_, (_, bytes, _))| bytes).sum();
        while kept.len() > self.most || all > self.most_bytes {
            all -= kept.pop_front().map_or(all, |(_, (_, bytes, _))| bytes);
        }
    }
}

/// How many finished rounds and matches are searched.
pub(super) const FAR: u32 = 200;
/// Why there is nothing to show.
enum Nothing {
    Store(StoreError),
    /// The journal does not replay, or the round is not over.
    Record,
    /// The rules were others.
    Revised,
    /// Others are being made.
    Busy,
}

impl Nothing {
    /// That there is nothing, where the reason is no better one than `none`.
    fn refuse<T>(self, asked: &Request, none: impl Fn() -> String) -> Done<T> {
        match self {
            Self::Store(error) => asked.read(Err(error)),
            Self::Record => refuse(none()),
            Self::Revised => refuse(say!(asked.cx, "replay-revised")),
            Self::Busy => busy(&asked.cx),
        }
    }
}

impl Archive {
    /// Shows a finished round: the last one, or the one with this number in the same match; a
    /// second number is the page.
    pub(super) async fn replay(&self, asked: &Request<'_>, words: &str) -> Done {
        let cx = &asked.cx;
        let words = words.split_whitespace();
        let numbers = words.map(|word| word.parse::<u32>().ok());
        let numbers: Option<Vec<u32>> = numbers.map(|number| number.filter(|n| *n > 0)).collect();
        let Some(numbers) = numbers.filter(|numbers| numbers.len() <= 2) else {
            return refuse(say!(cx, "replay-usage"));
        };
        if !self
            .replays
            .may_ask(asked.who.person, self.front.host.now())
        {
            return busy(cx);
        }
        let (key, history) = self.history(asked).await?;
        // In a game without rounds, a match counts as one.
        let is_round = |finished: &&Finished| {
            finished.round.is_some() || at_game!(finished.game, G => !G::HAS_ROUNDS)
        };
        let Some(last) = history.iter().find(is_round) else {
            return refuse(say!(cx, "replay-none"));
        };
        let last_round = last.round.unwrap_or(1);
        let round = numbers.first().copied().unwrap_or(last_round);
        if round > last_round {
            return not_over("replay", round, last_round, cx);
        }
        let page = numbers.get(1).map_or(0, |page| page - 1);
        let leaf = ReplayPage {
            opening: last.table.opening,
            number: last.match_number,
            round,
            page: u16::try_from(page).unwrap_or(u16::MAX),
        };
        self.replay_leaf(asked, key, leaf).await
    }

    pub(super) async fn replay_leaf(
        &self,
        asked: &Request<'_>,
        key: TableKey,
        leaf: ReplayPage,
    ) -> Done {
        let cx = &asked.cx;
        let pages = match self.replay_pages(asked, key, leaf).await {
            Ok(pages) => pages,
            Err(Nothing::Revised) => return self.results_of(asked, key, leaf).await,
            Err(nothing) => return nothing.refuse(asked, || say!(cx, "replay-none")),
        };
        match replay::leaf(&pages, key, (leaf, "replay"), cx) {
            Some(page) => Ok(Answer::shown(page)),
            None => refuse(say!(cx, "replay-none")),
        }
    }

    async fn replay_pages(
        &self,
        Request { place, cx, .. }: &Request<'_>,
        key: TableKey,
        leaf: ReplayPage,
    ) -> Result<Arc<Vec<Page>>, Nothing> {
        let table = TableId {
            key,
            opening: leaf.opening,
        };
        let (face, form) = (cx.face, cx.form.is_slash());
        let reader = format!(
            "{face:?} {} {form} {:?} {:?} {:?}",
            cx.prefix,
            cx.looks,
            cx.signs,
            (cx.faces.as_ref().map(|faces| faces.mark()), cx.pictures)
        );
        let replayed = (table, self.is_open(table));
        let name = (replayed, leaf.number, leaf.round, cx.locale, reader);
        if let Some(pages) = self.replays.pages.find(&name, self.front.host.now()) {
            return Ok(pages);
        }
        let making = self.replays.make(place.channel).await;
        let (bench, _turn) = making.ok_or(Nothing::Busy)?;
        let played = self.played(&bench, table, leaf.number).await?;
        let (round, own) = (leaf.round, cx.clone());
        let drawn = move || at_game!(played.game, G => round_pages::<G>(played.of()?, round, &own));
        let pages = bench.work(drawn).await.flatten();
        let pages = Arc::new(pages.ok_or(Nothing::Record)?);
        let (bytes, now) = (pages.iter().map(size).sum(), self.front.host.now());
        let shelf = &self.replays.pages;
        shelf.keep(name, Arc::clone(&pages), (bytes, now));
        Ok(pages)
    }

    /// What a match of a table is kept by once it was run again.
    fn match_key(&self, table: TableId, number: u32) -> MatchKey {
        let here = self
            .front
            .host
            .get(table.key)
            .filter(|open| open.id() == table);
        let at = here.map(|open| super::at_any_table!(&open, handle => handle.moment().position));
        (table, number, at)
    }

    /// A match that was run again a moment ago.
    fn played_lately(&self, key: &MatchKey) -> Option<Arc<Played>> {
        self.replays.matches.find(key, self.front.host.now())
    }

    /// A match of a table: as it was run a moment ago, or run again now.
    async fn played(
        &self,
        bench: &WorkshopBench,
        table: TableId,
        number: u32,
    ) -> Result<Arc<Played>, Nothing> {
        let key = self.match_key(table, number);
        if let Some(played) = self.played_lately(&key) {
            return Ok(played);
        }
        let saved = self.front.store().journal(table).await;
        let saved = saved.map_err(Nothing::Store)?.saved;
        let bytes = saved.entries.iter().map(|entry| entry.line.len()).sum();
        let run = move || at_game!(saved.game, G => run_again::<G>(&saved, number));
        let played = Arc::new(bench.work(run).await.ok_or(Nothing::Record)??);
        let (now, shelf) = (self.front.host.now(), &self.replays.matches);
        shelf.keep(key, Arc::clone(&played), (bytes, now));
        Ok(played)
    }

    /// What is known of a match whose cards cannot be shown: who won its rounds.
    async fn results_of(&self, asked: &Request<'_>, key: TableKey, leaf: ReplayPage) -> Done {
        let history = asked.read(self.front.store().history(key, 0, FAR).await)?;
        let mut page = Page::line(say!(asked.cx, "replay-revised"));
        let of_match = |finished: &&Finished| {
            finished.table.opening == leaf.opening && finished.match_number == leaf.number
        };
        for finished in history.iter().filter(of_match).rev() {
            let sides = rated_round(&finished.summary).map(|rated| rated.sides);
            let sides = sides.unwrap_or_default();
            let best = sides.iter().map(|side| side.place).min();
            let mut first = sides.iter().filter(|side| Some(side.place) == best);
            let (Some(first), None) = (first.next(), first.next()) else {
                continue;
            };
            let winners = first.players.iter().map(|player| match player.computer {
                Some(skill) => skill.to_string(),
                None => markup::name(&player.name),
            });
            let winners = winners.collect::<Vec<_>>().join(" + ");
            let n = finished.round.unwrap_or(1);
            page.push(say!(asked.cx, "replay-result", n, winners));
        }
        Ok(Answer::shown(page))
    }

    /// The last finished match as a file.
    pub(super) async fn export(&self, asked: &Request<'_>) -> Done {
        let cx = &asked.cx;
        if !self
            .replays
            .may_ask(asked.who.person, self.front.host.now())
        {
            return busy(cx);
        }
        let (key, history) = self.history(asked).await?;
        let Some(last) = history.iter().find(|finished| finished.round.is_none()) else {
            let playing =
                self.front.host.get(key).is_some_and(
                    |table| super::at_any_table!(&table, handle => handle.is_playing()),
                );
            return refuse(match playing {
                true => say!(cx, "export-not-over"),
                false => say!(cx, "export-none"),
            });
        };
        let number = last.match_number;
        let text = match self.match_file(asked.place, last.table, number).await {
            Ok(text) => text,
            Err(nothing) => return nothing.refuse(asked, || say!(cx, "export-none")),
        };
        let name = format!("{}-{}-{number}.json", last.game.name(), last.table);
        let page = Page::line(say!(
            cx,
            "export-done",
            n = number,
            command = format!("`tractor-bot replay {name}`")
        ));
        let answer = Answer::shown(page).for_them_alone();
        Ok(answer.with(Attachment { name, text }))
    }

    fn is_open(&self, table: TableId) -> bool {
        let open = self.front.host.get(table.key).map(|open| open.id());
        open == Some(table)
    }

    /// A finished match as a file.
    async fn match_file(
        &self,
        place: &AskedFrom,
        table: TableId,
        number: u32,
    ) -> Result<String, Nothing> {
        let lately = self.played_lately(&self.match_key(table, number));
        if let Some(text) = lately.and_then(|played| played.file.get().cloned()) {
            return Ok(text);
        }
        let making = self.replays.make(place.channel).await;
        let (bench, _turn) = making.ok_or(Nothing::Busy)?;
        let played = self.played(&bench, table, number).await?;
        let run = Arc::clone(&played);
        let file = move || at_game!(run.game, G => run.of::<G>()?.export());
        let text = bench.work(file).await.flatten();
        let text = text.ok_or(Nothing::Record)?;
        Ok(played.file.get_or_init(|| text).clone())
    }

    /// The finished rounds and matches of the table that is meant, latest first: the channel's for
    /// its own table or without a table; only the table's own if it is not named after a channel,
    /// because its key may have been another table's before.
    pub(super) async fn history(&self, asked: &Request<'_>) -> Done<(TableKey, Vec<Finished>)> {
        let Request { who, place, .. } = asked;
        let table = self
            .finder
            .table_at(who.person, place)
            .map(|table| table.id());
        let key = table.map_or(TableKey(place.channel), |table| table.key);
        let mut history = asked.read(self.front.store().history(key, 0, FAR).await)?;
        if self.front.places.is_elsewhere(key) {
            history.retain(|finished| Some(finished.table) == table);
        }
        Ok((key, history))
    }
}

/// Runs a match again.
fn run_again<G: Served>(saved: &Saved, number: u32) -> Result<Played, Nothing> {
    match Match::<G>::of(saved, number) {
        Ok(played) => Ok(Played::new(played)),
        Err(PastError::Revised { .. }) => Err(Nothing::Revised),
        Err(PastError::Replay(_) | PastError::NoMatch { .. }) => {
            // The reason is not logged: a refusal may name cards.
            tracing::error!(table = %saved.table, number, "a match cannot be replayed");
            Err(Nothing::Record)
        }
    }
}

/// The pages of a round that is over.
pub fn round_pages<G: Served>(
    played: &Match<G>,
    round: u32,
    cx: &RenderContext,
) -> Option<Vec<Page>> {
    let frames = played.frames(round)?;
    Some(replay::pages::<G>(&frames, played.players(), cx))
}

/// All pages of a finished match from its file, round by round.
///
/// # Errors
/// [`ExportError`] if it is none.
pub fn match_pages(text: &str, cx: &RenderContext) -> Result<Vec<Page>, ExportError> {
    at_game!(ExportHead::of(text)?.game, G => {
        let played = Match::<G>::of_export(text)?;
        let rounds = played.rounds().filter_map(|round| round_pages(&played, round, cx));
        Ok(rounds.flatten().collect())
    })
}

pub(super) fn busy<T>(cx: &RenderContext) -> Done<T> {
    refuse(say!(cx, "replay-busy"))
}

/// The answer to who asks this command for a round after the last one that is over.
pub(super) fn not_over<T>(command: &str, round: u32, last: u32, cx: &RenderContext) -> Done<T> {
    let example = cx.command(&format!("{command} {last}"));
    refuse(say!(cx, "replay-no-round", n = round, last, example))
}
