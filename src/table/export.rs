//! A match as a file: what this program runs again, and what others may read.
//!
//! The page on the terminal describes it. What is malformed, absurd or of a later version is refused with a reason.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::past::{Match, Move, MoveOf, Player, make};
use crate::chance::Seed;
use crate::game::{Game, GameKind, Turn};

/// The version of the format.
const FORMAT: u32 = 1;
/// The most that is told to a match: ticks count one by one.
const MOST_MOVES: u64 = 400_000;

impl<G: Game> Match<G> {
    /// The match as a file: what this program runs again, and worked out beside it what others may read. Nobody's
    /// number is in it. `None` if the match is not over.
    pub fn export(&self) -> Option<String> {
        let sheet = |round| self.frames(round).map(|frames| G::sheet(&frames));
        let file = File::<G, Vec<Value>> {
            format: FORMAT,
            game: G::KIND.name().to_owned(),
            revision: G::REVISION,
            number: self.number,
            rules: self.rules,
            seed: self.seed,
            players: self.players.clone(),
            inputs: self.moves.iter().map(|(made, _)| made.clone()).collect(),
            rounds: self.rounds().filter_map(sheet).collect(),
        };
        let text = self.over.then(|| serde_json::to_string(&file).ok());
        text.flatten().map(|text| text + "\n")
    }

    /// The match of an exported file.
    ///
    /// # Errors
    /// [`ExportError`]: why the text is no match that can be shown.
    pub fn of_export(text: &str) -> Result<Self, ExportError> {
        let known = ExportHead::of(text)?;
        if known.game != G::KIND {
            return Err(ExportError::Other);
        }
        match known.revision {
            Some(revision) if revision > G::REVISION => return Err(ExportError::Later),
            Some(revision) if revision < G::REVISION => return Err(ExportError::Revised),
            _ => {}
        }
        let wrong = |error: serde_json::Error| ExportError::Wrong(place_of(&error));
        let file: File<G, IgnoredAny> = serde_json::from_str(text).map_err(wrong)?;
        let count = |made: &MoveOf<G>| match made {
            Move::Ticks(ticks) => u64::from(*ticks),
            _ => 1,
        };
        if file.inputs.iter().map(count).sum::<u64>() > MOST_MOVES {
            return Err(ExportError::TooLong);
        }
        let run = || Self::again(file);
        catch_unwind(AssertUnwindSafe(run)).unwrap_or(Err(ExportError::Panicked))
    }

    fn again(mut file: File<G, IgnoredAny>) -> Result<Self, ExportError> {
        let came = file.inputs.iter().filter(|made| **made == Move::Admit);
        let began = file.players.len().checked_sub(came.count());
        let fits = |began: &u8| G::seats(&file.rules).contains(began);
        let began = began
            .and_then(|began| u8::try_from(began).ok())
            .filter(fits);
        let began = began.ok_or(ExportError::Players)?;
        let mut game = G::start(&file.rules, began, file.seed).0;
        let later = file.players.split_off(usize::from(began));
        let mut played = Self::begun(file.number, file.rules, file.seed, file.players);
        played.players.extend(later);
        for made in file.inputs {
            let refused = ExportError::Refused(played.moves.len() + 1);
            let seat = match &made {
                Move::Act { seat, .. } | Move::Withdraw { seat } => seat.index(),
                _ => 0,
            };
            let known = seat < played.players.len();
            let made_it = known.then(|| make(&mut game, &made)).flatten();
            made_it.ok_or(refused)?;
            played.moves.push((made, None));
            played.count(&game);
        }
        played.over = game.turn() == Turn::Over;
        let over = played.over.then_some(played);
        over.ok_or(ExportError::NotOver)
    }
}

/// An exported match.
#[derive(Serialize, Deserialize)]
#[serde(bound(serialize = "R: Serialize", deserialize = "R: Deserialize<'de>"))]
#[serde(deny_unknown_fields)]
struct File<G: Game, R> {
    format: u32,
    game: String,
    revision: u32,
    number: u32,
    rules: G::Rules,
    seed: Seed,
    players: Vec<Player>,
    inputs: Vec<MoveOf<G>>,
    rounds: R,
}

/// What an exported file says of itself.
pub struct ExportHead {
    /// Which game was played.
    pub game: GameKind,
    revision: Option<u32>,
}

impl ExportHead {
    /// Reads it.
    ///
    /// # Errors
    /// [`ExportError`] for a text that no version of the program wrote, or a later one did.
    pub fn of(text: &str) -> Result<Self, ExportError> {
        #[derive(Deserialize)]
        struct Known {
            format: u32,
            #[serde(default)]
            game: String,
            revision: Option<u32>,
        }
        let known: Known = serde_json::from_str(text).map_err(|_| ExportError::Other)?;
        match known.format {
            FORMAT => {}
            0 => return Err(ExportError::Other),
            _ => return Err(ExportError::Later),
        }
        let game = GameKind::of(&known.game).ok_or(ExportError::Game)?;
        let revision = known.revision;
        Ok(Self { game, revision })
    }
}

/// Why a text is no finished match that this version can show.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// Nothing of it is known.
    #[error("it is none of the files that `$export` writes")]
    Other,
    /// A later version wrote it.
    #[error("a later version of this program wrote it")]
    Later,
    /// The rules were others.
    #[error(
        "it was played by earlier rules: its results stand under \"rounds\", its cards cannot be shown"
    )]
    Revised,
    /// A game that there is not.
    #[error("this version does not know its game")]
    Game,
    /// Something in it cannot be read.
    #[error("{0}")]
    Wrong(String),
    /// More than anybody plays.
    #[error("it has more than {MOST_MOVES} inputs")]
    TooLong,
    /// Not those who can play it.
    #[error("so many players cannot play this match")]
    Players,
    /// An input is refused, counted from 1.
    #[error("input {0} is not allowed by these rules")]
    Refused(usize),
    /// The rules came to an end with it.
    #[error("its inputs are no match by these rules")]
    Panicked,
    /// Its cards are still hidden.
    #[error("its match is not over")]
    NotOver,
}

/// Where a text cannot be read; no part of it is repeated.
fn place_of(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    format!("something in line {line}, column {column} is missing, or cannot stand there")
}
