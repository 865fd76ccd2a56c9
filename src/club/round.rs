//! A finished round as it is rated: who stood against whom, and how it ended.
//!
//! It is kept as a part of the round's summary, so that numbers can be worked out again at any time.

use serde::{Deserialize, Serialize};

use super::rating::{self, Side, Standing};
use crate::game::{GameKind, Seat};
use crate::table::{PersonId, Skill};

/// Who carries the result of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatedPlayer {
    /// The seat.
    pub seat: Seat,
    /// Whose it was at the deal; none for a computer player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// What they are called.
    #[serde(default)]
    pub name: String,
    /// The computer player that it was at the deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<Skill>,
    /// Whether they gain nothing by the round, as others played their cards or told them how.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_gain: bool,
}

/// A side of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatedSide {
    /// The best has the smallest; equal ones drew.
    pub place: u32,
    /// Who played for it.
    pub players: Vec<RatedPlayer>,
}

/// A round that counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatedRound {
    /// Its sides.
    pub sides: Vec<RatedSide>,
}

/// How a round moved somebody's number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatingChange {
    /// Whose.
    pub person: PersonId,
    /// On which seat they were dealt the round.
    pub seat: Seat,
    /// Before it.
    pub before: Standing,
    /// After it.
    pub after: Standing,
}

/// Reads what is rated of a round from its summary; `None` if it does not count.
pub fn rated_round(summary: &str) -> Option<RatedRound> {
    #[derive(Deserialize)]
    struct Summary {
        rated: Option<RatedRound>,
    }
    let summary: Summary = serde_json::from_str(summary).ok()?;
    summary.rated
}

impl RatedRound {
    /// The round, if it can count: two sides at least, a person among them, nobody twice, and no
    /// computer player whose strength was not measured.
    pub fn checked(self, game: GameKind) -> Option<RatedRound> {
        let mut people: Vec<PersonId> = self.people().map(|(person, _)| person).collect();
        people.sort_unstable();
        let number = people.len();
        people.dedup();
        let players = || self.sides.iter().flat_map(|side| &side.players);
        let known = |player: &RatedPlayer| match player.computer {
            Some(skill) => rating::anchor(game, skill).is_some(),
            None => player.person.is_some(),
        };
        let empty = |side: &RatedSide| side.players.is_empty();
        let counts = self.sides.len() > 1
            && !self.sides.iter().any(empty)
            && number > 0
            && number == people.len()
            && players().all(known);
        counts.then_some(self)
    }

    /// The people whose numbers it moves, with what they are called.
    pub fn people(&self) -> impl Iterator<Item = (PersonId, &str)> {
        let players = self.sides.iter().flat_map(|side| &side.players);
        players.filter_map(|player| Some((player.person?, player.name.as_str())))
    }

    /// Who stood against whom, the same whatever the seats: a key to count by. Each person is a `p`,
    /// their number and a point.
    pub fn lineup(&self, game: GameKind) -> String {
        let player = |player: &RatedPlayer| match (player.person, player.computer) {
            (Some(person), _) => format!("p{}.", person.0),
            (None, Some(skill)) => format!("c{skill}."),
            (None, None) => String::new(),
        };
        let side = |side: &RatedSide| {
            let mut players: Vec<String> = side.players.iter().map(player).collect();
            players.sort_unstable();
            players.concat()
        };
        let mut sides: Vec<String> = self.sides.iter().map(side).collect();
        sides.sort_unstable();
        format!("{}:{}", game.name(), sides.join("/"))
    }

    /// How the round, at this weight in thousandths, moves the numbers of its people, in the order of
    /// its sides; `before` says what they were.
    pub fn changes(
        &self,
        game: GameKind,
        weight: u32,
        mut before: impl FnMut(PersonId) -> Standing,
    ) -> Vec<RatingChange> {
        let mut standing = |player: &RatedPlayer| match (player.person, player.computer) {
            (Some(person), _) => before(person),
            (None, Some(skill)) => rating::anchor(game, skill).unwrap_or(Standing::NEW),
            (None, None) => Standing::NEW,
        };
        let side = |side: &RatedSide| Side {
            place: side.place,
            players: side.players.iter().map(&mut standing).collect(),
        };
        let sides: Vec<Side> = self.sides.iter().map(side).collect();
        let after = rating::rated(&sides, weight);
        let mut changes = Vec::new();
        for ((round, before), after) in self.sides.iter().zip(&sides).zip(after) {
            let standings = before.players.iter().zip(after);
            for (player, (before, after)) in round.players.iter().zip(standings) {
                let gains = after.rating > before.rating;
                let after = if player.no_gain && gains {
                    *before
                } else {
                    after
                };
                changes.extend(player.person.map(|person| RatingChange {
                    person,
                    seat: player.seat,
                    before: *before,
                    after,
                }));
            }
        }
        changes
    }
}
