//! Looking at every row of everything that is kept, for an operator.
//!
//! Whatever can be told from the rows themselves is told: values that are none of their column,
//! seals that do not fit, entries that are missing, names that only a later version knows.

use crate::chance::Seed;

use super::backup::PutBack;
use super::schema::ColumnKind::{Bytes, Game, Number, Text, UpTo};
use super::schema::{ColumnShape, TableShape, copied, shapes};
use super::tables::{read_all, read_header, read_snapshot};
use super::*;
use crate::game::GameKind;
use crate::store::tally::honour_of_sum;
use crate::table::{Position, Record, Saved};

/// How many rows are read at a time.
const PAGE: usize = 2_000;

/// Where tables are at which people play.
const TABLES: &str = "tables";

#[derive(Default)]
struct Examination(Vec<DamagedEntry>);

impl Examination {
    /// Adds what is wrong with a row; with `later`, what only a later version knows.
    fn add(
        &mut self,
        place: impl Into<String>,
        row: impl Into<String>,
        table: Option<TableId>,
        (what, later): (&str, bool),
    ) {
        self.0.push(DamagedEntry {
            place: place.into(),
            row: row.into(),
            table,
            what: what.to_owned(),
            later,
        });
    }

    /// Adds what is wrong with the file as a whole.
    fn add_file(&mut self, what: &str) {
        self.add("the file", "as a whole", None, (what, false));
    }
}

impl TableShape {
    pub(super) fn key(&self, row: &Row) -> String {
        let keys = self.columns[..self.keys].iter();
        let keys = (0..).zip(keys);
        let keys = keys.map(|(at, column)| format!("{}={}", column.name, shown(row, at)));
        keys.collect::<Vec<_>>().join(" ")
    }

    /// Adds what is wrong with the columns of a row; whether they were all sound.
    fn check(&self, row: &Row, table: Option<TableId>, report: &mut Examination) -> bool {
        let mut sound = true;
        for (at, column) in (0..).zip(&self.columns) {
            if let Some((what, later)) = column.check(row, at) {
                let place = format!("{}.{}", self.name, column.name);
                report.add(place, self.key(row), table, (&what, later));
                sound &= later;
            }
        }
        sound
    }
}

impl ColumnShape {
    /// What is wrong with a value, and whether a later version may have written it.
    pub(super) fn check(&self, row: &Row, at: usize) -> Option<(String, bool)> {
        let wrong = |what: &str| Some((what.to_owned(), false));
        match self.kind {
            _ if self.optional && row.is_null(at) => None,
            Number => row.get::<i64>(at).err().and_then(|_| wrong("no number")),
            UpTo(most) => match row.get::<i64>(at) {
                Ok(number) if (0..=most).contains(&number) => None,
                Ok(number) => wrong(&format!("{number}, which is out of range")),
                Err(_) => wrong("no number"),
            },
            Text => match row.text(at) {
                Ok(text) if text.contains('\0') => wrong("a zero character"),
                Ok(_) => None,
                Err(_) => wrong("no text"),
            },
            Bytes => row.bytes(at).err().and_then(|_| wrong("no bytes")),
            Game => match row.text(at) {
                Ok(name) if GameKind::of(name).is_some() => None,
                Ok(name) => {
                    let mut signs = name.chars();
                    let word = signs.all(|sign| sign.is_ascii_lowercase() || sign == '_');
                    let what = format!("this version does not know the game {name:?}");
                    Some((what, word && !name.is_empty()))
                }
                Err(_) => wrong("no text"),
            },
        }
    }
}

/// A value of a key, for people.
fn shown(row: &Row, at: usize) -> String {
    match row.values.get(at) {
        Some(Some(Value::Int(number))) => number.to_string(),
        Some(Some(Value::Text(text))) => format!("{:?}", text.chars().take(80).collect::<String>()),
        Some(Some(Value::Bytes(_))) => "bytes".to_owned(),
        Some(Some(Value::Wrong(what))) => (*what).to_owned(),
        Some(None) | None => "nothing".to_owned(),
    }
}

