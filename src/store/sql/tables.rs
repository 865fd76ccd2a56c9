//! Journals: opening, ending, listing and reading them.
//!
//! Group commit: one task writes the appends of all tables.
//!
//! While one transaction is being committed, appends of other tables queue up; the next transaction
//! takes them all. So a hundred busy tables share a sync, and a single one does not wait. Each
//! caller is answered after the commit of its entry, never before. Each append of a transaction is
//! accepted or refused for itself.

use std::collections::{HashMap, HashSet, VecDeque};

use super::{packs, *};
use crate::game::GameKind;
use crate::store::journal::{header_seal, pack_seal};
use crate::table::{Position, Record, Saved};

impl Db {
    /// Starts the journal of a new table.
    ///
    /// # Errors
    /// [`StoreError::AlreadyOpen`] if the channel has an open table or the id is used, [`StoreError::Invalid`].
    pub async fn open_table(&self, new: NewTable) -> Result<(), StoreError> {
        check_text("header", &new.header.line)?;
        let mut tx = self.writing("open a table").await?;
        let sql = "INSERT INTO tables \
                   (channel, opening, guild, bucket, game, header, seal, state, opened_at) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, 'open', $8) \
                   ON CONFLICT DO NOTHING RETURNING id";
        let (table, guild, game, header) = (new.table, new.guild, new.game, new.header);
        let seal = header_seal(table, guild, game.name(), header.at, &header.line);
        let bucket = guild.0 >> 22;
        let values = (table, guild, bucket, game, header.line, seal, header.at);
        let row = tx.first(sql, values).await?;
        row.ok_or(StoreError::AlreadyOpen(table))?;
        tx.commit().await
    }

