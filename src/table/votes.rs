//! Votes: what people can decide together, and how many votes carry it.

use serde::{Deserialize, Serialize};

use super::people::PersonId;

/// What can be voted about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    /// End the match without a result and go back to the lobby, seats and rules as they are.
    Reset,
}

/// The people who support a reset, in the order in which they said so.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Votes {
    reset: Vec<PersonId>,
}

impl Votes {
    /// How many votes carry a motion: three, or everybody where fewer people sit.
    pub const ENOUGH: usize = 3;

    /// The votes needed while `people` persons sit at the table.
    ///
    /// ```
    /// use tractor_bot::table::Votes;
    ///
    /// assert_eq!(Votes::needed(2), 2);
    /// assert_eq!(Votes::needed(6), 3);
    /// ```
    pub fn needed(people: usize) -> usize {
        people.clamp(1, Self::ENOUGH)
    }

    /// The people who support this motion.
    pub fn supporters(&self, motion: Motion) -> &[PersonId] {
        match motion {
            Motion::Reset => &self.reset,
        }
    }

    /// Sets somebody's vote; `false` if it was so before.
    pub(super) fn set(&mut self, motion: Motion, person: PersonId, support: bool) -> bool {
        let supporters = match motion {
            Motion::Reset => &mut self.reset,
        };
        if supporters.contains(&person) == support {
            return false;
        }
        if support {
            supporters.push(person);
        } else {
            supporters.retain(|other| *other != person);
        }
        true
    }

    /// Keeps the votes of those alone who still sit at the table.
    pub(super) fn keep(&mut self, sits: impl Fn(PersonId) -> bool) {
        self.reset.retain(|person| sits(*person));
    }

    /// Forgets all votes.
    pub(super) fn clear(&mut self) {
        self.reset.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_votes_are_enough_and_fewer_where_fewer_sit() {
        let needed: Vec<usize> = (0..=6).map(Votes::needed).collect();
        assert_eq!(needed, [1, 1, 2, 3, 3, 3, 3]);
    }
}
