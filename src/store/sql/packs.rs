//! What is kept of what is over: packed entries, and nothing after a time.

use super::tables::table_id;
use super::*;
use crate::store::journal::pack_seal;
use crate::store::packed;

/// How many tables are pruned in one transaction, so that others can write in between.
const TOGETHER: u32 = 10;

impl Db {
    /// Closed tables whose entries are not packed, oldest first.
    pub async fn unpacked(&self, limit: u32) -> Result<Vec<TableId>, StoreError> {
        let mut tx = self.reading("list journals to pack").await?;
        let sql = "SELECT channel, opening FROM tables \
                   WHERE state = 'closed' AND packed = 0 AND pruned = 0 ORDER BY id LIMIT $1";
        let rows = tx.run(sql, vec![limit.into()]).await?;
        let read = |row: &Row| table_id(row, 0).ok();
        Ok(rows.iter().filter_map(read).collect())
    }

    /// Tables that were closed since this time and when, the latest first: so many at most.
    pub async fn closed_since(
        &self,
        since: UnixMillis,
        most: u32,
    ) -> Result<Vec<(TableId, UnixMillis)>, StoreError> {
        let since = i64::try_from(since.0).unwrap_or(i64::MAX);
        let mut tx = self.reading("list closed tables").await?;
        let sql = "SELECT channel, opening, ended_at FROM tables \
                   WHERE state = 'closed' AND pruned = 0 AND ended_at >= $1 \
                   ORDER BY ended_at DESC, id DESC LIMIT $2";
        let rows = tx.run(sql, vec![since.into(), most.into()]).await?;
        let read = |row: &Row| Some((table_id(row, 0).ok()?, UnixMillis(row.id(2).ok()?)));
        Ok(rows.iter().filter_map(read).collect())
    }

    /// Packs the entries of a closed table. A journal that is damaged stays as it is and is not
    /// listed in [`Db::unpacked`] any more. Answers with the number of entries packed.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is no such closed table, [`StoreError::Damaged`].
    pub async fn pack(&self, table: TableId) -> Result<usize, StoreError> {
        let doing = "pack a journal";
        let (row, forgotten, packed) = self.to_pack(table).await?;
        if packed != 0 {
            return Ok(0);
        }
        let journal = match self.journal(table).await {
            Ok(journal) => journal,
            Err(error @ (StoreError::Damaged { .. } | StoreError::Later { .. })) => {
                let mut tx = self.writing(doing).await?;
                let sql = "UPDATE tables SET packed = 2 WHERE id = $1";
                tx.run(sql, vec![row.into()]).await?;
                tx.commit().await?;
                return Err(error);
            }
            Err(error) => return Err(error),
        };
        let entries = journal.saved.entries;
        let number = entries.len();
        let ends = entries.first().zip(entries.last());
        let ends = ends.map(|(first, last)| (first.position, last.position));
        // Some milliseconds for a long journal.
        let body = tokio::task::spawn_blocking(move || packed::pack(&entries)).await;
        let body = body.map_err(|_| StoreError::Closed)?;
        let mut tx = self.writing(doing).await?;
        // Unless somebody was forgotten in it meanwhile.
        let sql = "UPDATE tables SET packed = 1 WHERE id = $1 AND state = 'closed' \
                   AND packed = 0 AND pruned = 0 AND forgotten = $2 RETURNING id";
        let values = vec![row.into(), forgotten.into()];
        if tx.run(sql, values).await?.is_empty() {
            return Ok(0);
        }
        if let Some((first, last)) = ends {
            let seal = pack_seal(table, first, last, &body);
            let sql = "INSERT INTO packs (table_id, first, last, body, seal) \
                       VALUES ($1, $2, $3, $4, $5)";
            let values = vec![
                row.into(),
                first.0.into(),
                last.0.into(),
                body.into(),
                seal.into(),
            ];
            tx.run(sql, values).await?;
        }
        let sql = "DELETE FROM entries WHERE table_id = $1";
        tx.run(sql, vec![row.into()]).await?;
        tx.commit().await?;
        Ok(number)
    }

