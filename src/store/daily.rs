//! The deals of the days: what their seeds are derived from, and how people did.
//!
//! A row is there for each person and day from when they begin, so that nobody begins twice, however
//! many processes there are; its result comes with the entry that ends the round. Which cards a day has
//! is not known here.

use crate::chance::Seed;
use crate::table::{DailyDeal, GuildId, PersonId, TableId, UnixMillis};

/// A day in milliseconds.
const DAY: u64 = 86_400_000;

/// What the seeds of all days are derived from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DailySecret {
    /// It hides itself in logs.
    pub secret: Seed,
    /// The day that is the first one here, in days since 1970-01-01 UTC.
    pub first: u32,
}

/// Somebody begins the deal of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DailyBeginning {
    /// Who.
    pub person: PersonId,
    /// Which day's, in days since 1970-01-01 UTC.
    pub day: u32,
    /// The server where they play it.
    pub guild: GuildId,
    /// The table where they play it.
    pub table: TableId,
}

/// How somebody did in the deal of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DailyScore {
    /// The levels that their side won; negative for those of the other side.
    pub levels: i32,
    /// The points of the opponents of the declarers.
    pub points: u32,
    /// Whether they were a declarer.
    pub declares: bool,
    /// Trump as it is written in one sign.
    pub trump: String,
    /// Who won the points of each part of the round, a letter each, in the caller's own format.
    pub course: String,
}

impl DailyScore {
    /// By what the scores of a day are compared; the greater, the better.
    pub fn rank(&self) -> i64 {
        let points = i64::from(self.points);
        i64::from(self.levels) * RANK_OF_LEVEL + if self.declares { -points } else { points }
    }
}

/// What a level counts beside points, of which a round has fewer.
pub(super) const RANK_OF_LEVEL: i64 = 10_000;

/// A result about to be kept with the round that led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DailyFinish {
    /// Whose.
    pub person: PersonId,
    /// The day of the deal.
    pub day: u32,
    /// How they did.
    pub score: DailyScore,
}

impl DailyFinish {
    /// Whether a result of this time is one of the day itself; a duel has none.
    pub(super) fn counts(&self, at: UnixMillis) -> bool {
        self.day >= DailyDeal::DUELS || at.0 / DAY == u64::from(self.day)
    }
}

/// What is kept of one person and day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DailyEntry {
    /// The table where it is played.
    pub table: TableId,
    /// How they did, and whether it counts: it was done on the day itself. `None` while they play.
    pub result: Option<(DailyScore, bool)>,
}

/// Equal results of a day that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DailyGroup {
    /// See [`DailyScore::rank`].
    pub rank: i64,
    /// As in [`DailyScore::levels`].
    pub levels: i32,
    /// How many people have it.
    pub people: u32,
}

/// Which results a leaderboard is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DailyRanking {
    /// The first day.
    pub from: u32,
    /// The last day.
    pub to: u32,
    /// Only those that were played there.
    pub guild: Option<GuildId>,
    /// The most rows.
    pub limit: u32,
}

/// Somebody on a leaderboard: by the levels that they won, then by the sum of their ranks ([`DailyScore::rank`]).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DailyLeader {
    /// Who.
    pub person: PersonId,
    /// What they are called; not escaped.
    pub name: String,
    /// The sum of the levels that their side won, without those of the others.
    pub won: i64,
    /// The sum of all levels.
    pub levels: i64,
    /// The sum of the opponents' points.
    pub points: i64,
    /// On how many days.
    pub days: u32,
}
