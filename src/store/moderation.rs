//! What people report to the operator.
//!
//! A report is among the settings of who made it, so that it is copied, told and forgotten with them. Whom it is
//! about does not take it away by being forgotten: that is for the operator. Does not know what is worth a report.

use serde::{Deserialize, Serialize};

use super::PersonId;
use crate::table::{GuildId, TableId, UnixMillis};

/// What the names of settings begin with that are reports.
pub const REPORT: &str = "report ";

/// What somebody reported of somebody else.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Report {
    /// Milliseconds since 1970.
    pub at: UnixMillis,
    /// Who reports.
    pub by: PersonId,
    /// What they were called where they did.
    pub by_name: String,
    /// Whom.
    pub about: PersonId,
    /// What those are called at the table; empty for who does not sit there.
    pub about_name: String,
    /// On which server; `None` in direct messages.
    pub guild: Option<GuildId>,
    /// The table at which who reports was.
    pub table: Option<TableId>,
    /// Why, in one line; may be empty.
    pub reason: String,
}

impl Report {
    /// What the operator calls it by.
    pub fn id(&self) -> String {
        // Of two in one millisecond, too.
        let number = u128::from(self.at.0) * 1_000 + u128::from(self.by.0 % 1_000);
        format!("{number:x}")
    }

    /// As a setting of who reports, name and value.
    pub fn written(&self) -> (String, String) {
        let value = serde_json::to_string(self).expect("numbers and texts can be written");
        (format!("{REPORT}{}", self.id()), value)
    }

    /// The report that a setting is; `None` for all others.
    pub fn read(name: &str, value: &str) -> Option<Self> {
        name.strip_prefix(REPORT)?;
        serde_json::from_str(value).ok()
    }
}
