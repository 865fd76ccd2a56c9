//! The questions of UNO.

use std::collections::BTreeSet;

use serde_json::json;

use super::{fields, question, told};
use crate::chance::Seed;
use crate::game::{Game as _, RuleSet as _, Seat, Turn, Viewer, Worlds as _};
use crate::players::Player;
use crate::players::program::asked::Asked as _;
use crate::players::program::uno::Ask;
use crate::players::uno::Greedy;
use crate::uno::rules::Rules;
use crate::uno::{Action, Card, Move, Play, Uno, View};

/// House rules under which everything can happen.
const RULES: &[(&str, &str)] = &[
    ("preset", "party"),
    ("uno_call", "catch"),
    ("deal_wait", "0"),
];

/// Plays rounds of simple players, and shows every question that a program on their seats would be asked.
fn every_question(seed: u64, mut see: impl FnMut(&Uno, &View, Ask)) {
    let mut rules = Rules::default();
    for (name, value) in RULES {
        rules.set(name, value).expect("a house rule");
    }
    let (mut game, _) = Uno::start(&rules, 4, Seed::from_number(seed));
    let mut player = Greedy::new(Seed::from_number(seed));
    for step in 0..600 {
        if matches!(game.turn(), Turn::Over) {
            return;
        }
        let mut acted = false;
        for seat in Seat::first(4) {
            let view = game.view(Viewer::Seat(seat));
            if let Some(ask) = Uno::ask_of(&view) {
                see(&game, &view, ask);
            }
            if let Some(mut action) = player.choose(&view) {
                // Half of the time nothing is said along with a card.
                if let (Action::Move(Move::Play(play)), 0) = (&mut action, step % 2) {
                    *play = Play::of(play.card);
                }
                acted |= game.act(seat, action).is_ok();
            }
        }
        if let (false, Some(cue)) = (acted, game.cue()) {
            game.elapse(cue);
        }
    }
}

#[test]
fn the_page_lists_every_field_and_no_other() {
    let mut found = BTreeSet::new();
    for seed in 0..4 {
        every_question(seed, |_, view, ask| {
            fields(&question::<Uno>(view, ask), "", &mut found);
        });
    }
    assert_eq!(found, told("## Questions of UNO"));
}

/// Every word that a question offers is understood, and what is understood is allowed by the rules.
#[test]
fn answers_are_read_as_they_are_meant() {
    let mut seen = BTreeSet::new();
    for seed in 0..4 {
        every_question(seed, |game, view, ask| {
            let seat = view.seat().expect("a seat");
            let asked = question::<Uno>(view, ask);
            let mut answers = vec![asked["example"].clone()];
            for word in asked["may"].as_array().expect("words") {
                let mut answer =
                    json!({ "do": word, "color": "G", "swap": (seat.index() + 1) % 4 });
                let laid = asked["playable"].as_array().expect("cards");
                match word.as_str() {
                    Some("play") => {
                        answers.extend(
                            laid.iter()
                                .map(|card| json!({ "do": "play", "card": card })),
                        );
                        continue;
                    }
                    Some("swap") if asked["sizes"][(seat.index() + 1) % 4] == json!(0) => continue,
                    _ => {}
                }
                answers.push(answer.take());
            }
            for answer in answers {
                seen.insert(answer["do"].to_string());
                let read = Uno::read(&answer.to_string(), view, ask).expect("a right answer");
                if let Some(action) = read {
                    let acted = game.clone().act(seat, action);
                    assert!(acted.is_ok(), "{answer}: {acted:?}");
                }
            }
        });
    }
    let all = [
        "call", "catch", "color", "draw", "pass", "play", "swap", "wait",
    ];
    let all: BTreeSet<String> = all.iter().map(|word| format!("{word:?}")).collect();
    assert_eq!(seen, all);
}

/// Whatever card is laid, the rules judge it in the same way.
#[test]
fn cards_are_judged_as_the_rules_judge_them() {
    every_question(5, |game, view, ask| {
        if !matches!(ask, Ask::Turn | Ask::Watch) {
            return;
        }
        let seat = view.seat().expect("a seat");
        for card in Card::all() {
            let answer = json!({ "do": "play", "card": card });
            let read = Uno::read(&answer.to_string(), view, ask).is_ok();
            let play = Play::of(card);
            let ruled = game.clone().act(seat, Action::Move(Move::Play(play)));
            assert_eq!(read, ruled.is_ok(), "{answer}: {ruled:?}");
        }
    });
}

/// Nothing in a question depends on what its seat cannot see.
#[test]
fn a_question_is_the_same_in_every_world_of_its_seat() {
    let mut chance = Seed::from_number(9).chance();
    every_question(2, |game, view, ask| {
        let other = game.another_world(view.viewer, &mut chance);
        let other = question::<Uno>(&other.view(view.viewer), ask);
        assert_eq!(question::<Uno>(view, ask), other);
    });
}
