//! Ratings: what finished rounds move, where people stand, and how all of it is worked out again.

use std::collections::BTreeSet;

use super::counters::FinishedSums;
use super::tables::{finished, game};
use super::*;
use crate::club::honour::earned;
use crate::club::{
    BookedStanding, EVERYWHERE, Ledger, PROVISIONAL, RatedEntry, RatedRound, RatingChange,
    Standing, rated_round,
};
use crate::game::GameKind;

/// How many rounds are read at a time.
const PAGE: u32 = 2_000;

/// A round or match that is counted for the first time.
pub struct NewRound<'a> {
    /// The row of its table.
    pub row: i64,
    pub game: String,
    pub guild: i64,
    pub finish: &'a Finish,
}

/// A finished round that counts, with the row of its table.
struct Rated<'a> {
    of: &'a NewRound<'a>,
    game: GameKind,
    round: RatedRound,
}

/// Moves the numbers of those who played these rounds, which are counted for the first time. Their
/// rows in `people` are locked, so that no other process moves them meanwhile.
pub async fn count(tx: &mut Tx, finished: &[NewRound<'_>]) -> Result<(), StoreError> {
    let rated = finished.iter().filter_map(|of| {
        Some(Rated {
            of,
            game: GameKind::of(&of.game)?,
            round: rated_round(&of.finish.summary)?,
        })
    });
    let rounds: Vec<Rated> = rated.collect();
    if rounds.is_empty() {
        return Ok(());
    }
    let loaded = load(tx, &rounds).await?;
    let mut ledger = loaded.clone();
    let mut entries = Vec::with_capacity(rounds.len());
    for Rated { of, game, round } in &rounds {
        let guild = GuildId(of.guild.cast_unsigned());
        entries.push(ledger.count(round, (*game, guild), of.finish.at));
    }
    ledger
        .standings
        .retain(|key, booked| loaded.standings.get(key) != Some(booked));
    write(tx, &ledger).await?;
    let rows: Vec<_> = rounds.iter().zip(&entries).collect();
    for run in runs(&rows) {
        let sql = format!(
            "INSERT INTO rated (table_id, match_number, round_number, number, weight, before) \
             VALUES {} ON CONFLICT DO NOTHING",
            places(run.len(), 6)
        );
        let values = run.iter().flat_map(|(Rated { of, .. }, entry)| {
            let before = serde_json::to_string(&entry.before).expect("numbers");
            [
                Value::from(of.row),
                of.finish.match_number.into(),
                of.finish.round.unwrap_or(0).into(),
                entry.number.into(),
                entry.weight.into(),
                before.into(),
            ]
        });
        tx.run(&sql, values.collect()).await?;
    }
    Ok(())
}

/// The books as far as these rounds concern them.
async fn load(tx: &mut Tx, rounds: &[Rated<'_>]) -> Result<Ledger, StoreError> {
    let mut ledger = Ledger::default();
    let people = rounds.iter().flat_map(|rated| rated.round.people());
    let people: BTreeSet<PersonId> = people.map(|(person, _)| person).collect();
    for run in runs(&people.into_iter().collect::<Vec<_>>()) {
        let sql = format!(
            "SELECT game, guild, person, rating, spread, rounds, last FROM ratings \
             WHERE person IN (VALUES {})",
            places(run.len(), 1)
        );
        let values = run.iter().map(|person| person.0.into()).collect();
        for row in tx.run(&sql, values).await? {
            let booked = |row: &Row| -> Result<_, StoreError> {
                let key = (game(row, 0)?, GuildId(row.id(1)?), PersonId(row.id(2)?));
                let booked = BookedStanding {
                    standing: standing(row, 3)?,
                    last: row.id(6)?,
                };
                Ok((key, booked))
            };
            // A damaged row is as none; one of another game concerns nobody here.
            ledger.standings.extend(booked(&row).ok());
        }
    }
    let lineups = rounds.iter().map(|rated| rated.round.lineup(rated.game));
    let lineups: BTreeSet<String> = lineups.collect();
    for run in runs(&lineups.into_iter().collect::<Vec<_>>()) {
        let sql = format!(
            "SELECT lineup, day, rounds FROM meetings WHERE lineup IN (VALUES {})",
            places(run.len(), 1)
        );
        let values = run.iter().map(|lineup| lineup.as_str().into()).collect();
        for row in tx.run(&sql, values).await? {
            if let (Ok(lineup), Ok(day), Ok(rounds)) = (row.text(0), row.small(1), row.small(2)) {
                ledger.meetings.insert(lineup.to_owned(), (day, rounds));
            }
        }
    }
    Ok(ledger)
}

fn standing(row: &Row, first: usize) -> Result<Standing, StoreError> {
    Ok(Standing {
        rating: row.int(first)?,
        spread: row.int(first + 1)?,
        rounds: row.small(first + 2)?,
    })
}

/// Writes everything that is in these books.
async fn write(tx: &mut Tx, ledger: &Ledger) -> Result<(), StoreError> {
    let rows: Vec<_> = ledger.standings.iter().collect();
    for run in runs(&rows) {
        let sql = format!(
            "INSERT INTO ratings (game, guild, person, rating, spread, rounds, last) VALUES {} \
             ON CONFLICT (game, guild, person) DO UPDATE SET rating = excluded.rating, \
             spread = excluded.spread, rounds = excluded.rounds, last = excluded.last",
            places(run.len(), 7)
        );
        let values = run.iter().flat_map(|((game, guild, person), booked)| {
            [
                Value::from(game.name()),
                guild.0.into(),
                person.0.into(),
                booked.standing.rating.into(),
                booked.standing.spread.into(),
                booked.standing.rounds.into(),
                booked.last.into(),
            ]
        });
        tx.run(&sql, values.collect()).await?;
    }
    let rows: Vec<_> = ledger.days.iter().collect();
    for run in runs(&rows) {
        let sql = format!(
            "INSERT INTO rating_days (person, game, day, rating) VALUES {} \
             ON CONFLICT (person, game, day) DO UPDATE SET rating = excluded.rating",
            places(run.len(), 4)
        );
        let values = run.iter().flat_map(|((person, game, day), rating)| {
            [
                Value::from(person.0),
                game.name().into(),
                (*day).into(),
                (**rating).into(),
            ]
        });
        tx.run(&sql, values.collect()).await?;
    }
    let rows: Vec<_> = ledger.meetings.iter().collect();
    for run in runs(&rows) {
        let sql = format!(
            "INSERT INTO meetings (lineup, day, rounds) VALUES {} \
             ON CONFLICT (lineup) DO UPDATE SET day = excluded.day, rounds = excluded.rounds",
            places(run.len(), 3)
        );
        let values = run.iter().flat_map(|(lineup, (day, rounds))| {
            [
                Value::from(lineup.as_str()),
                (*day).into(),
                (*rounds).into(),
            ]
        });
        tx.run(&sql, values.collect()).await?;
    }
    Ok(())
}

/// Forgets where a person stands; what their rounds did to others stays.
pub async fn forget(tx: &mut Tx, person: PersonId) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM ratings WHERE person = $1",
        "DELETE FROM rating_days WHERE person = $1",
    ] {
        tx.run(sql, vec![person.0.into()]).await?;
    }
    let sql = "DELETE FROM meetings WHERE lineup LIKE $1";
    let like = format!("%p{}.%", person.0);
    tx.run(sql, vec![like.into()]).await.map(drop)
}

