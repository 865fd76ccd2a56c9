//! What people reported to the operator, and whom the operator shuts out, at the command line.
//!
//! Decides which reports and bans are listed and how. Names and reasons are other people's words: nothing in them
//! steers a terminal or looks like a line of its own. What follows from a ban, the desk of every running process
//! does within seconds.

use std::collections::BTreeSet;

use clap::builder::TypedValueParser as _;
use clap::{Args, value_parser};

use crate::store::{Ban, Banned, Db, Report, StoreError, StoredKey as _, StoredRow, moment};
use crate::table::{GuildId, PersonId};
use crate::text::markup::is_treacherous;
use crate::text::strangers::MOST_REASON;

/// Which reports are listed; all without any of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Args)]
pub struct ReportFilter {
    /// Only those about this person.
    #[arg(long, value_name = "PERSON", value_parser = value_parser!(u64).map(PersonId))]
    pub about: Option<PersonId>,
    /// Only those by this person.
    #[arg(long, value_name = "PERSON", value_parser = value_parser!(u64).map(PersonId))]
    pub by: Option<PersonId>,
    /// Only those made on this server.
    #[arg(long = "server", value_name = "SERVER", value_parser = value_parser!(u64).map(GuildId))]
    pub guild: Option<GuildId>,
}

impl ReportFilter {
    fn takes(&self, report: &Report) -> bool {
        self.about.is_none_or(|about| about == report.about)
            && self.by.is_none_or(|by| by == report.by)
            && self.guild.is_none_or(|guild| Some(guild) == report.guild)
    }
}

/// Why reports cannot be listed, or are not done with.
#[derive(Debug, thiserror::Error)]
pub enum ReportsError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("there is no report {0:?}: they are named as `tractor-bot reports` lists them")]
    NoReport(String),
}

/// The reports that wait, the oldest first.
///
/// # Errors
/// If they cannot be read.
pub async fn reports(store: &Db, filter: ReportFilter) -> Result<Vec<String>, ReportsError> {
    let kept = store.all_stored::<Report>(None).await?;
    let mut reports: Vec<Report> = kept.into_iter().map(|row| row.value).collect();
    reports.retain(|report| filter.takes(report));
    reports.sort_unstable();
    let Some(first) = reports.first() else {
        return Ok(vec!["nobody was reported".to_owned()]);
    };
    let done = format!("Done with one: tractor-bot reports done {}", first.id());
    let all = reports.iter().flat_map(|report| lines(report, &reports));
    Ok(all.chain([done]).collect())
}

/// Deletes reports that the operator is done with.
///
/// # Errors
/// If one of them is unknown, or cannot be deleted; those before it are.
pub async fn done(store: &Db, ids: &[String]) -> Result<Vec<String>, ReportsError> {
    let waiting = store.all_stored::<Report>(None).await?;
    for id in ids {
        let named = waiting.iter().find(|row| row.key == *id);
        let row = named.ok_or_else(|| ReportsError::NoReport(id.clone()))?;
        store.store::<Report>(row.scope, &row.key, None).await?;
    }
    Ok(ids.iter().map(|id| format!("{id} is done")).collect())
}

fn lines(report: &Report, all: &[Report]) -> Vec<String> {
    let person = |person: PersonId, name: &str| match one_line(name).as_str() {
        "" => person.0.to_string(),
        name => format!("{name} ({})", person.0),
    };
    let same = all.iter().filter(|other| other.about == report.about);
    let who: BTreeSet<PersonId> = same.map(|other| other.by).collect();
    let together = match who.len() {
        0 | 1 => String::new(),
        n => format!(", one of {n} people who report them"),
    };
    let place = match report.guild {
        Some(guild) => format!("on server {}", guild.0),
        None => "in direct messages".to_owned(),
    };
    let table = report.table.map(|table| format!(", at table {table}"));
    let reason = match one_line(&report.reason).as_str() {
        "" => "  without a reason".to_owned(),
        reason => format!("  why: {reason}"),
    };
    let said = report.said.iter();
    let said = said.map(|line| format!("  they said: {}", one_line(line)));
    let lines = [
        format!("{}  {}", report.id(), moment(report.at)),
        format!("  about {}", person(report.about, &report.about_name)),
        format!("  by {}{together}", person(report.by, &report.by_name)),
        format!("  {place}{}", table.unwrap_or_default()),
        reason,
    ];
    lines.into_iter().chain(said).collect()
}

/// Who is shut out, the first of them first.
///
/// # Errors
/// If it cannot be read.
pub async fn bans(store: &Db) -> Result<Vec<String>, StoreError> {
    let mut bans = store.all_stored::<Ban>(Some(Ban::SCOPE)).await?;
    bans.sort_unstable_by_key(|ban| (ban.value.at, ban.key));
    if bans.is_empty() {
        return Ok(vec!["nobody is shut out".to_owned()]);
    }
    let line = |StoredRow { key, value, .. }: StoredRow<Ban>| {
        let reason = match one_line(&value.reason).as_str() {
            "" => String::new(),
            reason => format!("  {reason}"),
        };
        format!("{}  since {}{reason}", key.written(), moment(value.at))
    };
    Ok(bans.into_iter().map(line).collect())
}

/// Shuts somebody out; the reason is for the operator alone.
///
/// # Errors
/// If it cannot be written.
pub async fn ban(store: &Db, whom: Banned, ban: Ban) -> Result<Vec<String>, StoreError> {
    let reason = ban.reason.chars().take(MOST_REASON).collect();
    let ban = Ban { reason, ..ban };
    store.store(Ban::SCOPE, &whom, Some(&ban)).await?;
    Ok(vec![format!(
        "{} is shut out, in a running bot within seconds",
        whom.written()
    )])
}

/// Lets somebody in again.
///
/// # Errors
/// If it cannot be written.
pub async fn unban(store: &Db, whom: Banned) -> Result<Vec<String>, StoreError> {
    let take = |ban: Option<Ban>| (None, ban);
    let taken = store.change_stored(Ban::SCOPE, &whom, take).await?;
    let named = whom.written();
    Ok(vec![match taken {
        Some(_) => format!("{named} is let in again, in a running bot within seconds"),
        None => format!("{named} was not shut out"),
    }])
}

/// The text without line breaks and all else that is not seen.
fn one_line(text: &str) -> String {
    text.chars().filter(|c| !is_treacherous(*c)).collect()
}
