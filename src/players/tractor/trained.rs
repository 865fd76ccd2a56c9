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

impl Trained {
    /// The networks of the program.
    pub fn get() -> &'static Trained {
        &TRAINED
    }

    /// Reads such a file; `None` if it is of another version, damaged, or of networks of another size.
    fn from_bytes(bytes: &[u8]) -> Option<Trained> {
        let (whole, checksum) = bytes.split_at_checked(bytes.len().checked_sub(CHECKSUM)?)?;
        let mut numbers = whole.strip_prefix(MAGIC)?;
        if Sha256::digest(whole)[..] != *checksum {
            return None;
        }
        let mut network = |features| Network::read(&mut numbers, features);
        let trained = Trained {
            calls: network(calls::FEATURES)?,
            kitties: network(kitties::FEATURES)?,
            plays: network(plays::FEATURES)?,
        };
        numbers.is_empty().then_some(trained)
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
        for at in [7, 1_000] {
            let mut bytes = WEIGHTS.to_vec();
            bytes[at] ^= 1;
            assert_eq!(Trained::from_bytes(&bytes), None, "{at}");
        }
        assert_eq!(Trained::from_bytes(&[]), None);
        let mut short = WEIGHTS[..WEIGHTS.len() - CHECKSUM - 2].to_vec();
        short.extend(Sha256::digest(&short));
        assert_eq!(Trained::from_bytes(&short), None);
    }
}
