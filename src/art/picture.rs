//! Pictures beside a page: what they show, as data.
//!
//! Decides what a picture is made of. Whoever wants one says what is on it; [`Picture::png`] draws
//! it, which takes some milliseconds: not for a thread that others wait for.

use super::icon::SuitColors;
use crate::game::Seat;
use crate::tractor::card::{Card, Rank};
use crate::tractor::seating::{PLAYERS, Team};
use crate::tractor::trump::Trump;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Winds {
    /// N, W, S, E.
    #[default]
    Latin,
    /// 北, 西, 南, 东.
    Chinese,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Picture {
    /// The course of a match of tractor.
    Levels(Levels),
    /// The end of a round of tractor.
    Round(Round),
    /// A trick of tractor, perhaps with the hands.
    Trick(Trick),
    /// How often somebody won over time.
    Course(Course),
}

/// The levels of both teams, round by round.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Levels {
    /// The levels before the first round and after each, by team (see [`Team::index`]).
    pub levels: Vec<[Rank; 2]>,
    pub winners: Vec<Team>,
    /// The level that wins the match.
    pub to: Rank,
    pub winds: Winds,
}

/// The end of a round: its last trick, the kitty and the levels.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Round {
    /// The last trick, unless the round ended without one.
    pub trick: Option<Trick>,
    /// The kitty, sorted; empty if it is not shown.
    pub kitty: Vec<Card>,
    /// The points that the opponents of the declarers captured, and what they needed.
    pub points: (i32, i32),
    pub winner: Team,
    pub declarers: Team,
    /// The levels before and after, by team.
    pub levels: [[Rank; 2]; 2],
    /// The level that wins the match.
    pub to: Rank,
    pub colors: SuitColors,
    pub winds: Winds,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Trick {
    pub trump: Trump,
    pub leader: Seat,
    /// The plays by seat, sorted; empty for who has not played.
    pub plays: [Vec<Card>; PLAYERS],
    pub winner: Option<Seat>,
    pub dealer: Option<Seat>,
    /// The hands by seat after it, sorted, if they are shown.
    pub hands: Option<[Vec<Card>; PLAYERS]>,
    pub colors: SuitColors,
    pub winds: Winds,
}

/// How often somebody won, in spans of time.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Course {
    /// Played and won, span by span, the oldest first.
    pub spans: Vec<(u32, u32)>,
}
