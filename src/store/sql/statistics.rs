//! Counting finished rounds and matches, and reading the sums.

use super::tables::{game, table_id};
use super::*;
use crate::table::Position;

/// Counts one finished round or match of the table in this row; `false` if it was already counted
/// or the table does not exist.
pub async fn count<T: Transaction>(
    tx: &mut T,
    table_row: i64,
    finish: &Finish,
) -> Result<bool, sqlx::Error> {
    let sql = "INSERT INTO finished (table_id, match_number, round_number, channel, guild, game, \
               position, at, summary) \
               SELECT id, $2, $3, channel, guild, game, $4, $5, $6 FROM tables WHERE id = $1 \
               ON CONFLICT DO NOTHING RETURNING guild, game";
    let values = vec![
        table_row.into(),
        finish.match_number.into(),
        finish.round.unwrap_or(0).into(),
        finish.position.0.into(),
        finish.at.0.into(),
        finish.summary.as_str().into(),
    ];
    let rows = tx.run(sql, values).await?;
    let Some(row) = rows.first() else {
        return Ok(false);
    };
    let (Ok(guild), Ok(game)) = (row.int(0), row.text(1)) else {
        // The table's row is damaged; its entries can be written all the same.
        tracing::warn!("a finished round counts for nobody: the guild or game cannot be read");
        return Ok(true);
    };
    archives::keep(tx, table_row, finish).await?;
    for tally in &finish.tallies {
        let sql = "INSERT INTO people (person, name) VALUES ($1, $2) \
                   ON CONFLICT (person) DO UPDATE SET name = excluded.name";
        let values = vec![tally.person.0.into(), tally.name.as_str().into()];
        tx.run(sql, values).await?;
        let mut sums = BTreeMap::new();
        for &(counter, value) in &tally.counts {
            *sums.entry(counter).or_insert(0) += value;
        }
        let named = sums.into_iter();
        let named = named.map(|(counter, value)| (counter.name().to_owned(), value));
        let sums: Vec<(String, i64)> = named.collect();
        for run in runs(&sums) {
            add(tx, (game, guild), (tally.person, &tally.versus), run).await?;
        }
        if let Some(played) = tally.played() {
            let [games, wins] = month::names(Month::of(finish.at));
            let sums = [(games, played.games), (wins, played.wins)];
            let whose = (tally.person, &Versus::Anybody);
            add(tx, (game, guild), whose, &sums).await?;
        }
    }
    Ok(true)
}

async fn add<T: Transaction>(
    tx: &mut T,
    (game, guild): (&str, i64),
    (person, versus): (PersonId, &Versus),
    sums: &[(String, i64)],
) -> Result<(), sqlx::Error> {
    let sql = format!(
        "INSERT INTO counters (game, guild, person, versus, counter, value) VALUES {} \
         ON CONFLICT (game, guild, person, versus, counter) \
         DO UPDATE SET value = excluded.value + \
         CASE WHEN {SOUND} THEN counters.value ELSE 0 END",
        places(sums.len(), 6)
    );
    let mut values = Vec::with_capacity(sums.len() * 6);
    for (counter, value) in sums {
        values.extend([
            Value::from(game),
            guild.into(),
            person.0.into(),
            versus.to_string().into(),
            counter.as_str().into(),
            (*value).into(),
        ]);
    }
    tx.run(&sql, values).await.map(drop)
}

/// Whether a sum can be one: an absurd one would spoil, by overflowing, those it is added to.
const SOUND: &str = "counters.value BETWEEN -1000000000000 AND 1000000000000";

/// The guild as two parameters of a condition on `counters`; 0 as the first means any guild.
fn reach(reach: Reach) -> [Value; 2] {
    match reach {
        Reach::Everywhere => [0_i64.into(), 0_i64.into()],
        Reach::Guild(guild) => [1_i64.into(), guild.0.into()],
    }
}

impl<D: Dialect> Core<D> {
    pub async fn record(&self, table: TableId, finish: Finish) -> Result<bool, StoreError> {
        finish.check()?;
        let doing = "count a finished round";
        let mut tx = self.begin(Purpose::Write, doing).await?;
        let sql = "SELECT id FROM tables WHERE channel = $1 AND opening = $2";
        let values = vec![table.key.0.into(), table.opening.0.into()];
        let rows = tx.run(sql, values).await.doing(doing)?;
        let row = rows.first().ok_or(StoreError::Missing { table })?;
        let row = row.int(0).doing(doing)?;
        let counted = count(&mut tx, row, &finish).await.doing(doing)?;
        tx.commit().await.doing(doing)?;
        Ok(counted)
    }

