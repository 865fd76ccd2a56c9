//! UNO as it is hosted.

use std::time::Duration;

use serde_json::json;

use crate::chance::Seed;
use crate::club::Honour;
use crate::club::honour::uno_honours;
use crate::game::Seat;
use crate::host::{Counted, Counts, FinishedRound, Paced, ProgramMaker, RatedSeats};
use crate::players::Player;
use crate::players::program::Program;
use crate::players::uno::{Level, Quick, Search};
use crate::store::{Counter, Measure};
use crate::table::Skill;
use crate::uno::event::{Event, Notice, OpenEvent};
use crate::uno::rules::{Rules, Score};
use crate::uno::score::{RoundEnd, RoundResult};
use crate::uno::view::UnoDecision;
use crate::uno::{Cue, Uno, View};

impl Paced for Uno {
    const MEASURES: &'static [Measure] = &[
        Measure::sum("points", Counter::Points),
        Measure::sum("games", Counter::Games),
        Measure::sum("wins", Counter::Wins),
        Measure::percent("pw", Counter::Wins, Counter::Games),
        Measure::average("ppg", Counter::Points, Counter::Games),
        Measure::sum("time", Counter::Seconds),
    ];

    const USUAL_SKILL: Skill = Skill::Heuristic;
    const PROGRAM: Option<ProgramMaker<Self>> = Some(|line| Box::new(Program::new(line.clone())));
    const HAS_ROUNDS: bool = true;

    fn pace(rules: &Rules, cue: Cue) -> Duration {
        Duration::from_millis(cue.wait_ms(rules))
    }

    /// The first deal was asked for by the start, and others by a house where they come at once.
    fn hurries(view: &View, cue: Cue) -> bool {
        match cue {
            Cue::Deal { round } => round > 1 && view.rules.deal_wait > 0,
            Cue::Warn { .. } | Cue::TimeUp { .. } => true,
        }
    }

    fn computer(skill: Skill, seed: Seed) -> Box<dyn Player<Self>> {
        let level = match skill {
            Skill::Lowest => Level::Idle,
            Skill::Random | Skill::Level(0) => Level::Random,
            Skill::Beginner => Level::Beginner,
            Skill::Greedy | Skill::Level(1) => Level::Greedy,
            Skill::Heuristic | Skill::Level(_) | Skill::Program(_) => Level::Heuristic,
            Skill::Search | Skill::Steady => return Box::new(Search::new(seed)),
        };
        Box::new(Quick::new(level, seed))
    }

    fn goes_on(view: &View) -> bool {
        view.playing().is_some_and(|round| {
            Some(round.turn) == view.seat() && round.decision != UnoDecision::Turn
        })
    }

    /// Statistics count rounds as games.
    fn counted(event: &Event, played: &FinishedRound<'_, Rules>) -> Option<Counted> {
        match event {
            Event::Open(OpenEvent::RoundOver(result)) => {
                let summary = json!({
                    "places": result.places,
                    "gained": result.gained,
                    "scores": result.scores,
                });
                let seats = Seat::first(result.scores.len() as u8);
                let counts = seats.map(|seat| counts(result, seat, played));
                Some(Counted::round(result.round, summary, counts))
            }
            Event::Open(OpenEvent::MatchOver { places }) => {
                let winner = &places[..places.len().min(1)];
                Some(Counted::match_over(winner, played))
            }
            _ => None,
        }
    }

    /// A round counts by who won it; all others, and those who left it, lost.
    fn rated(event: &Event, _: &Rules) -> Option<RatedSeats> {
        let Event::Open(OpenEvent::RoundOver(result)) = event else {
            return None;
        };
        let winner = *result.places.first()?;
        let seats = Seat::first(result.scores.len() as u8);
        let whole = result.end != RoundEnd::Abandoned;
        let sides = seats.map(|seat| (u32::from(seat != winner), vec![seat]));
        whole.then(|| sides.collect())
    }

    fn honours(_: &View, after: &View) -> Vec<(Seat, Honour)> {
        uno_honours(after)
    }

    fn begins_round(notice: &Notice) -> bool {
        matches!(notice, Notice::Open(OpenEvent::Dealt { .. }))
    }
}

/// What a round adds for the player on a seat; nothing if they left the round.
fn counts(result: &RoundResult, seat: Seat, played: &FinishedRound<'_, Rules>) -> Counts {
    if !result.places.contains(&seat) {
        return Vec::new();
    }
    let earns_points = match played.rules.score {
        Score::Round | Score::Match => true,
        // Here points count against the player who gets them.
        Score::None | Score::Lowest => false,
    };
    let gained = result.gained.get(seat.index()).copied().unwrap_or(0);
    let points = if earns_points { i64::from(gained) } else { 0 };
    let wins = i64::from(result.places.first() == Some(&seat));
    vec![
        (Counter::Games, 1),
        (Counter::Wins, wins),
        (Counter::Points, points),
        (Counter::Seconds, played.seconds),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::RuleSet as _;

    #[test]
    fn a_round_is_dealt_after_the_pause_of_the_house() {
        for (wait, first, next) in [("0", 0, 0), ("2", 2, 2), ("30", 3, 30)] {
            let mut rules = Rules::default();
            rules.set("deal_wait", wait).expect("a rule of UNO");
            let pace = |round| Uno::pace(&rules, Cue::Deal { round }).as_secs();
            assert_eq!((pace(1), pace(2)), (first, next), "{wait}");
        }
    }
}
