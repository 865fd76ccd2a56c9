//! Journals: opening, ending, listing and reading them.

use super::*;
use crate::game::GameKind;
use crate::store::journal::{entry_seal, header_seal};
use crate::table::{Position, Record, Saved};

impl<D: Dialect> Core<D> {
    pub async fn open_table(&self, new: NewTable) -> Result<Claim, StoreError> {
        new.check()?;
        let (shard, fence) = self.held.lock().of(new.guild)?;
        let doing = "open a table";
        let mut tx = self.begin(Purpose::Write, doing).await?;
        self.check_fence(&mut tx, shard, fence, doing).await?;
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
        let seal = header_seal(table, guild, game, header.at, &header.line);
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
        let rows = tx.run(sql, values).await.doing(doing)?;
        let row = rows.first().ok_or(StoreError::AlreadyOpen { table })?;
        let row = row.int(0).doing(doing)?;
        tx.commit().await.doing(doing)?;
        Ok(Claim {
            table,
            row,
            shard,
            fence,
        })
    }

    /// Ends a table: closes it, or sets it aside for a reason.
    pub async fn end_table(
        &self,
        claim: Claim,
        at: UnixMillis,
        reason: Option<String>,
    ) -> Result<(), StoreError> {
        let doing = "end a table";
        let mut tx = self.begin(Purpose::Write, doing).await?;
        self.check_fence(&mut tx, claim.shard, claim.fence, doing)
            .await?;
        let ended = match reason {
            None => {
                let sql = "UPDATE tables SET state = 'closed', ended_at = $2 \
                           WHERE id = $1 AND state = 'open' RETURNING id";
                tx.run(sql, vec![claim.row.into(), at.0.into()]).await
            }
            Some(reason) => {
                let sql = "UPDATE tables SET state = 'aside', ended_at = $2, reason = $3 \
                           WHERE id = $1 AND state = 'open' RETURNING id";
                let values = vec![claim.row.into(), at.0.into(), reason.into()];
                tx.run(sql, values).await
            }
        };
        if ended.doing(doing)?.is_empty() {
            return Err(StoreError::NotOpen { table: claim.table });
        }
        self.forget_late(&mut tx, claim.row).await.doing(doing)?;
        tx.commit().await.doing(doing)
    }

    pub async fn open_tables(&self, shards: Vec<u32>) -> Result<Vec<OpenTable>, StoreError> {
        let doing = "list open tables";
        let mut found = Vec::new();
        let total = self.held.lock().total().max(1);
        let mut tx = self.begin(Purpose::Read, doing).await?;
        for shard in shards {
            let sql = "SELECT id, channel, opening, guild, game FROM tables \
                       WHERE state = 'open' AND bucket % $1 = $2 ORDER BY id";
            let values = vec![total.into(), shard.into()];
            for row in tx.run(sql, values).await.doing(doing)? {
                let number = row.int(0).doing(doing)?;
                let table = table_id(&row, 1).doing(doing)?;
                let guild = GuildId(row.id(3).doing(doing)?);
                let game = game(&row, 4).doing(doing)?;
                let claim = self.held.lock().claim(table, number, guild);
                found.extend(claim.map(|claim| OpenTable { claim, guild, game }));
            }
        }
        found.sort_by_key(|open| open.claim.row);
        Ok(found)
    }

    pub async fn journal(&self, table: TableId) -> Result<StoredJournal, StoreError> {
        let doing = "read a journal";
        let mut tx = self.begin(Purpose::Read, doing).await?;
        let sql = "SELECT id, guild, game, header, seal, state, opened_at, reason, forgotten \
                   FROM tables WHERE channel = $1 AND opening = $2";
        let values = vec![table.key.0.into(), table.opening.0.into()];
        let rows = tx.run(sql, values).await.doing(doing)?;
        let row = rows.first().ok_or(StoreError::Missing { table })?;
        let mut journal = read_header(table, row).doing(doing)?;
        let Saved { game, header, .. } = &journal.saved;
        let seal = header_seal(table, journal.guild, *game, header.at, &header.line);
        if row.text(4).doing(doing)? != seal {
            let position = table.opening;
            return Err(StoreError::Damaged { table, position });
        }
        let sql = "SELECT position, at, body, seal FROM entries \
                   WHERE table_id = $1 ORDER BY position";
        let values = vec![row.int(0).doing(doing)?.into()];
        let mut position = table.opening;
        for row in tx.run(sql, values).await.doing(doing)? {
            position = position.next();
            let record = read_entry(&row).doing(doing)?;
            let seal = row.text(3).doing(doing)?;
            if record.position != position || seal != entry_seal(table, &record) {
                return Err(StoreError::Damaged { table, position });
            }
            journal.saved.entries.push(record);
        }
        Ok(journal)
    }
}

fn read_header(table: TableId, row: &Row) -> Result<StoredJournal, sqlx::Error> {
    Ok(StoredJournal {
        saved: Saved {
            table,
            game: game(row, 2)?,
            header: Record {
                position: table.opening,
                at: UnixMillis(row.id(6)?),
                line: row.text(3)?.to_owned(),
            },
            snapshot: None,
            entries: Vec::new(),
            altered: row.small(8)? > 0,
        },
        guild: GuildId(row.id(1)?),
        state: match row.text(5)? {
            "open" => TableState::Open,
            "closed" => TableState::Closed,
            _ => TableState::Aside(row.optional_text(7).unwrap_or_default().to_owned()),
        },
    })
}

/// The entry in the first three columns.
pub fn read_entry(row: &Row) -> Result<Record, sqlx::Error> {
    Ok(Record {
        position: Position(row.id(0)?),
        at: UnixMillis(row.id(1)?),
        line: row.text(2)?.to_owned(),
    })
}

/// The id of a table from two columns, its channel and opening position; `column` is the first.
pub fn table_id(row: &Row, column: usize) -> Result<TableId, sqlx::Error> {
    Ok(TableId {
        key: TableKey(row.id(column)?),
        opening: Position(row.id(column + 1)?),
    })
}

/// The game named in a column.
pub fn game(row: &Row, column: usize) -> Result<GameKind, sqlx::Error> {
    let name = row.text(column)?;
    let mut all = GameKind::ALL.into_iter();
    all.find(|kind| kind.name() == name)
        .ok_or_else(|| sqlx::Error::Decode(format!("no game is called {name:?}").into()))
}