impl Db {
    /// Where a person stands, and how they came there.
    pub async fn standings(&self, person: PersonId) -> Result<Standings, StoreError> {
        let doing = "read ratings";
        let mut tx = self.reading(doing).await?;
        let sql = "SELECT game, guild, rating, spread, rounds FROM ratings WHERE person = $1";
        let rows = tx.run(sql, vec![person.0.into()]).await?;
        let now = sound(&rows, doing, |row| {
            let key = (game(row, 0).ok()?, GuildId(row.id(1).ok()?));
            Some((key, standing(row, 2).ok()?))
        });
        let sql = "SELECT game, day, rating FROM rating_days WHERE person = $1";
        let rows = tx.run(sql, vec![person.0.into()]).await?;
        let days: Vec<_> = sound(&rows, doing, |row| {
            Some((game(row, 0).ok()?, row.small(1).ok()?, row.int(2).ok()?))
        });
        let mut course = BTreeMap::<GameKind, BTreeMap<u32, i64>>::new();
        for (game, day, rating) in days {
            course.entry(game).or_default().insert(day, rating);
        }
        Ok(Standings { now, course })
    }

    /// The people with the highest ratings, those that are provisional behind all others; equals in the
    /// order of their ids.
    pub async fn best_rated(
        &self,
        game: GameKind,
        reach: Reach,
        limit: u32,
    ) -> Result<Vec<RatedPerson>, StoreError> {
        let doing = "read a leaderboard";
        let mut tx = self.reading(doing).await?;
        let guild = match reach {
            Reach::Guild(guild) => guild,
            Reach::Everywhere => EVERYWHERE,
        };
        // Names are looked up of these few alone.
        let order = "CASE WHEN spread < $3 THEN 0 ELSE 1 END, rating DESC";
        let sql = format!(
            "SELECT best.person, COALESCE(people.name, ''), rating, spread, rounds FROM (\
             SELECT person, rating, spread, rounds FROM ratings WHERE game = $1 AND guild = $2 \
             ORDER BY {order}, person LIMIT $4) AS best \
             LEFT JOIN people ON people.person = best.person ORDER BY {order}, best.person"
        );
        let values = vec![
            game.name().into(),
            guild.0.into(),
            PROVISIONAL.into(),
            limit.into(),
        ];
        let rows = tx.run(&sql, values).await?;
        Ok(sound(&rows, doing, |row| {
            Some(RatedPerson {
                person: PersonId(row.id(0).ok()?),
                name: row.optional_text(1).unwrap_or_default().to_owned(),
                standing: standing(row, 2).ok()?,
            })
        }))
    }

