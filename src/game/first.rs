//! The first format of journals, as far as it is about games: digests of the state as it was kept in
//! memory.
//!
//! Frozen, and read for ever. A game that came later has nothing to do with it.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer, ser::Error as _};
use sha2::{Digest as _, Sha256};

use super::Game;

/// The summary of a state that the first format of journals has: see [`FirstFormat`]. Equal
/// for equal states on every machine and in every version.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Digest(#[serde(with = "hex::serde")] pub [u8; 16]);

impl Digest {
    /// The digest of everything that `state` serializes: the first 16 bytes of the SHA-256 of its
    /// JSON.
    ///
    /// # Panics
    /// If the state does not serialize to JSON, which only a map with keys that are not text does.
    pub fn of(state: &impl Serialize) -> Self {
        let json = serde_json::to_vec(state).expect("states serialize: they have no such maps");
        let hash: [u8; 32] = Sha256::digest(&json).into();
        let mut short = [0; 16];
        short.copy_from_slice(&hash[..16]);
        Self(short)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({})", hex::encode(self.0))
    }
}

/// A game that there was when journals had the first format. What it has learned since is no part of
/// its digests, so that every journal that was written with them is checked for ever.
pub(crate) trait FirstFormat: Game {
    /// The fields of the rules that are in the digests and in all exports, in their order.
    const FIRST_RULES: &'static [&'static str];

    /// The summary of the whole state.
    fn first_digest(&self) -> Digest;
}

/// Some fields of a set of rules in a fixed order, as the first format of digests has them: fields
/// that are added later never appear, and those that were left out of journals still are.
pub(crate) struct FirstForm<'a, R>(pub &'a R, pub &'static [&'static str]);

impl<R: Serialize> Serialize for FirstForm<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let all = serde_json::to_value(self.0).map_err(S::Error::custom)?;
        let fields = self.1.iter();
        serializer.collect_map(fields.filter_map(|field| Some((field, all.get(field)?))))
    }
}
