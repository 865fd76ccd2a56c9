//! Months: when somebody played, as statistics over time count it.
//!
//! Decides which month a time is in, and the names under which the sums of a month are kept beside
//! those of all time.

use std::fmt;
use std::str::FromStr;

use time::OffsetDateTime;

use crate::table::UnixMillis;

/// A calendar month in UTC, written `2026-11`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Month {
    /// Months since the beginning of the year 0.
    count: u32,
}

/// What somebody played and won in a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Played {
    /// Games; in tractor, rounds.
    pub games: i64,
    /// Those of them that were won.
    pub wins: i64,
}

impl Month {
    /// The month of a time.
    pub fn of(at: UnixMillis) -> Month {
        let seconds = i64::try_from(at.0 / 1_000).unwrap_or_default();
        let date = OffsetDateTime::from_unix_timestamp(seconds);
        let date = date.unwrap_or(OffsetDateTime::UNIX_EPOCH);
        let year = u32::try_from(date.year()).unwrap_or_default();
        Month {
            count: year * 12 + u32::from(u8::from(date.month())) - 1,
        }
    }

    /// The month after it.
    #[must_use]
    pub fn next(self) -> Month {
        Month {
            count: self.count + 1,
        }
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.count / 12, self.count % 12 + 1)
    }
}

/// A text that is no month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a month is written 2026-11")]
pub struct NoMonth;

impl FromStr for Month {
    type Err = NoMonth;

    fn from_str(text: &str) -> Result<Month, NoMonth> {
        let (year, month) = text.split_once('-').ok_or(NoMonth)?;
        let digits = |part: &str, length| {
            let fine = part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
            part.parse::<u32>().ok().filter(|_| fine)
        };
        let year = digits(year, 4).ok_or(NoMonth)?;
        let month = digits(month, 2).filter(|month| (1..=12).contains(month));
        Ok(Month {
            count: year * 12 + month.ok_or(NoMonth)? - 1,
        })
    }
}

/// The names of a month's sums in the store: of what was played, and of what was won.
pub(super) fn names(month: Month) -> [String; 2] {
    [format!("games@{month}"), format!("wins@{month}")]
}

/// The month of a sum of this name, and whether it counts what was won.
pub(super) fn named(name: &str) -> Option<(Month, bool)> {
    let (what, month) = name.split_once('@')?;
    let won = match what {
        "games" => false,
        "wins" => true,
        _ => return None,
    };
    Some((month.parse().ok()?, won))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_reads_back_and_is_followed_by_the_next() {
        for (millis, month, next) in [
            (0, "1970-01", "1970-02"),
            (1_795_305_600_000, "2026-11", "2026-12"),
            (1_798_675_199_999, "2026-12", "2027-01"),
        ] {
            let of = Month::of(UnixMillis(millis));
            assert_eq!(
                (of.to_string(), of.next().to_string()),
                (month.into(), next.into())
            );
            assert_eq!(month.parse(), Ok(of));
            assert_eq!(
                names(of).map(|name| named(&name)),
                [Some((of, false)), Some((of, true))]
            );
        }
        for wrong in [
            "", "2026", "2026-13", "2026-00", "26-11", "2026-1", "+026-11",
        ] {
            assert_eq!(wrong.parse::<Month>(), Err(NoMonth), "{wrong}");
        }
        assert_eq!(named("games"), None);
    }
}
