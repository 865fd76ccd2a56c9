//! What people report to the operator, and whom the operator shuts out.
//!
//! A report is among the settings of who made it, so that it is copied, told and forgotten with them. Whom it is
//! about does not take it away by being forgotten: that is for the operator. Does not know what is worth a report.

use serde::{Deserialize, Serialize};

use super::stored::{Stored, StoredKey};
use super::{PersonId, Scope};
use crate::table::{GuildId, TableId, UnixMillis};

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
    /// What those said last in the room of who reports, each in one line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<String>,
}

impl Report {
    /// What the operator calls it by.
    pub fn id(&self) -> String {
        // Of two in one millisecond, too.
        let number = u128::from(self.at.0) * 1_000 + u128::from(self.by.0 % 1_000);
        format!("{number:x}")
    }
}

impl Stored for Report {
    const NAME: &'static str = "report ";
    /// See [`Report::id`].
    type Key = String;
}

/// Somebody whom the operator shuts out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Banned {
    /// One person, everywhere.
    Person(PersonId),
    /// Everybody who asks from a server.
    Guild(GuildId),
}

impl StoredKey for Banned {
    fn written(&self) -> String {
        match self {
            Banned::Person(person) => format!("person {}", person.0),
            Banned::Guild(guild) => format!("server {}", guild.0),
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (kind, id) = text.split_once(' ')?;
        let id = id.parse().ok()?;
        match kind {
            "person" => Some(Banned::Person(PersonId(id))),
            "server" => Some(Banned::Guild(GuildId(id))),
            _ => None,
        }
    }
}

/// That the operator has shut somebody out; whom is its key. Bans are settings of the server that is none, so that they stay
/// when a person or a server is forgotten.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ban {
    /// Since when, in milliseconds since 1970.
    pub at: UnixMillis,
    /// Why, for the operator.
    pub reason: String,
}

impl Ban {
    /// Where bans are kept.
    pub const SCOPE: Scope = Scope::Guild(GuildId(0));
}

impl Stored for Ban {
    const NAME: &'static str = "ban ";
    type Key = Banned;
}
