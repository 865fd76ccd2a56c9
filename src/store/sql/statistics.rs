//! What is kept of people: sums of what they finished, how they rank by them, and settings.
//!
//! In a guild people are ranked by the sums there, everywhere by those that the database keeps over all
//! guilds in `totals`, a column for each [`Counter`].
//!
//! The sums of people, as finished rounds add to them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::ratings::NewRound;
use super::*;
use crate::club::honour::{Earned, earned};
use crate::club::{day_of, rated_round};
use crate::game::GameKind;
use crate::store::about::{KeptResult, KeptSum, kept_result, names, share};
use crate::store::tally::{honour_of_sum, honour_sum};

#[cfg(feature = "testing")]
use super::tables::row_of;

/// Counts rounds and matches that were finished at the tables in these rows, and answers how many of them were new: those
/// that were counted already, or whose table does not exist, are left out.
///
/// The sums of all are written together and person by person, in the same order in every process,
/// so that two of them that count for the same people cannot wait for each other in a circle.
pub async fn count(tx: &mut Tx, finishes: &[(i64, &Finish)]) -> Result<usize, StoreError> {
    let mut sums = FinishedSums::default();
    let (mut counted, mut new) = (0, Vec::new());
    for &(row, finish) in finishes {
        let Some(entered) = enter(tx, row, finish).await? else {
            continue;
        };
        counted += 1;
        daily::keep(tx, row, finish).await?;
        let Ok((game, guild)) = entered.read::<(GameKind, GuildId)>() else {
            // The table's row is damaged; its entries can be written all the same.
            tracing::warn!("a finished round counts for nobody: the guild or game cannot be read");
            continue;
        };
        sums.add(game.name(), guild, finish);
        new.push(NewRound {
            row,
            game,
            guild,
            finish,
        });
    }
    sums.write(tx).await?;
    ratings::count(tx, &new).await?;
    Ok(counted)
}

