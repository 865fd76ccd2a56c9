//! The digest of a state, which replays are checked with, and the results of the rounds of a match that are over, of which
//! a state tells the sum.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

/// Room for the JSON of most states. A writer that hashes piece by piece took twice as long: JSON is written in pieces
/// of a few bytes.
const USUAL_LEN: usize = 4096;

/// A summary of a state: the first 8 bytes of the SHA-256 of its JSON, 16 hexadecimal digits in journals. Equal for
/// equal states on every machine and in every version.
///
/// Fields are told in the order in which they are declared. So one that is added later stands at the end of its
/// struct, has a default and is left out while it has that; then it changes no digest of a state that does not use
/// it. A field that gets another name or place is a new revision of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Digest(#[serde(with = "hex::serde")] pub [u8; 8]);

impl Digest {
    /// The digest of everything that `state` serializes.
    ///
    /// # Panics
    /// If the state does not serialize to JSON, which only a map with keys that are not text does.
    pub fn of(state: &impl Serialize) -> Self {
        let mut text = Vec::with_capacity(USUAL_LEN);
        serde_json::to_writer(&mut text, state).expect("states serialize: they have no such maps");
        Self::short(Sha256::digest(&text))
    }

    /// The digest of the state that serializes to this text.
    #[cfg(feature = "testing")]
    pub fn of_text(text: &str) -> Self {
        Self::short(Sha256::digest(text))
    }

    fn short(hash: impl Into<[u8; 32]>) -> Self {
        let mut short = [0; 8];
        short.copy_from_slice(&hash.into()[..8]);
        Self(short)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({})", hex::encode(self.0))
    }
}

/// Results of rounds, in order, shared between copies of a state: one is made for every input. It reads like a list.
///
/// Viewers are shown the list. In a state it is told by the number of rounds and a sum over all of them
/// (`#[serde(with = "sum")]`), as results never change and digests are made for every input; what is read back
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

    #[test]
    fn a_digest_is_that_of_the_text() {
        for words in ["", "a", &"ß".repeat(600), &"long ".repeat(900)] {
            let state = (words, [1, 2, 3], words);
            let text = serde_json::to_string(&state).expect("plain");
            assert_eq!(Digest::of(&state), Digest::of_text(&text));
        }
    }

    #[test]
    fn a_digest_never_changes() {
        let digest = serde_json::to_string(&Digest::of(&(1, "one"))).expect("plain");
        assert_eq!(digest, "\"23b410dfd7923847\"");
    }

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
