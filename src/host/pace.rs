//! What a game has to say to be hosted: how long its cues take, and who plays it besides people.

use std::time::Duration;

use super::finished::Finishing;
use super::handle::Handle;
use super::tables::AnyTable;
use crate::chance::Seed;
use crate::game::Game;
use crate::players::Player;
use crate::store::Finish;
use crate::table::Skill;

/// A game that a table's task can run.
pub trait Paced: Game {
    /// How long the game waits for this cue.
    fn pace(rules: &Self::Rules, cue: Self::Cue) -> Duration;

    /// A computer player of this skill, or of the nearest one that the game has.
    fn computer(skill: Skill, seed: Seed) -> Box<dyn Player<Self>>;

    /// Whether a player of this skill takes so long that it must not hold up other tables.
    fn is_slow(skill: Skill) -> bool {
        matches!(skill, Skill::Search)
    }

    /// The player for people who are absent and for computer players that fail: it always knows a
    /// legal action, the lowest, at once.
    fn absent(seed: Seed) -> Box<dyn Player<Self>>;

    /// Whether the viewer is in the middle of a turn: then the clock, once it has begun to play for
    /// them, plays it to its end.
    fn goes_on(_view: &Self::View) -> bool {
        false
    }

    /// The rounds and matches that an input finishes, for history and statistics. They are written
    /// down with the input: both or neither.
    fn finished(_: &Finishing<'_, Self>) -> Vec<Finish> {
        Vec::new()
    }

    /// What gets the game going when it waits for nobody in particular and nobody does it: the
    /// start of a deal. The clock does it after the turn limit, or soon where no people sit.
    fn nudge(_view: &Self::View) -> Option<Self::Action> {
        None
    }
}

/// A game whose tables can be found by channel.
pub trait Hosted: Paced {
    /// The table as one among those of all games.
    fn any(handle: Handle<Self>) -> AnyTable;

    /// The table as one of this game, if it is one.
    fn of(table: AnyTable) -> Option<Handle<Self>>;
}
