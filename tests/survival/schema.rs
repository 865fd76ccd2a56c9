//! What a store consists of, and damage to it: rows of any table with anything in any column.

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection as _, Row as _};
use tractor_bot::chance::Chance;

/// A table of the schema with its rows.
pub struct Shape {
    pub name: String,
    columns: Vec<Column>,
    /// The values of the key of each row.
    rows: Vec<Vec<String>>,
}

struct Column {
    name: String,
    kind: Kind,
    is_key: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Text,
    Bytes,
}

/// The database in which something is damaged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    Sqlite,
    #[cfg(feature = "postgres")]
    Postgres,
}

/// One damaged row.
pub struct Damage {
    pub table: String,
    /// The row of `tables` that it belongs to, if it does.
    pub of: Option<i64>,
    /// What was done, for a report.
    pub what: String,
    pub sql: String,
}

/// Tables that are not damaged: what the migrations note of themselves, and what says which program
/// may use the store at all.
const SPARED: [&str; 3] = ["_sqlx_migrations", "meta", "sqlite_sequence"];

/// The tables of an SQLite file with the keys of their rows.
pub async fn shapes(connection: &mut SqliteConnection) -> Vec<Shape> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
    let names = sqlx::query_scalar::<_, String>(sql);
    let names = names.fetch_all(&mut *connection).await.expect("a schema");
    let mut shapes = Vec::new();
    for name in names {
        if SPARED.contains(&&*name) {
            continue;
        }
        let sql = format!("SELECT name, type, pk FROM pragma_table_info('{name}')");
        let found = sqlx::query(&sql);
        let found = found.fetch_all(&mut *connection).await.expect("columns");
        let columns: Vec<Column> = found.iter().map(column).collect();
        let rows = rows(connection, &name, &columns).await;
        shapes.push(Shape {
            name,
            columns,
            rows,
        });
    }
    shapes
}

fn column(row: &sqlx::sqlite::SqliteRow) -> Column {
    let kind: String = row.get(1);
    Column {
        name: row.get(0),
        kind: match &*kind {
            "INTEGER" => Kind::Number,
            "BLOB" => Kind::Bytes,
            _ => Kind::Text,
        },
        is_key: row.get::<i64, _>(2) > 0,
    }
}

async fn rows(
    connection: &mut SqliteConnection,
    name: &str,
    columns: &[Column],
) -> Vec<Vec<String>> {
    let keys = columns.iter().filter(|column| column.is_key);
    let keys: Vec<String> = keys.map(|key| format!("quote({})", key.name)).collect();
    let sql = format!("SELECT {} FROM {name} ORDER BY 1", keys.join(", "));
    let rows = sqlx::query(&sql);
    let rows = rows.fetch_all(&mut *connection).await.expect("rows");
    let values = |row: &sqlx::sqlite::SqliteRow| (0..row.len()).map(|at| row.get(at)).collect();
    rows.iter().map(values).collect()
}

impl Shape {
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The row of `tables` that a row belongs to.
    pub fn owner(&self, row: usize) -> Option<i64> {
        let keys = self.columns.iter().filter(|column| column.is_key);
        let wanted = if self.name == "tables" {
            "id"
        } else {
            "table_id"
        };
        let mut named = keys.zip(&self.rows[row]);
        let (_, value) = named.find(|(key, _)| key.name == wanted)?;
        value.parse().ok()
    }

    /// What lets anything be written into the table, in PostgreSQL.
    #[cfg(feature = "postgres")]
    pub fn unguard(&self) -> String {
        let columns = self.columns.iter().filter(|column| !column.is_key);
        let free = columns.map(|column| format!("ALTER COLUMN {} DROP NOT NULL", column.name));
        let checked = match &*self.name {
            "tables" => ", DROP CONSTRAINT tables_state_check",
            _ => "",
        };
        let free: Vec<String> = free.collect();
        match free.is_empty() {
            true => String::new(),
            false => format!("ALTER TABLE {} {}{checked};", self.name, free.join(", ")),
        }
    }

    /// Damages a row in a column, both by chance.
    pub fn damage(&self, row: usize, kept: Kept, chance: &mut Chance) -> Damage {
        let pick = |chance: &mut Chance, most: usize| chance.below(most as u32) as usize;
        let keys = self.columns.iter().filter(|column| column.is_key);
        let values = self.rows[row].iter();
        let named = keys.zip(values);
        let named: Vec<String> = named
            .map(|(key, value)| format!("{} = {value}", key.name))
            .collect();
        let place = named.join(" AND ");
        let column = &self.columns[pick(chance, self.columns.len())];
        let mut damage = Damage {
            table: self.name.clone(),
            of: self.owner(row),
            what: format!("{} of {place}: ", self.name),
            sql: String::new(),
        };
        if pick(chance, 12) == 0 {
            damage.what += "deleted";
            damage.sql = format!("DELETE FROM {} WHERE {place}", self.name);
            return damage;
        }
        let values = values_for(column, kept);
        let value = &values[pick(chance, values.len())];
        damage.what += &format!("{} = {value}", column.name);
        damage.sql = format!(
            "UPDATE {} SET {} = {value} WHERE {place}",
            self.name, column.name
        );
        damage
    }
}

/// What may come to be in a column.
fn values_for(column: &Column, kept: Kept) -> Vec<String> {
    let name = &column.name;
    let mut values: Vec<String> = match column.kind {
        Kind::Number => [
            "0",
            "-1",
            "9223372036854775807",
            "-9223372036854775808",
            "77777777",
        ]
        .map(str::to_owned)
        .to_vec(),
        Kind::Text => vec![
            "''".to_owned(),
            "'no-game'".to_owned(),
            format!("substr({name}, 1, length({name}) / 2)"),
            format!("replace({name}, '\"', '')"),
            format!("{name} || 'x'"),
            format!("replace({name}, '1', '99999999999999999999')"),
            "'[[[[[[[[{}'".to_owned(),
        ],
        Kind::Bytes if kept == Kept::Sqlite => {
            vec!["x''".to_owned(), "x'00ff00ff'".to_owned()]
        }
        Kind::Bytes => vec!["''::bytea".to_owned(), "'\\x00ff'::bytea".to_owned()],
    };
    if kept == Kept::Sqlite {
        values.extend(match column.kind {
            Kind::Number => vec!["'many'".to_owned(), "0.5".to_owned(), "x'ff'".to_owned()],
            Kind::Text => vec![
                format!("CAST(x'7bff' || CAST({name} AS BLOB) AS TEXT)"),
                format!("CAST({name} AS BLOB)"),
                "7".to_owned(),
            ],
            Kind::Bytes => vec!["'text'".to_owned()],
        });
    }
    if !column.is_key {
        values.push("NULL".to_owned());
    }
    values
}

/// Opens a file so that anything can be written into it.
pub async fn unguarded(path: &std::path::Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .foreign_keys(false);
    let open = || async {
        SqliteConnection::connect_with(&options)
            .await
            .expect("a file")
    };
    let mut connection = open().await;
    let sql = "PRAGMA writable_schema = ON; \
               UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') WHERE type = 'table';";
    let done = sqlx::raw_sql(sql).execute(&mut connection).await;
    done.expect("the schema can be written");
    connection.close().await.expect("it ends");
    let mut connection = open().await;
    let sql = "PRAGMA ignore_check_constraints = ON;";
    let done = sqlx::raw_sql(sql).execute(&mut connection).await;
    done.expect("a setting");
    connection
}
