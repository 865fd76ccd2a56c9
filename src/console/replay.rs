//! Prints a finished match from its file: every round, page by page.

use std::path::Path;

use super::Paint;
use crate::desk::{Served, record_pages};
use crate::game::{GameKind, at_game};
use crate::table::MatchRecord;
use crate::text::context::{Face, RenderContext};
use crate::text::locale::Locale;
use crate::text::page::Page;

/// Why a file cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum ReplayFileError {
    /// It cannot be read.
    #[error("{0} cannot be read: {1}")]
    Io(String, std::io::Error),
    /// It contains no finished match.
    #[error("{0} is no finished match: such files come from `$export`, when a match is over")]
    NoMatch(String),
}

/// The match of the file as text, in this language.
///
/// # Errors
/// [`ReplayFileError`] if the file cannot be read or contains no finished match.
pub fn replay(file: &Path, locale: Locale, paint: Paint) -> Result<String, ReplayFileError> {
    let name = file.display().to_string();
    let read = std::fs::read_to_string(file);
    let text = read.map_err(|error| ReplayFileError::Io(name.clone(), error))?;
    let cx = RenderContext::new(locale, Face::Terminal, "$");
    let mut games = GameKind::ALL.into_iter();
    let pages = games.find_map(|game| at_game!(game, G => pages::<G>(&text, &cx)));
    let pages = pages.ok_or(ReplayFileError::NoMatch(name))?;
    let shown = pages.iter().map(|page| paint.page(page));
    Ok(shown.collect::<Vec<_>>().join("\n"))
}

/// All pages of a match of this game; none if the text is of another game or no match.
fn pages<G: Served>(text: &str, cx: &RenderContext) -> Option<Vec<Page>> {
    let record = MatchRecord::<G>::of_text(text).ok()?;
    let last = record.play(|_, _| {}).ok()?.round();
    let rounds = (1..=last.max(1)).filter_map(|round| record_pages(&record, round, cx));
    record.over.then(|| rounds.flatten().collect())
}
