//! Copies of everything: into a new SQLite file, from one into an empty database, and of the rows of one
//! table as lines.
//!
//! The rows are copied in an order in which no row comes before one that it refers to.
//!
//! A copy is complete or none: nobody is told that it is done before it was read back, and whatever `doctor`
//! would call damaged in it refuses it.
//!
//! Stores that were put back to what they were: whoever played on from there before knows the cards that
//! would come, so that tables which were open then get other ones. Who signed out of a browser since stays signed
//! out: of people who come there from elsewhere no session and no link comes back. Who has nothing but theirs keeps it.

use std::path::{Path, PathBuf};

use rand::TryRng as _;
use rand::rngs::SysRng;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use super::schema::{Pages, TableShape, copied, digest};
use super::*;
use crate::chance::Seed;
use crate::store::sqlite::{self, SqliteFile, place, with_ending};

impl Db {
    /// Copies everything into a new SQLite file, as it is at one moment, while
    /// others write. The finished copy was read back when this is answered, with the number of its rows.
    ///
    /// # Errors
    /// [`StoreError::Occupied`] if there is a file of this name, [`StoreError::Unsound`].
    pub async fn backup(&self, file: PathBuf, check: JournalCheck) -> Result<u64, StoreError> {
        let doing = "make a backup";
        refuse_existing(&file)?;
        let lock = sqlite::begin_copy(&file, &self.id);
        let partial = with_ending(&file, &format!("{}{}", sqlite::PARTIAL, self.id));
        let made = self.fill_file(&partial, check).await;
        let linked = made.and_then(|rows| {
            let synced = std::fs::File::open(&partial).and_then(|file| file.sync_all());
            let linked = synced.and_then(|()| std::fs::hard_link(&partial, &file));
            let linked = linked.or_else(|error| {
                refuse_existing(&file)?;
                // A file system without links.
                let renamed = std::fs::rename(&partial, &file).map_err(|_| error);
                renamed.map_err(|error| StoreError::failed(doing, &error.into()))
            });
            linked.map(|()| rows)
        });
        for end in ["", "-wal", "-shm", "-journal"] {
            let _ = std::fs::remove_file(with_ending(&partial, end));
        }
        drop(lock);
        linked
    }

    /// Copies everything to a new file, marks that as a backup, and reads it back.
    async fn fill_file(&self, file: &Path, check: JournalCheck) -> Result<u64, StoreError> {
        let doing = "make a backup";
        if self.dialect.is_file {
            // Of a damaged one the copy would look whole.
            self.refuse_faults().await?;
            self.database.copy_to(file).await.doing(doing)?;
        } else {
            let copy = sqlite::create(file).await?;
            let mut from = self.reading(doing).await?;
            let copied = fill(&mut from, &copy).await;
            copy.close().await;
            copied?;
        }
        let (rows, held) = look_through(file, check).await?;
        place::note(file, PutBack::BACKUP, &held).await?;
        let noted = Db::over(place::open_to_read(file).await?);
        let read = digest(&mut noted.reading(doing).await?).await;
        noted.close().await?;
        if read? != (rows, held) {
            let what = "it reads differently a second time";
            return Err(StoreError::NotCopied(what.to_owned()));
        }
        Ok(rows)
    }

    async fn refuse_faults(&self) -> Result<(), StoreError> {
        let faults = self.database.faults().await.doing("make a backup")?;
        if faults.is_empty() {
            return Ok(());
        }
        Err(StoreError::Unsound(faults.join("; ")))
    }

    /// Fills this store, which must be empty, from a backup or the file of a store, which is looked through first and
    /// not changed. Answers with the number of rows, all of which were read back.
    ///
    /// # Errors
    /// [`StoreError::NotEmpty`], [`StoreError::Unsound`], [`StoreError::NotCopied`]; [`StoreError::NoFile`],
    /// [`StoreError::Failed`] if it is no such file.
    pub async fn restore_from(&self, file: &Path, check: JournalCheck) -> Result<u64, StoreError> {
        let doing = "restore a backup";
        check_backup(file, check).await?;
        let source = place::open_to_read(file).await?.up_to_date().await?;
        let mut from = Tx::begin(&source, Purpose::Read, doing).await?;
        let mut to = self.writing(doing).await?;
        for TableShape { name, .. } in copied().await? {
            let sql = format!("SELECT CAST(1 AS BIGINT) FROM {name} LIMIT 1");
            if to.first(&sql, ()).await?.is_some() {
                return Err(StoreError::NotEmpty);
            }
        }
        let rows = copy_all(&mut from, &mut to, self.dialect.numbered).await?;
        if !self.dialect.renumber.is_empty() {
            to.run(self.dialect.renumber, ()).await?;
        }
        PutBack::note(&mut to).await?;
        to.commit().await?;
        drop(from);
        source.close().await;
        Ok(rows)
    }

