//! Which tables are open, which are set aside, and whose row is damaged.

use super::backup::PutBack;
use super::examine::damage_of;
use super::*;

impl Db {
    /// The open tables, oldest first, those with damaged rows apart; with a key only that of this channel. The journals
    /// are to be read one by one with [`Db::resume`], so that a thousand of
    /// them need not be in memory together and a damaged one spoils no other.
    pub async fn open_tables(&self, of: Option<TableKey>) -> Result<OpenTables, StoreError> {
        let mut tx = self.reading("list open tables").await?;
        let here = of.map_or("", |_| "AND channel = $1");
        let first = of.is_none() && !self.swept.swap(true, Ordering::Relaxed);
        // Whose state is none may have been open. It reads all rows, so it is done once.
        let unknown = match first {
            true => "OR state IS NULL OR state NOT IN ('open', 'closed', 'aside')",
            false => "",
        };
        let sql = format!(
            "SELECT id, channel, opening, guild, game, bucket, state FROM tables \
             WHERE state = 'open' {here} {unknown} ORDER BY id"
        );
        let key = of.map_or_else(Vec::new, TableKey::values);
        let rows = tx.run(&sql, key).await?;
        let put_back = PutBack::of(&mut tx).await?;
        let mut open = OpenTables::default();
        for row in &rows {
            let number = row.read()?;
            let guild: GuildId = row.get(3).unwrap_or_default();
            if row.get(5) == Ok(guild.0 >> 22)
                && row.text(6) == Ok("open")
                && let Ok((table, guild, game)) = row.get(1)
            {
                open.tables.push(OpenTable {
                    row: number,
                    table,
                    guild,
                    game,
                    salt: PutBack::salt(put_back.as_ref(), number),
                });
            } else if let Some(found) = damage_of(&mut tx, number).await? {
                open.damaged.push(DamagedRow {
                    row: number,
                    guild,
                    found,
                });
            }
        }
        drop(tx);
        if first && let Err(error) = self.finish_forgetting().await {
            tracing::warn!(%error, "somebody who asked to be forgotten is not yet; at the next start");
        }
        Ok(open)
    }

    /// Puts the table in this row aside, which cannot be continued or not even be read. Its journal is kept, with the
    /// reason; with `later` it is tried again at every start, as only this version cannot continue it.
    ///
    /// # Errors
    /// [`StoreError::NoRow`] if it is not open.
    pub async fn set_aside(
        &self,
        row: i64,
        at: UnixMillis,
        reason: &str,
        later: bool,
    ) -> Result<(), StoreError> {
        let mut tx = self.writing("end a table").await?;
        let sql = "UPDATE tables SET state = 'aside', ended_at = $2, reason = $3, later = $4 \
                   WHERE id = $1 AND (state IS NULL OR state NOT IN ('closed', 'aside')) \
                   RETURNING id";
        let values = (row, at, reason.replace('\0', " "), later);
        let set = tx.first(sql, values).await?;
        set.ok_or(StoreError::NoRow(row))?;
        self.forget_late(&mut tx, row).await?;
        tx.commit().await
    }

    /// The tables that were set aside because a later version had written them (or
    /// by [`Db::retry`]), oldest first: to be restored by whoever can, if their channel has no
    /// open table. With [`Db::reopen`] they go on.
    pub async fn aside_later(&self) -> Result<Vec<OpenTable>, StoreError> {
        let mut tx = self.reading("list tables set aside").await?;
        let sql = "SELECT id, channel, opening, guild, game FROM tables AS it \
                   WHERE state = 'aside' AND later = 1 AND NOT EXISTS (SELECT 1 FROM tables AS other \
                   WHERE other.state = 'open' AND other.channel = it.channel) ORDER BY id";
        let rows: Vec<_> = tx.all(sql, ()).await?;
        let put_back = PutBack::of(&mut tx).await?;
        let rows = rows.into_iter();
        let open = rows.map(|(row, table, guild, game)| OpenTable {
            row,
            table,
            guild,
            game,
            salt: PutBack::salt(put_back.as_ref(), row),
        });
        Ok(open.collect())
    }

    /// Opens the table in this row again, which was set aside.
    ///
    /// # Errors
    /// [`StoreError::NoRow`] if it is not aside, or its channel has an open table by now.
    pub async fn reopen(&self, row: i64) -> Result<(), StoreError> {
        let mut tx = self.writing("open a table again").await?;
        // The bucket follows from the guild, and may have been what was damaged.
        let sql = "UPDATE tables SET state = 'open', ended_at = NULL, reason = NULL, later = 0, \
                   bucket = guild >> 22 WHERE id = $1 AND state = 'aside' \
                   AND NOT EXISTS (SELECT 1 FROM tables AS other \
                   WHERE other.state = 'open' AND other.channel = tables.channel) RETURNING id";
        let opened = tx.first(sql, row).await?;
        opened.ok_or(StoreError::NoRow(row))?;
        tx.commit().await
    }

    /// All tables that are set aside, oldest first.
    pub async fn aside(&self) -> Result<Vec<Aside>, StoreError> {
        let sql = "SELECT id, channel, opening, game, ended_at, reason, later FROM tables \
                   WHERE state = 'aside' ORDER BY id";
        let all = self.list("list tables set aside", sql, ()).await?;
        let all = all.into_iter();
        let aside = all.map(|(row, table, game, at, reason, later)| Aside {
            row,
            table,
            game: Option::unwrap_or_default(game),
            at,
            reason: Option::unwrap_or_default(reason),
            later: Option::unwrap_or_default(later),
        });
        Ok(aside.collect())
    }

    /// Has a table that was set aside tried again at the next start.
    ///
    /// # Errors
    /// [`StoreError::NoRow`] if no table with this row number is set aside.
    pub async fn retry(&self, row: i64) -> Result<(), StoreError> {
        let sql = "UPDATE tables SET later = 1 WHERE id = $1 AND state = 'aside' RETURNING id";
        let mut tx = self.writing("have a table tried again").await?;
        let known = tx.first(sql, row).await?;
        known.ok_or(StoreError::NoRow(row))?;
        tx.commit().await
    }

    /// Removes a table that was set aside, with its journal; history and statistics stay.
    ///
    /// # Errors
    /// [`StoreError::NoRow`] if no table with this row number is set aside.
    pub async fn discard(&self, row: i64) -> Result<(), StoreError> {
        let mut tx = self.writing("remove a table").await?;
        let sql =
            "UPDATE tables SET state = 'closed' WHERE id = $1 AND state = 'aside' RETURNING id";
        let known = tx.first(sql, row).await?;
        known.ok_or(StoreError::NoRow(row))?;
        packs::empty(&mut tx, row).await?;
        tx.commit().await
    }
}
