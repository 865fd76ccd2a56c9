//! Numbers: how strong somebody is, how certain that is, and how a round moves both.
//!
//! Weng-Lin (the Bradley-Terry form with whole sides) is the crate's; the scale, the fixed numbers of
//! computer players and what keeps numbers honest are decided here.
//!
//! A finished round as it is rated: who stood against whom, and how it ended.
//!
//! It is kept as a part of the round's summary, so that numbers can be worked out again at any time.
//!
//! The books of a club: where people stand, moved round by round.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use crate::game::{GameKind, Seat};
use crate::table::{GuildId, PersonId, Skill, UnixMillis};

/// How much luck there is in one player's round, in points.
const BETA: f64 = 250.0;
/// A number never becomes more certain than this: people change.
const LEAST_SPREAD: i64 = 60_000;
/// A number is provisional while it is not more certain than this, in thousandths.
pub const PROVISIONAL: i64 = 120_000;
/// The number of rounds of a day against the same people that weigh the same; each further so many
/// weigh half.
const FULL_ROUNDS: u32 = 8;
/// Halved so often, a round weighs nothing.
const MOST_HALVINGS: u32 = 10;

/// How strong somebody is, in thousandths of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(i64, i64, u32)", into = "(i64, i64, u32)")]
pub struct Standing {
    /// The number.
    pub rating: i64,
    /// How uncertain it is: in two of three cases the truth is not further away.
    pub spread: i64,
    /// How many rounds have moved it.
    pub rounds: u32,
}

impl From<(i64, i64, u32)> for Standing {
    fn from((rating, spread, rounds): (i64, i64, u32)) -> Self {
        Self {
            rating,
            spread,
            rounds,
        }
    }
}

impl From<Standing> for (i64, i64, u32) {
    fn from(standing: Standing) -> Self {
        (standing.rating, standing.spread, standing.rounds)
    }
}

impl Standing {
    /// That of somebody who was never rated: as strong as the simple computer, or not at all.
    pub const NEW: Standing = Standing {
        rating: 1_000_000,
        spread: 250_000,
        rounds: 0,
    };

    /// That of a computer player, which never moves.
    const fn fixed(points: i64) -> Standing {
        Standing {
            rating: points * 1_000,
            spread: 1_000,
            rounds: 0,
        }
    }

    /// Whether it is still too uncertain to move others.
    pub const fn is_provisional(self) -> bool {
        self.spread >= PROVISIONAL
    }

    /// Number and uncertainty in whole points.
    pub const fn points(self) -> (i64, i64) {
        ((self.rating + 500) / 1_000, (self.spread + 500) / 1_000)
    }
}

/// The fixed number of a computer player, measured in the arena (see the page about their strength in
/// [`crate::players`]); `None` where it was not measured, such as that of other people's programs.
pub fn anchor(game: GameKind, skill: Skill) -> Option<Standing> {
    let points = match (game, skill) {
        (_, Skill::Greedy) => 1_000,
        (GameKind::Tractor, Skill::Random) => 430,
        (GameKind::Tractor, Skill::Beginner) => 885,
        (GameKind::Tractor, Skill::Heuristic) => 1_165,
        (GameKind::Tractor, Skill::Search) => 1_210,
        (GameKind::Uno, Skill::Random) => 0,
        (GameKind::Uno, Skill::Beginner) => 890,
        (GameKind::Uno, Skill::Heuristic) => 1_055,
        (GameKind::Uno, Skill::Search) => 1_100,
        _ => return None,
    };
    Some(Standing::fixed(points))
}

/// What a round weighs, in thousandths, if so many of this day had the same people on the same sides.
pub const fn weight_after(before: u32) -> u32 {
    match before / FULL_ROUNDS {
        halvings if halvings < MOST_HALVINGS => 1_000 >> halvings,
        _ => 0,
    }
}

/// The numbers after a round of this weight in thousandths, in the order of those before it: the place of each side,
/// equal for a draw, with the numbers of its players.
fn rated(sides: &[(u32, Vec<Standing>)], weight: u32) -> Vec<Vec<Standing>> {
    let points = |thousandths: i64| thousandths as f64 / 1_000.0;
    let of = |player: &Standing| WengLinRating {
        rating: points(player.rating),
        uncertainty: points(player.spread),
    };
    let before: Vec<(Vec<WengLinRating>, MultiTeamOutcome)> = sides
        .iter()
        .map(|(place, players)| {
            let players = players.iter().map(of).collect();
            (players, MultiTeamOutcome::new(*place as usize))
        })
        .collect();
    let borrowed: Vec<_> = before.iter().map(|(side, at)| (&side[..], *at)).collect();
    let config = WengLinConfig {
        beta: BETA,
        uncertainty_tolerance: 0.000_001,
    };
    let after = weng_lin_multi_team(&borrowed, &config);
    let certain = |players: &[Standing]| players.iter().filter(|p| !p.is_provisional()).count();
    let all: usize = sides.iter().map(|(_, players)| players.len()).sum();
    let all_certain: usize = sides.iter().map(|(_, players)| certain(players)).sum();
    let moved = |((_, players), after): (&(u32, Vec<Standing>), Vec<WengLinRating>)| {
        let opponents = all - players.len();
        let theirs = all_certain - certain(players);
        let pairs = players.iter().zip(after);
        let one = |(before, after): (&Standing, WengLinRating)| {
            let share = match before.is_provisional() {
                true => 1.0,
                false => theirs as f64 / opponents.max(1) as f64,
            };
            let share = share * f64::from(weight) / 1_000.0;
            let step = |old: i64, new: f64| {
                let new = new * 1_000.0;
                old + ((new - old as f64) * share).round() as i64
            };
            let spread = step(before.spread, after.uncertainty);
            Standing {
                rating: step(before.rating, after.rating),
                spread: spread.max(LEAST_SPREAD.min(before.spread)),
                rounds: before.rounds + 1,
            }
        };
        pairs.map(one).collect()
    };
    sides.iter().zip(after).map(moved).collect()
}