    /// How a finished round, or a match without rounds, moved the ratings of its people everywhere;
    /// nothing if it did not count.
    pub async fn round_ratings(
        &self,
        table: TableId,
        match_number: u32,
        round: Option<u32>,
    ) -> Result<Vec<RatingChange>, StoreError> {
        let mut tx = self.reading("read the ratings of a round").await?;
        let sql = "SELECT finished.game, finished.summary, number, weight, before \
                   FROM rated JOIN tables ON tables.id = rated.table_id \
                   JOIN finished ON finished.table_id = rated.table_id \
                   AND finished.match_number = rated.match_number \
                   AND finished.round_number = rated.round_number \
                   WHERE tables.channel = $1 AND tables.opening = $2 \
                   AND rated.match_number = $3 AND rated.round_number = $4";
        let values = vec![
            table.key.0.into(),
            table.opening.0.into(),
            match_number.into(),
            round.unwrap_or(0).into(),
        ];
        let rows = tx.run(sql, values).await?;
        let changes = rows.first().and_then(|row| {
            let round = rated_round(row.text(1).ok()?)?;
            let entry = entry(row, 2).ok()?;
            let mut before = entry.before.all.into_iter();
            let before = |_| before.next().unwrap_or(Standing::NEW);
            Some(round.changes(game(row, 0).ok()?, entry.weight, before))
        });
        Ok(changes.unwrap_or_default())
    }

    /// Finished rounds and matches after this one, in an order that does not change.
    pub async fn finished_after(
        &self,
        after: Option<FinishedPlace>,
        limit: u32,
    ) -> Result<Vec<Finished>, StoreError> {
        let doing = "list finished rounds";
        let mut tx = self.reading(doing).await?;
        let mut key = (0, 0, -1);
        if let Some((table, match_number, round)) = after {
            let sql = "SELECT id FROM tables WHERE channel = $1 AND opening = $2";
            let rows = tx.run(sql, place_values(table)).await?;
            let row = rows.first().ok_or(StoreError::Missing { table })?;
            key = (
                row.int(0)?,
                i64::from(match_number),
                i64::from(round.unwrap_or(0)),
            );
        }
        let sql = "SELECT tables.channel, tables.opening, finished.game, match_number, \
                   round_number, position, at, summary \
                   FROM finished JOIN tables ON tables.id = table_id \
                   WHERE (table_id, match_number, round_number) > ($1, $2, $3) \
                   ORDER BY table_id, match_number, round_number LIMIT $4";
        let values = vec![key.0.into(), key.1.into(), key.2.into(), limit.into()];
        let rows = tx.run(sql, values).await?;
        Ok(sound(&rows, doing, |row| finished(row).ok()))
    }

    /// Replaces the summary of a finished round or match.
    ///
    /// # Errors
    /// [`StoreError::Invalid`].
    pub async fn put_summary(
        &self,
        (table, match_number, round): FinishedPlace,
        summary: String,
    ) -> Result<(), StoreError> {
        check_text("summary", &summary)?;
        let mut tx = self.writing("write a result").await?;
        let sql = "UPDATE finished SET summary = $5 WHERE match_number = $3 \
                   AND round_number = $4 AND table_id = (SELECT id FROM tables \
                   WHERE channel = $1 AND opening = $2)";
        let mut values = place_values(table);
        values.extend([
            match_number.into(),
            round.unwrap_or(0).into(),
            summary.into(),
        ]);
        tx.run(sql, values).await?;
        tx.commit().await
    }

