//! What a database holds, summed up: the rows of each of its tables, and a digest over them.
//!
//! Decides how it is found out whether two databases hold the same, and whether a backup still holds
//! what was written to it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::schema::TableShape;
use super::*;

/// How many rows are read at a time.
const PAGE: usize = 512;

/// By how much a page gets shorter where one cannot be read.
const SHORTER: usize = 8;

/// Some columns of a table of a database, those of its key first.
#[derive(Debug, Clone)]
pub(super) struct Selection {
    name: String,
    columns: Vec<String>,
    keys: usize,
}

impl Selection {
    /// All tables of an SQLite file, also those of other versions, without what belongs to processes
    /// and to the file itself.
    pub async fn of_file(from: &mut Tx) -> Result<Vec<Selection>, StoreError> {
        let sql = "SELECT m.name, p.name, p.pk FROM sqlite_master m, pragma_table_info(m.name) p \
                   WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
                   AND m.name NOT IN ('leases', 'meta', '_sqlx_migrations') \
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
        Ok(all)
    }

    /// Whether the first column is the number of a table at which people sit.
    fn is_by_table(&self) -> bool {
        self.name == "tables" || self.columns.first().is_some_and(|name| name == "table_id")
    }
}

impl From<&TableShape> for Selection {
    fn from(shape: &TableShape) -> Self {
        Selection {
            name: shape.name.to_owned(),
            columns: shape
                .columns
                .iter()
                .map(|(name, _)| (*name).to_owned())
                .collect(),
            keys: shape.keys,
        }
    }
}

/// Reads the rows of a selection in the order of their keys, a page at a time.
pub(super) struct Pages {
    of: Selection,
    length: usize,
    /// How many rows were read since the keys could not be compared any more.
    seen: usize,
    last: Option<Vec<Value>>,
    /// The last key that was read from the beginning; then it is read from the end.
    turned: Option<Option<Vec<Value>>>,
}

impl Pages {
    pub fn of(selection: Selection) -> Self {
        Pages {
            of: selection,
            length: PAGE,
            seen: 0,
            last: None,
            turned: None,
        }
    }

    /// The next rows; none after the last.
    pub async fn next(&mut self, from: &mut Tx) -> Result<Vec<Row>, StoreError> {
        let keys = self.of.columns[..self.of.keys].join(", ");
        let (columns, name) = (self.of.columns.join(", "), &self.of.name);
        let (after, order) = match self.turned {
            None => (">", ""),
            Some(_) => ("<", "DESC"),
        };
        let mut values = Vec::new();
        let mut bounds = Vec::new();
        let turned = self.turned.iter().flatten();
        let known = self.last.iter().map(|last| (after, last));
        for (sign, key) in known.chain(turned.map(|key| (">", key))) {
            let places: Vec<_> = (1..=key.len())
                .map(|n| format!("${}", values.len() + n))
                .collect();
            bounds.push(format!("({keys}) {sign} ({})", places.join(", ")));
            values.extend(key.iter().cloned());
        }
        let bounds = match bounds.is_empty() {
            true => String::new(),
            false => format!("WHERE {}", bounds.join(" AND ")),
        };
        let order: Vec<_> = self.of.columns[..self.of.keys.max(1)]
            .iter()
            .map(|key| format!("{key} {order}"))
            .collect();
        let (length, skip, order) = (self.length, self.seen, order.join(", "));
        let sql = format!(
            "SELECT {columns} FROM {name} {bounds} ORDER BY {order} LIMIT {length} OFFSET {skip}"
        );
        let rows = from.run(&sql, values).await?;
        let key = rows.last().map(|row| &row.values[..self.of.keys]);
        let key: Option<Vec<Value>> = key.and_then(|key| key.iter().cloned().collect());
        let wrong = |value: &Value| matches!(value, Value::Wrong(_));
        match key.filter(|key| !key.is_empty() && !key.iter().any(wrong)) {
            Some(key) => (self.last, self.seen) = (Some(key), 0),
            None => self.seen += rows.len(),
        }
        Ok(rows)
    }

    /// Goes round what cannot be read: with shorter pages, then from the end. `false` if it has come
    /// there from both sides.
    pub fn go_round(&mut self) -> bool {
        if self.length > 1 {
            self.length /= SHORTER;
        } else if self.turned.is_none() && self.of.keys > 0 {
            (self.turned, self.seen) = (Some(self.last.take()), 0);
            self.length = PAGE;
        } else {
            return false;
        }
        true
    }
}