impl Db {
    /// Looks at every row of everything that is kept, runs the journals of open tables, and lists what is damaged
    /// or was written by a later version. Reads everything: for an operator, not for a start.
    pub async fn examine(&self, check: JournalCheck) -> Result<Vec<DamagedEntry>, StoreError> {
        let doing = "examine the store";
        let mut report = Examination::default();
        for fault in self.database.faults().await.doing(doing)? {
            report.add_file(&fault);
        }
        let looked = self.examine_all(check, &mut report).await;
        match (looked, report.0.is_empty()) {
            (Err(error), true) => return Err(error),
            // What cannot be read of a damaged file is a finding like any other.
            (Err(error), false) => {
                report.add_file(&format!("not everything can be read: {error}"));
            }
            (Ok(()), _) => {}
        }
        Ok(report.0)
    }

    async fn examine_all(
        &self,
        check: JournalCheck,
        report: &mut Examination,
    ) -> Result<(), StoreError> {
        let mut tx = self.reading("examine the store").await?;
        let with_tables = ["entries", "snapshots", "packs"];
        let judged = shapes().await?.iter();
        for shape in judged.filter(|shape| !with_tables.contains(&shape.name.as_str())) {
            examine_rows(&mut tx, shape, check, report).await?;
        }
        examine_orphans(&mut tx, report).await?;
        examine_totals(&mut tx, report).await?;
        if self.dialect.is_file && PutBack::is_broken(&mut tx).await? {
            report.add_file("this backup does not hold any more what was written to it");
        }
        Ok(())
    }
}

/// Rows one by one, those of tables with their journals and snapshots.
async fn examine_rows(
    tx: &mut Tx,
    shape: &TableShape,
    check: JournalCheck,
    report: &mut Examination,
) -> Result<(), StoreError> {
    for page in 0.. {
        let (columns, keys, name) = (shape.names(), shape.key_names(), &shape.name);
        let skip = page * PAGE;
        let sql =
            format!("SELECT {columns} FROM {name} ORDER BY {keys} LIMIT {PAGE} OFFSET {skip}");
        let rows = tx.run(&sql, ()).await?;
        for row in &rows {
            if name == TABLES {
                examine_table(tx, (shape, row), check, report).await?;
            } else if shape.check(row, None, report) {
                check_meaning(shape, row, report);
            }
        }
        if rows.len() < PAGE {
            break;
        }
    }
    Ok(())
}

/// What a row of sound values may still get wrong.
fn check_meaning(shape: &TableShape, row: &Row, report: &mut Examination) {
    let mut wrong = |column: &str, what: &str, later: bool| {
        let place = format!("{}.{column}", shape.name);
        report.add(place, shape.key(row), None, (what, later));
    };
    match shape.name.as_str() {
        "counters" => {
            if Versus::read(row.text(3).unwrap_or_default()).is_none() {
                wrong("versus", "no opponent", false);
            }
            let counter = row.text(4).unwrap_or_default();
            if Counter::named(counter).is_none()
                && Month::of_sum(counter).is_none()
                && honour_of_sum(counter).is_none()
            {
                wrong("counter", "this version does not know the counter", true);
            }
            let absurd = |value: i64| value.unsigned_abs() > 1_000_000_000_000;
            if row.get(5).is_ok_and(absurd) {
                wrong("value", "an absurd number", false);
            }
        }
        "settings"
            if !["person", "guild", "channel"].contains(&row.text(0).unwrap_or_default()) =>
        {
            wrong("scope", "none of the scopes", false);
        }
        "daily_secret" if Seed::from_hex(row.text(1).unwrap_or_default()).is_none() => {
            wrong("secret", "no secret", false);
        }
        "meta"
            if row.text(0).ok() == Some("needs")
                && row.text(1).unwrap_or_default().parse::<i64>().is_err() =>
        {
            wrong("value", "no number", false);
        }
        _ => {}
    }
}

