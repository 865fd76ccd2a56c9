//! The books of a club: where people stand, moved round by round.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::rating::{Standing, weight_after};
use super::round::{RatedRound, RatingChange};
use crate::game::GameKind;
use crate::table::{GuildId, PersonId, UnixMillis};

/// The guild that stands for everywhere: tables of private messages and terminals, which count
/// nowhere else, have it, too.
pub const EVERYWHERE: GuildId = GuildId(0);

/// A day in milliseconds.
const DAY: u64 = 86_400_000;

/// Whose number, for which game and where.
pub type StandingKey = (GameKind, GuildId, PersonId);

/// Where somebody stands, and the number of the last round that moved them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookedStanding {
    /// Their number.
    pub standing: Standing,
    /// Of two rounds with a person in common, the later one has the greater number.
    pub last: u64,
}

/// How a round was counted: enough to count it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatedEntry {
    /// Its place in the order of rounds with people in common.
    pub number: u64,
    /// What it weighed, in thousandths.
    pub weight: u32,
    /// The numbers of its people before it.
    pub before: BeforeRound,
}

/// The numbers of the people of a round before it, in the order of its sides.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BeforeRound {
    /// Everywhere.
    pub all: Vec<Standing>,
    /// On the server, if it was on one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub here: Vec<Standing>,
}

/// Everything that finished rounds move.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ledger {
    /// Where people stand.
    pub standings: BTreeMap<StandingKey, BookedStanding>,
    /// The number everywhere after the last round of a day since 1970.
    pub days: BTreeMap<(PersonId, GameKind, u32), i64>,
    /// On which day people last met, and in how many rounds of it.
    pub meetings: BTreeMap<String, (u32, u32)>,
}

/// The day of a time, counted from 1970 in UTC.
pub fn day_of(at: UnixMillis) -> u32 {
    u32::try_from(at.0 / DAY).unwrap_or(u32::MAX)
}

impl Ledger {
    /// Counts a round that has just been finished.
    pub fn count(
        &mut self,
        round: &RatedRound,
        (game, guild): (GameKind, GuildId),
        at: UnixMillis,
    ) -> RatedEntry {
        let day = day_of(at);
        let meeting = self.meetings.entry(round.lineup(game)).or_default();
        if meeting.0 != day {
            *meeting = (day, 0);
        }
        let weight = weight_after(meeting.1);
        meeting.1 += 1;
        let last = |(person, _)| {
            let booked = self.standings.get(&(game, EVERYWHERE, person));
            booked.map_or(0, |booked| booked.last)
        };
        let entry = RatedEntry {
            number: round.people().map(last).max().unwrap_or(0) + 1,
            weight,
            before: BeforeRound::default(),
        };
        let before = self.book(round, (game, guild), at, &entry, |_| false);
        RatedEntry { before, ..entry }
    }

    /// Counts a round as it was counted. Somebody who is only a stand-in for a person who asked to be
    /// forgotten comes with the numbers that those had, and gets none. Answers with the numbers
    /// before it.
    pub fn book(
        &mut self,
        round: &RatedRound,
        (game, guild): (GameKind, GuildId),
        at: UnixMillis,
        entry: &RatedEntry,
        is_stand_in: impl Fn(PersonId) -> bool,
    ) -> BeforeRound {
        let mut book = |guild: GuildId, known: &[Standing]| {
            let mut known = known.iter();
            let before = |person| {
                let known = known.next();
                let booked = self.standings.get(&(game, guild, person));
                match known.filter(|_| is_stand_in(person)) {
                    Some(known) => *known,
                    None => booked.map_or(Standing::NEW, |booked| booked.standing),
                }
            };
            let changes = round.changes(game, entry.weight, before);
            for change in changes.iter().filter(|change| !is_stand_in(change.person)) {
                let booked = BookedStanding {
                    standing: change.after,
                    last: entry.number,
                };
                self.standings.insert((game, guild, change.person), booked);
            }
            changes
        };
        let all = book(EVERYWHERE, &entry.before.all);
        let here = match guild {
            EVERYWHERE => Vec::new(),
            guild => book(guild, &entry.before.here),
        };
        let day = day_of(at);
        for change in all.iter().filter(|change| !is_stand_in(change.person)) {
            self.days
                .insert((change.person, game, day), change.after.rating);
        }
        let before =
            |changes: &[RatingChange]| changes.iter().map(|change| change.before).collect();
        BeforeRound {
            all: before(&all),
            here: before(&here),
        }
    }
}
