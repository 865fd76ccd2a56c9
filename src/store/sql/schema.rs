//! The tables of a database: what their columns hold, for whoever goes through all of them.
//!
//! Those of this version are read from an empty database, so that what a migration adds is copied and looked at by itself.
//!
//! What a database holds, summed up: the rows of each of its tables, read a page at a time, and a digest over them.

use sha2::{Digest as _, Sha256};
use tokio::sync::OnceCell;

use super::*;
use crate::store::sqlite::SqliteMemory;

/// What a column holds.
#[derive(Debug, Clone, Copy)]
pub enum ColumnKind {
    Number,
    /// A number from 0 that is not greater than this.
    UpTo(i64),
    Text,
    Bytes,
    Game,
}

#[derive(Debug, Clone)]
pub struct ColumnShape {
    pub name: String,
    pub kind: ColumnKind,
    /// Whether it may hold nothing.
    pub optional: bool,
}

/// A table of the database; the columns of its key come first.
#[derive(Debug, Clone)]
pub struct TableShape {
    pub name: String,
    pub keys: usize,
    pub columns: Vec<ColumnShape>,
}

/// Of each column of an SQLite database the table, the name, the type, whether it may be nothing, and its place in the
/// key; without what belongs to the file itself. No row of a table comes before one that it refers to.
const COLUMNS: &str = "SELECT m.name, p.name, p.type, p.\"notnull\" = 0 AND p.pk = 0, p.pk \
    FROM sqlite_master m, pragma_table_info(m.name) p \
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
    AND m.name <> '_sqlx_migrations' ORDER BY m.name <> 'tables', m.name, p.pk = 0, p.pk, p.cid";

/// The tables of this version, as far as the database does not add them up itself.
pub async fn shapes() -> Result<&'static [TableShape], StoreError> {
    static SHAPES: OnceCell<Vec<TableShape>> = OnceCell::const_new();
    let read = async || {
        let empty = SqliteMemory::new().await?;
        let mut tx = Tx::begin(&empty, Purpose::Read, "look at the tables").await?;
        let mut shapes = TableShape::all(&mut tx).await?;
        shapes.retain(|shape| shape.name != "totals");
        Ok(shapes)
    };
    SHAPES.get_or_try_init(read).await.map(Vec::as_slice)
}

/// What a copy holds of them.
pub async fn copied() -> Result<impl Iterator<Item = &'static TableShape>, StoreError> {
    let shapes = shapes().await?.iter();
    Ok(shapes.filter(|shape| shape.name != "meta"))
}

impl TableShape {
    /// The tables of an SQLite file, also those of other versions; not its notes.
    pub async fn of_file(from: &mut Tx) -> Result<Vec<TableShape>, StoreError> {
        let mut shapes = Self::all(from).await?;
        shapes.retain(|shape| shape.name != "meta");
        shapes.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(shapes)
    }

    async fn all(from: &mut Tx) -> Result<Vec<TableShape>, StoreError> {
        let mut shapes: Vec<TableShape> = Vec::new();
        for column in from.run(COLUMNS, ()).await? {
            let (table, name, kind) = column.read::<(String, String, String)>()?;
            let (optional, key): (bool, i64) = column.get(3)?;
            if shapes.last().is_none_or(|last| last.name != table) {
                shapes.push(TableShape {
                    name: table,
                    keys: 0,
                    columns: Vec::new(),
                });
            }
            let last = shapes.last_mut().expect("it was added");
            let kind = match kind.as_str() {
                "TEXT" if name == "game" && last.name != "tables" => ColumnKind::Game,
                "TEXT" => ColumnKind::Text,
                "BLOB" => ColumnKind::Bytes,
                _ => most(&last.name, &name).map_or(ColumnKind::Number, ColumnKind::UpTo),
            };
            last.keys += usize::from(key > 0);
            last.columns.push(ColumnShape {
                name,
                kind,
                optional,
            });
        }
        for shape in shapes.iter_mut().filter(|shape| shape.keys == 0) {
            let row = ColumnShape {
                name: "rowid".to_owned(),
                kind: ColumnKind::Number,
                optional: false,
            };
            shape.columns.insert(0, row);
            shape.keys = 1;
        }
        Ok(shapes)
    }

    /// The names of the columns.
    pub fn names(&self) -> String {
        names(&self.columns)
    }

    pub fn key_names(&self) -> String {
        names(&self.columns[..self.keys])
    }

    /// Whether each row belongs to a table at which people play, which its first column names.
    pub fn belongs_to_a_table(&self) -> bool {
        self.columns[0].name == "table_id"
    }

    /// How many rows there are, and their digest: the same in whatever order a database puts its keys.
    pub async fn sum(&self, from: &mut Tx) -> Result<(u64, [u64; 4]), StoreError> {
        let (mut pages, mut count, mut sum) = (Pages::of(self), 0, [0_u64; 4]);
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

fn names(columns: &[ColumnShape]) -> String {
    let names = columns.iter().map(|column| format!("\"{}\"", column.name));
    names.collect::<Vec<_>>().join(", ")
}

/// The greatest number from 0 that a column may hold, if it may not hold all.
fn most(table: &str, column: &str) -> Option<i64> {
    Some(match (table, column) {
        (_, "later" | "pruned" | "counts" | "declares" | "one") => 1,
        (_, "packed") => 2,
        (_, "weight") => 1_000,
        (
            _,
            "match_number" | "round_number" | "rounds" | "points" | "forgotten" | "day" | "seen",
        )
        | ("daily_secret", "first") => u32::MAX.into(),
        (_, "number" | "spread") | ("ratings", "last") => i64::MAX,
        _ => return None,
    })
}

/// How many rows are read at a time.
const PAGE: usize = 512;

/// How many rows of a file a copy has, and the digest of everything that the file holds.
pub(super) async fn digest(from: &mut Tx) -> Result<(u64, String), StoreError> {
    let copied: Vec<&str> = copied().await?.map(|shape| &*shape.name).collect();
    let (mut rows, mut all) = (0, Sha256::new());
    for shape in TableShape::of_file(from).await? {
        let (count, sum) = shape.sum(from).await?;
        rows += count * u64::from(copied.contains(&&*shape.name));
        all.update(shape.name.as_bytes());
        for number in [&[count][..], &sum].concat() {
            all.update(number.to_le_bytes());
        }
    }
    Ok((rows, hex::encode(all.finalize())))
}

/// Reads the rows of a table in the order of their keys.
pub(super) struct Pages<'a> {
    of: &'a TableShape,
    last: Vec<Value>,
}

impl<'a> Pages<'a> {
    pub const fn of(of: &'a TableShape) -> Self {
        let last = Vec::new();
        Self { of, last }
    }

    /// The next rows; none after the last.
    pub async fn next(&mut self, from: &mut Tx) -> Result<Vec<Row>, StoreError> {
        let TableShape { name, keys, .. } = self.of;
        let (order, columns) = (self.of.key_names(), self.of.names());
        let places: Vec<String> = (1..=*keys).map(|at| format!("${at}")).collect();
        let after = match self.last.is_empty() {
            true => String::new(),
            false => format!("WHERE ({order}) > ({})", places.join(", ")),
        };
        let sql = format!("SELECT {columns} FROM \"{name}\" {after} ORDER BY {order} LIMIT {PAGE}");
        let rows = from.run(&sql, std::mem::take(&mut self.last)).await?;
        if let Some(last) = rows.last() {
            let key = last.values[..*keys].iter().cloned();
            let key: Option<Vec<Value>> = key.collect();
            self.last =
                key.ok_or_else(|| StoreError::Unsound(format!("a row of {name} has no key")))?;
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
