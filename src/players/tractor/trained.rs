//! Networks that rate calls, kitties and plays, learned from simulated rounds.
//!
//! Decides where the weights come from: a file in the program, made by `examples/train`, with a version
//! and a checksum. Two layers with integer weights give the same rating on every machine. What each network is told is in
//! the modules below.

pub mod calls;
pub mod kitties;
mod lanes;
pub mod plays;

use std::sync::LazyLock;

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

/// Units of the first layer.
pub const FIRST: usize = 64;
/// Units of the second layer.
pub const SECOND: usize = 16;
/// One in the first layer.
pub const ONE: i32 = 128;
/// One among the weights of the later layers.
pub const STEEP: i32 = 256;
/// The most that a unit of the first layer passes on.
const MOST: i16 = 64 * ONE as i16 - 1;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Network {
    /// By feature; the last row is that of the number beside them.
    pub first: Vec<[i16; FIRST]>,
    pub first_bias: [i16; FIRST],
    /// By unit of the second layer.
    pub second: Vec<[i16; FIRST]>,
    pub second_bias: [i32; SECOND],
    pub last: [i16; SECOND],
}

/// The first layer, summed up as far as features are known.
pub type LayerSums = [i16; FIRST];

impl Network {
    /// The first layer before any feature.
    #[inline]
    pub fn start(&self) -> LayerSums {
        self.first_bias
    }

    #[inline]
    pub fn add(&self, sums: &mut LayerSums, feature: usize) {
        let row = &self.first[feature];
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_add(*weight);
        }
    }

    /// The rating of these sums, with the number beside them in parts of 32, −96 to 0.
    #[inline]
    pub fn rate(&self, mut sums: LayerSums, dense: i32) -> f32 {
        let row = self.first.last().expect("a row for the number");
        for (sum, weight) in sums.iter_mut().zip(row) {
            let share = (dense as i16).wrapping_mul(*weight >> 1) >> 4;
            *sum = sum.wrapping_add(share).clamp(0, MOST);
        }
        let mut rating = 0_i64;
        for unit in 0..SECOND {
            let row = &self.second[unit];
            let sum: i32 = sums
                .iter()
                .zip(row)
                .map(|(a, b)| i32::from(*a) * i32::from(*b))
                .sum();
            let passed = (sum + self.second_bias[unit]).max(0);
            rating += i64::from(passed) * i64::from(self.last[unit]);
        }
        rating as f32 / (ONE * STEEP * STEEP) as f32
    }

    /// Takes the numbers of a network with so many features off these bytes; `None` if there are too few.
    pub fn read(bytes: &mut &[u8], features: usize) -> Option<Network> {
        let mut network = Network {
            first: vec![[0; FIRST]; features + 1],
            first_bias: [0; FIRST],
            second: vec![[0; FIRST]; SECOND],
            second_bias: [0; SECOND],
            last: [0; SECOND],
        };
        short(network.first.as_flattened_mut(), bytes)?;
        short(&mut network.first_bias, bytes)?;
        short(network.second.as_flattened_mut(), bytes)?;
        for number in &mut network.second_bias {
            *number = i32::from_le_bytes(take(bytes)?);
        }
        short(&mut network.last, bytes)?;
        Some(network)
    }
}

/// Takes short numbers off these bytes.
fn short(numbers: &mut [i16], bytes: &mut &[u8]) -> Option<()> {
    for number in numbers {
        *number = i16::from_le_bytes(take(bytes)?);
    }
    Some(())
}

/// Takes bytes off the beginning.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk::<N>()?;
    *bytes = rest;
    Some(*first)
}

#[cfg(feature = "testing")]
impl Network {
    /// Appends the numbers in little-endian order.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let short = |numbers: &[i16], bytes: &mut Vec<u8>| {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        };
        short(self.first.as_flattened(), bytes);
        short(&self.first_bias, bytes);
        short(self.second.as_flattened(), bytes);
        bytes.extend(
            self.second_bias
                .iter()
                .flat_map(|number| number.to_le_bytes()),
        );
        short(&self.last, bytes);
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