    /// See [`Db::rebuild_ratings`].
    pub async fn rebuild_ratings(&self) -> Result<RebuiltRatings, StoreError> {
        let mut tx = self.writing("work ratings out again").await?;
        let mut ledger = Ledger::default();
        let mut rounds = 0;
        let mut after = [0_i64, -1, 0, 0];
        loop {
            let sql = "SELECT rated.number, rated.table_id, rated.match_number, \
                       rated.round_number, weight, before, finished.game, finished.guild, at, \
                       summary, forgotten \
                       FROM rated JOIN finished ON finished.table_id = rated.table_id \
                       AND finished.match_number = rated.match_number \
                       AND finished.round_number = rated.round_number \
                       LEFT JOIN tables ON tables.id = rated.table_id \
                       WHERE (rated.number, rated.table_id, rated.match_number, \
                       rated.round_number) > ($1, $2, $3, $4) \
                       ORDER BY rated.number, rated.table_id, rated.match_number, \
                       rated.round_number LIMIT $5";
            let values = after.iter().map(|key| Value::from(*key));
            let values = values.chain([PAGE.into()]).collect();
            let rows = tx.run(sql, values).await?;
            let Some(last) = rows.last() else {
                break;
            };
            for (at, key) in after.iter_mut().enumerate() {
                *key = last.int(at)?;
            }
            for row in &rows {
                rounds += u64::from(book_again(&mut ledger, row).is_some());
            }
        }
        for table in ["ratings", "rating_days"] {
            tx.run(&format!("DELETE FROM {table}"), vec![]).await?;
        }
        write(&mut tx, &ledger).await?;
        count_honours(&mut tx).await?;
        tx.commit().await?;
        let people: BTreeSet<PersonId> = ledger.standings.keys().map(|(.., p)| *p).collect();
        Ok(RebuiltRatings {
            rounds,
            people: people.len() as u64,
        })
    }
}

fn place_values(table: TableId) -> Vec<Value> {
    vec![table.key.0.into(), table.opening.0.into()]
}

/// Counts the honours of all finished rounds again.
async fn count_honours(tx: &mut Tx) -> Result<(), StoreError> {
    let sql = "DELETE FROM counters WHERE counter LIKE 'honour@%'";
    tx.run(sql, vec![]).await?;
    let mut sums = FinishedSums::default();
    let mut after = [0_i64, 0, -1];
    loop {
        let sql = "SELECT table_id, match_number, round_number, finished.game, finished.guild, \
                   summary, forgotten FROM finished LEFT JOIN tables ON tables.id = table_id \
                   WHERE (table_id, match_number, round_number) > ($1, $2, $3) \
                   ORDER BY table_id, match_number, round_number LIMIT $4";
        let values = after.iter().map(|key| Value::from(*key));
        let rows = tx.run(sql, values.chain([PAGE.into()]).collect()).await?;
        let Some(last) = rows.last() else {
            break;
        };
        for (at, key) in after.iter_mut().enumerate() {
            *key = last.int(at)?;
        }
        for row in &rows {
            let (Ok(game), Ok(guild), Ok(summary)) = (row.text(3), row.int(4), row.text(5)) else {
                continue;
            };
            let forgotten = u64::from(row.small(6).unwrap_or(0));
            let mut honours = earned(summary);
            honours.retain(|earned| !(1..=forgotten).contains(&earned.person.0));
            sums.add_honours(game, guild, honours);
        }
    }
    sums.write(tx).await
}

/// How a round was counted, in columns `number, weight, before`.
fn entry(row: &Row, first: usize) -> Result<RatedEntry, StoreError> {
    let before = serde_json::from_str(row.text(first + 2)?);
    Ok(RatedEntry {
        number: row.id(first)?,
        weight: row.small(first + 1)?,
        before: before.map_err(|error| row.wrong(error))?,
    })
}

/// Counts a round again; `None` for one that cannot be read.
fn book_again(ledger: &mut Ledger, row: &Row) -> Option<()> {
    let round = rated_round(row.text(9).ok()?)?;
    let entry = RatedEntry {
        number: row.id(0).ok()?,
        weight: row.small(4).ok()?,
        before: serde_json::from_str(row.text(5).ok()?).ok()?,
    };
    let place = (game(row, 6).ok()?, GuildId(row.id(7).ok()?));
    let forgotten = u64::from(row.small(10).unwrap_or(0));
    let is_stand_in = |person: PersonId| (1..=forgotten).contains(&person.0);
    ledger.book(
        &round,
        place,
        UnixMillis(row.id(8).ok()?),
        &entry,
        is_stand_in,
    );
    Some(())
}
