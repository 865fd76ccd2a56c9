//! The protocol: what the page says is what is sent.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Ask, Asked, question};
use crate::chance::Seed;
use crate::game::{Game as _, RuleSet as _, Seat, Turn, Viewer};
use crate::players::Player;
use crate::players::tractor::Greedy;
use crate::players::uno::{Level, Quick};
use crate::tractor::Tractor;
use crate::uno::Uno;

const PAGE: &str = include_str!("protocol.md");

/// Plays with this player on all seats, and shows every question that a program on one of them would be asked.
fn every_question<G: Asked>(
    mut game: G,
    mut player: impl Player<G>,
    deal: Option<G::Action>,
    mut see: impl FnMut(&G::View, &Ask),
) {
    for _ in 0..2_000 {
        let mut acted = false;
        for seat in Seat::first(4) {
            let view = game.view(Viewer::Seat(seat));
            if let Some(ask) = G::asked(&view) {
                see(&view, &ask);
            }
            if let Some(action) = player.choose(&view) {
                acted |= game.act(seat, action).is_ok();
            }
        }
        match (acted, game.cue(), &deal) {
            (true, ..) => {}
            (false, Some(cue), _) => drop(game.elapse(cue)),
            (false, None, Some(deal)) if !matches!(game.turn(), Turn::Over) => {
                game.act(Seat::new(0), deal.clone()).expect("a deal");
            }
            (false, None, _) => return,
        }
    }
}

/// Every question of two rounds of tractor.
fn of_tractor(see: impl FnMut(&<Tractor as crate::game::Game>::View, &Ask)) {
    let (game, _) = Tractor::start(&Default::default(), 4, Seed::from_number(7));
    every_question(
        game,
        Greedy,
        Some(crate::tractor::action::Action::Deal),
        see,
    );
}

/// Every question of a match of UNO in which everything can happen.
fn of_uno(see: impl FnMut(&<Uno as crate::game::Game>::View, &Ask)) {
    let mut rules = crate::uno::rules::Rules::default();
    for (name, value) in [
        ("preset", "party"),
        ("uno_call", "catch"),
        ("deal_wait", "0"),
    ] {
        rules.set(name, value).expect("a house rule");
    }
    let (game, _) = Uno::start(&rules, 4, Seed::from_number(3));
    let player = Quick::new(Level::Greedy, Seed::from_number(3));
    every_question(game, player, None, see);
}

/// The names of all fields, those of objects in objects too, but not of what is named otherwise: rules, and what is
/// written as one thing.
fn fields(value: &Value, before: &str, found: &mut BTreeSet<String>) {
    for (name, value) in value.as_object().into_iter().flatten() {
        let whole = ["viewer", "rules", "source", "suit", "shown", "history"].contains(&&**name);
        let name = format!("{before}{name}");
        if !whole {
            fields(value, &format!("{name}."), found);
        }
        // A phase is its name, of which every field is told.
        if name.matches('.').count() != 1 || !name.starts_with("phase.") {
            found.insert(name);
        }
    }
}

/// The fields that the page tells under this heading.
fn told(heading: &str) -> BTreeSet<String> {
    let table = PAGE.split(heading).nth(1).expect("a section");
    let table = table.split("\n## ").next().expect("its end");
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| Some(row.split_once('`')?.0.to_owned()))
        .collect()
}

fn sent<G: Asked>(view: &G::View, ask: &Ask) -> Value {
    let line = question::<G>(view, ask, &json!(G::least(view)), Some("…"));
    assert!(!line.contains('\n'));
    serde_json::from_str(&line).expect("JSON")
}

#[test]
fn the_page_lists_every_field() {
    let (mut around, mut tractor, mut uno) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    of_tractor(|view, ask| {
        let question = sent::<Tractor>(view, ask);
        fields(&question["view"], "", &mut tractor);
        around.extend(question.as_object().expect("one").keys().cloned());
    });
    of_uno(|view, ask| fields(&sent::<Uno>(view, ask)["view"], "", &mut uno));
    assert_eq!(around, told("## A question"));
    for (found, heading) in [
        (tractor, "## The view at tractor"),
        (uno, "## The view at UNO"),
    ] {
        let untold: Vec<_> = found.difference(&told(heading)).cloned().collect();
        assert!(untold.is_empty(), "{heading}: {untold:?}");
    }
}

/// What the page shows: the first follow of a match by the seat behind the leader.
#[test]
fn the_exchange_on_the_page_is_a_real_one() {
    let mut shown = None;
    of_tractor(|view, ask| {
        if ask.word == "follow" && shown.is_none() {
            let example = json!(Tractor::least(view));
            shown = Some((question::<Tractor>(view, ask, &example, None), example));
        }
    });
    let (question, example) = shown.expect("somebody follows");
    for part in [
        format!("{question}\n{example}\n"),
        format!("; right would have been {example}"),
    ] {
        assert!(PAGE.contains(&part), "the page does not show {part}");
    }
}
