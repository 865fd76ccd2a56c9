//! States as they are written and read: every one of matches at random comes back, and what is malformed is refused.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Phase, Tractor};
use crate::chance::{Chance, Contribution, Seed};
use crate::game::{Digest, Game, RuleSet, Seat, Viewer};
use crate::players::Player;
use crate::players::tractor::Random;
use crate::tractor::action::Action;
use crate::tractor::deck::KITTY;
use crate::tractor::event::{Event, Notice};
use crate::tractor::rules::Rules;
use crate::tractor::view::{PhaseView, View};

/// Houses that together have everything a state can tell.
const HOUSES: [&[(&str, &str)]; 7] = [
    &[],
    &[
        ("take_back", "on"),
        ("call_take_back", "on"),
        ("throw_penalty", "ten_per_card"),
    ],
    &[
        ("kitty_overcalls", "on"),
        ("no_trump_calls", "one_joker"),
        ("call_order", "higher_suit"),
        ("take_back", "on"),
    ],
    &[
        ("first_dealer", "north"),
        ("next_dealer", "final_call"),
        ("no_call", "no_trump"),
        ("who_deals", "dealer"),
    ],
    &[
        ("start_level", "A"),
        ("gates", "none"),
        ("after_ace", "no_trump_round"),
    ],
    &[
        ("permanent_trumps", "twos_threes_fives"),
        ("tractor_length", "3"),
        ("throw_winner", "all_units"),
    ],
    &[
        ("redeal_limit", "1"),
        ("no_call", "redeal"),
        ("kitty_shown", "never"),
        ("forced_plays", "automatic"),
    ],
];

/// What may be asked for beside the turn.
fn asked(chance: &mut Chance) -> Option<Action> {
    match chance.below(64) {
        0..8 => Some(Action::TakeBack),
        8 => Some(Action::Surrender),
        9 => Some(Action::PlayOn),
        10 => Contribution::new("lucky").map(Action::Contribute),
        _ => None,
    }
}

/// Plays a match on for so many steps; it is looked at before each.
fn play(mut game: Tractor, seed: Seed, steps: u32, mut look: impl FnMut(&Tractor)) {
    let mut chance = seed.derive("what is asked for", 0).chance();
    let mut player = Random::giving_up(seed, 400);
    for number in 1..=steps {
        look(&game);
        let seat = Seat::new(chance.below(4) as u8);
        if asked(&mut chance).is_some_and(|action| game.act(seat, action).is_ok()) {
            continue;
        }
        if chance.below(4) == 0 && game.deal_again(number.into()).is_some() {
            continue;
        }
        // Now and then nobody calls.
        let silent = (game.round + game.attempt).is_multiple_of(3);
        let wish = |seat| {
            let action = player.choose(&game.view(Viewer::Seat(seat)))?;
            let calls = matches!(action, Action::Call(_));
            (!(silent && calls)).then_some((seat, action))
        };
        match (Seat::first(4).find_map(wish), game.cue()) {
            (Some((seat, action)), _) => drop(game.act(seat, action)),
            (None, Some(cue)) => drop(game.elapse(cue)),
            (None, None) => drop(game.act(seat, Action::Deal)),
        }
    }
}

fn start(house: &[(&str, &str)], seed: Seed) -> Tractor {
    Tractor::start(&Rules::default().with(house), 4, seed).0
}

/// Adds the names of all fields.
fn add_names(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| add_names(value, names)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            names.insert(name.clone());
            add_names(value, names);
        }),
        _ => {}
    }
}

#[test]
fn every_state_of_matches_at_random_comes_back_equal() {
    let mut names = BTreeSet::new();
    for (number, house) in (20..).zip(HOUSES) {
        let seed = Seed::from_number(number);
        play(start(house, seed), seed, 1_500, |game| {
            let text = serde_json::to_string(game).expect("plain fields");
            let mut again: Tractor = serde_json::from_str(&text).expect("what was written");
            assert!(again.past_mut().put_back(game.past().to_vec()), "{text}");
            assert!(again == *game, "{text}");
            for viewer in viewers() {
                assert_eq!(again.view(viewer), game.view(viewer), "{viewer:?} {text}");
            }
            add_names(&serde_json::from_str(&text).expect("JSON"), &mut names);
        });
    }
    let used = "again attempt burying call_window dealing flipped last offers over overcalls parting passed \
                penalties playing taken_back taken_over throws tried";
    for name in used.split_whitespace() {
        assert!(names.contains(name), "{name} is in none of them");
    }
}

/// Adds the places of all that has no parts.
fn add_leaves(value: &Value, place: &str, leaves: &mut Vec<String>) {
    match value {
        Value::Array(values) if !values.is_empty() => (0..)
            .zip(values)
            .for_each(|(at, value)| add_leaves(value, &format!("{place}/{at}"), leaves)),
        Value::Object(fields) => fields
            .iter()
            .for_each(|(name, value)| add_leaves(value, &format!("{place}/{name}"), leaves)),
        _ => leaves.push(place.to_owned()),
    }
}

