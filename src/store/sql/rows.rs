//! Rows and parameters of statements, in the types of the store.
//!
//! Decides how each of these types stands in the database: numbers, texts and bytes. A type may take several columns.

use std::error::Error;

use super::*;
use crate::game::GameKind;
use crate::table::Position;

/// A parameter or result value.
#[derive(Debug, Clone)]
pub enum Value {
    /// A number.
    Int(i64),
    /// A text.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// What no column here holds, such as a text that is not UTF-8; read from damaged rows only.
    Wrong(&'static str),
}

/// A row of an answer, and what it was asked for.
#[derive(Debug)]
pub struct Row {
    pub(super) values: Vec<Option<Value>>,
    pub(super) doing: &'static str,
}

impl Row {
    pub(super) fn wrong(&self, error: impl Into<Box<dyn Error + Send + Sync>>) -> StoreError {
        StoreError::failed(self.doing, &sqlx::Error::Decode(error.into()))
    }

    /// What stands from this column on.
    pub(super) fn get<T: Column>(&self, column: usize) -> Result<T, StoreError> {
        T::of(self, column)
    }

    /// What all of it says.
    pub(super) fn read<T: Column>(&self) -> Result<T, StoreError> {
        self.get(0)
    }

    pub(super) fn text(&self, column: usize) -> Result<&str, StoreError> {
        match self.values.get(column) {
            Some(Some(Value::Text(text))) => Ok(text),
            _ => Err(self.wrong("a text was expected")),
        }
    }

    pub(super) fn bytes(&self, column: usize) -> Result<&[u8], StoreError> {
        match self.values.get(column) {
            Some(Some(Value::Bytes(bytes))) => Ok(bytes),
            _ => Err(self.wrong("bytes were expected")),
        }
    }

    pub(super) fn is_null(&self, column: usize) -> bool {
        matches!(self.values.get(column), Some(None))
    }
}

/// What can be read from columns that are side by side.
pub trait Column: Sized {
    /// How many it takes.
    const WIDTH: usize = 1;

    /// What stands from this column on.
    fn of(row: &Row, at: usize) -> Result<Self, StoreError>;
}

/// What parameters are made of; several types take more than one.
pub trait Parameter {
    /// Adds them.
    fn add_to(self, values: &mut Vec<Value>);

    /// They alone.
    fn values(self) -> Vec<Value>
    where
        Self: Sized,
    {
        let mut values = Vec::new();
        self.add_to(&mut values);
        values
    }
}

impl Column for i64 {
    fn of(row: &Row, at: usize) -> Result<Self, StoreError> {
        match row.values.get(at) {
            Some(Some(Value::Int(number))) => Ok(*number),
            _ => Err(row.wrong("a number was expected")),
        }
    }
}

/// Bit by bit: the database only compares such numbers for equality.
impl Column for u64 {
    fn of(row: &Row, at: usize) -> Result<Self, StoreError> {
        i64::of(row, at).map(i64::cast_unsigned)
    }
}

impl Column for u32 {
    fn of(row: &Row, at: usize) -> Result<Self, StoreError> {
        u32::try_from(i64::of(row, at)?).map_err(|error| row.wrong(error))
    }
}

impl Column for i32 {
    fn of(row: &Row, at: usize) -> Result<Self, StoreError> {
        i32::try_from(i64::of(row, at)?).map_err(|error| row.wrong(error))
    }
}

impl Column for bool {
    fn of(row: &Row, at: usize) -> Result<Self, StoreError> {
        i64::of(row, at).map(|number| number == 1)
    }
}

impl Column for String {
    fn of(row: &Row, at: usize) -> Result<Self, StoreError> {
        row.text(at).map(str::to_owned)
    }
}

/// Nothing where it is damaged, too.
impl<T: Column> Column for Option<T> {
    const WIDTH: usize = T::WIDTH;

    fn of(row: &Row, at: usize) -> Result<Self, StoreError> {
        Ok(T::of(row, at).ok())
    }
}

impl Column for GameKind {
    fn of(row: &Row, at: usize) -> Result<Self, StoreError> {
        let name = row.text(at)?;
        let unknown = || row.wrong(format!("no game is called {name:?}"));
        GameKind::of(name).ok_or_else(unknown)
    }
}

/// Its channel and its opening position.
impl Column for TableId {
    const WIDTH: usize = 2;

