//! What a database holds, summed up: the rows of each of its tables, read a page at a time, and a digest over them.

use sha2::{Digest as _, Sha256};

use super::schema::TableShape;
use super::*;

/// How many rows are read at a time.
const PAGE: usize = 512;

/// Some columns of a table of a database, those of its key first.
#[derive(Debug, Clone)]
pub(super) struct Selection {
    name: String,
    columns: Vec<String>,
    keys: usize,
}

impl From<&TableShape> for Selection {
    fn from(shape: &TableShape) -> Self {
        let columns = shape.columns.iter();
        Selection {
            name: shape.name.to_owned(),
            columns: columns.map(|(name, _)| (*name).to_owned()).collect(),
            keys: shape.keys,
        }
    }
}

impl Selection {
    /// All tables of an SQLite file, also those of other versions, without what belongs to
    /// the file itself.
    pub async fn of_file(from: &mut Tx) -> Result<Vec<Selection>, StoreError> {
        let sql = "SELECT m.name, p.name, p.pk FROM sqlite_master m, pragma_table_info(m.name) p \
                   WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
                   AND m.name NOT IN ('meta', '_sqlx_migrations') \
                   ORDER BY m.name, p.pk = 0, p.pk, p.cid";
        let mut all: Vec<Selection> = Vec::new();
        for row in from.run(sql, vec![]).await? {
            let (name, column, key) = (row.text(0)?, row.text(1)?, row.int(2)? > 0);
            if all.last().is_none_or(|last| last.name != name) {
                all.push(Selection {
                    name: name.to_owned(),
                    columns: Vec::new(),
                    keys: 0,
                });
            }
            if let Some(last) = all.last_mut() {
                last.columns.push(column.to_owned());
                last.keys += usize::from(key);
            }
        }
        for table in all.iter_mut().filter(|table| table.keys == 0) {
            table.columns.insert(0, "rowid".to_owned());
            table.keys = 1;
        }
        Ok(all)
    }

    /// How many rows there are, and their digest: the same in whatever order a database puts its keys.
    pub async fn sum(&self, from: &mut Tx) -> Result<(u64, [u64; 4]), StoreError> {
        let (mut pages, mut count, mut sum) = (Pages::of(self.clone()), 0, [0_u64; 4]);
        loop {
            let rows = pages.next(from).await?;
            if rows.is_empty() {
                return Ok((count, sum));
            }
            count += rows.len() as u64;
            for row in &rows {
                let mut digest = Sha256::new();
                for value in &row.values {
                    add(&mut digest, value.as_ref());
                }
                let digest = digest.finalize();
                for (lane, bytes) in sum.iter_mut().zip(digest.chunks_exact(8)) {
                    let bytes = bytes.try_into().unwrap_or_default();
                    *lane = lane.wrapping_add(u64::from_le_bytes(bytes));
                }
            }
        }
    }
}

/// The digest of everything that a file holds.
pub(super) async fn digest(from: &mut Tx) -> Result<String, StoreError> {
    let mut all = Sha256::new();
    for selection in Selection::of_file(from).await? {
        let (count, sum) = selection.sum(from).await?;
        all.update(selection.name.as_bytes());
        for number in [&[count][..], &sum].concat() {
            all.update(number.to_le_bytes());
        }
    }
    Ok(hex::encode(all.finalize()))
}

/// Reads the rows of a selection in the order of their keys.
pub(super) struct Pages {
    of: Selection,
    last: Vec<Value>,
}

impl Pages {
    pub const fn of(of: Selection) -> Self {
        Self {
            of,
            last: Vec::new(),
        }
    }

    /// The next rows; none after the last.
    pub async fn next(&mut self, from: &mut Tx) -> Result<Vec<Row>, StoreError> {
        let Selection {
            name,
            columns,
            keys,
        } = &self.of;
        let quoted = |names: &[String]| {
            let names = names.iter().map(|name| format!("\"{name}\""));
            names.collect::<Vec<_>>().join(", ")
        };
        let (order, columns) = (quoted(&columns[..*keys]), quoted(columns));
        let places: Vec<String> = (1..=*keys).map(|at| format!("${at}")).collect();
        let after = if self.last.is_empty() {
            String::new()
        } else {
            format!("WHERE ({order}) > ({})", places.join(", "))
        };
        let sql = format!("SELECT {columns} FROM \"{name}\" {after} ORDER BY {order} LIMIT {PAGE}");
        let rows = from.run(&sql, std::mem::take(&mut self.last)).await?;
        if let Some(last) = rows.last() {
            let key = last.values[..*keys].iter().cloned();
            let key: Option<Vec<Value>> = key.collect();
            self.last = key.ok_or_else(|| StoreError::Unsound {
                what: format!("a row of {name} has no key"),
            })?;
        }
        Ok(rows)
    }
}

fn add(digest: &mut Sha256, value: Option<&Value>) {
    let (kind, bytes): (u8, &[u8]) = match value {
        None => (0, &[]),
        Some(Value::Int(number)) => (1, &number.to_le_bytes()),
        Some(Value::Text(text)) => (2, text.as_bytes()),
        Some(Value::Bytes(bytes)) => (3, bytes),
        Some(Value::Wrong(what)) => (4, what.as_bytes()),
    };
    digest.update([kind]);
    digest.update((bytes.len() as u64).to_le_bytes());
    digest.update(bytes);
}
