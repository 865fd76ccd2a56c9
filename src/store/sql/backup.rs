//! Copies of everything: into a new SQLite file, from one into an empty database, and of the rows of one
//! table as lines.
//!
//! The rows are copied in an order in which no row comes before one that it refers to.
//!
//! A copy is complete or none: nobody is told that it is done before it was read back, and whatever `doctor`
//! would call damaged in it refuses it.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json, json};

use super::put_back::PutBack;
use super::schema::{ColumnKind, TableShape, copied};
use super::sums::{Pages, digest};
use super::*;
use crate::store::sqlite::{self, SqliteFile, reading, with_ending};

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
        reading::without_logs(file).await?;
        let rows = look_through(file, check).await?;
        let held = held(file).await?;
        reading::note(file, PutBack::BACKUP, &held).await?;
        match self::held(file).await? == held {
            true => Ok(rows),
            false => Err(StoreError::NotCopied {
                what: "it reads differently a second time".to_owned(),
            }),
        }
    }

    async fn refuse_faults(&self) -> Result<(), StoreError> {
        let faults = self.database.faults().await.doing("make a backup")?;
        if faults.is_empty() {
            return Ok(());
        }
        Err(StoreError::Unsound {
            what: faults.join("; "),
        })
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
        let source = reading::open_to_read(file).await?.up_to_date().await?;
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
            true => Err(StoreError::NoRow { row }),
            false => Ok(lines),
        }
    }
}

fn refuse_existing(file: &Path) -> Result<(), StoreError> {
    // Also a link that leads nowhere.
    match std::fs::symlink_metadata(file) {
        Ok(_) => Err(StoreError::Occupied {
            file: file.display().to_string(),
        }),
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
    look_through(file, check)
        .await
        .map_err(|error| match error {
            StoreError::Unsound { what } => StoreError::Unsound {
                what: format!("{}: {what}", file.display()),
            },
            error => error,
        })
}

async fn look_through(file: &Path, check: JournalCheck) -> Result<u64, StoreError> {
    let read = Db::over(reading::open_to_read(file).await?);
    let looked = async {
        if let Some(found) = read
            .examine(check)
            .await?
            .into_iter()
            .find(|found| !found.later)
        {
            let DamagedEntry {
                place, row, what, ..
            } = found;
            let what = format!("{place} ({row}): {what}");
            return Err(StoreError::Unsound { what });
        }
        let mut tx = read.reading("read the backup").await?;
        let mut rows = 0;
        for shape in copied().await? {
            rows += shape.sum(&mut tx).await?.0;
        }
        Ok(rows)
    };
    let looked = looked.await;
    read.close().await?;
    looked
}

/// The digest of what a file holds.
async fn held(file: &Path) -> Result<String, StoreError> {
    let read = Db::over(reading::open_to_read(file).await?);
    let held = digest(&mut read.reading("read the backup").await?).await;
    read.close().await?;
    held
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
                return Err(StoreError::Unsound { what });
            }
            for run in runs(&rows) {
                shape.insert(to, run, numbered).await?;
            }
        }
        let (there, here) = (shape.sum(from).await?, shape.sum(to).await?);
        if there != here {
            let what = format!("{} has {} rows instead of {}", shape.name, here.0, there.0);
            return Err(StoreError::NotCopied { what });
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
        columns.all(|(at, column)| match column.kind {
            _ if column.optional && row.is_null(at) => true,
            ColumnKind::Number | ColumnKind::UpTo(_) => row.get::<i64>(at).is_ok(),
            ColumnKind::Text | ColumnKind::Game => {
                row.text(at).is_ok_and(|text| !text.contains('\0'))
            }
            ColumnKind::Bytes => row.bytes(at).is_ok(),
        })
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
        let places: Vec<String> = rows
            .iter()
            .map(|row| {
                let places: Vec<String> = row.values.iter().map(&mut place).collect();
                format!("({})", places.join(","))
            })
            .collect();
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
