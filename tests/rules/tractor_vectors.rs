//! Verdicts of an independent engine (`fixtures/tractor/*.cases`; the head of each file describes its lines): the referee says
//! the same.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::referee::{HouseRules, Judge, judge};

/// The judge of a family under these house rules.
pub(crate) fn referee(family: &str, rules: &[&str]) -> Judge {
    let named = rules.iter().map(|rule| (*rule).to_owned()).collect();
    judge(family, &HouseRules { named }).expect("a family")
}

fn cards(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// What a verdict lists, with this between.
pub(crate) fn listed(cards: &Value, between: &str) -> String {
    let cards = cards.as_array().expect("a list").iter();
    let told = cards.map(|one| one.as_str().map_or_else(|| one.to_string(), str::to_owned));
    told.collect::<Vec<_>>().join(between)
}

/// Compares the verdict on every line of a file, as `told` has it from what the referee says of `position`, with the one
/// recorded. The fields of a line are the trump, what is given, and the verdict.
fn check(file: &str, position: impl Fn(&[&str]) -> Value, told: impl Fn(&Value, &str) -> String) {
    let path = Path::new("fixtures/tractor").join(file);
    let text = fs::read_to_string(path).expect("the fixture is readable");
    let (mut lines, mut wrong) = (0, Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [trump, given @ .., verdict] = &fields[..] else {
            panic!("{line}: no case")
        };
        let (rank, suit) = trump.split_at(trump.len() - 1);
        let mut position = position(given);
        position["rank"] = json!(rank);
        position["suit"] = json!((suit != "N").then_some(suit));
        lines += 1;
        let told = told(&position, verdict);
        if told != *verdict {
            wrong.push(format!("{line}\n  judged: {told}"));
        }
    }
    assert!(lines > 0, "{file} has no cases");
    let shown = &wrong[..wrong.len().min(5)];
    assert!(
        wrong.is_empty(),
        "{} of {lines} differ in {file}:\n{}",
        wrong.len(),
        shown.join("\n")
    );
}

/// What a judge says of a position.
fn judged(judge: &Judge, position: &Value) -> Value {
    judge(position).unwrap_or_else(|bad| panic!("{position}: {bad}"))
}

/// How the first card of a pair compares with the second, as written in `order.cases`.
fn comparison(pair: &Value) -> char {
    match (pair[2].as_i64(), pair[3] == true) {
        (None, _) => '.',
        (Some(0), _) => '=',
        (Some(..0), false) => '<',
        (Some(..0), true) => '(',
        (Some(_), false) => '>',
        (Some(_), true) => ')',
    }
}

#[test]
fn cards_compare_as_recorded() {
    let judge = referee("order", &[]);
    let position = |given: &[&str]| json!({"cards": cards(given[0])});
    check("order.cases", position, |position, _| {
        let order = judged(&judge, position);
        let pairs = order["pairs"].as_array().expect("pairs").iter();
        let compared: String = pairs.map(comparison).collect();
        format!("{} {compared}", listed(&order["suits"], ""))
    });
}

#[test]
fn every_round_orders_all_cards_as_recorded() {
    let judge = referee("order", &[]);
    check(
        "suits.cases",
        |_| json!({}),
        |position, _| {
            let order = judged(&judge, position);
            let suits = order["suits"].as_object().expect("suits").iter();
            let suits = suits.map(|(letter, classes)| {
                let classes = classes.as_array().expect("levels").iter();
                let classes: Vec<_> = classes.map(|equal| listed(equal, "=")).collect();
                format!("{letter}: {}", classes.join(" "))
            });
            suits.collect::<Vec<_>>().join(" ; ")
        },
    );
}

#[test]
fn leads_are_read_as_recorded() {
    let judge = referee("decompose", &[]);
    let position = |given: &[&str]| json!({"cards": cards(given[0])});
    check("shape.cases", position, |position, _| {
        listed(&judged(&judge, position)["default_shape"], " ")
    });
}

#[test]
fn follows_are_judged_as_recorded() {
    let pairs_only = ["follow_tractor=pairs_only", "follow_throw=pairs_only"];
    let judges = [referee("follow", &[]), referee("follow", &pairs_only)];
    let position = |given: &[&str]| json!({"lead": cards(given[0]), "hand": cards(given[1]), "play": cards(given[2])});
    check("follow.cases", position, |position, _| {
        let legal = judges
            .each_ref()
            .map(|judge| judged(judge, position)["legal"] == true);
        legal.map(|legal| if legal { "+" } else { "-" }).concat()
    });
}

#[test]
fn tricks_are_won_as_recorded() {
    let judge = referee("winner", &[]);
    let position = |given: &[&str]| {
        let plays: Vec<_> = given.iter().map(|play| cards(play)).collect();
        json!({"plays": plays})
    };
    check("winner.cases", position, |position, _| {
        let won = judged(&judge, position);
        let winners = ["top_unit", "all_units", "highest_card"].map(|rule| won[rule].to_string());
        format!("{} {}", winners.concat(), won["points"])
    });
}

#[test]
fn throws_stand_or_fail_as_recorded() {
    let judge = referee("throw", &[]);
    let position = |given: &[&str]| {
        let hands: Vec<_> = given[1..].iter().map(|hand| cards(hand)).collect();
        json!({"throw": cards(given[0]), "hands": hands})
    };
    let sorted = |text: &str| {
        let mut cards = cards(text);
        cards.sort_unstable();
        cards.join(" ")
    };
    check("throw.cases", position, |position, verdict| {
        let thrown = judged(&judge, position);
        if thrown["ok"] == true {
            return "stands".to_owned();
        }
        let led = sorted(&listed(&thrown["played"], " "));
        let both = format!("{led} {}", listed(&thrown["taken_back"], " "));
        assert_eq!(sorted(&both), sorted(&listed(&position["throw"], " ")));
        // Any of equally low units will do.
        match verdict.split(" / ").any(|unit| sorted(unit) == led) {
            true => verdict.to_owned(),
            false => led,
        }
    });
}
