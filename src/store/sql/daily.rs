//! The deals of the days: what their seeds are derived from, and how people did.
//!
//! A row is there for each person and day from when they begin, so that nobody begins twice, however
//! many processes there are; its result comes with the entry that ends the round. Which cards a day has
//! is not known here.

use super::*;
use crate::chance::Seed;
use crate::club::day_of;
use crate::table::{DailyDeal, GuildId, PersonId, TableId, UnixMillis};

const COLUMNS: &str = "channel, opening, at, counts, levels, points, declares, trump, course";

/// Keeps the result of a finished round that was the deal of a day, unless there is one.
pub(super) async fn keep(tx: &mut Tx, table_row: i64, finish: &Finish) -> Result<(), StoreError> {
    let Some(daily) = &finish.daily else {
        return Ok(());
    };
    let sql = "INSERT INTO daily (person, day, guild, channel, opening, at, counts, levels, points, \
               declares, trump, course) \
               SELECT $2, $3, guild, channel, opening, $4, $5, $6, $7, $8, $9, $10 \
               FROM tables WHERE id = $1 \
               ON CONFLICT (person, day) DO UPDATE SET at = excluded.at, counts = excluded.counts, \
               levels = excluded.levels, points = excluded.points, declares = excluded.declares, \
               trump = excluded.trump, course = excluded.course \
               WHERE daily.at IS NULL AND daily.channel = excluded.channel \
               AND daily.opening = excluded.opening";
    let DailyScore { trump, course, .. } = &daily.score;
    let score = (
        daily.score.levels,
        daily.score.points,
        daily.score.declares,
        trump,
        course,
    );
    let done = (finish.at, daily.counts(finish.at));
    let values = (table_row, daily.person, daily.day, done, score);
    tx.run(sql, values).await.map(drop)
}

/// From the [`COLUMNS`].
impl Column for DailyEntry {
    const WIDTH: usize = 9;

    fn of(row: &Row, at: usize) -> Result<Self, StoreError> {
        let table = row.get(at)?;
        if row.is_null(at + 2) {
            let result = None;
            return Ok(DailyEntry { table, result });
        }
        let (counts, levels, points, declares, trump, course) = row.get(at + 3)?;
        let score = DailyScore {
            levels,
            points,
            declares,
            trump,
            course,
        };
        let result = Some((score, counts));
        Ok(DailyEntry { table, result })
    }
}

impl Db {
    /// What the seeds of the days are derived from: what was kept first, be it this.
    pub async fn daily_secret(&self, offered: DailySecret) -> Result<DailySecret, StoreError> {
        let doing = "read the secret of the days";
        let sql = "SELECT secret, first FROM daily_secret";
        let mut tx = self.reading(doing).await?;
        let mut row = tx.first(sql, ()).await?;
        drop(tx);
        if row.is_none() {
            let mut tx = self.writing(doing).await?;
            let insert = "INSERT INTO daily_secret (one, secret, first) VALUES (1, $1, $2) \
                          ON CONFLICT DO NOTHING";
            let values = (offered.secret.reveal(), offered.first);
            tx.run(insert, values).await?;
            row = tx.first(sql, ()).await?;
            tx.commit().await?;
        }
        let Some(row) = row else {
            return Ok(offered);
        };
        let (secret, first): (String, _) = row.read()?;
        let secret = Seed::from_hex(&secret).ok_or_else(|| row.wrong("no secret"))?;
        Ok(DailySecret { secret, first })
    }

    /// Notes that somebody begins the deal of a day, on which server and at which table, unless they have begun it. Answers with what is kept
    /// then: of a beginning that came too late, the earlier one.
    pub async fn begin_daily(
        &self,
        (person, day): (PersonId, u32),
        guild: GuildId,
        table: TableId,
    ) -> Result<DailyEntry, StoreError> {
        let mut tx = self.writing("begin the deal of a day").await?;
        let sql = "INSERT INTO daily (person, day, guild, channel, opening) \
                   VALUES ($1, $2, $3, $4, $5) ON CONFLICT (person, day) DO NOTHING";
        tx.run(sql, (person, day, guild, table)).await?;
        let entry = read(&mut tx, person, day).await?;
        tx.commit().await?;
        entry.ok_or(StoreError::Missing(table))
    }