/// What is wrong with the row of a table, as far as that is seen without its journal: the first that is.
pub async fn damage_of(tx: &mut Tx, number: i64) -> Result<Option<DamagedEntry>, StoreError> {
    let mut shapes = shapes().await?.iter();
    let shape = shapes.find(|shape| shape.name == TABLES);
    let shape = shape.expect("people play at tables");
    let sql = format!("SELECT {} FROM tables WHERE id = $1", shape.names());
    let mut report = Examination::default();
    if let Some(row) = tx.first(&sql, number).await? {
        judge(shape, &row, &mut report);
    }
    Ok(report.0.into_iter().next())
}

/// Looks at the row of a table; if a journal should belong to it, which, and its header if that can be read.
fn judge(
    shape: &TableShape,
    row: &Row,
    report: &mut Examination,
) -> Option<(TableId, Option<Saved>)> {
    let table = row.get(1).ok();
    let sound = shape.check(row, table, report);
    let mut wrong = |column: &str, what: &str, later| {
        let place = format!("tables.{column}");
        report.add(place, shape.key(row), table, (what, later));
    };
    match row.text(8) {
        Ok("open") if !row.is_null(10) => wrong("ended_at", "open tables have not ended", false),
        Ok("closed" | "aside") if row.is_null(10) => wrong("ended_at", "nothing", false),
        Ok("open" | "closed" | "aside") | Err(_) => {}
        Ok(_) => wrong("state", "none of the states of a table", false),
    }
    if let Ok((guild, bucket)) = row.get::<(u64, u64)>(3)
        && bucket != guild >> 22
    {
        wrong("bucket", "not that of the guild", false);
    }
    let table = table.filter(|_| sound)?;
    // As the reading of a journal wants it.
    let order = [0, 3, 5, 6, 7, 8, 9, 11, 12, 15];
    let header = Row {
        values: order.map(|at| row.values[at].clone()).into(),
        doing: row.doing,
    };
    match read_header(table, &header) {
        Ok(journal) => return Some((table, Some(journal.saved))),
        Err(StoreError::Pruned { .. }) => return None,
        Err(StoreError::Later { what, .. }) => {
            wrong("game", &format!("this version does not know {what}"), true);
        }
        // Said already.
        Err(StoreError::Damaged { what, .. }) if what.starts_with("tables.state") => {}
        Err(StoreError::Damaged { what, .. }) => wrong("seal", what, false),
        Err(error) => wrong("seal", &error.to_string(), false),
    }
    Some((table, None))
}

async fn examine_table(
    tx: &mut Tx,
    (shape, row): (&TableShape, &Row),
    check: JournalCheck,
    report: &mut Examination,
) -> Result<(), StoreError> {
    let Some((table, saved)) = judge(shape, row, report) else {
        return Ok(());
    };
    let is_open = row.text(8) == Ok("open");
    let row = row.read()?;
    let found = examine_journal(tx, row, table, report).await?;
    let (Some(mut saved), Some((entries, snapshot)), true) = (saved, found, is_open) else {
        return Ok(());
    };
    (saved.entries, saved.snapshot) = (entries, snapshot);
    // It may take a while.
    let checked = tokio::task::spawn_blocking(move || check(&saved)).await;
    if let Err(JournalFault { what, later }) = checked.map_err(|_| StoreError::Closed)? {
        let key = format!("table_id={row}");
        report.add("entries", key, Some(table), (&what, later));
    }
    Ok(())
}

