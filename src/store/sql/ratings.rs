//! Ratings: what finished rounds move, where people stand, and how all of it is worked out again.

use std::collections::BTreeSet;

use super::statistics::FinishedSums;
use super::tables::row_of;
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
    pub game: GameKind,
    pub guild: GuildId,
    pub finish: &'a Finish,
}

/// A finished round that counts, with the row of its table.
struct Rated<'a> {
    of: &'a NewRound<'a>,
    round: RatedRound,
}

/// Moves the numbers of those who played these rounds, which are counted for the first time. Their
/// rows in `people` are locked, so that no other process moves them meanwhile.
pub async fn count(tx: &mut Tx, finished: &[NewRound<'_>]) -> Result<(), StoreError> {
    let rated = finished.iter().filter_map(|of| {
        let round = rated_round(&of.finish.summary)?;
        Some(Rated { of, round })
    });
    let rounds: Vec<Rated> = rated.collect();
    if rounds.is_empty() {
        return Ok(());
    }
    let loaded = load(tx, &rounds).await?;
    let mut ledger = loaded.clone();
    let mut entries = Vec::with_capacity(rounds.len());
    for Rated { of, round } in &rounds {
        entries.push(ledger.count(round, (of.game, of.guild), of.finish.at));
    }
    let standings = &mut ledger.standings;
    standings.retain(|key, booked| loaded.standings.get(key) != Some(booked));
    write(tx, &ledger).await?;
    let sql = [
        "INSERT INTO rated (table_id, match_number, round_number, number, weight, before) VALUES",
        "ON CONFLICT DO NOTHING",
    ];
    let rows = rounds
        .iter()
        .zip(&entries)
        .map(|(Rated { of, .. }, entry)| {
            let before = serde_json::to_string(&entry.before).expect("numbers");
            let place = (of.row, of.finish.match_number, of.finish.round.unwrap_or(0));
            (place, entry.number, entry.weight, before)
        });
    tx.run_many(sql, rows).await.map(drop)
}

/// The books as far as these rounds concern them.
async fn load(tx: &mut Tx, rounds: &[Rated<'_>]) -> Result<Ledger, StoreError> {
    let mut ledger = Ledger::default();
    let people = rounds.iter().flat_map(|rated| rated.round.people());
    let people: BTreeSet<PersonId> = people.map(|(person, _)| person).collect();
    let sql = "SELECT game, guild, person, rating, spread, rounds, last FROM ratings WHERE person IN (VALUES";
    let rows = tx.run_many([sql, ")"], people).await?;
    let booked = |row: &Row| {
        let (key, standing, last) = row.read().ok()?;
        Some((key, BookedStanding { standing, last }))
    };
    // A damaged row is as none; one of another game concerns nobody here.
    ledger.standings = rows.iter().filter_map(booked).collect();
    let lineups = rounds.iter().map(|rated| rated.round.lineup(rated.of.game));
    let lineups: BTreeSet<String> = lineups.collect();
    let sql = "SELECT lineup, day, rounds FROM meetings WHERE lineup IN (VALUES";
    let rows = tx.run_many([sql, ")"], lineups).await?;
    let meeting = |row: &Row| {
        let (lineup, day, rounds) = row.read().ok()?;
        Some((lineup, (day, rounds)))
    };
    ledger.meetings = rows.iter().filter_map(meeting).collect();
    Ok(ledger)
}

/// From `rating, spread, rounds`.
impl Column for Standing {
    const WIDTH: usize = 3;

    fn of(row: &Row, at: usize) -> Result<Self, StoreError> {
        row.get::<(i64, i64, u32)>(at).map(Standing::from)
    }
}

impl Parameter for Standing {
    fn add_to(self, values: &mut Vec<Value>) {
        (self.rating, self.spread, self.rounds).add_to(values);
    }
}

/// Writes everything that is in these books.
async fn write(tx: &mut Tx, ledger: &Ledger) -> Result<(), StoreError> {
    let sql = [
        "INSERT INTO ratings (game, guild, person, rating, spread, rounds, last) VALUES",
        "ON CONFLICT (game, guild, person) DO UPDATE SET rating = excluded.rating, \
         spread = excluded.spread, rounds = excluded.rounds, last = excluded.last",
    ];
    let standings = ledger.standings.iter();
    let standings = standings.map(|(key, booked)| (*key, booked.standing, booked.last));
    tx.run_many(sql, standings).await?;
    let sql = [
        "INSERT INTO rating_days (person, game, day, rating) VALUES",
        "ON CONFLICT (person, game, day) DO UPDATE SET rating = excluded.rating",
    ];
    let days = ledger.days.iter().map(|(key, rating)| (*key, *rating));
    tx.run_many(sql, days).await?;
    let sql = [
        "INSERT INTO meetings (lineup, day, rounds) VALUES",
        "ON CONFLICT (lineup) DO UPDATE SET day = excluded.day, rounds = excluded.rounds",
    ];
    let meetings = ledger.meetings.iter();
    let meetings = meetings.map(|(lineup, last)| (lineup, *last));
    tx.run_many(sql, meetings).await.map(drop)
}

/// Forgets where a person stands; what their rounds did to others stays.
pub async fn forget(tx: &mut Tx, person: PersonId) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM ratings WHERE person = $1",
        "DELETE FROM rating_days WHERE person = $1",
    ] {
        tx.run(sql, person).await?;
    }
    let sql = "DELETE FROM meetings WHERE lineup LIKE $1";
    let like = format!("%p{}.%", person.0);
    tx.run(sql, like).await.map(drop)
}

