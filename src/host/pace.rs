//! What a game has to say to be hosted: how long its cues take, who plays it besides people, what
//! it adds to statistics, and which of its news can wait.

use std::time::Duration;

use super::counted::{Counted, Played};
use crate::chance::Seed;
use crate::game::Game;
use crate::players::Player;
use crate::store::Measure;
use crate::table::{Skill, TableView};

/// A game that a table's task can run.
///
/// Nothing here has a default: what a game leaves out would be wrong in silence.
pub trait Paced: Game {
    /// What its players can be compared by, the default first. Each must become more than nothing in
    /// some match: a test plays until all have.
    const MEASURES: &'static [Measure];

    /// The computer player that is meant where nobody says which.
    const USUAL_SKILL: Skill;

    /// Whether a match has rounds that are told and replayed one by one.
    const HAS_ROUNDS: bool;

    /// Whether a match begins in a message of its own, below what was said meanwhile.
    const POSTED_ANEW: bool;

    /// How long the game waits for this cue.
    fn pace(rules: &Self::Rules, cue: Self::Cue) -> Duration;

    /// A computer player of this skill, or of the nearest one that the game has.
    fn computer(skill: Skill, seed: Seed) -> Box<dyn Player<Self>>;

    /// Whether a player of this skill takes so long that it must not hold up other tables.
    fn is_slow(skill: Skill) -> bool;

    /// The player for people who are absent and for computer players that fail: it always knows a
    /// legal action, the lowest, at once.
    fn absent(seed: Seed) -> Box<dyn Player<Self>>;

    /// Whether the viewer is in the middle of a turn: then the clock, once it has begun to play for
    /// them, plays it to its end.
    fn goes_on(view: &Self::View) -> bool;

    /// What gets the game going when it waits for nobody in particular and nobody does it: the
    /// start of a deal. The clock does it after the turn limit, or soon where no people sit.
    fn nudge(view: &Self::View) -> Option<Self::Action>;

    /// The round or match that an event ends, for history and statistics. It is written down with
    /// the input that led to it: both or neither.
    fn counted(event: &Self::Event, played: &Played<'_, Self::Rules>) -> Option<Counted>;

    /// Whether the notice is one of many small steps that people do not wait for.
    fn is_step(notice: &Self::Notice) -> bool;

    /// Whether a round begins, which gets a message of its own.
    fn begins_round(notice: &Self::Notice) -> bool;

    /// Whether nothing stays of a table that was closed like this.
    fn is_erased(closed: &TableView<Self>) -> bool;
}