/// The packs, entries and snapshot of a table; the first thing that is wrong with each. Answers with entries
/// and snapshot if all of them can be read.
async fn examine_journal(
    tx: &mut Tx,
    row: i64,
    table: TableId,
    report: &mut Examination,
) -> Result<Option<(Vec<Record>, Option<Record>)>, StoreError> {
    let mut wrong = |place: &str, position: Option<Position>, what: &str| {
        let position = position.map_or_else(String::new, |at| format!(" position={}", at.0));
        let key = format!("table_id={row}{position}");
        report.add(place, key, Some(table), (what, false));
    };
    let mut entries = match read_all(tx, table, row).await {
        Ok(entries) => Some(entries),
        Err(StoreError::Damaged { position, what, .. }) => {
            let place = what.split([' ', ':']).next().unwrap_or(what);
            wrong(place, Some(position), what);
            None
        }
        Err(error) => return Err(error),
    };
    // Nobody reads an entry that stands before its journal, or among what is packed.
    let sql = "SELECT 1 FROM entries WHERE table_id = $1 AND (position > \
               COALESCE((SELECT MAX(last) FROM packs WHERE table_id = $1), $2)) IS NOT TRUE LIMIT 1";
    if entries.is_some() && tx.first(sql, (row, table.opening)).await?.is_some() {
        wrong("entries", None, "an entry stands where none belongs");
        entries = None;
    }
    // Whatever was finished or kept at a position shows that there was an entry.
    let sql = "SELECT MAX(position) FROM (SELECT position FROM snapshots WHERE table_id = $1 \
               UNION ALL SELECT position FROM finished WHERE table_id = $1) AS known";
    let known = tx.first(sql, row).await?;
    let known = known.and_then(|row| row.read::<Position>().ok());
    if let Some(read) = &entries {
        let last = read.last().map_or(table.opening, |entry| entry.position);
        if known.is_some_and(|known| known > last) {
            let what = "entries at the end are missing: something later was finished";
            wrong("entries", Some(last.next()), what);
            entries = None;
        }
    }
    let sql = "SELECT position, at, body FROM snapshots WHERE table_id = $1";
    let kept = tx.first(sql, row).await?;
    let snapshot = kept.as_ref().and_then(|row| read_snapshot(table, row));
    if kept.is_some() && snapshot.is_none() {
        wrong("snapshots", None, "cannot be read");
    }
    Ok(entries.map(|entries| (entries, snapshot)))
}

/// Rows of tables that do not exist.
async fn examine_orphans(tx: &mut Tx, report: &mut Examination) -> Result<(), StoreError> {
    let theirs = copied().await?;
    for TableShape { name, .. } in theirs.filter(|shape| shape.belongs_to_a_table()) {
        let sql = format!(
            "SELECT table_id, COUNT(*) FROM {name} \
             WHERE table_id IS NULL OR table_id NOT IN (SELECT id FROM tables) GROUP BY table_id"
        );
        for row in tx.run(&sql, ()).await? {
            let place = format!("{name}.table_id");
            let key = format!("table_id={}", shown(&row, 0));
            let what = format!("{} rows of a table that does not exist", shown(&row, 1));
            report.add(place, key, None, (&what, false));
        }
    }
    Ok(())
}

/// Sums over all guilds that are not what those of each guild add up to.
async fn examine_totals(tx: &mut Tx, report: &mut Examination) -> Result<(), StoreError> {
    let mut ranked = Counter::ALL.to_vec();
    ranked.retain(|counter| counter.is_ranked());
    let columns = ranked.into_iter().map(Counter::name);
    let columns = columns.collect::<Vec<_>>().join(", ");
    let [kept, right] =
        ["totals", "added_up"].map(|name| format!("SELECT game, person, {columns} FROM {name}"));
    let sql = format!(
        "SELECT game, person FROM ({right} EXCEPT {kept}) AS missing \
         UNION SELECT game, person FROM ({kept} EXCEPT {right}) AS wrong ORDER BY 1, 2"
    );
    for row in tx.run(&sql, ()).await? {
        let key = format!("game={} person={}", shown(&row, 0), shown(&row, 1));
        let what = "not what is counted; each sum is added up anew when it changes next";
        report.add("totals", key, None, (what, false));
    }
    Ok(())
}