/// Who carries the result of a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatedPlayer {
    /// The seat.
    pub seat: Seat,
    /// Whose it was at the deal; none for a computer player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// What they are called.
    #[serde(default)]
    pub name: String,
    /// The computer player that it was at the deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<Skill>,
    /// Whether they gain nothing by the round, as others played their cards or told them how.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_gain: bool,
}

/// A side of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatedSide {
    /// The best has the smallest; equal ones drew.
    pub place: u32,
    /// Who played for it.
    pub players: Vec<RatedPlayer>,
}

/// A round that counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatedRound {
    /// Its sides.
    pub sides: Vec<RatedSide>,
}

/// How a round moved somebody's number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RatingChange {
    /// Whose.
    pub person: PersonId,
    /// On which seat they were dealt the round.
    pub seat: Seat,
    /// Before it.
    pub before: Standing,
    /// After it.
    pub after: Standing,
}

/// Reads what is rated of a round from its summary; `None` if it does not count.
pub fn rated_round(summary: &str) -> Option<RatedRound> {
    #[derive(Deserialize)]
    struct Summary {
        rated: Option<RatedRound>,
    }
    let summary: Summary = serde_json::from_str(summary).ok()?;
    summary.rated
}

impl RatedRound {
    /// The round, if it can count: two sides at least, a person among them, nobody twice, and no
    /// computer player whose strength was not measured.
    pub fn checked(self, game: GameKind) -> Option<RatedRound> {
        let mut people: Vec<PersonId> = self.people().map(|(person, _)| person).collect();
        people.sort_unstable();
        let number = people.len();
        people.dedup();
        let players = || self.sides.iter().flat_map(|side| &side.players);
        let known = |player: &RatedPlayer| match player.computer {
            Some(skill) => anchor(game, skill).is_some(),
            None => player.person.is_some(),
        };
        let empty = |side: &RatedSide| side.players.is_empty();
        let counts = self.sides.len() > 1
            && !self.sides.iter().any(empty)
            && number > 0
            && number == people.len()
            && players().all(known);
        counts.then_some(self)
    }

    /// The people whose numbers it moves, with what they are called.
    pub fn people(&self) -> impl Iterator<Item = (PersonId, &str)> {
        let players = self.sides.iter().flat_map(|side| &side.players);
        players.filter_map(|player| Some((player.person?, player.name.as_str())))
    }

    /// Who stood against whom, the same whatever the seats: a key to count by. Each person is a `p`,
    /// their number and a point.
    pub fn lineup(&self, game: GameKind) -> String {
        let player = |player: &RatedPlayer| match (player.person, player.computer) {
            (Some(person), _) => format!("p{}.", person.0),
            (None, Some(skill)) => format!("c{skill}."),
            (None, None) => String::new(),
        };
        let side = |side: &RatedSide| {
            let mut players: Vec<String> = side.players.iter().map(player).collect();
            players.sort_unstable();
            players.concat()
        };
        let mut sides: Vec<String> = self.sides.iter().map(side).collect();
        sides.sort_unstable();
        format!("{}:{}", game.name(), sides.join("/"))
    }

    /// How the round, at this weight in thousandths, moves the numbers of its people, in the order of
    /// its sides; `before` says what they were.
    pub fn changes(
        &self,
        game: GameKind,
        weight: u32,
        mut before: impl FnMut(PersonId) -> Standing,
    ) -> Vec<RatingChange> {
        let mut standing = |player: &RatedPlayer| match (player.person, player.computer) {
            (Some(person), _) => before(person),
            (None, Some(skill)) => anchor(game, skill).unwrap_or(Standing::NEW),
            (None, None) => Standing::NEW,
        };
        let mut side = |side: &RatedSide| {
            let players = side.players.iter().map(&mut standing);
            (side.place, players.collect())
        };
        let sides: Vec<_> = self.sides.iter().map(&mut side).collect();
        let after = rated(&sides, weight).into_iter().flatten();
        let before = sides.into_iter().flat_map(|(_, players)| players);
        let players = self.sides.iter().flat_map(|side| &side.players);
        let change = |(player, (before, after)): (&RatedPlayer, (Standing, Standing))| {
            let counts = !player.no_gain || after.rating <= before.rating;
            Some(RatingChange {
                person: player.person?,
                seat: player.seat,
                before,
                after: if counts { after } else { before },
            })
        };
        players.zip(before.zip(after)).filter_map(change).collect()
    }
}

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
