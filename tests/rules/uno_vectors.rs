//! Positions and whole games with known verdicts, told in `fixtures/uno` (see the README there): the referee says the same.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::referee::Judge;
use crate::tractor_vectors::{self, referee};

const LEGAL: &str = include_str!("../../fixtures/uno/legal.txt");
const EFFECTS: &str = include_str!("../../fixtures/uno/effects.txt");
const SCORES: &str = include_str!("../../fixtures/uno/scores.txt");
const STACKING: &str = include_str!("../../fixtures/uno/stacking.txt");
const GAMES: &str = include_str!("../../fixtures/uno/games.txt");

/// Puts what is given in each line of a fixture to the referee, and compares the verdict with what is told behind `>`; says
/// all that differ.
fn check(
    (family, fixture): (&str, &str),
    at_least: usize,
    position: impl Fn(&[&str]) -> Value,
    told: impl Fn(&Value, &Value) -> String,
) {
    let judge = referee(family, &[]);
    let mut differing = Vec::new();
    for line in fixture.lines() {
        let (given, verdict) = line.split_once(" > ").expect("a position and a verdict");
        let position = position(&given.split(' ').collect::<Vec<_>>());
        let judged = judge(&position).unwrap_or_else(|bad| panic!("{line}: {bad}"));
        let found = told(&position, &judged);
        if found != verdict {
            differing.push(format!("{line}, but found {found}"));
        }
    }
    assert!(fixture.lines().count() >= at_least, "few positions");
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// Cards as the fixtures list them: `-` for none.
fn cards(text: &str) -> Vec<&str> {
    text.split(',').filter(|card| *card != "-").collect()
}

/// Everybody's cards.
fn hands(text: &str) -> Vec<Vec<&str>> {
    text.split('/').map(cards).collect()
}

/// The same the other way round.
fn listed(cards: &Value) -> String {
    match tractor_vectors::listed(cards, ",") {
        none if none.is_empty() => "-".to_owned(),
        some => some,
    }
}

fn number(text: &str) -> u16 {
    text.parse().expect("a number")
}

fn direction(text: &str) -> i8 {
    if text == "+" { 1 } else { -1 }
}

fn sign(direction: &Value) -> &'static str {
    if *direction == 1 { "+" } else { "-" }
}

/// What a Wild Draw Four would be, or was; `-` where there is none.
fn guilt(bluff: &Value) -> &'static str {
    match bluff.as_bool() {
        Some(true) => "guilty",
        Some(false) => "innocent",
        None => "-",
    }
}

/// A config of uno-telegram-bot.
fn config(text: &str) -> BTreeMap<&str, &str> {
    let words = text.split(',');
    words.filter_map(|word| word.split_once('=')).collect()
}

#[test]
fn what_may_be_laid_drawn_and_passed_is_the_official_verdict() {
    let position = |words: &[&str]| {
        let [_, top, color, drawn, held] = words else {
            panic!("five words")
        };
        let drawn = (*drawn != "-").then_some(drawn);
        json!({"top": top, "color": color, "drawn": drawn, "hand": cards(held)})
    };
    check(("uno-legal", LEGAL), 2_500, position, |given, judged| {
        let has_drawn = !given["drawn"].is_null();
        assert_eq!(judged["may_draw"], !has_drawn);
        assert_eq!(judged["may_pass"], has_drawn);
        let bluff = guilt(&judged["challenge_succeeds"]);
        format!("{} {bluff}", listed(&judged["play"]))
    });
}

#[test]
fn what_may_be_stacked_is_the_verdict_of_uno_telegram_bot() {
    let official = referee("uno-stacking", &["preset=official"]);
    let position = |words: &[&str]| {
        let [_, told, top, color, owed, held] = words else {
            panic!("six words")
        };
        json!({
            "config": config(told), "top": top, "color": color, "pending": number(owed), "hand": cards(held),
        })
    };
    check(
        ("uno-stacking", STACKING),
        500,
        position,
        |given, judged| {
            let mut given = given.clone();
            given["config"] = json!({});
            let judged_so = official(&given).expect("a position");
            assert_eq!(
                judged_so["play"],
                json!([]),
                "officially nothing is stacked"
            );
            let bluff = guilt(&judged["bluff_if_wf"]);
            format!("{} {bluff}", listed(&judged["play"]))
        },
    );
}