    /// The rows of one table as they are, for an operator who wants to keep or repair them.
    pub async fn rows(&self, row: i64) -> Result<Vec<String>, StoreError> {
        let mut tx = self.reading("read the rows of a table").await?;
        let mut lines = Vec::new();
        for shape in copied().await? {
            if shape.name != "tables" && !shape.belongs_to_a_table() {
                continue;
            }
            let (columns, name, key) = (shape.names(), &shape.name, &shape.columns[0].name);
            let sql = format!("SELECT {columns} FROM {name} WHERE {key} = $1");
            let rows = tx.run(&sql, row).await?;
            lines.extend(rows.iter().map(|row| shape.line(row)));
        }
        match lines.is_empty() {
            true => Err(StoreError::NoRow(row)),
            false => Ok(lines),
        }
    }
}

fn refuse_existing(file: &Path) -> Result<(), StoreError> {
    // Also a link that leads nowhere.
    match std::fs::symlink_metadata(file) {
        Ok(_) => Err(StoreError::Occupied(file.display().to_string())),
        Err(_) => Ok(()),
    }
}

/// Reads a backup, or the file of a store, from its beginning to its end; the number of rows that a copy of it has.
/// Nothing of it changes.
///
/// # Errors
/// [`StoreError::Unsound`] if anything of it is damaged, or a backup does not hold what was written to it; what a later
/// version wrote is not damaged. [`StoreError::NoFile`], [`StoreError::Failed`] if it is no such file.
pub async fn check_backup(file: &Path, check: JournalCheck) -> Result<u64, StoreError> {
    match look_through(file, check).await {
        Ok((rows, _)) => Ok(rows),
        Err(StoreError::Unsound(what)) => {
            let what = format!("{}: {what}", file.display());
            Err(StoreError::Unsound(what))
        }
        Err(error) => Err(error),
    }
}

/// The same, with the digest of what it holds.
async fn look_through(file: &Path, check: JournalCheck) -> Result<(u64, String), StoreError> {
    let read = Db::over(place::open_to_read(file).await?);
    let looked = async {
        let mut found = read.examine(check).await?.into_iter();
        if let Some(found) = found.find(|found| !found.later) {
            let what = format!("{} ({}): {}", found.place, found.row, found.what);
            return Err(StoreError::Unsound(what));
        }
        digest(&mut read.reading("read the backup").await?).await
    };
    let looked = looked.await;
    read.close().await?;
    looked
}

/// Fills a new file.
async fn fill(from: &mut Tx, copy: &SqliteFile) -> Result<(), StoreError> {
    let mut to = Tx::begin(copy, Purpose::Write, from.doing).await?;
    copy_all(from, &mut to, "").await?;
    to.commit().await
}

/// Copies all rows and reads them back; their number.
async fn copy_all(from: &mut Tx, to: &mut Tx, numbered: &str) -> Result<u64, StoreError> {
    let mut all = 0;
    for shape in copied().await? {
        let mut pages = Pages::of(shape);
        loop {
            let rows = pages.next(from).await?;
            if rows.is_empty() {
                break;
            }
            if let Some(unfit) = rows.iter().find(|row| !shape.fits(row)) {
                let what = format!("a row of {} ({})", shape.name, shape.key(unfit));
                return Err(StoreError::Unsound(what));
            }
            for run in runs(&rows) {
                shape.insert(to, run, numbered).await?;
            }
        }
        let (there, here) = (shape.sum(from).await?, shape.sum(to).await?);
        if there != here {
            let what = format!("{} has {} rows instead of {}", shape.name, here.0, there.0);
            return Err(StoreError::NotCopied(what));
        }
        all += here.0;
    }
    let needs = "SELECT value FROM meta WHERE name = 'needs'";
    let needs = from.first(needs, ()).await?;
    if let Some(needs) = needs.and_then(|row| row.read::<String>().ok()) {
        let sql = "UPDATE meta SET value = $1 WHERE name = 'needs'";
        to.run(sql, needs).await?;
    }
    Ok(all)
}

impl TableShape {
    /// Whether every value is of its column's kind.
    fn fits(&self, row: &Row) -> bool {
        let mut columns = (0..).zip(&self.columns);
        columns.all(|(at, column)| column.check(row, at).is_none_or(|(_, later)| later))
    }

    async fn insert(&self, to: &mut Tx, rows: &[Row], numbered: &str) -> Result<(), StoreError> {
        // A nothing cannot be a parameter without a type: its place is written out.
        let mut values = Vec::with_capacity(rows.len() * self.columns.len());
        let mut place = |value: &Option<Value>| match value {
            Some(value) => {
                values.push(value.clone());
                format!("${}", values.len())
            }
            None => "NULL".to_owned(),
        };
        let places = rows.iter().map(|row| {
            let places: Vec<String> = row.values.iter().map(&mut place).collect();
            format!("({})", places.join(","))
        });
        let places: Vec<String> = places.collect();
        let numbered = if self.name == "tables" { numbered } else { "" };
        let (name, columns, places) = (&self.name, self.names(), places.join(","));
        let sql = format!("INSERT INTO {name} ({columns}) {numbered}VALUES {places}");
        to.run(&sql, values).await.map(drop)
    }

