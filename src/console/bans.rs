//! Whom the operator shuts out, and lets in again, at the command line.
//!
//! Decides how that is said. What follows from it, the desk of every running process does within a minute.

use crate::store::{Ban, Banned, Store, StoreError, moment};
use crate::text::markup::is_treacherous;

/// The most characters of a reason.
const MOST_REASON: usize = 400;

/// Who is shut out, the first of them first.
///
/// # Errors
/// If it cannot be read.
pub async fn list(store: &dyn Store) -> Result<Vec<String>, StoreError> {
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
        let reason: String = ban.reason.chars().filter(|c| !is_treacherous(*c)).collect();
        let reason = match reason.as_str() {
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
pub async fn ban(store: &dyn Store, ban: Ban) -> Result<Vec<String>, StoreError> {
    let reason = ban.reason.chars().take(MOST_REASON).collect();
    let (name, value) = Ban { reason, ..ban }.written();
    store.set_setting(Ban::SCOPE, &name, Some(&value)).await?;
    Ok(vec![format!(
        "{} is shut out, in a running bot within a minute",
        named(ban.whom)
    )])
}

/// Lets somebody in again.
///
/// # Errors
/// If it cannot be written.
pub async fn unban(store: &dyn Store, whom: Banned) -> Result<Vec<String>, StoreError> {
    let taken = store.take_setting(Ban::SCOPE, &whom.setting()).await?;
    let named = named(whom);
    Ok(vec![match taken {
        Some(_) => format!("{named} is let in again, in a running bot within a minute"),
        None => format!("{named} was not shut out"),
    }])
}

fn named(whom: Banned) -> String {
    match whom {
        Banned::Person(person) => format!("person {}", person.0),
        Banned::Guild(guild) => format!("server {}", guild.0),
    }
}
