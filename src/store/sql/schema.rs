//! The tables of a database: what their columns hold, for whoever goes through all of them.
//!
//! Those of this version are read from an empty database, so that what a migration adds is copied and looked at by itself.

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use tokio::sync::OnceCell;

use super::*;
use crate::store::migrations;
use crate::store::sqlite::migration_failed;

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
        let doing = "look at the tables";
        let options = SqliteConnectOptions::new().in_memory(true);
        let empty = options.disable_statement_logging().connect().await;
        let mut empty: SqliteConnection = empty.doing(doing)?;
        let made = migrations::SQLITE.make(&mut empty).await;
        made.map_err(|error| migration_failed(doing, error))?;
        let columns = sqlx::query_as(COLUMNS).fetch_all(&mut empty).await;
        let mut shapes = TableShape::of_columns(columns.doing(doing)?);
        empty.close().await.doing(doing)?;
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
        let rows = from.run(COLUMNS, ()).await?;
        let columns: Result<_, StoreError> = rows.iter().map(Row::read).collect();
        let mut shapes = Self::of_columns(columns?);
        shapes.retain(|shape| shape.name != "meta");
        shapes.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(shapes)
    }

    fn of_columns(columns: Vec<(String, String, String, bool, i64)>) -> Vec<TableShape> {
        let mut shapes: Vec<TableShape> = Vec::new();
        for (table, name, kind, optional, key) in columns {
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
        shapes
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
