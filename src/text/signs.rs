//! Signs: how players are shown in a game where each chooses a sign.
//!
//! The game says what can be chosen and how the choices at a table fit together; the settings store
//! people's choices, and the render context passes them to pages.

/// The setting for the sign in one game.
#[derive(Debug)]
pub struct SignSetting {
    /// The name of the setting in commands and in the store.
    pub setting: &'static str,
    /// Other names under which it can be typed.
    pub aliases: &'static [&'static str],
    pub offers: &'static [&'static str],
    /// The value to be stored; `None` for an invalid one.
    pub read: fn(&str) -> Option<String>,
    /// The signs by seat, from what the player of each seat chose; `None` for computers and people
    /// without a choice.
    pub share: fn(&[Option<String>]) -> Vec<String>,
}
