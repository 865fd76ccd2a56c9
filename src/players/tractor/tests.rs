//! Computer players finish matches, by legal actions alone.

use super::heuristic::Memory;
use super::policy::Policy;
use super::search::SearchPosition;
use super::sight::Sight;
use super::{Beginner, Greedy, Heuristic, Lowest, Random, Search, SearchEffort};
use crate::chance::{Chance, Seed};
use crate::game::{Choices, Game, RuleSet, Seat, Turn, Viewer};
use crate::players::Player;
use crate::tractor::Tractor;
use crate::tractor::action::Action;
use crate::tractor::event::Event;
use crate::tractor::rules::Rules;
use crate::tractor::view::PhaseView;

type Players = [Box<dyn Player<Tractor>>; 4];

/// Plays a match to its end and returns who won and how many rounds it took.
#[track_caller]
fn check(rules: &Rules, seed: Seed, mut players: Players) -> (usize, u32) {
    let (mut game, _) = Tractor::start(rules, 4, seed);
    let mut idle = 0;
    while game.turn() != Turn::Over {
        assert!(idle < 3, "the match is stuck: {game:?}");
        idle += 1;
        for seat in Seat::first(4) {
            let view = game.view(Viewer::Seat(seat));
            if let Some(action) = players[seat.index()].choose(&view) {
                let done = game.act(seat, action.clone());
                done.unwrap_or_else(|refusal| panic!("{action:?}: {refusal}"));
                idle = 0;
            }
        }
        if let Some(cue) = game.cue() {
            game.elapse(cue);
            idle = 0;
        } else if idle > 0 && game.turn() == Turn::Seats(crate::game::SeatSet::EMPTY) {
            game.act(Seat::new(0), Action::Deal)
                .expect("between rounds");
        }
    }
    let winner = game.winners().iter().next().expect("a winner").index();
    (winner, game.round())
}

#[test]
fn every_player_plays_matches_to_the_end() {
    let rules = Rules::default();
    for number in 0..8 {
        let seed = Seed::from_number(number);
        check(
            &rules,
            seed,
            std::array::from_fn(|seat| -> Box<dyn Player<Tractor>> {
                match (seat + number as usize) % 6 {
                    5 => Box::new(Beginner::new(seed)),
                    0 => Box::new(Random::new(seed)),
                    4 => Box::new(Heuristic::default()),
                    1 => Box::new(Random::giving_up(seed, 50)),
                    2 => Box::new(Greedy),
                    _ => Box::new(Lowest),
                }
            }),
        );
    }
}

#[test]
fn networks_beat_rules_of_thumb_where_twos_are_always_trump() {
    let rules = Rules::STANDARD.with(&[("permanent_trumps", "twos")]);
    let of_thumb = Policy {
        calls: None,
        kitties: None,
        plays: None,
    };
    let mut won = 0;
    for number in 0..20 {
        let networks = (number % 2) as usize;
        let (winner, _) = check(
            &rules,
            Seed::from_number(300 + number / 2),
            std::array::from_fn(|seat| -> Box<dyn Player<Tractor>> {
                match seat % 2 == networks {
                    true => Box::new(Heuristic::default()),
                    false => Box::new(Heuristic::with(of_thumb)),
                }
            }),
        );
        won += usize::from(winner % 2 == networks);
    }
    assert!(won >= 14, "{won} of 20 matches");
}

#[test]
fn greedy_players_beat_random_ones() {
    let rules = Rules::default();
    let mut won = 0;
    for number in 0..12 {
        let seed = Seed::from_number(100 + number);
        let greedy = (number % 2) as usize;
        let (winner, _) = check(
            &rules,
            seed,
            std::array::from_fn(|seat| -> Box<dyn Player<Tractor>> {
                if seat % 2 == greedy {
                    Box::new(Greedy)
                } else {
                    Box::new(Random::new(seed))
                }
            }),
        );
        won += u32::from(winner % 2 == greedy);
    }
    assert_eq!(won, 12);
}

