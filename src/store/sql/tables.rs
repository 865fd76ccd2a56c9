//! Journals: opening, ending, listing and reading them.

use super::*;
use crate::game::GameKind;
use crate::store::journal::{header_seal, pack_seal};
use crate::store::packed;
use crate::table::{Position, Record, Saved};

impl Db {
    /// Starts the journal of a new table.
    ///
    /// # Errors
    /// [`StoreError::AlreadyOpen`] if the channel has an open table or the id is used, [`StoreError::Invalid`].
    pub async fn open_table(&self, new: NewTable) -> Result<(), StoreError> {
        new.check()?;
        let mut tx = self.writing("open a table").await?;
        let sql = "INSERT INTO tables \
                   (channel, opening, guild, bucket, game, header, seal, state, opened_at) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, 'open', $8) \
                   ON CONFLICT DO NOTHING RETURNING id";
        let NewTable {
            table,
            guild,
            game,
            header,
        } = new;
        let seal = header_seal(table, guild, game.name(), header.at, &header.line);
        let values = vec![
            table.key.0.into(),
            table.opening.0.into(),
            guild.0.into(),
            (guild.0 >> 22).into(),
            game.name().into(),
            header.line.into(),
            seal.into(),
            header.at.0.into(),
        ];
        let rows = tx.run(sql, values).await?;
        if rows.is_empty() {
            return Err(StoreError::AlreadyOpen { table });
        }
        tx.commit().await
    }

    /// Ends a journal: the table is over.
    ///
    /// # Errors
    /// [`StoreError::NotOpen`], [`StoreError::Missing`].
    pub async fn close_table(&self, table: TableId, at: UnixMillis) -> Result<(), StoreError> {
        let mut tx = self.writing("end a table").await?;
        let row = row_of(&mut tx, table).await?;
        let sql = "UPDATE tables SET state = 'closed', ended_at = $2 \
                   WHERE id = $1 AND state = 'open' RETURNING id";
        let values = vec![row.into(), at.0.into()];
        if tx.run(sql, values).await?.is_empty() {
            return Err(StoreError::NotOpen { table });
        }
        let sql = "DELETE FROM snapshots WHERE table_id = $1";
        tx.run(sql, vec![row.into()]).await?;
        self.forget_late(&mut tx, row).await?;
        tx.commit().await
    }

    /// A whole journal from its header on, open or not, packed or not, checked for damage.
    ///
    /// # Errors
    /// [`StoreError::Missing`], [`StoreError::Damaged`], [`StoreError::Later`],
    /// [`StoreError::Pruned`].
    pub async fn journal(&self, table: TableId) -> Result<StoredJournal, StoreError> {
        let mut tx = self.reading("read a journal").await?;
        let (row, mut journal) = self.header(&mut tx, table).await?;
        let sql = "SELECT first, last, body, seal FROM packs WHERE table_id = $1 ORDER BY first";
        let mut last = table.opening;
        for row in tx.run(sql, vec![row.into()]).await? {
            let position = last.next();
            let entries =
                read_pack(table, &row).filter(|_| row.id(0).is_ok_and(|p| p == position.0));
            let entries = entries.ok_or(StoreError::Damaged {
                table,
                position,
                what: "packs: packed entries cannot be read or do not fit their seal",
            })?;
            last = entries.last().map_or(last, |entry| entry.position);
            journal.saved.entries.extend(entries);
        }
        let entries = read_entries(&mut tx, table, row, last).await?;
        journal.saved.entries.extend(entries);
        Ok(journal)
    }

