//! Finished rounds as they were seen: who played, and the replay that the game made of it.
//!
//! Decides when a replay begins and is over, and how it is kept. What is in it is the game's own.

use serde::{Deserialize, Deserializer, Serialize};

use super::people::{Occupant, PersonId, Series, Skill};
use super::view::{SeatView, StageView, TableView};
use super::{Limits, Position, Stage, Table};
use crate::game::{Game, Seat, Turn, Viewer};

/// The most seats of a table.
const MOST_SEATS: u8 = 16;

/// Who played on a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// What they were called; none for a computer player, and where nobody is known.
    #[serde(default)]
    pub name: Option<String>,
    /// How well the computer player played, if one did.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "any_skill"
    )]
    pub computer: Option<Skill>,
    /// The person, by whom they are found who asks to be forgotten; never given away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
}

/// A skill that this version does not know is still one of a computer player.
fn any_skill<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Skill>, D::Error> {
    let name = Option::<String>::deserialize(deserializer)?;
    Ok(name.map(|name| Skill::from_name(&name).unwrap_or(Skill::Random)))
}

impl Player {
    /// Who plays on this seat, or has left it in this match.
    pub(super) fn of(place: SeatView) -> Self {
        let computer = match place.occupant {
            Occupant::Computer(skill) => Some(skill),
            Occupant::Empty | Occupant::Person(_) | Occupant::Substitute { .. } => None,
        };
        Self {
            name: place.name,
            computer,
            person: place.occupant.holder(),
        }
    }

    /// Whether nobody is known.
    const fn is_nobody(&self) -> bool {
        self.name.is_none() && self.computer.is_none() && self.person.is_none()
    }
}

/// A finished round, as the store keeps it.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Film<G: Game> {
    /// Who played, by seat.
    pub players: Vec<Player>,
    /// What was seen.
    pub replay: G::Replay,
}

impl<G: Game> Film<G> {
    /// The film as a text of JSON.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("replays serialize")
    }

    /// Reads a film that [`Film::to_text`] wrote; `None` for any other text.
    pub fn of_text(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }
}

/// A round that is over.
#[derive(Debug, Clone)]
pub struct Filmed<G: Game> {
    /// The match at its table, counted from 1.
    pub number: u32,
    /// The round of the match, counted from 1; 1 for a game without rounds.
    pub round: u32,
    /// The round itself.
    pub film: Film<G>,
}

/// Notes what is seen of the match at a table, so that each round can be shown when it is over.
#[derive(Debug, Clone)]
pub struct Filming<G: Game> {
    /// The match that is played or was played last.
    number: u32,
    over: bool,
    replay: G::Replay,
}

impl<G: Game> Default for Filming<G> {
    fn default() -> Self {
        Self {
            number: 0,
            over: false,
            replay: G::Replay::default(),
        }
    }
}

impl<G: Game> Filming<G> {
    /// Notes what is new at the table; to be called after every input, and of a table that was
    /// restored for each input since the present round began. The answer is the round that ended
    /// with it.
    pub fn follow(&mut self, table: &Table<G>) -> Option<Filmed<G>> {
        let (game, over) = match &table.stage {
            Stage::Playing(game) => (game, false),
            Stage::Over(game)
            | Stage::Closed {
                game: Some(game), ..
            } => (game, true),
            Stage::Lobby | Stage::Closed { game: None, .. } => {
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
        let round = game.film(&mut self.replay)?;
        let replay = std::mem::take(&mut self.replay);
        let seats = table.seating.view(|_| 0);
        let mut players: Vec<Player> = seats.into_iter().map(Player::of).collect();
        while players.last().is_some_and(Player::is_nobody) {
            players.pop();
        }
        Some(Filmed {
            number: table.number,
            round,
            film: Film { players, replay },
        })
    }
}

impl<G: Game> TableView<G> {
    /// A table of these players as everybody sees it after a match. People have stand-in numbers.
    pub fn of_players(players: &[Player], rules: G::Rules, stage: StageView<G::View>) -> Self {
        let seat = |(seat, player): (Seat, &Player)| SeatView {
            seat,
            occupant: match player.computer {
                Some(skill) => Occupant::Computer(skill),
                None => Occupant::Person(PersonId(seat.index() as u64 + 1)),
            },
            name: player.name.clone(),
            missed: 0,
            won: 0,
        };
        Self {
            viewer: Viewer::Public,
            position: Position::default(),
            turn_started: Position::default(),
            host: PersonId(1),
            seats: Seat::first(MOST_SEATS).zip(players).map(seat).collect(),
            rules,
            limits: Limits::default(),
            stage,
            number: 1,
            turn: Turn::Over,
            votes: Vec::new(),
            series: Series::default(),
            invited: None,
            closing: None,
        }
    }
}
