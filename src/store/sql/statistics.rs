//! What is kept of people: sums of what they finished, how they rank by them, and settings.
//!
//! In a guild people are ranked by the sums there, everywhere by those that the database keeps over all
//! guilds in `totals`, a column for each [`Counter`].

use super::counters::{FinishedSums, SOUND};
use super::ratings::NewRound;
use super::tables::{finished, game};
use super::*;
use crate::store::about::{KeptResult, KeptSum, kept_result, names, share};
use crate::store::tally::honour_of_sum;
use std::collections::BTreeSet;

/// Counts rounds and matches that were finished at the tables in these rows. For each: `false` if it
/// was already counted or the table does not exist.
///
/// The sums of all are written together and person by person, in the same order in every process,
/// so that two of them that count for the same people cannot wait for each other in a circle.
pub async fn count(tx: &mut Tx, finishes: &[(i64, &Finish)]) -> Result<Vec<bool>, StoreError> {
    let mut sums = FinishedSums::default();
    let mut counted = Vec::with_capacity(finishes.len());
    let mut new = Vec::new();
    for &(table_row, finish) in finishes {
        let place = enter(tx, table_row, finish).await?;
        counted.push(!matches!(place, HistoryEntry::Known));
        if !matches!(place, HistoryEntry::Known) {
            daily::keep(tx, table_row, finish).await?;
        }
        if let HistoryEntry::New(Some((game, guild))) = place {
            sums.add(&game, guild, finish);
            new.push(NewRound {
                row: table_row,
                game,
                guild,
                finish,
            });
        }
    }
    sums.write(tx).await?;
    ratings::count(tx, &new).await?;
    Ok(counted)
}

/// What became of a finished round in the history.
enum HistoryEntry {
    /// It was there, or its table does not exist.
    Known,
    /// It is new, and counts for this game and guild, if they can be read.
    New(Option<(String, i64)>),
}

/// Enters a finished round in the history.
async fn enter(tx: &mut Tx, table_row: i64, finish: &Finish) -> Result<HistoryEntry, StoreError> {
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
        return Ok(HistoryEntry::Known);
    };
    let (Ok(guild), Ok(game)) = (row.int(0), row.text(1)) else {
        // The table's row is damaged; its entries can be written all the same.
        tracing::warn!("a finished round counts for nobody: the guild or game cannot be read");
        return Ok(HistoryEntry::New(None));
    };
    Ok(HistoryEntry::New(Some((game.to_owned(), guild))))
}

/// The condition that statistics reach so far, with the guild as the parameter after `parameters`.
fn within(reach: Reach, parameters: &mut Vec<Value>) -> String {
    match reach {
        Reach::Everywhere => SOUND.to_owned(),
        Reach::Guild(guild) => {
            parameters.push(guild.0.into());
            format!("guild = ${} AND {SOUND}", parameters.len())
        }
    }
}

impl Db {
    /// For tests: counts something finished that did not come with an entry; `false` if it was counted
    /// before.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Invalid`].
    #[cfg(feature = "testing")]
    pub async fn record(&self, table: TableId, finish: Finish) -> Result<bool, StoreError> {
        finish.check()?;
        let mut tx = self.writing("count a finished round").await?;
        let sql = "SELECT id FROM tables WHERE channel = $1 AND opening = $2";
        let values = vec![table.key.0.into(), table.opening.0.into()];
        let rows = tx.run(sql, values).await?;
        let row = rows.first().ok_or(StoreError::Missing { table })?;
        let row = row.int(0)?;
        let counted = count(&mut tx, &[(row, &finish)]).await?;
        tx.commit().await?;
        Ok(counted == [true])
    }