    pub async fn history(
        &self,
        key: TableKey,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<Finished>, StoreError> {
        let doing = "list finished rounds";
        let mut tx = self.begin(Purpose::Read, doing).await?;
        // If one entry finishes both, the match comes after its last round.
        let sql = "SELECT tables.channel, tables.opening, finished.game, match_number, \
                   round_number, position, at, summary \
                   FROM finished JOIN tables ON tables.id = table_id \
                   WHERE finished.channel = $1 \
                   ORDER BY table_id DESC, match_number DESC, \
                   CASE WHEN round_number = 0 THEN 0 ELSE 1 END, round_number DESC \
                   LIMIT $2 OFFSET $3";
        let values = vec![key.0.into(), limit.into(), skip.into()];
        let rows = tx.run(sql, values).await.doing(doing)?;
        Ok(sound(&rows, doing, |row| finished(row).ok()))
    }

    pub async fn stats(&self, person: PersonId, within: Reach) -> Result<Stats, StoreError> {
        let doing = "read statistics";
        let mut tx = self.begin(Purpose::Read, doing).await?;
        let sql = format!(
            "SELECT game, versus, counter, CAST(SUM(value) AS BIGINT) FROM counters \
             WHERE person = $1 AND ($2 = 0 OR guild = $3) AND {SOUND} \
             GROUP BY game, versus, counter"
        );
        let mut values = vec![person.0.into()];
        values.extend(reach(within));
        let mut stats = Stats::default();
        let rows = tx.run(&sql, values).await.doing(doing)?;
        let (months, rows): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| {
            let name = row.text(2).ok();
            name.is_some_and(|name| month::named(name).is_some())
        });
        for row in &months {
            let of = row.text(2).ok().and_then(month::named);
            if let (Ok(game), Some((month, won)), Ok(sum)) = (game(row, 0), of, row.int(3)) {
                let played = stats.months.entry(game).or_default().entry(month);
                let played = played.or_default();
                *if won {
                    &mut played.wins
                } else {
                    &mut played.games
                } += sum;
            }
        }
        let sum = |row: &Row| {
            let place = (game(row, 0).ok()?, Versus::read(row.text(1).ok()?)?);
            Some((place, Counter::named(row.text(2).ok()?)?, row.int(3).ok()?))
        };
        // Games and counters unknown to this version are left to later ones.
        let sums: Vec<_> = sound(&rows, doing, sum);
        for (place, counter, sum) in sums {
            stats.sums.entry(place).or_default().insert(counter, sum);
        }
        // Opponents are written in this form by `Versus`.
        let sql = "SELECT DISTINCT people.person, people.name FROM counters JOIN people \
                   ON counters.versus = 'person:' || CAST(people.person AS TEXT) \
                   WHERE counters.person = $1 AND ($2 = 0 OR guild = $3)";
        let mut values = vec![person.0.into()];
        values.extend(reach(within));
        let rows = tx.run(sql, values).await.doing(doing)?;
        let name = |row: &Row| Some((PersonId(row.id(0).ok()?), row.text(1).ok()?.to_owned()));
        stats.names = sound(&rows, doing, name);
        Ok(stats)
    }

    pub async fn leaderboard(&self, ranking: Ranking) -> Result<Vec<LeaderboardRow>, StoreError> {
        let doing = "read a leaderboard";
        let mut tx = self.begin(Purpose::Read, doing).await?;
        let Measure { part, per, .. } = ranking.by;
        // Without a divisor, `whole` is the sum of `part` and only the order by `part` matters.
        let order = match per {
            None => "part",
            Some(_) => "part * 1.0 / whole",
        };
        let sql = format!(
            "SELECT sums.person, COALESCE(people.name, ''), part, whole FROM (\
             SELECT person, \
             CAST(SUM(CASE WHEN counter = $1 THEN value ELSE 0 END) AS BIGINT) AS part, \
             CAST(SUM(CASE WHEN counter = $2 THEN value ELSE 0 END) AS BIGINT) AS whole \
             FROM counters WHERE game = $3 AND ($4 = 0 OR guild = $5) AND {SOUND} GROUP BY person) AS sums \
             LEFT JOIN people ON people.person = sums.person \
             WHERE whole >= $6 ORDER BY {order} DESC, sums.person LIMIT $7"
        );
        let mut values = vec![
            part.name().into(),
            per.unwrap_or(part).name().into(),
            ranking.game.name().into(),
        ];
        values.extend(reach(ranking.reach));
        values.extend([ranking.at_least.max(1).into(), ranking.limit.into()]);
        let rows = tx.run(&sql, values).await.doing(doing)?;
        let standing = |row: &Row| {
            let whole = row.int(3).ok()?;
            Some(LeaderboardRow {
                person: PersonId(row.id(0).ok()?),
                name: row.optional_text(1).unwrap_or_default().to_owned(),
                part: row.int(2).ok()?,
                whole: per.map(|_| whole),
            })
        };
        Ok(sound(&rows, doing, standing))
    }
}

fn finished(row: &Row) -> Result<Finished, sqlx::Error> {
    let round = row.small(4)?;
    Ok(Finished {
        table: table_id(row, 0)?,
        game: game(row, 2)?,
        match_number: row.small(3)?,
        round: (round != 0).then_some(round),
        position: Position(row.id(5)?),
        at: UnixMillis(row.id(6)?),
        summary: row.text(7)?.to_owned(),
    })
}
