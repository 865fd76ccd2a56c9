//! What a finished round or match adds to history and statistics, as reported by its game.

use serde_json::{Value, json};

use crate::game::Seat;
use crate::store::Counter;

/// What one player adds to the statistics.
pub type Counts = Vec<(Counter, i64)>;

/// A finished round or match.
#[derive(Debug, Clone, PartialEq)]
pub struct Counted {
    /// The round, counted from 1; `None` for the match.
    pub round: Option<u32>,
    /// The result, for the history.
    pub result: Value,
    /// What the player of each seat adds, by seat; missing seats add nothing.
    pub counts: Vec<Counts>,
    /// Whether it counts separately for each opponent.
    pub by_opponent: bool,
}

impl Counted {
    pub fn round(round: u32, result: Value, counts: impl IntoIterator<Item = Counts>) -> Self {
        Self {
            round: Some(round),
            result,
            counts: counts.into_iter().collect(),
            by_opponent: false,
        }
    }

    /// A match won by these seats.
    pub fn match_over(winners: &[Seat], played: &Played<'_, impl Sized>) -> Self {
        let counts = Seat::first(played.seats).map(|seat| {
            let won = i64::from(winners.contains(&seat));
            vec![(Counter::Matches, 1), (Counter::MatchesWon, won)]
        });
        Self {
            round: None,
            result: json!({ "winners": winners }),
            counts: counts.collect(),
            by_opponent: false,
        }
    }
}

/// The context of a finished round, besides the event that ends it.
#[derive(Debug, Clone, Copy)]
pub struct Played<'a, R> {
    pub rules: &'a R,
    /// The number of seats at the table, empty ones included.
    pub seats: u8,
    /// How long the round took, in seconds.
    pub seconds: i64,
}