/// House rules chosen at random, every value of every rule among them.
fn random_rules(chance: &mut Chance) -> Rules {
    let mut rules = Rules::default();
    for entry in rules.entries() {
        if let Choices::Words(values) = entry.choices {
            let value = values[chance.below(values.len() as u32) as usize];
            // The first level may not lie above the last one; then the rule stays as it is.
            let _ = rules.set(entry.name, value);
        }
    }
    rules
}

/// Plays a round of these players and returns how many actions it took; every one is legal, and
/// the same is answered when a fresh player is asked the same.
#[track_caller]
fn check_round(
    rules: &Rules,
    seed: Seed,
    player: impl Fn(Seat) -> Box<dyn Player<Tractor>>,
) -> u32 {
    let (mut game, _) = Tractor::start(rules, 4, seed);
    let mut players: Vec<_> = Seat::first(4).map(&player).collect();
    let mut actions = 0;
    let dealer = game.view(Viewer::Public).dealer.unwrap_or(Seat::new(0));
    game.act(dealer, Action::Deal).expect("a deal");
    for _ in 0..10_000 {
        let asked = Seat::first(4).find_map(|seat| {
            let view = game.view(Viewer::Seat(seat));
            let action = players[seat.index()].choose(&view)?;
            assert_eq!(player(seat).choose(&view).as_ref(), Some(&action));
            Some((seat, action))
        });
        let events = match asked {
            Some((seat, action)) => {
                actions += 1;
                let done = game.act(seat, action.clone());
                done.unwrap_or_else(|refusal| panic!("{seed:?} {rules:?} {action:?}: {refusal}"))
            }
            None => game.elapse(game.cue().expect("somebody on turn, or the clock")),
        };
        if events
            .iter()
            .any(|event| matches!(event, Event::RoundOver(_)))
        {
            return actions;
        }
    }
    panic!("the round does not end: {game:?}");
}

#[test]
fn the_heuristic_player_is_legal_and_steady_under_all_house_rules() {
    let mut actions = 0;
    for number in 0..30 {
        let seed = Seed::from_number(number).derive("house rules", 0);
        let rules = random_rules(&mut seed.chance());
        actions += check_round(&rules, seed, |seat| {
            // Random players bring about leads that nobody sensible would make.
            match (seat.index() as u64 + number) % 3 {
                0 if number % 2 == 0 => Box::new(Random::new(seed)),
                _ => Box::new(Heuristic::default()),
            }
        });
    }
    assert!(actions > 1_500, "{actions}");
}

#[test]
fn the_beginner_is_legal_and_steady_under_all_house_rules() {
    let mut actions = 0;
    for number in 0..30 {
        let seed = Seed::from_number(number).derive("house rules", 2);
        let rules = random_rules(&mut seed.chance());
        actions += check_round(&rules, seed, |seat| match seat.index() {
            0 => Box::new(Random::new(seed)),
            _ => Box::new(Beginner::new(seed)),
        });
    }
    assert!(actions > 1_500, "{actions}");
}

#[test]
fn the_searching_player_is_legal_and_steady_under_all_house_rules() {
    let effort = SearchEffort {
        plays: 100,
        candidates: 2,
        threads: 1,
    };
    for number in 0..4 {
        let seed = Seed::from_number(number).derive("house rules", 1);
        let rules = random_rules(&mut seed.chance());
        check_round(&rules, seed, |seat| match seat.index() {
            0 => Box::new(Random::new(seed)),
            1 => Box::new(Heuristic::default()),
            _ => Box::new(Search::with(seed, effort)),
        });
    }
}

