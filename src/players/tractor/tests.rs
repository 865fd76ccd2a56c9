//! Computer players act legally under all house rules, the same each time, and are as strong as they are called.

use super::policy::Policy;
use super::search::SearchPosition;
use super::{Beginner, Greedy, Heuristic, Random, Search, SearchEffort};
use crate::chance::{Chance, Seed};
use crate::game::{Choices, Game, RuleSet, Seat, Turn, Viewer};
use crate::players::Player;
use crate::tractor::Tractor;
use crate::tractor::action::Action;
use crate::tractor::event::Event;
use crate::tractor::rules::Rules;
use crate::tractor::view::PhaseView;

type Seated = Box<dyn Player<Tractor>>;
type Players = [Seated; 4];

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
fn check_round(rules: &Rules, seed: Seed, player: impl Fn(Seat) -> Seated) -> u32 {
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
fn players_are_legal_and_steady_under_all_house_rules() {
    let effort = SearchEffort {
        plays: 100,
        candidates: 2,
        threads: 1,
    };
    // Random players bring about leads that nobody sensible would make.
    let random = |seed| Box::new(Random::new(seed)) as Seated;
    let heuristic = |seat: usize, number: u64, seed| match (seat as u64 + number) % 3 {
        0 if number.is_multiple_of(2) => random(seed),
        _ => Box::new(Heuristic::default()),
    };
    let beginner = |seat: usize, _: u64, seed| match seat {
        0 => random(seed),
        _ => Box::new(Beginner::new(seed)),
    };
    let search = |seat: usize, _: u64, seed| match seat {
        0 => random(seed),
        1 => Box::new(Heuristic::default()),
        _ => Box::new(Search::with(seed, effort)),
    };
    type Player<'a> = &'a dyn Fn(usize, u64, Seed) -> Seated;
    let players: [(u64, Player); 3] = [(20, &heuristic), (20, &beginner), (2, &search)];
    for (kind, (rounds, player)) in players.into_iter().enumerate() {
        let mut actions = 0;
        for number in 0..rounds {
            let seed = Seed::from_number(number).derive("house rules", kind as u64);
            let rules = random_rules(&mut seed.chance());
            actions += check_round(&rules, seed, |seat| player(seat.index(), number, seed));
        }
        assert!(u64::from(actions) > 50 * rounds, "{kind}: {actions}");
    }
}

/// `cargo test --release -p engine strength -- --ignored`
#[test]
#[ignore = "minutes: .ci/deep players"]
fn players_are_in_order_of_strength() {
    let (random, beginner, heuristic) = (
        |seed| Box::new(Random::new(seed)) as Seated,
        |seed| Box::new(Beginner::new(seed)) as Seated,
        |_| Box::new(Heuristic::default()) as Seated,
    );
    let greedy = |_| Box::new(Greedy) as Seated;
    let of_thumb = |_| {
        let policy = Policy {
            calls: None,
            kitties: None,
            plays: None,
        };
        Box::new(policy) as Seated
    };
    let (usual, short) = (
        Rules::default(),
        Rules::default().with(&[("match_to", "6")]),
    );
    let twos = Rules::STANDARD.with(&[("permanent_trumps", "twos")]);
    type Maker<'a> = &'a dyn Fn(Seed) -> Seated;
    let pairs: [(&str, &Rules, u64, Maker<'_>, Maker<'_>, usize); 5] = [
        ("greedy, random", &usual, 12, &greedy, &random, 12),
        ("beginner, random", &short, 10, &beginner, &random, 9),
        ("greedy, beginner", &short, 10, &greedy, &beginner, 5),
        ("heuristic, greedy", &short, 12, &heuristic, &greedy, 9),
        ("networks, thumbs", &twos, 20, &heuristic, &of_thumb, 14),
    ];
    for (name, rules, matches, better, worse, least) in pairs {
        let mut won = 0;
        for number in 0..matches {
            let (seed, side) = (Seed::from_number(300 + number / 2), (number % 2) as usize);
            let maker = |seat: usize| if seat % 2 == side { better } else { worse };
            let (winner, _) = check(rules, seed, std::array::from_fn(|seat| maker(seat)(seed)));
            won += usize::from(winner % 2 == side);
        }
        println!("{name}: {won} of {matches}");
        assert!(won >= least, "{name}: {won} of {matches}");
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
    while compared < 5 {
        let turn = Seat::first(4).find_map(|seat| {
            let view = game.view(Viewer::Seat(seat));
            let action = Search::with(seed, with(1)).choose(&view)?;
            let others = [2, 5].map(|threads| Search::with(seed, with(threads)).choose(&view));
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
            let position = SearchPosition::of(&view).expect("a position");
            let world = position.deal(&policy, &mut seed.chance());
            let playout = position.imagine(&world).expect("a world");
            assert_eq!(playout.playing.to_play(), Some(dealer));
            for other in Seat::first(4) {
                let knows = (other == by).then_some(world.kitty);
                assert_eq!(playout.sight(other, &rules).buried, knows);
            }
        }
    }
    assert!(found > 5, "{found}");
}
