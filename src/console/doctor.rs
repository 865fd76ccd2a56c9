//! What an operator asks of a store at the command line: what is set aside or damaged, what is
//! known of it, and what is to become of it.
//!
//! Decides how tables and rows are named there. What counts as damaged is for the store, whether a
//! table can go on for the host.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Subcommand;

use super::Report;
use crate::host::{Host, RestoreError, check_journal};
use crate::store::{self, Aside, DamagedEntry, Db, StoreError, StoredJournal, moment};

/// How many damaged rows are listed.
const MOST_LISTED: usize = 200;

/// What is to be done about tables that are set aside. They are named as the list names them.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum DoctorRequest {
    /// Lists tables that are set aside and rows that are damaged.
    List,
    /// Says what is known of a table.
    Show {
        /// Its name, or `#` and the number of its row.
        table: String,
    },
    /// Writes the rows of a table into a new file, one a line.
    Export {
        /// Its name, or `#` and the number of its row.
        table: String,
        /// The file; it must not exist yet.
        file: PathBuf,
    },
    /// Tries again whether a table can go on; a running bot then brings it back.
    Retry {
        /// Its name.
        table: String,
    },
    /// Deletes a table for good.
    Drop {
        /// Its name, or `#` and the number of its row.
        table: String,
        /// That it is meant.
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Debug, thiserror::Error)]
pub enum DoctorError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(
        "{0:?} is no table that is set aside: they are named as `tractor-bot doctor` lists them, for \
         example tractor-bot doctor show #17"
    )]
    NoTable(String),
    #[error("table {table} still cannot go on: {why}")]
    Hopeless { table: String, why: String },
    #[error("this deletes table {0} for good; if you are sure: tractor-bot doctor drop {0} --yes")]
    NotSure(String),
    #[error("{0} cannot be written: {1}")]
    File(String, std::io::Error),
}

/// Answers a request.
///
/// # Errors
/// [`DoctorError`].
pub async fn answer(store: &Db, request: DoctorRequest) -> Result<Report, DoctorError> {
    match request {
        DoctorRequest::List => list(store).await,
        DoctorRequest::Show { table } => show(store, &table).await,
        DoctorRequest::Export { table, file } => export(store, &table, file).await,
        DoctorRequest::Retry { table } => retry(store, &table).await,
        DoctorRequest::Drop { table, yes } => {
            let aside = find(store, &table).await?;
            if !yes {
                return Err(DoctorError::NotSure(name_of(&aside)));
            }
            store.discard(aside.row).await?;
            Ok(format!("table {} is deleted", name_of(&aside)).into())
        }
    }
}

async fn list(store: &Db) -> Result<Report, DoctorError> {
    let asides = store.aside().await?;
    let findings = store.examine(check_journal).await?;
    let (later, damaged): (Vec<&DamagedEntry>, Vec<&DamagedEntry>) =
        findings.iter().partition(|finding| finding.later);
    let mut lines = Vec::new();
    if asides.is_empty() && damaged.is_empty() && later.is_empty() {
        return Ok("everything is sound".to_owned().into());
    }
    if !asides.is_empty() {
        lines.push(format!("Set aside: {}", asides.len()));
        lines.extend(asides.iter().map(aside_line));
        let first = name_of(&asides[0]);
        lines.push(format!(
            "More about one of them: tractor-bot doctor show {first}"
        ));
    }
    for (title, found) in [("Damaged rows", damaged), ("Of a later version", later)] {
        if found.is_empty() {
            continue;
        }
        lines.push(format!("{title}: {}", found.len()));
        lines.extend(found.iter().take(MOST_LISTED).map(|f| finding_line(f)));
        if found.len() > MOST_LISTED {
            lines.push(format!("  and {} more", found.len() - MOST_LISTED));
        }
    }
    let sound = asides.iter().all(|aside| aside.later) && findings.iter().all(|found| found.later);
    Ok(Report { lines, sound })
}

fn aside_line(aside: &Aside) -> String {
    let since = aside.at.map(moment).unwrap_or_default();
    let again = match aside.later {
        true => " (tried again at every start)",
        false => "",
    };
    let (name, game, reason) = (name_of(aside), &aside.game, &aside.reason);
    format!("  {name}  {game}  {since}  {reason}{again}")
}

