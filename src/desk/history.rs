//! What is over: replays of finished rounds, and finished matches to take home.
//!
//! Decides which round or match is meant, and that nothing is given away of what is still played:
//! a replay shows finished rounds alone, a file holds a finished match alone. What was kept of them
//! is shown; only where nothing was, the journal is played again. Decides as well how many are made at
//! once, who has to wait a moment, and how much is kept of what was made.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::answer::Attachment;
use super::{Answer, AskedFrom, Desk, Served, Who};
use crate::game::at_game;
use crate::host::{Paced as _, WorkshopBench};
use crate::store::{Finished, StoreError};
use crate::table::{Archive, MatchRecord, Recording, Saved, StageView, TableId, TableKey, game_of};
use crate::text::context::RenderContext;
use crate::text::page::Page;
use crate::text::press::{ReplayPage, Tap};
use crate::text::replay;
use crate::text::trouble::Trouble;

/// How many finished rounds and matches are searched.
pub(super) const FAR: u32 = 200;
/// Why there is nothing to show.
enum Nothing {
    Store(StoreError),
    /// The journal does not replay, or the round is not over.
    Record,
    /// Others are being made.
    Busy,
}

impl Desk {
    /// Shows a finished round: the last one, or the one with this number in the same match; a
    /// second number is the page.
    pub(super) async fn replay(
        &self,
        who: &Who,
        place: &AskedFrom,
        words: &str,
        cx: &RenderContext,
    ) -> Answer {
        let mut numbers = Vec::new();
        for word in words.split_whitespace().take(3) {
            match word.parse::<u32>() {
                Ok(number) if number > 0 => numbers.push(number),
                _ => return usage(cx),
            }
        }
        if numbers.len() > 2 {
            return usage(cx);
        }
        if !self.replays.may_ask(who.person, self.host.now()) {
            return busy(cx);
        }
        let (key, history) = match self.history(who, place).await {
            Ok(found) => found,
            Err(error) => return unreadable(&error, cx),
        };
        // In a game without rounds, a match counts as one.
        let is_round = |finished: &&Finished| {
            finished.round.is_some() || at_game!(finished.game, G => !G::HAS_ROUNDS)
        };
        let Some(last) = history.iter().find(is_round) else {
            return Answer::refused(say!(cx, "replay-none"));
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
        self.replay_leaf(place, key, leaf, cx).await
    }

    pub(super) async fn replay_leaf(
        &self,
        place: &AskedFrom,
        key: TableKey,
        leaf: ReplayPage,
        cx: &RenderContext,
    ) -> Answer {
        let pages = match self.replay_pages(place, key, leaf, cx).await {
            Ok(pages) => pages,
            Err(Nothing::Store(error)) => return unreadable(&error, cx),
            Err(Nothing::Record) => return Answer::refused(say!(cx, "replay-none")),
            Err(Nothing::Busy) => return busy(cx),
        };
        match replay::leaf(&pages, key, (leaf, Tap::Replay), cx) {
            Some(page) => Answer::shown(page),
            None => Answer::refused(say!(cx, "replay-none")),
        }
    }

    async fn replay_pages(
        &self,
        place: &AskedFrom,
        key: TableKey,
        leaf: ReplayPage,
        cx: &RenderContext,
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
        if let Some(pages) = self.replays.find(&name, self.host.now()) {
            return Ok(pages);
        }
        let making = self.replays.make(place.channel).await;
        let making = making.ok_or(Nothing::Busy)?;
        let pages = self.kept_pages(&making.bench, table, leaf, cx).await?;
        let pages = Arc::new(pages);
        self.replays.keep(name, Arc::clone(&pages), self.host.now());
        Ok(pages)
    }

    /// The pages of what was kept of a round: its match, the round alone, or its moves.
    async fn kept_pages(
        &self,
        bench: &WorkshopBench,
        table: TableId,
        leaf: ReplayPage,
        cx: &RenderContext,
    ) -> Result<Vec<Page>, Nothing> {
        let (number, round) = (leaf.number, leaf.round);
        let store = self.settings.store();
        if let Some(text) = kept(store.archive(table, number).await) {
            let cx = cx.clone();
            let drawn = bench.work(move || archive_pages(&text, round, &cx)).await;
            if let Some(pages) = drawn.flatten() {
                return Ok(pages);
            }
        }
        if let Some(text) = kept(store.replay(table, number, round).await) {
            let cx = cx.clone();
            let drawn = bench.work(move || recording_pages(&text, &cx)).await;
            if let Some(pages) = drawn.flatten() {
                return Ok(pages);
            }
        }
        let saved = store.journal(table).await.map_err(Nothing::Store)?.saved;
        let cx = cx.clone();
        let drawn = move || at_game!(saved.game, G => pages::<G>(&saved, number, round, &cx));
        bench.work(drawn).await.flatten().ok_or(Nothing::Record)
    }

    /// The last finished match as a file.
    pub(super) async fn export(&self, who: &Who, place: &AskedFrom, cx: &RenderContext) -> Answer {
        if !self.replays.may_ask(who.person, self.host.now()) {
            return busy(cx);
        }
        let (key, history) = match self.history(who, place).await {
            Ok(found) => found,
            Err(error) => return unreadable(&error, cx),
        };
        let Some(last) = history.iter().find(|finished| finished.round.is_none()) else {
            let playing = self.host.get(key).is_some_and(|table| {
                super::at_any_table!(&table, handle => {
                    let view = handle.view(crate::game::Viewer::Public);
                    matches!(view.stage, StageView::Playing(_))
                })
            });
            return Answer::refused(match playing {
                true => say!(cx, "export-not-over"),
                false => say!(cx, "export-none"),
            });
        };
        let number = last.match_number;
        let text = match self.match_file(place, last.table, number).await {
            Ok(text) => text.to_string(),
            Err(Nothing::Store(error)) => return unreadable(&error, cx),
            Err(Nothing::Record) => return Answer::refused(say!(cx, "export-none")),
            Err(Nothing::Busy) => return busy(cx),
        };
        let name = format!("{}-{}-{number}.json", last.game.name(), last.table);
        let page = Page::line(say!(
            cx,
            "export-done",
            n = number,
            command = format!("`tractor-bot replay {name}`")
        ));
        Answer::shown(page)
            .for_them_alone()
            .with(Attachment { name, text })
    }

    /// Whether a table is open, here or in another process.
    fn is_open(&self, table: TableId) -> bool {
        let here = self.host.get(table.key).map(|open| open.id());
        let open = here.or_else(|| Some(self.directory.get(table.key)?.table));
        open == Some(table)
    }

    /// The text of a finished match, as it was made before or made now.
    async fn match_file(
        &self,
        place: &AskedFrom,
        table: TableId,
        number: u32,
    ) -> Result<Arc<String>, Nothing> {
        let replayed = (table, self.is_open(table));
        if let Some(text) = self.replays.file(replayed, number, self.host.now()) {
            return Ok(text);
        }
        let making = self.replays.make(place.channel).await;
        let making = making.ok_or(Nothing::Busy)?;
        let text = Arc::new(self.kept_match(&making.bench, table, number).await?);
        let now = self.host.now();
        self.replays
            .keep_file(replayed, number, Arc::clone(&text), now);
        Ok(text)
    }

    /// The text of a finished match: as it was kept, or made of its moves.
    async fn kept_match(
        &self,
        bench: &WorkshopBench,
        table: TableId,
        number: u32,
    ) -> Result<String, Nothing> {
        let store = self.settings.store();
        if let Some(text) = kept(store.archive(table, number).await) {
            let export = move || {
                let archive = Archive::of_text(&text).filter(Archive::is_over)?;
                Some(archive.export())
            };
            if let Some(text) = bench.work(export).await.flatten() {
                return Ok(text);
            }
        }
        let saved = store.journal(table).await.map_err(Nothing::Store)?.saved;
        let made = move || at_game!(saved.game, G => finished_text::<G>(&saved, number));
        bench.work(made).await.flatten().ok_or(Nothing::Record)
    }

    /// The finished rounds and matches of the table that is meant, latest first: the channel's for
    /// its own table or without a table; only the table's own if it is not named after a channel,
    /// because its key may have been another table's before.
    pub(super) async fn history(
        &self,
        who: &Who,
        place: &AskedFrom,
    ) -> Result<(TableKey, Vec<Finished>), StoreError> {
        let table = self.table_at(who.person, place).map(|table| table.id());
        let key = table.map_or(TableKey(place.channel), |table| table.key);
        let mut history = self.settings.store().history(key, 0, FAR).await?;
        if self.places.is_elsewhere(key) {
            history.retain(|finished| Some(finished.table) == table);
        }
        Ok((key, history))
    }
}

/// What the store kept beside the journal. What cannot be read is as good as not there: the journal
/// remains.
fn kept(found: Result<Option<String>, StoreError>) -> Option<String> {
    found.unwrap_or_else(|error| {
        tracing::warn!(%error, "what was kept of a finished match could not be read");
        None
    })
}

fn archive_pages(text: &str, round: u32, cx: &RenderContext) -> Option<Vec<Page>> {
    let archive = Archive::of_text(text)?;
    at_game!(archive.game()?, G => {
        let recordings = archive.recordings::<G>();
        let replay = recordings.get(&round)?;
        Some(replay::pages::<G>(replay, archive.players(), cx))
    })
}

/// The pages of a round that was kept by itself.
fn recording_pages(text: &str, cx: &RenderContext) -> Option<Vec<Page>> {
    at_game!(game_of(text)?, G => {
        let recording = Recording::<G>::of_text(text)?;
        Some(replay::pages::<G>(&recording.replay, &recording.players, cx))
    })
}

/// All pages of a finished match from its file, round by round; `None` if it is none.
pub fn match_pages(text: &str, cx: &RenderContext) -> Option<Vec<Page>> {
    let archive = Archive::of_text(text).filter(Archive::is_over)?;
    at_game!(archive.game()?, G => {
        let recordings = match_recordings::<G>(&archive, text)?;
        let rounds = recordings.values();
        let pages = rounds.flat_map(|recording| replay::pages::<G>(recording, archive.players(), cx));
        Some(pages.collect::<Vec<Page>>()).filter(|pages| !pages.is_empty())
    })
}

/// The rounds of a finished match from its file, by number: what was kept of them, otherwise what
/// its moves lead to; `None` if those are no match of this game.
pub fn match_recordings<G: Served>(
    archive: &Archive,
    text: &str,
) -> Option<BTreeMap<u32, G::Replay>> {
    let recordings = archive.recordings::<G>();
    if !recordings.is_empty() {
        return Some(recordings);
    }
    let record = MatchRecord::<G>::of_text(text).ok()?;
    Some(record.recordings().into_owned())
}

/// The pages of a finished round.
fn pages<G: Served>(
    saved: &Saved,
    number: u32,
    round: u32,
    cx: &RenderContext,
) -> Option<Vec<Page>> {
    let record = record::<G>(saved, number)?;
    record_pages(&record, round, cx)
}

/// The pages of a round of a record; none unless the round is over.
pub fn record_pages<G: Served>(
    record: &MatchRecord<G>,
    round: u32,
    cx: &RenderContext,
) -> Option<Vec<Page>> {
    let recordings = record.recordings();
    let replay = recordings.get(&round)?;
    Some(replay::pages::<G>(replay, record.players(), cx))
}

/// A finished match as a file.
fn finished_text<G: Served>(saved: &Saved, number: u32) -> Option<String> {
    let record = record::<G>(saved, number)?;
    record.over.then(|| record.recorded().to_text())
}

fn record<G: Served>(saved: &Saved, number: u32) -> Option<MatchRecord<G>> {
    let record = MatchRecord::of(saved, number);
    if record.is_err() {
        // The reason is not logged: a refusal may name cards.
        tracing::error!(table = %saved.table, number, "a match cannot be replayed");
    }
    record.ok()
}

fn busy(cx: &RenderContext) -> Answer {
    Answer::refused(say!(cx, "replay-busy"))
}

/// The answer to who asks this command for a round after the last one that is over.
pub(super) fn not_over(command: &str, round: u32, last: u32, cx: &RenderContext) -> Answer {
    let example = cx.command(&format!("{command} {last}"));
    Answer::refused(say!(cx, "replay-no-round", n = round, last, example))
}

fn usage(cx: &RenderContext) -> Answer {
    let example = cx.command("replay 2");
    Answer::refused(say!(cx, "replay-usage", example))
}

fn unreadable(error: &StoreError, cx: &RenderContext) -> Answer {
    if matches!(error, StoreError::Pruned { .. }) {
        return Answer::refused(say!(cx, "replay-pruned"));
    }
    tracing::error!(%error, "history could not be read");
    Answer::refused(Trouble::NotRead.page(cx))
}
