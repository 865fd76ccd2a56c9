//! What needs the yes of others at a table, and how it stands. Who is asked is decided in
//! [`super::asking`].

use serde::{Deserialize, Serialize};

use super::people::PersonId;
use super::position::Position;
use crate::game::Seat;

/// What somebody asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Wish {
    /// Other limits: at once, and not only from the next round on.
    Limits(Vec<LimitChange>),
    /// What the game lets people agree on in the middle of a match.
    Accord(Vec<LimitChange>),
    /// Somebody is to be taken off their seat.
    Kick {
        /// Who.
        person: PersonId,
    },
    /// To sit down.
    Sit {
        /// Who.
        person: PersonId,
        /// What they are called.
        name: String,
        /// On which seat; any if none is named.
        seat: Option<Seat>,
    },
}

/// A limit, or something to agree on, and its new value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitChange {
    /// Which.
    pub limit: String,
    /// The value as written in commands.
    pub value: String,
}

/// A wish that waits for others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Petition {
    /// The position by which it came to be what it is: an answer is to nothing else.
    pub(super) at: Position,
    pub(super) by: PersonId,
    pub(super) wish: Wish,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) yes: Vec<PersonId>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) no: Vec<PersonId>,
}

/// A wish that waits for others, as everybody sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PetitionView {
    /// What answers name it by.
    pub at: Position,
    /// Who asks.
    pub by: PersonId,
    /// For what.
    pub wish: Wish,
    /// How many have said yes.
    pub yes: u8,
    /// How many have to.
    pub needed: u8,
    /// Whose answer is awaited.
    pub awaited: Vec<PersonId>,
}