impl Db {
    /// Where a person stands, and how they came there.
    pub async fn standings(&self, person: PersonId) -> Result<Standings, StoreError> {
        let mut tx = self.reading("read ratings").await?;
        let sql = "SELECT game, guild, rating, spread, rounds FROM ratings WHERE person = $1";
        let now = tx.all(sql, person).await?;
        let sql = "SELECT game, day, rating FROM rating_days WHERE person = $1";
        let days: Vec<_> = tx.all(sql, person).await?;
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
        let values = (game, guild, PROVISIONAL, limit);
        let rows = self.list("read a leaderboard", &sql, values).await?;
        let rows = rows.into_iter();
        let rows = rows.map(|(person, name, standing): (_, Option<_>, _)| RatedPerson {
            person,
            name: name.unwrap_or_default(),
            standing,
        });
        Ok(rows.collect())
    }

    /// How a finished round, or a match without rounds, moved the ratings of its people everywhere;
    /// nothing if it did not count.
    pub async fn round_ratings(
        &self,
        (table, match_number, round): FinishedPlace,
    ) -> Result<Vec<RatingChange>, StoreError> {
        let mut tx = self.reading("read the ratings of a round").await?;
        let sql = "SELECT finished.game, finished.summary, number, weight, before \
                   FROM rated JOIN tables ON tables.id = rated.table_id \
                   JOIN finished ON finished.table_id = rated.table_id \
                   AND finished.match_number = rated.match_number \
                   AND finished.round_number = rated.round_number \
                   WHERE tables.channel = $1 AND tables.opening = $2 \
                   AND rated.match_number = $3 AND rated.round_number = $4";
        let values = (table, match_number, round.unwrap_or(0));
        let changes = tx.first(sql, values).await?.and_then(|row| {
            let (game, summary, entry): (_, String, RatedEntry) = row.read().ok()?;
            let mut before = entry.before.all.into_iter();
            let before = |_| before.next().unwrap_or(Standing::NEW);
            Some(rated_round(&summary)?.changes(game, entry.weight, before))
        });
        Ok(changes.unwrap_or_default())
    }

    /// Finished rounds and matches after this one, in an order that does not change.
    pub async fn finished_after(
        &self,
        after: Option<FinishedPlace>,
        limit: u32,
    ) -> Result<Vec<Finished>, StoreError> {
        let mut tx = self.reading("list finished rounds").await?;
        let mut key = (0, 0, -1);
        if let Some((table, match_number, round)) = after {
            let row = row_of(&mut tx, table).await?;
            key = (row, match_number, i64::from(round.unwrap_or(0)));
        }
        let sql = "SELECT tables.channel, tables.opening, finished.game, match_number, \
                   round_number, position, at, summary \
                   FROM finished JOIN tables ON tables.id = table_id \
                   WHERE (table_id, match_number, round_number) > ($1, $2, $3) \
                   ORDER BY table_id, match_number, round_number LIMIT $4";
        tx.all(sql, (key, limit)).await
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
        let values = (table, match_number, round.unwrap_or(0), summary);
        tx.run(sql, values).await?;
        tx.commit().await
    }