    /// What was finished in a channel, latest first, leaving out the first `skip`.
    pub async fn history(
        &self,
        key: TableKey,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<Finished>, StoreError> {
        let doing = "list finished rounds";
        let mut tx = self.reading(doing).await?;
        // If one entry finishes both, the match comes after its last round.
        let sql = "SELECT tables.channel, tables.opening, finished.game, match_number, \
                   round_number, position, at, summary \
                   FROM finished JOIN tables ON tables.id = table_id \
                   WHERE finished.channel = $1 \
                   ORDER BY table_id DESC, match_number DESC, \
                   CASE WHEN round_number = 0 THEN 0 ELSE 1 END, round_number DESC \
                   LIMIT $2 OFFSET $3";
        let values = vec![key.0.into(), limit.into(), skip.into()];
        let rows = tx.run(sql, values).await?;
        Ok(sound(&rows, doing, |row| finished(row).ok()))
    }

    /// The sums of one person.
    pub async fn stats(&self, person: PersonId, reach: Reach) -> Result<Stats, StoreError> {
        let doing = "read statistics";
        let mut tx = self.reading(doing).await?;
        let mut values = vec![person.0.into()];
        let sql = format!(
            "SELECT game, versus, counter, CAST(SUM(value) AS BIGINT) FROM counters \
             WHERE person = $1 AND {} GROUP BY game, versus, counter",
            within(reach, &mut values)
        );
        let mut stats = Stats::default();
        let rows = tx.run(&sql, values).await?;
        let (honours, rows): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| {
            let name = row.text(2).ok();
            name.is_some_and(|name| honour_of_sum(name).is_some())
        });
        for row in &honours {
            if let (Some(honour), Ok(sum)) = (row.text(2).ok().and_then(honour_of_sum), row.int(3))
            {
                *stats.honours.entry(honour).or_insert(0) += sum;
            }
        }
        let (months, rows): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| {
            let name = row.text(2).ok();
            name.is_some_and(|name| Month::of_sum(name).is_some())
        });
        for row in &months {
            let of = row.text(2).ok().and_then(Month::of_sum);
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
        let opponents = stats.sums.keys().filter_map(|(_, versus)| match versus {
            Versus::Person(person) => Some(*person),
            Versus::Anybody | Versus::Computer(_) => None,
        });
        let opponents: BTreeSet<PersonId> = opponents.collect();
        for run in runs(&opponents.into_iter().collect::<Vec<_>>()) {
            let sql = format!(
                "SELECT person, name FROM people WHERE name <> '' AND person IN (VALUES {})",
                places(run.len(), 1)
            );
            let values = run.iter().map(|person| person.0.into()).collect();
            let rows = tx.run(&sql, values).await?;
            let name = |row: &Row| Some((PersonId(row.id(0).ok()?), row.text(1).ok()?.to_owned()));
            let names: Vec<_> = sound(&rows, doing, name);
            stats.names.extend(names);
        }
        Ok(stats)
    }
}

