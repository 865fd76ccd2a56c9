//! What is kept of servers beside their settings: that the bot left, what was changed of the settings, and who looks
//! for a game there. Does not know what a setting means.

use serde::{Deserialize, Serialize};

use super::{PersonId, Stored};
use crate::club::cup::Cup;
use crate::game::GameKind;
use crate::table::UnixMillis;

/// When the bot left a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left(pub UnixMillis);

impl Stored for Left {
    const NAME: &'static str = "left";
    type Key = ();
}

/// A change of a server's settings; the time is its key too.
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

impl Stored for SettingChange {
    const NAME: &'static str = "log ";
    type Key = UnixMillis;
}

/// That somebody looks for a game on a server; the game and their number are its key too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seek {
    /// Who.
    pub person: PersonId,
    /// For which.
    pub game: GameKind,
    /// What they are called there.
    pub name: String,
    /// Since when, in milliseconds since 1970.
    pub since: UnixMillis,
    /// Until when.
    pub until: UnixMillis,
    /// The channel where they are called.
    pub channel: u64,
}

impl Seek {
    /// Under which key it is kept.
    pub fn key(&self) -> (GameKind, PersonId) {
        (self.game, self.person)
    }
}

impl Stored for Seek {
    const NAME: &'static str = "seek ";
    type Key = (GameKind, PersonId);
}

impl Stored for Cup {
    const NAME: &'static str = "cup ";
    /// Its number on the server, from 1.
    type Key = u32;
}
