//! What tells this process from others, and how it is named to people.
//!
//! The shards into which servers are divided, as Discord divides them.
//!
//! Which process serves which is for the operator to say.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::str::FromStr;

use time::OffsetDateTime;

use super::GuildId;
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

/// A range of the shards into which guilds are divided, written `first..last/total` with `last`
/// included: `0..1/4` is the first half.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShardRange {
    /// The first shard, from 0.
    pub first: u16,
    /// The last shard, which is included.
    pub last: u16,
    /// The number of shards into which all guilds are divided.
    pub total: u16,
}

/// A text that is no range of shards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("shards are written first..last/total, for example 0..1/4")]
pub struct ShardsError;

impl ShardRange {
    /// The only shard: everything in one process.
    pub const ALL: ShardRange = ShardRange {
        first: 0,
        last: 0,
        total: 1,
    };

    /// The numbers of the shards in this range.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        u32::from(self.first)..=u32::from(self.last)
    }

    /// The share of so much that is this process's, at least one.
    pub fn share(self, of_all: usize) -> usize {
        let own = usize::from(self.last - self.first) + 1;
        (of_all * own / usize::from(self.total)).max(1)
    }

    /// Whether a guild is of these shards.
    pub const fn serves(self, guild: GuildId) -> bool {
        let shard = self.of(guild);
        self.first <= shard && shard <= self.last
    }

    /// The shard of a guild, by Discord's formula; private messages (guild 0) are in shard 0.
    pub const fn of(self, guild: GuildId) -> u16 {
        ((guild.0 >> 22) % self.total as u64) as u16
    }
}

impl FromStr for ShardRange {
    type Err = ShardsError;

    fn from_str(text: &str) -> Result<Self, ShardsError> {
        let (range, total) = text.split_once('/').ok_or(ShardsError)?;
        let (first, last) = range.split_once("..").ok_or(ShardsError)?;
        let number = |text: &str| text.trim().parse::<u16>().map_err(|_| ShardsError);
        let [first, last, total] = [number(first)?, number(last)?, number(total)?];
        let fits = first <= last && last < total;
        let shards = ShardRange { first, last, total };
        fits.then_some(shards).ok_or(ShardsError)
    }
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

    #[test]
    fn shards_are_written_with_both_ends_and_the_total() {
        let check = |text: &str, expected: Option<(u16, u16, u16)>| {
            let expected = expected.map(|(first, last, total)| ShardRange { first, last, total });
            assert_eq!(text.parse().ok(), expected, "{text}");
        };
        check("0..3/16", Some((0, 3, 16)));
        check(" 2 .. 2 / 3 ", Some((2, 2, 3)));
        for wrong in [
            "", "1", "2/3", "1..2", "2..1/3", "0..3/3", "a..b/c", "0..0/0", "-1..0/2",
        ] {
            check(wrong, None);
        }
    }

    #[test]
    fn private_messages_belong_to_shard_zero() {
        let shards: ShardRange = "1..3/4".parse().unwrap();
        assert_eq!(shards.of(GuildId(0)), 0);
        assert_eq!(shards.of(GuildId(7 << 22)), 3);
        assert!(shards.serves(GuildId(7 << 22)) && !shards.serves(GuildId(0)));
        assert_eq!(shards.of(GuildId((7 << 22) + 5)), 3);
        assert_eq!(ShardRange::ALL.of(GuildId(u64::MAX)), 0);
    }
}
