//! Copies of everything: into a new SQLite file, from one into an empty store, and of the rows of one
//! table as lines.
//!
//! The rows are copied in an order in which no row comes before one that it refers to. Leases are
//! left out: they belong to processes, not to the data.
//!
//! A copy is complete or none, unless the operator wants what can still be read. It is compared with
//! what it was made of, and what it holds is written into it, so that it can be told years later
//! whether it still holds that.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json, json};

use super::put_back::PutBack;
use super::schema::{COPIED, ColumnKind, TableShape};
use super::sums::{Manifest, Pages, Selection, Sums};
use super::*;
use crate::store::sqlite::{self, SqliteFile, reading, with_ending};

impl Core {
    pub async fn backup(&self, file: PathBuf, extent: Extent) -> Result<Copied, StoreError> {
        let doing = "make a backup";
        refuse_existing(&file)?;
        let faults = self.database.faults().await.doing(doing)?;
        if !faults.is_empty() && extent == Extent::All {
            return Err(StoreError::Unsound {
                what: faults.join("; "),
            });
        }
        let lock = sqlite::begin_copy(&file, &self.life);
        let partial = with_ending(&file, &format!("{}{}", sqlite::PARTIAL, self.life));
        let made = self.fill_file(&partial, faults.is_empty(), extent).await;
        let linked = made.and_then(|copied| {
            let synced = std::fs::File::open(&partial).and_then(|file| file.sync_all());
            let linked = synced.and_then(|()| std::fs::hard_link(&partial, &file));
            let linked = linked.or_else(|error| {
                refuse_existing(&file)?;
                // A file system without links.
                let renamed = std::fs::rename(&partial, &file).map_err(|_| error);
                renamed.map_err(|error| StoreError::failed(doing, &error.into()))
            });
            linked.map(|()| copied)
        });
        for end in ["", "-wal", "-shm", "-journal"] {
            let _ = std::fs::remove_file(with_ending(&partial, end));
        }
        drop(lock);
        linked
    }

    /// Copies everything to a new file, seals that, and reads it again.
    async fn fill_file(
        &self,
        file: &Path,
        sound: bool,
        extent: Extent,
    ) -> Result<Copied, StoreError> {
        let doing = "make a backup";
        let left_out = if sound && self.dialect.is_file {
            let selections = Selection::of_file(&mut self.reading(doing).await?).await?;
            let before = Sums::of(&mut self.reading(doing).await?, &selections).await?;
            self.database.copy_to(file).await.doing(doing)?;
            let after = Sums::of(&mut self.reading(doing).await?, &selections).await?;
            compare(file, &selections, &before, &after).await?;
            Vec::new()
        } else {
            let copy = sqlite::create(file).await?;
            let mut from = self.reading(doing).await?;
            let mut to = Tx::begin(&copy, Purpose::Write, doing).await?;
            let filled = copy_all(&mut from, &mut to, "", extent).await;
            let filled = match filled {
                Ok((_, left_out)) => to.commit().await.map(|()| left_out),
                Err(error) => {
                    // The copy is closed only when nobody uses it any more.
                    drop(to);
                    Err(error)
                }
            };
            copy.close().await;
            let left_out = filled?;
            if extent == Extent::All {
                let selections: Vec<Selection> = COPIED.iter().map(Selection::from).collect();
                let source = Sums::of(&mut from, &selections).await?;
                compare(file, &selections, &source, &source).await?;
            }
            left_out
        };
        reading::strip(file).await?;
        let rows = seal(file).await?;
        check_sealed(&reading::open_to_read(file).await?, file).await?;
        Ok(Copied { rows, left_out })
    }

    pub async fn restore_from(&self, backup: Backup) -> Result<Copied, StoreError> {
        let doing = "restore a backup";
        let source = reading::open_to_read(&backup.file)
            .await?
            .up_to_date()
            .await?;
        let mut from = Tx::begin(&source, Purpose::Read, doing).await?;
        let mut to = self.writing(doing).await?;
        for name in ["tables", "finished", "counters", "settings", "people"] {
            let sql = format!("SELECT CAST(1 AS BIGINT) FROM {name} LIMIT 1");
            let rows = to.run(&sql, vec![]);
            if !rows.await?.is_empty() {
                return Err(StoreError::NotEmpty);
            }
        }
        let numbered = self.dialect.numbered;
        let (rows, left_out) = copy_all(&mut from, &mut to, numbered, backup.extent).await?;
        if !self.dialect.renumber.is_empty() {
            to.run(self.dialect.renumber, vec![]).await?;
        }
        if left_out.is_empty() {
            let selections: Vec<Selection> = COPIED.iter().map(Selection::from).collect();
            let source = Sums::of(&mut from, &selections).await?;
            let there = Sums::of(&mut to, &selections).await?;
            if let Some(what) = there.lacks(&source, &source) {
                return Err(StoreError::NotCopied { what });
            }
        }
        PutBack::note(&mut to).await?;
        to.commit().await?;
        drop(from);
        source.close().await;
        Ok(Copied { rows, left_out })
    }