    fn of(row: &Row, at: usize) -> Result<Self, StoreError> {
        let (key, opening) = row.get(at)?;
        Ok(TableId { key, opening })
    }
}

impl Parameter for TableId {
    fn add_to(self, values: &mut Vec<Value>) {
        (self.key, self.opening).add_to(values);
    }
}

impl Parameter for Vec<Value> {
    fn add_to(self, values: &mut Vec<Value>) {
        values.extend(self);
    }
}

impl Parameter for () {
    fn add_to(self, _: &mut Vec<Value>) {}
}

/// Implements [`Parameter`] for what is one value.
macro_rules! parameters {
    ($($of:ty: $given:ident => $value:expr;)+) => {$(
        impl Parameter for $of {
            fn add_to(self, values: &mut Vec<Value>) {
                let $given = self;
                values.push($value);
            }
        }
    )+};
}

parameters! {
    Value: value => value;
    i64: number => Value::Int(number);
    u64: number => Value::Int(number.cast_signed());
    u32: number => Value::Int(number.into());
    i32: number => Value::Int(number.into());
    bool: is => Value::Int(is.into());
    &str: text => Value::Text(text.to_owned());
    &String: text => Value::Text(text.clone());
    String: text => Value::Text(text);
    Vec<u8>: bytes => Value::Bytes(bytes);
    GameKind: game => Value::Text(game.name().to_owned());
}

/// Implements both for numbers with a type of their own.
macro_rules! ids {
    ($($id:ident),+) => {$(
        impl Column for $id {
            fn of(row: &Row, at: usize) -> Result<Self, StoreError> {
                u64::of(row, at).map($id)
            }
        }

        impl Parameter for $id {
            fn add_to(self, values: &mut Vec<Value>) {
                self.0.add_to(values);
            }
        }
    )+};
}

ids!(GuildId, PersonId, Position, TableKey, UnixMillis);

/// Implements both for tuples: one part behind the other.
macro_rules! tuples {
    ($($($part:ident)+,)+) => {$(
        impl<$($part: Column),+> Column for ($($part,)+) {
            const WIDTH: usize = 0 $(+ $part::WIDTH)+;

            fn of(row: &Row, at: usize) -> Result<Self, StoreError> {
                let mut next = at;
                let mut place = |width| {
                    next += width;
                    next - width
                };
                Ok(($($part::of(row, place($part::WIDTH))?,)+))
            }
        }

        impl<$($part: Parameter),+> Parameter for ($($part,)+) {
            #[expect(non_snake_case, reason = "each part has the name of its type")]
            fn add_to(self, values: &mut Vec<Value>) {
                let ($($part,)+) = self;
                $($part.add_to(values);)+
            }
        }
    )+};
}

tuples! {
    A B,
    A B C,
    A B C D,
    A B C D E,
    A B C D E F,
    A B C D E F G,
    A B C D E F G H,
    A B C D E F G H I,
    A B C D E F G H I J,
}

/// What the rows say that can be read; one warning for all that cannot.
pub fn sound<T, C: FromIterator<T>>(
    rows: &[Row],
    doing: &'static str,
    mut read: impl FnMut(&Row) -> Option<T>,
) -> C {
    let mut left_out = 0;
    let all = rows.iter().filter_map(|row| {
        let value = read(row);
        left_out += usize::from(value.is_none());
        value
    });
    let all = all.collect();
    if left_out > 0 {
        tracing::warn!(doing, left_out, "rows that cannot be read are left out");
    }
    all
}

/// The numbered parameters for `rows` rows of `columns` values: `($1,$2),($3,$4)`.
pub fn places(rows: usize, columns: usize) -> String {
    let place = |row| {
        let first = row * columns + 1;
        let places = (first..first + columns).map(|number| format!("${number}"));
        format!("({})", places.collect::<Vec<_>>().join(","))
    };
    (0..rows).map(place).collect::<Vec<_>>().join(",")
}

/// Splits items into runs of 128, 64, 32, …, so that statements for many rows have few lengths and
/// stay prepared.
pub fn runs<T>(mut items: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let length = 1 << items.len().checked_ilog2()?.min(7);
        let (run, rest) = items.split_at(length);
        items = rest;
        Some(run)
    })
}

impl Tx {
    /// Runs one statement and collects its rows.
    pub(super) fn run<'a>(
        &'a mut self,
        sql: &'a str,
        values: impl Parameter,
    ) -> Pending<'a, Vec<Row>> {
        let (doing, values) = (self.doing, values.values());
        Box::pin(async move {
            let rows = self.inner.run(sql, values).await.doing(doing)?;
            let rows = rows.into_iter();
            Ok(rows.map(|values| Row { values, doing }).collect())
        })
    }

    /// The first row of the answer, if there is any: also whether something was there.
    pub(super) async fn first(
        &mut self,
        sql: &str,
        values: impl Parameter,
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.run(sql, values).await?.into_iter().next())
    }

    /// What the rows of the answer say that can be read.
    pub(super) async fn all<T: Column, C: FromIterator<T>>(
        &mut self,
        sql: &str,
        values: impl Parameter,
    ) -> Result<C, StoreError> {
        let rows = self.run(sql, values).await?;
        Ok(sound(&rows, self.doing, |row| row.read().ok()))
    }

    /// Runs a statement over many rows of parameters, some of them at a time: their places stand between the two parts of
    /// it.
    pub(super) async fn run_many<P: Parameter>(
        &mut self,
        [before, after]: [&str; 2],
        rows: impl IntoIterator<Item = P>,
    ) -> Result<Vec<Row>, StoreError> {
        let rows: Vec<Vec<Value>> = rows.into_iter().map(Parameter::values).collect();
        let mut answers = Vec::new();
        for run in runs(&rows) {
            let places = places(run.len(), run[0].len());
            let sql = format!("{before} {places} {after}");
            answers.extend(self.run(&sql, run.concat()).await?);
        }
        Ok(answers)
    }
}

impl Db {
    /// What the rows of an answer say that can be read.
    pub(super) async fn list<T: Column>(
        &self,
        doing: &'static str,
        sql: &str,
        values: impl Parameter,
    ) -> Result<Vec<T>, StoreError> {
        self.reading(doing).await?.all(sql, values).await
    }
}
