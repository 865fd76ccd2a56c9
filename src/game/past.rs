//! The results of the rounds of a match that are over.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Digest;

/// Results of rounds, in order, shared between copies of a state: one is made for every input. It reads like a list.
///
/// Viewers are shown the list. In a state it is told by the number of rounds and a sum over all of them
/// (`#[serde(with = "past::sum")]`), as results never change and digests are made for every input; what is read back
/// from that has no results until they are [put back](Past::put_back).
#[derive(Debug, Clone, PartialEq)]
pub struct Past<R> {
    rounds: Arc<Vec<R>>,
    told: Told,
}

/// The number of rounds and the sum over them.
type Told = (usize, Digest);

impl<R> Default for Past<R> {
    fn default() -> Self {
        Self {
            rounds: Arc::default(),
            told: (0, Digest([0; 8])),
        }
    }
}

impl<R> Deref for Past<R> {
    type Target = [R];

    fn deref(&self) -> &[R] {
        &self.rounds
    }
}

impl<R: Clone + Serialize> Past<R> {
    /// Adds the result of a round.
    pub fn push(&mut self, result: R) {
        self.told = (self.told.0 + 1, Digest::of(&(self.told.1, &result)));
        Arc::make_mut(&mut self.rounds).push(result);
    }

    /// Puts the results back that a state was told without; whether they are those, and else nothing has changed.
    pub fn put_back(&mut self, results: Vec<R>) -> bool {
        let mut past = Self::default();
        results.into_iter().for_each(|result| past.push(result));
        let fits = past.told == self.told;
        if fits {
            *self = past;
        }
        fits
    }
}

impl<R: Serialize> Serialize for Past<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.rounds.serialize(serializer)
    }
}

/// The past as a state tells it: not the results, but what they add up to.
pub(crate) mod sum {
    use super::*;

    pub fn serialize<R, S: Serializer>(past: &Past<R>, serializer: S) -> Result<S::Ok, S::Error> {
        past.told.serialize(serializer)
    }

    pub fn deserialize<'de, R, D: Deserializer<'de>>(from: D) -> Result<Past<R>, D::Error> {
        let told = Told::deserialize(from)?;
        let rounds = Arc::default();
        Ok(Past { rounds, told })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    struct State(#[serde(with = "sum")] Past<u8>);

    #[test]
    fn a_state_tells_what_its_past_adds_up_to() {
        let mut state = State(Past::default());
        [4, 2].into_iter().for_each(|result| state.0.push(result));
        let text = serde_json::to_string(&state).expect("plain");
        let mut read: State = serde_json::from_str(&text).expect("what was written");
        assert!(read.0.is_empty(), "results stand beside it");
        assert!(!read.0.put_back(vec![2, 4]), "{text}");
        assert!(read.0.put_back(vec![4, 2]));
        assert_eq!(read, state);
        assert_eq!(serde_json::to_string(&state.0).expect("plain"), "[4,2]");
    }
}
