//! Statistics: what is counted for people, and the measures that rank them.
//!
//! Everything is a sum per person, guild, game and opponent; a measure is one sum, or one divided
//! by another. The games decide what they count.
//!
//! What somebody played in a month is a sum beside those of all time, under a name with the month.
//! SQL stores keep the sums over all guilds in columns named as the counters.
//!
//! Ratings as they are asked for.

use std::collections::BTreeMap;
use std::fmt;

use time::OffsetDateTime;

use super::{GuildId, PersonId};
use crate::club::{EVERYWHERE, Honour, Standing};
use crate::game::GameKind;
use crate::table::{TableId, UnixMillis};

/// Declares [`Counter`], with the names in the store.
macro_rules! counters {
    ($($(#[$doc:meta])* $counter:ident = $name:literal,)+) => {
        /// A quantity that is counted.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Counter {
            $($(#[$doc])* $counter,)+
        }

        impl Counter {
            /// All counters.
            pub const ALL: [Counter; [$($name),+].len()] = [$(Counter::$counter),+];

            /// The name in the store.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Counter::$counter => $name,)+
                }
            }
        }
    };
}

counters! {
    /// Rounds played.
    Rounds = "rounds",
    /// Tractor: rounds played as a declarer.
    DeclarerRounds = "declarer_rounds",
    /// Tractor: rounds won as a declarer.
    DeclarerWins = "declarer_wins",
    /// Tractor: rounds won as an opponent.
    OpponentWins = "opponent_wins",
    /// Tractor: levels gained by the player's team.
    Levels = "levels",
    /// Tractor: throws attempted.
    Throws = "throws",
    /// Tractor: failed throws.
    ThrowsFailed = "throws_failed",
    /// Matches completed.
    Matches = "matches",
    /// Matches won.
    MatchesWon = "matches_won",
    /// Games played; in some games, a round is one.
    Games = "games",
    /// Games won; in tractor, rounds won on either side.
    Wins = "wins",
    /// Games without a winner.
    Draws = "draws",
    /// Tractor: points captured; UNO: points scored.
    Points = "points",
    /// Time played, in seconds.
    Seconds = "seconds",
    /// Tractor: rounds that count for the ratings, with this partner.
    WithRounds = "rounds@with",
    /// Tractor: those of them that were won.
    WithWins = "wins@with",
    /// Tractor: rounds that count for the ratings, against this opponent.
    AgainstRounds = "rounds@against",
    /// Tractor: those of them that were won.
    AgainstWins = "wins@against",
}

impl Counter {
    /// Whether people are ranked by it: sums over all guilds are kept of what has no `@` in its name.
    pub fn is_ranked(self) -> bool {
        !self.name().contains('@')
    }

    /// Whether it tells that something was won.
    pub const fn is_win(self) -> bool {
        matches!(self, Counter::Wins | Counter::MatchesWon)
    }

    /// Whether it tells how much was played, and nothing of how.
    pub const fn is_number_played(self) -> bool {
        use Counter::{DeclarerRounds, Draws, Games, Matches, Rounds};
        matches!(self, Rounds | DeclarerRounds | Games | Draws | Matches)
    }

    pub(super) fn named(name: &str) -> Option<Counter> {
        let mut all = Counter::ALL.into_iter();
        all.find(|counter| counter.name() == name)
    }
}

/// The opponent that something is counted against, in games that count by opponent, or the partner.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Versus {
    /// Not counted by opponent.
    Anybody,
    /// A computer player of this skill level.
    Computer(String),
    /// One person; `PersonId(0)` is anybody who asked to be forgotten.
    Person(PersonId),
}

impl fmt::Display for Versus {
    /// As written in the store.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Versus::Anybody => Ok(()),
            Versus::Computer(level) => write!(f, "computer:{level}"),
            Versus::Person(person) => write!(f, "person:{}", person.0),
        }
    }
}

impl Versus {
    pub(super) fn read(text: &str) -> Option<Versus> {
        match text.split_once(':') {
            None if text.is_empty() => Some(Versus::Anybody),
            Some(("computer", level)) => Some(Versus::Computer(level.to_owned())),
            Some(("person", id)) => id.parse().ok().map(|id| Versus::Person(PersonId(id))),
            _ => None,
        }
    }
}

/// What one person adds to the statistics; game and guild are the table's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonTally {
    /// The person.
    pub person: PersonId,
    /// Their current name.
    pub name: String,
    /// The opponent.
    pub versus: Versus,
    /// The counters, and what is added to each.
    pub counts: Vec<(Counter, i64)>,
}