/// How many rows there are, and their digest.
type Sum = (u64, [u8; 32]);

/// The sums of some tables of a database, those that belong to a table at which people sit for each
/// of these apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Sums(BTreeMap<(String, Option<i64>), Sum>);

impl Sums {
    pub async fn of(from: &mut Tx, selections: &[Selection]) -> Result<Sums, StoreError> {
        let mut sums: BTreeMap<(String, Option<i64>), (u64, Sha256)> = BTreeMap::new();
        for selection in selections {
            let mut pages = Pages::of(selection.clone());
            loop {
                let rows = pages.next(from).await?;
                if rows.is_empty() {
                    break;
                }
                for row in rows {
                    let table = row.int(0).ok().filter(|_| selection.is_by_table());
                    let sum = sums.entry((selection.name.clone(), table)).or_default();
                    sum.0 += 1;
                    row.values
                        .iter()
                        .for_each(|value| add(&mut sum.1, value.as_ref()));
                }
            }
        }
        let done =
            |(key, (rows, digest)): (_, (u64, Sha256))| (key, (rows, digest.finalize().into()));
        Ok(Sums(sums.into_iter().map(done).collect()))
    }

    /// What a copy lacks that was made after one look at what it is a copy of and before another: what
    /// both looks found alike has to be in the copy just so.
    pub fn lacks(&self, before: &Sums, after: &Sums) -> Option<String> {
        let same = before
            .0
            .iter()
            .filter(|(key, sum)| after.0.get(*key) == Some(*sum));
        same.filter(|(key, sum)| self.0.get(*key) != Some(*sum))
            .map(|((name, table), (rows, _))| {
                let there = self.0.get(&(name.clone(), *table)).map_or(0, |sum| sum.0);
                let of = table.map(|table| format!(" of table #{table}"));
                let of = of.unwrap_or_default();
                match there == *rows {
                    true => format!("a row of {name}{of} is another one"),
                    false => format!("{name}{of} has {there} rows instead of {rows}"),
                }
            })
            .next()
    }

    /// The number of rows of a table of the database.
    pub fn rows_of(&self, name: &str) -> u64 {
        let of_it = self.0.iter().filter(|((other, _), _)| other == name);
        of_it.map(|(_, (rows, _))| rows).sum()
    }

    /// What is written into a backup about it.
    pub fn manifest(&self, selections: &[Selection]) -> Manifest {
        let total = |selection: &Selection| {
            let (mut rows, mut digest) = (0, Sha256::new());
            for ((_, table), sum) in self
                .0
                .iter()
                .filter(|((name, _), _)| *name == selection.name)
            {
                rows += sum.0;
                digest.update(table.unwrap_or(0).to_le_bytes());
                digest.update(sum.1);
            }
            let total = Total {
                columns: selection.columns.clone(),
                keys: selection.keys,
                rows,
                digest: hex::encode(digest.finalize()),
            };
            (selection.name.clone(), total)
        };
        Manifest(selections.iter().map(total).collect())
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

/// What a backup says that it holds: its tables by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest(BTreeMap<String, Total>);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Total {
    columns: Vec<String>,
    keys: usize,
    rows: u64,
    digest: String,
}

impl Manifest {
    /// The name of the row of `meta` that holds it.
    pub const NAME: &str = "holds";

    /// What it was made of; `None` if the names in it are none.
    pub fn selections(&self) -> Option<Vec<Selection>> {
        let word = |name: &String| {
            name.chars()
                .all(|sign| sign == '_' || sign.is_ascii_alphanumeric())
        };
        let all = self.0.iter().map(|(name, total)| {
            let sound = word(name) && total.columns.iter().all(word) && !total.columns.is_empty();
            (sound && total.keys <= total.columns.len()).then(|| Selection {
                name: name.clone(),
                columns: total.columns.clone(),
                keys: total.keys,
            })
        });
        all.collect()
    }

    /// What is there otherwise than it is written here.
    pub fn lacks(&self, found: &Manifest) -> Option<String> {
        let differ = self
            .0
            .iter()
            .find(|(name, total)| found.0.get(*name) != Some(total));
        differ.map(|(name, total)| {
            let there = found.0.get(name).map_or(0, |found| found.rows);
            match there == total.rows {
                true => format!("a row of {name} is not the one that was written"),
                false => format!("{name} has {there} rows instead of {}", total.rows),
            }
        })
    }
}
