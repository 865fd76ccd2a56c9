//! What is kept of what is over: packed entries, and nothing after a time.
//!
//! Compressed entries: what is kept of tables that are over.
//!
//! They are one zstd frame of records in order, each a time (8 bytes), a length (4 bytes, both with
//! the lowest byte first) and so many bytes of text; their positions follow one another. Knows no
//! database and no seals.

use std::io::Read as _;

use super::*;
use crate::store::journal::pack_seal;
use crate::table::{Position, Record, UnixMillis};

/// How many tables are pruned in one transaction, so that others can write in between.
const TOGETHER: usize = 10;

impl Db {
    /// Closed tables whose entries are not packed, oldest first.
    pub async fn unpacked(&self, limit: u32) -> Result<Vec<TableId>, StoreError> {
        let sql = "SELECT channel, opening FROM tables \
                   WHERE state = 'closed' AND packed = 0 AND pruned = 0 ORDER BY id LIMIT $1";
        self.list("list journals to pack", sql, limit).await
    }

    /// Tables that were closed since this time and when, the latest first: so many at most.
    pub async fn closed_since(
        &self,
        since: UnixMillis,
        most: u32,
    ) -> Result<Vec<(TableId, UnixMillis)>, StoreError> {
        let since = i64::try_from(since.0).unwrap_or(i64::MAX);
        let sql = "SELECT channel, opening, ended_at FROM tables \
                   WHERE state = 'closed' AND pruned = 0 AND ended_at >= $1 \
                   ORDER BY ended_at DESC, id DESC LIMIT $2";
        self.list("list closed tables", sql, (since, most)).await
    }

