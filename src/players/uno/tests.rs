//! Players of UNO: always legal, never peeking, better than chance.

use super::levels::Sight;
use super::scene::Suspicion;
use super::search::Worlds;
use super::*;
use crate::chance::Seed;
use crate::game::{Choices, Game as _, RuleSet as _, Seat, Turn, Viewer};
use crate::players::Player;
use crate::uno::card::{Card, Color};
use crate::uno::rules::{Rules, Score, Toggle};
use crate::uno::signs::Lacks;
use crate::uno::{Action, PhaseView, RoundView, Uno, View};

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
            Turn::Seats(in_turn) => {
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
fn players_bluff_call_forget_and_catch_now_and_then() {
    let rules = Rules {
        match_to: 5_000,
        jump_in: Toggle::On,
        ..Rules::OFFICIAL
    };
    let mut seen = std::collections::BTreeMap::new();
    let (mut game, _) = Uno::start(&rules, 4, Seed::from_number(5));
    let mut players: Seated = (0..4)
        .map(|seat| of_level(2 + seat / 2, Seed::from_number(seat)))
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

/// A player of each level, the weakest first; the strong one looks at little.
fn of_level(level: u64, seed: Seed) -> Box<dyn Player<Uno>> {
    let effort = SearchSize {
        moves: 400,
        worlds: 16,
    };
    match level {
        0 => Box::new(Quick::new(Level::Random, seed)),
        1 => Box::new(Quick::new(Level::Beginner, seed)),
        2 => Box::new(Quick::new(Level::Greedy, seed)),
        3 => Box::new(Quick::new(Level::Heuristic, seed)),
        _ => Box::new(Search::with(seed, effort)),
    }
}

#[test]
fn every_level_is_legal_under_random_house_rules() {
    let mut decisions = 0;
    for number in 0..15_u64 {
        let seed = Seed::from_number(number).derive("house rules", 0);
        let mut chance = seed.chance();
        let mut rules = Rules::default();
        for entry in rules.entries() {
            if let Choices::Words(values) = entry.choices {
                let value = values[chance.below(values.len() as u32) as usize];
                // A value that the others rule out leaves the rule as it is.
                let _ = rules.set(entry.name, value);
            }
        }
        let seats = 2 + number % 4;
        let (mut game, _) = Uno::start(&rules, seats as u8, seed);
        let mut players: Seated = (0..seats)
            .map(|seat| of_level((seat + number) % 5, seed.derive("a seat", seat)))
            .collect();
        game.act(Seat::new(0), Action::Deal).expect("a deal");
        for _ in 0..120 {
            let Some(turn) = game.round().map(|round| round.turn) else {
                break;
            };
            let others = Seat::first(seats as u8).filter(|seat| *seat != turn);
            let asked = others.chain([turn]).find_map(|seat| {
                let view = game.view(Viewer::Seat(seat));
                Some((seat, players[seat.index()].choose(&view)?))
            });
            let (seat, action) = asked.expect("whoever is in turn answers");
            let done = game.act(seat, action.clone());
            done.unwrap_or_else(|no| panic!("{no}: {action:?} {rules:?}"));
            decisions += 1;
        }
    }
    assert!(decisions > 700, "{decisions}");
}

/// Plays every deal twice, the seats exchanged; how many of these rounds the first level wins.
fn won(better: u64, worse: u64, deals: u64) -> usize {
    let rules = Rules {
        score: Score::Round,
        ..Rules::OFFICIAL
    };
    let rounds = (0..2 * deals).filter(|round| {
        let level = |seat: u64| {
            if (seat + round).is_multiple_of(2) {
                better
            } else {
                worse
            }
        };
        let seated = (0..4).map(|seat| of_level(level(seat), Seed::from_number(round * 4 + seat)));
        let winner = winner(&play(&rules, &mut seated.collect(), round / 2));
        level(winner.index() as u64) == better
    });
    rounds.count()
}

/// `cargo test --release -p engine strength -- --ignored`
#[test]
#[ignore = "minutes: .ci/deep players"]
fn levels_are_in_order_of_strength() {
    for (better, worse, deals, least) in [
        (1, 0, 20, 34),
        (3, 0, 60, 90),
        (2, 1, 120, 126),
        (3, 1, 120, 130),
    ] {
        let won = won(better, worse, deals);
        assert!(
            won >= least,
            "{better} against {worse}: {won} of {}",
            2 * deals
        );
    }
}

/// A view in the middle of rounds of these rules, for whoever is in turn.
fn views(rules: &Rules, mut look: impl FnMut(&Uno, &View)) {
    for number in 0..6 {
        let (mut game, _) = Uno::start(rules, 4, Seed::from_number(number));
        let mut players: Seated = (0..4)
            .map(|seat| of_level(1 + seat % 3, Seed::from_number(seat)))
            .collect();
        game.act(Seat::new(0), Action::Deal).expect("a deal");
        for _ in 0..60 {
            let Some(turn) = game.round().map(|round| round.turn) else {
                break;
            };
            let view = game.view(Viewer::Seat(turn));
            look(&game, &view);
            let action = players[turn.index()].choose(&view).expect("in turn");
            game.act(turn, action).expect("allowed");
        }
    }
}

#[test]
fn imagined_rounds_look_like_the_real_one() {
    for (name, rules) in Rules::PRESETS {
        let mut looked = 0;
        views(rules, |_, view| {
            let sight = Sight::of(view, "", Seed::from_number(1)).expect("a seat");
            let worlds = Worlds::of(&sight).expect("all cards are accounted for");
            let mut chance = Seed::from_number(looked).chance();
            let world = worlds.deal(&mut chance).expect("a world");
            let mut seen = view.playing().expect("a round").clone();
            let mut imagined = RoundView::of(&world, view.viewer, seen.warned);
            // Nobody else's hand is shown twice.
            (seen.shown, imagined.shown) = (None, None);
            assert_eq!(imagined, seen, "{name}");
            looked += 1;
        });
        assert!(looked > 100, "{name}: {looked}");
    }
}

#[test]
fn signs_tell_more_truth_than_chance() {
    let (mut told, mut misled) = (0_u32, 0_u32);
    views(&Rules::OFFICIAL, |game, view| {
        let seen = view.playing().expect("a round");
        let round = game.round().expect("a round");
        for (seat, lacks) in Seat::first(4).zip(&seen.lacks) {
            for color in Color::ALL {
                if lacks.most_of(color, seen.hand_sizes[seat.index()]) == 0 {
                    told += 1;
                    misled += u32::from(round.hand(seat).of_color(color) > 0);
                }
            }
        }
    });
    assert!(told > 100 && misled * 10 < told, "{misled} of {told}");
}

/// Whether calling pays: the bluffer holds so many cards, lacks red since so many, the caller so many.
fn calls(held: u16, red: Option<u8>, own: u16) -> bool {
    let lacks = Lacks {
        colors: [red, None, None, None],
        wilds: None,
    };
    let suspicion = Suspicion {
        rules: &Rules::OFFICIAL,
        by: Seat::new(0),
        held,
        lacks: &lacks,
        color: Color::Red,
        own,
        owed: 4,
        others: 3,
    };
    let unseen = std::array::from_fn(|kind| Card::all().nth(kind).map_or(0, Card::copies));
    suspicion.call_pays(suspicion.guilt("R5".parse().expect("a card"), &unseen))
}

#[test]
fn bluffs_are_called_by_the_odds_of_the_hand() {
    assert!(!calls(0, None, 5), "a last card is no bluff");
    assert!(!calls(1, None, 5), "one card is seldom red");
    assert!(!calls(6, Some(0), 5), "who could not lay on red has none");
    assert!(calls(7, None, 5), "seven cards are seldom without red");
    assert!(
        calls(3, None, 1),
        "whoever is about to win is bluffed more often"
    );
}
