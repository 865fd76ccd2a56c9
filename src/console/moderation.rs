//! What people reported to the operator, and whom the operator shuts out, at the command line.
//!
//! Decides which reports and bans are listed and how. Names and reasons are other people's words: nothing in them
//! steers a terminal or looks like a line of its own. What follows from a ban, the desk of every running process
//! does within seconds.

use crate::store::{Ban, Banned, Db, NamedSetting, REPORT, Report, StoreError, moment};
use crate::table::{GuildId, PersonId};
use crate::text::markup::is_treacherous;
use crate::text::strangers::MOST_REASON;

/// Which reports are listed; all without any of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ReportFilter {
    /// Who was reported.
    pub about: Option<PersonId>,
    /// Who reported them.
    pub by: Option<PersonId>,
    /// On which server.
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
    let kept = waiting(store).await?.into_iter();
    let mut reports: Vec<Report> = kept.map(|(_, report)| report).collect();
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
    let waiting = waiting(store).await?;
    for id in ids {
        let named = waiting.iter().find(|(_, report)| report.id() == *id);
        let (setting, _) = named.ok_or_else(|| ReportsError::NoReport(id.clone()))?;
        store.take_setting(setting.scope, &setting.name).await?;
    }
    Ok(ids.iter().map(|id| format!("{id} is done")).collect())
}

async fn waiting(store: &Db) -> Result<Vec<(NamedSetting, Report)>, StoreError> {
    let kept = store.settings_named(REPORT).await?.into_iter();
    let reports = kept.filter_map(|setting| {
        let report = Report::read(&setting.name, &setting.value)?;
        Some((setting, report))
    });
    Ok(reports.collect())
}

fn lines(report: &Report, all: &[Report]) -> Vec<String> {
    let person = |person: PersonId, name: &str| match one_line(name).as_str() {
        "" => person.0.to_string(),
        name => format!("{name} ({})", person.0),
    };
    let mut who: Vec<PersonId> = all
        .iter()
        .filter(|other| other.about == report.about)
        .map(|other| other.by)
        .collect();
    who.sort_unstable();
    who.dedup();
    let together = match who.len() {
        0 | 1 => String::new(),
        n => format!(", one of {n} people who report them"),
    };
    let place = match report.guild {
        Some(guild) => format!("on server {}", guild.0),
        None => "in direct messages".to_owned(),
    };
    let table = report.table.map(|table| format!(", at table {table}"));
    let head = format!("{}  {}", report.id(), moment(report.at));
    let about = person(report.about, &report.about_name);
    let by = person(report.by, &report.by_name);
    let place = format!("  {place}{}", table.unwrap_or_default());
    let reason = match one_line(&report.reason).as_str() {
        "" => "  without a reason".to_owned(),
        reason => format!("  why: {reason}"),
    };
    let said = report.said.iter();
    let said = said.map(|line| format!("  they said: {}", one_line(line)));
    let lines = [
        head,
        format!("  about {about}"),
        format!("  by {by}{together}"),
        place,
        reason,
    ];
    lines.into_iter().chain(said).collect()
}

/// Who is shut out, the first of them first.
///
/// # Errors
/// If it cannot be read.
pub async fn bans(store: &Db) -> Result<Vec<String>, StoreError> {
    let kept = store.settings(Ban::SCOPE).await?;
    let bans = kept.iter();
    let mut bans: Vec<Ban> = bans
        .filter_map(|(name, value)| Ban::read(name, value))
        .collect();
    bans.sort_unstable_by_key(|ban| (ban.at, ban.whom));
    if bans.is_empty() {
        return Ok(vec!["nobody is shut out".to_owned()]);
    }
    let line = |ban: Ban| {
        let reason = match one_line(&ban.reason).as_str() {
            "" => String::new(),
            reason => format!("  {reason}"),
        };
        format!("{}  since {}{reason}", named(ban.whom), moment(ban.at))
    };
    Ok(bans.into_iter().map(line).collect())
}

/// Shuts somebody out; the reason is for the operator alone.
///
/// # Errors
/// If it cannot be written.
pub async fn ban(store: &Db, ban: Ban) -> Result<Vec<String>, StoreError> {
    let reason = ban.reason.chars().take(MOST_REASON).collect();
    let (name, value) = Ban { reason, ..ban }.written();
    store.set_setting(Ban::SCOPE, &name, Some(&value)).await?;
    Ok(vec![format!(
        "{} is shut out, in a running bot within seconds",
        named(ban.whom)
    )])
}

/// Lets somebody in again.
///
/// # Errors
/// If it cannot be written.
pub async fn unban(store: &Db, whom: Banned) -> Result<Vec<String>, StoreError> {
    let taken = store.take_setting(Ban::SCOPE, &whom.setting()).await?;
    let named = named(whom);
    Ok(vec![match taken {
        Some(_) => format!("{named} is let in again, in a running bot within seconds"),
        None => format!("{named} was not shut out"),
    }])
}

fn named(whom: Banned) -> String {
    match whom {
        Banned::Person(person) => format!("person {}", person.0),
        Banned::Guild(guild) => format!("server {}", guild.0),
    }
}

/// The text without line breaks and all else that is not seen.
fn one_line(text: &str) -> String {
    text.chars().filter(|c| !is_treacherous(*c)).collect()
}