    /// What is needed to go on with a table: header, latest snapshot, the entry that led to it, and those after it. A
    /// snapshot that cannot be read is left out, as if there had never been one.
    ///
    /// # Errors
    /// As [`Db::journal`].
    pub async fn resume(&self, table: TableId) -> Result<StoredJournal, StoreError> {
        let mut tx = self.reading("read a journal").await?;
        let (row, mut journal) = self.header(&mut tx, table).await?;
        let sql = "SELECT position, at, body FROM snapshots WHERE table_id = $1";
        let rows = tx.run(sql, vec![row.into()]).await?;
        if let Some(row) = rows.first() {
            journal.saved.snapshot = read_snapshot(table, row);
            if journal.saved.snapshot.is_none() {
                tracing::warn!(%table, "its snapshot is damaged and is left out");
            }
        }
        if journal.state == TableState::Closed {
            // It may be packed.
            drop(tx);
            return self.journal(table).await;
        }
        // The entry of the snapshot has to be there, too.
        let first = journal
            .saved
            .snapshot
            .as_ref()
            .map(|snapshot| snapshot.position);
        let after = first.map_or(table.opening, |first| Position(first.0.wrapping_sub(1)));
        let entries = read_entries(&mut tx, table, row, after).await;
        let begins = |entries: &[Record]| entries.first().map(|entry| entry.position) == first;
        match entries {
            Ok(entries) if first.is_none() || begins(&entries) => journal.saved.entries = entries,
            Ok(_) | Err(StoreError::Damaged { .. }) => {
                drop(tx);
                return self.journal(table).await;
            }
            Err(error) => return Err(error),
        }
        Ok(journal)
    }

    /// What a journal has behind a position, checked, and what became of the table.
    ///
    /// # Errors
    /// As [`Db::journal`].
    pub async fn read_on(
        &self,
        table: TableId,
        after: Position,
    ) -> Result<(TableState, Vec<Record>), StoreError> {
        let mut tx = self.reading("read on in a journal").await?;
        let (row, journal) = self.header(&mut tx, table).await?;
        if journal.state == TableState::Closed {
            // It may be packed.
            drop(tx);
            let StoredJournal { saved, state, .. } = self.journal(table).await?;
            let mut entries = saved.entries;
            entries.retain(|entry| entry.position > after);
            return Ok((state, entries));
        }
        let entries = read_entries(&mut tx, table, row, after).await?;
        Ok((journal.state, entries))
    }

    /// The open tables, and where their journals end.
    pub async fn positions(&self) -> Result<Vec<(TableId, Position)>, StoreError> {
        let mut tx = self.reading("look where journals end").await?;
        let sql = "SELECT channel, opening, COALESCE((SELECT MAX(position) FROM entries \
                   WHERE table_id = tables.id), opening) FROM tables WHERE state = 'open'";
        let rows = tx.run(sql, vec![]).await?;
        let read = |row: &Row| Some((table_id(row, 0).ok()?, Position(row.id(2).ok()?)));
        Ok(rows.iter().filter_map(read).collect())
    }

    /// The number of a table's row, and its journal without entries, checked.
    pub(super) async fn header(
        &self,
        tx: &mut Tx,
        table: TableId,
    ) -> Result<(i64, StoredJournal), StoreError> {
        let sql = "SELECT id, guild, game, header, seal, state, opened_at, reason, forgotten, pruned \
                   FROM tables WHERE channel = $1 AND opening = $2";
        let values = vec![table.key.0.into(), table.opening.0.into()];
        let rows = tx.run(sql, values).await?;
        let row = rows.first().ok_or(StoreError::Missing { table })?;
        Ok((row.int(0)?, read_header(table, row)?))
    }
}

/// The number of a table's row.
pub async fn row_of(tx: &mut Tx, table: TableId) -> Result<i64, StoreError> {
    let sql = "SELECT id FROM tables WHERE channel = $1 AND opening = $2";
    let values = vec![table.key.0.into(), table.opening.0.into()];
    let rows = tx.run(sql, values).await?;
    rows.first().ok_or(StoreError::Missing { table })?.int(0)
}