#[test]
fn a_search_answers_the_same_with_any_number_of_threads() {
    let seed = Seed::from_number(3);
    let with = |threads| SearchEffort {
        plays: 100,
        candidates: 4,
        threads,
    };
    let (mut game, _) = Tractor::start(&Rules::default(), 4, seed);
    game.act(Seat::new(0), Action::Deal).expect("a deal");
    let mut compared = 0;
    while compared < 12 {
        let turn = Seat::first(4).find_map(|seat| {
            let view = game.view(Viewer::Seat(seat));
            let action = Search::with(seed, with(1)).choose(&view)?;
            let others = [2, 3, 5].map(|threads| Search::with(seed, with(threads)).choose(&view));
            assert!(
                others.iter().all(|other| other.as_ref() == Some(&action)),
                "{others:?}"
            );
            Some((seat, action))
        });
        match turn {
            Some((seat, action)) => {
                game.act(seat, action).expect("a legal action");
                compared += 1;
            }
            None => {
                game.elapse(game.cue().expect("the clock"));
            }
        }
    }
}

#[test]
fn who_has_taken_the_kitty_over_knows_it_in_every_world_and_the_dealer_leads() {
    let rules = Rules::default().with(&[("kitty_overcalls", "on")]);
    let policy = Policy::trained();
    let mut found = 0;
    for number in 0..40 {
        let seed = Seed::from_number(number);
        let (mut game, _) = Tractor::start(&rules, 4, seed);
        game.act(Seat::new(0), Action::Deal).expect("a deal");
        let public = loop {
            let view = game.view(Viewer::Public);
            if matches!(
                view.phase,
                PhaseView::Playing { .. } | PhaseView::Ready { .. }
            ) {
                break view;
            }
            let turn = Seat::first(4).find_map(|seat| {
                let action = Heuristic::default().choose(&game.view(Viewer::Seat(seat)))?;
                Some((seat, action))
            });
            match turn {
                Some((seat, action)) => drop(game.act(seat, action).expect("a legal action")),
                None => drop(game.elapse(game.cue().expect("the clock"))),
            }
        };
        let Some((by, dealer)) = public.taken_over.zip(public.dealer) else {
            continue;
        };
        found += usize::from(by != dealer);
        for seat in Seat::first(4) {
            let view = game.view(Viewer::Seat(seat));
            let sight = Sight::of(&view).expect("a round in play");
            let memory = Memory::of(&sight);
            let position = SearchPosition::of(&sight, &memory).expect("a position");
            let world = position.deal(&policy, &mut seed.chance());
            let playout = position.ground.imagine(&world).expect("a world");
            assert_eq!(playout.playing.to_play(), Some(dealer));
            for other in Seat::first(4) {
                let knows = (other == by).then_some(world.kitty);
                assert_eq!(playout.scene(other, &rules).buried, knows);
            }
        }
    }
    assert!(found > 5, "{found}");
}

#[test]
fn beginners_beat_random_players_and_lose_to_greedy_ones() {
    let rules = Rules::default().with(&[("match_to", "6")]);
    let (mut over_random, mut over_greedy) = (0, 0);
    for number in 0..10 {
        let seed = Seed::from_number(300 + number);
        let own = (number % 2) as usize;
        let against = |other: fn(Seed) -> Box<dyn Player<Tractor>>| {
            let seated = std::array::from_fn(|seat| match seat % 2 == own {
                true => Box::new(Beginner::new(seed)) as Box<dyn Player<Tractor>>,
                false => other(seed),
            });
            u32::from(check(&rules, seed, seated).0 % 2 == own)
        };
        over_random += against(|seed| Box::new(Random::new(seed)));
        over_greedy += against(|_| Box::new(Greedy));
    }
    assert!(over_random >= 9, "{over_random} of 10");
    assert!(over_greedy <= 5, "{over_greedy} of 10");
}

#[test]
fn heuristic_players_beat_greedy_ones() {
    let mut rules = Rules::default();
    rules.set("match_to", "6").expect("a level");
    let mut won = 0;
    for number in 0..12 {
        let seed = Seed::from_number(200 + number);
        let better = (number % 2) as usize;
        let (winner, _) = check(
            &rules,
            seed,
            std::array::from_fn(|seat| -> Box<dyn Player<Tractor>> {
                if seat % 2 == better {
                    Box::new(Heuristic::default())
                } else {
                    Box::new(Greedy)
                }
            }),
        );
        won += u32::from(winner % 2 == better);
    }
    assert!(won >= 9, "{won} of 12");
}
