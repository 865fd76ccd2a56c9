//! Reviews a finished match from its file: what each player could have done better, round by round.

use std::path::Path;

use super::Paint;
use super::replay::{ReplayFileError, shown};
use crate::desk::Served;
use crate::game::{GameKind, Seat, at_game};
use crate::players::Diligence;
use crate::table::{Archive, MatchRecord, Player};
use crate::text::context::{Face, RenderContext};
use crate::text::locale::Locale;

/// Whose play is reviewed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whose {
    /// That of all people; without any, that of all computer players.
    Everybody,
    /// That of a seat, by its name.
    Seat(String),
    /// That of a person, by what they were called.
    Name(String),
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
    /// The moves do not lead to the end of the match by the present rules.
    #[error("the moves in this file cannot be played again, so they cannot be judged")]
    Moves,
}

/// The reviews of a match, in this language.
///
/// # Errors
/// [`ReviewError`] if there is nothing to review.
pub fn review(
    file: &Path,
    whose: &Whose,
    (locale, paint): (Locale, Paint),
    diligence: Diligence,
) -> Result<String, ReviewError> {
    let text = shown(file, |text| {
        let over = Archive::of_text(text).is_some_and(|archive| archive.is_over());
        over.then(|| text.to_owned())
    })?;
    let game = Archive::of_text(&text).and_then(|archive| archive.game());
    let game = game.ok_or_else(|| ReplayFileError::NoMatch(file.display().to_string()))?;
    let cx = RenderContext::new(locale, Face::Terminal, "$");
    at_game!(game, G => of_match::<G>(&text, whose, diligence, (&cx, paint)))
}

fn of_match<G: Served>(
    text: &str,
    whose: &Whose,
    diligence: Diligence,
    (cx, paint): (&RenderContext, Paint),
) -> Result<String, ReviewError> {
    if !G::STUDIES {
        return Err(ReviewError::Game(G::KIND));
    }
    let record = MatchRecord::<G>::of_text(text).map_err(|_| ReviewError::Moves)?;
    let players = record.players();
    let mut reviews = String::new();
    for seat in chosen::<G>(whose, players, cx)? {
        let rounds = record.decisions(&[seat]);
        let rounds = rounds.map_err(|_| ReviewError::Moves)?;
        for (round, decisions) in rounds {
            let Some(mut page) = G::review(round, decisions, diligence, cx) else {
                continue;
            };
            page.title = format!("{} · {}", called::<G>(seat, players, cx), page.title);
            reviews.push_str(&paint.page(&page));
            reviews.push('\n');
        }
    }
    Ok(reviews)
}

fn chosen<G: Served>(
    whose: &Whose,
    players: &[Player],
    cx: &RenderContext,
) -> Result<Vec<Seat>, ReviewError> {
    let seats = || Seat::first(players.len() as u8);
    let is = |wanted: &dyn Fn(&Player) -> bool| -> Vec<Seat> {
        seats()
            .filter(|seat| wanted(&players[seat.index()]))
            .collect()
    };
    let (asked, found) = match whose {
        Whose::Everybody => {
            let people = is(&|player| player.computer.is_none());
            return Ok(if people.is_empty() {
                seats().collect()
            } else {
                people
            });
        }
        Whose::Seat(name) => {
            let seat = G::parse_seat(name).ok();
            (name, seats().filter(|other| Some(*other) == seat).collect())
        }
        Whose::Name(name) => {
            let called = |player: &Player| {
                let own = player.name.as_ref().or(player.computer.as_ref());
                own.is_some_and(|own| own.to_lowercase() == name.to_lowercase())
            };
            (name, is(&called))
        }
    };
    if found.is_empty() {
        let all: Vec<String> = seats().map(|seat| called::<G>(seat, players, cx)).collect();
        return Err(ReviewError::Nobody(format!("{asked:?}"), all.join(", ")));
    }
    Ok(found)
}

fn called<G: Served>(seat: Seat, players: &[Player], cx: &RenderContext) -> String {
    let player = &players[seat.index()];
    let name = player.name.as_ref().or(player.computer.as_ref());
    let seat = G::seat_name(seat, cx);
    name.map_or_else(|| seat.clone(), |name| format!("{seat} {name}"))
}
