//! The digest of a state: what replays are checked with.

use std::fmt;

use serde::{Deserialize, Serialize};
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
}
