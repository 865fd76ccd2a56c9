//! The deals of the days.

use super::*;
use crate::chance::Seed;
use crate::store::daily::RANK_OF_LEVEL;
use crate::table::DailyDeal;

const COLUMNS: &str = "channel, opening, at, counts, levels, points, declares, trump, course";

/// Keeps the result of a finished round that was the deal of a day, unless there is one.
pub async fn keep(tx: &mut Tx, table_row: i64, finish: &Finish) -> Result<(), StoreError> {
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
    let DailyScore {
        levels,
        points,
        declares,
        trump,
        course,
    } = &daily.score;
    let score = (*levels, *points, *declares, trump, course);
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

    /// Notes that somebody begins the deal of a day, unless they have begun it. Answers with what is kept
    /// then: of a beginning that came too late, the earlier one.
    pub async fn begin_daily(&self, begun: DailyBeginning) -> Result<DailyEntry, StoreError> {
        let mut tx = self.writing("begin the deal of a day").await?;
        let sql = "INSERT INTO daily (person, day, guild, channel, opening) \
                   VALUES ($1, $2, $3, $4, $5) ON CONFLICT (person, day) DO NOTHING";
        let values = (begun.person, begun.day, begun.guild, begun.table);
        tx.run(sql, values).await?;
        let entry = read(&mut tx, begun.person, begun.day).await?;
        tx.commit().await?;
        entry.ok_or(StoreError::Missing { table: begun.table })
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
        let leaders = leaders.map(|(person, name, won, levels, points, days)| {
            let name: Option<String> = name;
            DailyLeader {
                person,
                name: name.unwrap_or_default(),
                won,
                levels,
                points,
                days,
            }
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