/// The scope of statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// In one guild.
    Guild(GuildId),
    /// Everywhere.
    Everywhere,
}

/// The statistics of one person.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stats {
    /// Sums by game and opponent.
    pub sums: BTreeMap<(GameKind, Versus), BTreeMap<Counter, i64>>,
    /// What they played and won, month by month, since months are counted.
    pub months: BTreeMap<GameKind, BTreeMap<Month, MonthPlayed>>,
    /// How often they earned each honour.
    pub honours: BTreeMap<Honour, i64>,
    /// The last known names of their opponents.
    pub names: BTreeMap<PersonId, String>,
}

impl PersonTally {
    /// What it adds to its month; `None` if nothing was played to its end with it.
    pub(super) fn played(&self) -> Option<MonthPlayed> {
        let sum = |counter: Counter| -> i64 {
            let values = self.counts.iter().filter(|(own, _)| *own == counter);
            values.map(|(_, value)| value).sum()
        };
        let games = sum(Counter::Games).max(sum(Counter::Rounds));
        let wins = sum(Counter::Wins);
        (games > 0).then_some(MonthPlayed { games, wins })
    }
}

impl Stats {
    /// The sum of a counter in one game over all opponents.
    pub fn total(&self, game: GameKind, counter: Counter) -> i64 {
        let sums = self.sums.iter().filter(|((of, _), _)| *of == game);
        sums.filter_map(|(_, sums)| sums.get(&counter)).sum()
    }

    /// The opponents of a game that counts by opponent, most frequent first.
    pub fn opponents(&self, game: GameKind) -> Vec<(&Versus, &BTreeMap<Counter, i64>)> {
        let apart = self.sums.iter();
        let apart = apart.filter(|((of, versus), sums)| {
            *of == game && *versus != Versus::Anybody && sums.contains_key(&Counter::Games)
        });
        let mut apart: Vec<_> = apart.map(|((_, versus), sums)| (versus, sums)).collect();
        let games = |sums: &BTreeMap<Counter, i64>| sums.get(&Counter::Games).copied();
        apart.sort_by_key(|(_, sums)| std::cmp::Reverse(games(sums)));
        apart
    }

    /// How many rounds of a game were played in the company of each person, and how many of them won.
    pub fn company(&self, game: GameKind, counters: [Counter; 2]) -> BTreeMap<PersonId, [i64; 2]> {
        let own = self.sums.iter().filter(|((of, _), _)| *of == game);
        let company = own.filter_map(|((_, versus), sums)| match versus {
            // Who asked to be forgotten is nobody's company.
            Versus::Person(person) if person.0 > 0 => {
                let [rounds, wins] = counters.map(|counter| sums.get(&counter).copied());
                Some((*person, [rounds?, wins.unwrap_or(0)]))
            }
            Versus::Anybody | Versus::Computer(_) | Versus::Person(_) => None,
        });
        company.collect()
    }

    /// The value of a measure in one game; `None` if it would divide by zero.
    pub fn measure(&self, game: GameKind, measure: Measure) -> Option<f64> {
        let whole = measure.per.map(|counter| self.total(game, counter));
        measure.value(self.total(game, measure.part), whole)
    }
}

/// A measure that ranks people: a sum, or one sum divided by another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// The name in commands.
    pub name: &'static str,
    /// The sum.
    pub part: Counter,
    /// The divisor, if any.
    pub per: Option<Counter>,
    /// Whether the ratio is shown in percent.
    pub percent: bool,
}

impl Measure {
    /// A sum.
    pub const fn sum(name: &'static str, part: Counter) -> Measure {
        Measure {
            name,
            part,
            per: None,
            percent: false,
        }
    }

    /// A sum in percent of another.
    pub const fn percent(name: &'static str, part: Counter, whole: Counter) -> Measure {
        Measure {
            percent: true,
            ..Measure::average(name, part, whole)
        }
    }

    /// A sum divided by another.
    pub const fn average(name: &'static str, part: Counter, count: Counter) -> Measure {
        Measure {
            per: Some(count),
            ..Measure::sum(name, part)
        }
    }

    /// The value of the measure for these sums; `None` if it would divide by zero.
    pub fn value(self, part: i64, whole: Option<i64>) -> Option<f64> {
        let scale = if self.percent { 100.0 } else { 1.0 };
        match whole {
            None => Some(part as f64 * scale),
            Some(0) => None,
            Some(whole) => Some(part as f64 * scale / whole as f64),
        }
    }
}

