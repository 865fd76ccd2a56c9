//! A sum over everything that is said and written, in order: two days are the same if theirs are equal.

use std::fmt;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// The sum so far, and whether what was added last closed a table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sum {
    sum: u64,
    closed: bool,
}

impl Sum {
    /// Adds a text, with its end.
    pub fn add(&mut self, text: &str) {
        let mut hasher = DefaultHasher::new();
        (self.sum, text).hash(&mut hasher);
        self.sum = hasher.finish();
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
        write!(f, "{:016x}", self.sum)
    }
}
