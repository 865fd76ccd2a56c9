//! Copies of everything: into a new SQLite file, from one into an empty store, and of the rows of one
//! table as lines.
//!
//! The rows are copied in an order in which no row comes before one that it refers to. Leases are
//! left out: they belong to processes, not to the data. Rows that are damaged in a way that the
//! other database could not hold are left out, and counted in a warning.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json, json};

use super::schema::{COPIED, ColumnKind, TableShape};
use super::*;
use crate::store::sqlite;

/// How many rows are read at a time.
const PAGE: usize = 512;

impl Core {
    pub async fn backup(&self, file: PathBuf) -> Result<(), StoreError> {
        let doing = "make a backup";
        refuse_existing(&file)?;
        let mut partial = file.clone().into_os_string();
        partial.push(format!(".partial-{}", self.life));
        let partial = PathBuf::from(partial);
        let made = self.fill_file(&partial).await;
        let linked = made.and_then(|()| {
            let synced = std::fs::File::open(&partial).and_then(|file| file.sync_all());
            let linked = synced.and_then(|()| std::fs::hard_link(&partial, &file));
            linked.or_else(|error| {
                refuse_existing(&file)?;
                // A file system without links.
                let renamed = std::fs::rename(&partial, &file).map_err(|_| error);
                renamed.map_err(|error| StoreError::failed(doing, &error.into()))
            })
        });
        for end in ["", "-wal", "-shm", "-journal"] {
            let mut name = partial.clone().into_os_string();
            name.push(end);
            let _ = std::fs::remove_file(name);
        }
        linked
    }

    /// Copies everything to a new file.
    async fn fill_file(&self, file: &Path) -> Result<(), StoreError> {
        let doing = "make a backup";
        if self.database.copy_to(file).await.doing(doing)? {
            return sqlite::strip(file).await;
        }
        let copy = sqlite::create(file).await?;
        let mut from = self.reading(doing).await?;
        let mut to = Tx::begin(&copy, Purpose::Write, doing).await?;
        let filled = copy_all(&mut from, &mut to, "").await;
        let filled = match filled {
            Ok(_) => to.commit().await,
            Err(error) => Err(error),
        };
        copy.close().await;
        filled?;
        sqlite::strip(file).await
    }

    pub async fn restore_from(&self, file: PathBuf) -> Result<u64, StoreError> {
        let source = sqlite::open_existing(&file).await?;
        let mut from = Tx::begin(&source, Purpose::Read, "restore a backup").await?;
        let mut to = self.writing("restore a backup").await?;
        for name in ["tables", "finished", "counters", "settings", "people"] {
            let sql = format!("SELECT CAST(1 AS BIGINT) FROM {name} LIMIT 1");
            let rows = to.run(&sql, vec![]);
            if !rows.await?.is_empty() {
                return Err(StoreError::NotEmpty);
            }
        }
        let rows = copy_all(&mut from, &mut to, self.dialect.numbered).await?;
        if !self.dialect.renumber.is_empty() {
            to.run(self.dialect.renumber, vec![]).await?;
        }
        to.commit().await?;
        drop(from);
        source.close().await;
        Ok(rows)
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

/// Copies all rows; their number.
async fn copy_all(from: &mut Tx, to: &mut Tx, numbered: &str) -> Result<u64, StoreError> {
    let mut tables = HashSet::new();
    let mut copied = 0;
    for shape in &COPIED {
        copied += shape.copy(from, to, numbered, &mut tables).await?;
    }
    // Fencing numbers never fall.
    let last = from.run("SELECT last FROM fences", vec![]).await?;
    if let Some(last) = last.first().and_then(|row| row.int(0).ok()) {
        let sql = "UPDATE fences SET last = $1 WHERE last < $1";
        to.run(sql, vec![last.into()]).await?;
    }
    let needs = from.run("SELECT value FROM meta WHERE name = 'needs'", vec![]);
    if let Some(needs) = needs.await?.first().and_then(|row| row.text(0).ok()) {
        let sql = "UPDATE meta SET value = $1 WHERE name = 'needs'";
        to.run(sql, vec![needs.into()]).await?;
    }
    Ok(copied)
}

impl TableShape {
    /// Copies the rows of one table of the database. `tables` are the rows of `tables` copied.
    async fn copy(
        &self,
        from: &mut Tx,
        to: &mut Tx,
        numbered: &str,
        tables: &mut HashSet<i64>,
    ) -> Result<u64, StoreError> {
        let mut copied = 0;
        let mut left_out = 0_u64;
        let mut seen = 0;
        let mut last: Option<Vec<Value>> = None;
        loop {
            let rows = self.page(from, last.take(), seen).await?;
            seen += rows.len();
            let keys = rows.last().map(|row| row.values[..self.keys].to_vec());
            last = keys.and_then(|keys| keys.into_iter().collect());
            let of_a_table = |row: &&Row| {
                !self.belongs_to_a_table() || row.int(0).is_ok_and(|table| tables.contains(&table))
            };
            let sound = rows.iter().filter(|row| self.fits(row));
            let sound: Vec<&Row> = sound.filter(of_a_table).collect();
            left_out += (rows.len() - sound.len()) as u64;
            for run in runs(&sound) {
                self.insert(to, run, numbered).await?;
            }
            copied += sound.len() as u64;
            if self.name == "tables" {
                tables.extend(sound.iter().filter_map(|row| row.int(0).ok()));
            }
            if rows.len() < PAGE {
                break;
            }
        }
        if left_out > 0 {
            let name = self.name;
            tracing::warn!(name, left_out, "damaged rows are left out of the copy");
        }
        Ok(copied)
    }

    /// The rows after a key; after so many rows, if the key cannot be compared.
    async fn page(
        &self,
        from: &mut Tx,
        last: Option<Vec<Value>>,
        seen: usize,
    ) -> Result<Vec<Row>, StoreError> {
        let (columns, keys) = (self.columns(), self.key_columns());
        let comparable = |values: &Vec<Value>| {
            let wrong = |value: &Value| matches!(value, Value::Wrong(_));
            !values.iter().any(wrong)
        };
        let last = last.filter(comparable);
        let (after, skip) = match &last {
            Some(_) => (format!("WHERE ({keys}) > {}", places(1, self.keys)), 0),
            None => (String::new(), seen),
        };
        let name = self.name;
        let sql = format!(
            "SELECT {columns} FROM {name} {after} ORDER BY {keys} LIMIT {PAGE} OFFSET {skip}"
        );
        from.run(&sql, last.unwrap_or_default()).await
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
            ColumnKind::Bytes | ColumnKind::Squeezed => row.bytes(at).is_ok(),
        })
    }

    async fn insert(&self, to: &mut Tx, rows: &[&Row], numbered: &str) -> Result<(), StoreError> {
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
        let sql = format!("INSERT INTO {name} ({columns}) {numbered}VALUES {places}");
        to.run(&sql, values).await.map(drop)
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
