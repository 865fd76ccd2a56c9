//! Which part of the program used the processor, and which had to wait for it: its threads bear the names
//! of their parts.

use std::collections::BTreeMap;
use std::fs;
use std::ops::{AddAssign, Sub};
use std::path::Path;

use serde::Serialize;

/// Time of a part on the processor, and ready to run but without one; in seconds.
#[derive(Serialize, Default, Clone, Copy, Debug, PartialEq)]
pub struct Share {
    pub used: f64,
    pub waited: f64,
}

impl AddAssign for Share {
    fn add_assign(&mut self, other: Self) {
        self.used += other.used;
        self.waited += other.waited;
    }
}

impl Sub for Share {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            used: self.used - other.used,
            waited: self.waited - other.waited,
        }
    }
}

impl Share {
    /// The same for each second of `span`.
    pub fn over(self, span: f64) -> Self {
        Self {
            used: self.used / span,
            waited: self.waited / span,
        }
    }
}

/// What the threads of this program had so far, by name; empty where Linux does not tell.
pub fn shares() -> BTreeMap<String, Share> {
    let mut shares: BTreeMap<String, Share> = BTreeMap::new();
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten();
    for thread in threads.flatten() {
        if let Some((name, share)) = of(&thread.path()) {
            *shares.entry(name).or_default() += share;
        }
    }
    shares
}

fn of(thread: &Path) -> Option<(String, Share)> {
    let name = fs::read_to_string(thread.join("comm")).ok()?;
    let times = fs::read_to_string(thread.join("schedstat")).ok()?;
    Some((name.trim().to_owned(), read(&times)?))
}

/// Nanoseconds on the processor and in wait, and a count.
fn read(times: &str) -> Option<Share> {
    let mut fields = times.split_ascii_whitespace();
    let mut seconds = || Some(fields.next()?.parse::<f64>().ok()? / 1e9);
    Some(Share {
        used: seconds()?,
        waited: seconds()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_seconds() {
        let (used, waited) = (1.5, 0.25);
        assert_eq!(
            read("1500000000 250000000 7\n"),
            Some(Share { used, waited })
        );
        assert_eq!(read("nothing"), None);
    }
}