/// The journal without entries in a row of `id, guild, game, header, seal, state, opened_at, reason,
/// forgotten, pruned`.
pub fn read_header(table: TableId, row: &Row) -> Result<StoredJournal, StoreError> {
    let position = table.opening;
    let damaged = |what| StoreError::Damaged {
        table,
        position,
        what,
    };
    let unread = |column: &'static str| move |_| damaged(column);
    if row.int(9).map_err(unread("tables.pruned is no number"))? != 0 {
        return Err(StoreError::Pruned { table });
    }
    let guild = row.id(1).map_err(unread("tables.guild is no number"))?;
    let name = row.text(2).map_err(unread("tables.game is no text"))?;
    let line = row.text(3).map_err(unread("tables.header is no text"))?;
    let seal = row.text(4).map_err(unread("tables.seal is no text"))?;
    let at = row.id(6).map_err(unread("tables.opened_at is no number"))?;
    let forgotten = row.small(8);
    let forgotten = forgotten.map_err(unread("tables.forgotten is no number"))?;
    let (guild, at) = (GuildId(guild), UnixMillis(at));
    if seal != header_seal(table, guild, name, at, line) {
        return Err(damaged("the row in tables does not fit its seal"));
    }
    // The seal fits, so whoever wrote it knew the game.
    let game = GameKind::of(name).ok_or_else(|| StoreError::Later {
        table,
        what: format!("the game {name:?}"),
    })?;
    let state = match row.text(5) {
        Ok("open") => TableState::Open,
        Ok("closed") => TableState::Closed,
        Ok("aside") => TableState::Aside(row.optional_text(7).unwrap_or_default().to_owned()),
        Ok(_) | Err(_) => return Err(damaged("tables.state is none")),
    };
    let header = Record {
        position,
        at,
        line: line.to_owned(),
    };
    Ok(StoredJournal {
        saved: Saved {
            table,
            game,
            header,
            snapshot: None,
            entries: Vec::new(),
            altered: forgotten > 0,
        },
        guild,
        state,
    })
}

/// The entries of a table after a position, checked.
async fn read_entries(
    tx: &mut Tx,
    table: TableId,
    row: i64,
    after: Position,
) -> Result<Vec<Record>, StoreError> {
    // A position that is no number comes after all that are.
    let sql = "SELECT position, at, body FROM entries \
               WHERE table_id = $1 AND position > $2 ORDER BY position";
    let rows = tx.run(sql, vec![row.into(), after.0.into()]).await?;
    let mut entries = Vec::with_capacity(rows.len());
    let mut position = after;
    for row in &rows {
        position = position.next();
        let entry = check_entry(position, row);
        entries.push(entry.map_err(|what| StoreError::Damaged {
            table,
            position,
            what,
        })?);
    }
    Ok(entries)
}

/// The entry in a row of `position, at, body`, which must be at this position.
pub fn check_entry(position: Position, row: &Row) -> Result<Record, &'static str> {
    let found = row.id(0).map_err(|_| "entries.position is no number")?;
    let at = row.id(1).map_err(|_| "entries.at is no number")?;
    let line = row.text(2).map_err(|_| "entries.body is no text")?;
    if found != position.0 {
        return Err("entries: an entry is missing");
    }
    Ok(Record {
        position,
        at: UnixMillis(at),
        line: line.to_owned(),
    })
}

/// The snapshot in a row of `position, at, body`; `None` if it cannot be read. Whether it fits the entry that led to it
/// is seen when the journal is run.
pub fn read_snapshot(table: TableId, row: &Row) -> Option<Record> {
    let record = read_entry(row).ok()?;
    (record.position >= table.opening).then_some(record)
}

/// The entries in a row of `first, last, body, seal`; `None` if it is damaged.
pub fn read_pack(table: TableId, row: &Row) -> Option<Vec<Record>> {
    let (first, last) = (Position(row.id(0).ok()?), Position(row.id(1).ok()?));
    let body = row.bytes(2).ok()?;
    if row.text(3).ok()? != pack_seal(table, first, last, body) {
        return None;
    }
    let entries = packed::unpack(first, body)?;
    (entries.last()?.position == last).then_some(entries)
}

/// The entry in the first three columns.
pub fn read_entry(row: &Row) -> Result<Record, StoreError> {
    Ok(Record {
        position: Position(row.id(0)?),
        at: UnixMillis(row.id(1)?),
        line: row.text(2)?.to_owned(),
    })
}

/// The id of a table from two columns, its channel and opening position; `column` is the first.
pub fn table_id(row: &Row, column: usize) -> Result<TableId, StoreError> {
    Ok(TableId {
        key: TableKey(row.id(column)?),
        opening: Position(row.id(column + 1)?),
    })
}

pub fn game(row: &Row, column: usize) -> Result<GameKind, StoreError> {
    let name = row.text(column)?;
    let unknown = || row.wrong(format!("no game is called {name:?}"));
    GameKind::of(name).ok_or_else(unknown)
}

/// An entry of the history, from the columns in which all who read it ask for it.
pub fn finished(row: &Row) -> Result<Finished, StoreError> {
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