    /// The rows of one table as they are, for an operator who wants to keep or repair them.
    pub async fn rows(&self, row: i64) -> Result<Vec<String>, StoreError> {
        let mut tx = self.reading("read the rows of a table").await?;
        let mut lines = Vec::new();
        for shape in &COPIED {
            if shape.name != "tables" && !shape.belongs_to_a_table() {
                continue;
            }
            let (columns, name, key) = (shape.columns(), shape.name, shape.columns[0].0);
            let sql = format!("SELECT {columns} FROM {name} WHERE {key} = $1");
            let rows = tx.run(&sql, vec![row.into()]).await?;
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

/// Looks through a file that is to be restored.
///
/// # Errors
/// See [`open_backup`].
pub async fn check_backup(file: &Path) -> Result<(), StoreError> {
    let source = reading::open_to_read(file).await?;
    let checked = check_sealed(&source, file).await;
    source.close().await;
    checked
}

/// Compares a copy with two looks at what it is a copy of.
async fn compare(
    file: &Path,
    selections: &[Selection],
    before: &Sums,
    after: &Sums,
) -> Result<(), StoreError> {
    let copy = reading::open_to_read(file).await?;
    let mut from = Tx::begin(&copy, Purpose::Read, "read the backup").await?;
    let copied = Sums::of(&mut from, selections).await?;
    drop(from);
    copy.close().await;
    match copied.lacks(before, after) {
        Some(what) => Err(StoreError::NotCopied { what }),
        None => Ok(()),
    }
}

/// Writes into a backup what it holds; the number of its rows.
async fn seal(file: &Path) -> Result<u64, StoreError> {
    let doing = "seal the backup";
    let copy = reading::open_to_read(file).await?;
    let mut from = Tx::begin(&copy, Purpose::Read, doing).await?;
    let selections = Selection::of_file(&mut from).await?;
    let sums = Sums::of(&mut from, &selections).await?;
    drop(from);
    copy.close().await;
    // As many as a restore will say.
    let rows = COPIED.iter().map(|shape| sums.rows_of(shape.name)).sum();
    let manifest = serde_json::to_string(&sums.manifest(&selections)).expect("it serializes");
    reading::note(file, Manifest::NAME, &manifest).await?;
    Ok(rows)
}

/// Reads a backup from its beginning to its end, and compares it with what was written into it.
/// A store that was used since has nothing written into it.
async fn check_sealed(copy: &SqliteFile, file: &Path) -> Result<(), StoreError> {
    let doing = "read the backup";
    let faults = copy.faults().await.doing(doing)?;
    if !faults.is_empty() {
        return Err(StoreError::Unsound {
            what: format!("{}: {}", file.display(), faults.join("; ")),
        });
    }
    let not_as_written = |what: String| StoreError::NotAsWritten {
        file: file.display().to_string(),
        what,
    };
    let mut from = Tx::begin(copy, Purpose::Read, doing).await?;
    let sql = "SELECT value FROM meta WHERE name = $1";
    let written = from.run(sql, vec![Manifest::NAME.into()]).await?;
    let Some(written) = written.first().filter(|_| copy.is_sealed()) else {
        return Ok(());
    };
    let manifest: Option<Manifest> = written
        .text(0)
        .ok()
        .and_then(|text| serde_json::from_str(text).ok());
    let selections = manifest.as_ref().and_then(Manifest::selections);
    let (Some(manifest), Some(selections)) = (manifest, selections) else {
        return Err(not_as_written(
            "what it says that it holds cannot be read".to_owned(),
        ));
    };
    let found = Sums::of(&mut from, &selections)
        .await?
        .manifest(&selections);
    manifest
        .lacks(&found)
        .map_or(Ok(()), |what| Err(not_as_written(what)))
}

/// Copies all rows; their number, and what was left out, which is nothing unless that is allowed.
async fn copy_all(
    from: &mut Tx,
    to: &mut Tx,
    numbered: &str,
    extent: Extent,
) -> Result<(u64, Vec<String>), StoreError> {
    let mut tables = HashSet::new();
    let (mut copied, mut left_out) = (0, Vec::new());
    for shape in &COPIED {
        let (rows, without) = shape.copy(from, to, numbered, &mut tables, extent).await?;
        copied += rows;
        left_out.extend(without);
    }
    if extent == Extent::All && !left_out.is_empty() {
        return Err(StoreError::Unsound {
            what: left_out.join("; "),
        });
    }
    // Fencing numbers never fall.
    let last = from.run("SELECT last FROM fences", vec![]).await;
    let last = last.or_else(|error| excused(error, extent))?;
    if let Some(last) = last.first().and_then(|row| row.int(0).ok()) {
        let sql = "UPDATE fences SET last = $1 WHERE last < $1";
        to.run(sql, vec![last.into()]).await?;
    }
    let needs = from
        .run("SELECT value FROM meta WHERE name = 'needs'", vec![])
        .await;
    let needs = needs.or_else(|error| excused(error, extent))?;
    if let Some(needs) = needs.first().and_then(|row| row.text(0).ok()) {
        let sql = "UPDATE meta SET value = $1 WHERE name = 'needs'";
        to.run(sql, vec![needs.into()]).await?;
    }
    Ok((copied, left_out))
}

/// No rows instead of an error, where not everything is wanted.
fn excused(error: StoreError, extent: Extent) -> Result<Vec<Row>, StoreError> {
    match extent {
        Extent::All => Err(error),
        Extent::Readable => Ok(Vec::new()),
    }
}

impl TableShape {
    /// Copies the rows of one table of the database; their number, and what was left out. `tables`
    /// are the rows of `tables` copied.
    async fn copy(
        &self,
        from: &mut Tx,
        to: &mut Tx,
        numbered: &str,
        tables: &mut HashSet<i64>,
        extent: Extent,
    ) -> Result<(u64, Vec<String>), StoreError> {
        let (mut copied, mut unfit) = (0, 0_u64);
        let mut left_out = Vec::new();
        let mut pages = Pages::of(self.into());
        loop {
            let rows = match pages.next(from).await {
                Ok(rows) => rows,
                Err(error) if extent == Extent::All => return Err(error),
                Err(_) if pages.go_round() => continue,
                Err(_) => {
                    left_out.push(format!("rows of {} that cannot be read", self.name));
                    break;
                }
            };
            if rows.is_empty() {
                break;
            }
            let of_a_table = |row: &&Row| {
                !self.belongs_to_a_table() || row.int(0).is_ok_and(|table| tables.contains(&table))
            };
            let sound = rows.iter().filter(|row| self.fits(row));
            let sound: Vec<&Row> = sound.filter(of_a_table).collect();
            let mut taken = Vec::new();
            for run in runs(&sound) {
                taken.extend(self.insert(to, run, numbered, extent).await?);
            }
            unfit += (rows.len() - taken.len()) as u64;
            copied += taken.len() as u64;
            if self.name == "tables" {
                tables.extend(taken.iter().filter_map(|row| row.int(0).ok()));
            }
        }
        if unfit > 0 {
            left_out.push(format!("{unfit} damaged rows of {}", self.name));
        }
        Ok((copied, left_out))
    }

    /// Whether every value is of its column's kind.
    fn fits(&self, row: &Row) -> bool {
        let text = |at| row.text(at).is_ok_and(|text| !text.contains('\0'));
        let mut columns = (0..).zip(self.columns);
        columns.all(|(at, (_, kind))| match kind {
            ColumnKind::Number | ColumnKind::UpTo(_) => row.int(at).is_ok(),
            ColumnKind::MaybeNumber => row.is_null(at) || row.int(at).is_ok(),
            ColumnKind::Text | ColumnKind::Game => text(at),
            ColumnKind::MaybeText => row.is_null(at) || text(at),
            ColumnKind::Bytes => row.bytes(at).is_ok(),
        })
    }

    /// Inserts rows; the first column of those that were taken.
    async fn insert(
        &self,
        to: &mut Tx,
        rows: &[&Row],
        numbered: &str,
        extent: Extent,
    ) -> Result<Vec<Row>, StoreError> {
        // A nothing cannot be a parameter without a type: its place is written out.
        let mut values = Vec::with_capacity(rows.len() * self.columns.len());
        let mut places = Vec::with_capacity(rows.len());
        for row in rows {
            let mut place = Vec::with_capacity(row.values.len());
            for value in &row.values {
                match value {
                    Some(value) => {
                        values.push(value.clone());
                        place.push(format!("${}", values.len()));
                    }
                    None => place.push("NULL".to_owned()),
                }
            }
            places.push(format!("({})", place.join(",")));
        }
        let numbered = if self.name == "tables" { numbered } else { "" };
        let (name, columns, places) = (self.name, self.columns(), places.join(","));
        // A damaged page may be there twice, and its rows with it.
        let twice = match extent {
            Extent::All => "",
            Extent::Readable => "ON CONFLICT DO NOTHING",
        };
        let key = self.columns[0].0;
        let sql = format!(
            "INSERT INTO {name} ({columns}) {numbered}VALUES {places} {twice} RETURNING {key}"
        );
        to.run(&sql, values).await
    }

    /// A row as a line of JSON: the name of its table, then its columns by name.
    fn line(&self, row: &Row) -> String {
        let columns = self.columns.iter().zip(&row.values);
        let columns =
            columns.map(|((name, _), value)| ((*name).to_owned(), json_of(value.as_ref())));
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
