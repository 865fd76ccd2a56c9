//! Tractor as it is hosted.

use std::time::Duration;

use serde_json::json;

use crate::chance::Seed;
use crate::club::Honour;
use crate::club::honour::tractor_honours;
use crate::game::Seat;
use crate::host::{Counted, Counts, FinishedRound, Paced, ProgramMaker, RatedSeats};
use crate::players::program::Program;
use crate::players::{self, Player};
use crate::store::{Counter, DailyScore, Measure};
use crate::table::Skill;
use crate::tractor::Tractor;
use crate::tractor::action::{Action, Cue, RoundEnd, RoundResult};
use crate::tractor::event::{Event, Notice};
use crate::tractor::rules::{Rules, TakeBack};
use crate::tractor::seating::{PLAYERS, Team};
use crate::tractor::view::{PhaseView, TrickView, View};

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
    const PROGRAM: Option<ProgramMaker<Self>> = Some(|line| Box::new(Program::new(line.clone())));
    const HAS_ROUNDS: bool = true;

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

    fn hurries(view: &View, cue: Cue) -> bool {
        let may_call = match &view.phase {
            PhaseView::CallWindow { open, passed } => {
                !open.is_empty() && view.seat().is_some_and(|seat| !passed.contains(seat))
            }
            _ => false,
        };
        matches!(cue, Cue::CloseCalls { .. }) && may_call
    }

    fn computer(skill: Skill, seed: Seed) -> Box<dyn Player<Self>> {
        match skill {
            Skill::Random | Skill::Level(0) => Box::new(players::tractor::Random::new(seed)),
            Skill::Lowest | Skill::Level(1) => Box::new(players::tractor::Lowest),
            Skill::Beginner => Box::new(players::tractor::Beginner::new(seed)),
            Skill::Greedy | Skill::Level(2) => Box::new(players::tractor::Greedy),
            Skill::Heuristic | Skill::Level(_) | Skill::Program(_) => {
                Box::new(players::tractor::Heuristic::default())
            }
            Skill::Search => Box::new(players::tractor::Search::new(seed)),
            Skill::Steady => {
                let effort = players::tractor::SearchEffort::steady();
                Box::new(players::tractor::Search::with(seed, effort))
            }
        }
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

    fn counted(event: &Event, played: &FinishedRound<'_, Rules>) -> Option<Counted> {
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

    fn daily(before: &View, after: &View, seat: Seat) -> Option<DailyScore> {
        let result = after.history.last()?;
        let team = Team::of(seat);
        let gained = i32::from(result.gained);
        let tricks = before.tricks.iter().chain(&after.parting);
        Some(DailyScore {
            levels: match team == result.winner {
                true => gained,
                false => -gained,
            },
            points: u32::from(result.points),
            declares: team == Team::of(result.dealer),
            trump: match result.trump.suit {
                Some(suit) => suit.symbol().to_string(),
                None => "NT".to_owned(),
            },
            course: course(&tricks.collect::<Vec<_>>(), team),
        })
    }

    /// A round counts by who won it, whatever the levels: the page about ratings says why. Not where plays
    /// can be taken back, or one side has it easier, nor one that people agreed to end.
    fn rated(event: &Event, rules: &Rules) -> Option<RatedSeats> {
        let standard = Rules::STANDARD;
        let even = rules.take_back == TakeBack::Off
            && rules.points_to_win == standard.points_to_win
            && rules.level_step == standard.level_step
            && rules.start_level_we.is_none();
        let Event::RoundOver(result) = event else {
            return None;
        };
        let side = |team: Team| (u32::from(team != result.winner), team.seats().to_vec());
        let rated = even && result.end != RoundEnd::Agreed;
        rated.then(|| Team::ALL.map(side).to_vec())
    }

    fn honours(before: &View, after: &View) -> Vec<(Seat, Honour)> {
        tractor_honours(before, after)
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
}

/// Into how many parts the course of a round is divided.
const PARTS: usize = 5;

/// Who won the points of each part of a round, a letter each: this team (`w`), the other one (`l`), or both
/// as many (`e`).
fn course(tricks: &[&TrickView], team: Team) -> String {
    let won = |trick: &&TrickView| match trick.winning.map(Team::of) {
        Some(winner) if winner == team => i32::from(trick.points),
        Some(_) => -i32::from(trick.points),
        None => 0,
    };
    let part = |part: usize| {
        let [from, to] = [part, part + 1].map(|part| part * tricks.len() / PARTS);
        let balance: i32 = tricks[from..to].iter().map(won).sum();
        match balance.signum() {
            1 => 'w',
            -1 => 'l',
            _ => 'e',
        }
    };
    (0..PARTS).map(part).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game as _, RuleSet as _, Viewer};

    fn rules(settings: &[(&str, &str)]) -> Rules {
        Rules::default().with(settings)
    }

    /// Whoever wants to does something, or the clock, or somebody deals.
    fn step(game: &mut Tractor) {
        let mut player = players::tractor::Greedy;
        let wish = |seat| Some((seat, player.choose(&game.view(Viewer::Seat(seat)))?));
        match (Seat::first(4).find_map(wish), game.cue()) {
            (Some((seat, action)), _) => drop(game.act(seat, action).expect("legal")),
            (None, Some(cue)) => drop(game.elapse(cue)),
            (None, None) => drop(game.act(Seat::new(0), Action::Deal).expect("a deal")),
        }
    }

    #[test]
    fn the_clock_keeps_the_pace_of_the_house() {
        let (round, attempt) = (1, 0);
        let deal = Cue::Deal {
            round,
            attempt,
            dealt: 3,
        };
        let close = Cue::CloseCalls {
            round,
            attempt,
            calls: 0,
        };
        let forced = Cue::Forced { round, turn: 5 };
        for (settings, cue, milliseconds) in [
            (("deal_interval", "0.2"), deal, 200),
            (("deal_interval", "0"), deal, 0),
            (("deal_interval", "2"), close, 15_000),
            (("call_window", "30"), close, 30_000),
            (("call_window", "0"), close, 0),
            (("call_window", "30"), deal, 500),
            (("take_back", "off"), forced, 1_500),
            (("take_back", "on"), forced, 4_000),
        ] {
            let pace = Tractor::pace(&rules(&[settings]), cue);
            assert_eq!(pace.as_millis(), milliseconds, "{settings:?} {cue:?}");
        }
    }

    #[test]
    fn computers_leave_time_to_who_may_take_a_play_back() {
        let (mut game, _) = Tractor::start(&rules(&[("take_back", "on")]), 4, Seed::from_number(1));
        let view = |game: &Tractor, seat| game.view(Viewer::Seat(seat));
        let mut waits = 0;
        while game.round() == 1 {
            let patience = |seat| Tractor::second_thoughts(&view(&game, seat));
            let longest = Seat::first(4).map(patience).max().unwrap_or_default();
            let has_played = Seat::first(4).any(|seat| view(&game, seat).can_take_back);
            assert_eq!(longest == SECOND_THOUGHTS, has_played);
            waits += u32::from(has_played);
            step(&mut game);
        }
        assert!(waits > 20, "{waits}");
    }

    #[test]
    fn the_clock_deals_for_who_may() {
        let (mut game, _) =
            Tractor::start(&rules(&[("who_deals", "dealer")]), 4, Seed::from_number(2));
        let nudged = |game: &Tractor| {
            let nudge = |seat: &Seat| Tractor::nudge(&game.view(Viewer::Seat(*seat))).is_some();
            Seat::first(4).filter(nudge).collect::<Vec<Seat>>()
        };
        assert_eq!(nudged(&game).len(), 4, "nobody is dealer yet");
        while game.round() == 1 {
            step(&mut game);
        }
        let dealer = game.view(Viewer::Public).dealer;
        assert_eq!(nudged(&game), Vec::from_iter(dealer));
    }
}
