//! Tic-tac-toe as it is hosted.

use std::time::Duration;

use serde_json::json;

use crate::chance::Seed;
use crate::club::Honour;
use crate::club::honour::tictactoe_honours;
use crate::game::Seat;
use crate::host::{Counted, FinishedRound, Paced, ProgramMaker, RatedSeats};
use crate::players::Player;
use crate::players::tictactoe::{Computer, SkillLevel};
use crate::store::{Counter, Measure};
use crate::table::{Closer, Skill, TableView};
use crate::tictactoe::{Cue, Ending, Event, Rules, TicTacToe, View};

/// The level of tic-tac-toe that a skill is.
pub fn tictactoe_level(skill: Skill) -> SkillLevel {
    let number = match skill {
        Skill::Random | Skill::Lowest => 0,
        Skill::Beginner => 1,
        Skill::Greedy => 2,
        Skill::Program(_) => 3,
        Skill::Heuristic => 4,
        Skill::Search | Skill::Steady => SkillLevel::BEST.number(),
        Skill::Level(number) => number,
    };
    SkillLevel::new(number).unwrap_or(SkillLevel::BEST)
}

impl Paced for TicTacToe {
    const MEASURES: &'static [Measure] = &[
        Measure::sum("wins", Counter::Wins),
        Measure::sum("games", Counter::Games),
        Measure::sum("draws", Counter::Draws),
        Measure::percent("pw", Counter::Wins, Counter::Games),
    ];

    const USUAL_SKILL: Skill = Skill::Level(3);
    const PROGRAM: Option<ProgramMaker<Self>> = None;
    // One message shows everything from the challenge to the last rematch.
    const HAS_ROUNDS: bool = false;

    fn pace(_: &Rules, cue: Cue) -> Duration {
        match cue {}
    }

    fn hurries(_: &View, cue: Cue) -> bool {
        match cue {}
    }

    fn computer(skill: Skill, seed: Seed) -> Box<dyn Player<Self>> {
        Box::new(Computer::new(tictactoe_level(skill), seed))
    }

    fn is_slow(skill: Skill) -> bool {
        // The best level searches ahead, for milliseconds on the largest board.
        matches!(skill, Skill::Search | Skill::Steady | Skill::Level(5..))
    }

    /// Each game is a match, and opponents are told apart.
    fn counted(event: &Event, _: &FinishedRound<'_, Rules>) -> Option<Counted> {
        let winner = winner(event)?;
        let counts = Seat::first(2).map(|seat| {
            vec![
                (Counter::Games, 1),
                (Counter::Wins, i64::from(winner == Some(seat))),
                (Counter::Draws, i64::from(winner.is_none())),
            ]
        });
        Some(Counted {
            round: None,
            result: json!({ "winner": winner }),
            counts: counts.collect(),
            by_opponent: true,
        })
    }

    fn rated(event: &Event, _: &Rules) -> Option<RatedSeats> {
        let winner = winner(event)?;
        let lost = |seat| u32::from(winner.is_some_and(|winner| winner != seat));
        let sides = Seat::first(2).map(|seat| (lost(seat), vec![seat]));
        Some(sides.collect())
    }

    fn honours(_: &View, after: &View) -> Vec<(Seat, Honour)> {
        tictactoe_honours(after)
    }

    fn begins_round(_: &Event) -> bool {
        false
    }

    /// A game that was broken off is erased; a finished one, or the outcome of a challenge, stays.
    fn is_erased(closed: &TableView<Self>) -> bool {
        let Some(closing) = &closed.closing else {
            return false;
        };
        let ended = matches!(closing.by, Some(Closer::Host(_) | Closer::Moderator(_)));
        let game = closing.game.as_ref();
        let finished = game.is_some_and(|game| game.ending.is_some());
        ended && !finished && closed.invited.is_none()
    }
}

/// Who won, or nobody, in a game that the event ends.
fn winner(event: &Event) -> Option<Option<Seat>> {
    match event {
        Event::Ended(Ending::Won { seat, .. }) => Some(Some(*seat)),
        Event::Ended(Ending::Drawn) => Some(None),
        Event::Started { .. } | Event::Marked { .. } => None,
    }
}