#[test]
fn what_is_malformed_is_refused_and_what_is_read_can_be_played_on() {
    let odd = r#"[0, 1, 4, 15, 200, 30000, 4294967295, null, [], "", "2", "H", "J+", "1", "7fffffffffffffff",
        "3f:3f", "1:2", {}]"#;
    let odd: Vec<Value> = serde_json::from_str(odd).expect("a list");
    let (mut refused, mut read) = (0, 0);
    for (number, house) in (0..).zip(HOUSES) {
        let seed = Seed::from_number(number);
        let mut chance = seed.derive("what is odd", 0).chance();
        play(start(house, seed), seed, 700, |game| {
            let told = serde_json::to_value(game).expect("plain fields");
            let mut leaves = Vec::new();
            add_leaves(&told, "", &mut leaves);
            for _ in 0..4 {
                let mut told = told.clone();
                let place = &leaves[chance.below(leaves.len() as u32) as usize];
                let odd = odd[chance.below(odd.len() as u32) as usize].clone();
                *told.pointer_mut(place).expect("a place of it") = odd;
                let among = place
                    .rsplit_once('/')
                    .and_then(|(list, _)| told.pointer_mut(list));
                if let Some(Value::Array(list)) = among
                    && chance.below(3) == 0
                {
                    list.pop();
                }
                match serde_json::from_value::<Tractor>(told) {
                    Ok(game) => {
                        read += 1;
                        play(game, seed, 20, |game| {
                            viewers().for_each(|viewer| drop(game.view(viewer)));
                        });
                    }
                    Err(_) => refused += 1,
                }
            }
        });
    }
    assert!(
        refused > 10 * read && read > 100,
        "{refused} refused, {read} read"
    );
}

/// The next step of a match in which whoever can calls first, and single cards are played, the lowest that may be.
fn plain_step(game: &mut Tractor) {
    for seat in Seat::first(4) {
        let View { phase, hand, .. } = game.view(Viewer::Seat(seat));
        let actions = match phase {
            PhaseView::Ready { .. } => vec![Action::Deal],
            PhaseView::Dealing { open, .. } => open.into_iter().map(Action::Call).collect(),
            PhaseView::Burying => vec![Action::Bury(hand.into_iter().take(KITTY).collect())],
            _ => hand.iter().map(|card| Action::Play(vec![*card])).collect(),
        };
        let mut actions = actions.into_iter();
        if actions.any(|action| game.act(seat, action).is_ok()) {
            return;
        }
    }
    if let Some(cue) = game.cue() {
        game.elapse(cue);
    }
}

#[test]
fn the_digest_of_a_state_never_changes() {
    let mut game = start(HOUSES[1], Seed::from_number(1));
    let reached: [fn(&Tractor) -> bool; 3] = [
        |game| matches!(game.phase, Phase::CallWindow(_)),
        |game| game.turns == 40,
        |game| game.round == 2,
    ];
    let digests = reached.map(|reached| {
        while !reached(&game) {
            plain_step(&mut game);
        }
        format!("{:?}", Digest::of(&game))
    });
    assert_eq!(
        digests,
        [
            "Digest(40e4cba77e5dfa17)",
            "Digest(056cdf951df37379)",
            "Digest(f54cb0bf50b4ee87)"
        ]
    );
}

pub(super) fn viewers() -> impl Iterator<Item = Viewer> {
    Seat::first(4).map(Viewer::Seat).chain([Viewer::Public])
}

/// The first failed throw that random players try under these rules.
fn first_failed_throw(settings: &[(&str, &str)]) -> Event {
    let rules = Rules::default().with(settings);
    let secret = Seed::from_number(3);
    let (mut game, _) = Tractor::start(&rules, 4, secret);
    let mut player = Random::new(secret);
    loop {
        let acts = Seat::first(4).find_map(|seat| {
            let action = player.choose(&game.view(Viewer::Seat(seat)))?;
            Some((seat, action))
        });
        let events = match (acts, game.cue()) {
            (Some((seat, action)), _) => game.act(seat, action).expect("a legal action"),
            (None, Some(cue)) => game.elapse(cue),
            (None, None) => game.act(Seat::new(0), Action::Deal).expect("a new round"),
        };
        let failed = |event: &Event| matches!(event, Event::ThrowFailed { .. });
        if let Some(event) = events.into_iter().find(failed) {
            return event;
        }
    }
}

#[test]
fn who_stopped_a_throw_is_told_unless_the_house_hides_it() {
    let check = |settings: &[(&str, &str)], told: bool| {
        let event = first_failed_throw(settings);
        for viewer in viewers() {
            let Some(Notice::Open(Event::ThrowFailed { stopped_by, .. })) =
                Tractor::notice(&event, viewer)
            else {
                panic!("a failed throw is told to all");
            };
            assert_eq!(stopped_by.is_some(), told, "{viewer:?}");
        }
    };
    check(&[], true);
    check(&[("throw_stopper", "hidden")], false);
}
