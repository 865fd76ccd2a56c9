//! Who may write which tables: shards of guilds, leases with fencing numbers.
//!
//! A lease is what several processes agree on; its time decides when another may take it over, and
//! its fencing number makes the takeover safe even when clocks differ or a process only seemed
//! dead. Does not know how long a lease lasts: the caller says until when. A lease names the life of
//! its process: two processes may have the same owner's name, by mistake or one after the other.

use std::collections::BTreeMap;
use std::fmt;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::str::FromStr;
use std::time::Duration;

use time::OffsetDateTime;

use super::{GuildId, StoreError};
use crate::table::{TableId, UnixMillis};

/// The fencing number of a lease; it grows with every change of owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fence(pub(super) u64);

/// A claim: the right of this process to write one table's journal, until its lease is taken over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    pub(super) table: TableId,
    /// The table's row id in the database.
    pub(super) row: i64,
    pub(super) shard: u32,
    pub(super) fence: Fence,
}

impl Claim {
    /// The table.
    pub const fn table(self) -> TableId {
        self.table
    }

    /// The shard whose lease gives the claim.
    pub const fn shard(self) -> u32 {
        self.shard
    }
}
/// A range of the shards into which guilds are divided, written `first..last/total` with `last`
/// included: `0..1/4` is the first half.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShardRange {
    first: u32,
    last: u32,
    total: u32,
}

/// A text that is no range of shards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("shards are written first..last/total, for example 0..1/4")]
pub struct ShardsError;

/// Which leases to take, for whom and until when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaseRequest {
    /// The name of this process: the same after a restart, and different from every other's.
    pub owner: String,
    /// The shards.
    pub shards: ShardRange,
    /// The current time, which decides whether other leases have expired.
    pub now: UnixMillis,
    /// When the leases expire unless renewed.
    pub until: UnixMillis,
}

impl LeaseRequest {
    /// The same request, made so much later.
    pub(super) fn after(&self, time: Duration) -> Self {
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let later = |at: UnixMillis| UnixMillis(at.0.saturating_add(millis));
        Self {
            now: later(self.now),
            until: later(self.until),
            ..self.clone()
        }
    }
}

/// What came of a request for leases.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Leases {
    /// The shards newly taken.
    pub taken: Vec<u32>,
    /// The shards of the request that another process holds.
    pub elsewhere: Vec<ForeignLease>,
}

/// A shard that another process holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignLease {
    /// The shard.
    pub shard: u32,
    /// Who it is, for the operator.
    pub holder: String,
}

impl ShardRange {
    /// The only shard: everything in one process.
    pub const ALL: ShardRange = ShardRange {
        first: 0,
        last: 0,
        total: 1,
    };

    /// The shards from `first` to `last` of `total`, both included.
    ///
    /// # Errors
    /// [`ShardsError`] unless `first ≤ last < total ≤ 65,536`.
    pub fn new(first: u32, last: u32, total: u32) -> Result<Self, ShardsError> {
        if first <= last && last < total && total <= 65_536 {
            Ok(ShardRange { first, last, total })
        } else {
            Err(ShardsError)
        }
    }

    /// The number of shards into which all guilds are divided.
    pub const fn total(self) -> u32 {
        self.total
    }

    /// The numbers of the shards in this range.
    pub fn iter(self) -> impl Iterator<Item = u32> {
        self.first..=self.last
    }

    /// The shard of a guild, by Discord's formula; private messages (guild 0) are in shard 0.
    pub const fn of(self, guild: GuildId) -> u32 {
        ((guild.0 >> 22) % self.total as u64) as u32
    }
}

impl FromStr for ShardRange {
    type Err = ShardsError;

    fn from_str(text: &str) -> Result<Self, ShardsError> {
        let (range, total) = text.trim().split_once('/').ok_or(ShardsError)?;
        let (first, last) = range.split_once("..").unwrap_or((range, range));
        let number = |text: &str| text.trim().parse().map_err(|_| ShardsError);
        ShardRange::new(number(first)?, number(last)?, number(total)?)
    }
}

impl fmt::Display for ShardRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}/{}", self.first, self.last, self.total)
    }
}

