//! A finished match as it is kept for good, and read whatever has become of its game.
//!
//! An archive is the text of a [`MatchRecord`](super::MatchRecord) with the number of each person beside their name.
//! Decides how it is read without knowing the rules, the seed and the moves in it, so that a match
//! can be taken home, and its rounds can be looked at, when they do not mean anything any more.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::film::Player;
use crate::game::{Game, GameKind};

/// A finished match with its parts as they were written.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Archive {
    format: u32,
    game: String,
    number: u32,
    over: bool,
    rules: Box<RawValue>,
    seed: Box<RawValue>,
    players: Vec<Player>,
    moves: Box<RawValue>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    rounds: BTreeMap<u32, Box<RawValue>>,
}

impl Archive {
    /// Reads an archive, or the text of a record; `None` for any other text.
    pub fn of_text(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The archive as a text of one line.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("its parts were JSON before")
    }

    /// The match as it may be given away: as [`MatchRecord::to_text`](super::MatchRecord::to_text)
    /// writes it.
    pub fn export(&self) -> String {
        let players = self.players.iter().map(|player| Player {
            person: None,
            ..player.clone()
        });
        let players = players.collect();
        let mut text = Self {
            players,
            ..self.clone()
        }
        .to_text();
        text.push('\n');
        text
    }

    /// Which game was played, if this version knows it.
    pub fn game(&self) -> Option<GameKind> {
        GameKind::of(&self.game)
    }

    /// Whether the match was played to its end: only then may anybody see what is in it.
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// Who sat on the seats when the match began.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// What its finished rounds looked like, as far as that was noted and can be read.
    pub fn films<G: Game>(&self) -> BTreeMap<u32, G::Replay> {
        match self.game() {
            Some(game) if game == G::KIND => {}
            Some(_) | None => return BTreeMap::new(),
        }
        let rounds = self.rounds.iter();
        let read = rounds.map(|(round, raw)| (*round, serde_json::from_str(raw.get()).ok()));
        read.filter_map(|(round, film)| Some((round, film?)))
            .collect()
    }
}
