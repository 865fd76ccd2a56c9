//! What a lead asks of a hand, and whether a play gives it.

use serde::{Deserialize, Serialize};

use super::trump::EffectiveSuit;

/// Everything that a hand owes to a lead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Due {
    /// The led effective suit.
    pub suit: EffectiveSuit,
    /// How many cards are due.
    pub count: u8,
    /// How many of them have to be of the led suit.
    pub in_suit: u8,
    /// How many pairs of the led suit have to be among them, those in tractors included.
    pub pairs: u8,
    /// The tractors of the led suit that have to be among them, in pairs, the longest first.
    pub tractors: Vec<u8>,
}

/// Which duty a play breaks; the first one in this order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Breach {
    /// Too few cards of the led suit.
    Suit {
        /// How many are due.
        due: u8,
        /// How many were given.
        given: u8,
    },
    /// Too few pairs of the led suit.
    Pairs {
        /// How many are due.
        due: u8,
        /// How many were given.
        given: u8,
    },
    /// A tractor of the led suit is missing.
    Tractor {
        /// The longest missing one, in pairs.
        due: u8,
    },
}