/// The longest that a lease can be meant to last, in milliseconds: one that ends later is damaged,
/// or was written by a wrong clock.
const LONGEST_LEASE: u64 = 3_600_000;

/// A lease as it is kept.
#[derive(Debug, Clone)]
pub(super) struct Lease {
    pub shard: u32,
    pub total: u32,
    pub owner: String,
    pub fence: Fence,
    pub expires: UnixMillis,
    /// The id of the process's life; `None` where that is damaged.
    pub life: Option<String>,
    /// Who it is, for the operator.
    pub holder: Option<String>,
}

impl Lease {
    /// Whether its time is over at `now`, or is none.
    pub fn is_past(&self, now: UnixMillis) -> bool {
        self.expires <= now || self.expires.0 > now.0.saturating_add(LONGEST_LEASE)
    }

    /// Who holds it.
    pub fn holder(&self) -> String {
        let unnamed = || format!("{:?}", self.owner);
        self.holder.clone().unwrap_or_else(unnamed)
    }
}

/// A process that asks for leases.
pub(super) struct Applicant<'a> {
    pub request: &'a LeaseRequest,
    /// The id of its life.
    pub life: &'a str,
    /// Whether it runs already.
    pub started: bool,
}

impl Applicant<'_> {
    /// Whether a lease is no obstacle, as far as can be told without knowing who lives.
    pub fn is_free(&self, lease: &Lease) -> bool {
        let mine = match &lease.life {
            Some(life) => life == self.life,
            None => lease.owner == self.request.owner,
        };
        mine || lease.is_past(self.request.now)
    }

    /// What it gets of the shards it lacks, while these leases of living processes are in the way.
    ///
    /// # Errors
    /// [`StoreError::OtherTotal`]; for a process that starts [`StoreError::Namesake`],
    /// [`StoreError::Overlap`].
    pub fn judge(&self, lacking: &[u32], in_the_way: &[Lease]) -> Result<Leases, StoreError> {
        let owner = &self.request.owner;
        let mut others = in_the_way.iter();
        if !self.started
            && let Some(other) = others.clone().find(|lease| lease.owner == *owner)
        {
            return Err(StoreError::Namesake {
                owner: owner.clone(),
                holder: other.holder(),
            });
        }
        let ours = self.request.shards.total();
        if let Some(other) = others.find(|lease| lease.total != ours) {
            let theirs = other.total;
            return Err(StoreError::OtherTotal { ours, theirs });
        }
        let mut leases = Leases::default();
        for &shard in lacking {
            match in_the_way.iter().find(|lease| lease.shard == shard) {
                None => leases.taken.push(shard),
                Some(lease) => leases.elsewhere.push(ForeignLease {
                    shard,
                    holder: lease.holder(),
                }),
            }
        }
        if !self.started
            && let Some(first) = leases.elsewhere.first()
        {
            let holder = first.holder.clone();
            let theirs = leases.elsewhere.iter();
            let theirs = theirs.filter(|elsewhere| elsewhere.holder == holder);
            let shards = theirs.map(|elsewhere| elsewhere.shard).collect();
            return Err(StoreError::Overlap { shards, holder });
        }
        Ok(leases)
    }
}

/// The leases that this process believes it holds.
#[derive(Debug, Default)]
pub(super) struct HeldLeases {
    total: u32,
    fences: BTreeMap<u32, Fence>,
    /// Whether leases were taken before: a process that starts is refused where one that runs waits.
    started: bool,
}

impl HeldLeases {
    /// The requested shards that are not held yet.
    pub fn lacking(&mut self, request: &LeaseRequest) -> Result<Vec<u32>, StoreError> {
        let (ours, theirs) = (request.shards.total, self.total);
        if !self.fences.is_empty() && ours != theirs {
            return Err(StoreError::OtherTotal { ours, theirs });
        }
        self.total = ours;
        let lacking = request.shards.iter();
        Ok(lacking
            .filter(|shard| !self.fences.contains_key(shard))
            .collect())
    }

    pub fn is_started(&self) -> bool {
        self.started
    }

    /// From now on this process waits for leases instead of being refused.
    pub fn start(&mut self) {
        self.started = true;
    }

    pub fn gain(&mut self, shards: &[u32], fence: Fence) {
        self.started = true;
        self.fences
            .extend(shards.iter().map(|&shard| (shard, fence)));
    }