impl Db {
    /// The best people by one measure; equals in the order of their ids.
    pub async fn leaderboard(&self, ranking: Ranking) -> Result<Vec<LeaderboardRow>, StoreError> {
        let doing = "read a leaderboard";
        let mut tx = self.reading(doing).await?;
        let per = ranking.by.per;
        let (sql, values) = match ranking.reach {
            Reach::Guild(guild) => best_of_guild(ranking, guild),
            Reach::Everywhere => best_of_all(ranking),
        };
        let rows = tx.run(&sql, values).await?;
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

/// Ranks the members of a guild by their sums there, which are few and side by side.
fn best_of_guild(ranking: Ranking, guild: GuildId) -> (String, Vec<Value>) {
    let Measure { part, per, .. } = ranking.by;
    let sql = format!(
        "SELECT sums.person, COALESCE(people.name, ''), part, whole FROM (SELECT person, \
         CAST(SUM(CASE WHEN counter = $1 THEN value ELSE 0 END) AS BIGINT) AS part, \
         CAST(SUM(CASE WHEN counter = $2 THEN value ELSE 0 END) AS BIGINT) AS whole \
         FROM counters WHERE game = $3 AND guild = $4 AND counter IN ($1, $2) AND {SOUND} \
         GROUP BY person) AS sums LEFT JOIN people ON people.person = sums.person \
         WHERE whole >= $5 ORDER BY {} DESC, sums.person LIMIT $6",
        // Without a divisor, `whole` is the sum of `part`.
        per.map_or("part", |_| "CAST(part AS DOUBLE PRECISION) / whole")
    );
    let values = vec![
        part.name().into(),
        per.unwrap_or(part).name().into(),
        ranking.game.name().into(),
        guild.0.into(),
        ranking.at_least.max(1).into(),
        ranking.limit.into(),
    ];
    (sql, values)
}

/// Ranks everybody by their sums over all guilds.
fn best_of_all(ranking: Ranking) -> (String, Vec<Value>) {
    let Measure { part, per, .. } = ranking.by;
    let whole = per.unwrap_or(part).name();
    let (part, least) = (part.name(), ranking.at_least.max(1));
    let measure = match per {
        None => part.to_owned(),
        Some(_) => format!("CAST({part} AS DOUBLE PRECISION) / {whole}"),
    };
    // The least is written out: PostgreSQL has indexes of those who have so many, in this order.
    let sql = format!(
        "SELECT best.person, COALESCE(people.name, ''), part, whole FROM (\
         SELECT person, {part} AS part, {whole} AS whole, {measure} AS measure FROM totals \
         WHERE game = $1 AND {whole} >= {least} ORDER BY {measure} DESC, person LIMIT $2) AS best \
         LEFT JOIN people ON people.person = best.person ORDER BY measure DESC, best.person"
    );
    (sql, vec![ranking.game.name().into(), ranking.limit.into()])
}

impl Db {
    /// What is kept of results is searched by its text, which takes as long as there are results.
    pub async fn about(&self, person: PersonId) -> Result<KeptAbout, StoreError> {
        let doing = "read what is kept of a person";
        let settings = self.settings(Scope::Person(person)).await?;
        let mut tx = self.reading(doing).await?;
        let sql = "SELECT name FROM people WHERE person = $1";
        let rows = tx.run(sql, vec![person.0.into()]).await?;
        let name = rows.first().and_then(|row| row.optional_text(0));
        let name = name.filter(|name| !name.is_empty()).map(str::to_owned);
        let sql = "SELECT game, guild, versus, counter, value FROM counters WHERE person = $1";
        let rows = tx.run(sql, vec![person.0.into()]).await?;
        let sum = |row: &Row| {
            Some(KeptSum {
                game: row.text(0).ok()?.to_owned(),
                guild: GuildId(row.id(1).ok()?),
                versus: row.text(2).ok()?.to_owned(),
                counter: row.text(3).ok()?.to_owned(),
                value: row.int(4).ok()?,
            })
        };
        let mut sums: Vec<KeptSum> = sound(&rows, doing, sum);
        sums.sort_unstable();
        let sql = "SELECT f.channel, t.opening, f.game, f.match_number, f.round_number, f.position, f.at, \
                   f.summary, f.guild FROM finished f JOIN tables t ON t.id = f.table_id \
                   WHERE f.summary LIKE $1";
        let like = format!("%{}%", person.0);
        let rows = tx.run(sql, vec![like.into()]).await?;
        let result = |row: &Row| {
            let (finished, guild) = (finished(row).ok()?, GuildId(row.id(8).ok()?));
            names(person, &finished.summary).then(|| kept_result(guild, &finished))
        };
        let mut finished: Vec<KeptResult> = rows.iter().filter_map(result).collect();
        finished.sort_unstable();
        let elsewhere = naming(&mut tx, person).await?.into_iter();
        let elsewhere = elsewhere.filter_map(|NamedSetting { scope, name, value }| {
            let value = share(person, serde_json::from_str(&value).ok()?);
            Some(KeptElsewhere { scope, name, value })
        });
        let elsewhere = elsewhere.collect();
        Ok(KeptAbout {
            name,
            settings,
            sums,
            finished,
            elsewhere,
        })
    }

    /// All settings of one scope by name.
    pub async fn settings(&self, scope: Scope) -> Result<BTreeMap<String, String>, StoreError> {
        let doing = "read settings";
        let (kind, id) = scope.parts();
        let mut tx = self.reading(doing).await?;
        let sql = "SELECT name, value FROM settings WHERE scope = $1 AND id = $2";
        let rows = tx.run(sql, vec![kind.into(), id.into()]).await?;
        let setting =
            |row: &Row| Some((row.text(0).ok()?.to_owned(), row.text(1).ok()?.to_owned()));
        Ok(sound(&rows, doing, setting))
    }

    /// The settings of this scope whose names begin with this, by name; without one those of whoever they are, for which
    /// every setting is looked at.
    pub async fn settings_named(
        &self,
        of: Option<Scope>,
        start: &str,
    ) -> Result<Vec<NamedSetting>, StoreError> {
        let mut tx = self.reading("read settings").await?;
        let mut values = vec![Value::from(format!("{start}%"))];
        let here = of.map_or("", |scope| {
            let (kind, id) = scope.parts();
            values.extend([kind.into(), id.into()]);
            "AND scope = $2 AND id = $3"
        });
        let sql = format!(
            "SELECT scope, id, name, value FROM settings WHERE name LIKE $1 {here} \
             ORDER BY name, scope, id"
        );
        let rows = tx.run(&sql, values).await?;
        let mut named = named(&rows);
        // Databases differ in what they take for alike.
        named.retain(|setting| setting.name.starts_with(start));
        Ok(named)
    }

    /// Writes settings of one scope by name, or with `None` takes them away: all of them or none.
    ///
    /// # Errors
    /// [`StoreError::Invalid`].
    pub async fn set_settings(
        &self,
        scope: Scope,
        changes: Vec<(String, Option<String>)>,
    ) -> Result<(), StoreError> {
        for (name, value) in &changes {
            check_text("setting", name)?;
            check_text("setting", value.as_deref().unwrap_or_default())?;
        }
        let (kind, id) = scope.parts();
        let mut tx = self.writing("write a setting").await?;
        for (name, value) in changes {
            let mut values = vec![kind.into(), id.into(), name.into()];
            let sql = match value {
                None => "DELETE FROM settings WHERE scope = $1 AND id = $2 AND name = $3",
                Some(value) => {
                    values.push(value.into());
                    "INSERT INTO settings (scope, id, name, value) VALUES ($1, $2, $3, $4) \
                     ON CONFLICT (scope, id, name) DO UPDATE SET value = excluded.value"
                }
            };
            tx.run(sql, values).await?;
        }
        tx.commit().await
    }

    /// Writes a setting anew, or with `None` takes it away, if it is still as it was before; `false` if somebody changed
    /// it meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Invalid`].
    pub async fn swap_setting(
        &self,
        scope: Scope,
        name: &str,
        [before, after]: [Option<&str>; 2],
    ) -> Result<bool, StoreError> {
        check_text("setting", name)?;
        check_text("setting", after.unwrap_or_default())?;
        let (kind, id) = scope.parts();
        let mut values: Vec<Value> = vec![kind.into(), id.into(), name.into()];
        values.extend(before.into_iter().chain(after).map(Value::from));
        let sql = match (before, after) {
            (None, None) => return Ok(self.setting(scope, name).await?.is_none()),
            (None, Some(_)) => {
                "INSERT INTO settings (scope, id, name, value) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (scope, id, name) DO NOTHING RETURNING name"
            }
            (Some(_), None) => {
                "DELETE FROM settings WHERE scope = $1 AND id = $2 AND name = $3 AND value = $4 \
                 RETURNING name"
            }
            (Some(_), Some(_)) => {
                "UPDATE settings SET value = $5 \
                 WHERE scope = $1 AND id = $2 AND name = $3 AND value = $4 RETURNING name"
            }
        };
        let mut tx = self.writing("write a setting").await?;
        let kept = !tx.run(sql, values).await?.is_empty();
        tx.commit().await?;
        Ok(kept)
    }

    /// Takes a setting away, and answers with what it was: of several who ask at once, one is told.
    pub async fn take_setting(
        &self,
        scope: Scope,
        name: &str,
    ) -> Result<Option<String>, StoreError> {
        let (kind, id) = scope.parts();
        let mut tx = self.writing("take a setting away").await?;
        let sql = "DELETE FROM settings WHERE scope = $1 AND id = $2 AND name = $3 RETURNING value";
        let rows = tx
            .run(sql, vec![kind.into(), id.into(), name.into()])
            .await?;
        tx.commit().await?;
        let taken = rows.first().and_then(|row| row.text(0).ok());
        Ok(taken.map(str::to_owned))
    }
}

fn named(rows: &[Row]) -> Vec<NamedSetting> {
    let setting = |row: &Row| {
        Some(NamedSetting {
            scope: Scope::of_parts(row.text(0).ok()?, row.id(1).ok()?)?,
            name: row.text(2).ok()?.to_owned(),
            value: row.text(3).ok()?.to_owned(),
        })
    };
    sound(rows, "read settings", setting)
}

/// The settings of servers and channels in which a person is, by key or value, but for bans. What other people keep, such
/// as whom they have blocked, is theirs.
pub async fn naming(tx: &mut Tx, person: PersonId) -> Result<Vec<NamedSetting>, StoreError> {
    let sql = "SELECT scope, id, name, value FROM settings WHERE scope <> 'person' \
               AND (name LIKE $1 OR value LIKE $1) ORDER BY scope, id, name";
    let id = person.0.to_string();
    let rows = tx.run(sql, vec![format!("%{id}%").into()]).await?;
    let mut all = named(&rows);
    all.retain(|NamedSetting { name, value, .. }| {
        let is_key = name.split(' ').any(|word| word == id);
        !name.starts_with(Ban::NAME) && (is_key || names(person, value))
    });
    Ok(all)
}