    /// A row as a line of JSON: the name of its table, then its columns by name.
    fn line(&self, row: &Row) -> String {
        let columns = self.columns.iter().zip(&row.values);
        let columns = columns.map(|(column, value)| (column.name.clone(), json_of(value.as_ref())));
        let columns: Map<String, Json> = columns.collect();
        json!({ "table": self.name, "row": columns }).to_string()
    }
}

fn json_of(value: Option<&Value>) -> Json {
    match value {
        None => Json::Null,
        Some(Value::Int(number)) => json!(number),
        Some(Value::Text(text)) => json!(text),
        Some(Value::Bytes(bytes)) => json!({ "hex": hex::encode(bytes) }),
        Some(Value::Wrong(what)) => json!({ "wrong": what }),
    }
}

/// What a store notes of the last time that it was put back.
#[derive(Serialize, Deserialize)]
pub struct PutBack {
    /// What is mixed into the chance of tables.
    salt: Seed,
    /// The number of the last table that there was.
    rows: i64,
}

impl PutBack {
    /// The name of the row of `meta` that holds it.
    const NAME: &str = "put_back";
    /// The name of the row of `meta` that says that a file is a backup.
    pub const BACKUP: &str = "backup";

    /// Notes that the store has just been put back.
    pub async fn note(tx: &mut Tx) -> Result<(), StoreError> {
        let last = tx.first("SELECT MAX(id) FROM tables", ()).await?;
        let mut salt = [0; 32];
        SysRng.try_fill_bytes(&mut salt).map_err(|_| {
            let error = "the operating system gives no random bytes";
            StoreError::failed(tx.doing, &sqlx::Error::Protocol(error.to_owned()))
        })?;
        let note = PutBack {
            salt: Seed::new(salt),
            rows: last.and_then(|last| last.read().ok()).unwrap_or(0),
        };
        let note = serde_json::to_string(&note).expect("it serializes");
        let sql = "INSERT INTO meta (name, value) VALUES ($1, $2) \
                   ON CONFLICT (name) DO UPDATE SET value = excluded.value";
        tx.run(sql, (Self::NAME, note)).await?;
        let sql = "DELETE FROM settings WHERE scope = 'person' AND id < $1 AND (name LIKE $2 OR name LIKE $3)";
        let [sessions, links] = [SESSION, LINK].map(|start| format!("{start}%"));
        tx.run(sql, (FROM_BROWSERS, sessions, links)).await?;
        Ok(())
    }

    /// What is noted, if the store was ever put back.
    pub async fn of(tx: &mut Tx) -> Result<Option<PutBack>, StoreError> {
        let sql = "SELECT value FROM meta WHERE name = $1";
        let note = tx.first(sql, Self::NAME).await?;
        Ok(note.and_then(|row| serde_json::from_str(row.text(0).ok()?).ok()))
    }

    /// Whether this is the file of a backup that does not hold any more what was written to it.
    pub async fn is_broken(tx: &mut Tx) -> Result<bool, StoreError> {
        let sql = "SELECT value FROM meta WHERE name = $1";
        Ok(match tx.first(sql, Self::BACKUP).await? {
            Some(noted) => noted.text(0).ok() != Some(&*digest(tx).await?.1),
            None => false,
        })
    }

    /// What has to be mixed into the chance of the table of this row.
    pub fn salt(note: Option<&PutBack>, row: i64) -> Option<Seed> {
        note.filter(|note| row <= note.rows).map(|note| note.salt)
    }
}

/// Notes that a store was put back if it is a backup that is used for the first time.
///
/// # Errors
/// [`StoreError::Failed`].
pub async fn notice_backup(database: &dyn Database) -> Result<(), StoreError> {
    let doing = "open a backup";
    let mut tx = Tx::begin(database, Purpose::Read, doing).await?;
    let sql = "SELECT name FROM meta WHERE name = $1";
    if tx.first(sql, PutBack::BACKUP).await?.is_none() {
        return Ok(());
    }
    if PutBack::is_broken(&mut tx).await? {
        tracing::error!(
            "this backup does not hold any more what was written to it: `tractor-bot doctor` says what is damaged as \
             far as that can be told"
        );
    }
    drop(tx);
    let mut tx = Tx::begin(database, Purpose::Write, doing).await?;
    // Of two processes that come at once, one notes it.
    let sql = "DELETE FROM meta WHERE name = $1 RETURNING name";
    if tx.first(sql, PutBack::BACKUP).await?.is_some() {
        PutBack::note(&mut tx).await?;
    }
    tx.commit().await
}
