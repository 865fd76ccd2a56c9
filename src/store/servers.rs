//! What is kept of servers beside their settings: that the bot left, and what was changed of the settings.
//!
//! Both are among the settings of the server, so that they are copied and deleted with them. Does not know
//! what a setting means.

use serde::{Deserialize, Serialize};

use super::PersonId;
use crate::table::UnixMillis;

/// The setting of a server that the bot left: when, in milliseconds since 1970.
pub const LEFT: &str = "left";

/// What the names of settings begin with that tell of a change.
pub(super) const LOG: &str = "log ";

/// A change of a server's settings.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SettingChange {
    /// Milliseconds since 1970.
    pub at: UnixMillis,
    /// Who made it; 0 for somebody who was forgotten.
    pub person: PersonId,
    /// The name of the setting.
    pub setting: String,
    /// The value before, as it is typed.
    pub from: String,
    /// The value since then.
    pub to: String,
}

impl SettingChange {
    /// As a setting of the server, name and value. By name, changes are in the order in which they were made.
    pub fn written(&self) -> (String, String) {
        let name = format!("{LOG}{:015} {}", self.at.0, self.setting);
        let value = serde_json::to_string(self).expect("numbers and texts can be written");
        (name, value)
    }

    /// The change of which a setting tells; `None` for all others.
    pub fn read(name: &str, value: &str) -> Option<Self> {
        name.strip_prefix(LOG)?;
        serde_json::from_str(value).ok()
    }
}