    /// What is kept of a person's deal of this day.
    pub async fn daily(
        &self,
        person: PersonId,
        day: u32,
    ) -> Result<Option<DailyEntry>, StoreError> {
        let mut tx = self.reading("read the deal of a day").await?;
        read(&mut tx, person, day).await
    }

    /// The days of which a person's result counts, the latest first.
    pub async fn daily_days(&self, person: PersonId) -> Result<Vec<u32>, StoreError> {
        let sql =
            "SELECT day FROM daily WHERE person = $1 AND counts = 1 AND day < $2 ORDER BY day DESC";
        let values = (person, DailyDeal::DUELS);
        self.list("read the days of a person", sql, values).await
    }

    /// The results of a day that count, the lowest rank first.
    pub async fn daily_field(&self, day: u32) -> Result<Vec<DailyGroup>, StoreError> {
        let sql = format!(
            "SELECT {RANK}, levels, COUNT(*) FROM daily WHERE day = $1 AND counts = 1 \
             GROUP BY 1, 2 ORDER BY 1"
        );
        let groups = self.list("read the results of a day", &sql, day).await?;
        let groups = groups.into_iter().map(|(rank, levels, people)| DailyGroup {
            rank,
            levels,
            people,
        });
        Ok(groups.collect())
    }

    /// Who did best in the deals of these days.
    pub async fn daily_leaders(
        &self,
        ranking: DailyRanking,
    ) -> Result<Vec<DailyLeader>, StoreError> {
        let mut values = (ranking.from, ranking.to, ranking.limit).values();
        let there = ranking.guild.map_or("", |guild| {
            guild.add_to(&mut values);
            "AND guild = $4"
        });
        let sql = format!(
            "SELECT d.person, p.name, d.won, d.levels, d.points, d.days FROM (SELECT person, \
             CAST(SUM(CASE WHEN levels > 0 THEN levels ELSE 0 END) AS BIGINT) AS won, \
             CAST(SUM(levels) AS BIGINT) AS levels, CAST(SUM(points) AS BIGINT) AS points, COUNT(*) AS days, \
             CAST(SUM({RANK}) AS BIGINT) AS rank FROM daily \
             WHERE day BETWEEN $1 AND $2 AND counts = 1 {there} GROUP BY person) d \
             LEFT JOIN people p ON p.person = d.person \
             ORDER BY d.won DESC, d.rank DESC, d.person LIMIT $3"
        );
        let leaders = self.list("read the leaders of the days", &sql, values);
        let leaders = leaders.await?.into_iter();
        let leaders = leaders.map(|(person, name, won, levels, points, days)| DailyLeader {
            person,
            name: Option::unwrap_or_default(name),
            won,
            levels,
            points,
            days,
        });
        Ok(leaders.collect())
    }
}

async fn read(tx: &mut Tx, person: PersonId, day: u32) -> Result<Option<DailyEntry>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM daily WHERE person = $1 AND day = $2");
    let row = tx.first(&sql, (person, day)).await?;
    row.map(|row| row.read()).transpose()
}

/// The rank of a row, as [`DailyScore::rank`] has it.
const RANK: &str = "levels * 10000 + CASE WHEN declares = 1 THEN -points ELSE points END";

const _: () = assert!(RANK_OF_LEVEL == 10_000, "as in the statement");

/// What the seeds of all days are derived from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DailySecret {
    /// It hides itself in logs.
    pub secret: Seed,
    /// The day that is the first one here, in days since 1970-01-01 UTC.
    pub first: u32,
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
        self.day >= DailyDeal::DUELS || day_of(at) == self.day
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