    pub fn lose(&mut self, shards: &[u32]) {
        for shard in shards {
            self.fences.remove(shard);
        }
    }

    /// Drops the leases of these shards and returns them.
    pub fn give(&mut self, shards: &[u32]) -> Vec<(u32, Fence)> {
        let given = shards.iter();
        given
            .filter_map(|shard| Some((*shard, self.fences.remove(shard)?)))
            .collect()
    }

    /// Drops all leases and returns them.
    pub fn lose_all(&mut self) -> Vec<(u32, Fence)> {
        std::mem::take(&mut self.fences).into_iter().collect()
    }

    pub fn all(&self) -> Vec<(u32, Fence)> {
        self.fences.iter().map(|(&shard, &f)| (shard, f)).collect()
    }

    /// The shard of a guild and its fencing number, if it is held.
    pub fn of(&self, guild: GuildId) -> Result<(u32, Fence), StoreError> {
        let shard = match self.total {
            0 => 0,
            total => (guild.0 >> 22).rem_euclid(u64::from(total)) as u32,
        };
        let fence = self.fences.get(&shard);
        fence
            .map(|&fence| (shard, fence))
            .ok_or(StoreError::NotHeld { shard })
    }

    /// The shard and fencing number for a row of this guild; shard 0 if it is unknown.
    pub fn of_row(&self, guild: Option<GuildId>) -> Option<(u32, Fence)> {
        match guild {
            Some(guild) => self.of(guild).ok(),
            None => self.fences.get(&0).map(|&fence| (0, fence)),
        }
    }

    /// A claim to a table of this guild, if its shard is held.
    pub fn claim(&self, table: TableId, row: i64, guild: GuildId) -> Option<Claim> {
        let (shard, fence) = self.of(guild).ok()?;
        Some(Claim {
            table,
            row,
            shard,
            fence,
        })
    }
}

/// The id of a life: 128 random bits in hexadecimal. It only has to differ from all others; nothing
/// secret hangs on it.
pub(super) fn new_life() -> String {
    // The keys of the standard library's hashes are random.
    let half = |number: u32| {
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_u32(std::process::id());
        hasher.write_u32(number);
        hasher.finish()
    };
    format!("{:016x}{:016x}", half(1), half(2))
}

/// Whether another life goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Liveness {
    /// Its process runs.
    Alive,
    /// Its process is gone.
    Dead,
    /// That cannot be found out; its leases have to expire.
    Unknown,
}

/// How this process is named to the operator of another one.
pub(super) fn name_holder(owner: &str, since: UnixMillis) -> String {
    let host = gethostname::gethostname();
    let (host, process) = (host.to_string_lossy(), std::process::id());
    let since = moment(since);
    let text = format!("{owner:?} on the machine {host}, process {process}, since {since}");
    text.replace('\0', " ")
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
    fn shards_are_written_with_both_ends_and_the_total() {
        let check = |text: &str, expected: Option<(u32, u32, u32)>| {
            let expected = expected.map(|(first, last, total)| ShardRange { first, last, total });
            assert_eq!(text.parse().ok(), expected, "{text}");
        };
        check("0..3/16", Some((0, 3, 16)));
        check(" 2 .. 2 / 3 ", Some((2, 2, 3)));
        check("2/3", Some((2, 2, 3)));
        for wrong in [
            "", "1", "1..2", "2..1/3", "0..3/3", "a..b/c", "0..0/0", "-1..0/2",
        ] {
            check(wrong, None);
        }
    }

    #[test]
    fn private_messages_belong_to_shard_zero() {
        let shards: ShardRange = "1..3/4".parse().unwrap();
        assert_eq!(shards.of(GuildId(0)), 0);
        assert_eq!(shards.of(GuildId(7 << 22)), 3);
        assert_eq!(shards.of(GuildId((7 << 22) + 5)), 3);
        assert_eq!(ShardRange::ALL.of(GuildId(u64::MAX)), 0);
    }

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
    fn lives_differ() {
        let ids: std::collections::BTreeSet<String> = (0..1_000).map(|_| new_life()).collect();
        assert_eq!(ids.len(), 1_000);
        assert!(ids.iter().all(|id| id.len() == 32));
    }
}
