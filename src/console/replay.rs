//! Prints a finished match from its file: every round, page by page.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use super::Paint;
use crate::desk::match_pages;
use crate::text::context::{Face, RenderContext};
use crate::text::locale::Locale;

/// The largest file that is read, in bytes; the longest matches take about two million.
const MOST_BYTES: u64 = 32 << 20;

#[derive(Debug, thiserror::Error)]
pub enum ReplayFileError {
    #[error("{0} cannot be read: {1}")]
    Io(String, std::io::Error),
    /// It is larger than any match.
    #[error("{0} is larger than any match: more than {MOST_BYTES} bytes")]
    TooLarge(String),
    #[error("{0} is no finished match: such files come from `$export`, when a match is over")]
    NoMatch(String),
}

/// The match of the file as text, in this language.
///
/// # Errors
/// [`ReplayFileError`] if the file cannot be read or contains no finished match.
pub fn replay(file: &Path, locale: Locale, paint: Paint) -> Result<String, ReplayFileError> {
    shown(file, |text| {
        let cx = RenderContext::new(locale, Face::Terminal, "$");
        let pages = match_pages(text, &cx)?;
        let shown = pages.iter().map(|page| paint.page(page));
        Some(shown.collect::<Vec<_>>().join("\n"))
    })
}

/// What is made of the match of the file.
///
/// # Errors
/// [`ReplayFileError`] if the file cannot be read, or if nothing is made of its text.
pub fn shown(
    file: &Path,
    make: impl FnOnce(&str) -> Option<String>,
) -> Result<String, ReplayFileError> {
    let name = file.display().to_string();
    let mut bytes = Vec::new();
    let opened = File::open(file);
    let read = opened.and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    if read.map_err(|error| ReplayFileError::Io(name.clone(), error))? as u64 > MOST_BYTES {
        return Err(ReplayFileError::TooLarge(name));
    }
    let text = String::from_utf8(bytes).ok();
    text.and_then(|text| make(&text))
        .ok_or(ReplayFileError::NoMatch(name))
}
