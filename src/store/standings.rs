//! Ratings as they are asked for.

use std::collections::BTreeMap;

use super::{GuildId, PersonId, Reach};
use crate::club::{EVERYWHERE, Standing};
use crate::game::GameKind;
use crate::table::TableId;

/// Where a person stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Standings {
    /// By game and guild; [`EVERYWHERE`](crate::club::EVERYWHERE) is over all of them.
    pub now: BTreeMap<(GameKind, GuildId), Standing>,
    /// The number everywhere, in thousandths, after the last round of each day since 1970.
    pub course: BTreeMap<GameKind, BTreeMap<u32, i64>>,
}

impl Standings {
    /// The numbers by game, so far.
    pub fn within(&self, reach: Reach) -> BTreeMap<GameKind, Standing> {
        let wanted = match reach {
            Reach::Guild(guild) => guild,
            Reach::Everywhere => EVERYWHERE,
        };
        let now = self.now.iter();
        let now = now.filter(|((_, guild), _)| *guild == wanted);
        now.map(|((game, _), standing)| (*game, *standing))
            .collect()
    }
}

/// A line of a leaderboard by rating.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatedPerson {
    /// The person.
    pub person: PersonId,
    /// Their last known name.
    pub name: String,
    /// Their number.
    pub standing: Standing,
}

/// A table, the number of a match there, and of a round in it if that is one: where something that is
/// finished stands in the history.
pub type FinishedPlace = (TableId, u32, Option<u32>);

/// What was worked out again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RebuiltRatings {
    /// How many rounds counted.
    pub rounds: u64,
    /// How many people have a number.
    pub people: u64,
}
