//! Numbers at will that a seed repeats on every machine: splitmix64.

#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// The stream of one input: of this seed, this target and this number.
    pub fn new(seed: u64, target: &str, number: u64) -> Self {
        let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let name = target.bytes().fold(0xcbf2_9ce4_8422_2325, fold);
        let mut dice = Self(seed ^ name.rotate_left(17));
        dice.0 = dice.draw() ^ number.wrapping_mul(0x2545_f491_4f6c_dd1d);
        dice
    }

    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`; 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.draw()) * bound as u128) >> 64) as usize
    }

    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of these.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}
