//! Networks that rate calls, kitties and plays, learned from simulated rounds.
//!
//! Decides where the weights come from: a file in the program, made by `examples/train`, with a version
//! and a checksum. What each network is told is in the modules below.

pub mod calls;
pub mod kitties;
mod lanes;
pub mod network;
pub mod plays;

use std::sync::LazyLock;

use network::Network;
use sha2::{Digest, Sha256};

static WEIGHTS: &[u8] = include_bytes!("trained/weights.bin");

static TRAINED: LazyLock<Trained> = LazyLock::new(|| {
    Trained::from_bytes(WEIGHTS).expect("a test reads the weights of the program")
});

/// How a file of weights begins.
const MAGIC: &[u8; 8] = b"tractor\x01";
/// Bytes of the checksum at its end.
const CHECKSUM: usize = 32;

/// The networks of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trained {
    pub calls: Network,
    pub kitties: Network,
    pub plays: Network,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadWeights {
    /// The beginning is another one: no weights, or of another version.
    #[error("this is no file of weights of version 1")]
    Version,
    /// The numbers do not agree with the checksum.
    #[error("the checksum does not agree with the weights")]
    Checksum,
    /// There are more or fewer numbers than the networks have.
    #[error("the weights are of networks of another size")]
    Size,
}

impl Trained {
    /// The networks of the program.
    pub fn get() -> &'static Trained {
        &TRAINED
    }

    /// Reads such a file.
    ///
    /// # Errors
    /// [`BadWeights`] with what is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Result<Trained, BadWeights> {
        if !bytes.starts_with(MAGIC) {
            return Err(BadWeights::Version);
        }
        let (whole, checksum) = bytes
            .len()
            .checked_sub(CHECKSUM)
            .and_then(|at| bytes.split_at_checked(at))
            .ok_or(BadWeights::Size)?;
        if Sha256::digest(whole)[..] != *checksum {
            return Err(BadWeights::Checksum);
        }
        let mut numbers = whole.get(MAGIC.len()..).ok_or(BadWeights::Size)?;
        let mut network = |features| Network::read(&mut numbers, features).ok_or(BadWeights::Size);
        let trained = Trained {
            calls: network(calls::FEATURES)?,
            kitties: network(kitties::FEATURES)?,
            plays: network(plays::FEATURES)?,
        };
        numbers
            .is_empty()
            .then_some(trained)
            .ok_or(BadWeights::Size)
    }
}

#[cfg(feature = "testing")]
impl Trained {
    /// The file of these networks: the beginning with the version, the numbers of the three networks in
    /// little-endian order, and the SHA-256 of all of that.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for network in [&self.calls, &self.kitties, &self.plays] {
            network.write(&mut bytes);
        }
        let checksum = Sha256::digest(&bytes);
        bytes.extend(checksum);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_the_program_are_whole() {
        assert_eq!(Trained::get().to_bytes(), WEIGHTS);
    }

    #[test]
    fn damaged_weights_are_refused() {
        let changed = |at: usize| {
            let mut bytes = WEIGHTS.to_vec();
            bytes[at] ^= 1;
            Trained::from_bytes(&bytes).err()
        };
        assert_eq!(changed(7), Some(BadWeights::Version));
        assert_eq!(changed(1_000), Some(BadWeights::Checksum));
        assert_eq!(Trained::from_bytes(&[]).err(), Some(BadWeights::Version));
        assert_eq!(Trained::from_bytes(MAGIC).err(), Some(BadWeights::Size));
        let mut short = WEIGHTS[..WEIGHTS.len() - CHECKSUM - 2].to_vec();
        short.extend(Sha256::digest(&short));
        assert_eq!(Trained::from_bytes(&short).err(), Some(BadWeights::Size));
    }
}
