//! What a finished game of tic-tac-toe looked like: its marks in order, and how it ended.
//!
//! Decides how it is kept, as JSON of its own. Knows no rule: who won and with which squares stands
//! in it.

use serde::{Deserialize, Serialize};

use crate::game::Seat;

/// A game, as far as it was seen. A field that is missing in its JSON means none, nobody or 0.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Replay {
    /// Squares along one side; 0 while nothing was seen.
    pub size: u8,
    /// The marks in order: by whom, and which square, counted from 0 along the rows.
    pub marks: Vec<(Seat, u8)>,
    /// Who won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Seat>,
    /// The squares that won.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<u8>,
}
