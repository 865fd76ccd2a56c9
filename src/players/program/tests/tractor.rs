//! The questions of tractor.

use std::collections::BTreeSet;

use super::{PAGE, fields, question, told};
use crate::chance::Seed;
use crate::game::{Game as _, Seat, Turn, Viewer, Worlds as _};
use crate::players::Player;
use crate::players::program::asked::{Asked as _, Useless};
use crate::players::program::tractor::Ask;
use crate::players::tractor::Greedy;
use crate::tractor::Tractor;
use crate::tractor::action::Action;
use crate::tractor::rules::Rules;
use crate::tractor::view::View;

/// Plays two rounds of heuristic players, and shows every question that a program on their seats would
/// be asked, with the view and the player's own action.
fn every_question(seed: u64, mut see: impl FnMut(&Tractor, &View, Ask, Option<&Action>)) {
    let (mut game, _) = Tractor::start(&Rules::default(), 4, Seed::from_number(seed));
    let mut player = Greedy;
    while game.round() < 3 {
        if let Turn::Seats(seats) = game.turn()
            && seats.is_empty()
        {
            game.act(Seat::new(0), Action::Deal).expect("a deal");
        }
        let mut acted = false;
        for seat in Seat::first(4) {
            let view = game.view(Viewer::Seat(seat));
            let action = player.choose(&view);
            if let Some(ask) = Tractor::ask_of(&view) {
                see(&game, &view, ask, action.as_ref());
            }
            if let Some(action) = action {
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
    every_question(1, |_, view, ask, _| {
        fields(&question::<Tractor>(view, ask), "", &mut found);
    });
    assert_eq!(found, told("## Questions of tractor"));
}

/// What the page shows: the first follow of a match by the seat behind the leader.
#[test]
fn the_exchange_on_the_page_is_a_real_one() {
    let mut shown = None;
    every_question(7, |_, view, ask, _| {
        if ask == Ask::Follow && shown.is_none() {
            let question = Tractor::question(view, ask, None);
            let wrong = Tractor::read(r#"{"play": ["J+", "J+"]}"#, view, ask);
            let Err(Useless::Illegal(why)) = wrong else {
                panic!("{wrong:?}");
            };
            let refusal = format!("{why}; right would be {}", question.example);
            shown = Some((question.line, question.example.to_string(), refusal));
        }
    });
    let (asked, answered, refusal) = shown.expect("somebody follows");
    let exchange = format!("```json\n{asked}\n{answered}\n```");
    assert!(PAGE.contains(&exchange), "the page lacks:\n{exchange}");
    assert!(PAGE.contains(&refusal), "the page lacks:\n{refusal}");
}

/// What the heuristic does is understood when it is written as an answer; so is the example.
#[test]
fn answers_are_read_as_they_are_meant() {
    let mut asked = BTreeSet::new();
    every_question(3, |game, view, ask, action| {
        let seat = view.seat().expect("a seat");
        let example = Tractor::question(view, ask, None).example.to_string();
        let read = Tractor::read(&example, view, ask).expect("a right answer");
        if let Some(action) = read {
            game.clone()
                .act(seat, action)
                .expect("the example is legal");
        }
        let (word, cards) = match action {
            None | Some(Action::PassCall) => ("call", Vec::new()),
            Some(Action::Call(call)) => ("call", call.cards(view.level)),
            Some(Action::Bury(cards)) => ("bury", cards.clone()),
            Some(Action::Play(cards)) => ("play", cards.clone()),
            Some(other) => panic!("{other:?} is no answer"),
        };
        asked.insert(format!("{ask:?} {word} {}", cards.is_empty()));
        let answer = serde_json::json!({ word: cards }).to_string();
        let read = Tractor::read(&answer, view, ask).expect("a legal answer");
        let action = action.filter(|action| **action != Action::PassCall);
        assert_eq!(read.as_ref(), action);
        // Any other card is judged here as it is by the rules.
        let plays = matches!(ask, Ask::Lead | Ask::Follow);
        for card in view.hand.iter().filter(|_| plays) {
            let answer = serde_json::json!({ "play": [card] }).to_string();
            let read = Tractor::read(&answer, view, ask).is_ok();
            let ruled = game.clone().act(seat, Action::Play(vec![*card])).is_ok();
            assert_eq!(read, ruled, "{answer}");
        }
    });
    let asked: Vec<String> = asked.into_iter().collect();
    let all = [
        "Bury bury false",
        "Call call false",
        "Call call true",
        "Follow play false",
    ];
    assert_eq!(asked[..4], all);
}

/// Nothing in a question depends on what its seat cannot see.
#[test]
fn a_question_is_the_same_in_every_world_of_its_seat() {
    let mut chance = Seed::from_number(9).chance();
    every_question(2, |game, view, ask, _| {
        let other = game.another_world(view.viewer, &mut chance);
        assert_eq!(
            question::<Tractor>(view, ask),
            question::<Tractor>(&other.view(view.viewer), ask)
        );
    });
}
