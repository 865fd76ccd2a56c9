//! The shards into which servers are divided, as Discord divides them.
//!
//! Which process serves which is for the operator to say.

use std::str::FromStr;

use super::GuildId;

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