fn finding_line(finding: &DamagedEntry) -> String {
    let table = finding.table.map(|table| format!(" of table {table}"));
    let (table, what) = (table.unwrap_or_default(), &finding.what);
    format!("  {} ({}){table}: {what}", finding.place, finding.row)
}

/// The name of a table that is set aside: its own, or that of its row.
fn name_of(aside: &Aside) -> String {
    match aside.table {
        Some(table) => table.to_string(),
        None => format!("#{}", aside.row),
    }
}

/// The table that is set aside under this name.
async fn find(store: &Db, name: &str) -> Result<Aside, DoctorError> {
    let row: Option<i64> = name.strip_prefix('#').and_then(|row| row.parse().ok());
    let asides = store.aside().await?;
    let named = |aside: &Aside| match row {
        Some(row) => aside.row == row,
        None => aside.table.is_some_and(|table| table.to_string() == name),
    };
    let found = asides.into_iter().find(named);
    found.ok_or_else(|| DoctorError::NoTable(name.to_owned()))
}

async fn show(store: &Db, name: &str) -> Result<Report, DoctorError> {
    let aside = find(store, name).await?;
    let since = aside.at.map(moment);
    let since = since.unwrap_or_else(|| "unknown since when".to_owned());
    let again = match aside.later {
        true => "tried again at every start",
        false => "not tried again by itself",
    };
    let mut lines = vec![
        format!("table     {}, row {}", name_of(&aside), aside.row),
        format!("game      {}", aside.game),
        format!("aside     {since}, {again}"),
        format!("why       {}", aside.reason),
    ];
    if let Some(table) = aside.table {
        lines.push(format!("channel   {}", table.key.0));
        match store.journal(table).await {
            Ok(journal) => lines.extend(journal_lines(&journal)),
            Err(error) => lines.push(format!("journal   {error}")),
        }
    }
    Ok(Report { lines, sound: true })
}

fn journal_lines(journal: &StoredJournal) -> Vec<String> {
    let (saved, count) = (&journal.saved, journal.saved.entries.len());
    let last = moment(saved.entries.last().unwrap_or(&saved.header).at);
    let now = match examine(journal) {
        Ok(()) => "it can go on: tractor-bot doctor retry".to_owned(),
        Err(why) => format!("it cannot go on: {why}"),
    };
    vec![
        format!("server    {}", journal.guild.0),
        format!("opened    {}", moment(saved.header.at)),
        format!("journal   {count} entries, all readable; the last at {last}"),
        format!("now       {now}"),
    ]
}

/// Whether the table can go on with this version of the program.
fn examine(journal: &StoredJournal) -> Result<(), String> {
    Host::check(&journal.saved).map_err(|error| match error {
        RestoreError::Replay { why, .. } => why,
        other => other.to_string(),
    })
}

async fn export(store: &Db, name: &str, file: PathBuf) -> Result<Report, DoctorError> {
    let aside = find(store, name).await?;
    let rows = store.rows(aside.row).await?;
    let shown = file.display().to_string();
    let failed = |error| DoctorError::File(shown.clone(), error);
    let mut out = store::create_private(&file).map_err(failed)?;
    for row in &rows {
        writeln!(out, "{row}").map_err(failed)?;
    }
    out.sync_all().map_err(failed)?;
    let (count, name) = (rows.len(), name_of(&aside));
    Ok(
        format!("{count} rows of table {name} are in {shown}; they hold the seed of the match")
            .into(),
    )
}

async fn retry(store: &Db, name: &str) -> Result<Report, DoctorError> {
    let aside = find(store, name).await?;
    let hopeless = |why: String| DoctorError::Hopeless {
        table: name_of(&aside),
        why,
    };
    let table = aside.table;
    let table = table.ok_or_else(|| hopeless("its name cannot be read".to_owned()))?;
    let journal = store.journal(table).await;
    let journal = journal.map_err(|error| hopeless(error.to_string()))?;
    examine(&journal).map_err(hopeless)?;
    store.retry(aside.row).await?;
    let done = format!(
        "table {table} can go on: a running bot brings it back within seconds, unless its channel has \
         another table by now"
    );
    Ok(done.into())
}
