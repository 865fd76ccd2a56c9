//! Tractor as it is hosted.

use std::time::Duration;

use serde_json::json;

use crate::chance::Seed;
use crate::game::Seat;
use crate::host::{Counted, Counts, Paced, Played};
use crate::players::{self, Player};
use crate::store::{Counter, Measure};
use crate::table::{Skill, TableView};
use crate::tractor::Tractor;
use crate::tractor::action::{Action, Cue, RoundResult};
use crate::tractor::event::{Event, Notice};
use crate::tractor::rules::{Rules, TakeBack};
use crate::tractor::seating::{PLAYERS, Team};
use crate::tractor::view::{PhaseView, View};

/// How long a trick is seen before the only legal play is made by itself.
const FORCED_PAUSE: Duration = Duration::from_millis(1_500);

/// How long the clock and computer players leave to who may take back a play.
const SECOND_THOUGHTS: Duration = Duration::from_secs(4);

impl Paced for Tractor {
    const MEASURES: &'static [Measure] = &[
        Measure::sum("wins", Counter::Wins),
        Measure::sum("rounds", Counter::Rounds),
        Measure::percent("pw", Counter::Wins, Counter::Rounds),
        Measure::sum("declarer", Counter::DeclarerWins),
        Measure::sum("opponent", Counter::OpponentWins),
        Measure::sum("levels", Counter::Levels),
        Measure::sum("points", Counter::Points),
        Measure::average("ppr", Counter::Points, Counter::Rounds),
        Measure::sum("throws", Counter::Throws),
        Measure::percent("failed", Counter::ThrowsFailed, Counter::Throws),
        Measure::sum("matches", Counter::Matches),
        Measure::sum("won", Counter::MatchesWon),
    ];

    const USUAL_SKILL: Skill = Skill::Heuristic;
    const HAS_ROUNDS: bool = true;
    const POSTED_ANEW: bool = true;

    fn pace(rules: &Rules, cue: Cue) -> Duration {
        match cue {
            Cue::Deal { .. } => Duration::from_millis(u64::from(rules.deal_interval_ms)),
            Cue::CloseCalls { .. } => Duration::from_secs(u64::from(rules.call_window_s)),
            Cue::Forced { .. } => match rules.take_back {
                TakeBack::Off => FORCED_PAUSE,
                TakeBack::On => SECOND_THOUGHTS,
            },
        }
    }

    fn computer(skill: Skill, seed: Seed) -> Box<dyn Player<Self>> {
        match skill {
            Skill::Random | Skill::Level(0) => Box::new(players::tractor::Random::new(seed)),
            Skill::Lowest | Skill::Level(1) => Box::new(players::tractor::Lowest),
            Skill::Greedy | Skill::Level(2) => Box::new(players::tractor::Greedy),
            Skill::Heuristic | Skill::Level(_) => Box::new(players::tractor::Heuristic::default()),
            Skill::Search => Box::new(players::tractor::Search::new(seed)),
        }
    }

    fn is_slow(skill: Skill) -> bool {
        skill == Skill::Search
    }

    fn absent(_: Seed) -> Box<dyn Player<Self>> {
        Box::new(players::tractor::Lowest)
    }

    fn goes_on(_: &View) -> bool {
        false
    }

    fn second_thoughts(view: &View) -> Duration {
        let plays = matches!(view.phase, PhaseView::Playing { .. });
        match plays && view.can_take_back {
            true => SECOND_THOUGHTS,
            false => Duration::ZERO,
        }
    }

    fn nudge(view: &View) -> Option<Action> {
        view.may_deal().then_some(Action::Deal)
    }

    fn counted(event: &Event, played: &Played<'_, Rules>) -> Option<Counted> {
        match event {
            Event::RoundOver(result) => {
                let summary = json!({
                    "dealer": result.dealer,
                    "trump": result.trump,
                    "points": result.points,
                    "winner": result.winner,
                    "gained": result.gained,
                    "levels": result.levels,
                });
                let counts = Seat::first(PLAYERS as u8).map(|seat| counts(result, seat));
                Some(Counted::round(result.round, summary, counts))
            }
            Event::MatchOver { winner } => Some(Counted::match_over(&winner.seats(), played)),
            _ => None,
        }
    }

    fn is_step(notice: &Notice) -> bool {
        matches!(
            notice,
            Notice::CardDealt { .. } | Notice::Open(Event::Dealt { .. })
        )
    }

    fn begins_round(notice: &Notice) -> bool {
        matches!(notice, Notice::Open(Event::DealStarted { .. }))
    }

    fn is_erased(_: &TableView<Self>) -> bool {
        false
    }
}

/// What a round adds for the player on a seat.
fn counts(result: &RoundResult, seat: Seat) -> Counts {
    let team = Team::of(seat);
    let declares = team == Team::of(result.dealer);
    let wins = i64::from(team == result.winner);
    let (tried, failed) = result.throws[seat.index()];
    let side = match declares {
        true => Counter::DeclarerWins,
        false => Counter::OpponentWins,
    };
    vec![
        (Counter::Rounds, 1),
        (Counter::DeclarerRounds, i64::from(declares)),
        (side, wins),
        (Counter::Wins, wins),
        (Counter::Levels, wins * i64::from(result.gained)),
        (Counter::Points, i64::from(result.captured[seat.index()])),
        (Counter::Throws, i64::from(tried)),
        (Counter::ThrowsFailed, i64::from(failed)),
    ]
}