    /// See [`Db::rebuild_ratings`].
    pub async fn rebuild_ratings(&self) -> Result<RebuiltRatings, StoreError> {
        let mut tx = self.writing("work ratings out again").await?;
        let mut ledger = Ledger::default();
        let mut rounds = 0;
        let mut after = (0_i64, -1_i64, 0_i64, 0_i64);
        loop {
            let sql = "SELECT rated.number, rated.table_id, rated.match_number, \
                       rated.round_number, rated.number, weight, before, summary, finished.game, \
                       finished.guild, at, forgotten \
                       FROM rated JOIN finished ON finished.table_id = rated.table_id \
                       AND finished.match_number = rated.match_number \
                       AND finished.round_number = rated.round_number \
                       LEFT JOIN tables ON tables.id = rated.table_id \
                       WHERE (rated.number, rated.table_id, rated.match_number, \
                       rated.round_number) > ($1, $2, $3, $4) \
                       ORDER BY rated.number, rated.table_id, rated.match_number, \
                       rated.round_number LIMIT $5";
            let rows = tx.run(sql, (after, PAGE)).await?;
            let Some(last) = rows.last() else {
                break;
            };
            after = last.read()?;
            for row in &rows {
                rounds += u64::from(book_again(&mut ledger, row).is_some());
            }
        }
        for table in ["ratings", "rating_days"] {
            tx.run(&format!("DELETE FROM {table}"), ()).await?;
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

/// Counts the honours of all finished rounds again.
async fn count_honours(tx: &mut Tx) -> Result<(), StoreError> {
    let sql = "DELETE FROM counters WHERE counter LIKE 'honour@%'";
    tx.run(sql, ()).await?;
    let mut sums = FinishedSums::default();
    let mut after = (0_i64, 0_i64, -1_i64);
    loop {
        let sql = "SELECT table_id, match_number, round_number, finished.game, finished.guild, \
                   forgotten, summary FROM finished LEFT JOIN tables ON tables.id = table_id \
                   WHERE (table_id, match_number, round_number) > ($1, $2, $3) \
                   ORDER BY table_id, match_number, round_number LIMIT $4";
        let rows = tx.run(sql, (after, PAGE)).await?;
        let Some(last) = rows.last() else {
            break;
        };
        after = last.read()?;
        for row in &rows {
            let Ok((guild, forgotten)) = row.get::<(GuildId, Option<u32>)>(4) else {
                continue;
            };
            let (Ok(game), Ok(summary)) = (row.text(3), row.text(6)) else {
                continue;
            };
            let forgotten = u64::from(forgotten.unwrap_or(0));
            let mut honours = earned(summary);
            honours.retain(|earned| !(1..=forgotten).contains(&earned.person.0));
            sums.add_honours(game, guild, honours);
        }
    }
    sums.write(tx).await
}

/// How a round was counted, from `number, weight, before`.
impl Column for RatedEntry {
    const WIDTH: usize = 3;

    fn of(row: &Row, at: usize) -> Result<Self, StoreError> {
        let (number, weight, before): (_, _, String) = row.get(at)?;
        let before = serde_json::from_str(&before).map_err(|error| row.wrong(error))?;
        Ok(RatedEntry {
            number,
            weight,
            before,
        })
    }
}

/// Counts a round again, from a row that has all of it from its fifth column on; `None` for one that cannot be read.
fn book_again(ledger: &mut Ledger, row: &Row) -> Option<()> {
    type Round = (
        RatedEntry,
        String,
        (GameKind, GuildId),
        UnixMillis,
        Option<u32>,
    );
    let (entry, summary, place, at, forgotten): Round = row.get(4).ok()?;
    let round = rated_round(&summary)?;
    let forgotten = u64::from(forgotten.unwrap_or(0));
    let is_stand_in = |person: PersonId| (1..=forgotten).contains(&person.0);
    ledger.book(&round, place, at, &entry, is_stand_in);
    Some(())
}
