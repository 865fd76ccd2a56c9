//! What the players of a game are shown as, where each of them chooses a sign of their own.
//!
//! A game that has this says what can be chosen and how the choices of a table fit together; the
//! settings keep what people chose, and the context brings it to the pages.

/// A setting by which people choose their sign in one game.
#[derive(Debug)]
pub struct Signs {
    /// The name of the setting in commands and in the store.
    pub setting: &'static str,
    /// Other names by which it can be typed.
    pub aliases: &'static [&'static str],
    /// Values worth offering.
    pub offers: &'static [&'static str],
    /// A value as it is stored; `None` for what cannot be chosen.
    pub read: fn(&str) -> Option<String>,
    /// The signs by seat for what the players of a table chose, by seat as well; `None` for a
    /// computer and for who chose nothing.
    pub share: fn(&[Option<String>]) -> Vec<String>,
}
