//! The network in floating point, as it is fitted, and its way to integers.

use tractor_bot::players::tractor::trained::{self, FIRST, SECOND};

#[derive(Debug, Clone)]
pub struct Network {
    /// By feature.
    pub first: Vec<[f32; FIRST]>,
    pub first_bias: [f32; FIRST],
    /// By unit of the second layer.
    pub second: Vec<[f32; FIRST]>,
    pub second_bias: [f32; SECOND],
    pub last: [f32; SECOND],
}

impl Network {
    /// All zero, for so many features.
    pub fn empty(features: usize) -> Network {
        Network {
            first: vec![[0.0; FIRST]; features + 1],
            first_bias: [0.0; FIRST],
            second: vec![[0.0; FIRST]; SECOND],
            second_bias: [0.0; SECOND],
            last: [0.0; SECOND],
        }
    }

    fn all(&mut self) -> impl Iterator<Item = &mut f32> {
        let first = self.first.iter_mut().flatten();
        let second = self.second.iter_mut().flatten();
        first
            .chain(&mut self.first_bias)
            .chain(second)
            .chain(&mut self.second_bias)
            .chain(&mut self.last)
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        self.clone()
            .all()
            .flat_map(|number| number.to_le_bytes())
            .collect()
    }

    pub fn from_bytes(bytes: &[u8], features: usize) -> Option<Network> {
        let mut network = Network::empty(features);
        let mut numbers = bytes.chunks_exact(4);
        for number in network.all() {
            *number = f32::from_le_bytes(numbers.next()?.try_into().ok()?);
        }
        Some(network)
    }

    /// The same in integers.
    pub fn rounded(&self) -> trained::Network {
        let round = |number: &f32, scale: i32| {
            (number * scale as f32).round().clamp(-32_767.0, 32_767.0) as i16
        };
        let row = |row: &[f32; FIRST], scale| row.each_ref().map(|number| round(number, scale));
        let rows = |rows: &[[f32; FIRST]], scale| {
            let rounded = rows.iter().map(|weights| row(weights, scale));
            rounded.collect()
        };
        let bias = |bias: f32| (bias * (trained::ONE * trained::STEEP) as f32).round() as i32;
        trained::Network {
            first: rows(&self.first, trained::ONE),
            first_bias: row(&self.first_bias, trained::ONE),
            second: rows(&self.second, trained::STEEP),
            second_bias: self.second_bias.map(bias),
            last: self.last.each_ref().map(|last| round(last, trained::STEEP)),
        }
    }
}