    /// The row of a closed table, how many people were forgotten in it, and whether it is packed.
    async fn to_pack(&self, table: TableId) -> Result<(i64, i64, i64), StoreError> {
        let mut tx = self.reading("pack a journal").await?;
        let sql = "SELECT id, forgotten, packed FROM tables \
                   WHERE channel = $1 AND opening = $2 AND state = 'closed'";
        let values = vec![table.key.0.into(), table.opening.0.into()];
        let rows = tx.run(sql, values).await?;
        let row = rows.first().ok_or(StoreError::Missing { table })?;
        let numbers = (row.int(0), row.int(1), row.int(2));
        let (Ok(row), Ok(forgotten), Ok(packed)) = numbers else {
            return Err(StoreError::Damaged {
                table,
                position: table.opening,
                what: "tables.forgotten or tables.packed is no number",
            });
        };
        Ok((row, forgotten, packed))
    }

    /// Removes the journals of tables that were closed before this time, and the headers with their
    /// secrets; history and statistics stay. Answers with their number.
    pub async fn prune(&self, before: UnixMillis) -> Result<usize, StoreError> {
        let before = i64::try_from(before.0).unwrap_or(i64::MAX);
        let mut pruned = 0;
        loop {
            let mut tx = self.writing("prune journals").await?;
            // A time before that of its opening is damaged.
            let sql = "SELECT id FROM tables WHERE state = 'closed' AND pruned = 0 \
                       AND ended_at < $1 AND ended_at >= opened_at ORDER BY ended_at LIMIT $2";
            let values = vec![before.into(), TOGETHER.into()];
            let rows = tx.run(sql, values).await?;
            if rows.is_empty() {
                return Ok(pruned);
            }
            for row in &rows {
                empty(&mut tx, row.int(0)?).await?;
            }
            tx.commit().await?;
            pruned += rows.len();
        }
    }

    /// The same for the closed tables of each server beyond its so many latest. Private messages and
    /// the terminal, which belong to no server, are left alone. Looks at every table.
    pub async fn prune_beyond(&self, most: u32) -> Result<usize, StoreError> {
        let doing = "count journals";
        let mut tx = self.reading(doing).await?;
        let sql = "SELECT guild, COUNT(*) FROM tables WHERE state = 'closed' AND pruned = 0 \
                   AND guild <> 0 GROUP BY guild HAVING COUNT(*) > $1";
        let full = tx.run(sql, vec![most.into()]).await?;
        let full: Result<Vec<(i64, i64)>, StoreError> = full
            .iter()
            .map(|row| Ok((row.int(0)?, row.int(1)?)))
            .collect();
        drop(tx);
        let mut pruned = 0;
        for (guild, count) in full? {
            let mut beyond = usize::try_from(count - i64::from(most)).unwrap_or(0);
            while beyond > 0 {
                let together = beyond.min(TOGETHER as usize);
                let mut tx = self.writing("prune journals").await?;
                let sql = "SELECT id FROM tables WHERE state = 'closed' AND pruned = 0 \
                           AND guild = $1 ORDER BY ended_at, id LIMIT $2";
                let values = vec![guild.into(), (together as u32).into()];
                let rows = tx.run(sql, values).await?;
                for row in &rows {
                    empty(&mut tx, row.int(0)?).await?;
                }
                tx.commit().await?;
                pruned += rows.len();
                // Another process may have pruned some of them.
                beyond = if rows.is_empty() {
                    0
                } else {
                    beyond - rows.len()
                };
            }
        }
        Ok(pruned)
    }
}

/// Removes everything of a table but its place, history and statistics.
pub async fn empty(tx: &mut Tx, row: i64) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM packs WHERE table_id = $1",
        "DELETE FROM entries WHERE table_id = $1",
        "DELETE FROM snapshots WHERE table_id = $1",
        "DELETE FROM forget_later WHERE table_id = $1",
        "UPDATE tables SET header = '', seal = '', pruned = 1 WHERE id = $1",
    ] {
        tx.run(sql, vec![row.into()]).await?;
    }
    Ok(())
}
