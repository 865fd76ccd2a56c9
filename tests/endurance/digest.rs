//! A sum over everything that is said and written, in order: two days are the same if theirs are equal.

use std::fmt;

/// The sum so far (FNV-1a with 128 bits), and whether what was added last closed a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sum {
    sum: u128,
    closed: bool,
}

impl Default for Sum {
    fn default() -> Self {
        Self {
            sum: 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d,
            closed: false,
        }
    }
}

impl Sum {
    /// Adds a text, with its end.
    pub fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0xff]) {
            self.sum ^= u128::from(byte);
            self.sum = self
                .sum
                .wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
        self.closed = may_close(text);
    }

    /// Whether the last entry may have closed its table.
    pub fn ends_closed(self) -> bool {
        self.closed
    }
}

/// Whether an entry may close its table.
pub fn may_close(entry: &str) -> bool {
    entry.contains("\"close\"") || entry.contains("\"leave\"")
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.sum)
    }
}
