//! What is kept of servers beside their settings: that the bot left, what was changed of the settings, who looks
//! for a game there, and their cups.
//!
//! All of it is among the settings of the server, so that they are copied and deleted with them. Does not know
//! what a setting means.

use serde::{Deserialize, Serialize};

use super::PersonId;
use crate::club::cup::Cup;
use crate::game::GameKind;
use crate::table::{GuildId, UnixMillis};

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

/// What the names of settings begin with that tell who looks for a game.
pub const SEEK: &str = "seek ";

/// That somebody looks for a game on a server. It is among the settings of the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seek {
    /// Who; the name of the setting says it.
    #[serde(skip, default = "nobody")]
    pub person: PersonId,
    /// For which; likewise.
    #[serde(skip, default = "any_game")]
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

const fn nobody() -> PersonId {
    PersonId(0)
}

const fn any_game() -> GameKind {
    GameKind::USUAL
}

impl Seek {
    /// The name of the setting that tells it.
    pub fn setting(game: GameKind, person: PersonId) -> String {
        format!("{SEEK}{} {}", game.name(), person.0)
    }

    /// As a setting of the server, name and value.
    pub fn written(&self) -> (String, String) {
        let value = serde_json::to_string(self).expect("numbers and texts can be written");
        (Self::setting(self.game, self.person), value)
    }

    /// What a setting tells of who looks for a game; `None` for all others.
    pub fn read(name: &str, value: &str) -> Option<Self> {
        let (game, person) = name.strip_prefix(SEEK)?.split_once(' ')?;
        let seek = serde_json::from_str(value).ok()?;
        Some(Self {
            person: PersonId(person.parse().ok()?),
            game: GameKind::of(game)?,
            ..seek
        })
    }
}

/// What the names of settings begin with that hold a cup.
pub const CUP: &str = "cup ";

/// A cup as it was read, and as it is to be kept. It is among the settings of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CupChange {
    /// Where it is played.
    pub guild: GuildId,
    /// Its number there, from 1.
    pub number: u32,
    /// The value of the setting as it was read; `None` for a new one.
    pub before: Option<String>,
    /// As it becomes.
    pub after: Cup,
}

impl CupChange {
    /// The name of the setting. By name, cups are in the order in which they were called.
    pub fn named(number: u32) -> String {
        format!("{CUP}{number:06}")
    }

    /// The value of the setting.
    pub fn written(cup: &Cup) -> String {
        serde_json::to_string(cup).expect("numbers and texts can be written")
    }

    /// The cup that a setting holds, with its number; `None` for all others.
    pub fn read(name: &str, value: &str) -> Option<(u32, Cup)> {
        let number = name.strip_prefix(CUP)?.parse().ok()?;
        Some((number, serde_json::from_str(value).ok()?))
    }
}
