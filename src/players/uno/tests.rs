//! Players of UNO: always legal, never peeking, better than chance.

use super::*;
use crate::chance::Seed;
use crate::game::{Game as _, RuleSet as _, Turn, Viewer};
use crate::uno::PhaseView;
use crate::uno::rules::Toggle;
use crate::uno::score::RoundEnd;

type Seated = Vec<Box<dyn Player<Uno>>>;

/// Plays a match to its end with these players and gives its last view; everybody is asked after
/// every move, as at a table.
fn play(rules: &Rules, players: &mut Seated, seed: u64) -> View {
    let seats = players.len() as u8;
    let (mut game, _) = Uno::start(rules, seats, Seed::from_number(seed));
    for _ in 0..100_000 {
        match game.turn() {
            Turn::Over => break,
            Turn::Clock => {
                game.elapse(game.cue().expect("the clock deals"));
            }
            Turn::Seats(in_turn) | Turn::Each(in_turn) => {
                let mut anybody = false;
                for seat in Seat::first(seats) {
                    let view = game.view(Viewer::Seat(seat));
                    let asked = in_turn.contains(seat) || view.playing().is_some();
                    let answer = asked.then(|| players[seat.index()].choose(&view)).flatten();
                    let again = players[seat.index()].choose(&view);
                    assert!(!asked || answer == again, "equal views, equal answers");
                    if let Some(action) = answer {
                        let shown = format!("{seat:?} {action:?} {view:?}");
                        game.act(seat, action)
                            .unwrap_or_else(|no| panic!("{no}: {shown}"));
                        anybody = true;
                        break;
                    }
                }
                assert!(anybody, "somebody has to move");
            }
        }
    }
    game.view(Viewer::Public)
}

fn winner(view: &View) -> Seat {
    match &view.phase {
        PhaseView::Over { places } => places[0],
        other => panic!("not over: {other:?}"),
    }
}

#[test]
fn every_answer_is_allowed_under_every_preset() {
    for (name, preset) in Rules::PRESETS {
        let rules = Rules {
            match_to: 100,
            ..*preset
        };
        for seats in [2, 3, 5, 10] {
            let mut players: Seated = Vec::new();
            for seat in 0..seats {
                let seed = Seed::from_number(seat);
                players.push(if seat % 2 == 0 {
                    Box::new(Random::new(seed))
                } else {
                    Box::new(Steady::new(seed))
                });
            }
            let view = play(&rules, &mut players, seats);
            assert!(
                matches!(view.phase, PhaseView::Over { .. }),
                "{name} {seats}"
            );
            assert!(view.history.iter().all(|round| round.end == RoundEnd::Out));
        }
    }
}

#[test]
fn a_steady_player_beats_random_ones() {
    let mut rules = Rules::OFFICIAL;
    rules.set("score", "round").expect("a rule");
    for seats in [2_u64, 4] {
        let games = 120;
        let won = (0..games).filter(|game| {
            let own = game % seats;
            let seated = (0..seats).map(|seat| -> Box<dyn Player<Uno>> {
                let seed = Seed::from_number(game * 16 + seat);
                if seat == own {
                    Box::new(Steady::new(seed))
                } else {
                    Box::new(Random::new(seed))
                }
            });
            winner(&play(&rules, &mut seated.collect(), 1_000 + game)).index() as u64 == own
        });
        let won = won.count() as u64;
        assert!(
            won * seats * 2 > games * 3,
            "{won} of {games} with {seats} seats"
        );
    }
}

#[test]
fn steady_players_bluff_call_forget_and_catch_now_and_then() {
    let rules = Rules {
        match_to: 5_000,
        jump_in: Toggle::On,
        ..Rules::OFFICIAL
    };
    let mut seen = std::collections::BTreeMap::new();
    let (mut game, _) = Uno::start(&rules, 4, Seed::from_number(5));
    let mut players: Vec<_> = (0..4)
        .map(|seat| Steady::new(Seed::from_number(seat)))
        .collect();
    while game.turn() != Turn::Over {
        if game.turn() == Turn::Clock {
            game.elapse(game.cue().expect("the clock deals"));
            continue;
        }
        let asked = Seat::first(4).rev().find_map(|seat| {
            let action = players[seat.index()].choose(&game.view(Viewer::Seat(seat)))?;
            Some((seat, action))
        });
        let (seat, action) = asked.expect("somebody moves");
        for event in game.act(seat, action).expect("it is allowed") {
            let name = format!("{event:?}");
            let guilty = name.contains("guilty: true");
            let name = name.trim_start_matches("Open(");
            let name = name.split([' ', '(']).next().unwrap_or_default().to_owned();
            *seen.entry((name, guilty)).or_insert(0) += 1;
        }
    }
    for (name, guilty) in [
        ("Called", true),
        ("Called", false),
        ("Caught", false),
        ("SaidUno", false),
    ] {
        assert!(
            seen.contains_key(&(name.to_owned(), guilty)),
            "{name} {guilty}: {seen:?}"
        );
    }
    assert!(
        !seen.contains_key(&("CaughtFalsely".to_owned(), false)),
        "{seen:?}"
    );
    assert_eq!(game.cue(), None);
}
