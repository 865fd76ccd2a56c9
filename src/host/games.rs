//! The hosted games, and the measures that rank their players.
//!
//! What a game must provide to be hosted: the length of its cues, its computer players, what it
//! adds to statistics, and which of its notices can wait.

use std::time::Duration;

use serde_json::{Value, json};

use crate::chance::Seed;
use crate::club::Honour;
use crate::game::{Game, GameKind, Seat, at_game};
use crate::players::Player;
use crate::players::program::CommandLine;
use crate::store::{Counter, DailyScore, Measure, Ranking, Reach};
use crate::table::{Skill, TableView};

mod tictactoe;
mod tractor;
mod uno;

pub use tictactoe::tictactoe_level;

impl Measure {
    /// The measures of a game, the default first.
    pub const fn of(game: GameKind) -> &'static [Measure] {
        at_game!(game, G => G::MEASURES)
    }

    /// The game's measure of this name (any case).
    pub fn named(game: GameKind, name: &str) -> Option<Measure> {
        let mut all = Self::of(game).iter().copied();
        all.find(|measure| measure.name.eq_ignore_ascii_case(name))
    }
}

impl Ranking {
    /// The ten best players of a game by its default measure.
    pub fn top10(game: GameKind, reach: Reach) -> Ranking {
        Ranking {
            game,
            by: Measure::of(game)[0],
            reach,
            at_least: 1,
            limit: 10,
        }
    }
}

/// Makes a player of a program of other people.
pub type ProgramMaker<G> = fn(&CommandLine) -> Box<dyn Player<G>>;

/// A game that can be hosted.
///
/// What few games have has a default; nothing else does: a forgotten item would be wrong without notice.
pub trait Paced: Game {
    /// The measures that rank its players, the default first. A test plays matches until each has
    /// been above zero.
    const MEASURES: &'static [Measure];

    /// The skill of computer players where none is named.
    const USUAL_SKILL: Skill;

    /// Makes a player of a program of other people, if the game can be played by such.
    const PROGRAM: Option<ProgramMaker<Self>>;

    /// Whether a match consists of rounds that are reported and replayed one by one. One that does begins in a new
    /// message, below what was said in the channel meanwhile.
    const HAS_ROUNDS: bool;

    /// How long the table waits before it sends this cue.
    fn pace(rules: &Self::Rules, cue: Self::Cue) -> Duration;

    /// Whether the cue ends a time in which the viewer may act, or begins what they may begin themselves. It
    /// waits for somebody who plays with computers alone.
    fn hurries(view: &Self::View, cue: Self::Cue) -> bool;

    /// A computer player of this skill, or of the nearest one that the game has. The lowest, which plays for absent people
    /// and failed computer players, always knows a legal action, at once.
    fn computer(skill: Skill, seed: Seed) -> Box<dyn Player<Self>>;

    /// Whether a player of this skill is so slow that it must run on another thread.
    fn is_slow(skill: Skill) -> bool {
        matches!(skill, Skill::Search | Skill::Steady)
    }

    /// Whether the viewer is in the middle of a turn. If the clock has begun to play for them, it
    /// then plays on to the end of the turn.
    fn goes_on(_view: &Self::View) -> bool {
        false
    }

    /// How long computer players leave to the viewer, a person, to take back what they did last.
    fn second_thoughts(_view: &Self::View) -> Duration {
        Duration::ZERO
    }

    /// The action that gets the game going when it waits for nobody in particular, such as the
    /// start of a deal; `None` if the viewer may not take it. The clock submits it after the turn
    /// limit, or soon if none of the people there may.
    fn nudge(_view: &Self::View) -> Option<Self::Action> {
        None
    }

    /// The round or match that an event ends, for history and statistics. It is written atomically
    /// with the input that led to it.
    fn counted(event: &Self::Event, played: &FinishedRound<'_, Self::Rules>) -> Option<Counted>;

    /// How the player on a seat did in a round that is over, from what they saw before its last action
    /// and after it; `None` in a game of which there is no deal of the day.
    fn daily(_before: &Self::View, _after: &Self::View, _seat: Seat) -> Option<DailyScore> {
        None
    }

    /// How the round or match that an event ends is rated: the sides of seats with their places, of which
    /// the smaller is the better and equal ones drew. `None` for any other event, and where house rules
    /// make another game of it.
    fn rated(event: &Self::Event, rules: &Self::Rules) -> Option<RatedSeats>;

    /// What players earned in a round that is over, by the views of all before the input that ended it and after it.
    fn honours(before: &Self::View, after: &Self::View) -> Vec<(Seat, Honour)>;

    /// Whether the notice is one of many small steps, whose display can wait.
    fn is_step(_notice: &Self::Notice) -> bool {
        false
    }

    /// Whether the notice begins a round, which gets a new message.
    fn begins_round(notice: &Self::Notice) -> bool;

    /// Whether the message of a table closed like this is deleted.
    fn is_erased(_closed: &TableView<Self>) -> bool {
        false
    }
}

/// A result as it is rated: the place and the seats of each side.
pub type RatedSeats = Vec<(u32, Vec<Seat>)>;

/// What one player adds to the statistics.
pub type Counts = Vec<(Counter, i64)>;

/// A finished round or match.
#[derive(Debug, Clone, PartialEq)]
pub struct Counted {
    /// The round, counted from 1; `None` for the match.
    pub round: Option<u32>,
    /// The result, for the history.
    pub result: Value,
    /// What the player of each seat adds, by seat; missing seats add nothing.
    pub counts: Vec<Counts>,
    /// Whether it counts separately for each opponent.
    pub by_opponent: bool,
}

impl Counted {
    pub fn round(round: u32, result: Value, counts: impl IntoIterator<Item = Counts>) -> Self {
        Self {
            round: Some(round),
            result,
            counts: counts.into_iter().collect(),
            by_opponent: false,
        }
    }

    /// A match won by these seats.
    pub fn match_over(winners: &[Seat], played: &FinishedRound<'_, impl Sized>) -> Self {
        let counts = Seat::first(played.seats).map(|seat| {
            let won = i64::from(winners.contains(&seat));
            vec![(Counter::Matches, 1), (Counter::MatchesWon, won)]
        });
        Self {
            round: None,
            result: json!({ "winners": winners }),
            counts: counts.collect(),
            by_opponent: false,
        }
    }
}

/// The context of a finished round, besides the event that ends it.
#[derive(Debug, Clone, Copy)]
pub struct FinishedRound<'a, R> {
    pub rules: &'a R,
    /// The number of seats at the table, empty ones included.
    pub seats: u8,
    /// How long the round took, in seconds.
    pub seconds: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_found_by_name_in_any_case() {
        let pw = Measure::named(GameKind::Uno, "PW").unwrap();
        assert_eq!(pw.value(3, Some(4)), Some(75.0));
        assert_eq!(pw.value(0, Some(0)), None);
        assert_eq!(Measure::named(GameKind::TicTacToe, "ppg"), None);
    }
}
