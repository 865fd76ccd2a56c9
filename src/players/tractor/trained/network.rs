//! A small network of integers: sparse features in, one rating out.
//!
//! Decides arithmetic alone. Two layers with integer weights give the same rating on every machine.

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
