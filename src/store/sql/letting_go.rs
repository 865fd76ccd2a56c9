//! Letting go: the names of people who were not seen for long, and servers that the bot left.

use super::*;
use crate::club::day_of;

/// How many tables or names are removed in one transaction, so that others can write in between.
const TOGETHER: usize = 10;

impl Db {
    /// Empties the names of people of whom nothing was counted for so many days; what was counted stays.
    /// Answers with the number of names.
    pub async fn forget_names(&self, now: UnixMillis, days: u32) -> Result<usize, StoreError> {
        let doing = "forget names";
        // In the order in which rounds write them.
        let sql = "SELECT person, seen FROM people WHERE name <> '' AND seen < $1 ORDER BY person";
        let people = self.list(doing, sql, day_of(now).saturating_sub(days));
        let people: Vec<(PersonId, i64)> = people.await?;
        let mut names = 0;
        for people in people.chunks(TOGETHER) {
            let mut tx = self.writing(doing).await?;
            for person in people {
                // Unless they were seen meanwhile.
                let sql = "UPDATE people SET name = '' WHERE person = $1 AND seen = $2 \
                           RETURNING person";
                names += tx.run(sql, *person).await?.len();
            }
            tx.commit().await?;
        }
        Ok(names)
    }

    /// The servers that the bot left before this time ([`LEFT`]), and did not come back to.
    pub async fn left_guilds(&self, before: UnixMillis) -> Result<Vec<GuildId>, StoreError> {
        let doing = "list servers that were left";
        let sql = "SELECT id, value FROM settings WHERE scope = 'guild' AND name = $1 ORDER BY id";
        let mut left: Vec<(GuildId, String)> = self.list(doing, sql, Left::NAME).await?;
        left.retain(|(_, at)| is_before(at, before));
        Ok(left.into_iter().map(|(guild, _)| guild).collect())
    }

    /// Forgets a server that the bot left before this time: its settings, tables with their history, and
    /// standings there. What people did there stays in their sums and ratings over all servers, without
    /// saying where. `false`, and nothing or not all is forgotten, if the bot came back, or while a table of
    /// it is open.
    pub async fn forget_guild(
        &self,
        guild: GuildId,
        before: UnixMillis,
    ) -> Result<bool, StoreError> {
        let doing = "forget a server";
        let mut tx = self.reading(doing).await?;
        let sql = "SELECT id, state FROM tables WHERE guild = $1 ORDER BY id";
        let rows = tx.run(sql, guild).await?;
        if rows.iter().any(|row| row.text(1) == Ok("open")) {
            return Ok(false);
        }
        let tables: Result<Vec<i64>, StoreError> = rows.iter().map(Row::read).collect();
        let sql = "SELECT DISTINCT person FROM counters WHERE guild = $1 ORDER BY person";
        let people = tx.run(sql, guild).await?;
        drop(tx);
        for tables in tables?.chunks(TOGETHER) {
            let Some(mut tx) = self.leaving(guild, before).await? else {
                return Ok(false);
            };
            for table in tables {
                remove(&mut tx, *table).await?;
            }
            tx.commit().await?;
        }
        for person in people {
            let Some(mut tx) = self.leaving(guild, before).await? else {
                return Ok(false);
            };
            move_sums(&mut tx, guild, person.read()?).await?;
            tx.commit().await?;
        }
        let Some(mut tx) = self.leaving(guild, before).await? else {
            return Ok(false);
        };
        for sql in [
            "DELETE FROM ratings WHERE guild = $1",
            "UPDATE daily SET guild = 0 WHERE guild = $1",
            "DELETE FROM settings WHERE scope = 'guild' AND id = $1",
        ] {
            tx.run(sql, guild).await?;
        }
        tx.commit().await?;
        Ok(true)
    }

    /// A transaction in which something of a server is forgotten; `None` if the bot came back, which waits
    /// for its end.
    async fn leaving(&self, guild: GuildId, before: UnixMillis) -> Result<Option<Tx>, StoreError> {
        let mut tx = self.writing("forget a server").await?;
        let sql = "UPDATE settings SET value = value \
                   WHERE scope = 'guild' AND id = $1 AND name = $2 RETURNING value";
        let left = tx.first(sql, (guild, Left::NAME)).await?;
        let left = left.is_some_and(|row| row.text(0).is_ok_and(|at| is_before(at, before)));
        Ok(left.then_some(tx))
    }
}

/// Has the sums of a person on a server count for no server, so that those over all stay.
async fn move_sums(tx: &mut Tx, guild: GuildId, person: i64) -> Result<(), StoreError> {
    // Nobody counts for them meanwhile.
    let sql = "UPDATE people SET name = name WHERE person = $1";
    tx.run(sql, person).await?;
    for sql in [
        "INSERT INTO counters (game, guild, person, versus, counter, value) \
         SELECT game, 0, person, versus, counter, value FROM counters \
         WHERE person = $1 AND guild = $2 ORDER BY game, versus, counter \
         ON CONFLICT (game, guild, person, versus, counter) \
         DO UPDATE SET value = counters.value + excluded.value",
        "DELETE FROM counters WHERE person = $1 AND guild = $2",
    ] {
        tx.run(sql, (person, guild)).await?;
    }
    Ok(())
}

/// Whether the time in a text is before this one.
fn is_before(at: &str, before: UnixMillis) -> bool {
    at.parse().is_ok_and(|at: u64| at < before.0)
}

/// Removes a table that is not open, with its history, and what is set of its channel.
async fn remove(tx: &mut Tx, row: i64) -> Result<(), StoreError> {
    packs::empty(tx, row).await?;
    for sql in [
        "DELETE FROM rated WHERE table_id = $1",
        "DELETE FROM finished WHERE table_id = $1",
        "DELETE FROM settings WHERE scope = 'channel' \
         AND id = (SELECT channel FROM tables WHERE id = $1)",
        "DELETE FROM tables WHERE id = $1",
    ] {
        tx.run(sql, row).await?;
    }
    Ok(())
}