#[test]
fn every_card_has_its_effect_on_the_next_player() {
    let position = |words: &[&str]| {
        let [_, players, way, by, laid] = words else {
            panic!("five words")
        };
        json!({"players": number(players), "dir": direction(way), "seat": number(by), "card": laid})
    };
    check(("uno-effects", EFFECTS), 250, position, |_, judged| {
        let draws = judged["draws"].as_object().expect("by seat").iter();
        let draws: Vec<_> = draws.map(|(seat, more)| format!("{seat}:{more}")).collect();
        let way = sign(&judged["next_dir"]);
        format!("{} {way} {}", judged["next"], listed(&json!(draws)))
    });
}

#[test]
fn the_winner_scores_what_the_others_hold() {
    let position = |words: &[&str]| json!({"hands": hands(words[1])});
    check(("uno-scores", SCORES), 180, position, |given, judged| {
        let mut hands = given["hands"].as_array().expect("hands").iter();
        let winner = hands.position(|hand| listed(hand) == "-");
        format!("{} {}", winner.expect("a winner"), judged["score"])
    });
}

/// What a line of a game has to say of a move: who made which, what they might have done, and what came of it.
fn line_of(judged: &Value) -> String {
    let text = |name: &str| judged[name].as_str().expect("a word").to_owned();
    let list = |name: &str, between| tractor_vectors::listed(&judged[name], between);
    let (by, chosen, legal) = (&judged["p"], text("do"), listed(&judged["legal"]));
    let (next, way, owed) = (&judged["next"], sign(&judged["dir"]), &judged["pending"]);
    let (other, color, sizes) = (list("other", ""), text("color"), list("sizes", ","));
    let mut line = format!("{by} {chosen} {legal} {other} > {next} {way} {owed} {color} {sizes}");
    match guilt(&judged["bluffed"]) {
        "-" => {}
        guilt => line += &format!(" {guilt}"),
    }
    if !judged["drew"].is_null() {
        line += &format!(" drew={}", judged["drew"]);
    }
    if judged["uno"] == true {
        line += " uno";
    }
    line
}

/// Has one game of uno-telegram-bot judged, and compares everything after every move.
fn replay(judge: &Judge, game: &str) {
    let lines = |head: &str| {
        let lines = game.lines().filter_map(move |line| line.strip_prefix(head));
        lines.collect::<Vec<_>>()
    };
    let head: Vec<&str> = game.lines().next().expect("a head").split(' ').collect();
    let [id, told, start, first, way, owed, _, winner] = head[..] else {
        panic!("eight words")
    };
    let mut moves: Vec<Value> = Vec::new();
    for line in game.lines().skip(3) {
        match line.strip_prefix("pile ") {
            Some(pile) => {
                let shuffled = moves.last_mut().expect("a move before");
                shuffled["reshuffled_draw_pile"] = json!(cards(pile));
            }
            None => moves.push(json!({"do": line.split(' ').nth(1), "told": line})),
        }
    }
    let judged = judge(&json!({
        "config": config(told), "start_card": start, "start_player": number(first),
        "start_direction": direction(way), "start_pending": number(owed),
        "hands": hands(lines("hands ")[0]), "draw_pile_pop_from_end": cards(lines("pile ")[0]), "moves": moves,
    }));
    let judged = judged.unwrap_or_else(|bad| panic!("game {id}: {bad}"));
    let all = judged["moves"].as_array().expect("moves");
    assert_eq!(all.len(), moves.len(), "game {id}");
    for (judged, given) in all.iter().zip(&moves) {
        assert_eq!(line_of(judged), given["told"], "game {id}");
    }
    assert_eq!(judged["winner"], number(winner), "game {id}");
}

#[test]
fn whole_games_go_as_uno_telegram_bot_played_them() {
    let judge = referee("uno-trace", &[]);
    let games: Vec<&str> = GAMES.split("game ").skip(1).collect();
    assert!(games.len() >= 30, "only {} games", games.len());
    for game in games {
        replay(&judge, game);
    }
}
