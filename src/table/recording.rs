//! Finished rounds as they were seen: who played, and the replay that the game made of it.
//!
//! Decides when a replay begins and is over, and how it is kept. What is in it is the game's own.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::people::{Occupant, PersonId, Series, Skill};
use super::view::{SeatView, StageView, TableView};
use super::{Limits, Position, Table, TableStage};
use crate::game::{Game, GameKind, Seat, Turn, Viewer};

/// The most seats of a table.
const MOST_SEATS: u8 = 16;

/// Who played on a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedPlayer {
    /// What they were called; none for a computer player, and where nobody is known. Empty for a
    /// person who asked to be forgotten.
    #[serde(default)]
    pub name: Option<String>,
    /// The name of the computer player's [`Skill`], if one played; it may be one of a later version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<String>,
    /// The person, by whom they are found who asks to be forgotten; never given away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
}

impl RecordedPlayer {
    /// Who plays on this seat, or has left it in this match; where a computer plays for somebody,
    /// they count.
    fn of(place: SeatView) -> Self {
        let computer = match place.occupant {
            Occupant::Computer(skill) => Some(skill.to_string()),
            Occupant::Empty | Occupant::Person(_) | Occupant::Substitute { .. } => None,
        };
        Self {
            name: place.name,
            computer,
            person: place.occupant.holder(),
        }
    }

    /// In a journal without people who asked to be forgotten, a name that is only the number that
    /// stands in for one of them becomes empty.
    pub(super) fn lose_stand_in(&mut self) {
        let number = self.person.map(|person| person.0.to_string());
        if self.name == number
            && let Some(name) = &mut self.name
        {
            name.clear();
        }
    }

    /// Whether nobody is known.
    const fn is_nobody(&self) -> bool {
        self.name.is_none() && self.computer.is_none() && self.person.is_none()
    }
}

/// A finished round, as the store keeps it. Its text is JSON with the number of each person beside
/// their name.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Recording<G: Game> {
    /// The game.
    pub game: GameKind,
    /// Who played, by seat.
    pub players: Vec<RecordedPlayer>,
    /// What was seen.
    pub replay: G::Replay,
}

impl<G: Game> Recording<G> {
    /// The recording as a text of one line.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("replays serialize")
    }

    /// Reads a recording that [`Recording::to_text`] wrote; `None` for any other text.
    pub fn of_text(text: &str) -> Option<Self> {
        let recording: Self = serde_json::from_str(text).ok()?;
        (recording.game == G::KIND).then_some(recording)
    }
}

/// The game of a recording, a record or an archive, if this version knows it.
pub fn game_of(text: &str) -> Option<GameKind> {
    #[derive(Deserialize)]
    struct OfGame {
        game: GameKind,
    }
    let of: OfGame = serde_json::from_str(text).ok()?;
    Some(of.game)
}

/// A round that is over.
#[derive(Debug, Clone)]
pub struct RecordedRound<G: Game> {
    /// The match at its table, counted from 1.
    pub number: u32,
    /// The round of the match, counted from 1; 1 for a game without rounds.
    pub round: u32,
    /// The round itself.
    pub recording: Recording<G>,
}

/// Notes what is seen of the match at a table, so that each round can be shown when it is over.
#[derive(Clone)]
pub struct Recorder<G: Game> {
    /// The match that is played or was played last.
    number: u32,
    over: bool,
    replay: G::Replay,
}

/// Shows nothing hidden: the round is still played.
impl<G: Game> fmt::Debug for Recorder<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder")
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

impl<G: Game> Default for Recorder<G> {
    fn default() -> Self {
        Self {
            number: 0,
            over: false,
            replay: G::Replay::default(),
        }
    }
}

impl<G: Game> Recorder<G> {
    /// Notes what is new at the table; to be called after every input, and of a table that was
    /// restored for each input since the present round began. The answer is the round that ended
    /// with it.
    pub fn follow(&mut self, table: &Table<G>) -> Option<RecordedRound<G>> {
        let (game, over) = match &table.stage {
            TableStage::Playing(game) => (game, false),
            TableStage::Over(game)
            | TableStage::Closed {
                game: Some(game), ..
            } => (game, true),
            TableStage::Lobby | TableStage::Closed { game: None, .. } => {
                *self = Self::default();
                return None;
            }
        };
        if self.number != table.number {
            *self = Self {
                number: table.number,
                ..Self::default()
            };
        }
        if std::mem::replace(&mut self.over, over) {
            return None;
        }
        let round = game.recording(&mut self.replay)?;
        let replay = std::mem::take(&mut self.replay);
        let seats = table.seating.view(|_| 0);
        let mut players: Vec<RecordedPlayer> = seats.into_iter().map(RecordedPlayer::of).collect();
        while players.last().is_some_and(RecordedPlayer::is_nobody) {
            players.pop();
        }
        Some(RecordedRound {
            number: table.number,
            round,
            recording: Recording {
                game: G::KIND,
                players,
                replay,
            },
        })
    }
}

impl<G: Game> TableView<G> {
    /// A table of these players as everybody sees it after a match. People have stand-in numbers.
    pub fn of_players(
        players: &[RecordedPlayer],
        rules: G::Rules,
        stage: StageView<G::View>,
    ) -> Self {
        let seat = |(seat, player): (Seat, &RecordedPlayer)| SeatView {
            seat,
            occupant: match &player.computer {
                Some(name) => Occupant::Computer(Skill::from_name(name).unwrap_or(Skill::Random)),
                None => Occupant::Person(PersonId(seat.index() as u64 + 1)),
            },
            name: player.name.clone(),
            missed: 0,
            won: 0,
            bank_s: None,
        };
        Self {
            viewer: Viewer::Public,
            position: Position::default(),
            turn_started: Position::default(),
            host: PersonId(1),
            seats: Seat::first(MOST_SEATS).zip(players).map(seat).collect(),
            newcomers: Vec::new(),
            vacancies: None,
            rules,
            limits: Limits::default(),
            stage,
            paused: false,
            number: 1,
            turn: Turn::Over,
            votes: Vec::new(),
            petitions: Vec::new(),
            series: Series::default(),
            invited: None,
            barred: Vec::new(),
            daily: None,
            draw: None,
            closing: None,
        }
    }
}
