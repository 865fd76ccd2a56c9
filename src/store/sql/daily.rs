//! The deals of the days.

use super::tables::table_id;
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
    let score = &daily.score;
    let values = vec![
        table_row.into(),
        daily.person.0.into(),
        daily.day.into(),
        finish.at.0.into(),
        i64::from(daily.counts(finish.at)).into(),
        i64::from(score.levels).into(),
        score.points.into(),
        i64::from(score.declares).into(),
        score.trump.as_str().into(),
        score.course.as_str().into(),
    ];
    tx.run(sql, values).await.map(drop)
}

fn entry(row: &Row) -> Result<DailyEntry, StoreError> {
    let wrong = |_| row.wrong("a small number was expected");
    let score = || {
        Ok(DailyScore {
            levels: i32::try_from(row.int(4)?).map_err(wrong)?,
            points: row.small(5)?,
            declares: row.int(6)? == 1,
            trump: row.text(7)?.to_owned(),
            course: row.text(8)?.to_owned(),
        })
    };
    let result = match row.is_null(2) {
        true => None,
        false => Some((score()?, row.int(3)? == 1)),
    };
    Ok(DailyEntry {
        table: table_id(row, 0)?,
        result,
    })
}

impl Db {
    /// What the seeds of the days are derived from: what was kept first, be it this.
    pub async fn daily_secret(&self, offered: DailySecret) -> Result<DailySecret, StoreError> {
        let doing = "read the secret of the days";
        let sql = "SELECT secret, first FROM daily_secret";
        let mut tx = self.reading(doing).await?;
        let mut rows = tx.run(sql, vec![]).await?;
        drop(tx);
        if rows.is_empty() {
            let mut tx = self.writing(doing).await?;
            let insert = "INSERT INTO daily_secret (one, secret, first) VALUES (1, $1, $2) \
                          ON CONFLICT DO NOTHING";
            let values = vec![offered.secret.reveal().into(), offered.first.into()];
            tx.run(insert, values).await?;
            rows = tx.run(sql, vec![]).await?;
            tx.commit().await?;
        }
        let Some(row) = rows.first() else {
            return Ok(offered);
        };
        let secret = Seed::from_hex(row.text(0)?).ok_or_else(|| row.wrong("no secret"))?;
        let first = row.small(1)?;
        Ok(DailySecret { secret, first })
    }

    /// Notes that somebody begins the deal of a day, unless they have begun it. Answers with what is kept
    /// then: of a beginning that came too late, the earlier one.
    pub async fn begin_daily(&self, begun: DailyBeginning) -> Result<DailyEntry, StoreError> {
        let mut tx = self.writing("begin the deal of a day").await?;
        let sql = "INSERT INTO daily (person, day, guild, channel, opening) \
                   VALUES ($1, $2, $3, $4, $5) ON CONFLICT (person, day) DO NOTHING";
        let values = vec![
            begun.person.0.into(),
            begun.day.into(),
            begun.guild.0.into(),
            begun.table.key.0.into(),
            begun.table.opening.0.into(),
        ];
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
        let doing = "read the days of a person";
        let mut tx = self.reading(doing).await?;
        let sql =
            "SELECT day FROM daily WHERE person = $1 AND counts = 1 AND day < $2 ORDER BY day DESC";
        let values = vec![person.0.into(), DailyDeal::DUELS.into()];
        let rows = tx.run(sql, values).await?;
        Ok(sound(&rows, doing, |row| row.small(0).ok()))
    }

    /// The results of a day that count, the lowest rank first.
    pub async fn daily_field(&self, day: u32) -> Result<Vec<DailyGroup>, StoreError> {
        let doing = "read the results of a day";
        let mut tx = self.reading(doing).await?;
        let sql = format!(
            "SELECT {RANK}, levels, COUNT(*) FROM daily WHERE day = $1 AND counts = 1 \
             GROUP BY 1, 2 ORDER BY 1"
        );
        let rows = tx.run(&sql, vec![day.into()]).await?;
        let group = |row: &Row| {
            Some(DailyGroup {
                rank: row.int(0).ok()?,
                levels: i32::try_from(row.int(1).ok()?).ok()?,
                people: row.small(2).ok()?,
            })
        };
        Ok(sound(&rows, doing, group))
    }

    /// Who did best in the deals of these days.
    pub async fn daily_leaders(
        &self,
        ranking: DailyRanking,
    ) -> Result<Vec<DailyLeader>, StoreError> {
        let doing = "read the leaders of the days";
        let mut tx = self.reading(doing).await?;
        let mut values = vec![ranking.from.into(), ranking.to.into(), ranking.limit.into()];
        let there = match ranking.guild {
            Some(guild) => {
                values.push(guild.0.into());
                "AND guild = $4"
            }
            None => "",
        };
        let sql = format!(
            "SELECT d.person, p.name, d.won, d.levels, d.points, d.days FROM (SELECT person, \
             CAST(SUM(CASE WHEN levels > 0 THEN levels ELSE 0 END) AS BIGINT) AS won, \
             CAST(SUM(levels) AS BIGINT) AS levels, CAST(SUM(points) AS BIGINT) AS points, COUNT(*) AS days, \
             CAST(SUM({RANK}) AS BIGINT) AS rank FROM daily \
             WHERE day BETWEEN $1 AND $2 AND counts = 1 {there} GROUP BY person) d \
             LEFT JOIN people p ON p.person = d.person \
             ORDER BY d.won DESC, d.rank DESC, d.person LIMIT $3"
        );
        let rows = tx.run(&sql, values).await?;
        let leader = |row: &Row| {
            Some(DailyLeader {
                person: PersonId(row.id(0).ok()?),
                name: row.optional_text(1).unwrap_or_default().to_owned(),
                won: row.int(2).ok()?,
                levels: row.int(3).ok()?,
                points: row.int(4).ok()?,
                days: row.small(5).ok()?,
            })
        };
        Ok(sound(&rows, doing, leader))
    }
}

async fn read(tx: &mut Tx, person: PersonId, day: u32) -> Result<Option<DailyEntry>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM daily WHERE person = $1 AND day = $2");
    let rows = tx.run(&sql, vec![person.0.into(), day.into()]).await?;
    rows.first().map(entry).transpose()
}

/// The rank of a row, as [`DailyScore::rank`] has it.
const RANK: &str = "levels * 10000 + CASE WHEN declares = 1 THEN -points ELSE points END";

const _: () = assert!(RANK_OF_LEVEL == 10_000, "as in the statement");
