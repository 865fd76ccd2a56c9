//! Which part of the program used the processor: its threads bear the names of their parts.

use std::collections::BTreeMap;
use std::fs;

/// The unit of the figures in `/proc`, on every Linux that is met.
const TICKS_A_SECOND: f64 = 100.0;

/// Processor time in seconds so far, by the name of the thread; empty where there is no `/proc`.
pub fn used() -> BTreeMap<String, f64> {
    let mut used = BTreeMap::new();
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten();
    for thread in threads.flatten() {
        let told = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        if let Some((name, ticks)) = read(&told) {
            *used.entry(name.to_owned()).or_default() += ticks / TICKS_A_SECOND;
        }
    }
    used
}

/// Name, and ticks in the program and in the kernel, of a line such as `7 (name) S 1 …`.
fn read(told: &str) -> Option<(&str, f64)> {
    let (_, rest) = told.split_once('(')?;
    let (name, rest) = rest.rsplit_once(") ")?;
    let mut fields = rest.split(' ').skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((name, ticks()? + ticks()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_whatever_the_name() {
        let line = "7 (a) b (c) S 1 2 3 4 5 6 7 8 9 10 100 23 0 0 20";
        assert_eq!(read(line), Some(("a) b (c", 123.0)));
        assert_eq!(read("nothing"), None);
    }
}
