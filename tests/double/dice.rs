//! The only chance of a simulated day, and of the people of a killed program: everything is drawn from a seed.

/// Repeatable chance (SplitMix64).
#[derive(Debug, Clone)]
pub struct Dice(u64);

impl Dice {
    /// The chance of one of those who draw.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut dice = Self(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ stream.rotate_left(32));
        dice.draw();
        dice
    }

    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: u64) -> u64 {
        self.draw() % end
    }

    /// A number from `from` to below `to`, which is more.
    pub fn between(&mut self, from: u64, to: u64) -> u64 {
        from + self.below(to - from)
    }

    /// Whether something happens that does so many times in a thousand.
    pub fn happens(&mut self, of_thousand: u64) -> bool {
        self.below(1_000) < of_thousand
    }

    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        let end = of.len() as u64;
        (end > 0).then(|| &of[self.below(end) as usize])
    }
}
