//! A finished match from its file: every round, page by page, or what each player could have done better.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use clap::Args;

use super::{Paint, Painted};
use crate::desk::{Served, match_pages};
use crate::game::{GameKind, Seat, at_game};
use crate::players::StudyEffort;
use crate::table::{ExportError, ExportHead, Match, Player};
use crate::text::context::{RenderContext, Surface};
use crate::text::locale::Locale;
use crate::text::markup;

/// The largest file that is read, in bytes; the longest matches take about two million.
const MOST_BYTES: u64 = 32 << 20;

#[derive(Debug, thiserror::Error)]
pub enum ReplayFileError {
    #[error("{0} cannot be read: {1}")]
    Io(String, std::io::Error),
    /// It is larger than any match.
    #[error("{0} is larger than any match: more than {MOST_BYTES} bytes")]
    TooLarge(String),
    #[error(
        "{0} is no finished match that can be shown: {1}. Such files come from `$export`, when a match is over"
    )]
    NoMatch(String, String),
}

/// The match of the file as text, in this language.
///
/// # Errors
/// [`ReplayFileError`] if the file cannot be read or contains no finished match.
pub fn replay(file: &Path, locale: Locale, paint: Paint) -> Result<Painted, ReplayFileError> {
    shown(file, |text| {
        let cx = RenderContext::new(locale, Surface::Terminal, "$");
        let pages = match_pages(text, &cx)?;
        let mut shown = Painted::default();
        for (number, page) in pages.iter().enumerate() {
            let between = (number > 0).then(|| Painted::default().then("\n"));
            shown.extend(between.into_iter().chain([paint.page(page)]));
        }
        Ok(shown)
    })
}

/// What is made of the match of the file.
///
/// # Errors
/// [`ReplayFileError`] if the file cannot be read, or if nothing is made of its text.
pub fn shown<T>(
    file: &Path,
    make: impl FnOnce(&str) -> Result<T, ExportError>,
) -> Result<T, ReplayFileError> {
    let name = file.display().to_string();
    let mut bytes = Vec::new();
    let opened = File::open(file);
    let read = opened.and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    if read.map_err(|error| ReplayFileError::Io(name.clone(), error))? as u64 > MOST_BYTES {
        return Err(ReplayFileError::TooLarge(name));
    }
    let Ok(text) = String::from_utf8(bytes) else {
        let why = "it is no text in UTF-8".to_owned();
        return Err(ReplayFileError::NoMatch(name, why));
    };
    // Some editors put a mark before the text.
    let text = text.trim_start_matches('\u{feff}');
    make(text).map_err(|why| ReplayFileError::NoMatch(name, why.to_string()))
}

/// Whose play is reviewed: that of all people, or of all computer players where there are none, unless it is named.
#[derive(Debug, Clone, PartialEq, Eq, Default, Args)]
pub struct ReviewSubject {
    /// The seat whose play is looked at, such as north; everybody's without it.
    #[arg(long, conflicts_with = "name")]
    pub seat: Option<String>,
    /// What the person is called whose play is looked at.
    #[arg(long)]
    pub name: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    #[error(transparent)]
    File(#[from] ReplayFileError),
    /// Matches of this game are not reviewed.
    #[error("reviews are for tractor; this is a match of {}: `tractor-bot replay` shows it", .0.name())]
    Game(GameKind),
    /// Nobody of that name, or no such seat.
    #[error("nobody in this match is {0}: it was played by {1}")]
    Nobody(String, String),
}

/// The reviews of a match, in this language.
///
/// # Errors
/// [`ReviewError`] if there is nothing to review.
pub fn review(
    file: &Path,
    whose: &ReviewSubject,
    (locale, paint): (Locale, Paint),
    diligence: StudyEffort,
) -> Result<Painted, ReviewError> {
    let cx = RenderContext::new(locale, Surface::Terminal, "$");
    shown(file, |text| {
        at_game!(ExportHead::of(text)?.game, G => {
            let played = Match::<G>::of_export(text)?;
            Ok(of_match(&played, whose, diligence, (&cx, paint)))
        })
    })?
}

fn of_match<G: Served>(
    played: &Match<G>,
    whose: &ReviewSubject,
    diligence: StudyEffort,
    (cx, paint): (&RenderContext, Paint),
) -> Result<Painted, ReviewError> {
    if !G::STUDIES {
        return Err(ReviewError::Game(G::KIND));
    }
    let players = played.players();
    let mut reviews = Painted::default();
    for seat in chosen::<G>(whose, players, cx)? {
        for round in played.rounds() {
            let decisions = played.decisions(round, |of, _| of == seat);
            let decisions = (decisions.unwrap_or_default(), players);
            let Some(mut pages) = G::review(round, decisions, diligence, cx) else {
                continue;
            };
            for page in &mut pages {
                page.title = format!("{} · {}", called::<G>(seat, players, cx), page.title);
                reviews.extend([paint.page(page).then("\n")]);
            }
        }
    }
    Ok(reviews)
}

fn chosen<G: Served>(
    whose: &ReviewSubject,
    players: &[Player],
    cx: &RenderContext,
) -> Result<Vec<Seat>, ReviewError> {
    let all = || Seat::first(players.len() as u8);
    let Some(asked) = whose.seat.as_ref().or(whose.name.as_ref()) else {
        let is_person = |seat: &Seat| players[seat.index()].computer.is_none();
        let people: Vec<Seat> = all().filter(is_person).collect();
        return Ok(if people.is_empty() {
            all().collect()
        } else {
            people
        });
    };
    let seat = whose.seat.as_ref().map(|word| G::parse_seat(word).ok());
    let is_meant = |other: &Seat| match seat {
        Some(seat) => seat == Some(*other),
        None => name_of(&players[other.index()])
            .is_some_and(|own| own.to_lowercase() == asked.to_lowercase()),
    };
    let found: Vec<Seat> = all().filter(is_meant).collect();
    if found.is_empty() {
        let called = |seat| Paint::Plain.line(&called::<G>(seat, players, cx));
        let all: Vec<String> = all().map(|seat| called(seat).to_string()).collect();
        return Err(ReviewError::Nobody(format!("{asked:?}"), all.join(", ")));
    }
    Ok(found)
}

fn name_of(player: &Player) -> Option<&String> {
    player.name.as_ref().or(player.computer.as_ref())
}

fn called<G: Served>(seat: Seat, players: &[Player], cx: &RenderContext) -> String {
    let place = G::seat_name(seat, cx);
    match name_of(&players[seat.index()]) {
        Some(name) => format!("{place} {}", markup::name(name)),
        None => place,
    }
}
