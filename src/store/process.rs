//! What tells this process from others, and how it is named to people.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

use time::OffsetDateTime;

use crate::table::UnixMillis;

/// An id of this process: 128 random bits in hexadecimal. It only has to differ from all others; nothing
/// secret hangs on it.
pub(super) fn new_id() -> String {
    // The keys of the standard library's hashes are random.
    let half = |number: u32| {
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_u32(std::process::id());
        hasher.write_u32(number);
        hasher.finish()
    };
    format!("{:016x}{:016x}", half(1), half(2))
}

/// How this process is named to the operator of another one.
pub(super) fn name_holder(since: UnixMillis) -> String {
    let host = gethostname::gethostname();
    let (host, process) = (host.to_string_lossy(), std::process::id());
    let since = moment(since);
    format!("process {process} on the machine {host}, since {since}")
}

/// The last second of the year 9999.
const LAST: i64 = 253_402_300_799;

/// A time in the form `2026-11-22 13:18:36 UTC`.
pub fn moment(at: UnixMillis) -> String {
    let seconds = i64::try_from(at.0 / 1_000).unwrap_or(LAST).min(LAST);
    let at = OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let (year, month, day) = (at.year(), u8::from(at.month()), at.day());
    let (hour, minute, second) = at.to_hms();
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_as_dates() {
        for (at, expected) in [
            (0, "1970-01-01 00:00:00 UTC"),
            (951_782_400_999, "2000-02-29 00:00:00 UTC"),
            (1_795_353_516_000, "2026-11-22 13:18:36 UTC"),
            (4_102_444_799_000, "2099-12-31 23:59:59 UTC"),
        ] {
            assert_eq!(moment(UnixMillis(at)), expected);
        }
        // Whatever stands in a damaged row.
        assert!(moment(UnixMillis(u64::MAX)).ends_with(" UTC"));
    }

    #[test]
    fn ids_differ() {
        let ids: std::collections::BTreeSet<String> = (0..1_000).map(|_| new_id()).collect();
        assert_eq!(ids.len(), 1_000);
        assert!(ids.iter().all(|id| id.len() == 32));
    }
}