/// Enters a finished round in the history; its game and guild, if it was not there and its table is.
async fn enter(tx: &mut Tx, row: i64, finish: &Finish) -> Result<Option<Row>, StoreError> {
    let sql = "INSERT INTO finished (table_id, match_number, round_number, channel, guild, game, \
               position, at, summary) \
               SELECT id, $2, $3, channel, guild, game, $4, $5, $6 FROM tables WHERE id = $1 \
               ON CONFLICT DO NOTHING RETURNING game, guild";
    let number = (row, finish.match_number, finish.round.unwrap_or(0));
    let values = (number, finish.position, finish.at, &finish.summary);
    tx.first(sql, values).await
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
        let row = row_of(&mut tx, table).await?;
        let counted = count(&mut tx, &[(row, &finish)]).await?;
        tx.commit().await?;
        Ok(counted == 1)
    }

    /// What was finished in a channel, latest first, leaving out the first `skip`.
    pub async fn history(
        &self,
        key: TableKey,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<Finished>, StoreError> {
        // If one entry finishes both, the match comes after its last round.
        let sql = "SELECT tables.channel, tables.opening, finished.game, match_number, \
                   round_number, position, at, summary \
                   FROM finished JOIN tables ON tables.id = table_id \
                   WHERE finished.channel = $1 \
                   ORDER BY table_id DESC, match_number DESC, \
                   CASE WHEN round_number = 0 THEN 0 ELSE 1 END, round_number DESC \
                   LIMIT $2 OFFSET $3";
        self.list("list finished rounds", sql, (key, limit, skip))
            .await
    }

    /// The sums of one person.
    pub async fn stats(&self, person: PersonId, reach: Reach) -> Result<Stats, StoreError> {
        let doing = "read statistics";
        let mut tx = self.reading(doing).await?;
        let mut values = person.values();
        let there = match reach {
            Reach::Everywhere => "",
            Reach::Guild(guild) => {
                guild.add_to(&mut values);
                "AND guild = $2"
            }
        };
        let sql = format!(
            "SELECT game, versus, counter, CAST(SUM(value) AS BIGINT) FROM counters \
             WHERE person = $1 {there} AND {SOUND} GROUP BY game, versus, counter"
        );
        let mut stats = Stats::default();
        let rows = tx.run(&sql, values).await?;
        // Games and counters unknown to this version are left to later ones.
        sound::<(), ()>(&rows, doing, |row| stats.add(row));
        let opponents = stats.sums.keys().filter_map(|(_, versus)| match versus {
            Versus::Person(person) => Some(*person),
            Versus::Anybody | Versus::Computer(_) => None,
        });
        let opponents: BTreeSet<PersonId> = opponents.collect();
        let sql = "SELECT person, name FROM people WHERE name <> '' AND person IN (VALUES";
        let rows = tx.run_many([sql, ")"], opponents).await?;
        stats.names = sound(&rows, doing, |row| row.read().ok());
        Ok(stats)
    }

    /// The best people by one measure; equals in the order of their ids.
    pub async fn leaderboard(&self, ranking: Ranking) -> Result<Vec<LeaderboardRow>, StoreError> {
        let per = ranking.by.per;
        let (sql, values) = match ranking.reach {
            Reach::Guild(guild) => best_of_guild(ranking, guild),
            Reach::Everywhere => best_of_all(ranking),
        };
        let rows = self.list("read a leaderboard", &sql, values).await?;
        let rows = rows.into_iter();
        let rows = rows.map(|(person, name, part, whole)| LeaderboardRow {
            person,
            name: Option::unwrap_or_default(name),
            part,
            whole: per.and(Some(whole)),
        });
        Ok(rows.collect())
    }

    /// What is kept of results is searched by its text, which takes as long as there are results.
    pub async fn about(&self, person: PersonId) -> Result<KeptAbout, StoreError> {
        let doing = "read what is kept of a person";
        let settings = self.settings(Scope::Person(person)).await?;
        let mut tx = self.reading(doing).await?;
        let sql = "SELECT name FROM people WHERE person = $1";
        let name = tx.first(sql, person).await?;
        let name = name.and_then(|row| row.read::<String>().ok());
        let name = name.filter(|name| !name.is_empty());
        let sql = "SELECT game, guild, versus, counter, value FROM counters WHERE person = $1";
        let mut sums: Vec<KeptSum> = tx.all(sql, person).await?;
        sums.sort_unstable();
        let sql = "SELECT f.channel, t.opening, f.game, f.match_number, f.round_number, f.position, f.at, \
                   f.summary, f.guild FROM finished f JOIN tables t ON t.id = f.table_id \
                   WHERE f.summary LIKE $1";
        let rows = tx.run(sql, format!("%{}%", person.0)).await?;
        let result = |row: &Row| {
            let (finished, guild): (Finished, _) = row.read().ok()?;
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
        let sql = "SELECT name, value FROM settings WHERE scope = $1 AND id = $2";
        let settings = self.list("read settings", sql, scope).await?;
        Ok(settings.into_iter().collect())
    }

    /// The settings of this scope whose names begin with this, by name; without one those of whoever they are, for which
    /// every setting is looked at.
    pub async fn settings_named(
        &self,
        of: Option<Scope>,
        start: &str,
    ) -> Result<Vec<NamedSetting>, StoreError> {
        let mut values = format!("{start}%").values();
        let here = of.map_or("", |scope| {
            scope.add_to(&mut values);
            "AND scope = $2 AND id = $3"
        });
        let sql = format!(
            "SELECT scope, id, name, value FROM settings WHERE name LIKE $1 {here} \
             ORDER BY name, scope, id"
        );
        let mut named: Vec<NamedSetting> = self.list("read settings", &sql, values).await?;
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
        let mut tx = self.writing("write a setting").await?;
        for change in changes {
            write_setting(&mut tx, scope, change).await?;
        }
        tx.commit().await
    }

    /// Changes a setting that is never empty as it is now, or empty where there is none. Others who change it wait.
    pub(in crate::store) async fn change_setting<R>(
        &self,
        scope: Scope,
        name: String,
        change: impl FnOnce(&str) -> (Option<String>, R),
    ) -> Result<R, StoreError> {
        let mut tx = self.writing("write a setting").await?;
        let sql = "INSERT INTO settings (scope, id, name, value) VALUES ($1, $2, $3, '') \
                   ON CONFLICT (scope, id, name) DO UPDATE SET value = settings.value \
                   RETURNING value";
        let kept = tx.first(sql, (scope, &name)).await?;
        let before = kept.as_ref().and_then(|row| row.text(0).ok());
        let before = before.unwrap_or_default();
        let (after, said) = change(before);
        if after.as_deref().unwrap_or_default() != before {
            write_setting(&mut tx, scope, (name, after)).await?;
            tx.commit().await?;
        }
        Ok(said)
    }
}

/// Writes a setting, or with `None` takes it away.
async fn write_setting(
    tx: &mut Tx,
    scope: Scope,
    (name, value): (String, Option<String>),
) -> Result<(), StoreError> {
    check_text("setting", &name)?;
    check_text("setting", value.as_deref().unwrap_or_default())?;
    let mut values = (scope, name).values();
    let sql = match value {
        None => "DELETE FROM settings WHERE scope = $1 AND id = $2 AND name = $3",
        Some(value) => {
            value.add_to(&mut values);
            "INSERT INTO settings (scope, id, name, value) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (scope, id, name) DO UPDATE SET value = excluded.value"
        }
    };
    tx.run(sql, values).await.map(drop)
}

impl Stats {
    /// Adds the sum in a row of `game, versus, counter, value`; `None` if it cannot be read.
    fn add(&mut self, row: &Row) -> Option<()> {
        let name = row.text(2).ok()?;
        let sum: i64 = row.get(3).ok()?;
        if let Some(honour) = honour_of_sum(name) {
            *self.honours.entry(honour).or_insert(0) += sum;
            return Some(());
        }
        let game = row.get(0).ok()?;
        if let Some((month, won)) = Month::of_sum(name) {
            let months = self.months.entry(game).or_default();
            let played = months.entry(month).or_default();
            played.wins += if won { sum } else { 0 };
            played.games += if won { 0 } else { sum };
            return Some(());
        }
        let place = (game, Versus::read(row.text(1).ok()?)?);
        let counter = Counter::named(name)?;
        self.sums.entry(place).or_default().insert(counter, sum);
        Some(())
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
    let counters = (part.name(), per.unwrap_or(part).name());
    let most = (ranking.at_least.max(1), ranking.limit);
    (sql, (counters, ranking.game, guild, most).values())
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
    (sql, (ranking.game, ranking.limit).values())
}

/// Its kind and number.
impl Parameter for Scope {
    fn add_to(self, values: &mut Vec<Value>) {
        self.parts().add_to(values);
    }
}

/// From `scope, id, name, value`.
impl Column for NamedSetting {
    const WIDTH: usize = 4;

    fn of(row: &Row, at: usize) -> Result<Self, StoreError> {
        let (kind, id, name, value): (String, _, _, _) = row.get(at)?;
        let scope = Scope::of_parts(&kind, id).ok_or_else(|| row.wrong("no scope"))?;
        Ok(NamedSetting { scope, name, value })
    }
}

/// From `game, guild, versus, counter, value`.
impl Column for KeptSum {
    const WIDTH: usize = 5;

    fn of(row: &Row, at: usize) -> Result<Self, StoreError> {
        let (game, guild, versus, counter, value) = row.get(at)?;
        Ok(KeptSum {
            game,
            guild,
            versus,
            counter,
            value,
        })
    }
}

/// The settings of servers and channels in which a person is, by key or value, but for bans. What other people keep, such
/// as whom they have blocked, is theirs.
pub async fn naming(tx: &mut Tx, person: PersonId) -> Result<Vec<NamedSetting>, StoreError> {
    let sql = "SELECT scope, id, name, value FROM settings WHERE scope <> 'person' \
               AND (name LIKE $1 OR value LIKE $1) ORDER BY scope, id, name";
    let id = person.0.to_string();
    let mut all: Vec<NamedSetting> = tx.all(sql, format!("%{id}%")).await?;
    all.retain(|NamedSetting { name, value, .. }| {
        let is_key = name.split(' ').any(|word| word == id);
        !name.starts_with(Ban::NAME) && (is_key || names(person, value))
    });
    Ok(all)
}

/// Whether a sum can be one: an absurd one would spoil, by overflowing, those it is added to.
pub(super) const SOUND: &str = "counters.value BETWEEN -1000000000000 AND 1000000000000";

/// What finished rounds add, in the order in which it is written.
#[derive(Default)]
pub struct FinishedSums<'a> {
    names: BTreeMap<PersonId, Cow<'a, str>>,
    /// The day since 1970 of the latest of them.
    day: u32,
    /// By person, game, guild, opponent and counter.
    values: BTreeMap<(PersonId, String, GuildId, String, String), i64>,
}

impl<'a> FinishedSums<'a> {
    pub fn add(&mut self, game: &str, guild: GuildId, finish: &'a Finish) {
        self.day = self.day.max(day_of(finish.at));
        // Also those who left before its end are rated.
        if let Some(rated) = rated_round(&finish.summary) {
            for (person, name) in rated.people() {
                let name = || Cow::Owned(name.to_owned());
                self.names.entry(person).or_insert_with(name);
            }
        }
        self.add_honours(game, guild, earned(&finish.summary));
        for tally in &finish.tallies {
            self.names.insert(tally.person, Cow::Borrowed(&tally.name));
            let mut add = |versus: &Versus, counter: &str, value: i64| {
                let (game, versus) = (game.to_owned(), versus.to_string());
                let key = (tally.person, game, guild, versus, counter.to_owned());
                *self.values.entry(key).or_insert(0) += value;
            };
            for &(counter, value) in &tally.counts {
                add(&tally.versus, counter.name(), value);
            }
            if let Some(played) = tally.played() {
                let [games, wins] = Month::of(finish.at).sums();
                add(&Versus::Anybody, &games, played.games);
                add(&Versus::Anybody, &wins, played.wins);
            }
        }
    }

    pub fn add_honours(&mut self, game: &str, guild: GuildId, honours: Vec<Earned>) {
        for Earned { person, honour, .. } in honours {
            let (game, versus) = (game.to_owned(), Versus::Anybody.to_string());
            let key = (person, game, guild, versus, honour_sum(honour));
            *self.values.entry(key).or_insert(0) += 1;
        }
    }

    pub async fn write(self, tx: &mut Tx) -> Result<(), StoreError> {
        // Also those whose name is the same are locked.
        let sql = [
            "INSERT INTO people (person, name, seen) VALUES",
            "ON CONFLICT (person) DO UPDATE SET name = excluded.name, seen = excluded.seen \
             WHERE people.name <> excluded.name OR people.seen < excluded.seen",
        ];
        let names = self.names.iter();
        let names = names.map(|(person, name)| (*person, &**name, self.day));
        tx.run_many(sql, names).await?;
        let add = format!(
            "ON CONFLICT (game, guild, person, versus, counter) DO UPDATE SET value = excluded.value + \
             CASE WHEN {SOUND} THEN counters.value ELSE 0 END"
        );
        let sql = "INSERT INTO counters (person, game, guild, versus, counter, value) VALUES";
        tx.run_many([sql, &add], self.values).await.map(drop)
    }
}