    /// Packs the entries of a closed table. A journal that is damaged stays as it is and is not
    /// listed in [`Db::unpacked`] any more. Answers with the number of entries packed.
    ///
    /// # Errors
    /// [`StoreError::Missing`] if there is no such closed table, [`StoreError::Damaged`].
    pub async fn pack(&self, table: TableId) -> Result<usize, StoreError> {
        let doing = "pack a journal";
        let sql = "SELECT id, forgotten, packed FROM tables \
                   WHERE channel = $1 AND opening = $2 AND state = 'closed'";
        let closed = self.reading(doing).await?.first(sql, table).await?;
        let closed = closed.ok_or(StoreError::Missing(table))?;
        let what = "tables.forgotten or tables.packed is no number";
        let damaged = |_| StoreError::damaged(table, table.opening, what);
        let (row, forgotten, packed): (i64, i64, i64) = closed.read().map_err(damaged)?;
        if packed != 0 {
            return Ok(0);
        }
        let journal = match self.journal(table).await {
            Ok(journal) => journal,
            Err(error @ (StoreError::Damaged { .. } | StoreError::Later { .. })) => {
                let mut tx = self.writing(doing).await?;
                tx.run("UPDATE tables SET packed = 2 WHERE id = $1", row)
                    .await?;
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
        let body = tokio::task::spawn_blocking(move || packs::pack(&entries)).await;
        let body = body.map_err(|_| StoreError::Closed)?;
        let mut tx = self.writing(doing).await?;
        // Unless somebody was forgotten in it meanwhile.
        let sql = "UPDATE tables SET packed = 1 WHERE id = $1 AND state = 'closed' \
                   AND packed = 0 AND pruned = 0 AND forgotten = $2 RETURNING id";
        if tx.first(sql, (row, forgotten)).await?.is_none() {
            return Ok(0);
        }
        if let Some((first, last)) = ends {
            let seal = pack_seal(table, first, last, &body);
            // There are some already if what the table's row says of them is damaged: they were read too.
            tx.run("DELETE FROM packs WHERE table_id = $1", row).await?;
            let sql = "INSERT INTO packs (table_id, first, last, body, seal) \
                       VALUES ($1, $2, $3, $4, $5)";
            tx.run(sql, (row, first, last, body, seal)).await?;
        }
        tx.run("DELETE FROM entries WHERE table_id = $1", row)
            .await?;
        tx.commit().await?;
        Ok(number)
    }

    /// Removes the journals of tables that were closed before this time, and the headers with their
    /// secrets; history and statistics stay. Answers with their number.
    pub async fn prune(&self, before: UnixMillis) -> Result<usize, StoreError> {
        let before = i64::try_from(before.0).unwrap_or(i64::MAX);
        // A time before that of its opening is damaged.
        let old = "ended_at < $1 AND ended_at >= opened_at ORDER BY ended_at";
        self.prune_those(old, before, usize::MAX).await
    }

    /// The same for the closed tables of each server beyond its so many latest. Private messages and
    /// the terminal, which belong to no server, are left alone. Looks at every table.
    pub async fn prune_beyond(&self, most: u32) -> Result<usize, StoreError> {
        let sql = "SELECT guild, COUNT(*) FROM tables WHERE state = 'closed' AND pruned = 0 \
                   AND guild <> 0 GROUP BY guild HAVING COUNT(*) > $1";
        let mut pruned = 0;
        for (guild, count) in self.list("count journals", sql, most).await? {
            let (guild, count): (GuildId, u32) = (guild, count);
            let beyond = (count - most) as usize;
            let theirs = "guild = $1 ORDER BY ended_at, id";
            pruned += self.prune_those(theirs, guild, beyond).await?;
        }
        Ok(pruned)
    }

    /// Removes the journals of so many closed tables at most, as they are found by this condition, in its order; some in
    /// one transaction. Answers with their number: another process may have removed some.
    async fn prune_those(
        &self,
        which: &str,
        value: impl Parameter + Copy,
        most: usize,
    ) -> Result<usize, StoreError> {
        let sql = format!(
            "SELECT id FROM tables WHERE state = 'closed' AND pruned = 0 AND {which} LIMIT $2"
        );
        let mut pruned = 0;
        loop {
            let together = TOGETHER.min(most - pruned) as u32;
            let mut tx = self.writing("prune journals").await?;
            let rows = tx.run(&sql, (value, together)).await?;
            if rows.is_empty() {
                return Ok(pruned);
            }
            for row in &rows {
                empty(&mut tx, row.read()?).await?;
            }
            tx.commit().await?;
            pruned += rows.len();
        }
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
        tx.run(sql, row).await?;
    }
    Ok(())
}

/// The level of compression: what is kept for years is written once.
const LEVEL: i32 = 9;

/// The most bytes that anything may unpack to; a damaged row must not fill the memory.
const LARGEST: u64 = 256 << 20;

/// Entries that follow one another, compressed.
pub fn pack(entries: &[Record]) -> Vec<u8> {
    let length: usize = entries.iter().map(|entry| entry.line.len() + 12).sum();
    let mut bytes = Vec::with_capacity(length);
    for entry in entries {
        bytes.extend(entry.at.0.to_le_bytes());
        // A stored text is far shorter than 4 GiB.
        bytes.extend((entry.line.len() as u32).to_le_bytes());
        bytes.extend(entry.line.as_bytes());
    }
    zstd::bulk::compress(&bytes, LEVEL).expect("a buffer in memory takes everything")
}

/// The packed entries from this position on; `None` if the bytes are damaged.
pub fn unpack(first: Position, bytes: &[u8]) -> Option<Vec<Record>> {
    let decoder = zstd::stream::read::Decoder::with_buffer(bytes).ok()?;
    let mut bytes = Vec::new();
    let read = decoder.take(LARGEST + 1).read_to_end(&mut bytes).ok()?;
    let mut rest = (read as u64 <= LARGEST).then_some(&*bytes)?;
    let mut entries = Vec::new();
    let mut position = first;
    while !rest.is_empty() {
        let (at, after) = rest.split_first_chunk::<8>()?;
        let (length, after) = after.split_first_chunk::<4>()?;
        let (line, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        entries.push(Record {
            position,
            at: UnixMillis(u64::from_le_bytes(*at)),
            line: std::str::from_utf8(line).ok()?.to_owned(),
        });
        position = Position(position.0.checked_add(1)?);
        rest = after;
    }
    Some(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(number: u64) -> Vec<Record> {
        let entry = |index: u64| Record {
            position: Position(1_000 + index),
            at: UnixMillis(5_000 + index * 7),
            line: format!("{{\"升\":{index}}}\n").repeat((index % 3) as usize),
        };
        (1..=number).map(entry).collect()
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        for number in [0, 1, 500] {
            let entries = entries(number);
            let packed = pack(&entries);
            assert_eq!(unpack(Position(1_001), &packed), Some(entries));
        }
    }

    #[test]
    fn damage_is_told_and_never_panics() {
        let packed = pack(&entries(50));
        for at in 0..packed.len() {
            assert_eq!(unpack(Position(1), &packed[..at]), None, "cut off at {at}");
            let mut wrong = packed.clone();
            wrong[at] ^= 0x55;
            let _ = unpack(Position(1), &wrong);
        }
        let no_text = [&[0; 8][..], &2_u32.to_le_bytes(), b"\xff\xfe"].concat();
        let no_text = zstd::bulk::compress(&no_text, LEVEL).unwrap();
        assert_eq!(unpack(Position(1), &no_text), None);
        assert_eq!(unpack(Position(u64::MAX), &packed), None);
    }
}
