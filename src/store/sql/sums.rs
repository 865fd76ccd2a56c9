//! What a database holds, summed up: the rows of each of its tables, read a page at a time, and a digest over them.

use sha2::{Digest as _, Sha256};

use super::schema::TableShape;
use super::*;

/// How many rows are read at a time.
const PAGE: usize = 512;

impl TableShape {
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

/// The digest of everything that a file holds.
pub(super) async fn digest(from: &mut Tx) -> Result<String, StoreError> {
    let mut all = Sha256::new();
    for shape in TableShape::of_file(from).await? {
        let (count, sum) = shape.sum(from).await?;
        all.update(shape.name.as_bytes());
        for number in [&[count][..], &sum].concat() {
            all.update(number.to_le_bytes());
        }
    }
    Ok(hex::encode(all.finalize()))
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