    /// Ends a journal: the table is over.
    ///
    /// # Errors
    /// [`StoreError::NotOpen`].
    pub async fn close_table(&self, table: TableId, at: UnixMillis) -> Result<(), StoreError> {
        let mut tx = self.writing("end a table").await?;
        let sql = "UPDATE tables SET state = 'closed', ended_at = $3 \
                   WHERE channel = $1 AND opening = $2 AND state = 'open' RETURNING id";
        let closed = tx.first(sql, (table, at)).await?;
        let row: i64 = closed.ok_or(StoreError::NotOpen(table))?.read()?;
        tx.run("DELETE FROM snapshots WHERE table_id = $1", row)
            .await?;
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
        journal.saved.entries = read_all(&mut tx, table, row).await?;
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
        let kept = tx.first(sql, row).await?;
        let snapshot = kept.as_ref().and_then(|row| read_snapshot(table, row));
        if kept.is_some() && snapshot.is_none() {
            tracing::warn!(%table, "its snapshot is damaged and is left out");
        }
        // The entries of a closed one may be packed.
        if let Some(snapshot) = snapshot.filter(|_| journal.state != TableState::Closed) {
            let before = Position(snapshot.position.0.wrapping_sub(1));
            match read_entries(&mut tx, table, row, before).await {
                // The entry of the snapshot has to be there, too.
                Ok(entries) if !entries.is_empty() => {
                    journal.saved.entries = entries;
                    journal.saved.snapshot = Some(snapshot);
                    return Ok(journal);
                }
                Ok(_) | Err(StoreError::Damaged { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        journal.saved.entries = read_all(&mut tx, table, row).await?;
        Ok(journal)
    }

    /// What a journal has behind a position, checked, and what became of the table.
    ///
    /// # Errors
    /// As [`Db::journal`].
    pub async fn read_on(&self, table: TableId, after: Position) -> Result<ReadOn, StoreError> {
        let mut tx = self.reading("read on in a journal").await?;
        let (row, journal) = self.header(&mut tx, table).await?;
        let mut entries = match journal.state {
            // It may be packed.
            TableState::Closed => read_all(&mut tx, table, row).await?,
            _ => read_entries(&mut tx, table, row, after).await?,
        };
        entries.retain(|entry| entry.position > after);
        Ok((journal.state, entries))
    }

    /// The open tables, and where their journals end.
    pub async fn positions(&self) -> Result<Vec<(TableId, Position)>, StoreError> {
        let sql = "SELECT channel, opening, COALESCE((SELECT MAX(position) FROM entries \
                   WHERE table_id = tables.id), opening) FROM tables WHERE state = 'open'";
        self.list("look where journals end", sql, ()).await
    }

    /// The number of a table's row, and its journal without entries, checked.
    pub(super) async fn header(
        &self,
        tx: &mut Tx,
        table: TableId,
    ) -> Result<(i64, StoredJournal), StoreError> {
        let sql = "SELECT id, guild, game, header, seal, state, opened_at, reason, forgotten, pruned \
                   FROM tables WHERE channel = $1 AND opening = $2";
        let row = tx.first(sql, table).await?;
        let row = row.ok_or(StoreError::Missing(table))?;
        Ok((row.read()?, read_header(table, &row)?))
    }

    /// Writes a batch; the result of each append. One whose commit failed half-way is tried again as it is: the
    /// positions say what was written.
    async fn write(&self, batch: &[Append]) -> Vec<Result<(), StoreError>> {
        let mut tried = 0;
        let error = loop {
            let (error, in_doubt) = match self.prepare(batch).await {
                Ok((tx, verdicts)) => match tx.commit().await {
                    Ok(()) => return verdicts,
                    Err(error) => (error, true),
                },
                Err(error) => (error, false),
            };
            tried += 1;
            // Whatever follows a commit that failed half-way leaves open what became of it.
            if (tried == 1 && !in_doubt) || tried == ATTEMPTS {
                break error;
            }
            tracing::warn!(entries = batch.len(), %error, "a commit failed half-way; trying again");
            sleep(AGAIN).await;
        };
        batch.iter().map(|_| Err(error.clone())).collect()
    }

    /// Writes the appends (of different tables) in one transaction, which is still to be committed. Each is accepted or
    /// refused separately; a failure of the database concerns all.
    async fn prepare(
        &self,
        batch: &[Append],
    ) -> Result<(Tx, Vec<Result<(), StoreError>>), StoreError> {
        let mut tx = self.writing(DOING).await?;
        let rows = rows(&mut tx, batch).await?;
        let known = batch.iter();
        let known = known.filter_map(|append| Some((*rows.get(&append.table)?, append)));
        let mut known: Vec<(i64, &Append)> = known.collect();
        // Of two processes that write the same tables, one waits for the other.
        known.sort_unstable_by_key(|(row, _)| *row);
        let accepted = insert(&mut tx, &known).await?;
        let written = known.iter().filter(|(row, _)| accepted.contains(row));
        let finishes = written.flat_map(|(row, append)| {
            let finished = append.entry.finished.iter();
            finished.map(|finish| (*row, finish))
        });
        statistics::count(&mut tx, &finishes.collect::<Vec<_>>()).await?;
        let mut verdicts = Vec::with_capacity(batch.len());
        for append in batch {
            let (table, record) = (append.table, &append.entry.record);
            let is_kept = match rows.get(&table) {
                Some(row) if accepted.contains(row) => {
                    keep_snapshot(&mut tx, *row, append).await?;
                    true
                }
                Some(row) => is_there(&mut tx, *row, record).await?,
                None => false,
            };
            let position = record.position;
            let conflict = StoreError::Conflict { table, position };
            verdicts.push(is_kept.then_some(()).ok_or(conflict));
        }
        Ok((tx, verdicts))
    }
}

/// The number of a table's row.
pub async fn row_of(tx: &mut Tx, table: TableId) -> Result<i64, StoreError> {
    let sql = "SELECT id FROM tables WHERE channel = $1 AND opening = $2";
    let row = tx.first(sql, table).await?;
    row.ok_or(StoreError::Missing(table))?.read()
}

/// The journal without entries in a row of `id, guild, game, header, seal, state, opened_at, reason,
/// forgotten, pruned`.
pub fn read_header(table: TableId, row: &Row) -> Result<StoredJournal, StoreError> {
    let position = table.opening;
    let damaged = |what| StoreError::damaged(table, position, what);
    let unread = |column: &'static str| move |_| damaged(column);
    let pruned: i64 = row.get(9).map_err(unread("tables.pruned is no number"))?;
    if pruned != 0 {
        return Err(StoreError::Pruned(table));
    }
    let guild: GuildId = row.get(1).map_err(unread("tables.guild is no number"))?;
    let name = row.text(2).map_err(unread("tables.game is no text"))?;
    let line = row.text(3).map_err(unread("tables.header is no text"))?;
    let seal = row.text(4).map_err(unread("tables.seal is no text"))?;
    let at = row.get::<UnixMillis>(6);
    let at = at.map_err(unread("tables.opened_at is no number"))?;
    let forgotten = row.get::<u32>(8);
    let forgotten = forgotten.map_err(unread("tables.forgotten is no number"))?;
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
        Ok("aside") => TableState::Aside(row.get(7).unwrap_or_default()),
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

/// All entries of a table, packed or not, checked.
pub async fn read_all(tx: &mut Tx, table: TableId, row: i64) -> Result<Vec<Record>, StoreError> {
    let sql = "SELECT first, last, body, seal FROM packs WHERE table_id = $1 ORDER BY first";
    let (mut all, mut last) = (Vec::new(), table.opening);
    for pack in tx.run(sql, row).await? {
        let position = last.next();
        let is_next = |_: &Vec<Record>| pack.read().is_ok_and(|first: Position| first == position);
        let entries = read_pack(table, &pack).filter(is_next);
        let what = "packs: packed entries cannot be read or do not fit their seal";
        let entries = entries.ok_or(StoreError::damaged(table, position, what))?;
        last = entries.last().map_or(last, |entry| entry.position);
        all.extend(entries);
    }
    all.extend(read_entries(tx, table, row, last).await?);
    Ok(all)
}

/// The entries of a table that are not packed after a position, checked.
async fn read_entries(
    tx: &mut Tx,
    table: TableId,
    row: i64,
    after: Position,
) -> Result<Vec<Record>, StoreError> {
    // A position that is no number comes after all that are.
    let sql = "SELECT position, at, body FROM entries \
               WHERE table_id = $1 AND position > $2 ORDER BY position";
    let rows = tx.run(sql, (row, after)).await?;
    let mut entries = Vec::with_capacity(rows.len());
    let mut position = after;
    for row in &rows {
        position = position.next();
        let entry = check_entry(position, row);
        entries.push(entry.map_err(|what| StoreError::damaged(table, position, what))?);
    }
    Ok(entries)
}

/// The entry in a row of `position, at, body`, which must be at this position.
fn check_entry(position: Position, row: &Row) -> Result<Record, &'static str> {
    let found: Position = row.get(0).map_err(|_| "entries.position is no number")?;
    let at = row.get(1).map_err(|_| "entries.at is no number")?;
    let line = row.get(2).map_err(|_| "entries.body is no text")?;
    if found != position {
        return Err("entries: an entry is missing");
    }
    Ok(Record { position, at, line })
}

/// The snapshot in a row of `position, at, body`; `None` if it cannot be read. Whether it fits the entry that led to it
/// is seen when the journal is run.
pub fn read_snapshot(table: TableId, row: &Row) -> Option<Record> {
    let record: Record = row.read().ok()?;
    (record.position >= table.opening).then_some(record)
}

/// The entries in a row of `first, last, body, seal`; `None` if it is damaged.
pub fn read_pack(table: TableId, row: &Row) -> Option<Vec<Record>> {
    let (first, last) = row.read().ok()?;
    let body = row.bytes(2).ok()?;
    if row.text(3).ok()? != pack_seal(table, first, last, body) {
        return None;
    }
    let entries = packs::unpack(first, body)?;
    (entries.last()?.position == last).then_some(entries)
}

/// From `position, at, body`.
impl Column for Record {
    const WIDTH: usize = 3;

    fn of(row: &Row, at: usize) -> Result<Self, StoreError> {
        let (position, at, line) = row.get(at)?;
        Ok(Record { position, at, line })
    }
}

/// An entry of the history, from the columns in which all who read it ask for it.
impl Column for Finished {
    const WIDTH: usize = 8;

    fn of(row: &Row, at: usize) -> Result<Self, StoreError> {
        let (table, game, match_number, round, position, at, summary) = row.get(at)?;
        Ok(Finished {
            table,
            game,
            match_number,
            round: (round != 0).then_some(round),
            position,
            at,
            summary,
        })
    }
}

/// The most queued appends before callers have to wait.
const WAITING: usize = 4_096;

/// The most entries in one transaction.
const TOGETHER: usize = 1_024;

/// How often a batch is tried of which it is not known whether it was written.
const ATTEMPTS: u32 = 3;

/// The pause before it is tried again.
const AGAIN: Duration = Duration::from_millis(100);

const DOING: &str = "save an entry";

/// A queued entry, and the channel for its answer.
pub struct Append {
    pub table: TableId,
    pub entry: NewEntry,
    pub answer: oneshot::Sender<Result<(), StoreError>>,
}

/// Starts the task; it ends when the sender is dropped.
pub fn start(store: Weak<Db>) -> mpsc::Sender<Append> {
    let (sender, appends) = mpsc::channel(WAITING);
    tokio::spawn(run(store, appends));
    sender
}

async fn run(store: Weak<Db>, mut appends: mpsc::Receiver<Append>) {
    let mut waiting = VecDeque::new();
    loop {
        if waiting.is_empty() {
            match appends.recv().await {
                Some(append) => waiting.push_back(append),
                None => return,
            }
        }
        while waiting.len() < TOGETHER
            && let Ok(append) = appends.try_recv()
        {
            waiting.push_back(append);
        }
        let batch = next_batch(&mut waiting);
        // Whoever waits for an answer has the store.
        let Some(store) = store.upgrade() else {
            return;
        };
        let verdicts = store.write(&batch).await;
        drop(store);
        for (append, verdict) in batch.into_iter().zip(verdicts) {
            // A caller that is gone finds its entry in the journal.
            let _ = append.answer.send(verdict);
        }
    }
}

/// Takes appends that can be written together: one of each table, so that each is judged against a
/// settled journal.
fn next_batch(waiting: &mut VecDeque<Append>) -> Vec<Append> {
    let mut tables = HashSet::new();
    let all = waiting.drain(..);
    let (batch, later): (Vec<_>, Vec<_>) = all.partition(|append| tables.insert(append.table));
    waiting.extend(later);
    batch
}

/// The numbers of the rows of these tables.
async fn rows(tx: &mut Tx, batch: &[Append]) -> Result<HashMap<TableId, i64>, StoreError> {
    let sql = "SELECT channel, opening, id FROM tables WHERE (channel, opening) IN (VALUES";
    let tables = batch.iter().map(|append| append.table);
    let rows = tx.run_many([sql, ")"], tables).await?;
    rows.iter().map(Row::read).collect()
}

/// Inserts the entries that continue an open journal, and returns the rows of their tables.
async fn insert(tx: &mut Tx, appends: &[(i64, &Append)]) -> Result<HashSet<i64>, StoreError> {
    // Selects those of the new entries whose table is open, whose predecessor exists and whose
    // position is free.
    let sql = [
        "WITH new (table_id, position, at, body) AS (VALUES",
        ") INSERT INTO entries (table_id, position, at, body) \
         SELECT new.table_id, new.position, new.at, new.body FROM new \
         JOIN tables ON tables.id = new.table_id AND tables.state = 'open' \
         WHERE new.position = tables.opening + 1 OR EXISTS (SELECT 1 FROM entries AS before \
         WHERE before.table_id = new.table_id AND before.position = new.position - 1) \
         ORDER BY new.table_id ON CONFLICT DO NOTHING RETURNING table_id",
    ];
    let entries = appends.iter().map(|(row, append)| {
        let Record { position, at, line } = &append.entry.record;
        (*row, *position, *at, line)
    });
    let rows = tx.run_many(sql, entries).await?;
    rows.iter().map(Row::read).collect()
}

/// Keeps the snapshot after an entry, if it has one, instead of an earlier one.
async fn keep_snapshot(tx: &mut Tx, row: i64, append: &Append) -> Result<(), StoreError> {
    let Some(line) = &append.entry.snapshot else {
        return Ok(());
    };
    let Record { position, at, .. } = append.entry.record;
    let sql = "INSERT INTO snapshots (table_id, position, at, body) \
               VALUES ($1, $2, $3, $4) ON CONFLICT (table_id) DO UPDATE \
               SET position = excluded.position, at = excluded.at, body = excluded.body";
    tx.run(sql, (row, position, at, line)).await.map(drop)
}

/// Whether what is there instead of an entry that was not inserted is the entry itself.
async fn is_there(tx: &mut Tx, row: i64, entry: &Record) -> Result<bool, StoreError> {
    let sql = "SELECT position, at, body FROM entries WHERE table_id = $1 AND position = $2";
    let there = tx.first(sql, (row, entry.position)).await?;
    let there = there.map(|row| row.read::<Record>()).transpose()?;
    Ok(there.as_ref() == Some(entry))
}