/// A query for a leaderboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ranking {
    /// The game.
    pub game: GameKind,
    /// The measure.
    pub by: Measure,
    /// The scope.
    pub reach: Reach,
    /// The least sum of [`Measure::per`] to be listed by a ratio (1 or more).
    pub at_least: u32,
    /// The most rows.
    pub limit: u32,
}

/// One line of a leaderboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaderboardRow {
    /// The person.
    pub person: PersonId,
    /// Their last known name.
    pub name: String,
    /// The sum of [`Measure::part`].
    pub part: i64,
    /// The sum of [`Measure::per`].
    pub whole: Option<i64>,
}

/// A calendar month in UTC, written `2026-11`: so many months since the beginning of the year 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Month(u32);

/// What somebody played and won in a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct MonthPlayed {
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
        Month(year * 12 + u32::from(u8::from(date.month())) - 1)
    }

    /// The month after it.
    #[must_use]
    pub fn next(self) -> Month {
        Month(self.0 + 1)
    }

    /// The names of a month's sums in the store: of what was played, and of what was won.
    pub(super) fn sums(self) -> [String; 2] {
        [format!("games@{self}"), format!("wins@{self}")]
    }

    /// The month of a sum of this name, and whether it counts what was won.
    pub(super) fn of_sum(name: &str) -> Option<(Month, bool)> {
        let (what, month) = name.split_once('@')?;
        let won = match what {
            "games" => false,
            "wins" => true,
            _ => return None,
        };
        Some((Month::read(month)?, won))
    }

    /// The month that is written so.
    fn read(text: &str) -> Option<Month> {
        let (year, month) = text.split_once('-')?;
        let digits = |part: &str, length| {
            let fine = part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
            part.parse::<u32>().ok().filter(|_| fine)
        };
        let (year, month) = (digits(year, 4)?, digits(month, 2)?);
        let count = year * 12 + month.checked_sub(1)?;
        (month <= 12).then_some(Month(count))
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.0 / 12, self.0 % 12 + 1)
    }
}

/// The name of the sum of an honour in the store.
pub(super) fn honour_sum(honour: Honour) -> String {
    format!("honour@{}", honour.name())
}

/// The honour of a sum of this name; one that this version does not know is none.
pub(super) fn honour_of_sum(name: &str) -> Option<Honour> {
    Honour::named(name.strip_prefix("honour@")?)
}

/// Where a person stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Standings {
    /// By game and guild; [`EVERYWHERE`](crate::club::EVERYWHERE) is over all of them.
    pub now: BTreeMap<(GameKind, GuildId), Standing>,
    /// The number everywhere, in thousandths, after the last round of each day since 1970.
    pub course: BTreeMap<GameKind, BTreeMap<u32, i64>>,
}

impl Standings {
    /// The numbers by game, so far.
    pub fn within(&self, reach: Reach) -> BTreeMap<GameKind, Standing> {
        let wanted = match reach {
            Reach::Guild(guild) => guild,
            Reach::Everywhere => EVERYWHERE,
        };
        let now = self.now.iter();
        let now = now.filter(|((_, guild), _)| *guild == wanted);
        now.map(|((game, _), standing)| (*game, *standing))
            .collect()
    }
}

/// A line of a leaderboard by rating.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatedPerson {
    /// The person.
    pub person: PersonId,
    /// Their last known name.
    pub name: String,
    /// Their number.
    pub standing: Standing,
}

/// A table, the number of a match there, and of a round in it if that is one: where something that is
/// finished stands in the history.
pub type FinishedPlace = (TableId, u32, Option<u32>);

/// What was worked out again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RebuiltRatings {
    /// How many rounds counted.
    pub rounds: u64,
    /// How many people have a number.
    pub people: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for counter in Counter::ALL {
            assert_eq!(Counter::named(counter.name()), Some(counter));
        }
        let computer = Versus::Computer("3".to_owned());
        for versus in [Versus::Anybody, computer, Versus::Person(PersonId(7))] {
            assert_eq!(Versus::read(&versus.to_string()), Some(versus));
        }
        assert_eq!(Versus::read("ghost:1"), None);
    }

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
            assert_eq!(Month::read(month), Some(of));
            assert_eq!(
                of.sums().map(|name| Month::of_sum(&name)),
                [Some((of, false)), Some((of, true))]
            );
        }
        for wrong in [
            "", "2026", "2026-13", "2026-00", "26-11", "2026-1", "+026-11",
        ] {
            assert_eq!(Month::read(wrong), None, "{wrong}");
        }
        assert_eq!(Month::of_sum("games"), None);
    }
}
